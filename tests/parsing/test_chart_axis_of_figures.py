"""Axes whose names are figures themselves, beside an upright axis whose lowest mark reaches below their tops."""

from __future__ import annotations

from tests.parsing.drawn_chart import NAVY, Chart

_LEAD = {"6 h": 4.9, "12 h": 8.7, "24 h": 15.8, "48 h": 22.4, "72 h": 24.1}


def test_the_marks_of_an_upright_axis_are_no_values_over_names_that_are_figures() -> None:
    chart = Chart()
    points = [(200 + 120 * at, 430 - 14 * value) for at, value in enumerate(_LEAD.values())]
    chart.draw.line(points, fill=NAVY, width=3)
    for (name, value), (x, y) in zip(_LEAD.items(), points, strict=True):
        chart.write(name, x, 452)
        chart.write(str(value), x, y - 16)
    for mark in (0, 10, 20):
        # the letters of the names begin at 444
        chart.write(str(mark), 150, 440 - 14 * mark)
    assert chart.rows()[1:] == [[name, str(value)] for name, value in _LEAD.items()]
