"""Charts with two axes of values of which one is written in the colour of its series. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.charts.colours import Legend, are_same, ink_of
from bizrag.parsing.charts.labels import Label, Table
from bizrag.parsing.charts.plots import Plot
from bizrag.parsing.charts.scales import Scale

# in sizes of the type: the title of an axis stands so near to its marks
_TITLE_REACH = 6.0


def of_ink(table: Table, plot: Plot, legend: Legend) -> Table:
    """The values of the series that are of the axis which they were measured by; empty where no colour tells.

    Args:
        table: values by the name of their row and their series.
        plot: by one of whose two axes they were measured.
        legend: of all series.
    """
    own, other = ({name.text for name, colour in legend if are_same(colour, ink)} for ink in plot.inks)
    if not own and not other:
        return {}
    # what is not in the colour of the one axis is of the other, which has none
    kept = own if plot.inks[0] is not None else {name.text for name, _ in legend} - other
    rows = {name: {one: value for one, value in row.items() if one in kept} for name, row in table.items()}
    return {name: row for name, row in rows.items() if row}


def titled_in_ink(plot: Plot, texts: Sequence[Label]) -> Legend:
    """The title of an axis as the name of the one series that has its colour; empty without it.

    Args:
        plot: by whose axis something may be measured.
        texts: all that are no values.
    """
    ink = plot.inks[0]
    if ink is None:
        return []
    pixels = plot.pixels if plot.scale.is_upright else plot.pixels.transpose(1, 0, 2)
    titles = [text for text in texts if _is_at(text, plot.scale) and are_same(ink_of(text, pixels), ink)]
    return [(titles[0], ink)] if len(titles) == 1 else []


def _is_at(text: Label, scale: Scale) -> bool:
    """Whether a text runs along the marks of an axis, or stands over the uppermost one."""
    marks, reach = scale.marks, _TITLE_REACH * scale.marks[0].size
    left, right = min(mark.bbox.l for mark in marks), max(mark.bbox.r for mark in marks)
    if text.is_upright:
        is_beside = left - reach < text.x < right + reach
        return is_beside and marks[0].bbox.t <= text.y <= marks[-1].bbox.b
    return text.bbox.l < right and text.bbox.r > left and 0 <= marks[0].bbox.t - text.bbox.b < reach
