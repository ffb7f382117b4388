"""Rows that a column of numbers, one after the other, counts under a noun: "Mode | 0 | 1 | 2" has a "Mode 2". Pure.

People ask for them so ("the bit-rate of mode 2"); a row without a name is told by no one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from bizrag.describing.column_labels import column_labels
from bizrag.describing.grids import grid_of, texts_of
from bizrag.describing.header_rows import num_header_rows
from bizrag.model.parses import TableArtifact

_INTEGER = re.compile(r"\d{1,3}")
_NOUN = re.compile(r"[^\W\d_]{3,}(?:[ /-][^\W\d_]{3,}){0,2}")
# "No. 3" says how many rows stand above it, and the row is called something else
_COUNTS = re.compile(
    r"\b(?:no|nr|num|numbers?|rank(?:ing)?|items?|lines?|rows?|pos(?:ition)?|serial|index|ids?|ref(?:erence)?s?|pages?"
    r"|total|sum|count)\b",
    re.IGNORECASE,
)
_MIN_ROWS = 3


def with_counted_names(table: TableArtifact) -> TableArtifact:
    """The table, the numbers of its first column behind the noun over them where they count its rows one by one."""
    grid = grid_of(table)
    num_headers = num_header_rows(table, grid)
    rows = grid[num_headers:]
    if not num_headers or table.num_cols < 2 or len(rows) < _MIN_ROWS:
        return table
    noun = column_labels([texts_of(row) for row in grid[:num_headers]], table.num_cols)[0].strip()
    if _NOUN.fullmatch(noun) is None or _COUNTS.search(noun):
        return table
    firsts = texts_of([row[0] for row in rows])
    if not all(map(_INTEGER.fullmatch, firsts)):
        return table
    if any(int(following) != int(number) + 1 for number, following in pairwise(firsts)):
        return table
    counting = {id(row[0]) for row in rows}
    cells = tuple(
        replace(cell, text=f"{noun} {cell.text.strip()}") if id(cell) in counting else cell for cell in table.cells
    )
    return replace(table, cells=cells)
