"""Rows of sums whose name stands right before the figure, under the name of some column: it is their label. Pure.

"Net total | 3,116.60" at the foot of the items of an order is no unit price.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.describing.grids import Grid, filled_texts
from bizrag.model.parses import TableCell

_NUMBER = re.compile(r"\d")
_WORD = re.compile(r"[^\W\d_]")
# what is summed up has so many cells in a row
_MIN_CELLS = 3


def sums_below(rows: Grid) -> frozenset[int]:
    """The ids of the last rows of a table of items that are a name and amounts, none of them in the first column."""
    found: list[int] = []
    for row in reversed([row for row in rows if filled_texts(row)]):
        if with_label_first(row, most=len(row)) is row:
            break
        found.append(id(row))
    num_items = sum(len(filled_texts(row)) >= _MIN_CELLS for row in rows)
    return frozenset(found) if num_items > 0 else frozenset()


def with_label_first(row: Sequence[TableCell | None], *, most: int = 2) -> Sequence[TableCell | None]:
    """A sum's row with its name, which stands right before its figure ("Subtotal | 6,328.50"), as its label; a row
    as it is that is no name with figures, or has more than ``most`` cells.
    """
    cells = list({id(cell): cell for cell in row if cell and cell.text.strip()}.values())
    if (
        not 2 <= len(cells) <= most
        or cells[0].col_start == 0
        or not _WORD.match(cells[0].text)
        or not all(_NUMBER.search(cell.text) for cell in cells[1:])
    ):
        return row
    name = replace(cells[0], col_start=0, col_end=1)
    return [name, *(None if cell is cells[0] else cell for cell in row[1:])]
