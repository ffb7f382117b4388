"""Lines with values at some of their points, over an axis that writes some of its years."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest

from tests.parsing.drawn_chart import GREEN, NAVY, ORANGE, Chart

GREY = (120, 120, 120)
# every second year
COURSE = {2013: 61, 2015: 60, 2017: 66, 2019: 58, 2021: 50, 2023: 47, 2025: 43}


def _line(
    chart: Chart,
    course: Mapping[int, float],
    colour: tuple[int, int, int],
    *,
    left: float = 150,
    right: float = 700,
    floor: float = 400,
    told: Mapping[int, str],
    written: Mapping[int, str],
) -> None:
    """A line whose values rise by three pixels each over 30, with an axis below it."""
    first, last = min(course), max(course)

    def place(year: int) -> tuple[float, float]:
        return left + (right - left) * (year - first) / (last - first), floor - 3 * (course[year] - 30)

    for one, other in itertools.pairwise(sorted(course)):
        chart.draw.line((*place(one), *place(other)), fill=colour, width=3)
    chart.draw.line((left, floor + 4, right, floor + 4), fill=GREY, width=1)
    for year, text in told.items():
        x, y = place(year)
        chart.write(text, *((x + 40, y) if year == last else (x, y - 20)))
    for year, text in written.items():
        chart.write(text, place(year)[0], floor + 24)


@pytest.mark.parametrize("colour", [NAVY, GREY])
def test_a_value_between_two_written_years_is_of_the_year_it_stands_over(colour: tuple[int, int, int]) -> None:
    chart = Chart()
    _line(
        chart,
        COURSE,
        colour,
        told={2013: "61", 2017: "66", 2025: "43%"},
        written={2013: "2013", 2019: "'19", 2025: "2025"},
    )

    assert [row for row in chart.rows() if row[0]] == [["2013", "61"], ["2017", "66"], ["2025", "43%"]]


def test_the_first_and_the_last_year_are_enough() -> None:
    chart = Chart()
    _line(chart, COURSE, NAVY, told={2013: "61", 2025: "43"}, written={2013: "2013", 2025: "2025"})

    assert [row for row in chart.rows() if row[0]] == [["2013", "61"], ["2025", "43"]]


def test_several_lines_each_have_the_name_above_them() -> None:
    chart = Chart()
    for number, (name, colour) in enumerate({"Reliable": NAVY, "Clean": ORANGE, "Safe": GREEN}.items()):
        left = 80 + 280 * number
        chart.write(name, left + 20, 250)
        course = {year: value - 5 * number for year, value in COURSE.items()}
        told = {year: str(course[year]) for year in (2013, 2017 + 4 * (number == 1), 2025)}
        written = {2013: "2013", 2019: "'19", 2025: "2025"}
        _line(chart, course, colour, left=left, right=left + 150, told=told, written=written)

    assert chart.rows() == [
        ["", "Reliable", "Clean", "Safe"],
        ["2013", "61", "56", "51"],
        ["2017", "66", "", "56"],
        ["2021", "", "45", ""],
        ["2025", "43", "38", "33"],
    ]


@pytest.mark.parametrize(
    "told",
    [
        {2013: "61", 2025: "65"},  # the lower point has the greater value
        {2013: "61", 2017: "66"},  # what the line ends with is not told
        {2025: "43"},
    ],
)
def test_values_that_a_line_does_not_bear_out_are_not_told(told: dict[int, str]) -> None:
    chart = Chart()
    _line(chart, COURSE, NAVY, told=told, written={2013: "2013", 2025: "2025"})

    assert not chart.rows()


def test_without_a_line_and_with_two_of_them_nothing_is_told() -> None:
    bare, crossed = Chart(), Chart()
    for chart in (bare, crossed):
        chart.write("2013", 150, 424)
        chart.write("2025", 700, 424)
        chart.write("61", 150, 290)
        chart.write("43", 740, 360)
    _line(crossed, COURSE, NAVY, told={}, written={})
    _line(crossed, {year: 120 - value for year, value in COURSE.items()}, ORANGE, told={}, written={})

    assert not bare.rows()
    assert not crossed.rows()


def test_an_area_is_told_by_its_upper_edge() -> None:
    chart = Chart()
    points = [(150 + 550 * (year - 2013) / 12, 400 - 3 * (value - 20)) for year, value in sorted(COURSE.items())]
    chart.draw.polygon([(150, 400), *points, (700, 400)], fill=(200, 228, 240))
    chart.draw.line((140, 401, 710, 401), fill="black", width=2)
    for x in (150, 700):
        chart.draw.line((x, 401, x, 409), fill="black", width=2)
    chart.write("61", 160, points[0][1] - 14)
    chart.write("43", 690, points[-1][1] - 14)
    chart.write("2013", 150, 424)
    chart.write("2025", 700, 424)

    assert [row for row in chart.rows() if row[0]] == [["2013", "61"], ["2025", "43"]]
