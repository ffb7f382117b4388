"""Legends, names in groups, heads over bars, cells of heat maps, and parts of stacks whose colours do not tell."""

from __future__ import annotations

import itertools

import pytest
from PIL import ImageFont

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.labels import Label, labels_of_lines, labels_of_words
from bizrag.parsing.ocr.engine import OcrLine
from bizrag.parsing.text_layers.text_layer import Word
from tests.parsing.drawn_chart import FLOOR, GREEN, NAVY, ORANGE, SIZE, UNIT, Chart

YEARS = {"2023": (40, 62), "2024": (48, 51), "2025": (55, 44)}


def _grouped_bars(chart: Chart) -> None:
    for number, (name, pair) in enumerate(YEARS.items()):
        for at, (value, colour) in enumerate(zip(pair, (NAVY, ORANGE), strict=True)):
            x = 180 + number * 220 + at * 60
            chart.write(str(value), x, chart.bar(x, FLOOR, value, colour) - 14)
        chart.write(name, 210 + number * 220, FLOOR + 20)


@pytest.mark.parametrize("over", [12, 20])
def test_a_box_that_was_read_may_reach_over_the_patch_before_it(over: float) -> None:
    chart = Chart()
    _grouped_bars(chart)
    for left, name, colour in ((200, "Rent", NAVY), (262, "Power", ORANGE)):
        chart.draw.rectangle((left, 472, left + 8, 482), fill=colour)
        box = BoundingBox(l=left + 16 - over, t=466, r=left + 52, b=488)
        chart.labels.append(Label(text=name, bbox=box, size=SIZE))
    assert chart.rows() == [["", "Rent", "Power"], *([name, *map(str, pair)] for name, pair in YEARS.items())]


def test_pale_and_grey_patches_that_boxes_were_read_over_are_patches() -> None:
    """Parts of a ring with their values on them; of the names below each other some boxes begin with their patch."""
    chart = Chart()
    parts = {"Liquid milk": (164, 175, 141), "Butter": (183, 109, 41), "Whey": (107, 110, 93), "Cream": NAVY}
    for number, (name, colour) in enumerate(parts.items()):
        chart.draw.rectangle((60, 60 + 70 * number, 200, 130 + 70 * number), fill=colour)
        chart.write(str(11 + number), 130, 95 + 70 * number)
        y = 100 + 40 * number
        chart.draw.rectangle((400, y - 7, 414, y + 7), fill=colour)
        chart.draw.text((420, y - 12), name, fill=(70, 70, 70), font=ImageFont.load_default(size=SIZE))
        left = 420 if name == "Butter" else 402
        chart.labels.append(Label(text=name, bbox=BoundingBox(l=left, t=y - 10, r=540, b=y + 10), size=SIZE))
    assert chart.rows() == [["", ""], *([name, str(11 + number)] for number, name in enumerate(parts))]


def test_what_was_read_of_a_mark_is_no_label() -> None:
    box = BoundingBox(l=0, t=0, r=10, b=10)
    read = ("\u25a0", "Rent", "_", "7", "80.0 -", "NA -", 'black "', "none *")
    lines = [OcrLine(text=text, bbox=box, confidence=1.0) for text in read]
    assert [label.text for label in labels_of_lines(lines)] == ["Rent", "7", "80.0", "NA", "black", "none"]
    # a diamond on a line
    mark = OcrLine(text="1", bbox=BoundingBox(l=20, t=0, r=36, b=12), confidence=1.0)
    assert [label.text for label in labels_of_lines([*lines, mark])] == ["Rent", "7", "80.0", "NA", "black", "none"]


def test_names_may_stand_in_groups() -> None:
    chart, values = Chart(), {"All": 46, "18-29": 31, "30-49": 40, "50+": 52, "City": 38, "Suburb": 45, "Village": 57}
    places = (60, 120, 160, 200, 260, 300, 340)
    for (name, value), y in zip(values.items(), places, strict=True):
        box = BoundingBox(l=150 - 10 * len(name), t=y - 8, r=150, b=y + 8)
        chart.labels.append(Label(text=name, bbox=box, size=SIZE))
        chart.draw.rectangle((160, y - 12, 160 + 5 * value, y + 12), fill=NAVY)
        chart.write(str(value), 180 + 5 * value, y)
    assert chart.rows() == [["", ""], *([name, str(value)] for name, value in values.items())]


def test_a_title_below_the_names_of_another_chart_is_no_line_of_one() -> None:
    chart, panels = Chart(), {"Cash flow of the group": (30, 22, 33), "Debt of all firms": (18, 25, 12)}
    for top, values in zip((130, 330), panels.values(), strict=True):
        for number, (year, value) in enumerate(zip(YEARS, values, strict=True)):
            x = 100 + 70 * number
            chart.write(str(value), x, chart.bar(x, top, value, NAVY) - 14)
            chart.write(year, x, top + 20)
    chart.write("Debt of all firms", 170, 174)
    rows = chart.rows()
    assert [row[0] for row in rows[1:]] == list(YEARS)


def test_names_over_the_parts_of_the_first_bar_are_those_of_its_colours() -> None:
    chart = Chart()
    bars = {"Lead": (33, 29), "Nitrates": (24, 38), "Drought": (41, 35)}
    for number, (name, parts) in enumerate(bars.items()):
        y, left = 120 + 90 * number, 200.0
        chart.write(name, 180 - 5 * len(name), y)
        for part, colour in zip(parts, (NAVY, ORANGE), strict=True):
            chart.draw.rectangle((left, y - 25, left + 6 * part, y + 25), fill=colour)
            chart.write(str(part), left + 3 * part, y)
            left += 6 * part
        chart.write(str(sum(parts)), left + 25, y)
    chart.write("Very", 299, 75)
    chart.write("Somewhat", 485, 75)
    assert chart.rows() == [
        ["", "Very", "Somewhat", "Total"],
        *([name, *map(str, parts), str(sum(parts))] for name, parts in bars.items()),
    ]


def test_values_in_cells_are_told_by_both_names() -> None:
    chart, days = Chart(), {"Monday": (12, 18, 31), "Friday": (8, 11, 19), "Sunday": (15, 20, 28)}
    for row, (day, values) in enumerate(days.items()):
        y = 80 + 80 * row
        chart.write(day, 100, y)
        for column, value in enumerate(values):
            x = 250 + 150 * column
            chart.draw.rectangle((x - 75, y - 40, x + 75, y + 40), fill=(255, 255 - 6 * value, 120))
            chart.write(str(value), x, y)
    for column, hub in enumerate(("Hub A", "Hub B", "Hub C")):
        chart.write(hub, 250 + 150 * column, 310)
    assert chart.rows() == [
        ["", "Hub A", "Hub B", "Hub C"],
        *([day, *map(str, values)] for day, values in days.items()),
    ]


@pytest.mark.parametrize(("total", "is_told"), [("67", True), ("82", False)])
def test_parts_too_thin_for_their_value_stand_in_the_order_of_the_other_stacks(total: str, is_told: bool) -> None:
    chart = Chart()
    series = {"Flour": NAVY, "Sugar": ORANGE, "Cocoa": GREEN}
    chart.legend(series, 100)
    stacks = {"2019": (50, 26, 18), "2022": (46, 20, 15), "2025": (52, 3, 12)}
    for number, (year, parts) in enumerate(stacks.items()):
        x, bottom = 200 + 220 * number, float(FLOOR)
        for part, colour in zip(parts, series.values(), strict=True):
            top = chart.bar(x, bottom, part, colour, width=70)
            chart.write(str(part), x, (top + bottom) / 2)
            bottom = top
        chart.write(total if year == "2025" else str(sum(parts)), x, bottom - 14)
        chart.write(year, x, FLOOR + 20)
    rows = [[year, *map(str, parts), str(sum(parts))] for year, parts in stacks.items()]
    told = [dict(zip(chart.rows()[0], row, strict=True)) for row in chart.rows()[1:]]
    wanted = [dict(zip(["", *series, "Total"], row, strict=True)) for row in rows]
    assert (told == wanted) is is_told


def test_of_lines_from_one_value_to_another_the_first_is_not_told_alone() -> None:
    chart, drinks = Chart(), {"Tap": (60, 52, 64), "Bottle": (140, 31, 22), "Filter": (220, 12, 9)}
    for name, (y, first, _) in drinks.items():
        chart.write(name, 180 - 5 * len(name), y)
        chart.write(f"{first}%", 220, y)
    assert chart.rows() == [["", ""], *([name, f"{first}%"] for name, (_, first, _) in drinks.items())]
    for (_, _, last), y in zip(drinks.values(), (20, 175, 245), strict=True):
        chart.write(f"{last}%", 600, y)
    assert chart.rows() == []


def test_names_with_shares_that_lines_lead_away_from_are_no_pie() -> None:
    chart, drinks = Chart(), {"Tap": (60, 55, 64), "Bottle": (140, 33, 22), "Filter": (220, 12, 9)}
    for name, (y, first, _) in drinks.items():
        chart.write(f"{name} {first}%", 180, y)
    assert chart.rows() == [["", ""], *([name, f"{first}%"] for name, (_, first, _) in drinks.items())]
    for (_, _, last), y in zip(drinks.values(), (20, 175, 245), strict=True):
        chart.write(f"{last}%", 600, y)
    assert chart.rows() == []


def _word(text: str, left: float, top: float, right: float, bottom: float, line: int = 0) -> Word:
    return Word(text, BoundingBox(l=left, t=top, r=right, b=bottom), 10.0, line)


def test_words_that_run_upwards_are_read_upwards_though_kerning_parts_them() -> None:
    words = [
        _word("2024", 10, 20, 20, 42),
        _word("4", 10, 45, 20, 51),
        _word("Q", 10, 51, 21, 59, 1),
        _word("Q1", 40, 45, 50, 59, 2),
        _word("2025", 40, 20, 50, 42, 2),
    ]
    assert sorted(label.text for label in labels_of_words(words, (0.0, 0.0), 1.0)) == ["Q1 2025", "Q4 2024"]


def test_figures_above_each_other_are_two_labels_though_the_file_has_them_on_one_line() -> None:
    words = [_word("44", 100, 50, 112, 58), _word("71", 100, 44, 112, 52), _word("t", 114, 44, 118, 52)]
    assert sorted(label.text for label in labels_of_words(words, (0.0, 0.0), 1.0)) == ["44", "71 t"]


def test_classes_of_amounts_are_names() -> None:
    box = BoundingBox(l=0, t=0, r=10, b=10)
    texts = ("<\u20ac5", "\u20ac5\u201310", ">$20", "\u20ac5")
    assert [Label(text=text, bbox=box, size=10).is_value for text in texts] == [False, False, False, True]


def test_names_of_series_may_have_two_lines_and_the_first_bar_alone_its_unit() -> None:
    grey = (185, 179, 165)
    chart, shares = Chart(), {"Too dear": (53, 27, 18), "No parts": (38, 30, 29), "No time": (24, 35, 39)}
    chart.print("Major", 320, 78, NAVY)
    chart.print("Minor", 520, 78, ORANGE)
    chart.print("Not a", 630, 58, grey)
    chart.print("reason", 630, 78, grey)
    for number, (name, parts) in enumerate(shares.items()):
        x, y = 160.0, 110 + 50 * number
        chart.write(name, 100, y)
        for share, colour in zip(parts, (NAVY, ORANGE, grey), strict=True):
            chart.draw.rectangle((x, y - 16, x + 5.5 * share, y + 16), fill=colour)
            chart.write(f"{share}{'' if number else '%'}", x + 2.75 * share, y)
            x += 5.5 * share
    assert chart.rows() == [
        ["", "Major", "Minor", "Not a reason"],
        ["Too dear", "53%", "27%", "18%"],
        ["No parts", "38", "30", "29"],
        ["No time", "24", "35", "39"],
    ]


def test_periods_along_an_axis_are_labels_of_their_own_however_close_they_stand() -> None:
    def told(*texts: str) -> list[str]:
        words = [_word(text, 20.0 * at, 0, 20.0 * at + 16, 10) for at, text in enumerate(texts)]
        return [label.text for label in labels_of_words(words, (0.0, 0.0), 1.0)]

    assert told("2023", "2024", "2025") == ["2023", "2024", "2025"]
    assert told("Q1", "24", "Q2", "24", "Q3", "24") == ["Q1 24", "Q2 24", "Q3 24"]
    assert told("Boxes", "in", "2024") == ["Boxes in 2024"]


def _two_lines(chart: Chart, *, is_broken: bool) -> None:
    """Two lines over the axis from 0 to 100; the second one broken."""
    for value in range(0, 125, 25):
        chart.write(str(value), 60, FLOOR - value * UNIT)
    for number, name in enumerate(YEARS):
        chart.write(name, 150 + 140 * number, FLOOR + 20)
    for at, colour in enumerate((NAVY, ORANGE)):
        points = [(150 + 140 * number, FLOOR - pair[at] * UNIT) for number, pair in enumerate(YEARS.values())]
        for (x, y), (_, to_y) in itertools.pairwise(points):
            steps = range(0, 140, 14 if is_broken and at else 140)
            for step in steps:
                end = step + (9 if is_broken and at else 140)
                chart.draw.line(
                    (x + step, y + (to_y - y) * step / 140, x + end, y + (to_y - y) * end / 140), fill=colour, width=3
                )


def _told(chart: Chart) -> list[list[str]]:
    return [[cell.strip("\u2248") for cell in row] for row in chart.rows()]


def test_a_piece_of_a_broken_line_is_a_patch() -> None:
    chart = Chart()
    _two_lines(chart, is_broken=True)
    chart.draw.line((100, 30, 140, 30), fill=NAVY, width=3)
    chart.write("Rent", 170, 30)
    for x in (300, 312, 324):
        chart.draw.line((x, 30, x + 5, 30), fill=ORANGE, width=3)
    chart.write("Power", 360, 30)
    assert _told(chart)[0] == ["", "Rent", "Power"]


def test_patches_may_stand_behind_their_names() -> None:
    chart = Chart()
    _two_lines(chart, is_broken=False)
    for name, y, colour in (("Rent", 60, NAVY), ("Power", 84, ORANGE)):
        box = BoundingBox(l=400 - 10 * len(name), t=y - 8, r=400, b=y + 8)
        chart.labels.append(Label(text=name, bbox=box, size=SIZE))
        chart.draw.line((410, y, 450, y), fill=colour, width=3)
    assert _told(chart) == [["", "Rent", "Power"], *([name, *map(str, pair)] for name, pair in YEARS.items())]


def test_short_bars_behind_names_are_no_patches() -> None:
    chart, values = Chart(), {"Lyon": (4, NAVY), "Milan": (7, ORANGE), "Ghent": (11, GREEN)}
    for number, (name, (value, colour)) in enumerate(values.items()):
        y = 100 + 60 * number
        box = BoundingBox(l=200 - 10 * len(name), t=y - 8, r=200, b=y + 8)
        chart.labels.append(Label(text=name, bbox=box, size=SIZE))
        chart.draw.rectangle((208, y - 14, 208 + 5 * value, y + 14), fill=colour)
        chart.write(str(value), 226 + 5 * value, y)
    assert chart.rows() == [["", ""], *([name, str(value)] for name, (value, _) in values.items())]


def test_ticks_of_an_axis_behind_names_are_no_patches() -> None:
    chart, values = Chart(), {"Outer race": (31, NAVY), "Inner race": (15, ORANGE), "Cage": (9, GREEN)}
    for number, (name, (value, colour)) in enumerate(values.items()):
        y = 100 + 60 * number
        box = BoundingBox(l=200 - 10 * len(name), t=y - 8, r=200, b=y + 8)
        chart.labels.append(Label(text=name, bbox=box, size=SIZE))
        # its edge is blended with the bar
        chart.draw.rectangle((203, y - 1, 210, y + 1), fill=tuple((channel + 30) // 2 for channel in colour))
        chart.draw.rectangle((211, y - 14, 211 + 10 * value, y + 14), fill=(170, 60, 60))
        chart.write(str(value), 236 + 10 * value, y)
    assert chart.rows() == [["", ""], *([name, str(value)] for name, (value, _) in values.items())]


def test_a_bar_of_another_colour_than_the_others_is_a_bar() -> None:
    """Charts show one bar in red to be seen: its name is not that of a series."""
    chart = Chart()
    for number, (name, value) in enumerate({"No time": 44, "Children": 31, "Price": 28, "Distance": 19}.items()):
        y = 100 + 40 * number
        chart.write(name, 140 - 5 * len(name), y)
        chart.draw.rectangle((150, y - 12, 150 + 10 * value, y + 12), fill=ORANGE if number == 0 else NAVY)
        chart.write(f"{value}%", 180 + 10 * value, y)
    assert chart.rows()[1:] == [["No time", "44%"], ["Children", "31%"], ["Price", "28%"], ["Distance", "19%"]]


def test_values_are_not_told_of_names_on_the_other_side_that_are_further() -> None:
    """Flows lead from names on the left to names on the right; those on the left have the values."""
    chart = Chart()
    flows = (("Paper", 35, 0, "Mill"), ("Glass", 18, 14, "Yard"), ("Food", 13, -14, "Farm"), ("Wood", 9, 14, "Port"))
    for number, (source, value, down, target) in enumerate(flows):
        y = 100 + 60 * number
        chart.write(source, 80, y + down)
        chart.draw.rectangle((120, y + down - 10, 140, y + down + 10), fill=NAVY)
        chart.write(str(value), 170, y + down)
        chart.write(target, 800, y)
    assert not {row[0] for row in chart.rows()[1:]} & {target for *_, target in flows}


def test_a_grey_patch_is_told_from_the_grey_edge_of_the_name_behind_it() -> None:
    """In an image the edges of black letters are grey."""
    chart, grey = Chart(), (127, 132, 149)
    for name, colour, left in (("Diesel", grey, 100), ("Electric", ORANGE, 300)):
        chart.draw.rectangle((left, 22, left + 24, 38), fill=colour)
        chart.write(name, left + 44 + 5 * len(name), 30)
        chart.draw.line((left + 43, 24, left + 43, 36), fill=grey)
    for number, (year, low, high) in enumerate((("2022", 90, 12), ("2023", 85, 20), ("2024", 80, 31))):
        x = 200 + 150 * number
        top = chart.bar(x, FLOOR, low, grey, width=60)
        chart.write(str(low), x, (top + FLOOR) / 2)
        upper = chart.bar(x, top, high, ORANGE, width=60)
        chart.write(str(high), x, (upper + top) / 2)
        chart.write(year, x, FLOOR + 20)
    assert chart.rows() == [
        ["", "Diesel", "Electric"],
        ["2022", "90", "12"],
        ["2023", "85", "20"],
        ["2024", "80", "31"],
    ]


def test_lines_of_a_grid_in_nearly_its_colour_may_cross_a_patch() -> None:
    chart = Chart()
    pale, dark, grid = (189, 178, 200), (91, 42, 134), (204, 204, 204)
    for number, (name, pair) in enumerate(YEARS.items()):
        for at, (value, colour) in enumerate(zip(pair, (pale, dark), strict=True)):
            x = 180 + number * 220 + at * 40
            chart.write(str(value), x, chart.bar(x, FLOOR, value, colour) - 14)
        chart.write(name, 200 + number * 220, FLOOR + 20)
    for entry, (name, colour) in enumerate({"Leavers": pale, "Joiners": dark}.items()):
        y = 40 + 25 * entry
        chart.draw.rectangle((740, y - 6, 774, y + 6), fill=colour)
        chart.write(name, 782 + 5 * len(name), y)
        chart.draw.line((0, y + 4, 776, y + 4), fill=grid)
    chart.draw.line((770, 0, 770, FLOOR), fill=grid)
    assert chart.rows() == [["", "Leavers", "Joiners"], *([name, *map(str, pair)] for name, pair in YEARS.items())]


def test_a_letter_of_the_title_of_an_axis_is_no_entry_of_a_legend() -> None:
    """Alone it is as large as the title is high, and so is what would be a patch beside it: a bar."""
    chart = Chart()
    chart.legend({"Compute": NAVY, "Network": ORANGE, "Storage": GREEN}, 300)
    chart.labels.append(Label(text="$", bbox=BoundingBox(l=100, t=120, r=106, b=320), size=250))
    for number, name in enumerate(("Q1", "Q2", "Q3")):
        x, bottom = 250 + 200 * number, float(FLOOR)
        for height, colour in ((40, NAVY), (30, ORANGE), (20, GREEN)):
            top = chart.bar(x, bottom, height + number, colour, width=110)
            chart.write(str(height + number), x, (top + bottom) / 2)
            bottom = top
        chart.write(name, x, FLOOR + 30)
    assert chart.rows()[0] == ["", "Compute", "Network", "Storage"]


def test_shares_side_by_side_are_labels_of_their_own() -> None:
    words = [
        Word(text, BoundingBox(l=left, t=10, r=left + 16, b=18), 10, 10, None, 10)
        for text, left in (("5%", 100), ("3%", 120))
    ]
    assert [label.text for label in labels_of_words(words, (0.0, 0.0), 1.0)] == ["5%", "3%"]
