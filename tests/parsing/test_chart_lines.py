"""Lines of charts: which of several is which, and what they say between the names of their axis."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import pytest

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.axis_periods import with_periods
from bizrag.parsing.charts.labels import Label
from bizrag.parsing.charts.values import find_values
from tests.parsing.drawn_chart import FLOOR, GREEN, NAVY, ORANGE, SIZE, UNIT, Chart

LEFT, RIGHT = 150, 750


def _axis(chart: Chart) -> None:
    for value in range(0, 125, 25):
        chart.write(str(value), 60, FLOOR - value * UNIT)


def _places(count: int) -> list[float]:
    return [LEFT + (RIGHT - LEFT) * at / (count - 1) for at in range(count)]


def _line(
    chart: Chart, values: Sequence[float], colour: tuple[int, int, int], *, dash: int = 0, last: float = RIGHT
) -> None:
    """A line from the first name to the last place, with dashes of so many pixels."""
    count = len(values)
    places = [(LEFT + (last - LEFT) * at / (count - 1), FLOOR - value * UNIT) for at, value in enumerate(values)]
    for (x, y), (to_x, to_y) in itertools.pairwise(places):
        start = x
        while start < to_x:
            end = min(start + (dash or 1000), to_x)
            ends = [(at, y + (to_y - y) * (at - x) / (to_x - x)) for at in (start, end)]
            chart.draw.line((*ends[0], *ends[1]), fill=colour, width=4)
            start = end + dash


def _names(chart: Chart, names: Sequence[str]) -> None:
    for name, x in zip(names, _places(len(names)), strict=True):
        chart.write(name, x, FLOOR + 20)


def _told(chart: Chart) -> dict[str, dict[str, float]]:
    (_, *series), *rows = chart.rows()
    return {
        name: {one: float(cell.strip("≈")) for one, cell in zip(series, cells, strict=True) if cell}
        for name, *cells in rows
    }


YEARS = ("2020", "2021", "2022", "2023", "2024", "2025")
RATES: Mapping[str, tuple[float, ...]] = {
    "Women 25+": (60, 62, 64, 66, 68, 70),
    "Men 25+": (90, 91, 92, 91, 92, 93),
    "Women 55+": (30, 33, 36, 40, 43, 47),
    "Men 55+": (50, 51, 52, 53, 54, 55),
}


def test_of_two_colours_each_with_a_whole_and_a_broken_line_all_four_are_told() -> None:
    chart = Chart()
    _axis(chart)
    _names(chart, YEARS)
    for number, (name, values) in enumerate(RATES.items()):
        colour, dash = (ORANGE, NAVY)[number % 2], 14 * (number // 2)
        _line(chart, values, colour, dash=dash)
        x = 80 + 200 * number
        for start in (x, x + 22) if dash else (x,):
            chart.draw.line((start, 30, start + (14 if dash else 36), 30), fill=colour, width=4)
        chart.write(name, x + 48 + 5 * len(name), 30)
    told = _told(chart)
    assert list(told) == list(YEARS)
    for at, year in enumerate(YEARS):
        assert told[year] == {name: pytest.approx(values[at], abs=1.5) for name, values in RATES.items()}, year


INK, PALE_INK = (6, 6, 6), (52, 52, 52)


def _points(chart: Chart, places: Sequence[tuple[float, float]], *, is_open: bool) -> None:
    for x, y in places:
        box = (x - 7, y - 7, x + 7, y + 7)
        if is_open:
            chart.draw.rectangle(box, fill="white", outline=PALE_INK, width=2)
        else:
            chart.draw.ellipse(box, fill=INK)


@pytest.mark.parametrize(("lowest", "is_told"), [(20, True), (50, False)])
def test_on_a_scan_points_tell_a_broken_line_from_a_whole_one_and_from_the_frame(lowest: float, is_told: bool) -> None:
    chart = Chart()
    _axis(chart)
    _names(chart, YEARS)
    # a frame that falls a little
    for y in (FLOOR - 100 * UNIT, FLOOR):
        chart.draw.line((110, y, 790, y + 3), fill=PALE_INK, width=2)
    # a point on the other line is not seen, and hides that
    series = {"Bus": (60, 62, 58, 50, 55, 61), "Blue Line": (90, 88, 91, lowest, 86, 92)}
    for number, (name, values) in enumerate(series.items()):
        _line(chart, values, (INK, PALE_INK)[number], dash=8 * number)
        x = 480 + 160 * number
        for start, end in ((0, 40),) if number == 0 else ((0, 13), (27, 31), (35, 40)):
            chart.draw.line((x + start, 30, x + end, 30), fill=(INK, PALE_INK)[number], width=4)
        _points(chart, [(x + 20, 30)], is_open=number == 1)
        chart.write(name, x + 50 + 5 * len(name), 30)
    for name, values in series.items():
        places = [(x, FLOOR - value * UNIT) for x, value in zip(_places(len(YEARS)), values, strict=True)]
        _points(chart, places, is_open=name == "Blue Line")
    told = _told(chart)
    for at, year in enumerate(YEARS):
        shown = {name: pytest.approx(values[at], abs=1.5) for name, values in series.items()}
        if is_told:
            assert told[year] == shown, year
        elif values[at] != lowest:
            assert told[year] == {"Bus": shown["Bus"]}, year


def test_names_at_the_ends_of_lines_hide_no_last_point() -> None:
    chart = Chart()
    _axis(chart)
    _names(chart, YEARS)
    ends = {"Youth": (ORANGE, (90, 80, 76, 80, 84, 82)), "Adults": (NAVY, (30, 28, 26, 27, 28, 27))}
    for name, (colour, values) in ends.items():
        _line(chart, values, colour)
        x, y = RIGHT, FLOOR - values[-1] * UNIT
        chart.draw.ellipse((x - 6, y - 6, x + 6, y + 6), fill=colour)
        chart.print(name, x + 16 + 5 * len(name), y, colour)
    told = _told(chart)
    assert told["2025"] == {name: pytest.approx(values[-1], abs=1.5) for name, (_, values) in ends.items()}
    assert told["2022"] == {name: pytest.approx(values[2], abs=1.5) for name, (_, values) in ends.items()}


@pytest.mark.parametrize(
    ("names", "every"),
    [
        (("2020", "2022", "2024"), ("2020", "2021", "2022", "2023", "2024")),
        (("Q1 23", "Q3 23", "Q1 24"), ("Q1 23", "Q2 23", "Q3 23", "Q4 23", "Q1 24")),
        (("Jan 2024", "Mar 2024", "May 2024"), ("Jan 2024", "Feb 2024", "Mar 2024", "Apr 2024", "May 2024")),
        (("Jan", "Mar", "May"), ("Jan", "Feb", "Mar", "Apr", "May")),
        (("0", "2", "4"), ("0", "1", "2", "3", "4")),
    ],
)
def test_a_line_says_its_values_between_the_names_that_are_written(
    names: tuple[str, ...], every: tuple[str, ...]
) -> None:
    chart = Chart()
    _axis(chart)
    _names(chart, names)
    values = (20, 80, 40, 70, 30)
    _line(chart, values, NAVY)
    _line(chart, [value / 2 for value in values], ORANGE)
    chart.legend({"Inbound": NAVY, "Outbound": ORANGE}, left=200)
    told = _told(chart)
    assert list(told) == list(every)
    assert [row["Inbound"] for row in told.values()] == pytest.approx(values, abs=3)


def test_where_a_line_has_points_at_the_names_alone_nothing_is_told_between_them() -> None:
    chart = Chart()
    _axis(chart)
    names, values = ("2020", "2022", "2024", "2026"), (20, 80, 40, 70)
    _names(chart, names)
    for colour, share in ((NAVY, 1.0), (ORANGE, 0.5)):
        _line(chart, [value * share for value in values], colour)
        for x, value in zip(_places(len(names)), values, strict=True):
            y = FLOOR - value * share * UNIT
            chart.draw.ellipse((x - 7, y - 7, x + 7, y + 7), fill=colour)
    chart.legend({"Inbound": NAVY, "Outbound": ORANGE}, left=200)
    assert list(_told(chart)) == list(names)


def test_a_line_may_go_on_behind_the_last_name_that_is_written() -> None:
    chart = Chart()
    _axis(chart)
    _names(chart, ("2020", "2022", "2024"))
    pitch = (RIGHT - LEFT) / 4
    for colour, share in ((NAVY, 1.0), (ORANGE, 0.5)):
        _line(chart, [value * share for value in (20, 80, 40, 70, 30, 60)], colour, last=RIGHT + pitch * 0.999)
    chart.legend({"Inbound": NAVY, "Outbound": ORANGE}, left=200)
    assert list(_told(chart)) == ["2020", "2021", "2022", "2023", "2024", "2025"]


def test_bars_are_told_by_their_names_alone() -> None:
    chart = Chart()
    _axis(chart)
    for name, x, value in zip(("2020", "2022", "2024"), _places(3), (20, 80, 40), strict=True):
        chart.bar(x, FLOOR, value, NAVY)
        chart.write(name, x, FLOOR + 20)
    assert [row[0] for row in chart.rows()[1:]] == ["2020", "2022", "2024"]


def test_bars_are_as_long_as_they_are_below_a_line_that_runs_over_them() -> None:
    values, line = (90.0, 80.0, 70.0, 60.0), (50.0, 44.0, 30.0, 20.0)
    chart = Chart()
    _axis(chart)
    _names(chart, YEARS[:4])
    for x, value in zip(_places(4), values, strict=True):
        chart.bar(x, FLOOR, value, NAVY, width=70)
    _line(chart, line, ORANGE)
    for x, value in zip(_places(4), line, strict=True):
        chart.draw.ellipse((x - 7, FLOOR - value * UNIT - 7, x + 7, FLOOR - value * UNIT + 7), fill=ORANGE)
    chart.legend({"Breaks": NAVY, "Losses": ORANGE}, left=200)
    told = _told(chart)
    assert [row["Breaks"] for row in told.values()] == pytest.approx(values, abs=1)
    assert [row["Losses"] for row in told.values()] == pytest.approx(line, abs=1)


def _label(text: str, x: float, y: float) -> Label:
    half = 5 * len(text)
    return Label(text=text, bbox=BoundingBox(l=x - half, t=y - 8, r=x + half, b=y + 8), size=SIZE)


def test_a_year_below_the_first_month_of_it_is_that_of_the_months_behind() -> None:
    months = [_label(name, 100 + 80 * at, 100) for at, name in enumerate(("Nov", "Dec", "Jan", "Feb", "Mar"))]
    told = [label.text for label in with_periods([*months, _label("2025", 260, 126)])]
    assert told == ["Nov 2024", "Dec 2024", "Jan 2025", "Feb 2025", "Mar 2025"]
    # in the middle it is that of all
    told = [label.text for label in with_periods([*months[2:], _label("2025", 340, 126)])]
    assert told == ["Jan", "Feb", "Mar", "2025"]


def _panel(chart: Chart, title: str, left: int, floor: int, values: Sequence[float]) -> None:
    places = [(left + 60 * at, floor - value) for at, value in enumerate(values)]
    chart.draw.line([xy for place in places for xy in place], fill=GREEN, width=3)
    chart.write(title, left + 5 * len(title), floor - 130)


def test_rows_of_small_charts_share_the_axis_left_of_them_and_the_names_below_the_lowest() -> None:
    chart = Chart()
    curves = {"Ayr": (20, 60, 40), "Bute": (90, 50, 30), "Coll": (70, 80, 85), "Duns": (10, 30, 75)}
    for row, floor in enumerate((200, 400)):
        for mark in (0, 50, 100):
            chart.write(str(mark), 60, floor - mark)
        for column in (0, 1):
            title, values = list(curves.items())[2 * row + column]
            _panel(chart, title, 120 + 300 * column, floor, values)
    for column in (0, 1):
        for at, year in enumerate(("2021", "2022", "2023")):
            chart.write(year, 120 + 300 * column + 60 * at, 424)
    told = _told(chart)
    for at, year in enumerate(("2021", "2022", "2023")):
        assert told[year] == {name: pytest.approx(values[at], abs=3) for name, values in curves.items()}, year
    # nor is the name that is nearest above one of them that of all
    values = find_values(chart.labels, chart.image)
    markdown = values.markdown(lambda table: next(iter(next(iter(table.values())))))
    assert [cell.strip() for cell in markdown.splitlines()[0].strip("|").split("|")] == ["", *curves]


def test_what_is_drawn_below_an_axis_from_0_is_no_value_of_a_line() -> None:
    chart = Chart()
    _axis(chart)
    _names(chart, YEARS)
    _line(chart, (60, 62, 64, 66, 68, 70), NAVY)
    # a mark in its colour stands over the last name where the line is broken off
    _line(chart, (30, 33, 36, 40, 43), ORANGE, last=LEFT + 0.8 * (RIGHT - LEFT))
    chart.draw.line((RIGHT - 30, FLOOR + 8, RIGHT + 30, FLOOR + 8), fill=ORANGE, width=4)
    chart.legend({"Plan": NAVY, "Outcome": ORANGE}, 300)
    told = _told(chart)
    assert [row.get("Plan") for row in told.values()] == [60, 62, 64, 66, 68, 70]
    assert "Outcome" not in told["2025"]
    assert told["2024"]["Outcome"] == 43
