"""Errors of figures that stand in brackets in a row of their own below them, as in tables of models. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from bizrag.describing.grids import Grid, grid_of, texts_of
from bizrag.model.parses import TableArtifact, TableCell

_BRACKETED = re.compile(r"[(\[]\s*[^()\[\]]*\d[^()\[\]]*[)\]]\W{0,3}")
_NUMBER = re.compile(r"\d")
# so many rows have one below, and this share of those with a label and figures: a loss stands in brackets too
_MIN_ROWS, _ROWS_SHARE = 2, 0.5


def with_errors_beside(table: TableArtifact) -> TableArtifact:
    """The table with each such row told in the cells above it, as "0.218 (0.020)"; others as they are."""
    grid = grid_of(table)
    below = [row for row in range(1, len(grid)) if _are_errors(grid, row)]
    labelled = [row for row in grid if texts_of(row)[0] and any(map(_NUMBER.search, texts_of(row)[1:]))]
    if len(below) < _MIN_ROWS or len(below) < _ROWS_SHARE * len(labelled):
        return table
    errors = {
        (cell.row_start - 1, cell.col_start): cell for row in below for cell in grid[row] if cell and cell.text.strip()
    }
    cells = [_with_error(cell, errors) for cell in table.cells if cell.row_start not in below]
    return replace(table, cells=tuple(cells))


def _are_errors(grid: Grid, row: int) -> bool:
    """Whether a row has no label, and nothing but brackets below figures."""
    texts, above = texts_of(grid[row]), texts_of(grid[row - 1])
    told = [at for at, text in enumerate(texts) if text]
    return (
        bool(told)
        and not texts[0]
        and bool(above[0])
        and all(_BRACKETED.fullmatch(texts[at]) and _NUMBER.search(above[at]) for at in told)
    )


def _with_error(cell: TableCell, errors: dict[tuple[int, int], TableCell]) -> TableCell:
    error = errors.get((cell.row_start, cell.col_start))
    return cell if error is None else replace(cell, text=f"{cell.text.strip()} {error.text.strip()}")
