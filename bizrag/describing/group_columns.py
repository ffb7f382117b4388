"""Names beside a label that is merged over rows: "Planned" over three projects tells none of them apart. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.describing.grids import Grid
from bizrag.model.parses import TableCell

_WORD = re.compile(r"[^\W\d_]{2}")
# a name has no more words; and so many groups with so many rows in each are a way of writing a table
_MAX_WORDS = 24
_MIN_ROWS = 2
# the label, the name, and something that is told of it
_MIN_COLUMNS = 3


def names_beside_groups(rows: Grid) -> frozenset[int]:
    """The ``id`` of each cell in the second column that tells the rows of a label merged over them apart.

    Words, another in each row; where those of one label are anything else, none of the table's are names.
    """
    beside: dict[int, list[TableCell]] = {}
    for row in rows:
        if len(row) < _MIN_COLUMNS or (first := row[0]) is None or first.row_end - first.row_start < _MIN_ROWS:
            continue
        if first.col_end == 1 and first.text.strip() and (second := row[1]) is not None:
            beside.setdefault(id(first), []).append(second)
    if not beside or not all(map(_are_names, beside.values())):
        return frozenset()
    return frozenset(id(cell) for cells in beside.values() for cell in cells)


def _are_names(cells: Sequence[TableCell]) -> bool:
    texts = {cell.text.strip() for cell in cells}
    return len(texts) == len(cells) >= _MIN_ROWS and all(
        _WORD.search(cell.text) is not None
        and len(cell.text.split()) <= _MAX_WORDS
        and cell.row_end - cell.row_start == cell.col_end - cell.col_start == 1
        for cell in cells
    )
