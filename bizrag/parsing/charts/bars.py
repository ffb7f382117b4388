"""Bars of charts, measured: those that stand on the axis, and those that stand on these. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bizrag.parsing.charts.colours import Colour
from bizrag.parsing.charts.labels import Label, Table
from bizrag.parsing.charts.plots import Mask, Plot

# of the distance between two names: how wide bars are; of its box a bar fills
_BAR_WIDTH, _FILLED = (0.08, 1.0), 0.9
# in pixels, and of the height of the plot, what a line with its points takes of a bar that it runs over
_LINE_PX, _LINE_SHARE, _EDGE_PX = 16.0, 0.06, 3
# in pixels what an axis is thinner than, and bars wider
_THIN_PX, _MIN_BAR_PX = 5, 4
# what touches; in pixels, and in sizes of the type as marks are written beside their place
_TOUCHING_PX, _TOUCHING = 4.0, 0.35


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bar:
    """A filled box of one colour: from ``start`` to ``end`` along the values, its middle and width along the names."""

    start: float
    end: float
    place: float
    width: float
    series: str


def bar_values(plot: Plot, masks: Mapping[str, Mask], legend: Sequence[tuple[Label, Colour]] = ()) -> Table:
    """The values of bars that stand on the axis, and of those that stand on these; not of what is seldom a bar."""
    scale = plot.scale
    bars = [bar for series, mask in masks.items() for bar in _bars_of(plot, mask, series, _others(masks, series))]
    floor = _floor_of(plot, bars)
    values: Table = {}
    for name, place in zip(plot.names, plot.places, strict=True):
        slot = [bar for bar in bars if abs(bar.place - place) < plot.pitch / 2]
        standing = [one for one in _standing(slot, floor) if not plot.is_under(legend, one[1], one[2].place)]
        # two bars of one series: which of them is of the name, nothing tells
        if len({bar.series for _, _, bar in standing}) < len(standing):
            continue
        for start, end, bar in standing:
            value = (end - start) * scale.per_px
            if abs(start - floor) <= _TOUCHING_PX:
                # the axis may be drawn over the feet of bars
                is_exact = abs(start - scale.place_of(scale.base)) <= _TOUCHING_PX
                value = scale.value_at(end) if is_exact else scale.base + value
            values.setdefault(name.text, {})[bar.series] = plot.label(value, start=start, end=end, place=bar.place)
    counts = Counter(series for row in values.values() for series in row)
    often = {series for series, count in counts.items() if 2 * count >= len(plot.names)}
    return {name: {s: v for s, v in row.items() if s in often} for name, row in values.items()} if often else {}


def _others(masks: Mapping[str, Mask], series: str) -> Mask | None:
    """Where the other series are drawn; None where there is none."""
    others = [mask for other, mask in masks.items() if other != series]
    return np.logical_or.reduce(others) if others else None


def _bars_of(plot: Plot, mask: Mask, series: str, others: Mask | None) -> Iterator[_Bar]:
    """The bars of a series; lines of others may run over them, with their points."""
    from scipy import ndimage

    top, left = plot.along[0], plot.across[0]
    # bars may be joined by an axis of their colour
    floor = plot.scale.place_of(plot.scale.base) - top
    is_at_floor = np.abs(np.arange(len(mask)) - floor) <= 2 * _TOUCHING_PX
    mask = mask & ~(is_at_floor[:, None] & ~ndimage.binary_opening(mask, np.ones((_THIN_PX, 1))))
    hidden: Mask = np.zeros_like(mask)
    if others is not None:
        reach = int(max(_LINE_PX, _LINE_SHARE * len(mask)))
        # edges of a line are blended with what is below it
        solid = ndimage.binary_opening(mask, np.ones((_EDGE_PX, _EDGE_PX)))
        hidden = others & ndimage.binary_closing(solid, np.ones((reach, 1)))
        mask = mask | hidden
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


def _floor_of(plot: Plot, bars: Sequence[_Bar]) -> float:
    """Where bars stand: most of their ends are there, as near to the place of the base as marks are written to it."""
    place = plot.scale.place_of(plot.scale.base)
    reach = max(_TOUCHING_PX, _TOUCHING * plot.names[0].size)
    ends = [end for bar in bars for end in (bar.start, bar.end) if abs(end - place) <= reach]
    return float(np.median(ends)) if ends else place
