"""Figures of several charts under letters, and axes whose periods are not written in full."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.axis_periods import with_periods
from bizrag.parsing.charts.labels import Label, labels_of_lines
from bizrag.parsing.charts.plot_grids import panels_by_axes
from bizrag.parsing.ocr.engine import OcrLine
from tests.parsing.drawn_chart import FLOOR, GREEN, NAVY, ORANGE, SIZE, UNIT, Chart

TOWNS = ("Leith", "Perth", "Nairn", "Crail")
YEARS = ("2021", "2022", "2023")


def _head(chart: Chart, text: str, x: float, y: float = 40) -> None:
    chart.write(text, x, y)


def _grouped(chart: Chart, left: float) -> None:
    """Two bars a town, their legend and the line that they stand on."""
    chart.draw.line((left, FLOOR, left + 380, FLOOR), fill="black")
    for entry, (name, colour) in enumerate({"Before": NAVY, "After": ORANGE}.items()):
        chart.draw.rectangle((left + entry * 150, 62, left + 16 + entry * 150, 78), fill=colour)
        chart.write(name, left + 60 + entry * 150, 70)
    for number, (town, before, after) in enumerate(zip(TOWNS, (54, 63, 49, 71), (47, 58, 33, 66), strict=True)):
        middle = left + 50 + number * 95
        for value, colour, x in ((before, NAVY, middle - 18), (after, ORANGE, middle + 18)):
            top = chart.bar(x, FLOOR, value, colour)
            chart.write(str(value), x, top - 14)
        chart.write(town, middle, FLOOR + 20)


def _single(chart: Chart, left: float) -> None:
    """A bar a year, in the colour of a series of the other chart."""
    chart.draw.line((left, FLOOR, left + 320, FLOOR), fill="black")
    for number, (year, value) in enumerate(zip(YEARS, (22, 38, 51), strict=True)):
        top = chart.bar(left + 50 + number * 100, FLOOR, value, ORANGE)
        chart.write(str(value), left + 50 + number * 100, top - 14)
        chart.write(year, left + 50 + number * 100, FLOOR + 20)


def _figure(one: str, other: str) -> Chart:
    chart = Chart()
    _head(chart, one, 200)
    _head(chart, other, 650)
    _grouped(chart, 20)
    _single(chart, 520)
    return chart


def test_a_legend_is_that_of_its_own_chart() -> None:
    rows = _figure("a) Accidents", "b) Cameras").rows()
    assert rows[0] == ["", "Accidents, Before", "Accidents, After", "Cameras"]
    assert [row for row in rows if row[0] == "Nairn"] == [["Nairn", "49", "33", ""]]
    assert [row for row in rows if row[0] == "2022"] == [["2022", "", "", "38"]]


@pytest.mark.parametrize(("one", "other"), [("(A) Accidents", "(B) Cameras"), ("a. Accidents", "b. Cameras")])
def test_letters_are_written_in_many_ways(one: str, other: str) -> None:
    assert _figure(one, other).rows()[0] == ["", "Accidents, Before", "Accidents, After", "Cameras"]


def test_letters_stand_below_their_charts_too() -> None:
    chart = Chart()
    _grouped(chart, 20)
    _single(chart, 520)
    _head(chart, "(a) Accidents", 200, 490)
    _head(chart, "(b) Cameras", 680, 490)
    assert chart.rows()[0] == ["", "Accidents, Before", "Accidents, After", "Cameras"]


def test_charts_share_a_legend_below_them() -> None:
    chart = Chart()
    _head(chart, "a) Boats", 180)
    _head(chart, "b) Trains", 650)
    for left, values in ((20, ((54, 63, 49), (47, 58, 33))), (480, ((21, 35, 62), (44, 28, 39)))):
        chart.draw.line((left, FLOOR, left + 380, FLOOR), fill="black")
        for number, (year, *pair) in enumerate(zip(YEARS, *values, strict=True)):
            middle = left + 70 + number * 110
            for value, colour, x in zip(pair, (NAVY, GREEN), (middle - 18, middle + 18), strict=True):
                top = chart.bar(x, FLOOR, value, colour)
                chart.write(str(value), x, top - 14)
            chart.write(year, middle, FLOOR + 20)
    chart.legend({"Islands": NAVY, "Mainland": GREEN}, 330, FLOOR + 70)
    assert chart.rows()[0] == ["", "Boats, Islands", "Boats, Mainland", "Trains, Islands", "Trains, Mainland"]
    assert chart.rows()[2] == ["2022", "63", "58", "35", "28"]


def test_no_chart_is_parted_between_its_own_bars_however_far_apart_they_stand() -> None:
    chart = Chart()
    _head(chart, "a) Accidents", 90)
    _head(chart, "b) Cameras", 650)
    for left, values in ((60, (54, 63, 49)), (500, (22, 38, 51))):
        for number, (year, value) in enumerate(zip(YEARS, values, strict=True)):
            x = left + number * 130
            chart.write(str(value), x, chart.bar(x, FLOOR, value, NAVY) - 14)
            chart.write(year, x, FLOOR + 20)
    # nearer to each other than the bars of one chart are
    chart.draw.rectangle((400, 300, 470, FLOOR), fill=(200, 200, 220))
    rows = chart.rows()
    assert rows == [["", "Accidents", "Cameras"], ["2021", "54", "22"], ["2022", "63", "38"], ["2023", "49", "51"]]


def test_letters_as_names_of_bars_or_of_series_part_nothing() -> None:
    chart = Chart()
    for number, (name, value) in enumerate({"A": 40, "B": 75, "C": 62, "D": 90}.items()):
        top = chart.bar(150 + number * 140, FLOOR, value, NAVY)
        chart.write(str(value), 150 + number * 140, top - 14)
        chart.write(name, 150 + number * 140, FLOOR + 20)
    assert chart.rows()[1:] == [["A", "40"], ["B", "75"], ["C", "62"], ["D", "90"]]
    chart = Chart()
    _grouped(chart, 20)
    for label, text in (("Before", "A: Base case"), ("After", "B: High case")):
        at = next(at for at, one in enumerate(chart.labels) if one.text == label)
        chart.labels[at] = Label(text=text, bbox=chart.labels[at].bbox, size=SIZE)
    assert chart.rows()[0] == ["", "A: Base case", "B: High case"]


def _over(years: tuple[int, ...], values: dict[int, int]) -> Chart:
    """Bars of all years over an axis that tells some of them, beside its marks."""
    chart = Chart()
    first = min(values)
    for mark in (0, 50, 100):
        chart.write(str(mark), 40, FLOOR - mark * UNIT)
    for year in years:
        chart.write(str(year), 110 + (year - first) * 80, FLOOR + 20)
    for year, value in values.items():
        top = chart.bar(110 + (year - first) * 80, FLOOR, value, NAVY)
        chart.write(str(value), 110 + (year - first) * 80, top - 14)
    return chart


TURNOVER = {2016: 12, 2017: 31, 2018: 29, 2019: 47, 2020: 38, 2021: 66, 2022: 71, 2023: 93}


def test_years_that_an_axis_leaves_out_have_their_values() -> None:
    rows = _over((2016, 2018, 2020, 2022), TURNOVER).rows()
    assert sorted(rows[1:]) == [[str(year), str(value)] for year, value in TURNOVER.items()]


def test_years_without_values_are_not_added() -> None:
    told = {year: TURNOVER[year] for year in (2016, 2018, 2020, 2022)}
    assert sorted(_over((2016, 2018, 2020, 2022), told).rows()[1:]) == [[str(y), str(v)] for y, v in told.items()]


VISITS = {"Ayr": 50, "Bute": 51, "Coll": 52, "Duns": 69, "Eigg": 60, "Fife": 81, "Gigha": 34, "Hoy": 77}


def test_values_as_evenly_apart_as_marks_over_their_names_are_no_marks() -> None:
    chart = Chart()
    for number, (name, value) in enumerate(VISITS.items()):
        chart.write(str(value), 100 + number * 90, chart.bar(100 + number * 90, FLOOR, value, NAVY) - 14)
        chart.write(name, 100 + number * 90, FLOOR + 20)
    assert chart.rows()[1:] == [[name, str(value)] for name, value in VISITS.items()]


def _letters(text: str, step: float = 30) -> list[Label]:
    return [
        Label(text=letter, bbox=BoundingBox(l=at * step, t=100, r=at * step + 10, b=118), size=SIZE)
        for at, letter in enumerate(text)
    ]


@pytest.mark.parametrize(
    ("letters", "first", "last"),
    [("JFMAMJJASOND", "Jan", "Dec"), ("AMJJAS0NDJFM", "Apr", "Mar"), ("JASOND", "Jul", "Dec")],
)
def test_months_are_told_by_their_first_letters(letters: str, first: str, last: str) -> None:
    named = [label.text for label in with_periods(_letters(letters))]
    assert (named[0], named[-1], len(set(named))) == (first, last, len(letters))


@pytest.mark.parametrize("letters", ["JJA", "ABCDEF", "MAJJAS"])
def test_other_letters_are_no_months(letters: str) -> None:
    assert [label.text for label in with_periods(_letters(letters))] == list(letters)


def test_years_that_were_read_as_one_line_are_names_of_their_own() -> None:
    line = OcrLine(text="2019 2020 2021 2022", bbox=BoundingBox(l=100, t=10, r=290, b=30), confidence=0.9)
    labels = labels_of_lines([line])
    assert [label.text for label in labels] == ["2019", "2020", "2021", "2022"]
    assert [round(label.bbox.l) for label in labels] == [100, 150, 200, 250]
    words = OcrLine(text="Fiscal year 2019", bbox=BoundingBox(l=100, t=10, r=290, b=30), confidence=0.9)
    assert [label.text for label in labels_of_lines([words])] == ["Fiscal year 2019"]


def _small(chart: Chart, title: str, left: int, floor: int, values: dict[str, int], *, has_names: bool) -> None:
    """A filled curve over its own marks, the first and the last value printed."""
    chart.write(title, left + 60, floor - 170)
    for mark in (0, 50, 100):
        chart.write(str(mark), left, floor - mark)
    chart.draw.line((left + 30, floor, left + 330, floor), fill="black")
    points = [(left + 40 + 70 * at, floor - value) for at, value in enumerate(values.values())]
    chart.draw.polygon([(points[0][0], floor), *points, (points[-1][0], floor)], fill=(200, 228, 214))
    for (x, y), value in (pair for at, pair in enumerate(zip(points, values.values(), strict=True)) if at % 4 == 0):
        chart.write(str(value), x, y - 14)
    for (x, _), year in zip(points, values if has_names else (), strict=False):
        chart.write(year, x, floor + 20)


@pytest.mark.slow
def test_charts_without_letters_are_told_apart_by_their_axes_and_share_the_names_below_them() -> None:
    chart = Chart()
    years = ("2020", "2021", "2022", "2023", "2024")
    curves = {"Pumps": (41, 45, 60, 72, 93), "Valves": (84, 71, 62, 58, 37), "Seals": (22, 35, 41, 66, 78)}
    curves["Tools"] = (96, 80, 71, 44, 26)
    for at, (title, values) in enumerate(curves.items()):
        told = dict(zip(years, values, strict=True))
        _small(chart, title, 40 + 440 * (at % 2), 200 + 260 * (at // 2), told, has_names=at > 1)
    rows = chart.rows()
    assert rows[0] == ["", *curves]
    assert rows[1] == ["2020", *(str(values[0]) for values in curves.values())]
    assert rows[5] == ["2024", *(str(values[-1]) for values in curves.values())]
    for at, year in enumerate(years[1:-1], start=1):
        told = [float(cell.strip("≈")) for cell in rows[at + 1][1:]]
        assert told == pytest.approx([values[at] for values in curves.values()], abs=3), year


@pytest.mark.parametrize(("num_axes", "num_panels"), [(4, 4), (12, 12), (13, 0)])
def test_of_more_axes_than_a_figure_has_charts_none_is_read_alone(num_axes: int, num_panels: int) -> None:
    image, labels = Image.new("RGB", (110 * num_axes, 300), "white"), list[Label]()
    for axis in range(num_axes):
        left = 110 * axis
        ImageDraw.Draw(image).line((left + 30, 210, left + 100, 210), fill="black", width=2)
        labels += [
            Label(text=str(mark), bbox=BoundingBox(l=left, t=200 - mark, r=left + 20, b=212 - mark), size=12)
            for mark in (0, 50, 100)
        ]
    pixels = np.asarray(image).astype(np.int16)
    names = [Label(text="Sales", bbox=BoundingBox(l=40, t=60, r=80, b=72), size=12)]
    assert len(panels_by_axes([*labels, *names], pixels)) == num_panels


def test_an_axis_on_the_other_side_is_no_chart_of_its_own() -> None:
    chart = Chart()
    for at, mark in enumerate((0, 40, 80, 120)):
        chart.write(str(mark), 40, FLOOR - mark * UNIT)
        chart.write(str(at * 5), 860, FLOOR - mark * UNIT)
    for number, (year, value) in enumerate(TURNOVER.items()):
        top = chart.bar(100 + number * 90, FLOOR, value, NAVY)
        chart.write(str(value), 100 + number * 90, top - 14)
        chart.write(str(year), 100 + number * 90, FLOOR + 20)
    assert chart.rows()[1:] == [[str(year), str(value)] for year, value in TURNOVER.items()]


@pytest.mark.parametrize("anchor", ["end", "begin"])
def test_names_written_aslant_are_those_of_the_bars_they_begin_or_end_at(anchor: str) -> None:
    chart = Chart()
    costs = {
        "Freight": 40,
        "Fuel and tolls": 75,
        "Wages": 62,
        "Depot closures": 30,
        "Tyres": 18,
        "Insurance premiums": 51,
    }
    for number, (name, value) in enumerate(costs.items()):
        x, length = 200 + number * 110, 7.0 * len(name)
        top = chart.bar(x, FLOOR, value, NAVY)
        chart.write(f"{value}", x, top - 14)
        left = x - length if anchor == "end" else x
        box = BoundingBox(l=left, t=FLOOR + 6, r=left + length, b=FLOOR + 6 + length)
        chart.labels.append(Label(text=name, bbox=box, size=1.3 * length))
    for at, text in enumerate(("Costs by kind", "in the last year", "of all depots", "in millions", "before tax")):
        chart.write(text, 140 + 130 * at, 30)
    assert chart.rows()[1:] == [[name, str(value)] for name, value in costs.items()]


def test_of_texts_that_are_all_as_high_as_wide_none_is_aslant() -> None:
    chart = Chart()
    for number, name in enumerate(("Oats", "Rye", "Barley", "Wheat")):
        box = BoundingBox(l=100 + 90 * number, t=300, r=150 + 90 * number, b=350)
        chart.labels.append(Label(text=name, bbox=box, size=SIZE))
    assert chart.rows() == []


def test_parts_of_a_year_have_the_year_beside_the_first_of_them() -> None:
    labels = [
        Label(text=text, bbox=BoundingBox(l=at * 60, t=100, r=at * 60 + 40, b=118), size=SIZE)
        for at, text in enumerate(("Q3 23", "Q4", "Q1 24", "Q2", "Q3"))
    ]
    assert [label.text for label in with_periods(labels)] == ["Q3 23", "Q4 23", "Q1 24", "Q2 24", "Q3 24"]
    assert [label.text for label in with_periods(labels[1:2] * 3)] == ["Q4"] * 3
    segments = [replace(label, text=text) for label, text in zip(labels, ("Dec 23", "Marine", "Decking"), strict=False)]
    assert [label.text for label in with_periods(segments)] == ["Dec 23", "Marine", "Decking"]


def test_charts_under_letters_alone_are_named_by_their_axes_and_share_the_legend_of_the_first() -> None:
    chart = Chart()
    for left, letter, measure, (one, other) in (
        (60, "(a)", "Strength", ((20, 40, 60), (70, 50, 30))),
        (520, "(b)", "Shrinkage", ((90, 60, 30), (10, 45, 80))),
    ):
        chart.write(letter, left + 170, 20)
        box = BoundingBox(l=left - 56, t=200, r=left - 40, b=300)
        chart.labels.append(Label(text=measure, bbox=box, size=SIZE))
        chart.draw.line((left + 10, FLOOR, left + 330, FLOOR), fill="black", width=2)
        for mark in (0, 50, 100):
            chart.write(str(mark), left - 10, FLOOR - mark * UNIT)
        for colour, values in ((NAVY, one), (ORANGE, other)):
            points = [(left + 50 + 110 * at, FLOOR - value * UNIT) for at, value in enumerate(values)]
            chart.draw.line([xy for point in points for xy in point], fill=colour, width=3)
        for at, year in enumerate(YEARS):
            chart.write(year, left + 50 + 110 * at, FLOOR + 20)
    for at, (name, colour) in enumerate({"Mix A": NAVY, "Mix B": ORANGE}.items()):
        chart.draw.line((250, 380 + 22 * at, 280, 380 + 22 * at), fill=colour, width=3)
        chart.write(name, 320, 380 + 22 * at)
    rows = chart.rows()
    assert rows[0] == ["", "Strength, Mix A", "Strength, Mix B", "Shrinkage, Mix A", "Shrinkage, Mix B"]
    told = dict(zip(rows[0], rows[2], strict=True))
    assert told[""] == "2022"
    assert float(told["Shrinkage, Mix B"].strip("≈")) == pytest.approx(45, abs=2)
    assert float(told["Strength, Mix A"].strip("≈")) == pytest.approx(40, abs=2)
