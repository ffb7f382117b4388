"""What a figure includes or means, where a question asks for that: no row of figures answers. Pure.

"What is included in other costs?" is answered by the sentence or note that says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.extractive.sentences.announcements import with_paragraph
from bizrag.answering.extractive.tables.reading.row_values import row_label, row_name
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_ASKS_CONTENTS = re.compile(
    r"\bwhat (?:is|are|was|were) (?:\w+ )?(?:included|contained|comprised|meant) (?:in|under|by)\b"
    r"|\bwhat (?:does|do|did) .+\b(?:includes?|consists?(?: \w+)? of|comprises?(?: of)?|refers? to|means?|represents?"
    r"|contains?|results? from)\W*$",
    re.IGNORECASE,
)
# a figure may be asked for so, where no sentence begins with its name
_ASKS_WHAT_IT_IS = re.compile(r"^\W*what (?:is|are) (?:the |an? )?(?P<name>[^?]+?)\W*$", re.IGNORECASE)
_INCLUDES = r"(?:includ|consist|compris|refer|represent|mean|contain|relat|result)\w*"
_TELLS_CONTENTS = re.compile(rf"\b(?:{_INCLUDES}|(?:is|are) (?:the|an?|all)|defined as)\b", re.IGNORECASE)
_VERBS = re.compile(rf"\b(?:{_INCLUDES}|primarily|mainly|mostly)\b", re.IGNORECASE)
_GOES_ON = re.compile(r"\balso\b", re.IGNORECASE)
_NOTE_MARK = re.compile(r"\((?P<mark>\w{1,2})\)$")
# of the best score: the words of a note are others than those of the question
_LEAST_SHARE = 0.5
# a sentence that is best may be one that explains
_NEAR_SHARE = 0.85

_Explains = Callable[[Statement], bool]


def find_explained(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """The sentence that says what a figure includes or means, by its name or by the mark of a note behind it; with the
    sentences after it that do so, too.

    ``scored`` is best first. None where a question asks for something else, or no such sentence is near.
    """
    explains = _explains(question, scored[0].statement) if scored else None
    if explains is None:
        return None
    best = scored[0].statement
    least = (_LEAST_SHARE if best.is_row else _NEAR_SHARE) * scored[0].score
    near = (entry.statement for entry in scored if entry.score >= least)
    told = [one for one in near if not one.is_row and one.is_whole and one.hit.document_id == best.hit.document_id]
    found = [one for one in told if explains(one)]
    # "It also includes ..." goes on with what it includes
    one = next((one for one in found if _GOES_ON.search(one.text) is None), next(iter(found), None))
    if one is not None and _is_note_to(one, best):
        return replace(one, label=row_name(row_label(best)))
    if one is None or one.is_item:
        return one
    return with_paragraph(one, statements, goes_on=lambda following: _TELLS_CONTENTS.search(following.said) is not None)


def _explains(question: str, best: Statement) -> _Explains | None:
    """What tells the sentence that explains: it has the name of the row that is best, or its mark, else what the
    question asks about.
    """
    if not asks_contents(question):
        asked = _ASKS_WHAT_IT_IS.match(question)
        if asked is None:
            return None
        begins = re.compile(rf"{re.escape(asked['name'])} (?:primarily |mainly |also )?{_INCLUDES}\b", re.IGNORECASE)
        return lambda one: begins.match(one.text.strip()) is not None
    own = set(terms(row_name(row_label(best)) if best.is_row else _VERBS.sub(" ", question)))
    return lambda one: (
        _TELLS_CONTENTS.search(one.said) is not None and (_is_note_to(one, best) or own <= set(terms(one.said)))
    )


def _is_note_to(note: Statement, row: Statement) -> bool:
    """Whether a statement begins with the mark behind the name of a row, in the same part of the document."""
    mark = _NOTE_MARK.search(row_label(row)) if row.is_row else None
    is_near = note.passage.passage_id == row.passage.passage_id
    return mark is not None and is_near and note.text.lstrip().startswith(mark[0])


def asks_contents(question: str) -> bool:
    """Whether a question is for what something includes or means, and not for its figure.

    >>> asks_contents("What do other costs consist of?"), asks_contents("What are other costs?")
    (True, False)
    """
    return _ASKS_CONTENTS.search(question) is not None
