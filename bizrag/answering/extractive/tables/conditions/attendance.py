"""Who missed any of the meetings that a table counts as "8/9" or "8 of 9", and who was at all of them. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.answering.extractive.tables.reading.found_rows import in_order, told_count
from bizrag.answering.extractive.tables.reading.row_values import row_label
from bizrag.answering.extractive.tables.reckoned.computed import Computed
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_ASKS = re.compile(r"\b(?:which|who|what|whose|name|list)\b|\b(?P<count>how many)\b", re.IGNORECASE)
_MISSED = re.compile(
    r"\b(?:miss(?:ed|es)?|(?:was|were|been) absent|absences?|(?:did|do|could|was|were) not (?:\w+ ){0,2}(?:attend|at)\b"
    r"|didn[’']t attend|failed to attend|less than full attendance)\b",
    re.IGNORECASE,
)
_AT_ALL = re.compile(
    r"\battend(?:ed|s)? (?:all|every|each)\b|\b(?:full|perfect|100 ?%) attendance\b|\bmissed (?:no|none)\b",
    re.IGNORECASE,
)
# "3/5" may be a mark, too
_MEETINGS = re.compile(
    r"\b(?:meetings?|sessions?|attend\w*|absen\w+|hearings?|class(?:es)?|lectures?|trainings?|rehearsals?|sittings?)\b",
    re.IGNORECASE,
)
_CELL = re.compile(r"(?:(?P<column>.*\S)\s+)?(?P<was>\d{1,3})\s?(?:/|of|out of)\s?(?P<could>\d{1,3})$")
_MIN_ROWS = 3


@dataclass(frozen=True, slots=True)
class _Attended:
    statement: Statement
    label: str
    cell: str
    column: str
    is_full: bool


def find_attendance(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The rows of those who missed a meeting, or were at all of them, in the column that a question names, else in the
    first one. None where it asks for neither, or no column counts so.
    """
    asks = _ASKS.search(question)
    is_all = _AT_ALL.search(question) is not None
    if asks is None or not (is_all or _MISSED.search(question)) or not _MEETINGS.search(question):
        return None
    counted = [one for row in in_order(rows) for one in _counted(row)]
    columns = list(dict.fromkeys(one.column for one in counted))
    asked = set(terms(question))
    named = [column for column in columns if set(terms(column)) & asked] or columns[:1]
    own = [one for one in counted if one.column == named[0]] if named else []
    met = [one for one in own if one.is_full == is_all]
    if len(own) < _MIN_ROWS or not met:
        return None
    count = told_count(len(met), len(own), is_asked=asks["count"] is not None)
    said = " ".join(f"{one.label}: {one.cell}." for one in met)
    return Computed(statements=tuple(one.statement for one in met), text=count + said, is_named=True)


def _counted(row: Statement) -> list[_Attended]:
    """The cells of a row that say how many of how many."""
    label = row_label(row)
    cells = " ".join(row.said.split()).removesuffix(".").partition(": ")[2].split("; ")
    found = [(cell, told) for cell in cells if (told := _CELL.fullmatch(cell)) is not None]
    return [
        _Attended(row, label, cell, told["column"] or "", told["was"] == told["could"])
        for cell, told in found
        if int(told["was"]) <= int(told["could"])
    ]
