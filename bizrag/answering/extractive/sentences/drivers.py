"""Why a measure moved is told by the sentence that says so of this measure, whatever is alike about others. Pure.

"What drove the increase in freight costs?" is answered by "The increase in freight costs was due to ...", not by what
drove the increase in sales.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bizrag.answering.extractive.questions.directions import FALLING, GAINING, LOSING, RISING
from bizrag.answering.extractive.scoring import Scored, asks_reason, gives_reason
from bizrag.answering.extractive.sentences.announcements import with_paragraph
from bizrag.answering.statements.reading import Statement
from bizrag.model.measures import named_by
from bizrag.model.terms import is_year, terms

_ASKS_FACTORS = re.compile(
    r"\b(?:factors?|drivers?|reasons?|causes?|influences?|contributors?|elements)\b"
    r"|\bwhat (?:[\w-]+ ){0,2}(?:influenced|affected|contributed|explains?|accounts? for)\b",
    re.IGNORECASE,
)
_MOVES = r"(?:increase|decrease|growth|decline|change|rise|fall|reduction|improvement|drop|shift)s?"
_MOVED = rf"(?:{RISING}|{FALLING}|{GAINING}|{LOSING}|changed|(?:was|were) (?:up|down|flat|higher|lower))"
# "Excluding these items, "
_CLAUSE = r"(?:[A-Z][^,.;:]{2,60}, )?"
_ROSE, _FELL = (
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for words in (rf"{RISING}|increases?|growth|up|higher", rf"{FALLING}|decreases?|declines?|reductions?|down|lower")
)
# "The increase in freight costs in absolute dollars in Q3", "Freight costs rose 4%", "- Devices revenue was down"
_OF_MOVE = re.compile(
    rf"^[-•*\s]*{_CLAUSE}(?:the )?(?:[\w-]+ ){{0,3}}{_MOVES} in (?P<what>.+?)"
    r"(?=,| (?:in|for|during|was|were|is|are|compared|as|from|reflect\w*|result\w*)\b)",
    re.IGNORECASE,
)
_OF_MEASURE = re.compile(rf"^[-•*\s]*{_CLAUSE}(?:the |our )?(?P<what>(?:[^\s.;:]+ ){{1,9}}?){_MOVED}\b", re.IGNORECASE)
_SALES = re.compile(r" (?:net )?(?:sales|revenues?)\W*$", re.IGNORECASE)
_SHARE = re.compile(r" (?:percentage|rate)\W*$", re.IGNORECASE)
# of several sentences of one measure those are best that speak of the asked quarter or year
_PART = re.compile(r"[qh][1-4]")


def find_driver(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """The sentence of the best statement's document that says why the measure moved which a question names, with those
    after it that give reasons too; None where the question asks for something else, or no sentence says so.
    """
    if not (scored and asks_drivers(question)):
        return None
    places = {id(entry.statement): place for place, entry in enumerate(scored)}
    asked = _periods(question)
    found = [
        (*size, len(asked & _periods(one.said)), -places.get(id(one), len(scored)), -at)
        for at, one in enumerate(statements)
        if one.hit.document_id == scored[0].statement.hit.document_id and (size := _size(question, one))
    ]
    if not found:
        return None
    return with_paragraph(statements[-max(found)[-1]], statements, _goes_on)


def asks_drivers(question: str) -> bool:
    """Whether a question is for what made something change.

    >>> asks_drivers("What were the main factors behind the rise in costs?"), asks_drivers("What were costs?")
    (True, False)
    """
    return asks_reason(question) or _ASKS_FACTORS.search(question) is not None


def tells_driver(question: str, statement: Statement) -> bool:
    """Whether a statement says why the measure moved which a question names."""
    return _size(question, statement) is not None


def _goes_on(following: Statement) -> bool:
    """Whether a sentence gives more reasons, and not those of another measure."""
    return gives_reason(following.said) and not any(subjects_of(following.said))


def _size(question: str, statement: Statement) -> tuple[int, int] | None:
    """How many words of a question name the measure of which a sentence says why it moved, and how few of the words
    of the sentence are left out for that; None where it says nothing of one.
    """
    if statement.is_row or not statement.is_whole or not gives_reason(statement.said):
        return None
    if _is_opposite(question, statement.said):
        return None
    return max(
        (
            (named.size, -at)
            for at, what in enumerate(subjects_of(statement.said))
            if (named := named_by(what, question)) is not None
        ),
        default=None,
    )


def _is_opposite(question: str, said: str) -> bool:
    """Whether a question is for why something fell, and a sentence says first that it rose, or the other way round."""
    rises, falls = _ROSE.search(question), _FELL.search(question)
    if (rises is None) == (falls is None):
        return False
    first = min(
        (found for found in (_ROSE.search(said), _FELL.search(said)) if found),
        key=lambda one: one.start(),
        default=None,
    )
    return first is not None and (_ROSE.fullmatch(first[0]) is not None) is not (rises is not None)


def subjects_of(said: str) -> Iterator[str]:
    """What a sentence says the move of, as it is written, and without that it is sales or a share."""
    text = " ".join(said.split())
    for pattern in (_OF_MOVE, _OF_MEASURE):
        if (found := pattern.search(text)) is not None:
            what = found["what"].strip()
            yield from dict.fromkeys((what, _SALES.sub("", what), _SHARE.sub("", what)))


def _periods(text: str) -> set[str]:
    return {term for term in terms(text) if is_year(term) or _PART.fullmatch(term)}
