"""Charts with two axes of values whose marks are written in the colours of what they measure."""

from __future__ import annotations

import pytest

from tests.parsing.drawn_chart import FLOOR, NAVY, ORANGE, UNIT, Chart

# a pixel and a half is half a unit
STEP = 0.5
LOADS, WARMTHS = (40.0, 75.0, 62.0, 90.0), (80.0, 50.0, 25.0, 10.0)
BLACK, Colour = (0, 0, 0), tuple[int, int, int]


def _chart(*, marks: Colour = ORANGE, has_loads: bool = True, names: Colour = BLACK) -> Chart:
    """Bars, and a line by the right axis, which has a tenth of the bars' values."""
    chart = Chart()
    for number, (load, warmth) in enumerate(zip(LOADS, WARMTHS, strict=True)):
        x = 150 + 140 * number
        if has_loads:
            chart.bar(x, FLOOR, load, NAVY)
        chart.print(f"Q{number + 1}", x, FLOOR + 20, names)
        if number:
            before = WARMTHS[number - 1]
            chart.draw.line((x - 140, FLOOR - before * UNIT, x, FLOOR - warmth * UNIT), fill=ORANGE, width=3)
    for value in range(0, 12, 2):
        chart.print(str(value), 640, FLOOR - 10 * value * UNIT, marks)
    return chart


def _left_axis(chart: Chart) -> None:
    for value in range(0, 125, 25):
        chart.print(str(value), 60, FLOOR - value * UNIT, BLACK)


def _told(rows: list[list[str]]) -> list[list[float]]:
    return [[float(cell.strip("≈")) for cell in row[1:]] for row in rows[1:]]


def test_the_title_of_an_axis_in_a_colour_is_the_name_of_the_line_in_it() -> None:
    chart = _chart()
    for number, load in enumerate(LOADS):
        chart.print(f"{load:g}", 150 + 140 * number, FLOOR - load * UNIT - 14, BLACK)
    assert chart.rows()[0] == ["", ""]
    chart.print("Warmth, points", 640, 40, ORANGE)
    rows = chart.rows()
    assert rows[0] == ["", "", "Warmth, points"]
    expected = [[load, pytest.approx(warmth / 10, abs=0.1)] for load, warmth in zip(LOADS, WARMTHS, strict=True)]
    assert _told(rows) == expected


def test_the_colours_of_a_legend_say_which_axis_each_series_is_of() -> None:
    chart = _chart()
    _left_axis(chart)
    chart.legend({"Load": NAVY, "Warmth": ORANGE}, 150)
    rows = chart.rows()
    assert rows[0] == ["", "Load", "Warmth"]
    assert [row[1] for row in _told(rows)] == [pytest.approx(warmth / 10, abs=0.1) for warmth in WARMTHS]
    # a bar that the line runs over is measured to its edge
    assert [row[0] for row in _told(rows)[1:]] == [pytest.approx(load, abs=2 * STEP) for load in LOADS[1:]]


def test_axes_in_grey_say_nothing() -> None:
    chart = _chart(marks=BLACK)
    _left_axis(chart)
    chart.legend({"Load": NAVY, "Warmth": ORANGE}, 150)
    assert chart.rows() == []


def test_where_all_is_written_in_one_colour_the_title_of_an_axis_names_no_series() -> None:
    chart = _chart(has_loads=False, names=ORANGE)
    chart.print("Warmth, points", 640, 40, ORANGE)
    assert chart.rows()[0] == ["", ""]
