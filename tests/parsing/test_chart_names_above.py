"""Names above bars of two series, which end on one line and begin on several, and legends whose names are crowded."""

from __future__ import annotations

import numpy as np
import pytest

from bizrag.parsing.charts.legends import find_legends
from tests.parsing.drawn_chart import GREEN, ORANGE, UNIT, Chart

_HOMES = {"Detached, old": (28, -32), "Terraced": (-25, -39), "Flats": (-19, -45), "Tower": (-8, -52)}
_ZERO = 230


def _costs() -> Chart:
    chart = Chart()
    chart.legend({"Heat pump": GREEN, "District heat": ORANGE}, 480, y=500)
    chart.draw.line((60, _ZERO, 780, _ZERO), fill="black")
    for number, (name, values) in enumerate(_HOMES.items()):
        middle = 140 + 170 * number
        for line, part in enumerate(reversed(name.split(" "))):
            chart.write(part, middle, 60 - 20 * line)
        for value, colour, x in zip(values, (GREEN, ORANGE), (middle - 20, middle + 20), strict=True):
            end = _ZERO - value * UNIT
            chart.draw.rectangle((x - 18, min(end, _ZERO), x + 18, max(end, _ZERO)), fill=colour)
            chart.write(f"{value:+d}", x, end - 14 if value > 0 else end + 14)
    return chart


def test_names_above_bars_end_on_one_line() -> None:
    assert _costs().rows() == [
        ["", "Heat pump", "District heat"],
        *([name, *(f"{value:+d}" for value in values)] for name, values in _HOMES.items()),
    ]


@pytest.mark.parametrize(("pitch", "is_legend"), [(9, False), (30, True)])
def test_lines_of_a_legend_do_not_stand_over_each_other(pitch: int, is_legend: bool) -> None:
    chart = Chart()
    for number, (name, colour) in enumerate({"Soy": GREEN, "Almond": ORANGE}.items()):
        y = 338 + pitch * number
        # the ends of lines, a little above and below the middle of the names behind them
        chart.draw.line((560, y - 4 + 8 * number, 620, y - 4 + 8 * number), fill=colour, width=6)
        chart.write(name, 628 + 5 * len(name), y)
    legends = find_legends(chart.labels, chart.labels, np.asarray(chart.image).astype(np.int16))
    assert [name.text for legend in legends for name, _ in legend] == (["Soy", "Almond"] if is_legend else [])
