"""The step that comes after, or before, one that a question describes. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

# what describes the step stands behind the word: "What must be done once the hose is connected?"
_AFTER = re.compile(r"\b(?:after|once|having|following)\b(?P<step>[^?,]*)", re.IGNORECASE)
# "What should I do before ...?" asks for more than one step
_BEFORE = re.compile(r"\b(?:comes?|happens|step)\b[^?,]*\bbefore\b(?P<step>[^?,]*)", re.IGNORECASE)
# and before what says where that step is: "after nurse triage in the referral pathway"
_WHERE = re.compile(r"\b(?:in|of|on|during|for|at|when)\b", re.IGNORECASE)
_ASKS_ACT = re.compile(
    r"\bwhat (?:do|should|must|shall|can|has to|have|is (?:to be )?done|needs? to be|comes?|happens|step)\b"
    r"|\b(?:which|what) (?:is the )?(?:next )?step\b",
    re.IGNORECASE,
)
_MARK = re.compile(r"\s*(?:\(?\d{1,2}[.)]|[-•*–▪])\s+")
# of the terms of a step so many stand in the question that describes it
_DESCRIBED, _MIN_TERMS = 0.6, 3
# and its name has so many
_MIN_NAME = 2
_NUMBER = re.compile(r"\s*\(?(?P<number>\d{1,2})[.)]?\s+\S")


def find_next(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The item of a list that follows the one that a question describes or names, or comes before it; None without one.

    ``statements`` are those of all passages, in their order.
    """
    described = _AFTER.search(question) or _BEFORE.search(question)
    if described is None or not _ASKS_ACT.search(question):
        return None
    asked = set(terms(described["step"]))
    name = set(terms(_WHERE.split(described["step"])[0]))
    steps = [
        (step, following)
        for step, following in pairwise(one for one in statements if _is_item(one) or _number_of(one))
        if following.hit.chunk_no == step.hit.chunk_no and following.start >= step.end and _are_items(step, following)
    ]
    if described.re is _BEFORE:
        steps = [(following, step) for step, following in steps]
    numbered = [(set(terms(step.said)), other) for step, other in steps if _number_of(step) and _number_of(other)]
    named = [other for own, other in numbered if len(name) >= _MIN_NAME and name <= own]
    if len(named) == 1:
        return named[0]
    described_by = ((set(terms(step.said)), other) for step, other in steps)
    return next(
        (other for own, other in described_by if len(own) >= _MIN_TERMS and len(own & asked) >= _DESCRIBED * len(own)),
        None,
    )


def _is_item(statement: Statement) -> bool:
    """Whether it stands behind a bullet or a number, at the beginning of a line."""
    line = statement.hit.text[: statement.start].rsplit("\n", 1)[-1] + statement.text
    mark = _MARK.match(line)
    return mark is not None and mark.end() >= len(line) - len(statement.text)


def _are_items(step: Statement, following: Statement) -> bool:
    """Whether both are items; numbers without a mark count one by one: "2 Nurse triage", "3 Video consultation"."""
    if _is_item(step) and _is_item(following):
        return True
    return _number_of(step) + 1 == _number_of(following) > 1


def _number_of(statement: Statement) -> int:
    """The number that stands before a line; 0 without one."""
    line = statement.hit.text[: statement.start].rsplit("\n", 1)[-1] + statement.text
    found = _NUMBER.match(line)
    return int(found["number"]) if found is not None and not statement.is_row else 0
