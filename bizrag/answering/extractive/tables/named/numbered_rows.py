"""What a number in a figure, a plan or a parts list stands for: "Which part is number 3?" Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

_THING = r"(?:part|component|item|piece|element|control|button|thing|area|room)"
_ASKS = re.compile(
    rf"^\W*(?:what|which)(?: {_THING})? (?:is|has|does|stands? for)\b(?: the)?(?: {_THING})?"
    r" (?:with )?(?:the )?(?:number|no\.?|position|pos\.?|item|part|callout|label|mark|key) (?P<number>\d{1,3})\b",
    re.IGNORECASE,
)
_ASKS_NUMBER = re.compile(
    r"^\W*(?:(?:what|which) (?:number|no\.|position|callout)|with (?:what|which) number)\b", re.IGNORECASE
)
_NAMED = re.compile(r"\d{1,3}: (?P<name>[^;:]+?)\.?")
# "3: Air filter cover.", "Pos. 3; Part no. 460-2210; …"
_NUMBERED = r"(?:(?:pos(?:ition)?|item|no|nr|number|key)\.? )?{number}[:;] \S"


def find_numbered_row(question: str, scored: Sequence[Scored]) -> Statement | None:
    """The row that begins with the number of a part that a question names; of several the one that is nothing but the
    number and a name. None where no row has it, or several documents do.
    """
    if _ASKS_NUMBER.match(question) is not None:
        return _named_row(question, scored)
    asks = _ASKS.match(question)
    if asks is None:
        return None
    numbered = re.compile(_NUMBERED.format(number=asks["number"]), re.IGNORECASE)
    rows = [
        one.statement
        for one in scored
        if one.statement.is_row
        and one.statement.hit.kind is ChunkKind.TABLE
        and numbered.match(" ".join(one.statement.said.split()))
    ]
    if not rows or len({row.hit.document_id for row in rows}) > 1:
        return None
    return min(rows, key=lambda row: row.said.count("; "))


def _named_row(question: str, scored: Sequence[Scored]) -> Statement | None:
    """The only row that is nothing but a number and a name whose words are all in the question."""
    asked = set(terms(question))
    found: dict[str, Statement] = {}
    for entry in scored:
        row = entry.statement
        named = _NAMED.fullmatch(" ".join(row.said.split())) if row.hit.kind is ChunkKind.TABLE else None
        if named is not None and set(terms(named["name"])) <= asked:
            found.setdefault(row.said, row)
    return next(iter(found.values())) if len(found) == 1 else None
