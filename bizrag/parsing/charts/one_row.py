"""The values of one name of a chart by their series: what each of them stands on or next to tells. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.charts.colours import (
    Colour,
    Inks,
    Legend,
    Pixels,
    Side,
    all_beside,
    are_apart,
    ground_of,
    series_of,
    whose_colour,
)
from bizrag.parsing.charts.labels import Label, is_sum
from bizrag.parsing.charts.rows import TOTAL


def row_of(
    slot: Sequence[Label], legend: Legend, inks: Inks, pixels: Pixels, sides: Sequence[Side], paper: Colour | None
) -> dict[str, Label] | None:
    """The values of one name by their series, '' where it is not known; None where two are of one series.

    A value without a colour is the total of the others, or of the one series that is missing. Where all series have a
    value and one is left on the paper, the uppermost is the total: it stands over a part too thin for its own value.
    Nothing is told where it is not. What stands on a colour that the legend lacks is left out alone.
    """
    row = _by_series(slot, legend, inks, pixels, sides)
    if row is None or len(row) < 2 or "" not in row:
        return row
    rest, missing = row.pop(""), [name.text for name, _ in legend if name.text not in row]
    if len(row) > 1 and is_sum(rest.text, [value.text for value in row.values()]):
        return {**row, TOTAL: rest}
    if len(missing) == 1:
        return {**row, missing[0]: rest}
    ground = ground_of(rest, pixels)
    if missing or (paper is not None and ground is not None and are_apart([paper, ground])):
        return row
    top = min(slot, key=lambda value: value.y)
    parts = [value for value in slot if value is not top]
    is_total = is_sum(top.text, [part.text for part in parts])
    told = row_of(parts, legend, inks, pixels, sides, paper) if is_total else None
    return {**told, TOTAL: top} if told and "" not in told else {}


def _by_series(
    slot: Sequence[Label], legend: Legend, inks: Inks, pixels: Pixels, sides: Sequence[Side]
) -> dict[str, Label] | None:
    row: dict[str, Label] = {}
    # what stands on a bar is surely its; of a value above a stack the nearest bar is the uppermost
    for value in sorted(slot, key=lambda value: whose_colour(ground_of(value, pixels), legend) is None):
        series = inks[value].text if value in inks else series_of(value, legend, pixels, sides) or ""
        if series in row and not _is_of_line(row, series, value, legend, pixels):
            series = ""
        if series in row:
            return None
        row[series] = value
    return row


def _is_of_line(row: dict[str, Label], series: str, value: Label, legend: Legend, pixels: Pixels) -> bool:
    """Whether the value that a bar seemed to have is of a line that runs over it, as another one stands at its end.

    If so, ``row`` has it under the name of that line.
    """
    others = all_beside(row[series], legend, pixels) - {series, *row}
    if len(others) != 1 or all_beside(value, legend, pixels) != {series}:
        return False
    row[others.pop()] = row.pop(series)
    return True
