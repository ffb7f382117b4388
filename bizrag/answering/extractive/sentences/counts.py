"""What is counted: "How many interviews were held?" is answered by "2,406 interviews". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from bizrag.answering.extractive.questions.light_verbs import HOLDING_VERBS, LIGHT_VERBS
from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.languages import without_function_words
from bizrag.answering.quoting import MAX_QUOTE_CHARS
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms
from bizrag.model.words import NUMBER_WORDS

_NO_NAME = r"are|is|was|were|do|does|did|has|have|had|can|may|must|will|of|in|at|on"
_ASKS_COUNT = re.compile(rf"\bhow many (?P<named>(?:(?!(?:{_NO_NAME})\b)[\w-]+ ?){{1,3}})", re.IGNORECASE)
# a number and what is counted, with at most two words between: "46 very large stores", "1.86M – trips" as a key figure
_NUMBER = rf"\d[\d.,]*|{'|'.join(NUMBER_WORDS)}"
_MAGNITUDE = r"(?:\s?(?:[kKmMbB]|bn|thousand|million|billion))?"
_COUNT = re.compile(
    rf"(?<![\w.,])(?:{_NUMBER}){_MAGNITUDE}(?: |\u00a0)(?:– )?"
    r"(?P<words>[^\W\d][\w/-]*(?: [^\W\d][\w/-]*){0,2})",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d")
# "[24]", "[3, 7]"
_REFERENCE = re.compile(r"\[\d{1,3}(?:, ?\d{1,3})*\]")
# sentences behind one that names what they go on about
_NUM_BEHIND = 2
# one word beside what is counted, at least
_MIN_ASKED = 2


def find_count_behind(question: str, scored: Sequence[Scored]) -> Statement | None:
    """The best sentence, where it has no number but marks of references, with those behind it in its paragraph up to
    the first that counts what is asked for: "… from Iowa [24]. The family has 93 members."
    """
    term = counted_term(question)
    best = scored[0].statement if scored else None
    if not term or best is None or best.is_row or _FIGURE.search(_REFERENCE.sub("", best.said)):
        return None
    if tells_count(best.said, term):
        return None
    behind = sorted(
        (one.statement for one in scored if one.statement.hit.chunk_no == best.hit.chunk_no),
        key=lambda one: one.start,
    )
    near = [one for one in behind if one.start >= best.end and not one.is_row][:_NUM_BEHIND]
    told = next((one for one in near if tells_count(one.said, term)), None)
    if told is None or "\n\n" in best.hit.text[best.end : told.start] or told.end - best.start > MAX_QUOTE_CHARS:
        return None
    return replace(best, end=told.end)


def find_told_count(question: str, scored: Sequence[Scored]) -> Statement | None:
    """The only sentence that holds all words of a question and a number right before what is counted."""
    term = counted_term(question)
    asked = set(terms(without_function_words(question))) - LIGHT_VERBS - HOLDING_VERBS
    if not term or len(asked) < _MIN_ASKED:
        return None
    whole = [entry.statement for entry in scored if asked <= set(terms(entry.statement.said))]
    told = {one.said: one for one in whole if not one.is_row and _tells_of(one.said, term, asked)}
    return next(iter(told.values())) if len(told) == 1 else None


def _tells_of(text: str, term: str, asked: Set[str]) -> bool:
    """Whether a text has a number before what is counted, and nothing between them that the question does not say:
    "three retired judges" are not all judges.
    """
    named = (terms(found["words"]) for found in _COUNT.finditer(" ".join(text.split())))
    return any(term in own and set(own[: own.index(term)]) <= asked for own in named)


def counted_term(question: str) -> str:
    """The stem of what a question wants the number of; empty where it wants none.

    >>> counted_term("How many interviews were held?") == counted_term("How many phone interviews?") != ""
    True
    """
    found = _ASKS_COUNT.search(question)
    named = terms(found["named"]) if found else []
    return named[-1] if named else ""


def tells_count(text: str, term: str) -> bool:
    """Whether a text has a number right before what is counted.

    >>> term = counted_term("How many stores are there?")
    >>> tells_count("It runs 46 very large stores.", term), tells_count("Its stores sold 46 units.", term)
    (True, False)
    >>> [tells_count(text, term) for text in ("46 – stores", "1.4k – stores", "46k – of all stores")]
    [True, True, True]
    """
    return any(term in terms(found["words"]) for found in _COUNT.finditer(" ".join(text.split())))
