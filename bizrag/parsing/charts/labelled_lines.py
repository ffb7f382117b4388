"""Lines with values at some of their points, over an axis that writes some of its years. Pure.

Where a value stands tells its year: the axis is even between the years that it writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from bizrag.model.terms import is_year
from bizrag.parsing.charts.chart_tables import ChartValues
from bizrag.parsing.charts.colours import Pixels, is_of_colour, paper_of
from bizrag.parsing.charts.figure_parts import levels_of
from bizrag.parsing.charts.labels import Label, Table, number_of, whole_year

# [height, width]
_Mask = np.ndarray[Any, np.dtype[np.bool_]]
# the height of a line over each column of pixels of its axis
_Course = np.ndarray[Any, np.dtype[np.float64]]

# years on fewer are the names of columns
_MIN_YEARS = 3
# of a year: how far beside its place a written one stands, and a value
_OFF_YEAR = 0.35
# in sizes of the type: how far a value stands from its point, above or below it and beside the ends of the line
_OVER, _BESIDE, _BEYOND = 2.2, 1.2, 4.0
# of its axis a line covers; channels of a colour differ by more; pixels between the lowest and the highest point of a
# line, which is no rule; of the height of its chart how thick it is; over so much of its axis an area is nothing else
_WHOLE, _GREY, _MIN_RISE_PX, _MAX_THICK, _FILLED = 0.95, 24, 4, 0.12, 0.9


@dataclass(frozen=True, slots=True, kw_only=True)
class _Axis:
    """Years along a line, at least the first and the last; where the chart above it reaches to, in pixels."""

    years: Sequence[Label]
    top: float
    # of what is printed beside the ends of the line
    reach: tuple[float, float]

    @property
    def bottom(self) -> float:
        return min(label.bbox.t for label in self.years)

    @property
    def left(self) -> float:
        return self.years[0].x

    @property
    def right(self) -> float:
        return self.years[-1].x

    @property
    def size(self) -> float:
        return self.years[0].size

    def holds(self, label: Label) -> bool:
        return self.top <= label.y < self.bottom and self.reach[0] <= label.x <= self.reach[1]

    def year_at(self, x: float) -> float:
        first, last = (int(self.years[at].text) for at in (0, -1))
        return first + (x - self.left) / (self.right - self.left) * (last - first)

    def is_even(self) -> bool:
        first, last = (int(self.years[at].text) for at in (0, -1))
        is_right = self.right > self.left and last - first >= _MIN_YEARS
        return is_right and all(abs(self.year_at(label.x) - int(label.text)) <= _OFF_YEAR for label in self.years)


def labelled_lines(labels: Sequence[Label], pixels: Pixels) -> ChartValues:
    """The values at points of lines, one line in a chart, by their years; nothing unless all that is printed is one.

    Args:
        labels: all texts of the figure, which may have several charts, each below its name.
        pixels: RGB, [height, width, 3].
    """
    labels = [replace(label, text=whole_year(label.text)) for label in labels]
    axes = list(_axes([label for label in labels if is_year(label.text)]))
    paper = paper_of(labels, pixels) if axes else None
    if paper is None:
        return ChartValues()
    drawn = ~is_of_colour(pixels, paper)
    coloured = drawn & (pixels.max(axis=2) - pixels.min(axis=2) > _GREY)
    rows = [row for axis in axes if (row := _values_of_line(axis, labels, coloured, drawn))]
    if len(rows) < len(axes):
        return ChartValues()
    if len(axes) == 1:
        return ChartValues(tables=[{year: {"": value} for year, value in rows[0].items()}])
    titles = [_title_over(axis, row, labels) for axis, row in zip(axes, rows, strict=True)]
    if "" in titles or len(set(titles)) < len(titles):
        return ChartValues()
    table: Table = {year: {} for year in sorted({year for row in rows for year in row})}
    for title, row in zip(titles, rows, strict=True):
        for year, value in row.items():
            table[year][title] = value
    return ChartValues(tables=[table], series=titles)


def _axes(years: Sequence[Label]) -> Iterator[_Axis]:
    """Years on one line that go up, from top to bottom and from left to right; all of them, or none."""
    levels = levels_of(years)
    tops = [0.0, *(max(label.bbox.b for label in level) for level in levels)]
    axes: list[_Axis] = []
    for level, top in zip(levels, tops, strict=False):
        runs: list[list[Label]] = []
        for year in level:
            if runs and int(year.text) > int(runs[-1][-1].text):
                runs[-1].append(year)
            else:
                runs.append([year])
        # charts side by side part what is between them
        cuts = [(run[-1].x + after[0].x) / 2 for run, after in pairwise(runs)]
        first, last = runs[0][0], runs[-1][-1]
        cuts = [first.x - _BEYOND * first.size, *cuts, last.x + _BEYOND * last.size]
        axes += [_Axis(years=run, top=top, reach=reach) for run, reach in zip(runs, pairwise(cuts), strict=True)]
    if all(len(axis.years) > 1 and axis.is_even() for axis in axes):
        yield from axes


def _values_of_line(axis: _Axis, labels: Sequence[Label], coloured: _Mask, drawn: _Mask) -> dict[str, Label]:
    """The values at points of the one line over an axis by their years, those of its ends among them; else nothing."""
    values = [label for label in labels if label.is_value and axis.holds(label)]
    course = _course(axis, coloured)
    course = _course(axis, drawn) if course is None else course
    if course is None or len(values) < 2:
        return {}
    found: dict[str, Label] = {}
    heights: list[tuple[float, float]] = []
    for value in sorted(values, key=lambda value: value.x):
        x = _place(value, axis, course)
        year = "" if x is None else str(round(axis.year_at(x)))
        if x is None or year in found or abs(axis.year_at(x) - int(year)) > _OFF_YEAR:
            return {}
        found[year] = value
        heights.append((-course[_column(x, axis, course)], number_of(value.text)))
    ends = {label.text for label in (axis.years[0], axis.years[-1])}
    return found if ends <= found.keys() and _go_together(heights) else {}


def _place(value: Label, axis: _Axis, course: _Course) -> float | None:
    """Where on its axis the point of a value is; None where the line does not pass by."""
    beside = axis.left if value.bbox.r <= axis.left else axis.right if value.bbox.l >= axis.right else None
    if beside is not None and abs(value.y - course[_column(beside, axis, course)]) <= _BESIDE * value.size:
        return beside
    x = min(max(value.x, axis.left), axis.right)
    is_near = abs(x - value.x) <= value.bbox.width and (
        abs(value.y - course[_column(x, axis, course)]) <= _OVER * value.size
    )
    return x if is_near else None


def _column(x: float, axis: _Axis, course: _Course) -> int:
    return min(max(int(x - axis.left), 0), len(course) - 1)


def _go_together(heights: Sequence[tuple[float, float]]) -> bool:
    """Whether of two points the higher one has the greater value, or they are level."""
    ordered = sorted(heights)
    return all(high - low <= 1 or greater >= less for (low, less), (high, greater) in pairwise(ordered))


def _course(axis: _Axis, mask: _Mask) -> _Course | None:
    """How high the one line over an axis is drawn, in pixels of the image; None without one, or with several."""
    from scipy import ndimage

    top, left = int(axis.top), int(axis.left)
    part = mask[top : int(axis.bottom), left : int(axis.right) + 1]
    if not part.size:
        return None
    pieces, _ = ndimage.label(part, np.ones((3, 3)))
    lines: list[_Course] = []
    for number, (rows, columns) in enumerate(ndimage.find_objects(pieces), start=1):
        if columns.stop - columns.start < _WHOLE * part.shape[1] or rows.stop - rows.start < _MIN_RISE_PX:
            continue
        piece = pieces[rows] == number
        covered = piece.any(axis=0)
        upper, lower = piece.argmax(axis=0), len(piece) - 1 - piece[::-1].argmax(axis=0)
        thick = lower[covered] - upper[covered] + 1
        is_line = np.median(thick) <= max(_MAX_THICK * len(part), _MIN_RISE_PX)
        # what is filled below a line goes down to its axis, which has marks
        is_level = np.abs(lower - np.median(lower[covered])) < _MIN_RISE_PX
        is_area = (is_level & (lower - upper + 1 == piece.sum(axis=0)))[covered].mean() >= _FILLED
        if covered.mean() >= _WHOLE and (is_line or is_area):
            edge = (upper + lower + 1)[covered] / 2 if is_line else upper[covered].astype(float)
            lines.append(top + rows.start + np.interp(np.arange(part.shape[1]), np.flatnonzero(covered), edge))
    # the line of an axis, and a grid, are level
    lines = [line for line in lines if np.ptp(line) >= _MIN_RISE_PX]
    return lines[0] if len(lines) == 1 else None


def _title_over(axis: _Axis, row: dict[str, Label], labels: Sequence[Label]) -> str:
    """The name right above a chart; empty without one."""
    upper = min(value.bbox.t for value in row.values())
    names = [
        label.text
        for label in sorted(labels, key=lambda label: -label.y)
        if not label.is_value and label.is_name and not is_year(label.text) and axis.holds(label) and label.y < upper
    ]
    return names[0] if names else ""
