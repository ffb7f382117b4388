"""Values of charts that print none, measured by the marks of their axis."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.labels import Label
from bizrag.parsing.charts.scales import find_scales
from tests.parsing.drawn_chart import FLOOR, GREEN, NAVY, ORANGE, UNIT, Chart

# a pixel and a half is half a unit
STEP = 0.5


def _axis(chart: Chart, marks: range = range(0, 125, 25), *, before: str = "", after: str = "", x: float = 60) -> None:
    for value in marks:
        chart.write(f"{before}{value}{after}", x, FLOOR - value * UNIT)


def _columns(values: dict[str, float]) -> Chart:
    chart = Chart()
    for number, (name, value) in enumerate(values.items()):
        chart.bar(150 + number * 140, FLOOR, value, NAVY)
        chart.write(name, 150 + number * 140, FLOOR + 20)
    return chart


def _numbers(rows: list[list[str]]) -> dict[str, list[float]]:
    assert all(cell.startswith("≈") for row in rows[1:] for cell in row[1:] if cell), rows
    return {name: [float(cell.strip("≈$%k")) for cell in cells] for name, *cells in rows[1:]}


SALES = {"2021": 40.0, "2022": 75.0, "2023": 62.0, "2024": 90.0}


@pytest.mark.slow
def test_bars_are_as_long_as_the_axis_says() -> None:
    chart = _columns(SALES)
    assert chart.rows() == []
    _axis(chart)
    assert _numbers(chart.rows()) == {name: [pytest.approx(value, abs=STEP)] for name, value in SALES.items()}


def test_values_are_written_as_the_marks_are() -> None:
    chart = _columns({"North": 40.0, "South": 75.0, "East": 60.0})
    _axis(chart, before="$", after="k")
    assert [row[1] for row in chart.rows()[1:]] == ["≈$40k", "≈$75k", "≈$60k"]


def test_what_is_printed_is_not_measured() -> None:
    chart = _columns(SALES)
    _axis(chart)
    for number, value in enumerate(SALES.values()):
        chart.write(f"{value:g}", 150 + number * 140, FLOOR - value * UNIT - 14)
    assert [row[1] for row in chart.rows()[1:]] == [f"{value:g}" for value in SALES.values()]


def test_the_legend_tells_the_series_of_bars_without_values() -> None:
    chart, values = Chart(), {"Mon": (30.0, 55.0), "Tue": (41.0, 38.0), "Wed": (66.0, 70.0)}
    _axis(chart)
    chart.legend({"Orders": NAVY, "Returns": ORANGE}, 200)
    for number, (name, parts) in enumerate(values.items()):
        for shift, value, colour in zip((-22, 22), parts, (NAVY, ORANGE), strict=True):
            chart.bar(150 + number * 200 + shift, FLOOR, value, colour)
        chart.write(name, 150 + number * 200, FLOOR + 20)
    rows = chart.rows()
    assert rows[0] == ["", "Orders", "Returns"]
    assert _numbers(rows) == {name: pytest.approx(parts, abs=STEP) for name, parts in values.items()}


def test_parts_of_a_stack_are_measured_by_themselves() -> None:
    chart, values = Chart(), {"Q1": (20.0, 30.0, 10.0), "Q2": (35.0, 15.0, 22.0), "Q3": (12.0, 44.0, 31.0)}
    _axis(chart)
    chart.legend({"Rent": NAVY, "Wages": ORANGE, "Power": GREEN}, 200)
    for number, (name, parts) in enumerate(values.items()):
        bottom = float(FLOOR)
        for value, colour in zip(parts, (NAVY, ORANGE, GREEN), strict=True):
            bottom = chart.bar(150 + number * 200, bottom, value, colour)
        chart.write(name, 150 + number * 200, FLOOR + 20)
    assert _numbers(chart.rows()) == {name: pytest.approx(parts, abs=2 * STEP) for name, parts in values.items()}


def test_bars_that_lie_are_measured_by_the_axis_below() -> None:
    chart, values = Chart(), {"Retail": 120.0, "Online": 75.0, "Export": 40.0, "Services": 150.0}
    for mark in range(0, 200, 50):
        chart.write(str(mark), 200 + mark * UNIT, FLOOR + 20)
    for number, (name, value) in enumerate(values.items()):
        y = 80 + number * 90
        chart.draw.rectangle((200, y - 18, 200 + value * UNIT, y + 18), fill=GREEN)
        chart.write(name, 185 - 5 * len(name), y)
    assert _numbers(chart.rows()) == {name: [pytest.approx(value, abs=STEP)] for name, value in values.items()}


def test_bars_below_the_axis_are_negative() -> None:
    chart, values = Chart(), {"2021": 40.0, "2022": -20.0, "2023": 15.0, "2024": -35.0}
    zero = FLOOR - 40 * UNIT
    for mark in range(-40, 80, 20):
        chart.write(str(mark), 60, zero - mark * UNIT)
    for number, (name, value) in enumerate(values.items()):
        x = 150 + number * 140
        low, high = sorted((zero, zero - value * UNIT))
        chart.draw.rectangle((x - 18, low, x + 18, high), fill=NAVY)
        chart.write(name, x, FLOOR + 30)
    assert _numbers(chart.rows()) == {name: [pytest.approx(value, abs=STEP)] for name, value in values.items()}


def _line(chart: Chart, values: list[float], colour: tuple[int, int, int]) -> None:
    points = [(150 + 140 * number, FLOOR - value * UNIT) for number, value in enumerate(values)]
    chart.draw.line(points, fill=colour, width=3)


def test_a_line_is_read_over_each_name() -> None:
    chart = Chart()
    _axis(chart)
    _line(chart, list(SALES.values()), NAVY)
    for number, name in enumerate(SALES):
        chart.write(name, 150 + 140 * number, FLOOR + 20)
    assert _numbers(chart.rows()) == {name: [pytest.approx(value, abs=STEP)] for name, value in SALES.items()}


@pytest.mark.slow
def test_lines_have_the_names_of_the_legend_and_without_one_none() -> None:
    chart, lines = Chart(), {"Solar": [20.0, 35.0, 60.0, 80.0], "Wind": [70.0, 65.0, 30.0, 45.0]}
    _axis(chart)
    for name, colour in zip(lines, (GREEN, ORANGE), strict=True):
        _line(chart, lines[name], colour)
    for number in range(4):
        chart.write(f"Q{number + 1}", 150 + 140 * number, FLOOR + 20)
    assert chart.rows() == []
    chart.legend({"Solar": GREEN, "Wind": ORANGE}, 200)
    rows = chart.rows()
    assert rows[0] == ["", "Solar", "Wind"]
    expected = zip(*lines.values(), strict=True)
    assert list(_numbers(rows).values()) == [pytest.approx(list(pair), abs=STEP) for pair in expected]


def _broken(chart: Chart, values: list[float], colour: tuple[int, int, int]) -> None:
    """A line in dashes of ten points and gaps of five."""
    for number, (one, other) in enumerate(pairwise(values)):
        for start in range(0, 140, 15):
            ends = [(at, FLOOR - (one + (other - one) * at / 140) * UNIT) for at in (start, min(start + 10, 140))]
            chart.draw.line([(150 + 140 * number + at, y) for at, y in ends], fill=colour, width=3)


@pytest.mark.parametrize("is_alone", [True, False])
def test_of_two_lines_in_one_colour_none_is_told(is_alone: bool) -> None:
    chart = Chart()
    _axis(chart)
    _broken(chart, list(SALES.values()), NAVY)
    if not is_alone:
        _line(chart, [70.0, 65.0, 30.0, 45.0], NAVY)
    for number, name in enumerate(SALES):
        chart.write(name, 150 + 140 * number, FLOOR + 20)
    assert bool(chart.rows()) is is_alone


def test_an_area_reaches_up_to_its_values() -> None:
    chart = Chart()
    _axis(chart)
    points = [(150.0 + 140 * number, FLOOR - value * UNIT) for number, value in enumerate(SALES.values())]
    chart.draw.polygon([(150.0, float(FLOOR)), *points, (points[-1][0], float(FLOOR))], fill=(150, 190, 220))
    for number, name in enumerate(SALES):
        chart.write(name, 150 + 140 * number, FLOOR + 20)
    # at both ends the edge is a few pixels aside
    assert _numbers(chart.rows()) == {name: [pytest.approx(value, abs=2.0)] for name, value in SALES.items()}


def test_of_two_axes_none_is_believed() -> None:
    chart = _columns(SALES)
    _axis(chart)
    for number, value in enumerate(range(0, 125, 25)):
        chart.write(f"{number * 4}%", 640, FLOOR - value * UNIT)
    assert chart.rows() == []


def test_a_bar_that_a_legend_hides_has_no_value() -> None:
    chart, values = Chart(), {"Mon": (30.0, 55.0), "Tue": (41.0, 38.0), "Wed": (100.0, 70.0), "Thu": (50.0, 20.0)}
    _axis(chart)
    for number, (name, parts) in enumerate(values.items()):
        for shift, value, colour in zip((-22, 22), parts, (NAVY, ORANGE), strict=True):
            chart.bar(150 + number * 200 + shift, FLOOR, value, colour)
        chart.write(name, 150 + number * 200, FLOOR + 20)
    chart.draw.rectangle((480, 150, 800, 190), fill="white")
    chart.legend({"Orders": NAVY, "Returns": ORANGE}, 490, 170)
    rows = chart.rows()
    assert [row[0] for row in rows[1:]] == list(values)
    assert rows[3] == ["Wed", "", "≈70"]


def test_boxes_that_stand_on_nothing_are_no_bars() -> None:
    chart = Chart()
    _axis(chart)
    for number, (name, low, high) in enumerate((("A-line", 20, 60), ("B-line", 35, 80), ("C-line", 15, 40))):
        x = 150 + 140 * number
        chart.draw.rectangle((x - 18, FLOOR - high * UNIT, x + 18, FLOOR - low * UNIT), fill=NAVY)
        chart.write(name, x, FLOOR + 20)
    assert chart.rows() == []


def test_years_are_names_and_figures_that_look_like_years_are_marks() -> None:
    chart = _columns({"2021": 30.0, "2022": 60.0, "2023": 90.0})
    for number in range(5):
        chart.write(str(number * 1000), 60, FLOOR - number * 25 * UNIT)
    assert [row[0] for row in chart.rows()[1:]] == ["2021", "2022", "2023"]
    assert list(_numbers(chart.rows()).values()) == [[pytest.approx(40 * v, abs=20)] for v in (30, 60, 90)]


def test_marks_are_one_step_apart() -> None:
    def labels(*texts: str) -> list[Label]:
        boxes = [BoundingBox(l=0, t=40 * at, r=20, b=40 * at + 10) for at in range(len(texts))]
        return [Label(text=text, bbox=box, size=10) for text, box in zip(texts, boxes, strict=True)]

    assert [scale.numbers for scale in find_scales(labels("6", "4", "2", "0"))] == [[6, 4, 2, 0]]
    assert find_scales(labels("6", "4", "3", "0")) == []
    assert find_scales(labels("2024", "2023", "2022")) == []


def test_marks_may_have_decimal_commas() -> None:
    chart = _columns({"Mo": 30.0, "Di": 60.0, "Mi": 90.0})
    for number in range(5):
        chart.write(f"{number / 2:.1f}".replace(".", ","), 60, FLOOR - number * 25 * UNIT)
    assert [row[1] for row in chart.rows()[1:]] == ["≈0,6", "≈1,2", "≈1,8"]


def test_bars_joined_by_an_axis_of_their_colour_are_measured() -> None:
    chart = _columns(SALES)
    _axis(chart)
    chart.draw.line((80, FLOOR, 660, FLOOR), fill=NAVY, width=3)
    assert _numbers(chart.rows()) == {name: [pytest.approx(value, abs=STEP)] for name, value in SALES.items()}


def test_a_printed_value_is_told_where_it_is_nearly_the_measured_one() -> None:
    chart, values = Chart(), {"Q1": (20.0, 30.0), "Q2": (35.0, 15.0), "Q3": (12.0, 44.0)}
    _axis(chart)
    chart.legend({"Rent": NAVY, "Wages": ORANGE}, 200)
    for number, (name, parts) in enumerate(values.items()):
        bottom = float(FLOOR)
        for value, colour in zip(parts, (NAVY, ORANGE), strict=True):
            chart.write(f"{value + 0.3:g}", 150 + number * 200, bottom - value * UNIT / 2)
            bottom = chart.bar(150 + number * 200, bottom, value, colour)
        chart.write(name, 150 + number * 200, FLOOR + 20)
        # one value twice is what colours alone do not tell
        chart.write(f"{parts[1] + 0.3:g}", 150 + number * 200, bottom + (parts[1] - 3) * UNIT)
    assert chart.rows()[1:] == [["Q1", "20.3", "30.3"], ["Q2", "35.3", "15.3"], ["Q3", "12.3", "44.3"]]


def test_a_chart_beside_one_with_printed_values_is_measured() -> None:
    chart = Chart()
    for number, (name, value) in enumerate({"North": 40.0, "South": 75.0, "East": 62.0}.items()):
        chart.write(f"{value:g}%", 140 + number * 100, chart.bar(140 + number * 100, FLOOR, value, NAVY) - 14)
        chart.write(name, 140 + number * 100, FLOOR + 20)
    _axis(chart, x=480)
    for number, (name, value) in enumerate({"Mon": 20.0, "Tue": 80.0, "Wed": 50.0}.items()):
        chart.bar(560 + number * 100, FLOOR, value, GREEN)
        chart.write(name, 560 + number * 100, FLOOR + 20)
    assert {row[0]: row[-1] for row in chart.rows()[1:]} == {
        "North": "40%",
        "South": "75%",
        "East": "62%",
        "Mon": "≈20",
        "Tue": "≈80",
        "Wed": "≈50",
    }


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(min_value=3, max_value=115), min_size=3, max_size=5))
def test_whatever_is_drawn_is_measured(values: list[int]) -> None:
    drawn = {f"Site {chr(65 + number)}": float(value) for number, value in enumerate(values)}
    chart = _columns(drawn)
    _axis(chart)
    assert _numbers(chart.rows()) == {name: [pytest.approx(value, abs=1.0)] for name, value in drawn.items()}


def test_areas_on_each_other_are_as_high_as_the_axis_says() -> None:
    chart, colours = Chart(), (NAVY, ORANGE, GREEN)
    values = {
        "2021": (20.0, 15.0, 5.0),
        "2022": (24.0, 16.0, 12.0),
        "2023": (30.0, 20.0, 18.0),
        "2024": (32.0, 25.0, 30.0),
    }
    _axis(chart, range(0, 125, 25))
    places = [100 + 200 * number for number in range(len(values))]
    below = [0.0] * len(values)
    for series, colour in enumerate(colours):
        above = [low + parts[series] for low, parts in zip(below, values.values(), strict=True)]
        upper, lower = ([(x, FLOOR - y * UNIT) for x, y in zip(places, ys, strict=True)] for ys in (above, below))
        chart.draw.polygon([*upper, *reversed(lower)], fill=colour)
        below = above
    chart.legend(dict(zip(("Buoys", "Radar", "Ships"), colours, strict=True)), 150)
    for name, x in zip(values, places, strict=True):
        chart.write(name, x, FLOOR + 20)
    rows = chart.rows()
    assert rows[0] == ["", "Buoys", "Radar", "Ships"]
    # the outer names are measured a little inside the ends of the areas
    assert _numbers(rows) == {name: pytest.approx(parts, abs=2 * STEP) for name, parts in values.items()}


@pytest.mark.slow
def test_bars_that_touch_are_no_area_and_names_at_their_edges_have_no_value() -> None:
    chart = Chart()
    for number, value in enumerate((10, 20, 60, 90, 110, 80, 50, 30, 20)):
        chart.bar(160 + 60 * number, FLOOR, value, NAVY, width=59)
    for mark in (0, 40, 80, 120):
        chart.write(str(mark), 100, FLOOR - mark * UNIT)
    # every second edge has a name
    for number, name in enumerate(("Jul", "Sep", "Nov", "Jan")):
        chart.write(name, 190 + 120 * number, FLOOR + 24)
    assert chart.rows() == []


BLACK = (0, 0, 0)


def test_a_line_in_the_colour_of_the_frame_is_measured_and_the_frame_is_not() -> None:
    chart, lines = Chart(), {"Coal": [90.0, 62.0, 40.0, 21.0], "Wind": [20.0, 45.0, 60.0, 85.0]}
    _axis(chart)
    # the frame goes on a little beyond the first and the last point, the ticks of the axis below it
    chart.draw.rectangle((128, 45, 592, FLOOR), outline=BLACK, width=2)
    for name, colour in zip(lines, (BLACK, ORANGE), strict=True):
        _line(chart, lines[name], colour)
    for number in range(4):
        chart.write(f"Q{number + 1}", 150 + 140 * number, FLOOR + 20)
        chart.draw.line((150 + 140 * number, FLOOR, 150 + 140 * number, FLOOR + 6), fill=BLACK, width=2)
    chart.legend({"Coal": BLACK, "Wind": ORANGE}, 200)
    rows = chart.rows()
    assert rows[0] == ["", "Coal", "Wind"]
    expected = zip(*lines.values(), strict=True)
    assert list(_numbers(rows).values()) == [pytest.approx(list(pair), abs=STEP) for pair in expected]


TWO_AXES = {"Load": [40.0, 75.0, 62.0, 90.0], "Warmth": [80.0, 50.0, 25.0, 10.0]}


def _two_axes(names: tuple[str, str]) -> Chart:
    """Bars by the left axis, a line by the right one, which has a tenth of its values and ends lower."""
    chart = Chart()
    _axis(chart)
    for number, (load, warmth) in enumerate(zip(*TWO_AXES.values(), strict=True)):
        chart.bar(150 + number * 140, FLOOR, load, NAVY)
        chart.write(f"Q{number + 1}", 150 + 140 * number, FLOOR + 20)
        x, y = 150 + 140 * number, FLOOR - warmth * UNIT
        if number:
            before = TWO_AXES["Warmth"][number - 1]
            chart.draw.line((x - 140, FLOOR - before * UNIT, x, y), fill=ORANGE, width=3)
    for value in range(0, 12, 2):
        chart.write(str(value), 640, FLOOR - 10 * value * UNIT)
    chart.legend(dict(zip(names, (NAVY, ORANGE), strict=True)), 200)
    return chart


@pytest.mark.parametrize(
    "names", [("Load, left", "Warmth, right"), ("Load", "Warmth (rhs)"), ("Load (linke Achse)", "Warmth")]
)
def test_of_two_axes_series_are_measured_by_the_one_that_they_say(names: tuple[str, str]) -> None:
    rows = _two_axes(names).rows()
    assert rows[0] == ["", *names]
    # a bar that the line runs over may have no value
    told = [[float(cell.strip("≈")) if cell else None for cell in row[1:]] for row in rows[1:]]
    for row, load, warmth in zip(told, *TWO_AXES.values(), strict=True):
        assert row[0] is None or row[0] == pytest.approx(load, abs=STEP)
        assert row[1] == pytest.approx(warmth / 10, abs=0.1)


@pytest.mark.slow
def test_of_two_axes_that_no_series_names_none_is_believed() -> None:
    assert _two_axes(("Load", "Warmth")).rows() == []


def _over_numbers(chart: Chart) -> None:
    """Two lines over an axis of numbers, whose points stand between its marks."""
    _axis(chart)
    chart.draw.line((120, FLOOR, 620, FLOOR), fill=BLACK, width=2)
    for colour, start, slope in ((NAVY, 20, 0.1), (ORANGE, 100, -0.15)):
        ends = [(120 + 5 * x, FLOOR - (start + slope * 5 * x) * UNIT) for x in (0, 100)]
        chart.draw.line((*ends[0], *ends[1]), fill=colour, width=3)
    for number in range(0, 101, 25):
        chart.write(str(number), 120 + 5 * number, FLOOR + 20)


def test_lines_over_an_axis_of_numbers_are_measured_at_its_marks() -> None:
    chart = Chart()
    _over_numbers(chart)
    chart.legend({"Mix A": NAVY, "Mix B": ORANGE}, 200)
    rows = chart.rows()
    assert [row[0] for row in rows] == ["", "0", "25", "50", "75", "100"]
    told = [[float(cell.strip("≈")) for cell in row[1:]] for row in rows[2:5]]
    expected = [[20 + 0.5 * x, 100 - 0.75 * x] for x in (25, 50, 75)]
    assert told == [pytest.approx(values, abs=2 * STEP) for values in expected]


def test_bars_over_an_axis_of_numbers_are_of_no_mark() -> None:
    chart = Chart()
    _axis(chart)
    for number in range(0, 101, 25):
        chart.write(str(number), 120 + 5 * number, FLOOR + 20)
    for number in range(10):
        chart.bar(120 + 50 * number, FLOOR, 30 + 7 * number, NAVY, width=48)
    assert chart.rows() == []


def test_over_numbers_and_two_axes_no_line_is_measured_that_names_none() -> None:
    chart = Chart()
    _over_numbers(chart)
    chart.legend({"Mix A": NAVY, "Mix B": ORANGE}, 200)
    for value in range(0, 12, 2):
        chart.write(str(value), 660, FLOOR - 10 * value * UNIT)
    assert chart.rows() == []
