"""Lists of numbers and what they stand for, set in several columns: the parts of a figure, the keys of a plan. Pure.

Word files mark their first row as the head; said row by row, one part would be the name of the others.
"""

from __future__ import annotations

import re
from dataclasses import replace

from bizrag.describing.grids import Grid, grid_of, texts_of
from bizrag.model.parses import TableArtifact

_NUMBER, _LETTER = re.compile(r"\d{1,3}"), re.compile(r"[^\W\d_]")
# a number and its name
_PAIR = 2
_MIN_NUMBERS = 3


def with_numbers_below(table: TableArtifact) -> TableArtifact:
    """The table with one number and its name a row, none of them a head; other tables as they are.

    The numbers go up by one, down each column of numbers and on in the next, or along the rows.
    """
    grid = grid_of(table)
    if table.num_cols % _PAIR or any(cell.row_end - cell.row_start > 1 for cell in table.cells):
        return table
    pairs = _pairs_down(grid) if _counts(_pairs_down(grid)) else _pairs_along(grid)
    if not _counts(pairs):
        return table
    cells = tuple(
        replace(cell, row_start=number, row_end=number + 1, col_start=col, col_end=col + 1, is_header=False)
        for number, row in enumerate(pairs)
        for col, cell in enumerate(row)
        if cell is not None
    )
    return replace(table, cells=cells, num_rows=len(pairs), num_cols=_PAIR)


def _pairs_down(grid: Grid) -> Grid:
    num_cols = len(grid[0]) if grid else 0
    pairs = [list(row[at : at + _PAIR]) for at in range(0, num_cols, _PAIR) for row in grid]
    return [pair for pair in pairs if any(texts_of(pair))]


def _pairs_along(grid: Grid) -> Grid:
    pairs = [list(row[at : at + _PAIR]) for row in grid for at in range(0, len(row), _PAIR)]
    return [pair for pair in pairs if any(texts_of(pair))]


def _counts(pairs: Grid) -> bool:
    """Whether each number is one more than that before it, from 1 on, and has a name in words."""
    texts = [texts_of(pair) for pair in pairs]
    are_pairs = all(_NUMBER.fullmatch(number) and _LETTER.search(name) for number, name in texts)
    return are_pairs and len(texts) >= _MIN_NUMBERS and [int(row[0]) for row in texts] == list(range(1, len(texts) + 1))
