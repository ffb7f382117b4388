"""Values of a chart that prints none, measured by the marks of its axis: how long bars are, where lines pass. Pure.

They are told as nearly so ("\u224842"), to what a few pixels tell. Only bars and areas that stand on the axis or on
each other and lines over the middle of a name are measured; what cannot be told apart is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import combinations

import numpy as np

from bizrag.parsing.charts.bars import bar_values
from bizrag.parsing.charts.between_marks import (
    are_of_lines,
    have_points,
    with_names_behind,
    with_names_between,
)
from bizrag.parsing.charts.box_plots import box_plot_values
from bizrag.parsing.charts.coloured_axes import of_ink, titled_in_ink
from bizrag.parsing.charts.colours import (
    SAME_COLOUR,
    Colour,
    Legend,
    Pixels,
    are_apart,
    away_from,
    common_colour,
    ink_of,
    is_of_colour,
)
from bizrag.parsing.charts.facets import in_one_table, panels_of
from bizrag.parsing.charts.labels import MIN_FILLED, MIN_NAMES, Label, Table, whole_names
from bizrag.parsing.charts.legends import PATCH_REACH
from bizrag.parsing.charts.lines import area_values, line_values, lone_line, stacked_areas
from bizrag.parsing.charts.named_points import named_points
from bizrag.parsing.charts.plots import Mask, Plot, Side, find_plots
from bizrag.parsing.charts.scales import Scale
from bizrag.parsing.charts.sides import of_side
from bizrag.parsing.charts.styles import not_by_colour, two_lines, whole_and_broken

# in pixels, what lines, marks and letters are thinner than
_THIN_PX = 5
# of the plot that its ground covers
_MIN_GROUND = 0.25
# of a line across the plot: what is not the ground
_PAPER = 0.97


def measure(
    names: Sequence[Label],
    scales: Sequence[Scale],
    legends: Sequence[Legend],
    pixels: Pixels,
    *,
    printed: Sequence[Label] = (),
    told: Sequence[Label] = (),
    texts: Sequence[Label] = (),
) -> Iterator[Table]:
    """The values of the charts of an image, one after another.

    Args:
        names: of the axes and of series.
        scales: the axes of values.
        legends: names of series with their colours.
        pixels: RGB, [height, width, 3].
        printed: values, which what is measured on their place is told as, if that is nearly they.
        told: of these the ones whose names are known: their plots are not measured.
        texts: all that are no values: names of points stand beside marks as those of a legend do.
    """
    series: set[str] = set()
    for plot in find_plots(names, scales, pixels, printed=printed, told=told):
        if plot.is_continuous and (points := named_points(plot, texts, scales)):
            yield points
            continue
        panels = [(title, panel) for title, panel in panels_of(plot, names, scales) if not any(map(panel.holds, told))]
        measured = [(title, _best(panel, _with_inked(legends, names, panel))) for title, panel in panels]
        best = in_one_table(measured) if measured else _best(plot, _with_inked(legends, names, plot))
        if not plot.is_continuous:
            styled = _enough(plot, whole_and_broken(plot, texts), min_series=2)
            best = _most([_without(best, not_by_colour(plot, texts)), styled])
            best = best or box_plot_values(plot) or _enough(plot, two_lines(plot, names), min_series=2)
        if best:
            series.update(one for row in best.values() for one in row)
            yield best
    if any(ink_of(scale.marks[0], pixels) is not None for scale in scales):
        for values in _of_coloured_axes(find_plots(names, scales, pixels, printed=printed), texts, told):
            if not any(one in series for row in values.values() for one in row):
                yield values


def _of_coloured_axes(plots: Iterable[Plot], texts: Sequence[Label], told: Sequence[Label]) -> Iterator[Table]:
    """The one series of an axis whose title, marks and line or bars have one colour, also where others are told."""
    for plot, legend in ((plot, legend) for plot in plots if (legend := titled_in_ink(plot, texts))):
        masks = _masks(plot, legend)
        bars = {} if plot.is_continuous else bar_values(plot, masks, legend)
        values = _enough(plot, _with_lines(plot, masks, bars), min_series=1)
        if not any(value in told for row in values.values() for value in row.values()):
            yield values


def _best(plot: Plot, legends: Sequence[Legend]) -> Table:
    """What is measured in a plot by the legend that tells most; empty without any. Of lines also between the names."""
    values = _most(_ways(plot, legends))
    wide = with_names_between(plot) if are_of_lines(values) else None
    if wide is None:
        return values
    between = _most(_ways(wide, legends))
    is_kept = are_of_lines(between) and all(row.keys() <= between.get(name, {}).keys() for name, row in values.items())
    if not is_kept or have_points(plot, values, between):
        return values
    # the last name that is written need not be the last of the line
    for longer in with_names_behind(plot, wide):
        further = _most(_ways(longer, legends))
        if longer.names[-1].text not in further or not are_of_lines(further) or len(further) <= len(between):
            break
        between = further
    return between


def _most(tables: Iterable[Table]) -> Table:
    return max(tables, key=lambda table: sum(map(len, table.values())), default={})


def _without(values: Table, series: Set[str]) -> Table:
    """Values but those of some series."""
    rows = {name: {one: value for one, value in row.items() if one not in series} for name, row in values.items()}
    return {name: row for name, row in rows.items() if row}


def _with_inked(legends: Sequence[Legend], names: Sequence[Label], plot: Plot) -> list[Legend]:
    """The legends, the names that are written in the colour of their lines, and each legend with those it lacks."""
    inked = _inked(names, plot)
    both = [[*legend, *inked] for legend in legends if are_apart([colour for _, colour in (*legend, *inked)])]
    return [*legends, inked, *(both if inked else [])]


def _inked(names: Sequence[Label], plot: Plot) -> Legend:
    """Names beside the lines that they are written in the colour of."""
    pixels = plot.pixels if plot.scale.is_upright else plot.pixels.transpose(1, 0, 2)
    others = [name for name in names if name not in plot.names]
    # in two lines of one colour
    for some in (others, whole_names(others)):
        inks = [(name, ink) for name in some if (ink := ink_of(name, pixels)) is not None]
        # a heading above a chart may have the colour of a line; names above it are several
        above = [name for name, _ in inks if plot.scale.is_upright and name.bbox.b < plot.scale.marks[0].bbox.t]
        inks = [(name, ink) for name, ink in inks if len(above) > 1 or name not in above]
        if all(np.linalg.norm(np.subtract(one[1], other[1])) > SAME_COLOUR for one, other in combinations(inks, 2)):
            return inks
    return []


def _ways(plot: Plot, legends: Sequence[Legend]) -> Iterator[Table]:
    """The values of each name by their series, for each legend; without one, '' is the one series."""
    is_named = False
    # by one of two axes only some of the series are measured
    least = 2 if plot.side is None else 1
    for legend in legends:
        masks = _masks(plot, legend)
        # the legend of another chart has no colour here
        if sum(bool(mask.any()) for mask in masks.values()) > 1:
            is_named = True
            filled = [] if plot.is_continuous else [stacked_areas(plot, masks)]
            bars = {} if plot.is_continuous else bar_values(plot, masks, legend)
            for values in (*filled, _with_lines(plot, masks, bars)):
                own = values if plot.side is None else _of_axis(values, plot.side, plot, legend)
                yield _enough(plot, own, min_series=least)
    for ground in [] if is_named or plot.side is not None else _grounds(plot):
        values = _filled_values(plot, _filled(plot, ground))
        yield _enough(plot, values or _uneven(_with_lines(plot, {"": lone_line(plot, ground)}, {})), min_series=1)


def _of_axis(values: Table, side: Side, plot: Plot, legend: Legend) -> Table:
    """The values of the series that are of the plot's own axis, as their names or their colours say."""
    own = of_side(values, side, [name.text for name, _ in legend])
    return own or of_ink(values, plot, legend)


def _filled_values(plot: Plot, mask: Mask) -> Table:
    """The values of bars or an area of one series; none over an axis of numbers, where bars stand anywhere."""
    if plot.is_continuous:
        return {}
    return _uncut(plot, bar_values(plot, {"": mask})) or _uneven(area_values(plot, mask))


def _uncut(plot: Plot, values: Table) -> Table:
    """The values of bars but those that reach as far as is looked: they go on, and are those of another chart."""
    return {name: row for name, row in values.items() if all(_is_within(plot, one) for one in row.values())}


def _is_within(plot: Plot, value: Label) -> bool:
    (first, last), box = plot.along, value.bbox
    start, end = (box.t, box.b) if plot.scale.is_upright else (box.l, box.r)
    return start > first + _THIN_PX and end < last - _THIN_PX


def _uneven(values: Table) -> Table:
    """The values of one series; none where they are all the same: of a limit or a rule."""
    return values if len({value.text for row in values.values() for value in row.values()}) > 1 else {}


def _with_lines(plot: Plot, masks: Mapping[str, Mask], values: Table) -> Table:
    """The values of bars, and of the series that have none those of their lines."""
    of_bars = {series for row in values.values() for series in row}
    table: Table = {name: dict(row) for name, row in values.items()}
    # in the order of the legend, so that documents are parsed alike each time
    for series in (one for one in masks if one not in of_bars):
        for name, value in line_values(plot, masks[series]).items():
            table.setdefault(name, {})[series] = value
    return table


def _enough(plot: Plot, values: Table, *, min_series: int) -> Table:
    """The values in the order of the names, without series that few names have; empty where too few are left."""
    least = max(MIN_NAMES, MIN_FILLED * len(plot.names))
    counts = Counter(series for row in values.values() for series in row)
    series = [one for one in counts if counts[one] >= least]
    if len(series) < min_series:
        return {}
    rows = {name.text: {one: row[one] for one in series if one in row} for name, row in _in_order(plot, values)}
    return {name: row for name, row in rows.items() if row}


def _in_order(plot: Plot, values: Table) -> Iterator[tuple[Label, dict[str, Label]]]:
    return ((name, values[name.text]) for name in plot.names if name.text in values)


def _masks(plot: Plot, legend: Legend) -> dict[str, Mask]:
    """Where each series is drawn in the plot."""
    if not legend:
        return {}
    away = np.stack([away_from(plot.inside, colour) for _, colour in legend])
    nearest = away.argmin(axis=0)
    is_near = away.min(axis=0) <= SAME_COLOUR
    is_near &= ~_under(plot, legend)
    return {name.text: is_near & (nearest == at) for at, (name, _) in enumerate(legend)}


def _under(plot: Plot, legend: Legend) -> Mask:
    """Where a legend may lie over the plot, with its patches."""
    along = np.arange(*plot.along)
    across = np.arange(*plot.across)
    hidden: Mask = np.zeros((len(along), len(across)), dtype=np.bool_)
    for name, _ in legend:
        box = name.bbox
        sides = (box.l - PATCH_REACH * name.size, box.r), (box.t, box.b)
        (left, right), (top, bottom) = sides if plot.scale.is_upright else sides[::-1]
        # at the end of its line a name hides nothing up to the last point
        left = max(left, plot.places[-1] + _THIN_PX) if plot.scale.is_upright and box.l > plot.places[-1] else left
        hidden |= ((along >= top) & (along <= bottom))[:, None] & ((across >= left) & (across <= right))
    return hidden


def _grounds(plot: Plot) -> list[Colour]:
    """The two colours that most of a plot has: its ground and what is drawn on it, one way or the other."""
    inside = plot.inside.reshape(-1, 3)
    found: list[Colour] = []
    left = inside
    while len(found) < 2 and len(left) >= _MIN_GROUND * len(inside) and (colour := common_colour(left, least=0.0)):
        is_it = is_of_colour(left, colour)
        if is_it.sum() < _MIN_GROUND * len(inside):
            break
        found.append(colour)
        left = left[~is_it]
    return found


def _filled(plot: Plot, ground: Colour) -> Mask:
    """Where something wider than a line is drawn on the ground."""
    from scipy import ndimage

    drawn = ~is_of_colour(plot.inside, ground)
    # beyond the axes there may be paper of another colour
    floor = plot.scale.place_of(plot.scale.base) - plot.along[0]
    is_paper = drawn.mean(axis=1) > _PAPER
    beyond = np.arange(len(drawn)) > floor if plot.scale.is_upright else np.arange(len(drawn)) < floor
    drawn[is_paper & beyond] = False
    drawn[:, drawn.mean(axis=0) > _PAPER] = False
    opened: Mask = ndimage.binary_opening(drawn, np.ones((_THIN_PX, _THIN_PX)))
    return opened
