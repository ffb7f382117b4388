"""Values printed in charts, told by the place of their names and by the colours of bars and legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.chart_tables import box_of
from bizrag.parsing.charts.labels import Label, labels_of_words
from bizrag.parsing.charts.reader import find_chart
from bizrag.parsing.charts.valued_names import whole_but_valued
from bizrag.parsing.charts.values import find_values
from bizrag.parsing.draft import DraftPage
from bizrag.parsing.text_layers.text_layer import Word
from tests.parsing.drawn_chart import FLOOR, GREEN, NAVY, ORANGE, SIZE, UNIT, Chart


def _bars(values: dict[str, float], left: float = 150) -> Chart:
    chart = Chart()
    for number, (name, value) in enumerate(values.items()):
        x = left + number * 140
        chart.write(f"{value:g}", x, chart.bar(x, FLOOR, value, NAVY) - 14)
        chart.write(name, x, FLOOR + 20)
    return chart


SALES = {"2021": 40.0, "2022": 75.0, "2023": 62.0, "2024": 90.0}


def test_a_value_over_its_bar_is_that_of_the_name_below() -> None:
    assert _bars(SALES).rows() == [["", ""], *([name, f"{value:g}"] for name, value in SALES.items())]


def test_a_word_of_the_text_half_a_line_higher_takes_no_name_out_of_an_axis() -> None:
    chart = _bars(SALES)
    names = [label for label in chart.labels if label.text in SALES]
    # letters that reach further make a type larger, and its reach
    first = names[2]
    box = replace(first.bbox, t=first.bbox.t - 0.3)
    chart.labels[chart.labels.index(first)] = replace(first, size=1.05 * SIZE, bbox=box)
    word = replace(box, l=2, r=22, t=box.t - 0.61 * SIZE, b=box.t + 4)
    chart.labels.append(Label(text="in", bbox=word, size=SIZE))
    assert chart.rows() == [["", ""], *([name, f"{value:g}"] for name, value in SALES.items())]


@pytest.mark.parametrize("kind", ["plan", "(forecast)", "P", "est.", "Budget"])
def test_a_year_that_is_planned_is_a_name(kind: str) -> None:
    sales = {"2021/22": 40.0, "2022/23": 75.0, "2023/24": 62.0, f"2024/25 {kind}": 90.0}
    assert _bars(sales).rows() == [["", ""], *([name, f"{value:g}"] for name, value in sales.items())]


def test_charts_side_by_side_may_have_the_same_names_at_one_distance() -> None:
    chart = Chart()
    names = ["Q3 2024", "Q3 2025", "YTD 2024", "YTD 2025"]
    for number, value in enumerate((16.0, 19.0, 44.0, 52.0, 3.0, 5.0, 9.0, 14.0)):
        x = 70 + number * 100
        chart.write(f"${value:g}", x, chart.bar(x, FLOOR, value, NAVY) - 14)
        chart.write(names[number % 4], x, FLOOR + 20)
    tables = find_values(chart.labels, chart.image).tables
    told = sorted([[row[""].text for row in table.values()] for table in tables])
    assert told == [["$16", "$19", "$44", "$52"], ["$3", "$5", "$9", "$14"]]
    assert [list(table) for table in tables] == [names, names]


def test_names_of_an_axis_may_be_figures() -> None:
    shares = {"150 %": 370.0, "200 %": 292.0, "250 %": 238.0, "300 %": 204.0}
    chart = Chart()
    for number, (name, value) in enumerate(shares.items()):
        x = 150 + number * 140
        chart.write(f"{value:g} g", x, chart.bar(x, FLOOR, value / 5, NAVY) - 14)
        chart.write(name, x, FLOOR + 20)
    assert chart.rows() == [["", ""], *([name, f"{value:g} g"] for name, value in shares.items())]


def test_marks_of_the_axis_and_text_beside_it_are_nobodys_values() -> None:
    chart = _bars({"North": 40.0, "South": 75.0, "East": 62.0})
    for number in range(5):
        chart.write(str(number * 25), 60, FLOOR - number * 75)
        chart.write("as told above", 760, FLOOR - number * 75)
    assert [row[0] for row in chart.rows()] == ["", "North", "South", "East"]
    marks = Chart()
    for number in range(5):
        marks.write(str(number * 25), 300, FLOOR - number * 75)
        marks.write("as told above", 150, FLOOR - number * 75)
    assert marks.rows() == []


def test_the_legend_tells_the_series_of_bars_beside_each_other() -> None:
    chart, values = Chart(), {"Mon": (30.0, 55.0), "Tue": (41.0, 38.0), "Wed": (66.0, 70.0)}
    chart.legend({"Returns": ORANGE, "Orders": NAVY}, 200)
    for number, (name, (orders, returns)) in enumerate(values.items()):
        x = 150 + number * 200
        for shift, value, colour in ((-22, orders, NAVY), (22, returns, ORANGE)):
            chart.write(f"{value:g}", x + shift, chart.bar(x + shift, FLOOR, value, colour) - 14)
        chart.write(name, x, FLOOR + 20)
    expected = [[name, f"{returns:g}", f"{orders:g}"] for name, (orders, returns) in values.items()]
    assert chart.rows() == [["", "Returns", "Orders"], *expected]


def test_series_may_be_named_in_their_colour_over_the_first_bar() -> None:
    chart, values = Chart(), {"Men": (37.0, 61.0), "Women": (27.0, 71.0), "All": (32.0, 66.0)}
    chart.print("Would", 230, 40, NAVY)
    chart.print("Would not", 420, 40, ORANGE)
    for number, (name, parts) in enumerate(values.items()):
        y, left = 100 + 80 * number, 160.0
        chart.write(name, 90, y)
        for value, colour in zip(parts, (NAVY, ORANGE), strict=True):
            chart.draw.rectangle((left, y - 20, left + 5 * value, y + 20), fill=colour)
            chart.write(f"{value:g}", left + 2.5 * value, y)
            left += 5 * value
    expected = [[name, f"{would:g}", f"{would_not:g}"] for name, (would, would_not) in values.items()]
    assert chart.rows() == [["", "Would", "Would not"], *expected]


def test_values_on_stacked_bars_are_of_their_part_and_the_one_above_is_the_total() -> None:
    chart, values = Chart(), {"2022": (30.0, 25.0), "2023": (41.0, 38.0), "2024": (36.0, 50.0)}
    chart.legend({"Ports": NAVY, "Ferries": GREEN}, 200)
    for number, (name, parts) in enumerate(values.items()):
        x, bottom = 150 + number * 200, float(FLOOR)
        for value, colour in zip(parts, (NAVY, GREEN), strict=True):
            top = chart.bar(x, bottom, value, colour, width=70)
            chart.write(f"{value:g}", x, (top + bottom) / 2)
            bottom = top
        chart.write(f"{sum(parts):g}", x, bottom - 14)
        chart.write(name, x, FLOOR + 20)
    expected = [[name, *(f"{value:g}" for value in (*parts, sum(parts)))] for name, parts in values.items()]
    assert chart.rows() == [["", "Ports", "Ferries", "Total"], *expected]


def test_without_a_legend_several_values_over_one_name_stay_untold() -> None:
    chart = _bars(SALES)
    for number, value in enumerate((33, 44, 58, 71)):
        chart.write(str(value), 150 + number * 140 + 40, 200)
    assert chart.rows() == []


def test_bars_that_lie_have_their_names_before_them_in_one_line_or_two() -> None:
    chart = Chart()
    names = (("Weak demand",), ("Cost of", "borrowing"), ("Trade barriers",), ("Energy prices",))
    for number, (lines, value) in enumerate(zip(names, (44, 39, 27, 23), strict=True)):
        y = 100 + number * 90
        for line, text in enumerate(lines):
            chart.write(text, 200 - 5 * len(text), y + (line - (len(lines) - 1) / 2) * 24)
        chart.draw.rectangle((210, y - 15, 210 + value * 8, y + 15), fill=NAVY)
        chart.write(f"{value}%", 210 + value * 8 + 30, y)
    assert chart.rows()[1:] == [
        ["Weak demand", "44%"],
        ["Cost of borrowing", "39%"],
        ["Trade barriers", "27%"],
        ["Energy prices", "23%"],
    ]


def test_lines_are_told_by_names_in_their_ink_however_evenly_values_stand() -> None:
    chart = Chart()
    lines = {"North": (NAVY, (60, 90, 75)), "South": (ORANGE, (40, 60, 50)), "West": (GREEN, (20, 30, 31))}
    for name, (colour, values) in lines.items():
        for number, value in enumerate(values):
            chart.print(str(value), 200 + 200 * number, FLOOR - UNIT * value - 20, colour)
        chart.print(name, 700, FLOOR - UNIT * values[-1], colour)
    for number in range(3):
        chart.write(f"Q{number + 1}", 200 + 200 * number, FLOOR + 30)
    assert chart.rows() == [["", *lines], *([f"Q{q + 1}", *(str(v[q]) for _, v in lines.values())] for q in range(3))]


def test_a_title_in_the_ink_of_a_series_is_not_its_name() -> None:
    chart = Chart()
    chart.print("Alarms are handled faster", 140, 20, NAVY)
    for name, colour, values in (("with staff", NAVY, (20, 30, 40)), ("alone", ORANGE, (70, 80, 95))):
        for number, value in enumerate(values):
            chart.print(str(value), 200 + 200 * number, FLOOR - UNIT * value - 20, colour)
        chart.print(name, 720, FLOOR - UNIT * values[-1], colour)
    for number in range(3):
        chart.write(f"Q{number + 1}", 200 + 200 * number, FLOOR + 30)
    assert chart.rows() == [["", "with staff", "alone"], ["Q1", "20", "70"], ["Q2", "30", "80"], ["Q3", "40", "95"]]


@pytest.mark.parametrize(("off", "num_told"), [(0, 3), (45, 0)])
def test_marked_points_of_a_line_are_told_where_all_stand_over_a_name(off: int, num_told: int) -> None:
    chart = Chart()
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug")
    for number, month in enumerate(months):
        chart.write(month, 100 + 100 * number, FLOOR + 30)
    for number, value in ((0, 231), (4, 219), (7, 194)):
        chart.write(str(value), 100 + 100 * number + (off if number == 4 else 0), 100 + 20 * number)
    # beside the plot
    chart.write("2024", 870, 30)
    assert chart.rows()[1:] == [["Jan", "231"], ["May", "219"], ["Aug", "194"]][:num_told]


def test_marked_points_of_two_lines_are_of_the_line_in_their_ink() -> None:
    chart = Chart()
    for number in range(5):
        chart.write(str(2020 + number), 150 + 130 * number, FLOOR + 30)
    for name, colour, points in (("Export", NAVY, {0: 80, 2: 90, 4: 99}), ("Import", ORANGE, {0: 20, 3: 35})):
        for number, value in points.items():
            chart.print(str(value), 150 + 130 * number, FLOOR - UNIT * value, colour)
        chart.print(name, 790, FLOOR - UNIT * value, colour)
    assert chart.rows() == [
        ["", "Export", "Import"],
        ["2020", "80", "20"],
        ["2022", "90", ""],
        ["2023", "", "35"],
        ["2024", "99", ""],
    ]


def test_classes_of_age_are_names() -> None:
    chart = Chart()
    shares = {"18–29": 12, "30-44": 35, "45–59": 18, "60+": 21}
    for number, (name, share) in enumerate(shares.items()):
        chart.write(name, 150 + 150 * number, FLOOR + 30)
        chart.write(f"{share}%", 150 + 150 * number, chart.bar(150 + 150 * number, FLOOR, share, NAVY) - 14)
    assert chart.rows()[1:] == [[name, f"{share}%"] for name, share in shares.items()]


def test_values_of_a_series_that_the_legend_lacks_are_not_told() -> None:
    chart = Chart()
    # no patch is seen before the third name
    chart.legend({"Good": NAVY, "Fair": ORANGE}, left=120)
    chart.write("Poor", 620, 30)
    for number, parts in enumerate(((40, 35, 25), (50, 30, 20), (60, 25, 15))):
        x, bottom = 200 + 200 * number, float(FLOOR)
        chart.write(("Car", "Bus", "Tram")[number], x, FLOOR + 30)
        for share, colour in zip(parts, (NAVY, ORANGE, GREEN), strict=True):
            top = chart.bar(x, bottom, share, colour, width=70)
            chart.write(f"{share}%", x, (top + bottom) / 2)
            bottom = top
    assert chart.rows() == [["", "Good", "Fair"], ["Car", "40%", "35%"], ["Bus", "50%", "30%"], ["Tram", "60%", "25%"]]


@pytest.mark.parametrize(("total", "num_told"), [("28.1", 3), ("29.9", 2)])
def test_over_a_part_too_thin_for_its_value_stands_the_total(total: str, num_told: int) -> None:
    chart = Chart()
    series = {"Storage": NAVY, "Transport": ORANGE, "Data": GREEN}
    chart.legend(series, left=120)
    data = (
        ("2018", (50, 60, 3), ("9.8", "17.2", "1.1"), total),
        ("2022", (60, 50, 20), ("13.4", "11.7", "2.6"), "27.7"),
    )
    for number, (name, heights, parts, whole) in enumerate(
        (*data, ("2026", (40, 40, 30), ("9.0", "9.1", "7.0"), "25.1"))
    ):
        x, bottom = 200 + 220 * number, float(FLOOR)
        chart.write(name, x, FLOOR + 30)
        for height, part, colour in zip(heights, parts, series.values(), strict=True):
            top = chart.bar(x, bottom, height, colour, width=70)
            # the value of a thin part reaches over it
            chart.write(part, x, (top + bottom) / 2)
            bottom = top
        chart.write(whole, x, bottom - 14)
    rows = [
        ["2018", "9.8", "17.2", "1.1", total],
        ["2022", "13.4", "11.7", "2.6", "27.7"],
        ["2026", "9.0", "9.1", "7.0", "25.1"],
    ]
    assert chart.rows() == [["", *series, "Total"], *rows[3 - num_told :]]


def test_values_below_names_are_theirs_on_tiles_but_periods_are_no_names() -> None:
    chart, periods = Chart(), Chart()
    for number, (name, value) in enumerate((("Skerra", "0.4"), ("Merrow", "2.7"), ("Vaile", "1.1"))):
        x, y = (150, 420, 600)[number], (90, 260, 150)[number]
        for each, text in ((chart, name), (periods, f"Q{number + 1}")):
            each.write(text, x, y)
            each.write(value, x, y + 24)
    assert chart.rows()[1:] == [["Skerra", "0.4"], ["Merrow", "2.7"], ["Vaile", "1.1"]]
    assert periods.rows() == []


def test_two_charts_in_one_picture_are_both_told() -> None:
    chart = _bars({"Lime": 40.0, "Plane": 75.0, "Cherry": 62.0}, left=90)
    for number, (name, value) in enumerate((("Jan", 12), ("Feb", 34), ("Mar", 21))):
        x = 560 + number * 100
        chart.write(str(value), x, chart.bar(x, FLOOR, value, ORANGE) - 14)
        chart.write(name, x, FLOOR + 20)
    assert {row[0]: row[1] for row in chart.rows()[1:]} == {
        "Lime": "40",
        "Plane": "75",
        "Cherry": "62",
        "Jan": "12",
        "Feb": "34",
        "Mar": "21",
    }


def test_two_charts_with_the_same_series_have_one_column_for_each() -> None:
    chart, series = Chart(), {"Plan": ORANGE, "Fact": NAVY}
    values = {"Mon": (30, 55), "Tue": (41, 38), "Wed": (66, 70), "Rye": (12, 25), "Oat": (31, 18), "Hay": (26, 44)}
    chart.legend(series, 20)
    chart.legend(series, 480, y=60)
    for number, (name, pair) in enumerate(values.items()):
        x = (60 if number < 3 else 110) + number * 135
        for shift, value, colour in zip((-22, 22), pair, series.values(), strict=True):
            chart.write(str(value), x + shift, chart.bar(x + shift, FLOOR, value, colour) - 14)
        chart.write(name, x, FLOOR + 20)
    assert chart.rows()[0] == ["", "Plan", "Fact"]
    assert {name: (int(plan), int(fact)) for name, plan, fact in chart.rows()[1:]} == values


def test_charts_of_one_picture_with_the_same_names_have_a_column_each() -> None:
    chart = Chart()
    for left, shift, unit in ((60, 0.0, ""), (520, 5.0, "%")):
        for number, (name, value) in enumerate(SALES.items()):
            x = left + number * 100
            chart.write(f"{value + shift:g}{unit}", x, chart.bar(x, FLOOR, value, NAVY) - 14)
            chart.write(name, x, FLOOR + 20)
    found = find_values(chart.labels, chart.image)
    assert len(found.tables) == 2
    rows = found.markdown(lambda table: "Margin" if box_of(table).l > 450 else "Sales").splitlines()
    columns = dict.fromkeys(cell.strip() for cell in rows[0].strip("|").split("|") if cell.strip())
    assert set(columns) == {"Sales", "Margin"}
    told = [dict(zip(columns, line.strip("| ").split(" | ")[1:], strict=True)) for line in rows[2:]]
    assert told == [{"Sales": f"{value:g}", "Margin": f"{value + 5:g}%"} for value in SALES.values()]


def test_key_figures_measure_one_thing_each_and_get_no_title() -> None:
    chart = Chart()
    for number, (value, name) in enumerate((("$4.2m", "Premium"), ("93.7%", "Combined ratio"), ("218", "Branches"))):
        chart.write(value, 150 + 250 * number, 200)
        chart.write(name, 150 + 250 * number, 225)
    found = find_values(chart.labels, chart.image)
    assert len(found.markdown().splitlines()) == 5
    assert found.markdown(lambda _: "A record year") == found.markdown()


TEXTS = st.sampled_from(("12", "7.5%", "North", "South of it", "2024", "Q3", "0", "100", "Plan", "n/a"))
PLACES = st.floats(-40, 340, allow_nan=False)


@pytest.mark.slow
@given(st.lists(st.tuples(TEXTS, PLACES, PLACES, st.floats(0, 60)), max_size=40), st.integers(0, 3))
@settings(max_examples=200, deadline=None)
def test_no_labels_wherever_they_stand_break_it(places: list[tuple[str, float, float, float]], seed: int) -> None:
    pixels = np.random.default_rng(seed).integers(0, 255, (6, 6, 3), dtype=np.uint8)
    image = Image.fromarray(pixels).resize((300, 240), Image.Resampling.NEAREST)
    labels = [
        Label(text=text, bbox=BoundingBox(l=x, t=y, r=x + size * 2, b=y + size), size=size)
        for text, x, y, size in places
    ]
    table = find_values(labels, image).markdown()
    said = {label.text for label in labels} | {"---", "Total", ""}
    cells = {cell.strip() for line in table.splitlines() for cell in line.strip("|").split("|")}
    assert all(cell in said or set(cell.split()) <= {word for text in said for word in text.split()} for cell in cells)


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_names_on_one_line_of_a_text_layer_are_parted_where_gaps_are_wide(scale: float) -> None:
    places = {"Rest": (100, 130), "of": (134, 144), "world": (148, 180), "Europe": (210, 250)}
    words = [Word(text, BoundingBox(l=left, t=50, r=right, b=58), 12.0, 0) for text, (left, right) in places.items()]
    labels = labels_of_words(words, (100.0, 40.0), scale)
    assert [label.text for label in labels] == ["Rest of world", "Europe"]
    assert (labels[0].bbox.l, labels[0].bbox.t, labels[0].bbox.r) == (0, 10 * scale, 80 * scale)


def test_values_beside_names_are_no_chart_where_another_column_stands_between() -> None:
    image = Image.new("RGB", (960, 540), "white")
    page = DraftPage(page_no=1, width_pt=960, height_pt=540)
    rows = (("Frost", "High", "412"), ("Flood", "Low", "38"), ("Drought", "Medium", "95"), ("Hail", "Low", "7"))

    def words(columns: Sequence[int]) -> list[Word]:
        return [
            Word(
                texts[column],
                BoundingBox(l=120 + 250 * at, t=150 + 60 * row, r=160 + 250 * at, b=164 + 60 * row),
                14,
                10 * row + at,
            )
            for row, texts in enumerate(rows)
            for at, column in enumerate(columns)
        ]

    chart = find_chart(image, page, words((0, 2)), [])
    assert chart is not None
    assert chart.chart_markdown.splitlines()[2:] == [f"| {name} | {value} |" for name, _, value in rows]
    assert find_chart(image, page, words((0, 1, 2)), []) is None


def test_classes_with_a_unit_are_names() -> None:
    box = BoundingBox(l=0, t=0, r=40, b=12)
    texts = ("<20 mi", "> 80 km", "20 mi", "5 %")
    assert [Label(text=text, bbox=box, size=12).is_value for text in texts] == [False, False, True, True]


def test_lines_that_have_a_value_each_are_names_of_bars_however_close_they_stand() -> None:
    chart = Chart()
    # boxes around letters, as a page has them
    lines = {
        "Own car": (224, 92, 105, 64),
        "Train": (250, 120, 133, 17),
        "Coach tour": (202, 150, 163, 9),
        "Motorhome": (195, 180, 193, 6),
        "Bicycle & foot": (182, 208, 226, 3),
        "Boat": (254, 239, 252, 1),
    }
    texts = [("guests arrive", BoundingBox(l=182, t=51, r=325, b=75), 28.5)]
    for name, (left, top, bottom, share) in lines.items():
        end = 303 + 3 * share
        chart.draw.rectangle((303, top - 4, end, bottom + 4), fill=ORANGE)
        texts.append((name, BoundingBox(l=left, t=top, r=289, b=bottom), 22.7))
        texts.append((f"{share}%", BoundingBox(l=end + 9, t=top, r=end + 40, b=bottom), 22.7))
    texts.append(("survey 2024, n = 2,318", BoundingBox(l=173, t=270, r=334, b=285), 20.7))
    chart.labels += [Label(text=text, bbox=box, size=size) for text, box, size in texts]
    assert [row[:2] for row in chart.rows()[1:]] == [[name, f"{share}%"] for name, (*_, share) in lines.items()]
    values = [label for label in chart.labels if label.is_value]
    names = [label for label in chart.labels if label.text in lines]
    assert {name.text for name in whole_but_valued(names, values)} == set(lines)
    # without values they may be lines of one name
    assert len(whole_but_valued(names, [])) < len(lines)


def test_a_value_is_told_with_the_one_of_the_time_before_in_brackets() -> None:
    chart = Chart()
    values = {"Landscape": (91, 90), "Cleanliness": (66, 69), "Parking": (27, 38)}
    for row, (name, (now, before)) in enumerate(values.items()):
        chart.draw.rectangle((200, 90 + 60 * row, 200 + 4 * now, 120 + 60 * row), fill=GREEN)
        chart.write(name, 190 - 5 * len(name), 105 + 60 * row)
        chart.write(f"{now} ({before})", 245 + 4 * now, 105 + 60 * row)
    assert chart.rows()[1:] == [[name, f"{now} ({before})"] for name, (now, before) in values.items()]
