"""Which rows of a form or plan are ticked in the column that a question names: "Which points need repair?" Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from bizrag.answering.extractive.tables.reading.found_rows import MOST_TOLD, in_order, told_count
from bizrag.answering.extractive.tables.reckoned.computed import Computed
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms
from bizrag.parsing.engines.marks.tick_boxes import EMPTY, TICKED

_ASKS = re.compile(r"\b(?:which|what|when|list|name)\b|\b(?P<count>how many)\b", re.IGNORECASE)
# a box, or the sign for "yes" where nothing stands for "no"
_TICK = re.compile(rf"(?P<column>[^:]*?) ?(?P<mark>[{TICKED}{EMPTY}]|(?<= )[Xx\u2713\u2714\u25cf])")
_MIN_ROWS, _MIN_COLUMNS = 3, 2
# "appl." is short for "applicable"
_SHORT = 4


def find_ticked(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The rows that are ticked in the one column that a question names, in their order, without the ticks of other
    columns; else the ticks of the one row that it names. None where it names none, or several.
    """
    asks = _ASKS.search(question)
    marked = [(row, ticks) for row in in_order(rows) if _is_marked(cells := _cells(row)) and (ticks := _ticks(cells))]
    if asks is None or len(marked) < _MIN_ROWS:
        return None
    asked = terms(question)
    column = _named_column({column for _, ticks in marked for column in ticks}, asked)
    if not column:
        return _named_row([row for row, _ in marked], asked)
    found = [row for row, ticks in marked if ticks.get(column, EMPTY) != EMPTY]
    if not found:
        return None
    count = told_count(len(found), len(marked), is_asked=asks["count"] is not None)
    said = " ".join(_told(row, column) for row in found[:MOST_TOLD])
    return Computed(statements=tuple(found[:MOST_TOLD]), text=count + said, is_named=True)


def _named_column(columns: Set[str], asked: Sequence[str]) -> str:
    """The column with most words of a question, one at least; empty where several have as many."""
    counts = {column: sum(_says(term, asked) for term in set(terms(column))) for column in columns}
    most = max(counts.values(), default=0)
    named = [column for column, count in counts.items() if count == most]
    return named[0] if most and len(named) == 1 else ""


def _named_row(rows: Sequence[Statement], asked: Sequence[str]) -> Computed | None:
    """The only row whose whole label a question holds."""
    labels = [set(terms(_parts(row)[0])) for row in rows]
    named = [row for row, label in zip(rows, labels, strict=True) if label and label <= set(asked)]
    if len(named) != 1:
        return None
    said = " ".join(named[0].said.split())
    return Computed(statements=(named[0],), text=said, is_named=True)


def _is_marked(cells: Sequence[str]) -> bool:
    """Whether a row has several ticks, or nothing but one."""
    return len(_ticks(cells)) >= min(_MIN_COLUMNS, len(cells))


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
