"""What looks like names, values or legends of a chart and is none: callouts, years, titles, words for nothing.

And what tells the two ends of a row though they change places.
"""

from __future__ import annotations

from bizrag.parsing.charts.callouts import without_callouts
from tests.parsing.drawn_chart import FLOOR, GREEN, NAVY, ORANGE, Chart

_PALE = (211, 211, 211)


def _screen(num_marked: int) -> Chart:
    """A screen with numbered parts, and a list beside it that says what each is."""
    chart = Chart()
    for number in range(num_marked):
        chart.draw.ellipse((130 + 90 * number, 90, 158 + 90 * number, 118), fill=NAVY)
        chart.write(str(number + 1), 144 + 90 * number, 104)
    for number, text in enumerate(("name of the customer", "set by you alone", "never to be read aloud")):
        chart.write(str(number + 1), 600, 200 + 40 * number)
        chart.write(text, 626 + 5 * len(text), 200 + 40 * number)
    return chart


def test_numbers_that_a_list_explains_are_no_values() -> None:
    texts = {label.text for label in without_callouts(_screen(3).labels)}
    assert texts == {"name of the customer", "set by you alone", "never to be read aloud"}


def test_numbers_of_a_list_are_kept_where_one_is_not_on_the_drawing() -> None:
    assert len(without_callouts(_screen(2).labels)) == len(_screen(2).labels)


def _stacks() -> Chart:
    chart = Chart()
    for at, (year, low, high) in enumerate((("2021", 40, 30), ("2022", 44, 33), ("2023", 52, 36), ("2024", 55, 41))):
        x = 160 + 160 * at
        middle = chart.bar(x, FLOOR, low, NAVY, width=70)
        top = chart.bar(x, middle, high, ORANGE, width=70)
        for text, y in ((str(low), (FLOOR + middle) / 2), (str(high), (middle + top) / 2), (str(low + high), top - 14)):
            chart.write(text, x, y)
        chart.write(year, x, FLOOR + 24)
    # the first name begins where a year does
    chart.legend({"Shops": NAVY, "Online": ORANGE}, 274, y=490)
    return chart


def test_a_year_behind_a_pale_edge_is_of_the_axis_and_no_series() -> None:
    chart = _stacks()
    # the edge of a line, blended with the paper, right before the second year
    chart.draw.rectangle((268, FLOOR + 18, 286, FLOOR + 30), fill=_PALE)
    assert chart.rows() == [
        ["", "Shops", "Online", "Total"],
        ["2021", "40", "30", "70"],
        ["2022", "44", "33", "77"],
        ["2023", "52", "36", "88"],
        ["2024", "55", "41", "96"],
    ]


def test_a_word_for_nothing_is_no_part_of_the_name_below_it_and_a_legend_no_title() -> None:
    chart = Chart()
    chart.draw.rectangle((150, 72, 166, 88), fill=NAVY)
    chart.write("Term loan", 230, 80)
    chart.draw.rectangle((150, 102, 166, 118), fill=ORANGE)
    chart.write("Notes", 210, 110)
    for at, (year, value, colour) in enumerate(
        (("2026", 6, NAVY), ("2027", 9, NAVY), ("2028", 0, NAVY), ("2029", 25, ORANGE))
    ):
        x = 160 + 160 * at
        top = chart.bar(x, FLOOR, value, colour, width=70) if value else FLOOR
        chart.write(str(value) if value else "nil", x, top - (14 if value else 3))
        chart.write(year, x, FLOOR + 24)
    assert chart.rows() == [["", ""], ["2026", "6"], ["2027", "9"], ["2029", "25"]]


def test_names_in_groups_are_one_column_though_a_title_and_a_note_end_where_they_do() -> None:
    chart = Chart()
    chart.write("Spending on transit", 200 - 95, 30)
    shares = {"All": 61, "18-29": 72, "30-49": 68, "50+": 57, "City": 77, "Town": 55, "Farm": 46}
    heights = (120, 180, 210, 240, 300, 330, 360)
    for y, (name, value) in zip(heights, shares.items(), strict=True):
        chart.write(name, 200 - 5 * len(name), y)
        chart.draw.rectangle((220, y - 10, 220 + 4 * value, y + 10), fill=NAVY)
        chart.draw.rectangle((221 + 4 * value, y - 10, 620, y + 10), fill=ORANGE)
        chart.write(str(value), 220 + 2 * value, y)
        chart.write(str(100 - value), 620 - 2 * (100 - value), y)
    chart.write("National survey", 200 - 75, 470)
    chart.legend({"Favour": NAVY, "Oppose": ORANGE}, 400, y=60)
    assert [row[:2] for row in chart.rows()[1:]] == [[name, str(value)] for name, value in shares.items()]


def test_ends_of_a_row_that_change_places_are_told_by_the_colour_of_their_values() -> None:
    chart = Chart()
    chart.print("Men", 690, 30, GREEN)
    chart.print("Women", 790, 30, ORANGE)
    rows = {"Service": (68, 71), "Fares": (54, 66), "Lighting": (39, 63), "Parking": (27, 22), "New lines": (47, 34)}
    for at, (name, (men, women)) in enumerate(rows.items()):
        y = 90 + 70 * at
        chart.write(name, 180 - 5 * len(name), y)
        left, right = sorted((240 + 7 * men, 240 + 7 * women))
        chart.draw.rectangle((left, y - 2, right, y + 2), fill=_PALE)
        for value, colour in ((men, GREEN), (women, ORANGE)):
            x = 240 + 7 * value
            chart.draw.ellipse((x - 8, y - 8, x + 8, y + 8), fill=colour)
            away = -30 if x == left else 30
            # some are too pale to be told by their colour
            chart.print(str(value), x + away, y, colour if (name, value) != ("Service", 71) else (120, 120, 120))
    assert chart.rows() == [
        ["", "Men", "Women"],
        *([name, str(men), str(women)] for name, (men, women) in rows.items()),
    ]


def test_names_of_the_columns_of_a_heat_map_may_be_read_as_one() -> None:
    chart = Chart()
    classes = ("Healthy", "Lubric", "Outer", "Cage")
    counts = ((259, 2, 1, 0), (5, 41, 2, 1), (1, 2, 36, 0), (1, 2, 0, 16))
    for at, (name, row) in enumerate(zip(classes, counts, strict=True)):
        chart.write(name, 200 - 5 * len(name), 100 + 60 * at)
        for column, count in enumerate(row):
            chart.write(str(count), 260 + 80 * column, 100 + 60 * at)
    # three names on the places of three columns
    chart.write("Healthy Lubric Outer", 345, 340)
    chart.write("Cage", 500, 340)
    assert chart.rows() == [
        ["", *classes],
        *([name, *map(str, row)] for name, row in zip(classes, counts, strict=True)),
    ]


def test_a_head_in_two_lines_may_begin_with_an_article_and_a_column_of_sums_stand_below_a_group() -> None:
    chart = Chart()
    colours = (NAVY, ORANGE, GREEN)
    rows = {"Drivers": (12, 52, 28), "Staff": (20, 51, 22), "Managers": (44, 33, 17), "Council": (40, 38, 18)}
    chart.write("In the service", 90, 92)
    for at, (name, parts) in enumerate(rows.items()):
        y, left = 124 + 60 * at, 240.0
        chart.write(name, 200 - 5 * len(name), y)
        for part, colour in zip(parts, colours, strict=True):
            chart.draw.rectangle((left, y - 12, left + 4 * part - 1, y + 12), fill=colour)
            chart.write(str(part), left + 2 * part, y)
            left += 4 * part
        chart.write(f"{sum(parts[1:]) - parts[0]:+d}", 760, y)
    # over the parts of the first row
    for lines, x in ((("Not", "much"), 264), (("A", "fair amount"), 392), (("A", "great deal"), 552)):
        for line, y in zip(lines, (44, 66), strict=True):
            chart.write(line, x, y)
    chart.write("NET", 760, 66)
    found = chart.rows()
    assert found[0] == ["", "Not much", "A fair amount", "A great deal", "NET"]
    assert found[1] == ["Drivers", "12", "52", "28", "+68"]


def test_cells_of_a_heat_map_are_no_patches_of_the_names_beside_them() -> None:
    chart = Chart()
    quarters, rows = ("Q4 26", "H1 27", "H2 27", "FY28"), {"Pumps": (392, 418, 231, 164), "Water": (148, 196, 171, 254)}
    rows |= {"Digital": (71, 93, 48, 24), "Service": (187, 156, 101, 53)}
    for column, quarter in enumerate(quarters):
        chart.write(quarter, 280 + 140 * column, 60)
    for at, (name, counts) in enumerate(rows.items()):
        y = 120 + 80 * at
        chart.write(name, 200 - 5 * len(name), y)
        for column, count in enumerate(counts):
            x, shade = 280 + 140 * column, 250 - count // 2
            chart.draw.rectangle((x - 70, y - 40, x + 70, y + 40), fill=(shade // 2, shade, 190))
            chart.write(str(count), x, y)
    assert chart.rows() == [["", *quarters], *([name, *map(str, counts)] for name, counts in rows.items())]
