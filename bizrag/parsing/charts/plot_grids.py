"""Figures of several charts without letters, each with an axis of values of its own: small multiples. Pure.

Charts of one column may share the names below the lowest of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from bizrag.parsing.charts.colours import Pixels, is_of_colour, paper_of
from bizrag.parsing.charts.figure_parts import Cell, Drawn, Panel, ends_of_row, panels_in, widest_gap
from bizrag.parsing.charts.labels import ALIGNED, Label, name_rows
from bizrag.parsing.charts.legends import has_patch
from bizrag.parsing.charts.scales import Scale, find_scales

# of the shorter one of two axes: how much of it runs along the other one of its row
_LEVEL = 0.5
# each takes a copy of the image
_MAX_CHARTS = 12
# in sizes of the type: how wide a chart is at least, right of the marks of its axis
_MIN_WIDTH = 5.0
# in sizes of the type: where the middle of shared names is put, above the lower end of a chart
_SHARED_NAMES = 0.7
_LETTERS = re.compile(r"[^\W\d_]{2}")


def panels_by_axes(labels: Sequence[Label], pixels: Pixels) -> list[Panel]:
    """The charts of a figure, row by row; none where it has one, or where nothing parts them.

    Args:
        labels: all texts, boxes in pixels.
        pixels: RGB, [height, width, 3].
    """
    scales = [scale for scale in find_scales([label for label in labels if label.is_value]) if scale.is_upright]
    paper = paper_of(labels, pixels) if 1 < len(scales) <= _MAX_CHARTS else None
    if paper is None:
        return []
    drawn = ~is_of_colour(pixels, paper)
    charts = [_by_chart(row, drawn) for row in _in_rows(scales)]
    rows = list(_cells(charts, drawn))
    cells = [cell for row in rows for cell in row]
    ordered = [axes[0] for row in charts for axes in row]
    if len(cells) != len(ordered) or len(cells) < 2:
        return []
    titles = [_title(cell, scale, labels, pixels) for cell, scale in zip(cells, ordered, strict=True)]
    panels = panels_in(cells, titles, labels, pixels, paper)
    return [
        replace(panel, labels=[*panel.labels, *_names_below(cell, scale, rows, labels)])
        for panel, cell, scale in zip(panels, cells, ordered, strict=True)
    ]


def _title(cell: Cell, scale: Scale, labels: Sequence[Label], pixels: Pixels) -> str:
    """The nearest text above the marks of an axis, which no patch of a legend stands before."""
    top = scale.marks[0].y
    above = [
        label
        for label in labels
        if cell.holds(label)
        and label.bbox.t < top
        and label.bbox.b <= top + label.size
        and _LETTERS.search(label.text)
        and not has_patch(label, labels, pixels)
    ]
    nearest = max(above, key=lambda label: label.bbox.b, default=None)
    # charts that share an axis have a title each
    level = [one for one in above if nearest and abs(one.bbox.b - nearest.bbox.b) <= ALIGNED * nearest.size]
    return "" if nearest is None or len(level) > 1 else nearest.text


def _in_rows(scales: Sequence[Scale]) -> list[list[Scale]]:
    """Axes of values from top to bottom, those of one row from left to right."""
    rows: list[list[Scale]] = []
    for scale in sorted(scales, key=lambda scale: scale.places[0]):
        if rows and _are_level(rows[-1][0], scale):
            rows[-1].append(scale)
        else:
            rows.append([scale])
    return [sorted(row, key=lambda scale: scale.marks[0].x) for row in rows]


def _are_level(one: Scale, other: Scale) -> bool:
    common = min(one.places[-1], other.places[-1]) - max(one.places[0], other.places[0])
    return common >= _LEVEL * min(one.places[-1] - one.places[0], other.places[-1] - other.places[0])


def _by_chart(row: Sequence[Scale], drawn: Drawn) -> list[list[Scale]]:
    """The axes of each chart of a row: one at its right edge, which nothing is drawn behind, with that at its left."""
    charts = [[row[0]]]
    edges = [*(_left(scale) for scale in row[1:]), drawn.shape[1]]
    for scale, end in zip(row[1:], edges[1:], strict=True):
        size = scale.marks[0].size
        top, bottom = max(int(scale.places[0] - size), 0), int(scale.places[-1] + size)
        behind = drawn[top:bottom, int(_right(scale)) + 1 : int(end)].any(axis=0)
        if len(charts[-1]) == 1 and behind.sum() <= _MIN_WIDTH * size:
            charts[-1].append(scale)
        else:
            charts.append([scale])
    return charts


def _cells(rows: Sequence[Sequence[Sequence[Scale]]], drawn: Drawn) -> Iterator[list[Cell]]:
    """Where each chart lies; fewer where no empty band parts two of them, or where nothing is right of an axis."""
    size = max(mark.size for row in rows for axes in row for scale in axes for mark in scale.marks)
    levels: list[int | None] = [0]
    for upper, lower in pairwise([[scale for axes in row for scale in axes] for row in rows]):
        end, start = max(scale.places[-1] for scale in upper), min(scale.places[0] for scale in lower)
        levels.append(widest_gap(drawn.T, end + size / 2, start - size / 2, size))
    levels.append(len(drawn))
    for row, (top, bottom) in zip(rows, pairwise(levels), strict=True):
        if top is None or bottom is None:
            return
        cells = next(filter(None, (_row(row, part, drawn, size) for part in _extents(drawn, top, bottom, size))), None)
        if cells is None:
            return
        yield cells


def _extents(drawn: Drawn, top: int, bottom: int, size: float) -> Iterator[tuple[int, int]]:
    """From where to where a row of charts may reach: without a title of all above, or what all share below."""
    for start in ends_of_row(drawn[top:bottom][::-1], size):
        for end in ends_of_row(drawn[top:bottom], size):
            yield bottom - start, top + end


def _row(row: Sequence[Sequence[Scale]], extent: tuple[int, int], drawn: Drawn, size: float) -> list[Cell]:
    """The charts of a row from left to right; none where nothing parts them, or nothing is right of an axis."""
    top, bottom = extent
    part = drawn[top:bottom]
    cuts = [
        widest_gap(part, _right(one[-1]) if len(one) > 1 else _begin(part, one[0]), _left(other[0]), size)
        for one, other in pairwise(row)
    ]
    sides = [0, *(cut for cut in cuts if cut is not None), drawn.shape[1]]
    if len(sides) < len(row) + 1:
        return []
    ends = [_right(axes[0]) + _MIN_WIDTH * size for axes in row]
    if any(end > right or not part[:, int(end) : right].any() for end, right in zip(ends, sides[1:], strict=True)):
        return []
    return [Cell(left, top, right, bottom) for left, right in pairwise(sides)]


def _begin(drawn: Drawn, scale: Scale) -> int:
    """Where what is drawn right of the marks of an axis begins: before it nothing ends."""
    start = int(_right(scale)) + 1
    columns = np.flatnonzero(drawn[:, start:].any(axis=0))
    return start + int(columns[0]) if len(columns) else drawn.shape[1]


def _left(scale: Scale) -> float:
    return min(mark.bbox.l for mark in scale.marks)


def _right(scale: Scale) -> float:
    return max(mark.bbox.r for mark in scale.marks)


def _names_below(cell: Cell, scale: Scale, rows: Sequence[Sequence[Cell]], labels: Sequence[Label]) -> list[Label]:
    """The names that a chart without any below its axis shares with the lowest one of its column, at its own lower end;
    of several charts that share the axis those of each.
    """
    below = [
        other
        for row in rows
        for other in row
        if other.top >= cell.bottom and other.left < (cell.left + cell.right) / 2 < other.right
    ]
    floor = scale.marks[-1]
    inside = [label for label in labels if not label.is_value and cell.holds(label)]
    own = name_rows([label for label in inside if label.y > floor.y - floor.size])
    if own or not below:
        return []
    names = name_rows([label for label in labels if not label.is_value and below[-1].holds(label)])
    lowest = max((row[0].y for row in names), default=0.0)
    level = [name for row in names if lowest - row[0].y <= ALIGNED * row[0].size for name in row]
    return [_moved(name, cell.bottom - _SHARED_NAMES * name.size) for name in level]


def _moved(name: Label, y: float) -> Label:
    box = name.bbox
    return replace(name, bbox=replace(box, t=y - box.height / 2, b=y + box.height / 2))
