"""Labels beside the first of several names where neither has a name in the head: "Voltage" over "IN" and "EN". Pure.

Data sheets set ratings so, with a rule below the last row of each label at most.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bizrag.describing.grids import Grid, filled_texts, grid_of, texts_of
from bizrag.describing.header_rows import num_header_rows
from bizrag.model.parses import TableArtifact, TableCell

_LETTER = re.compile(r"[^\W\d_]")
# the label, the name, and two columns of values
_MIN_COLUMNS, _MIN_LABELS = 4, 2


def with_labels_over_rows(table: TableArtifact) -> TableArtifact:
    """The table with such a label merged over its rows; other tables as they are."""
    grid = grid_of(table)
    first = num_header_rows(table, grid)
    if table.num_cols < _MIN_COLUMNS or not _are_named_twice(grid, first):
        return table
    kept = [cell for cell in table.cells if cell.col_start > 0 or cell.row_start < first]
    return replace(table, cells=(*kept, *_merged(grid, first)))


def _are_named_twice(grid: Grid, first: int) -> bool:
    """Whether all rows have a name in the second column, some of them no label, and the head names all others."""
    heads, rows = [texts_of(row) for row in grid[:first]], grid[first:]
    is_head = any(any(head[2:]) for head in heads) and not any(any(head[:2]) for head in heads)
    if not is_head or any(cell is not None and cell.row_end - cell.row_start > 1 for row in rows for cell in row[:1]):
        return False
    texts = [texts_of(row) for row in rows]
    num_labels = sum(bool(row[0]) for row in texts)
    are_filled = all(_LETTER.search(row[1]) and row[0] != row[1] and any(row[2:]) for row in texts)
    return are_filled and bool(texts[0][0]) and _MIN_LABELS <= num_labels < len(texts)


def _merged(grid: Grid, first: int) -> Iterator[TableCell]:
    starts = [at for at in range(first, len(grid)) if filled_texts(grid[at][:1])]
    for start, end in zip(starts, [*starts[1:], len(grid)], strict=True):
        label = grid[start][0]
        if label is not None:
            yield replace(label, row_end=end)
