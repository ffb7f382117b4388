"""Charts side by side in one figure, each under its title or beside axes of its own; names of lines in their colour."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import numpy as np
import pytest
from PIL import Image, ImageDraw

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.labels import Label, labels_of_lines
from bizrag.parsing.charts.legends import find_legends
from bizrag.parsing.charts.plot_grids import panels_by_axes
from bizrag.parsing.charts.titled_panels import panels_by_titles
from bizrag.parsing.charts.values import find_values
from bizrag.parsing.ocr.engine import OcrLine
from tests.parsing.drawn_chart import FLOOR, GREEN, NAVY, ORANGE, SIZE, UNIT, Chart

DARK, PALE, TEAL, BLUE = (16, 36, 62), (60, 69, 90), (126, 240, 201), (124, 160, 255)
SIZES = {"4 TB": 18, "8 TB": 34, "15 TB": 61, "30 TB": 124}
SHARES = {"Desktops": 94, "Servers": 51, "Media": 13, "Archives": 10}


def _two_charts(*, ground: tuple[int, int, int], titles: tuple[str, str]) -> Chart:
    """Lying bars with names beside bars that are named by sizes, which are figures themselves."""
    chart = Chart()
    chart.image.paste(ground, (40, 40, 860, 480))
    for title, x in zip(titles, (220, 640), strict=True):
        if title:
            chart.write(title, x, 70)
    for number, (name, share) in enumerate(SHARES.items()):
        y = 130 + 70 * number
        chart.draw.rectangle((160, y - 18, 160 + 2 * share, y + 18), fill=ORANGE)
        chart.write(name, 150 - 5 * len(name), y)
        chart.write(f"{share} %", 160 + 2 * share + 32, y)
    for number, (name, minutes) in enumerate(SIZES.items()):
        x = 520 + 80 * number
        chart.draw.rectangle((x - 22, 430 - 2 * minutes, x + 22, 430), fill=GREEN)
        chart.write(str(minutes), x, 430 - 2 * minutes - 14)
        chart.write(name, x, 452)
    return chart


@pytest.mark.parametrize("ground", [DARK, (255, 255, 255)])
def test_charts_side_by_side_are_told_apart_by_their_titles(ground: tuple[int, int, int]) -> None:
    rows = _two_charts(ground=ground, titles=("Share of data", "Rebuild, minutes")).rows()

    assert rows[0] == ["", "Share of data", "Rebuild, minutes"]
    assert [[name, share] for name, share, other in rows[1:] if not other] == [
        [name, f"{share} %"] for name, share in SHARES.items()
    ]
    assert [[name, minutes] for name, other, minutes in rows[1:] if not other] == [
        [name, str(minutes)] for name, minutes in SIZES.items()
    ]


def test_entries_of_a_legend_are_no_titles() -> None:
    chart = _two_charts(ground=(255, 255, 255), titles=("Share of data", "Rebuild, minutes"))
    for title, colour in zip(chart.labels[:2], (ORANGE, GREEN), strict=True):
        chart.draw.rectangle((title.bbox.l - 22, 62, title.bbox.l - 6, 78), fill=colour)
    pixels = np.asarray(chart.image).astype(np.int16)
    assert not panels_by_titles(chart.labels, pixels)


def test_without_titles_nothing_is_parted() -> None:
    rows = _two_charts(ground=DARK, titles=("", "")).rows()
    assert [row[0] for row in rows[1:]] == [*SHARES]


def _lines(
    chart: Chart, lines: Mapping[str, tuple[tuple[int, int, int], tuple[int, ...]]], left: int, right: int
) -> None:
    """Lines over quarters beside marks of an axis, each with its name in its colour at its end."""
    quarters = ("Q1 24", "Q2 24", "Q3 24", "Q4 24", "Q1 25")
    places = np.linspace(left, right, len(quarters))
    for mark in (0, 50, 100):
        chart.write(str(mark), left - 60, FLOOR - mark * UNIT)
    for quarter, x in zip(quarters, places, strict=True):
        chart.write(quarter, float(x), FLOOR + 24)
    for name, (colour, values) in lines.items():
        points = [(float(x), FLOOR - value * UNIT) for x, value in zip(places, values, strict=True)]
        for one, other in itertools.pairwise(points):
            chart.draw.line((*one, *other), fill=colour, width=3)
        for number, part in enumerate(name.split("/")):
            chart.print(part, right + 16 + 5 * len(part), points[-1][1] - 10 + 20 * number, colour)


MARGINS = {"Cloud/Platforms": (NAVY, (70, 72, 75, 80, 90)), "Managed/Services": (ORANGE, (30, 28, 26, 31, 35))}


def test_names_of_lines_may_have_two_lines_in_their_colour() -> None:
    chart = Chart()
    _lines(chart, MARGINS, 120, 640)
    rows = chart.rows()

    assert sorted(rows[0]) == ["", "Cloud Platforms", "Managed Services"]
    for quarter, row in enumerate(rows[1:]):
        told = dict(zip(rows[0][1:], (float(cell.strip("≈")) for cell in row[1:]), strict=True))
        for name, (_, values) in MARGINS.items():
            assert told[name.replace("/", " ")] == pytest.approx(values[quarter], abs=2)


def test_a_heading_in_the_colour_of_a_line_is_no_name_of_it() -> None:
    chart = Chart()
    chart.print("Performance", 300, 30, NAVY)
    _lines(chart, {"Load": (NAVY, (70, 72, 75, 80, 90)), "Heat": (ORANGE, (30, 28, 26, 31, 35))}, 120, 640)
    assert sorted(chart.rows()[0]) == ["", "Heat", "Load"]


def test_a_chart_with_two_axes_beside_another_one_is_one_chart() -> None:
    image, labels = Image.new("RGB", (1200, 420), "white"), list[Label]()
    draw = ImageDraw.Draw(image)

    def write(text: str, x: float, y: float) -> None:
        half = 5 * len(text)
        labels.append(Label(text=text, bbox=BoundingBox(l=x - half, t=y - 8, r=x + half, b=y + 8), size=SIZE))

    def bars(left: int, values: tuple[int, ...], colour: tuple[int, int, int], *, are_printed: bool) -> None:
        draw.line((left, 340, left + 320, 340), fill="black", width=2)
        for mark in (0, 50, 100):
            write(str(mark), left - 30, 340 - 2.4 * mark)
        for number, value in enumerate(values):
            x = left + 50 + 75 * number
            draw.rectangle((x - 18, 340 - 2.4 * value, x + 18, 340), fill=colour)
            write(f"FY2{number + 1}", x, 366)
            if are_printed:
                write(f"{value}.4", x, 340 - 2.4 * value - 14)

    bars(80, (42, 55, 61, 78), NAVY, are_printed=False)
    bars(680, (90, 71, 33, 24), GREEN, are_printed=True)
    for mark in (8, 9, 10):
        write(str(mark), 1030, 340 - 120 * (mark - 8))
    for title, x in (("Sales", 200), ("Costs", 800)):
        write(title, x, 60)

    pixels = np.asarray(image).astype(np.int16)
    assert [panel.title for panel in panels_by_axes(labels, pixels)] == ["Sales", "Costs"]
    told = find_values(labels, image)
    columns = sorted([float(row[""].text.strip("≈")) for row in table.values()] for table in told.tables)
    assert columns == [pytest.approx(one, abs=2) for one in ((42, 55, 61, 78), (90, 71, 33, 24))]


def test_a_line_of_the_grid_before_the_name_of_a_line_is_no_patch() -> None:
    chart = Chart()
    chart.image.paste(DARK, (0, 0, 900, 520))
    for number, (name, ink, before, width) in enumerate(
        (("Policy", ORANGE, PALE, 1), ("Plan", TEAL, TEAL, 3), ("Track", BLUE, BLUE, 3))
    ):
        y = 100 + 60 * number
        chart.draw.line((606, y, 640, y), fill=before, width=width)
        chart.print(name, 650 + 5 * len(name), y, ink)
    pixels = np.asarray(chart.image).astype(np.int16)

    legends = find_legends(chart.labels, chart.labels, pixels)
    assert [[(name.text, colour) for name, colour in legend] for legend in legends] == [
        [("Plan", TEAL), ("Track", BLUE)]
    ]


def test_values_of_a_line_over_bars_have_a_column_of_their_own() -> None:
    chart = Chart()
    for number, (year, value, growth) in enumerate(
        (("2021", 40, "9.6 %"), ("2022", 52, "10.8 %"), ("2023", 60, "9.0 %"))
    ):
        x = 200 + 150 * number
        chart.write(str(value), x, chart.bar(x, FLOOR, value, NAVY) - 14)
        chart.write(growth, x, 60)
        chart.write(year, x, FLOOR + 24)
    assert [row[1:] for row in chart.rows()[1:]] == [["40", "9.6 %"], ["52", "10.8 %"], ["60", "9.0 %"]]


def test_classes_of_thousands_are_names_and_what_was_read_with_its_name_is_a_value() -> None:
    box = BoundingBox(l=100, t=10, r=240, b=30)
    assert not Label(text="1,000–4,999", bbox=box, size=SIZE).is_value
    assert not Label(text="5,000+", bbox=box, size=SIZE).is_value
    joined = labels_of_lines([OcrLine(text="3.58Recordable", bbox=box, confidence=0.9)])
    assert [(label.text, round(label.bbox.l)) for label in joined] == [("3.58", 100), ("Recordable", 140)]
    for text in ("3.5t lorries", "1.5Mbit", "4.2Million"):
        whole = labels_of_lines([OcrLine(text=text, bbox=box, confidence=0.9)])
        assert [label.text for label in whole] == [text]
