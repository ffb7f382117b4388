"""Values of a chart that prints none, measured by the marks of its axis: how long bars are, where lines pass. Pure.

They are told as nearly so ("\u224842"), to what a few pixels tell. Only bars that stand on the axis or on each other,
areas on the axis and lines over the middle of a name are measured; what cannot be told apart is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.chart_colours import PATCH_REACH, SAME_COLOUR, Colour, Legend, Pixels, common_colour, ink_of
from bizrag.parsing.chart_labels import MIN_FILLED, MIN_NAMES, Label, Table, name_columns, name_rows, whole_names
from bizrag.parsing.chart_scales import Scale

Mask = NDArray[np.bool_]

# of the distance between two marks: how uneven they may stand, and the same value on two axes; how far the plot goes on
_UNEVEN, _BEYOND = 0.06, 0.9
# in sizes of the type: names stand so near to the marks, across and along the axis of names
_NAMES_REACH = 5.0
# of the distance between two names: how far beside the marks the first one may stand; how wide bars are
_MARKS_REACH, _BAR_WIDTH = 1.6, (0.08, 1.0)
# of its box a bar fills; in pixels what lines and letters are thinner than, and bars wider
_FILLED, _THIN_PX, _MIN_BAR_PX = 0.9, 5, 4
# what touches; in pixels, and in sizes of the type as marks are written beside their place
_TOUCHING_PX, _TOUCHING = 4.0, 0.35
_NEAR_FLOOR_PX = 8.0
# of the plot's height: what a line and its points cover over one place
_LINE_SHARE, _MIN_LINE_PX = 0.05, 12.0
# of its largest piece another one of a line has
_PIECE_SHARE = 0.1
# where a line is looked for beside the middle of a name
_ASIDE_PX = (0, 2, -2, 4, -4)
# of the plot that its ground covers, of what has a colour the colour of the one line
_MIN_GROUND = 0.25
# of a line across the plot: what is not the ground
_PAPER = 0.97
# colours that differ less in their channels are grey
_GREY = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plot:
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


def _gap(label: Label, box: BoundingBox) -> float:
    """From a label to a line, in pixels."""
    own = label.bbox
    return max(own.l - box.r, box.l - own.r, own.t - box.b, box.t - own.b, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bar:
    """A filled box of one colour: from ``start`` to ``end`` along the values, its middle and width along the names."""

    start: float
    end: float
    place: float
    width: float
    series: str


def measure(
    names: Sequence[Label],
    scales: Sequence[Scale],
    legends: Sequence[Legend],
    pixels: Pixels,
    *,
    printed: Sequence[Label] = (),
    told: Sequence[Label] = (),
) -> Iterator[Table]:
    """The values of the charts of an image, one after another.

    Args:
        names: of the axes and of series.
        scales: the axes of values.
        legends: names of series with their colours.
        pixels: RGB, [height, width, 3].
        printed: values, which what is measured on their place is told as, if that is nearly they.
        told: of these the ones whose names are known: their plots are not measured.
    """
    for scale in scales:
        if not _is_even(scale) or _is_one_of_two(scale, scales):
            continue
        turned = pixels if scale.is_upright else pixels.transpose(1, 0, 2)
        find = name_rows if scale.is_upright else name_columns
        # the title of an axis is no line of the name above it
        rows = [*find(whole_names(names)), *find(names)]
        axes = [row for row in rows if _stand_at(row, scale) and len({name.text for name in row}) == len(row)]
        plots = [_Plot(names=row, scale=scale, pixels=turned, printed=printed) for row in axes]
        plots = [plot for plot in plots if not any(map(plot.holds, told))]
        if plots:
            plot = max(plots, key=lambda plot: len(plot.names))
            tables = list(_ways(plot, [*legends, _inked(names, plot)]))
            best = max(tables, key=lambda table: sum(map(len, table.values())))
            if best:
                yield best


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


def _inked(names: Sequence[Label], plot: _Plot) -> Legend:
    """Names beside the lines that they are written in the colour of."""
    pixels = plot.pixels if plot.scale.is_upright else plot.pixels.transpose(1, 0, 2)
    inks = [(name, ink) for name in names if name not in plot.names and (ink := ink_of(name, pixels)) is not None]
    alike = [
        {id(one[0]), id(other[0])}
        for one, other in combinations(inks, 2)
        if np.linalg.norm(np.subtract(one[1], other[1])) <= SAME_COLOUR
    ]
    return [] if alike else inks


def _ways(plot: _Plot, legends: Sequence[Legend]) -> Iterator[Table]:
    """The values of each name by their series, for each legend; without one, '' is the one series."""
    is_named = False
    for legend in legends:
        masks = _masks(plot, legend)
        # the legend of another chart has no colour here
        if sum(bool(mask.any()) for mask in masks.values()) > 1:
            is_named = True
            yield _enough(plot, _with_lines(plot, masks, _of_bars(plot, masks, legend)), min_series=2)
    for ground in [] if is_named else _grounds(plot):
        mask = _filled(plot, ground)
        values = _of_bars(plot, {"": mask}) or _of_area(plot, mask)
        yield _enough(plot, values or _with_lines(plot, {"": _lone_line(plot, ground)}, {}), min_series=1)


def _with_lines(plot: _Plot, masks: Mapping[str, Mask], values: Table) -> Table:
    """The values of bars, and of the series that have none those of their lines."""
    of_bars = {series for row in values.values() for series in row}
    table: Table = {name: dict(row) for name, row in values.items()}
    for series in masks.keys() - of_bars:
        for name, value in _of_line(plot, masks[series]).items():
            table.setdefault(name, {})[series] = value
    return table


def _enough(plot: _Plot, values: Table, *, min_series: int) -> Table:
    """The values in the order of the names, without series that few names have; empty where too few are left."""
    least = max(MIN_NAMES, MIN_FILLED * len(plot.names))
    counts = Counter(series for row in values.values() for series in row)
    series = [one for one in counts if counts[one] >= least]
    if len(series) < min_series:
        return {}
    rows = {name.text: {one: row[one] for one in series if one in row} for name, row in _rows(plot, values)}
    return {name: row for name, row in rows.items() if row}


def _rows(plot: _Plot, values: Table) -> Iterator[tuple[Label, dict[str, Label]]]:
    return ((name, values[name.text]) for name in plot.names if name.text in values)


def _masks(plot: _Plot, legend: Legend) -> dict[str, Mask]:
    """Where each series is drawn in the plot."""
    if not legend:
        return {}
    away = np.stack([np.linalg.norm(plot.inside - np.array(colour), axis=2) for _, colour in legend])
    nearest = away.argmin(axis=0)
    is_near = away.min(axis=0) <= SAME_COLOUR
    is_near &= ~_under(plot, legend)
    return {name.text: is_near & (nearest == at) for at, (name, _) in enumerate(legend)}


def _under(plot: _Plot, legend: Legend) -> Mask:
    """Where a legend may lie over the plot, with its patches."""
    along = np.arange(*plot.along)
    across = np.arange(*plot.across)
    hidden: Mask = np.zeros((len(along), len(across)), dtype=np.bool_)
    for name, _ in legend:
        box = name.bbox
        sides = (box.l - PATCH_REACH * name.size, box.r), (box.t, box.b)
        (left, right), (top, bottom) = sides if plot.scale.is_upright else sides[::-1]
        hidden |= ((along >= top) & (along <= bottom))[:, None] & ((across >= left) & (across <= right))
    return hidden


def _grounds(plot: _Plot) -> list[Colour]:
    """The two colours that most of a plot has: its ground and what is drawn on it, one way or the other."""
    inside = plot.inside.reshape(-1, 3)
    found: list[Colour] = []
    left = inside
    while len(found) < 2 and len(left) >= _MIN_GROUND * len(inside) and (colour := common_colour(left, least=0.0)):
        is_it = np.linalg.norm(left - np.array(colour), axis=1) <= SAME_COLOUR
        if is_it.sum() < _MIN_GROUND * len(inside):
            break
        found.append(colour)
        left = left[~is_it]
    return found


def _filled(plot: _Plot, ground: Colour) -> Mask:
    """Where something wider than a line is drawn on the ground."""
    from scipy import ndimage

    drawn = np.linalg.norm(plot.inside - np.array(ground), axis=2) > SAME_COLOUR
    # beyond the axes there may be paper of another colour
    floor = plot.scale.place_of(plot.scale.base) - plot.along[0]
    is_paper = drawn.mean(axis=1) > _PAPER
    beyond = np.arange(len(drawn)) > floor if plot.scale.is_upright else np.arange(len(drawn)) < floor
    drawn[is_paper & beyond] = False
    drawn[:, drawn.mean(axis=0) > _PAPER] = False
    opened: Mask = ndimage.binary_opening(drawn, np.ones((_THIN_PX, _THIN_PX)))
    return opened


def _bars_of(plot: _Plot, mask: Mask, series: str) -> Iterator[_Bar]:
    from scipy import ndimage

    top, left = plot.along[0], plot.across[0]
    # bars may be joined by an axis of their colour
    floor = plot.scale.place_of(plot.scale.base) - top
    is_at_floor = np.abs(np.arange(len(mask)) - floor) <= 2 * _TOUCHING_PX
    mask = mask & ~(is_at_floor[:, None] & ~ndimage.binary_opening(mask, np.ones((_THIN_PX, 1))))
    # lines of the grid may be drawn over bars, and values be printed on them
    closed = ndimage.binary_fill_holes(ndimage.binary_closing(mask, np.ones((_MIN_BAR_PX, 1))))
    areas, _ = ndimage.label(closed)
    for number, (rows, columns) in enumerate(ndimage.find_objects(areas), start=1):
        height, width = rows.stop - rows.start, columns.stop - columns.start
        is_wide = max(_MIN_BAR_PX, _BAR_WIDTH[0] * plot.pitch) <= width <= _BAR_WIDTH[1] * plot.pitch
        # what goes on beyond the marks may end anywhere
        is_seen = height > 1 and rows.start > 0 and rows.stop < len(mask)
        if is_wide and is_seen and (areas[rows, columns] == number).sum() >= _FILLED * height * width:
            place = left + (columns.start + columns.stop) / 2
            yield _Bar(start=top + rows.start, end=top + rows.stop, place=place, width=width, series=series)


def _of_bars(plot: _Plot, masks: Mapping[str, Mask], legend: Sequence[tuple[Label, Colour]] = ()) -> Table:
    """The values of bars that stand on the axis, and of those that stand on these; not of what is seldom a bar."""
    scale = plot.scale
    bars = [bar for series, mask in masks.items() for bar in _bars_of(plot, mask, series)]
    floor = _floor_of(plot, bars)
    values: Table = {}
    for name, place in zip(plot.names, plot.places, strict=True):
        slot = [bar for bar in bars if abs(bar.place - place) < plot.pitch / 2]
        standing = [one for one in _standing(slot, floor) if not plot.is_under(legend, one[1], one[2].place)]
        # two bars of one series: which of them is of the name, nothing tells
        if len({bar.series for _, _, bar in standing}) < len(standing):
            continue
        for start, end, bar in standing:
            # the axis may be drawn over the feet of bars
            is_first = abs(start - scale.place_of(scale.base)) <= _TOUCHING_PX
            value = scale.value_at(end) if is_first else (end - start) * scale.per_px
            values.setdefault(name.text, {})[bar.series] = plot.label(value, start=start, end=end, place=bar.place)
    counts = Counter(series for row in values.values() for series in row)
    often = {series for series, count in counts.items() if 2 * count >= len(plot.names)}
    return {name: {s: v for s, v in row.items() if s in often} for name, row in values.items()} if often else {}


def _standing(bars: Sequence[_Bar], floor: float) -> Iterator[tuple[float, float, _Bar]]:
    """Bars with where they begin and end: on the axis, or at the end of another one."""
    left = list(bars)
    for is_back in (True, False):
        ends: list[tuple[float, _Bar | None]] = [(floor, None)]
        while True:
            begun = ((bar.end, bar.start, bar) if is_back else (bar.start, bar.end, bar) for bar in left)
            met = next(
                (
                    one
                    for one in begun
                    if any(abs(one[0] - end) <= _TOUCHING_PX and _is_over(one[2], other) for end, other in ends)
                ),
                None,
            )
            if met is None:
                break
            yield met
            left.remove(met[2])
            ends.append(met[1:])


def _is_over(bar: _Bar, other: _Bar | None) -> bool:
    return other is None or abs(bar.place - other.place) < min(bar.width, other.width) / 4


def _floor_of(plot: _Plot, bars: Sequence[_Bar]) -> float:
    """Where bars stand: most of their ends are there, as near to the place of the base as marks are written to it."""
    place = plot.scale.place_of(plot.scale.base)
    reach = max(_TOUCHING_PX, _TOUCHING * plot.names[0].size)
    ends = [end for bar in bars for end in (bar.start, bar.end) if abs(end - place) <= reach]
    return float(np.median(ends)) if ends else place


def _of_line(plot: _Plot, mask: Mask) -> dict[str, Label]:
    """The values of a line over the middle of each name."""
    from scipy import ndimage

    top, left = plot.along[0], plot.across[0]
    most = max(_MIN_LINE_PX, _LINE_SHARE * mask.shape[0])
    # an axis or the grid in the line's colour
    mask = mask & (mask.mean(axis=1) <= _PAPER)[:, None]
    pieces, _ = ndimage.label(mask, np.ones((3, 3)))
    areas = np.bincount(pieces.ravel())
    areas[0] = 0
    values: dict[str, Label] = {}
    for name, place in zip(plot.names, plot.places, strict=True):
        # the first and the last point may lie under an axis
        for aside in _ASIDE_PX:
            at = int(place) - left + aside
            band = pieces[:, max(at - 1, 0) : max(at + 2, 0)]
            if band.any():
                break
        # edges of other lines may have its colour, in smaller pieces
        piece = max(np.unique(band), key=lambda piece: areas[piece], default=0)
        rows = np.flatnonzero((band == piece).any(axis=1))
        if piece and areas[piece] >= _PIECE_SHARE * areas.max() and rows[-1] - rows[0] <= most:
            middle = top + (rows[0] + rows[-1] + 1) / 2
            value = plot.scale.value_at(middle)
            values[name.text] = plot.label(value, start=middle, end=middle, place=place)
    return values


def _of_area(plot: _Plot, mask: Mask) -> Table:
    """The values of an area that fills the plot from the axis up to a line, from the first name to the last."""
    (top, _), (left, _) = plot.along, plot.across
    floor = plot.scale.place_of(plot.scale.base)
    first, last = int(plot.places[0]) - left, int(plot.places[-1]) - left
    if mask[:, first:last].any(axis=0).mean() < _FILLED:
        return {}
    values: Table = {}
    for name, place in zip(plot.names, plot.places, strict=True):
        # the edge of the area at its ends is no part of it
        rows = np.flatnonzero(mask[:, min(max(int(place) - left, first + _THIN_PX), last - _THIN_PX)])
        if not len(rows) or rows[0] == 0 or rows[-1] == len(mask) - 1 or len(rows) < _FILLED * (rows[-1] + 1 - rows[0]):
            continue
        ends = (top + float(rows[0]), top + float(rows[-1] + 1))
        if min(abs(end - floor) for end in ends) <= _NEAR_FLOOR_PX:
            end = max(ends, key=lambda end: abs(end - floor))
            label = plot.label(plot.scale.value_at(end), start=floor, end=end, place=place)
            values[name.text] = {"": label}
    return values


def _lone_line(plot: _Plot, ground: Colour) -> Mask:
    """Where the one line is drawn that has a colour; nowhere, if there are more."""
    inside = plot.inside
    is_coloured = inside.max(axis=2) - inside.min(axis=2) > _GREY
    coloured = inside[is_coloured]
    colour = common_colour(coloured, least=_MIN_GROUND) if len(coloured) else None
    near: Mask = np.zeros(inside.shape[:2], dtype=np.bool_)
    if colour is None or np.linalg.norm(np.subtract(colour, ground)) <= SAME_COLOUR:
        return near
    # its edge is blended with the ground
    way = np.subtract(ground, colour).astype(float)
    share = np.clip((coloured - np.array(colour)) @ way / (way @ way), 0, 1)
    away = np.linalg.norm(coloured - (np.array(colour) + share[:, None] * way), axis=1)
    if (away <= SAME_COLOUR).mean() >= _FILLED:
        near = np.linalg.norm(inside - np.array(colour), axis=2) <= SAME_COLOUR
    return near
