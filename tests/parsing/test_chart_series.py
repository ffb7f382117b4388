"""Series of charts: two axes of values, legends that share a line, marks and what only looks like them."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw, ImageFont

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.reader import read_values
from bizrag.parsing.draft import DraftPage, DraftPicture
from bizrag.parsing.ocr.engine import OcrLine
from bizrag.parsing.text_layers.text_layer import Word
from tests.parsing.drawn_chart import FLOOR, GREEN, NAVY, ORANGE, Chart

QUARTERS = ("Q1", "Q2", "Q3", "Q4")
PARTS: dict[str, tuple[int, ...]] = {"Seeds": (34, 31, 28, 25), "Tools": (41, 43, 45, 48), "Pots": (25, 26, 27, 27)}
COLOURS = (NAVY, ORANGE, GREEN)


def _stacks(chart: Chart, parts: dict[str, tuple[int, ...]], left: float, pitch: float) -> None:
    for number, name in enumerate(QUARTERS):
        x, bottom = left + number * pitch, float(FLOOR)
        for values, colour in zip(parts.values(), COLOURS, strict=False):
            top = chart.bar(x, bottom, values[number], colour, width=60)
            chart.write(f"{values[number]}%", x, (top + bottom) / 2)
            bottom = top
        chart.write(name, x, FLOOR + 20)


def test_values_on_parts_of_bars_may_be_as_evenly_spaced_as_marks() -> None:
    chart = Chart()
    chart.legend(dict(zip(PARTS, COLOURS, strict=True)), 100)
    _stacks(chart, PARTS, 150, 140)
    assert chart.rows()[0] == ["", *PARTS]
    assert chart.rows()[1:] == [
        [name, *(f"{values[number]}%" for values in PARTS.values())] for number, name in enumerate(QUARTERS)
    ]


def test_legends_of_charts_side_by_side_may_share_a_line_and_their_colours() -> None:
    chart = Chart()
    other: dict[str, tuple[int, ...]] = {"Loans": (60, 55, 52, 50), "Funds": (40, 45, 48, 50)}
    for names, left in ((list(PARTS)[:2], 20), (list(other), 480)):
        for number, (name, colour) in enumerate(zip(names, COLOURS, strict=False)):
            x = left + number * 200
            chart.draw.rectangle((x, 472, x + 16, 488), fill=colour)
            chart.write(name, x + 26 + 5 * len(name), 480)
    _stacks(chart, {name: PARTS[name] for name in list(PARTS)[:2]}, 60, 90)
    for number in range(len(QUARTERS)):
        x, bottom = 540 + number * 90, float(FLOOR)
        for values, colour in zip(other.values(), COLOURS, strict=False):
            top = chart.bar(x, bottom, values[number], colour, width=60)
            chart.write(f"{values[number]}%", x, (top + bottom) / 2)
            bottom = top
        chart.write(f"H{number + 1}", x, FLOOR + 20)
    columns = chart.rows()[0][1:]
    told = {row[0]: dict(zip(columns, row[1:], strict=True)) for row in chart.rows()[1:]}
    assert told["Q2"] == {"Seeds": "31%", "Tools": "43%", "Loans": "", "Funds": ""}
    assert told["H3"] == {"Seeds": "", "Tools": "", "Loans": "52%", "Funds": "48%"}


def test_of_two_axes_each_series_has_a_unit_of_its_own() -> None:
    chart, sales, margins = Chart(), (81, 90, 97, 104), (8.1, 9.4, 10.2, 9.8)
    chart.legend({"Sales": NAVY, "Margin": ORANGE}, 100)
    for number, name in enumerate(QUARTERS):
        x = 150 + number * 140
        top = chart.bar(x, FLOOR, sales[number], NAVY, width=80)
        chart.write(str(sales[number]), x, (top + FLOOR) / 2)
        y = 110 - margins[number] * 2
        chart.draw.ellipse((x - 6, y - 6, x + 6, y + 6), fill=ORANGE)
        chart.write(f"{margins[number]}%", x, y - 20)
        chart.write(name, x, FLOOR + 20)
    assert chart.rows() == [
        ["", "Sales", "Margin"],
        *([name, str(sale), f"{margin}%"] for name, sale, margin in zip(QUARTERS, sales, margins, strict=True)),
    ]


def _word(text: str, left: float, top: float, em_pt: float) -> Word:
    box = BoundingBox(l=left, t=top, r=left + 5 * len(text), b=top + 0.75 * em_pt)
    return Word(text, box, em_pt, int(top), None, em_pt)


def test_what_the_layer_says_is_not_told_again_as_it_was_read() -> None:
    """A chart of few letters is read as a whole, with the words that the text layer has."""
    image = Image.new("RGB", (600, 400), "white")
    draw, names = ImageDraw.Draw(image), {"Mills": 300.0, "Shops": 200.0, "Farms": 120.0, "Ports": 60.0}
    words: list[Word] = []
    lines: list[OcrLine] = []
    for number, (name, length) in enumerate(names.items()):
        y = 60 + 40 * number
        draw.rectangle((100, y - 10, 100 + length, y + 10), fill=NAVY)
        words += [_word(name, 40, y - 4, 10), _word(f"{length / 10:g}%", 106 + length, y - 4, 10)]
        # boxes of lines are larger than letters, here from the left edge of the picture
        box = words[-1].bbox
        place = BoundingBox(l=box.l - 90 - 2, t=box.t - 40 - 2, r=box.r - 90 + 2, b=box.b - 40 + 2)
        lines.append(OcrLine(text=words[-1].text, bbox=place, confidence=0.9))
    picture = DraftPicture(page_no=1, bbox=BoundingBox(l=90, t=40, r=410, b=200))
    page = DraftPage(page_no=1, width_pt=600, height_pt=400)
    read_values(picture, image, page, words, lines, [])
    assert [row.strip("| ").split(" | ")[0] for row in picture.chart_markdown.splitlines()[2:]] == list(names)
    assert "30%" in picture.chart_markdown


def test_a_title_may_go_on_with_the_legend() -> None:
    """As "Prices  ● average  ■ hours below zero" over lines and bars with their values in these colours."""
    image, words = Image.new("RGB", (900, 400), "white"), list[Word]()
    draw, x = ImageDraw.Draw(image), 60.0
    for text in ("Figure", "4.", "Cheaper", "on", "average,", "below", "zero", "●", "price", "■", "hours"):
        words.append(_word(text, x, 20, 10))
        x += words[-1].bbox.width + (14 if text in ("zero", "price") else 5)
    places = {word.text: word.bbox for word in words}
    for name, colour in (("price", ORANGE), ("hours", NAVY)):
        place = (places[name].l, places[name].t - 3)
        draw.text(place, name, fill=colour, font=ImageFont.load_default(size=12))
    data = {"2021": ("88.4", "58"), "2022": ("164.3", "40"), "2023": ("83.5", "212"), "2024": ("67.1", "347")}
    for number, (year, (price, hours)) in enumerate(data.items()):
        left = 200.0 + 140 * number
        draw.rectangle((left - 20, 340 - int(hours) / 2, left + 30, 340), fill=(210, 225, 240))
        for text, y, colour in ((price, 90, ORANGE), (hours, 320 - int(hours) / 2, NAVY)):
            words.append(_word(text, left, y, 10))
            box = words[-1].bbox
            draw.text((box.l, box.t - 3), text, fill=colour, font=ImageFont.load_default(size=12))
        words.append(_word(year, left, 352, 10))
    picture = DraftPicture(page_no=1, bbox=BoundingBox(l=150, t=60, r=700, b=370))
    read_values(picture, image, DraftPage(page_no=1, width_pt=900, height_pt=400), words, [], [])
    assert [line.strip("| ").split(" | ") for line in picture.chart_markdown.splitlines()[2:]] == [
        [year, *values] for year, values in data.items()
    ]


def test_a_word_that_was_read_with_another_letter_is_that_of_the_layer() -> None:
    image = Image.new("RGB", (600, 400), "white")
    draw, names = ImageDraw.Draw(image), {"Access": 30, "Rights": 20, "Stores": 12, "Models": 6}
    words, lines = list[Word](), list[OcrLine]()
    for number, (name, value) in enumerate(names.items()):
        x = 150 + 80 * number
        draw.rectangle((x - 20, 300 - 6 * value, x + 20, 300), fill=NAVY)
        words += [_word(name, x - 15, 310, 10), _word(str(value), x - 5, 288 - 6 * value, 10)]
        box = words[-2].bbox
        place = BoundingBox(l=box.l - 90 - 8, t=box.t - 40 - 6, r=box.r - 90 + 14, b=box.b - 40 + 8)
        if number < 2:
            lines.append(OcrLine(text=name.replace("s", "\u015f", 1), bbox=place, confidence=0.8))
    picture = DraftPicture(page_no=1, bbox=BoundingBox(l=90, t=40, r=460, b=330))
    read_values(picture, image, DraftPage(page_no=1, width_pt=600, height_pt=400), words, lines, [])
    assert [row.strip("| ").split(" | ") for row in picture.chart_markdown.splitlines()[2:]] == [
        [name, str(value)] for name, value in names.items()
    ]


def test_patches_of_a_legend_that_are_read_as_letters_are_no_values() -> None:
    image = Image.new("RGB", (600, 400), "white")
    draw, words = ImageDraw.Draw(image), list[Word]()
    for number, (name, colour) in enumerate({"Lent": NAVY, "Sold": ORANGE}.items()):
        draw.rectangle((430, 60 + 24 * number, 444, 70 + 24 * number), fill=colour)
        words.append(_word(name, 452, 61 + 24 * number, 10))
        for at, value in enumerate(((52, 34), (41, 63), (27, 48))):
            x = 130 + 90 * at + 30 * number
            draw.rectangle((x - 14, 340 - 3 * value[number], x + 14, 340), fill=colour)
            words.append(_word(str(value[number]), x - 5, 328 - 3 * value[number], 10))
    words += [_word(name, 135 + 90 * at, 348, 10) for at, name in enumerate(("May", "June", "July"))]
    # over the patches, in pixels of the picture
    read = [
        OcrLine(text=text, bbox=BoundingBox(l=338, t=18 + 24 * at, r=356, b=34 + 24 * at), confidence=0.6)
        for at, text in enumerate(("00", "0 o"))
    ]
    picture = DraftPicture(page_no=1, bbox=BoundingBox(l=90, t=40, r=510, b=370))
    read_values(picture, image, DraftPage(page_no=1, width_pt=600, height_pt=400), words, read, [])
    assert picture.chart_markdown.splitlines()[0] == "|  | Lent | Sold |"


def test_letters_of_another_script_than_the_page_has_are_error_bars_and_no_names() -> None:
    image, words, lines = Image.new("RGB", (600, 400), "white"), list[Word](), list[OcrLine]()
    draw = ImageDraw.Draw(image)
    for number, (name, value) in enumerate({"\u738b": 52, "\u5de5\u4e2d": 31, "\u7ae0": 44}.items()):
        x = 150 + 90 * number
        draw.rectangle((x - 14, 340 - 3 * value, x + 14, 340), fill=NAVY)
        words.append(_word(str(value), x - 5, 328 - 3 * value, 10))
        box = BoundingBox(l=x - 100, t=306, r=x - 80, b=318)
        lines.append(OcrLine(text=name, bbox=box, confidence=0.6))
    picture, page = (
        DraftPicture(page_no=1, bbox=BoundingBox(l=90, t=40, r=510, b=370)),
        DraftPage(page_no=1, width_pt=600, height_pt=400),
    )
    read_values(picture, image, page, words, lines, [])
    assert not picture.chart_markdown
    read_values(picture, image, page, [*words, _word("\u5e74\u5ea6\u62a5\u544a", 100, 20, 10)], lines, [])
    assert picture.chart_markdown


def test_the_value_of_a_line_that_runs_over_bars_is_not_the_bars() -> None:
    chart = Chart()
    chart.legend({"Pallets": NAVY, "Cost": ORANGE}, 100)
    points: list[tuple[float, float]] = []
    for number, (pallets, cost) in enumerate(zip((82, 84, 97, 81), ("31.2", "31.0", "29.8", "32.4"), strict=True)):
        x = 150 + 140 * number
        chart.write(str(100 * pallets), x, chart.bar(x, FLOOR, pallets, NAVY, width=80) - 14)
        points.append((x, FLOOR - 150 - 3 * number))
        # over its point, and on the bar
        chart.write(cost, x, points[-1][1] - 14)
        chart.write(QUARTERS[number], x, FLOOR + 20)
    chart.draw.line(points, fill=ORANGE, width=3)
    assert chart.rows() == [
        ["", "Pallets", "Cost"],
        ["Q1", "8200", "31.2"],
        ["Q2", "8400", "31.0"],
        ["Q3", "9700", "29.8"],
        ["Q4", "8100", "32.4"],
    ]


@pytest.mark.parametrize("with_gap", [False, True])
def test_lines_of_text_that_end_near_a_chart_are_no_names_of_its_bars(*, with_gap: bool) -> None:
    """Their ends stand where names of bars would, and as far apart."""
    image, words = Image.new("RGB", (900, 400), "white"), list[Word]()
    draw = ImageDraw.Draw(image)
    for number, (length, end) in enumerate(zip((300, 200, 120, 60), ("are", "given", "in", "all"), strict=True)):
        y, x = 60 + 40 * number, 540.0
        draw.rectangle((560, y - 10, 560 + length, y + 10), fill=NAVY)
        words.append(_word(f"{length / 10:g}%", 566 + length, y - 4, 10))
        # from the last word of the line to the first
        for text in (end, "migration", "chloride", "of", "coefficients", "the", "of", "plots", "Box"):
            word = _word(text, 0, y - 4, 10)
            x -= word.bbox.width + (30 if text == "migration" and with_gap else 5)
            words.append(_word(text, x, y - 4, 10))
    picture = DraftPicture(page_no=1, bbox=BoundingBox(l=555, t=40, r=890, b=200))
    read_values(picture, image, DraftPage(page_no=1, width_pt=900, height_pt=400), words, [], [])
    assert bool(picture.chart_markdown) is with_gap
