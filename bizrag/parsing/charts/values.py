"""Values of a chart beside the names they belong to: the table behind a drawn or scanned chart. Pure.

A value stands over the name of its bar, in line with it, or on it; which series it is of, the colours tell: those of
its bar and of the legend. Where none is printed, bars and lines are measured by the axis; the rest is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PIL import Image

from bizrag.parsing.charts.axis_periods import with_periods
from bizrag.parsing.charts.callouts import without_callouts
from bizrag.parsing.charts.chart_tables import ChartValues
from bizrag.parsing.charts.colours import (
    Colour,
    Inks,
    Legend,
    Pixels,
    Side,
    all_beside,
    ground_of,
    is_on,
    legend_by_heads,
    legend_by_ink,
    paper_of,
    series_by_ink,
    whose_colour,
)
from bizrag.parsing.charts.end_names import series_by_ends
from bizrag.parsing.charts.ends import by_ends, last_values
from bizrag.parsing.charts.figure_parts import Panel
from bizrag.parsing.charts.hatched import by_hatch
from bizrag.parsing.charts.labelled_lines import labelled_lines
from bizrag.parsing.charts.labels import (
    MIN_FILLED,
    MIN_NAMES,
    Label,
    Table,
    name_columns,
    name_rows,
    named_share,
    on_image,
    pitch_of,
    unit_of,
    whole_names,
    whole_year,
)
from bizrag.parsing.charts.legends import find_legends
from bizrag.parsing.charts.measured import measure
from bizrag.parsing.charts.names_by_bar import names_by_bar
from bizrag.parsing.charts.nearness import by_names_over_bars, by_nearness
from bizrag.parsing.charts.net_totals import NetTotals, net_totals, with_nets
from bizrag.parsing.charts.on_discs import by_discs, with_parted_discs
from bizrag.parsing.charts.one_row import row_of
from bizrag.parsing.charts.panels import panels_of_figure
from bizrag.parsing.charts.parted_heads import with_parted_heads
from bizrag.parsing.charts.pies import by_angle, by_colour, by_entry, by_own_text
from bizrag.parsing.charts.pies_side_by_side import panels_by_wholes
from bizrag.parsing.charts.plot_grids import panels_by_axes
from bizrag.parsing.charts.rows import (
    are_measures,
    are_of_one_unit,
    are_of_others,
    by_cells,
    column_beside,
    has_second_column,
    head_of,
    in_one_order,
    is_grid,
)
from bizrag.parsing.charts.scales import find_scales, without_marks
from bizrag.parsing.charts.slanted import with_level_names
from bizrag.parsing.charts.titled_panels import panels_by_titles
from bizrag.parsing.charts.two_sided import by_sides
from bizrag.parsing.charts.valued_names import whole_but_valued
from bizrag.parsing.charts.written_legends import legend_beside, legend_by_order, with_more
from bizrag.parsing.engines.regions.captions import is_named_caption
from bizrag.parsing.key_figures import is_key_figure

# a picture with more texts is a page, not a chart
_MAX_LABELS = 400
# of the distance between two names: how far a value stands from its name, alone and among others
_CENTRED, _SLOT = 0.25, 0.5
# where a line has values at some of so many points, they stand nearer: by chance three in forty would
_MIN_POINTS, _ON_POINT = 5, 0.15
_YEAR = re.compile(r"(?:19|20)\d\d")
# the first or the last of classes along an axis
_OPEN_CLASS = re.compile(r"[<>\u2264\u2265] ?\d[\d.,]*|\d[\d.,]* ?\+")
# ways to part a figure of several charts
_PANELS = (panels_by_axes, panels_by_titles, panels_by_wholes)
# over a name that has no bar
_NOTHING = re.compile(r"nil|n/a|n\.a\.|[-\u2013\u2014]", re.IGNORECASE)


def find_values(labels: Sequence[Label], image: Image.Image) -> ChartValues:
    """The values of a chart: those printed, and without any those that its axis tells, as nearly so.

    Args:
        labels: its texts, boxes in pixels of ``image``; names may stand beside what is drawn.
        image: what is drawn, for colours.

    Returns:
        Nothing where no way of telling applies.
    """
    labels = with_level_names(without_callouts(on_image(labels, width=image.width, height=image.height)))
    if len(labels) > _MAX_LABELS:
        return ChartValues()
    pixels: Pixels = np.asarray(image.convert("RGB")).astype(np.int16)
    panels = panels_of_figure(labels, pixels)
    # letters alone may be the names of bars
    told = _of_panels(panels, least=1 if all(panel.title for panel in panels) else 2)
    if told is not None:
        return told
    whole = _values_of_chart(labels, pixels)
    several = [_of_panels(find(labels, pixels), least=2) or whole for find in _PANELS]
    return max(whole, *several, labelled_lines(labels, pixels), key=lambda told: told.num_values)


def _of_panels(panels: Sequence[Panel], *, least: int) -> ChartValues | None:
    """The values of a figure of several charts; None where fewer than ``least`` of them tell any."""
    values = [_values_of_chart(panel.labels, panel.pixels) for panel in panels]
    if sum(bool(one.tables) for one in values) < least:
        return None
    return ChartValues(
        tables=[table for one in values for table in one.tables],
        series=list(dict.fromkeys(name for one in values for name in one.series)),
        heads=[panel.title for panel, one in zip(panels, values, strict=True) for _ in one.tables],
    )


def _values_of_chart(labels: Sequence[Label], pixels: Pixels) -> ChartValues:
    ends, of_ends = by_ends([label for label in labels if not is_named_caption(label.text)], pixels)
    labels = [label for label in labels if label not in of_ends]
    labels = with_parted_discs(with_periods([replace(label, text=whole_year(label.text)) for label in labels]), pixels)
    last = last_values(labels)
    labels = [*(label for label in labels if label not in last.labels), *last.names]
    years = _values_like_years(labels)
    labels = [label for label in labels if not _NOTHING.fullmatch(label.text)]
    names = [x for x in labels if not x.is_value and x not in years and not is_named_caption(x.text)]
    values = [x for x in labels if x.is_value or x in years]
    inks = series_by_ink(names, values, pixels, of_lines=last.names) or series_by_ends(names, values, pixels)
    # cells of a heat map look like patches behind the names of its rows
    is_heat_map = is_grid(names, values)
    legends = [] if is_heat_map else find_legends(names, labels, pixels)
    written: Legend = [] if is_heat_map else _written_legend(names, values, pixels, legends)
    legends = [written] if written else legends
    discs = by_discs(names, values, legends, pixels)
    legends = [[entry for entry in legend if entry[0].text not in discs] for legend in legends]
    # values of a line or on parts of bars may be as evenly spaced as marks are
    paper = paper_of(names, pixels)
    on_bars = [one for one in values if one not in inks and _is_on_part(one, legends, paper, pixels)]
    others = [one for one in values if one not in inks and one not in on_bars]
    values = [*inks, *on_bars, *without_marks(others, name_rows(whole_names(names)))]
    # entries of a legend may stand as close below each other as lines of one name
    shares: Table = by_own_text(whole_names(names), values) or by_own_text(names, values)
    if has_second_column([list(row.values()) for row in shares.values()], values):
        shares = {}
    # of a name in two lines
    in_lines = [*(one for one, _ in written), *inks.values()]
    names = [name for name in names if not any(one.bbox.holds_centre(name.bbox) for one in in_lines)]
    series = list(dict.fromkeys([*(name for legend in legends for name, _ in legend), *inks.values(), *last.names]))
    names = [name for name in names if name not in series and not (shares and named_share(name.text))]
    hatched, of_hatched = by_hatch(names, values, legends, pixels)
    series += [of_hatched] if of_hatched and of_hatched not in series else []
    names = [name for name in names if of_hatched is None or name.bbox != of_hatched.bbox]
    names = [name for name in names if name.text not in discs]
    tables = [table for table in (ends, shares, hatched, discs) if table]
    of_both = {
        (value.x, value.y) for table in (shares, hatched, discs) for row in table.values() for value in row.values()
    }
    values = [value for value in values if (value.x, value.y) not in of_both]
    # charts side by side are often one picture
    while found := _best(names, values, legends, inks, pixels):
        told = {id(value) for row in found.values() for value in row.values()}
        values = [value for value in values if id(value) not in told]
        if not _is_rest(found, tables):
            tables.append(found)
    if not tables:
        figures = _by_figures(labels, legends, inks, pixels)
        tables = [figures] if figures else []
    # "2000" may be a year, or a mark
    scales = find_scales([label for label in labels if is_key_figure(label.text) and label not in on_bars])
    marks = {id(mark) for scale in scales for mark in scale.marks}
    tables += measure(
        [*(name for name in names if id(name) not in marks), *last.names],
        scales,
        legends,
        pixels,
        printed=[label for label in labels if label.is_value and id(label) not in marks],
        told=[value for table in tables for row in table.values() for value in row.values()],
        texts=[label for label in labels if not label.is_value],
    )
    tables = [*(without for table in tables if (without := _without(table, last.table))), last.table]
    return ChartValues(tables=[table for table in tables if table], series=[name.text for name in series])


def _without(table: Table, other: Table) -> Table:
    """What a table says and another one does not."""
    rows = {
        name: {one: value for one, value in row.items() if one not in other.get(name, ())}
        for name, row in table.items()
    }
    return {name: row for name, row in rows.items() if row}


def _written_legend(
    names: Sequence[Label], values: Sequence[Label], pixels: Pixels, legends: Sequence[Legend]
) -> Legend:
    """Names of series that no patch tells, but their own colour or a bar below or beside them, in one line or two.

    What was taken for patches may be parts of the last bar: names beside it go with those.
    """
    several = (whole_names(names), names)
    beside = max((legend_beside(some, values, pixels) for some in several), key=len)
    if legends:
        return with_more(legends[0], beside) if len(legends) == 1 else []
    ways = (legend_by_ink, legend_by_heads, legend_by_order)
    return max((beside, *(find(some, values, pixels) for some in several for find in ways)), key=len)


def _values_like_years(labels: Sequence[Label]) -> list[Label]:
    """Figures that look like years and stand over one of the years of an axis, as its value: "1910" over "2019"."""
    names = [label for label in labels if not label.is_value]
    values = [label for label in labels if label.is_value]
    found: list[Label] = []
    for axis in name_rows([name for name in names if _YEAR.fullmatch(name.text)]):
        over = [name for name in names if name not in axis and _YEAR.fullmatch(name.text)]
        slots, others = (_slots(axis, some, _CENTRED, is_row=True) for some in (values, over))
        if sum(map(bool, slots)) > len(axis) / 2:
            found += [one[0] for one, slot in zip(others, slots, strict=True) if len(one) == 1 and not slot]
    return found


def _is_on_part(value: Label, legends: Sequence[Legend], paper: Colour | None, pixels: Pixels) -> bool:
    """Whether a value stands on a colour of a legend, and not on the paper: marks of an axis do not."""
    ground = ground_of(value, pixels)
    return not is_on(value, paper, pixels) and any(whose_colour(ground, legend) is not None for legend in legends)


def _by_figures(labels: Sequence[Label], legends: Sequence[Legend], inks: Inks, pixels: Pixels) -> Table:
    """Values over an axis whose names are figures themselves ("150 %", "200 %"): each has one, right over it, or one of
    each series; below it there is no other row of names.
    """
    figures = [label for label in labels if label.is_value or _OPEN_CLASS.fullmatch(label.text)]
    for axis in sorted(name_rows(figures), key=lambda row: -row[0].y):
        # the lowest mark of an upright axis may reach below the top of these names
        rest = without_marks([figure for figure in figures if figure.is_value and figure not in axis])
        others = [figure for figure in rest if figure.bbox.b < axis[0].bbox.t]
        if name_rows([label for label in labels if label.bbox.t > axis[0].bbox.b]):
            continue
        for legend in legends or [[]]:
            found = _by_axis(axis, others, legend, inks, pixels, is_row=True)
            if len(found) == len(axis) and sum(map(len, found.values())) == len(others):
                return found
    return {}


def _is_rest(found: Table, tables: Sequence[Table]) -> bool:
    """Whether values are what others left: of the same names without a series, or by the names of their series.

    Those of all the names and of more are a chart of their own.
    """
    series = {column for table in tables for row in table.values() for column in row} - {""}
    return any(
        name in series or ("" in row and set(other.get(name, ())) - {""} and not found.keys() > other.keys())
        for other in tables
        for name, row in found.items()
    )


def _best(
    names: Sequence[Label], values: Sequence[Label], legends: Sequence[Legend], inks: Inks, pixels: Pixels
) -> Table:
    """The way of telling that gives most values a name; empty without any."""
    whole = whole_but_valued(names, values)
    axes = [(row, True) for row in name_rows(whole)]
    # what stands close below each other in a column may be lines of one name, or not
    axes += [(column, False) for column in (*name_columns(whole), *name_columns(names))]
    found: list[Table] = []
    for part in _by_unit(values):
        heads = (whole, names, with_parted_heads(names, part))
        found += [by_cells(name_rows(some), name_columns(whole), part) for some in heads]
        found += [told for legend in legends for told in (by_entry(part, legend), by_colour(part, legend, pixels))]
        found += [by_angle(whole, part, pixels), by_nearness(whole, part)]
        by_bar = [(row, True) for row in name_rows(names_by_bar(names, part))]
        for axis, is_row in [*axes, *by_bar]:
            # charts beside each other use the same colours: the legend that is nearest to the axis counts
            near = sorted(legends, key=lambda legend: _away(legend, axis)) or [[]]
            found += [_by_axis(axis, part, legend, inks, pixels, is_row=is_row, heads=whole) for legend in near]
        found += [by_sides(column, part, names, inks, pixels) for column in name_columns(whole)]
        found += [by_names_over_bars(column, part) for column in name_columns(whole)]
    return max(found, key=lambda table: sum(map(len, table.values())))


def _by_unit(values: Sequence[Label]) -> list[list[Label]]:
    """All values, and where they are in several units those in each: charts of several are often one picture."""
    units: dict[str, list[Label]] = {}
    for value in values:
        units.setdefault(unit_of(value.text), []).append(value)
    parts = [part for part in units.values() if len(part) >= MIN_NAMES]
    return [list(values), *(parts if len(units) > 1 else [])]


def _away(legend: Legend, axis: Sequence[Label]) -> float:
    names = [name for name, _ in legend]
    (x, y), (at_x, at_y) = (
        (sum(n.x for n in some) / len(some), sum(n.y for n in some) / len(some)) for some in (names, axis)
    )
    return (x - at_x) ** 2 + (y - at_y) ** 2


def _by_axis(
    names: Sequence[Label],
    values: Sequence[Label],
    legend: Legend,
    inks: Inks,
    pixels: Pixels,
    *,
    is_row: bool,
    heads: Sequence[Label] = (),
) -> Table:
    """Values over the names of a row, or right of the names of a column, beside them those below one of the heads."""
    slots = _slots(names, values, _SLOT, is_row=is_row)
    if len({name.text for name in names}) < len(names) or (not is_row and are_of_others(names, slots, heads)):
        return {}
    if sum(map(bool, slots)) < max(MIN_NAMES, MIN_FILLED * len(names)):
        slots = _marked_points(names, values, is_row=is_row)
    if all(len(slot) <= 1 for slot in slots) and not any(value in inks for slot in slots for value in slot):
        # alone, a value stands in line with its name; colours of bars of one series say nothing
        is_centred = slots == _slots(names, values, _CENTRED, is_row=is_row)
        is_centred &= is_row or not has_second_column(slots, values)
        series = _common_series([slot[0] for slot in slots if slot], names, legend, pixels)
        told = [(name.text, slot[0]) for name, slot in zip(names, slots, strict=True) if slot]
        return {name: {series: value} for name, value in told} if is_centred else {}
    sides = (Side.BELOW, Side.ABOVE) if is_row else (Side.RIGHT, Side.LEFT)
    paper = ground_of(names[0], pixels)
    beside: dict[int, Label] = {}
    nets: list[NetTotals] = []
    if not is_row:
        nets = net_totals(slots, lambda value: is_on(value, paper, pixels)) if legend else []
        slots = [[v for v in slot if all(v is not net.values.get(at) for net in nets)] for at, slot in enumerate(slots)]
        beside = column_beside(slots, len(legend), lambda value: is_on(value, paper, pixels))
    slots = [[value for value in slot if value is not beside.get(at)] for at, slot in enumerate(slots)]
    rows = in_one_order([row_of(slot, legend, inks, pixels, sides, paper) for slot in slots], slots)
    rows = with_nets(rows, nets)
    told = [row for row in rows if row is not None and "" not in row]
    if len(told) < len(rows) or not (are_of_one_unit(slots) or are_measures(told)):
        return {}
    head = head_of(list(beside.values()), heads)
    table: Table = {}
    for at, (name, row) in enumerate(zip(names, rows, strict=True)):
        if row:
            table[name.text] = {**row, head: beside[at]} if head and at in beside and head not in row else row
    return table


def _common_series(values: Sequence[Label], names: Sequence[Label], legend: Legend, pixels: Pixels) -> str:
    """The series that all values are of where a legend has several: those of a line may stand on bars of another."""
    if not values or len(legend) < 2 or {name.text for name in names} & {name.text for name, _ in legend}:
        return ""
    # a line runs over bars: what all values stand on or beside is theirs
    common = set.intersection(*(all_beside(value, legend, pixels) for value in values))
    return common.pop() if len(common) == 1 else ""


def _marked_points(names: Sequence[Label], values: Sequence[Label], *, is_row: bool) -> list[list[Label]]:
    """The values of each name where lines have them at some of their points: all of them stand exactly over a name."""
    slots = _slots(names, values, _ON_POINT, is_row=is_row)
    half = (names[-1].x - names[0].x) / (len(names) - 1) / 2
    over = [v for v in values if v.y < names[0].bbox.t and names[0].x - half <= v.x <= names[-1].x + half]
    is_told = is_row and len(names) >= _MIN_POINTS and MIN_NAMES <= sum(map(len, slots)) == len(over)
    return slots if is_told else [[] for _ in names]


def _slots(names: Sequence[Label], values: Sequence[Label], reach: float, *, is_row: bool) -> list[list[Label]]:
    """The values of each name of an axis: over it or right of it, at most ``reach`` of two names' distance aside."""
    places = [name.x if is_row else name.y for name in names]
    pitch = pitch_of(places)
    slots: list[list[Label]] = [[] for _ in names]
    # names may stand behind what is drawn
    are_behind = not is_row and bool(values) and max(v.bbox.r for v in values) < min(name.bbox.l for name in names)
    are_above = is_row and bool(values) and min(v.bbox.t for v in values) > max(name.bbox.b for name in names)
    for value in values:
        place = value.x if is_row else value.y
        at = min(range(len(places)), key=lambda number: abs(places[number] - place))
        is_beyond = are_above or value.y < names[at].bbox.t if is_row else are_behind or value.x > names[at].bbox.r
        if is_beyond and abs(places[at] - place) <= reach * pitch:
            slots[at].append(value)
    return slots
