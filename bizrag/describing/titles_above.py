"""Rows above the names of a table's columns that name none: its title, and fields of the page it stands on. Pure.

A heading in a bar across the table, and a box with "Patient: Ann Reid" right above it, are often read with its head; a
figure would be told with them again and again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.describing.grids import grid_of
from bizrag.model.labels import is_time, is_unit, tells_scale
from bizrag.model.parses import TableArtifact, TableCell

# "Patient: Ann Reid", and no time of the day
_FIELD = re.compile(r"[^\W\d_][^:\n]{0,40}:\s+\S")
# what a title has besides is told with the figures: a year, the first words of a period
_FIGURES_OF = re.compile(
    r"\b(?:19|20)\d\d\b|\b(?:ended|ending|as (?:of|at)|quarters?|months?|years?)\b|[$€£¥%]", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_MIN_WORDS, _MIN_NAMES = 2, 2


def with_titles_above(table: TableArtifact) -> TableArtifact:
    """The table without such rows, whose texts are the last words of its caption; other tables as they are."""
    heads = sorted({cell.row_start for cell in table.cells if cell.is_header})
    count = next((size for size in range(len(heads) - 1, 0, -1) if _are_above(table, size)), 0)
    if not count:
        return table
    texts = [cell.text.strip() for cell in _cells_of(table, count)]
    cells = tuple(
        replace(cell, row_start=cell.row_start - count, row_end=cell.row_end - count)
        for cell in table.cells
        if cell.row_start >= count
    )
    caption = "\n".join(filter(None, (table.caption.strip(), *texts)))
    return replace(table, cells=cells, num_rows=table.num_rows - count, caption=caption)


def _cells_of(table: TableArtifact, count: int) -> list[TableCell]:
    cells = (cell for cell in table.cells if cell.row_start < count and cell.text.strip())
    return sorted(cells, key=lambda cell: (cell.row_start, cell.col_start))


def _are_above(table: TableArtifact, count: int) -> bool:
    """Whether the first rows hold nothing but titles, or fields, and names of columns of their own stand below."""
    cells = _cells_of(table, count)
    if not cells or any(cell.row_end > count for cell in cells):
        return False
    below = grid_of(table)[count]
    names = {cell.text for cell in below if cell is not None and cell.is_header and cell.text.strip()}
    if len(names) < max(_MIN_NAMES, table.num_cols / 2):
        return False
    return all(_is_title(cell, table.num_cols) for cell in cells) or _are_fields(cells)


def _is_title(cell: TableCell, num_cols: int) -> bool:
    """Whether a text over all columns, that of the labels too, tells neither when nor in what figures are."""
    is_over_all = cell.col_start == 0 and cell.col_end >= num_cols > 1
    tells_of_figures = _FIGURES_OF.search(cell.text) or is_time(cell.text) or is_unit(cell.text)
    is_heading = len(_WORD.findall(cell.text)) >= _MIN_WORDS and not cell.text.startswith("(")
    return is_over_all and is_heading and not tells_of_figures and not tells_scale(cell.text)


def _are_fields(cells: Sequence[TableCell]) -> bool:
    return len(cells) > 1 and all(_FIELD.match(cell.text.strip()) for cell in cells)
