"""Plots of charts: what is drawn between the names of one axis and the marks of the other. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.colours import Colour, Pixels, are_apart, are_same, ink_of
from bizrag.parsing.charts.labels import Label, name_columns, name_rows, whole_names
from bizrag.parsing.charts.legends import PATCH_REACH
from bizrag.parsing.charts.scales import Scale

# [length of the axis of values, length of that of names]: where something is drawn
Mask = NDArray[np.bool_]

# of the distance between two marks: how uneven they may stand; how far the plot goes on
_UNEVEN, _BEYOND = 0.06, 0.9
# of the shorter one of two axes: how much of it runs along the other one of the same plot
_COMMON = 0.5
# in sizes of the type: names stand so near to the marks, across and along the axis of names
_NAMES_REACH = 5.0
# of the distance between two names: how far beside the marks the first one may stand
_MARKS_REACH = 1.6
_BRACKETED = re.compile(r"\(.*\)")


class Side(Enum):
    """Where one of two axes of values stands beside their plot."""

    # left, or above
    FIRST = auto()
    # right, or below
    SECOND = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """What is drawn between the names and the marks, turned so that values run down the first axis."""

    names: Sequence[Label]
    scale: Scale
    # [length of the axis of values, length of that of names, 3]
    pixels: Pixels
    # values, in the image that is not turned
    printed: Sequence[Label] = ()
    # of its axis, where there is another one: which bar or line is of it, names of series may say
    side: Side | None = None
    # that the marks of its axis and of the other one are written in; None where they are grey
    inks: tuple[Colour | None, Colour | None] = (None, None)
    # whether its names are marks of an axis of numbers: lines pass over those, and bars stand anywhere
    is_continuous: bool = False

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
    whole = whole_names(names)
    for scale in scales:
        if not _is_even(scale):
            continue
        find = name_rows if scale.is_upright else name_columns
        # the title of an axis is no line of the name above it
        rows = [*find(whole), *find(names)]
        axes = _nearest([row for row in rows if len({name.text for name in row}) == len(row)], scale)
        plots = [_plot(row, scale, scales, rows, pixels, printed) for row in axes]
        if not plots and scale.is_upright:
            marks = [other.marks for other in scales if not other.is_upright]
            plots = [
                replace(_plot(row, scale, scales, marks, pixels, printed), is_continuous=True)
                for row in marks
                if _stand_at(row, scale)
            ]
        plots = [plot for plot in plots if plot.inside.size and not any(_is_of(plot, value) for value in told)]
        if plots:
            yield max(plots, key=lambda plot: len(plot.names))


def _is_of(plot: Plot, value: Label) -> bool:
    """Whether a value is one of a plot; one in brackets behind the name of a point is what its mark is large by."""
    return plot.holds(value) and not (plot.is_continuous and _BRACKETED.fullmatch(value.text))


def _nearest(rows: Sequence[Sequence[Label]], scale: Scale) -> list[Sequence[Label]]:
    """Those of some rows of names that stand nearest to an axis of values, of those that belong to it."""
    own = [row for row in rows if _stand_at(row, scale)]
    least = min((_beside(row, scale) for row in own), default=0.0)
    return [row for row in own if _beside(row, scale) <= least + row[0].size]


def _plot(
    names: Sequence[Label],
    scale: Scale,
    scales: Sequence[Scale],
    rows: Sequence[Sequence[Label]],
    pixels: Pixels,
    printed: Sequence[Label],
) -> Plot:
    other = _other_axis(scale, scales, names, rows)
    return Plot(
        names=names,
        scale=scale,
        side=_side(scale, names) if other else None,
        inks=(_ink(scale, names, pixels), _ink(other, names, pixels) if other else None),
        pixels=pixels if scale.is_upright else pixels.transpose(1, 0, 2),
        printed=printed,
    )


def _other_axis(
    scale: Scale, scales: Sequence[Scale], names: Sequence[Label], rows: Sequence[Sequence[Label]]
) -> Scale | None:
    """The axis of other values that shares the plot of one; None where it has it alone."""
    shared = (
        other
        for other in scales
        if other is not scale
        and other.is_upright == scale.is_upright
        and other.numbers != scale.numbers
        and _overlap(scale, other)
        # axes of charts beside each other stand nearer to names of their own
        and any(set(map(id, row)) & set(map(id, names)) for row in _nearest(rows, other))
    )
    return next(shared, None)


def _side(scale: Scale, names: Sequence[Label]) -> Side:
    """On which side of its plot an axis stands that shares it with another one."""
    middle = (names[0].x + names[-1].x) / 2 if scale.is_upright else (names[0].y + names[-1].y) / 2
    place = scale.marks[0].x if scale.is_upright else scale.marks[0].y
    return Side.FIRST if place < middle else Side.SECOND


def _ink(scale: Scale, names: Sequence[Label], pixels: Pixels) -> Colour | None:
    """The colour that all marks of an axis are written in, and no name of the other axis; None where that is grey."""
    inks = [ink for mark in scale.marks if (ink := ink_of(mark, pixels)) is not None]
    is_one = len(inks) == len(scale.marks) and not any(are_apart([inks[0], ink]) for ink in inks[1:])
    return inks[0] if is_one and not any(are_same(inks[0], ink_of(name, pixels)) for name in names) else None


def _overlap(one: Scale, other: Scale) -> bool:
    """Whether two axes run along most of each other."""
    common = min(one.places[-1], other.places[-1]) - max(one.places[0], other.places[0])
    return common >= _COMMON * min(one.places[-1] - one.places[0], other.places[-1] - other.places[0])


def _gap(label: Label, box: BoundingBox) -> float:
    """From a label to a line, in pixels."""
    own = label.bbox
    return max(own.l - box.r, box.l - own.r, own.t - box.b, box.t - own.b, 0.0)


def _is_even(scale: Scale) -> bool:
    places = scale.places
    pitch = (places[-1] - places[0]) / (len(places) - 1)
    return all(abs(place - places[0] - at * pitch) <= _UNEVEN * pitch + 1 for at, place in enumerate(places))


def _stand_at(names: Sequence[Label], scale: Scale) -> bool:
    """Whether names stand along the axis of names that belongs to an axis of values."""
    size, marks = names[0].size, scale.marks
    if scale.is_upright:
        pitch = (names[-1].x - names[0].x) / (len(names) - 1)
        away = names[0].bbox.t - marks[-1].y
    else:
        pitch = (names[-1].y - names[0].y) / (len(names) - 1)
        away = marks[0].x - max(name.bbox.r for name in names)
    return -size < away < _NAMES_REACH * size and -size < _beside(names, scale) < _MARKS_REACH * pitch


def _beside(names: Sequence[Label], scale: Scale) -> float:
    """How far the first or the last of some names stands beside the marks of an axis of values, in pixels."""
    marks = scale.marks
    if scale.is_upright:
        return max(names[0].x - max(mark.bbox.r for mark in marks), min(mark.bbox.l for mark in marks) - names[-1].x)
    return max(names[0].y - max(mark.bbox.b for mark in marks), min(mark.bbox.t for mark in marks) - names[-1].y)
