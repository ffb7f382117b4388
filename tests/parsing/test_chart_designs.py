"""Charts as designers draw them: names at the ends of bars, facets, lines told apart by style, box plots, no tables."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts import unaligned_tables
from bizrag.parsing.charts.unaligned_tables import with_charts
from bizrag.parsing.draft import DraftPage, DraftPicture, DraftTable
from bizrag.parsing.images.pictures import may_hold_text
from bizrag.parsing.ocr.lone_digits import lone_marks
from bizrag.parsing.slides.level_charts import join_level
from bizrag.parsing.text_layers.text_layer import Word
from tests.parsing.drawn_chart import FLOOR, GREEN, NAVY, ORANGE, UNIT, Chart

GREY = (133, 133, 120)
TOWNS = ("Leith", "Perth", "Nairn", "Crail")


def test_names_beside_the_parts_of_the_last_bar_are_its_series() -> None:
    chart = Chart()
    parts = {"Road": (34, 31, 28), "Rail": (41, 43, 45), "Sea": (15, 16, 27)}
    for number, year in enumerate(("2021", "2022", "2023")):
        x, bottom = 150 + number * 180, float(FLOOR)
        for (name, values), colour in zip(parts.items(), (NAVY, ORANGE, GREEN), strict=True):
            top = chart.bar(x, bottom, values[number], colour, width=90)
            chart.write(str(values[number]), x, (top + bottom) / 2)
            if number == 2:
                chart.write(name, x + 139, (top + bottom) / 2)
            bottom = top
        chart.write(str(sum(values[number] for values in parts.values())), x, bottom - 14)
        chart.write(year, x, FLOOR + 20)
    assert sorted(chart.rows()[0]) == ["", "Rail", "Road", "Sea", "Total"]
    told = [dict(zip(chart.rows()[0], row, strict=True)) for row in chart.rows()[1:]]
    assert told[1] == {"": "2022", "Road": "31", "Rail": "43", "Sea": "16", "Total": "90"}


def test_names_behind_the_first_bars_of_a_group_are_its_series() -> None:
    chart = Chart()
    for number, (town, buses, trams) in enumerate(zip(TOWNS, (54, 63, 49, 71), (47, 58, 33, 66), strict=True)):
        y = 80 + number * 100
        chart.write(town, 100, y)
        for value, name, colour, at in ((buses, "Buses", NAVY, y - 14), (trams, "Trams", ORANGE, y + 14)):
            right = 180 + 6 * value
            chart.draw.rectangle((180, at - 12, right, at + 12), fill=colour)
            chart.write(str(value), right - 18, at)
            if number == 0:
                chart.write(name, right + 40, at)
    assert chart.rows()[0] == ["", "Buses", "Trams"]
    assert chart.rows()[3] == ["Nairn", "49", "33"]


def test_names_over_the_first_bar_are_its_parts_in_their_order_and_a_column_beside_has_its_own_head() -> None:
    chart = Chart()
    colours = ((161, 127, 1), (216, 183, 73), GREY)
    # in bold type each name begins over what is left of its part
    for name, x, colour in zip(("Very well", "Quite well", "Badly"), (230, 345, 460), colours, strict=True):
        chart.print(name, x, 40, colour)
    chart.write("NET", 740, 40)
    shares = ((48, 36, 12, 84), (41, 38, 20, 79), (22, 43, 34, 65), (9, 39, 51, 48))
    for number, (town, (*parts, net)) in enumerate(zip(TOWNS, shares, strict=True)):
        left, y = 180.0, 90 + number * 90
        chart.write(town, 100, y)
        for part, colour in zip(parts, colours, strict=True):
            right = left + 5 * part
            chart.draw.rectangle((left, y - 18, right, y + 18), fill=colour)
            chart.write(str(part), (left + right) / 2, y)
            left = right
        chart.write(str(net), 740, y)
    assert chart.rows()[0] == ["", "Very well", "Quite well", "Badly", "NET"]
    assert chart.rows()[3] == ["Nairn", "22", "43", "34", "65"]


def _marks(chart: Chart, x: float = 40) -> None:
    for mark in (0, 40, 80, 120):
        chart.write(str(mark), x, FLOOR - mark * UNIT)


@pytest.mark.slow
def test_facets_on_one_axis_are_told_each() -> None:
    chart = Chart()
    _marks(chart)
    values = {"North": (30, 60, 90), "South": (20, 50, 100), "East": (110, 70, 35)}
    for panel, (name, bars) in enumerate(values.items()):
        for number, value in enumerate(bars):
            x = 110 + panel * 270 + number * 70
            chart.bar(x, FLOOR, value, NAVY)
            chart.write(f"202{number}", x, FLOOR + 20)
        chart.write(name, 180 + panel * 270, 30)
    assert chart.rows()[0] == ["", *values]
    assert [[row[0], *(cell.strip("\u2248") for cell in row[1:])] for row in chart.rows()[1:]] == [
        [f"202{number}", *(str(bars[number]) for bars in values.values())] for number in range(3)
    ]


def _line(chart: Chart, values: tuple[int, ...], *, is_broken: bool) -> None:
    places = [(120 + 110 * number, FLOOR - value * UNIT) for number, value in enumerate(values)]
    columns = np.arange(places[0][0], places[-1][0] + 1)
    heights = np.interp(columns, [x for x, _ in places], [y for _, y in places])
    for x, y in zip(columns.tolist(), heights.tolist(), strict=True):
        if not is_broken or (x - places[0][0]) % 14 < 9:
            chart.draw.rectangle((x, y - 1, x, y + 1), fill=NAVY)


WHOLE, BROKEN = (30, 42, 60, 80, 95, 104), (100, 92, 84, 60, 45, 30)


def _months(chart: Chart) -> None:
    _marks(chart)
    _line(chart, WHOLE, is_broken=False)
    _line(chart, BROKEN, is_broken=True)
    for number, month in enumerate(("Jan", "Feb", "Mar", "Apr", "May", "Jun")):
        chart.write(month, 120 + 110 * number, FLOOR + 20)


def _assert_styles_told(chart: Chart) -> None:
    assert sorted(chart.rows()[0]) == ["", "Leavers", "Starters"]
    told = [dict(zip(chart.rows()[0], row, strict=True)) for row in chart.rows()[1:]]
    numbers = [[float(row[name].strip("\u2248")) for row in told] for name in ("Starters", "Leavers")]
    assert np.abs(np.array(numbers) - np.array([WHOLE, BROKEN])).max() <= 1.5


@pytest.mark.slow
def test_a_whole_and_a_broken_line_are_told_by_their_legend() -> None:
    chart = Chart()
    _months(chart)
    for name, y, is_broken in (("Starters", 20, False), ("Leavers", 46, True)):
        for x in range(330, 372):
            if not is_broken or (x - 330) % 14 < 9:
                chart.draw.rectangle((x, y - 1, x, y + 1), fill=NAVY)
        chart.write(name, 384 + 5 * len(name), y)
    _assert_styles_told(chart)


@pytest.mark.slow
def test_a_whole_and_a_broken_line_are_told_by_the_names_at_their_ends() -> None:
    chart = Chart()
    _months(chart)
    chart.write("Starters", 730, FLOOR - WHOLE[-1] * UNIT)
    chart.write("Leavers", 725, FLOOR - BROKEN[-1] * UNIT)
    _assert_styles_told(chart)


@pytest.mark.slow
def test_a_box_plot_tells_its_medians_and_quartiles() -> None:
    chart = Chart()
    _marks(chart)
    boxes = ((30, 45, 70), (60, 80, 95), (20, 25, 40), (50, 64, 84))
    for number, (town, (low, median, high)) in enumerate(zip(TOWNS, boxes, strict=True)):
        x = 150 + 180 * number
        top, middle, bottom = (FLOOR - value * UNIT for value in (high, median, low))
        chart.draw.line((x, top - 40, x, bottom + 30), fill="black", width=2)
        for end in (top - 40, bottom + 30):
            chart.draw.line((x - 25, end, x + 25, end), fill="black", width=2)
        chart.draw.rectangle((x - 50, top, x + 50, bottom), fill=(158, 202, 225), outline="black", width=2)
        chart.draw.line((x - 50, middle, x + 50, middle), fill="black", width=3)
        chart.write(town, x, FLOOR + 20)
    assert chart.rows()[0] == ["", "Upper quartile", "Median", "Lower quartile"]
    for row, (low, median, high) in zip(chart.rows()[1:], boxes, strict=True):
        told = [float(cell.strip("\u2248")) for cell in row[1:]]
        assert told == pytest.approx([high, median, low], abs=1.5)


@pytest.mark.slow
def test_framed_bars_of_two_parts_are_no_box_plot() -> None:
    chart = Chart()
    _marks(chart)
    for number, (town, value) in enumerate(zip(TOWNS, (70, 95, 40, 84), strict=True)):
        x = 150 + 180 * number
        top, middle = FLOOR - value * UNIT, FLOOR - value * UNIT // 2
        chart.draw.rectangle((x - 50, top, x + 50, FLOOR), fill="white", outline="black", width=2)
        chart.draw.line((x - 50, middle, x + 50, middle), fill="black", width=2)
        chart.write(town, x, FLOOR + 20)
    assert "Median" not in " ".join(cell for row in chart.rows() for cell in row)


def _page_of(chart: Chart) -> tuple[DraftPage, list[Word], DraftTable]:
    """A chart as a page whose points are its pixels, and a table over all of its figures."""
    words = [
        Word(text=label.text, bbox=label.bbox, line=number, font_pt=label.size)
        for number, label in enumerate(chart.labels)
    ]
    page = DraftPage(page_no=1, width_pt=float(chart.image.width), height_pt=float(chart.image.height))
    box = BoundingBox(l=40.0, t=10.0, r=880.0, b=440.0)
    return page, words, DraftTable(num_rows=1, num_cols=1, cells=[], page_no=1, bbox=box)


def test_stacked_bars_that_were_taken_for_a_table_are_a_chart() -> None:
    chart = Chart()
    chart.legend({"Steel": NAVY, "Wood": ORANGE, "Glass": GREEN}, 180, y=30)
    shares = ((44, 21, 35), (27, 50, 23), (61, 15, 24), (19, 33, 48))
    for number, (town, parts) in enumerate(zip(TOWNS, shares, strict=True)):
        left, y = 180.0, 100 + number * 90
        chart.write(town, 100, y)
        for part, colour in zip(parts, (NAVY, ORANGE, GREEN), strict=True):
            right = left + 6 * part
            chart.draw.rectangle((left, y - 22, right, y + 22), fill=colour)
            chart.write(str(part), (left + right) / 2, y)
            left = right
    page, words, table = _page_of(chart)
    (item,) = with_charts([table], lambda: chart.image, page, words)
    assert isinstance(item, DraftPicture)
    assert "| Nairn | 61 | 15 | 24 |" in item.chart_markdown


def test_figures_in_columns_stay_a_table_also_on_colours() -> None:
    chart = Chart()
    for at, head in enumerate(("Steel", "Wood", "Glass")):
        chart.write(head, 250 + at * 150, 30)
    for number, town in enumerate(TOWNS):
        y = 100 + number * 90
        chart.write(town, 100, y)
        for at, colour in enumerate((NAVY, ORANGE, GREEN)):
            chart.draw.rectangle((180 + at * 150, y - 22, 330 + at * 150, y + 22), fill=colour)
            chart.write(str(11 * (number + 1) + 7 * at), 250 + at * 150, y)
    page, words, table = _page_of(chart)
    assert with_charts([table], lambda: chart.image, page, words) == [table]


@pytest.mark.parametrize("has_dots", [False, True])
def test_a_page_is_searched_for_a_chart_where_more_than_rules_and_bands_is_drawn(
    has_dots: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    chart = Chart()
    for number, town in enumerate(TOWNS):
        y = 100 + number * 90
        if number % 2:
            chart.draw.rectangle((40, y - 30, 880, y + 30), fill=(220, 235, 220))
        chart.draw.line((40, y + 32, 880, y + 32), fill="black", width=2)
        chart.print(town, 100, y, (0, 0, 0))
        # in no columns
        for at in range(3):
            x = 230 + at * 190 + number * 37
            chart.print(str(11 * (number + 1) + 7 * at), x, y, (0, 0, 0))
            if has_dots:
                chart.draw.ellipse((x + 18, y - 5, x + 28, y + 5), fill=NAVY)
    page, words, table = _page_of(chart)
    searched: list[DraftPage] = []
    monkeypatch.setattr(unaligned_tables, "find_chart", lambda _, page, *__: searched.append(page))
    assert with_charts([table], lambda: chart.image, page, words) == [table]
    assert len(searched) == has_dots


def test_bars_on_both_sides_of_their_names_are_one_chart() -> None:
    box = BoundingBox(l=0.0, t=100.0, r=200.0, b=400.0)
    women = DraftPicture(page_no=1, bbox=box, chart_markdown="|  |  |\n| --- | --- |\n| 18-24 | 4% |\n| 25-34 | 7% |")
    men = DraftPicture(page_no=1, bbox=BoundingBox(l=240.0, t=100.0, r=440.0, b=400.0))
    both = "|  | Women | Men |\n| --- | --- | --- |\n| 18-24 | 4% | 5% |\n| 25-34 | 7% | 8% |"
    told = join_level([women, men], lambda box: DraftPicture(page_no=1, bbox=box, chart_markdown=both))
    assert [chart.chart_markdown for chart in told] == [both]
    # charts of other names are two
    other = DraftPicture(page_no=1, bbox=men.bbox, chart_markdown="|  |  |\n| --- | --- |\n| Leith | 3 |\n| Ayr | 9 |")
    assert join_level([women, other], lambda _: pytest.fail("nothing is read again")) == [women, other]


def test_a_picture_that_is_filled_with_colours_may_hold_text_and_a_noisy_one_may_not() -> None:
    image = Image.new("RGB", (600, 400), "white")
    draw = ImageDraw.Draw(image)
    for row in range(4):
        for column in range(6):
            fill = (40 * row + 40, 35 * column + 20, 90)
            draw.rectangle((100 * column, 100 * row, 100 * column + 99, 100 * row + 99), fill=fill)
            draw.text((100 * column + 30, 100 * row + 35), "74", fill="white", font=ImageFont.load_default(size=30))
    assert may_hold_text(image)
    noise = np.random.default_rng(5).integers(0, 255, (400, 600, 3), dtype=np.uint8)
    assert not may_hold_text(Image.fromarray(noise))


def test_a_digit_that_stands_alone_is_looked_at_and_none_of_a_word_or_a_rule() -> None:
    image = Image.new("RGB", (600, 300), "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=30)
    lines = [
        (text, BoundingBox(l=40.0, t=y, r=90.0, b=y + 40.0)) for text, y in (("41", 20.0), ("33", 90.0), ("27", 160.0))
    ]
    for text, box in lines:
        draw.text((box.l, box.t), text, fill="black", font=font)
    draw.rectangle((200, 30, 240, 70), fill=NAVY)
    draw.text((250, 30), "9", fill="black", font=font)
    draw.text((200, 120), "unread words", fill="black", font=font)
    draw.line((200, 250, 500, 250), fill="black", width=3)
    pixels = np.asarray(image)
    (found,) = lone_marks(pixels, lines)
    assert found.l < 255 < found.r
    assert found.t < 50 < found.b
    # without figures beside it nothing says how high digits are
    assert lone_marks(pixels, lines[:1]) == []
