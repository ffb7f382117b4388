"""Grids that stand right upon each other: where the lines between columns change below a row of names. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bizrag.parsing.engines.pages.page_evidence import Boxes
from bizrag.parsing.engines.regions.rows import Row
from bizrag.parsing.engines.regions.types import TOUCH_PT, Box, grouped

_MIN_NAMES = 2


def cut_at_heads(grids: Sequence[Box], uprights: Boxes, rows: Sequence[Row]) -> list[Box]:
    """Grids cut above each row of names in bold that has other columns than what stands above it.

    Args:
        grids: of one page.
        uprights: [n, 4], upright rules and edges.
        rows: of the page.
    """
    return [part for grid in grids for part in _cut(grid, uprights, rows)]


def _cut(grid: Box, uprights: Boxes, rows: Sequence[Row]) -> Iterator[Box]:
    inside = [
        row
        for row in rows
        if grid[1] < row.middle < grid[3] and grid[0] - TOUCH_PT <= row.box[0] and row.box[2] <= grid[2] + TOUCH_PT
    ]
    inner = (uprights[:, 0] > grid[0] + TOUCH_PT) & (uprights[:, 2] < grid[2] - TOUCH_PT)
    # pieces of one line are one edge
    edges = [group[0] for group in grouped(uprights[inner, 0].tolist(), TOUCH_PT)]
    top = grid[1]
    # a grid whose first row is in plain type has no heads in bold, but rows that are marked
    for above, row, below in _triples(inside) if inside and _is_head(inside[0]) else ():
        if not _is_head(row) or _is_head(above):
            continue
        own, upper, lower = (_columns(edges, uprights, one) for one in (row, above, below))
        if own == lower != upper:
            border = (above.box[3] + row.box[1]) / 2
            yield grid[0], top, grid[2], border
            top = border
    yield grid[0], top, grid[2], grid[3]


def _is_head(row: Row) -> bool:
    return len(row.segments) >= _MIN_NAMES and all(one.is_bold and not one.is_figure for one in row.segments)


def _triples(rows: Sequence[Row]) -> Iterator[tuple[Row, Row, Row]]:
    return zip(rows, rows[1:], rows[2:], strict=False)


def _columns(edges: Sequence[float], uprights: Boxes, row: Row) -> set[int]:
    """Which of the edges of columns there are on the level of a row."""
    level = row.middle
    crossing = uprights[(uprights[:, 1] <= level) & (level <= uprights[:, 3]), 0]
    return {at for at, edge in enumerate(edges) if (abs(crossing - edge) <= TOUCH_PT).any()}
