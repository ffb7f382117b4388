"""Small charts side by side that share one axis of values, each under its own name: facets. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bizrag.parsing.charts.labels import ALIGNED, Label, Table, name_rows, whole_names
from bizrag.parsing.charts.plots import Plot
from bizrag.parsing.charts.scales import Scale

# of the width of a panel: how far from its middle its name stands
_CENTRED = 0.2


def panels_of(plot: Plot, names: Sequence[Label], scales: Sequence[Scale]) -> list[tuple[str, Plot]]:
    """The panels of a chart with their names, from left to right; none where there is one, where one has no name, or an
    axis of values of its own.

    Args:
        plot: that of the first panel, the one beside the axis.
        names: of the axes, of panels, and others.
        scales: the axes of values of the image.
    """
    if not plot.scale.is_upright:
        return []
    own = [name.text for name in plot.names]
    level = [
        row
        for row in name_rows(names)
        if [name.text for name in row] == own and abs(row[0].y - plot.names[0].y) <= ALIGNED * row[0].size
    ]
    last = max((row[-1].x for row in level), default=0.0)
    if any(one is not plot.scale and _is_within(one, plot, last) for one in scales):
        return []
    taken = {id(name) for row in level for name in row}
    titles = [_title_of(row, plot, [name for name in whole_names(names) if id(name) not in taken]) for row in level]
    told = [title for title in titles if title is not None]
    are_named = len({title.text for title in told}) == len(level) > 1
    if not are_named or max(title.y for title in told) - min(title.y for title in told) > told[0].size:
        return []
    return [(title.text, replace(plot, names=row)) for title, row in zip(told, level, strict=True)]


def in_one_table(tables: Sequence[tuple[str, Table]]) -> Table:
    """The values of panels by the name of the axis, each column by the name of its panel, and of its series."""
    found: Table = {}
    for title, table in tables:
        for name, row in table.items():
            for series, value in row.items():
                found.setdefault(name, {})[f"{title}, {series}" if series else title] = value
    return found


def _is_within(scale: Scale, plot: Plot, right: float) -> bool:
    """Whether an axis of values stands level with that of a plot, between its first name and the last of all."""
    marks, first = scale.marks, plot.scale.places[0]
    is_level = scale.is_upright and min(scale.places) < max(plot.scale.places) and max(scale.places) > first
    return is_level and plot.names[0].x < marks[0].x < right


def _title_of(row: Sequence[Label], plot: Plot, names: Sequence[Label]) -> Label | None:
    """The name right above a panel, in its middle or from its left edge."""
    middle, width = (row[0].x + row[-1].x) / 2, row[-1].x - row[0].x
    top = plot.scale.marks[0].y
    over = [
        name
        for name in names
        if name.y < top + name.size
        and (
            abs(name.x - middle) <= _CENTRED * width
            or (abs(name.bbox.l - row[0].x) <= _CENTRED * width and name.bbox.r < row[-1].bbox.r)
        )
    ]
    return max(over, key=lambda name: name.y, default=None)
