"""Tables that are key figures: a row of figures, and below each what it counts ("312 km²", "area"). Pure.

Infographics and reports set them so; said row by row, no figure would have its name. A letter may stand for an icon
before a figure with its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce

from bizrag.model.geometry import BoundingBox
from bizrag.model.labels import is_period
from bizrag.model.parses import TableArtifact, TableCell

_FIGURE = re.compile(r"^[^\w\s]{0,3}\d")
_LETTER = re.compile(r"[^\W\d_]")
# a figure is short: "1 in 38", "2,130 mm"; what it counts is no sentence
_FIGURE_WORDS, _NAME_WORDS = 4, 12
# a name may go on in a second line
_NAME_ROWS = 2
_MIN_FIGURES = 2
# a letter for an icon, the figure and what it counts
_TILE, _ICON_CHARS = 3, 1


def with_names_first(table: TableArtifact) -> TableArtifact:
    """The table with a row for each figure, its name first; other tables as they are.

    A title above all is kept as the caption's last words.
    """
    rows = [[cell for cell in row if cell.text.strip()] for row in _rows(table)]
    title = rows.pop(0)[0].text.strip() if rows and len(rows[0]) == 1 and table.num_cols > 1 else ""
    pairs = _beside_icons(rows) or _pairs(rows)
    if len(pairs) < _MIN_FIGURES or all(is_period(figure.text) for _, figure in pairs):
        return table
    cells = [
        replace(cell, row_start=row, row_end=row + 1, col_start=col, col_end=col + 1, is_header=False)
        for row, pair in enumerate(pairs)
        for col, cell in enumerate(pair)
    ]
    caption = ". ".join(filter(None, (table.caption.strip().rstrip("."), title)))
    return replace(table, cells=tuple(cells), num_rows=len(pairs), num_cols=2, caption=caption)


def _rows(table: TableArtifact) -> list[list[TableCell]]:
    rows: list[list[TableCell]] = [[] for _ in range(table.num_rows)]
    for cell in sorted(table.cells, key=lambda cell: cell.col_start):
        if cell.row_start < table.num_rows:
            rows[cell.row_start].append(cell)
    return rows


def _beside_icons(rows: Sequence[Sequence[TableCell]]) -> list[tuple[TableCell, TableCell]]:
    """Names with their figures, where each row has a letter in place of an icon, a figure and what it counts; the
    letter stays in the name. Empty where a row is anything else.
    """
    are_tiles = all(len(row) == _TILE and _is_icon(row[0]) and _is_figure(row[1]) and _is_name(row[2]) for row in rows)
    # signs of a list that come back are names of kinds
    if not are_tiles or len({row[0].text.strip() for row in rows}) < len(rows):
        return []
    return [(_joined([row[0], row[2]]), row[1]) for row in rows]


def _pairs(rows: Sequence[Sequence[TableCell]]) -> list[tuple[TableCell, TableCell]]:
    """Names with their figures; empty where a row is neither, or a figure has no name."""
    found: list[tuple[TableCell, TableCell]] = []
    at = 0
    while at < len(rows):
        figures = rows[at]
        names = list(_name_rows(rows[at + 1 : at + 1 + _NAME_ROWS]))
        if len(figures) < 1 or not all(map(_is_figure, figures)) or not names:
            return []
        for figure in figures:
            own = [cell for row in names for cell in row if _overlap(cell, figure)]
            if not own:
                return []
            found.append((_joined(own), figure))
        if any(not any(_overlap(cell, figure) for figure in figures) for row in names for cell in row):
            return []
        at += 1 + len(names)
    return found if max(map(len, rows), default=0) > 1 else []


def _name_rows(rows: Sequence[Sequence[TableCell]]) -> Iterator[Sequence[TableCell]]:
    for row in rows:
        if not row or not all(map(_is_name, row)):
            return
        yield row


def _joined(cells: Sequence[TableCell]) -> TableCell:
    boxes = [cell.bbox for cell in cells if cell.bbox is not None]
    box = reduce(BoundingBox.union, boxes) if boxes else None
    return replace(cells[0], text=" ".join(cell.text.strip() for cell in cells), bbox=box)


def _is_icon(cell: TableCell) -> bool:
    text = cell.text.strip()
    return len(text) <= _ICON_CHARS and not any(map(str.isdigit, text))


def _is_figure(cell: TableCell) -> bool:
    return _FIGURE.match(cell.text.strip()) is not None and len(cell.text.split()) <= _FIGURE_WORDS


def _is_name(cell: TableCell) -> bool:
    text = cell.text.strip()
    return _LETTER.search(text) is not None and not _is_figure(cell) and len(text.split()) <= _NAME_WORDS


def _overlap(one: TableCell, other: TableCell) -> bool:
    return one.col_start < other.col_end and other.col_start < one.col_end
