"""What comes after a step that a question describes: "What do I do after unscrewing the plug?" Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from bizrag.answering.statements import Statement
from bizrag.answering.terms import terms

# what describes the step stands behind the word: "What must be done once the hose is connected?"
_AFTER = re.compile(r"\b(?:after|once|having|following)\b(?P<step>[^?,]*)", re.IGNORECASE)
_ASKS_ACT = re.compile(
    r"\bwhat (?:do|should|must|shall|can|has to|have|is (?:to be )?done|needs? to be|comes?|happens|step)\b"
    r"|\b(?:which|what) (?:is the )?(?:next )?step\b",
    re.IGNORECASE,
)
_MARK = re.compile(r"\s*(?:\(?\d{1,2}[.)]|[-•*–▪])\s+")
# of the terms of a step so many stand in the question that describes it
_DESCRIBED, _MIN_TERMS = 0.6, 3


def find_next(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The item of a list that follows the one that a question describes; None where it describes none.

    ``statements`` are those of all passages, in their order.
    """
    described = _AFTER.search(question)
    if described is None or not _ASKS_ACT.search(question):
        return None
    asked = set(terms(described["step"]))
    for step, following in pairwise(one for one in statements if _is_item(one)):
        own = set(terms(step.said))
        is_next = following.hit.chunk_no == step.hit.chunk_no and following.start >= step.end
        if is_next and len(own) >= _MIN_TERMS and len(own & asked) >= _DESCRIBED * len(own):
            return following
    return None


def _is_item(statement: Statement) -> bool:
    """Whether it stands behind a bullet or a number, at the beginning of a line."""
    line = statement.hit.text[: statement.start].rsplit("\n", 1)[-1] + statement.text
    mark = _MARK.match(line)
    return mark is not None and mark.end() >= len(line) - len(statement.text)
