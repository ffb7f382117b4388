"""Points with names between two axes of numbers: what each of them has on both. Pure.

Points are told by their marks: spots about as large as letters, each beside the one name that is next to it. Where many
names or many marks stand alone they are something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.colours import Pixels, common_colour, is_of_colour
from bizrag.parsing.charts.labels import Label, Table
from bizrag.parsing.charts.plots import Mask, Plot
from bizrag.parsing.charts.scales import Scale

#: what a column is called whose axis has no title
ACROSS, UPWARDS = "horizontal axis", "vertical axis"

# a plot with more spots is a pattern
_MIN_POINTS, _MIN_PAIRED, _MAX_SPOTS = 4, 0.75, 400
# of marks that touch each other so many are looked for
_MAX_COLOURS = 4
# in sizes of the type: how small and large marks are, what is drawn thinner, and how far from its mark a name stands
_SMALLEST, _LARGEST, _THIN, _NEAR = 0.25, 4.0, 1 / 6, 1.5
# of the box around a mark so much is drawn; and it is about as high as wide
_FILLED, _ASPECT = 0.5, 1.6
_MIN_THIN_PX = 3
# channels of black letters are below; of the box around a text what is behind it covers so much
_DARK, _BEHIND = 96, 0.15
# in sizes of the type: patches of a legend on one line miss each other by less
_LEVEL = 0.2
# of the distance between two marks of an axis: how far beyond them points are looked for
_BEYOND = 0.25
# in sizes of the type: how far below the marks of its axis a title stands
_TITLE_REACH = 4.0


class _Mark(NamedTuple):
    """The middle of a mark and half of its width, in pixels."""

    x: float
    y: float
    radius: float


def named_points(plot: Plot, names: Sequence[Label], scales: Sequence[Scale]) -> Table:
    """The values of each point by the titles of the axes; nothing where few points have a name.

    Args:
        plot: over an axis of numbers.
        names: all texts that are no values.
        scales: of the image; the one whose marks the plot stands over is the axis across.
    """
    across = next((one for one in scales if not one.is_upright and list(one.marks) == list(plot.names)), None)
    if across is None:
        return {}
    area = BoundingBox(**dict(zip("lr", _span(across), strict=True)), **dict(zip("tb", _span(plot.scale), strict=True)))
    inside = [name for name in names if area.holds_centre(name.bbox) and any(map(str.isalpha, name.text))]
    if len(inside) < _MIN_POINTS or len({name.text for name in inside}) < len(inside):
        return {}
    size = float(np.median([name.size for name in inside]))
    marks = list(islice(_marks(plot.pixels, area, [*inside, *plot.printed], size), _MAX_SPOTS + 1))
    if len(marks) > _MAX_SPOTS:
        return {}
    entries = _of_legend(marks, across, plot.scale, size)
    marks = [mark for mark in marks if mark not in entries]
    inside = [name for name in inside if all(_away(name.bbox, mark) > _NEAR * size for mark in entries)]
    pairs = _paired(inside, marks, _NEAR * size)
    if len(pairs) < max(_MIN_POINTS, _MIN_PAIRED * len(inside), _MIN_PAIRED * len(marks)):
        return {}
    titles = _title_below(plot, names) or ACROSS, _title_beside(plot, names) or UPWARDS
    if titles[0] == titles[1]:
        return {}
    return {
        name.text: {
            title: Label(text=scale.tell(scale.value_at(place)), bbox=BoundingBox(l=x, t=y, r=x, b=y), size=size)
            for title, scale, place in zip(titles, (across, plot.scale), (x, y), strict=True)
        }
        for name, (x, y, _) in pairs
    }


def _span(scale: Scale) -> tuple[float, float]:
    """From where to where points are looked for along an axis: a little beyond its marks."""
    first, last = min(scale.places), max(scale.places)
    beyond = _BEYOND * (last - first) / (len(scale.marks) - 1)
    return max(first - beyond, 0.0), last + beyond


def _marks(pixels: Pixels, area: BoundingBox, labels: Sequence[Label], size: float) -> Iterator[_Mark]:
    """The marks in a part of an image, in its pixels."""
    # not every document has a chart
    from scipy import ndimage

    top, left = int(area.t), int(area.l)
    inside = pixels[top : int(area.b), left : int(area.r)]
    paper = common_colour(inside.reshape(-1, 3), least=0.0)
    if paper is None:
        return
    is_drawn = ~is_of_colour(inside, paper)
    thin = max(_MIN_THIN_PX, round(_THIN * size))
    for label in labels:
        box = label.bbox
        rows, columns = (max(int(box.t) - top, 0), int(box.b) - top), (max(int(box.l) - left, 0), int(box.r) - left)
        part = np.s_[rows[0] : max(rows[1], 0), columns[0] : max(columns[1], 0)]
        is_drawn[part] &= _behind(inside[part], is_drawn[part], thin)
    spots, _ = ndimage.label(ndimage.binary_opening(is_drawn, np.ones((thin, thin))))
    for number, found in enumerate(ndimage.find_objects(spots), 1):
        spot = spots[found] == number
        corner = left + found[1].start, top + found[0].start
        for mark in [spot] if _is_mark(spot, size) else _of_each_colour(spot, inside[found], size):
            columns, rows = (np.flatnonzero(mark.any(axis=axis)) for axis in (0, 1))
            middle = (float(places[0] + places[-1] + 1) / 2 for places in (columns, rows))
            x, y = map(sum, zip(corner, middle, strict=True))
            yield _Mark(x, y, float(columns[-1] + 1 - columns[0]) / 2)


def _behind(pixels: Pixels, is_drawn: Mask, thin: int) -> Mask:
    """Where behind a text something is drawn: the mark that it stands on, which its letters leave holes in."""
    from scipy import ndimage

    nothing: Mask = np.zeros(is_drawn.shape, dtype=np.bool_)
    if not is_drawn.any():
        return nothing
    dark = pixels.max(axis=2) < _DARK
    ground = is_drawn & ~dark
    colour = common_colour(pixels[ground], least=0.0) if ground.any() else None
    if not dark.any() or colour is None:
        return nothing
    is_it = is_of_colour(pixels, colour)
    if is_it.mean() < _BEHIND:
        return nothing
    columns = np.flatnonzero(is_it.any(axis=0))
    behind: Mask = ndimage.binary_closing(np.pad(is_it, 2 * thin, mode="edge"), np.ones((2 * thin, 2 * thin)))
    behind = behind[2 * thin : -2 * thin, 2 * thin : -2 * thin]
    behind[:, : columns[0]] = behind[:, columns[-1] + 1 :] = False
    return behind


def _is_mark(spot: Mask, size: float) -> bool:
    """Whether what is drawn in a box, which it reaches over, is about as high as wide, filled, and of a mark's size."""
    high, wide = spot.shape
    is_round = max(high, wide) <= _ASPECT * min(high, wide)
    is_sized = _SMALLEST * size <= min(high, wide) and max(high, wide) <= _LARGEST * size
    return is_round and is_sized and np.count_nonzero(spot) >= _FILLED * high * wide


def _of_each_colour(spot: Mask, pixels: Pixels, size: float) -> Iterator[Mask]:
    """The marks of several colours that touch each other, in the box around them; none where they are no marks."""
    from scipy import ndimage

    left = spot.copy()
    for _ in range(_MAX_COLOURS):
        colour = common_colour(pixels[left], least=0.0) if left.any() else None
        if colour is None:
            return
        is_it = left & is_of_colour(pixels, colour)
        left &= ~is_it
        parts, _ = ndimage.label(is_it)
        for number, found in enumerate(ndimage.find_objects(parts), 1):
            if _is_mark(parts[found] == number, size):
                yield parts == number


def _of_legend(marks: Sequence[_Mark], across: Scale, upwards: Scale, size: float) -> list[_Mark]:
    """Marks on one line beyond those of an axis: patches of a legend."""
    found: list[_Mark] = []
    for mark in marks:
        is_beyond = any(
            not min(scale.places) <= place <= max(scale.places)
            for scale, place in ((across, mark.x), (upwards, mark.y))
        )
        beside = [other for other in marks if other != mark and abs(other.y - mark.y) <= _LEVEL * size]
        found += [mark] if is_beyond and beside else []
    return found


def _paired(names: Sequence[Label], marks: Sequence[_Mark], reach: float) -> list[tuple[Label, _Mark]]:
    """Names with the mark that is next to them, the nearest first; each name and each mark once."""
    near = sorted(
        (away, at, number)
        for at, name in enumerate(names)
        for number, mark in enumerate(marks)
        if (away := _away(name.bbox, mark)) <= reach
    )
    found: dict[int, int] = {}
    for _, at, number in near:
        if at not in found and number not in found.values():
            found[at] = number
    return [(names[at], marks[number]) for at, number in sorted(found.items())]


def _away(box: BoundingBox, mark: _Mark) -> float:
    """From a text to the edge of a mark, which may be as large as a bubble."""
    x, y, radius = mark
    return max(float(np.hypot(max(box.l - x, x - box.r, 0.0), max(box.t - y, y - box.b, 0.0))) - radius, 0.0)


def _title_below(plot: Plot, names: Sequence[Label]) -> str:
    """The text right below the marks of the axis across, under its middle; empty without one."""
    first, last = plot.names[0], plot.names[-1]
    bottom = max(mark.bbox.b for mark in plot.names)
    below = [
        name
        for name in names
        if bottom <= name.y <= bottom + _TITLE_REACH * first.size
        and name.bbox.l <= (first.x + last.x) / 2 <= name.bbox.r
    ]
    return min(below, key=lambda name: name.y).text if below else ""


def _title_beside(plot: Plot, names: Sequence[Label]) -> str:
    """The text that runs upwards next to the marks of the upright axis; empty without one."""
    marks = plot.scale.marks
    low, high = max(mark.y for mark in marks), min(mark.y for mark in marks)
    beside = [
        name
        for name in names
        if name.is_upright and high <= name.y <= low and name.x < min(mark.bbox.l for mark in marks)
    ]
    return max(beside, key=lambda name: name.x).text if beside else ""
