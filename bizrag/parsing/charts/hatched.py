"""Bars of which one series is hatched: its patch in the legend, and the values over its bars. Pure.

Pixels are RGB, [height, width, 3].
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bizrag.parsing.charts.colours import (
    Legend,
    Pixels,
    common_colour,
    ground_of,
    is_of_colour,
    share_rows,
    whose_colour,
)
from bizrag.parsing.charts.labels import MIN_NAMES, Label, Table, name_rows, whole_names
from bizrag.parsing.charts.legends import PATCH_REACH
from bizrag.parsing.charts.plots import Mask

# in sizes of the type: a patch is so wide and high at least, reaches so far into the box that was read over it, and so
# far above and below that
_MIN_WIDE, _MIN_HIGH, _INSIDE, _HIGHER = 0.8, 0.3, 2.0, 0.25
# pixels by which its edges differ, and that they are thick
_EDGE_PX = 3
# of what is hatched so much is drawn, and so many of its rows are drawn in part
_DRAWN, _IN_PART = (0.1, 0.8), 0.8
# of the width of a value and in sizes of its type: what is looked at below it, and how high that is at least
_STRIP, _BELOW, _MIN_BAR = 0.6, 0.4, 0.3
# what strokes of a patch are read as, before a name in small letters
_STROKES = re.compile(r"^[A-Z\d/\\|]{1,2}(?=[A-Z][a-z])")


def by_hatch(
    names: Sequence[Label], values: Sequence[Label], legends: Sequence[Legend], pixels: Pixels
) -> tuple[Table, Label | None]:
    """The values over grouped bars of which one series is hatched, and the name of that; nothing where any of the
    groups lacks one, or a bar is of no series.

    Args:
        names: of the axis, and others but those of the legends.
        values: those that may be printed over bars.
        legends: names of the other series with their colours.
        pixels: of the chart.
    """
    texts = [*names, *(other for legend in legends for other, _ in legend)]
    found = [(name, end) for name in texts if (end := _end_of_patch(name, texts, pixels)) is not None]
    if len(found) != 1:
        return {}, None
    name, end = found[0]
    # its strokes may be the colour of a legend
    others = [[entry for entry in legend if entry[0] is not name] for legend in legends]
    beside = [legend for legend in others if legend and _is_of(name, legend)]
    if len(beside) != 1:
        return {}, None
    hatched = replace(name, text=_STROKES.sub("", name.text)) if end > name.bbox.l else name
    for axis in name_rows(whole_names([one for one in names if one is not name])):
        pitch = (axis[-1].x - axis[0].x) / max(len(axis) - 1, 1)
        over = [[v for v in values if abs(v.x - one.x) < pitch / 2 and v.y < one.y] for one in axis]
        rows = [_row(slot, beside[0], hatched.text, one, pixels) for slot, one in zip(over, axis, strict=True)]
        if len(axis) >= MIN_NAMES and all(rows):
            return {one.text: row for one, row in zip(axis, rows, strict=True)}, hatched
    return {}, None


def _row(slot: Sequence[Label], legend: Legend, hatched: str, name: Label, pixels: Pixels) -> dict[str, Label]:
    """The values of a group by their series, in the order of the bars; empty where they are not one of each."""
    row: dict[str, Label] = {}
    for value in sorted(slot, key=lambda value: value.x):
        series = _series_below(value, name.bbox.t - value.size / 2, legend, hatched, pixels)
        if series is None or series in row:
            return {}
        row[series] = value
    return row if len(row) == len(legend) + 1 else {}


def _is_of(name: Label, legend: Legend) -> bool:
    """Whether a name stands on the line of a legend, or in its column."""
    return all(
        share_rows(name, other) or abs(name.bbox.l - other.bbox.l) <= PATCH_REACH * name.size for other, _ in legend
    )


def _end_of_patch(name: Label, names: Sequence[Label], pixels: Pixels) -> int | None:
    """Where the hatched patch of a name ends: between two level edges of one length; None without one."""
    box, size, ground = name.bbox, name.size, ground_of(name, pixels)
    before = [other.bbox.r + 1 for other in names if other.bbox.r < box.l and share_rows(other, name)]
    left = int(max(box.l - PATCH_REACH * size, *before, 0))
    above, below = max(int(box.t - _HIGHER * size), 0), int(box.b + _HIGHER * size) + 1
    area = pixels[above:below, left : int(min(box.l + _INSIDE * size, box.r))]
    if ground is None or not area.size:
        return None
    drawn = ~is_of_colour(area, ground)
    runs = [(row, *run) for row in range(len(drawn)) if (run := _longest_run(drawn[row])) is not None]
    edges = [run for run in runs if run[2] - run[1] >= _MIN_WIDE * size]
    if not edges:
        return None
    (top, start, end), (bottom, *ends) = edges[0], edges[-1]
    is_level = abs(ends[0] - start) <= _EDGE_PX and abs(ends[1] - end) <= _EDGE_PX
    if not is_level or bottom - top < _MIN_HIGH * size:
        return None
    inside = drawn[top + _EDGE_PX : bottom - _EDGE_PX + 1, start + _EDGE_PX : end - _EDGE_PX]
    return left + end if _is_hatched(inside) else None


def _longest_run(row: Mask) -> tuple[int, int] | None:
    """Start and end of the longest run of a row; None where nothing is drawn."""
    ends = np.flatnonzero(np.diff(np.concatenate(([False], row, [False])).astype(np.int8)))
    lengths = ends[1::2] - ends[::2]
    at = int(lengths.argmax()) if len(lengths) else -1
    return (int(ends[2 * at]), int(ends[2 * at + 1])) if at >= 0 else None


def _series_below(value: Label, bottom: float, legend: Legend, hatched: str, pixels: Pixels) -> str | None:
    """The series of what stands below a value, down to the axis: by most of it, as its edge is of any colour."""
    ground, half = ground_of(value, pixels), _STRIP * value.bbox.width / 2
    top = int(value.bbox.b + _BELOW * value.size)
    bar = pixels[top : max(int(bottom), 0), max(int(value.x - half), 0) : int(value.x + half) + 1]
    if ground is None or not bar.size or len(bar) < _MIN_BAR * value.size:
        return None
    is_hatched = _is_hatched(~is_of_colour(bar, ground))
    return hatched if is_hatched else whose_colour(common_colour(bar.reshape(-1, 3)), legend)


def _is_hatched(drawn: Mask) -> bool:
    """Whether strokes run over the paper: each row is drawn in part."""
    if not drawn.size:
        return False
    shares = drawn.mean(axis=1)
    is_in_part = ((shares > 0) & (shares < 1)).mean() >= _IN_PART
    return bool(is_in_part and _DRAWN[0] <= drawn.mean() <= _DRAWN[1])
