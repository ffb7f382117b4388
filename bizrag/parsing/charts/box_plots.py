"""Box plots: the quartiles and the median of each name, measured by the lines of its box. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bizrag.parsing.charts.colours import SAME_COLOUR, away_from
from bizrag.parsing.charts.labels import MIN_FILLED, MIN_NAMES, Table
from bizrag.parsing.charts.plots import Plot

UPPER, MEDIAN, LOWER = "Upper quartile", "Median", "Lower quartile"

# in pixels: how thick lines may be; the whisker in the middle of a box; what is one line; and what is level
_THICKNESS_PX, _WHISKER_PX, _ONE_LINE_PX, _LEVEL_PX = (3, 5, 8), 4, 3, 3
# of the distance between two names: how far the lines of a box reach to each side, and those of a grid
_REACH = (0.12, 0.48)
# of the widest line of a box the others have so much: the ends of whiskers are shorter
_AS_WIDE = 0.85


def box_plot_values(plot: Plot) -> Table:
    """The three lines of the box of each name; nothing where most names have no box, or all boxes stand on one line."""
    values: Table = {}
    feet: list[float] = []
    for name, place in zip(plot.names, plot.places, strict=True):
        lines = _lines_of_box(plot, place)
        if len(lines) != 3:
            continue
        feet.append(lines[-1])
        for series, line in zip((UPPER, MEDIAN, LOWER), sorted(lines, key=plot.scale.value_at)[::-1], strict=True):
            label = plot.label(plot.scale.value_at(line), start=line, end=line, place=place)
            values.setdefault(name.text, {})[series] = label
    is_told = len(values) >= max(MIN_NAMES, MIN_FILLED * len(plot.names))
    # bars of two parts have three lines, too
    return values if is_told and max(feet) - min(feet) > _LEVEL_PX else {}


def _lines_of_box(plot: Plot, place: float) -> list[float]:
    """Where along the axis of values the widest lines around a place lie, each as wide as the others."""
    (top, bottom), half = plot.along, int(_REACH[1] * plot.pitch)
    left, right = int(place) - half, int(place) + half + 1
    if left < 0 or right > plot.pixels.shape[1]:
        left, right = max(left, 0), min(right, plot.pixels.shape[1])
    middle = int(place) - left
    part = plot.pixels[top:bottom, left:right]
    # of two thin lines close to each other what lies between is a thick one
    found = ([top + line for line in _widest(_thin(part, away), middle, plot.pitch)] for away in _THICKNESS_PX)
    return next((lines for lines in found if len(lines) == 3), [])


def _widest(is_line: NDArray[np.bool_], middle: int, pitch: float) -> list[float]:
    """The places of the widest lines around a column, each as wide as the others."""
    widths = np.minimum(_run(is_line[:, middle + _WHISKER_PX :]), _run(is_line[:, max(middle - _WHISKER_PX, 0) :: -1]))
    reach = min(middle, is_line.shape[1] - middle) - _WHISKER_PX - 1
    # lines of a grid go on
    widths[widths >= reach] = 0
    widest = int(widths.max(initial=0))
    return list(_in_one(np.flatnonzero(widths >= _AS_WIDE * widest))) if widest >= _REACH[0] * pitch else []


def _in_one(rows: NDArray[np.intp]) -> Iterator[float]:
    """The middles of runs of rows that are one line."""
    cuts = [0, *(at + 1 for at, (one, other) in enumerate(pairwise(rows)) if other - one > _ONE_LINE_PX), len(rows)]
    return (float(rows[start:end].mean()) + 0.5 for start, end in pairwise(cuts) if end > start)


def _thin(part: NDArray[np.int16], away: int) -> NDArray[np.bool_]:
    """Where something differs from what is so far above and below it: lines that run across, thinner than that."""
    found = np.zeros(part.shape[:2], dtype=np.bool_)
    middle = part[away:-away]
    if len(middle):
        steps = [away_from(middle - other, (0, 0, 0)) for other in (part[: -2 * away], part[2 * away :])]
        found[away:-away] = np.minimum(*steps) > SAME_COLOUR
    return found


def _run(is_line: NDArray[np.bool_]) -> NDArray[np.intp]:
    """How many pixels of each row are a line from its first one on."""
    stops = np.concatenate([~is_line, np.ones((len(is_line), 1), dtype=np.bool_)], axis=1)
    return stops.argmax(axis=1)
