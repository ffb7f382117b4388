"""Plots of charts: what is drawn between the names of one axis and the marks of the other. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.colours import PATCH_REACH, Colour, Pixels
from bizrag.parsing.charts.labels import Label, name_columns, name_rows, whole_names
from bizrag.parsing.charts.scales import Scale

# [length of the axis of values, length of that of names]: where something is drawn
Mask = NDArray[np.bool_]

# of the distance between two marks: how uneven they may stand, and the same value on two axes; how far the plot goes on
_UNEVEN, _BEYOND = 0.06, 0.9
# in sizes of the type: names stand so near to the marks, across and along the axis of names
_NAMES_REACH = 5.0
# of the distance between two names: how far beside the marks the first one may stand
_MARKS_REACH = 1.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """What is drawn between the names and the marks, turned so that values run down the first axis."""

    names: Sequence[Label]
    scale: Scale
    # [length of the axis of values, length of that of names, 3]
    pixels: Pixels
    # values, in the image that is not turned
    printed: Sequence[Label] = ()

    @property
    def places(self) -> list[float]:
        """Of the names, along their axis."""
        return [name.x if self.scale.is_upright else name.y for name in self.names]

    @property
    def pitch(self) -> float:
        places = self.places
        return (places[-1] - places[0]) / (len(places) - 1)

    @property
    def across(self) -> tuple[int, int]:
        """From where to where bars may stand, along the names."""
        places, half = self.places, self.pitch / 2
        return max(int(places[0] - half), 0), min(int(places[-1] + half) + 1, self.pixels.shape[1])

    @property
    def along(self) -> tuple[int, int]:
        """From where to where values may reach."""
        places = self.scale.places
        beyond = _BEYOND * (places[-1] - places[0]) / (len(places) - 1)
        return max(int(places[0] - beyond), 0), min(int(places[-1] + beyond) + 1, self.pixels.shape[0])

    @property
    def inside(self) -> Pixels:
        return self.pixels[slice(*self.along), slice(*self.across)]

    def holds(self, label: Label) -> bool:
        """Whether a label stands in the plot."""
        along, across = (label.y, label.x) if self.scale.is_upright else (label.x, label.y)
        return self.along[0] <= along < self.along[1] and self.across[0] <= across < self.across[1]

    def is_under(self, legend: Sequence[tuple[Label, Colour]], along: float, across: float) -> bool:
        """Whether a place is hidden by a legend that lies over the plot, with its patches and its edge."""
        x, y = (across, along) if self.scale.is_upright else (along, across)
        return any(
            name.bbox.l - PATCH_REACH * name.size <= x <= name.bbox.r + name.size
            and abs(y - name.y) <= name.bbox.height / 2 + name.size
            for name, _ in legend
        )

    def label(self, value: float, *, start: float, end: float, place: float) -> Label:
        """A value that is drawn from ``start`` to ``end`` of the axis of values."""
        low, high = min(start, end), max(start, end)
        box = BoundingBox(l=place, t=low, r=place, b=high)
        if not self.scale.is_upright:
            box = BoundingBox(l=low, t=place, r=high, b=place)
        size = self.names[0].size
        near = [one for one in self.printed if _gap(one, box) <= size and self.scale.is_nearly(one.text, value)]
        if near:
            return min(near, key=lambda one: _gap(one, box))
        return Label(text=self.scale.tell(value), bbox=box, size=size)


def find_plots(
    names: Sequence[Label],
    scales: Sequence[Scale],
    pixels: Pixels,
    *,
    printed: Sequence[Label] = (),
    told: Sequence[Label] = (),
) -> Iterator[Plot]:
    """The plots of an image, one for each axis of values that has names.

    Args:
        names: of the axes, and others.
        scales: the axes of values.
        pixels: RGB, [height, width, 3].
        printed: values, some of them perhaps in the plots.
        told: of these the ones whose names are known: their plots are left out.
    """
    for scale in scales:
        if not _is_even(scale) or _is_one_of_two(scale, scales):
            continue
        turned = pixels if scale.is_upright else pixels.transpose(1, 0, 2)
        find = name_rows if scale.is_upright else name_columns
        # the title of an axis is no line of the name above it
        rows = [*find(whole_names(names)), *find(names)]
        axes = [row for row in rows if _stand_at(row, scale) and len({name.text for name in row}) == len(row)]
        plots = [Plot(names=row, scale=scale, pixels=turned, printed=printed) for row in axes]
        plots = [plot for plot in plots if plot.inside.size and not any(map(plot.holds, told))]
        if plots:
            yield max(plots, key=lambda plot: len(plot.names))


def _gap(label: Label, box: BoundingBox) -> float:
    """From a label to a line, in pixels."""
    own = label.bbox
    return max(own.l - box.r, box.l - own.r, own.t - box.b, box.t - own.b, 0.0)


def _is_even(scale: Scale) -> bool:
    places = scale.places
    pitch = (places[-1] - places[0]) / (len(places) - 1)
    return all(abs(place - places[0] - at * pitch) <= _UNEVEN * pitch + 1 for at, place in enumerate(places))


def _is_one_of_two(scale: Scale, scales: Sequence[Scale]) -> bool:
    """Whether another axis of other values runs along the same plot: which one a bar or line is of, nothing tells."""
    first, last = scale.places[0], scale.places[-1]
    reach = _UNEVEN * (last - first)
    return any(
        other is not scale
        and other.is_upright == scale.is_upright
        and abs(other.places[0] - first) <= reach
        and abs(other.places[-1] - last) <= reach
        and other.numbers != scale.numbers
        for other in scales
    )


def _stand_at(names: Sequence[Label], scale: Scale) -> bool:
    """Whether names stand along the axis of names that belongs to an axis of values."""
    size, marks = names[0].size, scale.marks
    if scale.is_upright:
        pitch = (names[-1].x - names[0].x) / (len(names) - 1)
        beside = max(names[0].x - max(mark.bbox.r for mark in marks), min(mark.bbox.l for mark in marks) - names[-1].x)
        below = names[0].bbox.t - marks[-1].y
        return -size < below < _NAMES_REACH * size and -size < beside < _MARKS_REACH * pitch
    pitch = (names[-1].y - names[0].y) / (len(names) - 1)
    beside = max(names[0].y - max(mark.bbox.b for mark in marks), min(mark.bbox.t for mark in marks) - names[-1].y)
    before = marks[0].x - max(name.bbox.r for name in names)
    return -size < before < _NAMES_REACH * size and -size < beside < _MARKS_REACH * pitch
