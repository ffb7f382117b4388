"""Which rows of a form are ticked in the column that a question names: "Which points need repair?" Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.tables.arithmetic import Computed
from bizrag.answering.extractive.tables.found_rows import MOST_TOLD, in_order, told_count
from bizrag.answering.statements.reading import Statement
from bizrag.answering.terms import terms
from bizrag.parsing.engines.tick_boxes import EMPTY, TICKED

_ASKS = re.compile(r"\b(?:which|what|list|name)\b|\b(?P<count>how many)\b", re.IGNORECASE)
_TICK = re.compile(rf"(?P<column>[^:]*?) ?(?P<mark>[{TICKED}{EMPTY}])")
_MIN_ROWS, _MIN_COLUMNS = 3, 2
# "appl." is short for "applicable"
_SHORT = 4


def find_ticked(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The rows that are ticked in the one column of boxes that a question names, in their order, without the boxes of
    other columns; None where it names none, or several.
    """
    asks = _ASKS.search(question)
    marked = [(row, cells) for row in in_order(rows) if len(_ticks(cells := _cells(row))) >= _MIN_COLUMNS]
    if asks is None or len(marked) < _MIN_ROWS:
        return None
    asked = terms(question)
    columns = {column for _, cells in marked for column in _ticks(cells)}
    named = [column for column in columns if any(_says(term, asked) for term in terms(column))]
    if len(named) != 1:
        return None
    found = [(row, cells) for row, cells in marked if _ticks(cells).get(named[0]) == TICKED]
    if not found:
        return None
    count = told_count(len(found), len(marked), is_asked=asks["count"] is not None)
    said = " ".join(_told(row, named[0]) for row, _ in found[:MOST_TOLD])
    return Computed(statements=tuple(row for row, _ in found[:MOST_TOLD]), text=count + said, is_named=True)


def _parts(row: Statement) -> tuple[str, list[str]]:
    """The label of a row with its colon, empty where it has none, and its cells."""
    said = " ".join(row.said.split()).removesuffix(".")
    label, colon, cells = said.partition(": ")
    return (label + colon, cells.split("; ")) if colon and "; " not in label else ("", said.split("; "))


def _cells(row: Statement) -> list[str]:
    return _parts(row)[1]


def _ticks(cells: Sequence[str]) -> dict[str, str]:
    """The mark of each column of boxes."""
    found = (_TICK.fullmatch(cell) for cell in cells)
    return {tick["column"]: tick["mark"] for tick in found if tick and tick["column"]}


def _told(row: Statement, column: str) -> str:
    """A row without the boxes of other columns."""
    label, cells = _parts(row)
    kept = (cell for cell in cells if (tick := _TICK.fullmatch(cell)) is None or tick["column"] == column)
    return f"{label}{'; '.join(kept)}."


def _says(term: str, asked: Sequence[str]) -> bool:
    return any(word == term or (len(term) >= _SHORT and word.startswith(term)) for word in asked)
