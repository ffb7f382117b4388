"""Charts whose names stand elsewhere than along an axis: at the ends of lines, behind bars, over small charts."""

from __future__ import annotations

from tests.parsing.drawn_chart import FLOOR, GREEN, NAVY, ORANGE, Chart

TOWNS = {"Astley": (31, 44), "Borden": (27, 23), "Culham": (14, 29)}


def test_a_slope_chart_tells_both_values_of_each_name() -> None:
    chart = Chart()
    for name, (before, after) in TOWNS.items():
        chart.draw.line((300, 450 - 8 * before, 600, 450 - 8 * after), fill="gray", width=2)
        left, right = f"{name} {before}%", f"{after}% {name}"
        chart.write(left, 290 - 5 * len(left), 450 - 8 * before)
        chart.write(right, 610 + 5 * len(right), 450 - 8 * after)
    chart.write("2014", 300, 40)
    chart.write("2024", 600, 40)
    assert chart.rows() == [["", "2014", "2024"], *([name, f"{a}%", f"{b}%"] for name, (a, b) in TOWNS.items())]


def test_the_colour_of_a_name_tells_the_value_at_the_other_end_of_its_line() -> None:
    chart = Chart()
    for (name, (before, after)), colour in zip(TOWNS.items(), (NAVY, ORANGE, GREEN), strict=True):
        chart.draw.line((200, 450 - 8 * before, 700, 450 - 8 * after), fill=colour, width=3)
        chart.print(str(before), 180, 450 - 8 * before, colour)
        chart.print(f"{after} {name}", 720 + 5 * len(name), 450 - 8 * after, colour)
    for number, year in enumerate(range(2019, 2025)):
        chart.write(str(year), 200 + 100 * number, 460)
    assert chart.rows() == [["", "2019", "2024"], *([name, str(a), str(b)] for name, (a, b) in TOWNS.items())]


def test_names_behind_the_last_points_are_those_of_lines_also_where_one_line_is_grey() -> None:
    chart = Chart()
    lines = {"Recordable cases": ((6.8, 5.2, 4.1), ORANGE), "Lost days": ((2.9, 2.1, 1.7), (60, 60, 60))}
    for name, (values, colour) in lines.items():
        for number, value in enumerate(values):
            x, y = 120 + 240 * number, 450 - 50 * value
            if number:
                chart.draw.line((x - 240, 450 - 50 * values[number - 1], x, y), fill=colour, width=3)
            chart.print(f"{value:g}", x, y - 16, colour)
        for number, word in enumerate(name.split()):
            chart.print(word, 615 + 5 * len(word), 450 - 50 * values[-1] - 10 + 24 * number, colour)
    for number, year in enumerate(range(2022, 2025)):
        chart.write(str(year), 120 + 240 * number, 480)
    values = zip(*(values for values, _ in lines.values()), strict=True)
    assert chart.rows() == [["", *lines], *([str(2022 + at), *map(str, row)] for at, row in enumerate(values))]


def test_names_may_stand_at_the_first_end_alone_beside_a_chart_of_the_same_names_and_more() -> None:
    chart = Chart()
    for (name, (before, after)), colour in zip(TOWNS.items(), (NAVY, ORANGE, GREEN), strict=True):
        chart.draw.line((600, 450 - 8 * before, 800, 450 - 8 * after), fill=colour, width=3)
        left = f"{name} {before}"
        chart.print(left, 590 - 5 * len(left), 450 - 8 * before, colour)
        chart.print(str(after), 825, 450 - 8 * after, colour)
    chart.write("2014", 600, 40)
    chart.write("2024", 800, 40)
    shares = {**{name: after for name, (_, after) in TOWNS.items()}, "Dunster": 4}
    for number, (name, share) in enumerate(shares.items()):
        y = 100 + 80 * number
        chart.draw.rectangle((150, y - 25, 150 + 4 * share, y + 25), fill=NAVY)
        chart.write(name, 140 - 5 * len(name), y)
        chart.write(f"{share} %", 175 + 4 * share, y)
    ends = [[name, str(a), str(b), f"{b} %"] for name, (a, b) in TOWNS.items()]
    assert chart.rows() == [["", "2014", "2024", ""], *ends, ["Dunster", "", "", "4 %"]]


def test_values_without_a_name_for_their_end_are_not_told_as_those_of_two_times() -> None:
    chart = Chart()
    for name, (before, after) in TOWNS.items():
        chart.write(f"{name} {before}%", 200, 450 - 8 * before)
        chart.write(f"{after}% {name}", 600, 450 - 8 * after)
    assert all(len(row) < 3 for row in chart.rows())


def test_names_behind_a_funnel_are_those_of_its_values() -> None:
    chart = Chart()
    stages = {"Visited": 640, "Signed up": 285, "Paid": 142, "Came again": 96}
    for number, (name, value) in enumerate(stages.items()):
        y = 60 + 80 * number
        chart.draw.rectangle((300 - value / 3, y - 30, 300 + value / 3, y + 30), fill=NAVY)
        chart.write(str(value), 300, y)
        chart.write(name, 600 + 5 * len(name), y)
    assert chart.rows()[1:] == [[name, str(value)] for name, value in stages.items()]


def test_small_charts_side_by_side_share_the_names_of_their_bars() -> None:
    chart = Chart()
    panels = {"North": (43, 39, 31), "South": (21, 15, 10), "West": (12, 9, 7)}
    for column, (head, values) in enumerate(panels.items()):
        left = 150 + 240 * column
        chart.write(head, left + 100, 40)
        for row, value in enumerate(values):
            chart.draw.rectangle((left, 80 + 80 * row, left + 3 * value, 120 + 80 * row), fill=GREEN)
            chart.write(str(value), left + 3 * value + 16, 100 + 80 * row)
    for row, name in enumerate(("Oil", "Gas", "Wood")):
        chart.write(name, 100, 100 + 80 * row)
    assert chart.rows() == [
        ["", *panels],
        *([name, *(str(values[row]) for values in panels.values())] for row, name in enumerate(("Oil", "Gas", "Wood"))),
    ]


def test_names_over_both_sides_of_a_pyramid_are_written_in_the_colours_of_its_bars() -> None:
    chart = Chart()
    ages = {"60+": (9, 5), "40–59": (17, 8), "20–39": (24, 11)}
    for number, (age, (women, men)) in enumerate(ages.items()):
        y = 100 + 90 * number
        chart.draw.rectangle((450 - 12 * women, y - 35, 450, y + 35), fill=ORANGE)
        chart.draw.rectangle((450, y - 35, 450 + 12 * men, y + 35), fill=NAVY)
        chart.write(f"{women}%", 450 - 12 * women - 22, y)
        chart.write(f"{men}%", 450 + 12 * men + 22, y)
        chart.write(age, 60, y)
    chart.print("Women", 360, 40, ORANGE)
    chart.print("Men", 500, 40, NAVY)
    assert chart.rows() == [["", "Women", "Men"], *([age, f"{w}%", f"{m}%"] for age, (w, m) in ages.items())]


def test_paler_bars_are_those_of_the_ink_in_the_legend() -> None:
    chart = Chart()
    pale, values = ((178, 178, 255), (255, 178, 178)), ((40, 70), (52, 61), (47, 66))
    chart.legend({"Before": (102, 102, 255), "After": (255, 92, 92)}, 100)
    for number, name in enumerate(("A1", "B2", "C3")):
        for at, (colour, value) in enumerate(zip(pale, values[number], strict=True)):
            x = 200 + 200 * number + 40 * at
            chart.write(str(value), x, chart.bar(x, FLOOR, value, colour) - 14)
        chart.write(name, 220 + 200 * number, FLOOR + 20)
    assert chart.rows() == [["", "Before", "After"], ["A1", "40", "70"], ["B2", "52", "61"], ["C3", "47", "66"]]


def test_values_of_a_line_are_not_those_of_the_bars_that_it_runs_over() -> None:
    chart = Chart()
    chart.legend({"Visits": NAVY, "Cost of a visit": ORANGE}, 100)
    points = [(150 + 150 * number, 420 - 3 * height) for number, height in enumerate((90, 50, 110, 60))]
    for (x, _), height in zip(points, (60, 80, 40, 70), strict=True):
        chart.bar(x, FLOOR, height, NAVY, width=60)
    chart.draw.line(points, fill=ORANGE, width=4)
    for (x, y), name, value in zip(points, ("N", "S", "E", "W"), ("4.2", "3.1", "5.6", "3.8"), strict=True):
        chart.draw.rectangle((x - 5, y - 5, x + 5, y + 5), fill=ORANGE)
        chart.write(value, x, y - 18)
        chart.write(name, x, FLOOR + 20)
    assert chart.rows()[0] == ["", "Cost of a visit"]


def test_a_figure_over_the_name_of_a_year_is_its_value_and_no_year() -> None:
    chart = Chart()
    for number, (year, value) in enumerate({2018: 1840, 2019: 1910, 2020: 1420, 2021: 1655}.items()):
        x = 150 + 150 * number
        chart.write(str(value), x, chart.bar(x, FLOOR, value / 20, NAVY) - 14)
        chart.write(str(year), x, FLOOR + 20)
    assert chart.rows()[1:] == [["2018", "1840"], ["2019", "1910"], ["2020", "1420"], ["2021", "1655"]]


def test_years_may_be_cut_short() -> None:
    chart = Chart()
    for number, (year, value) in enumerate({"'21": 31, "'22": 34, "'23": 40, "'24": 44}.items()):
        x = 150 + 150 * number
        chart.write(str(value), x, chart.bar(x, FLOOR, value, NAVY) - 14)
        chart.write(year, x, FLOOR + 20)
    assert chart.rows()[1:] == [["2021", "31"], ["2022", "34"], ["2023", "40"], ["2024", "44"]]


def test_names_on_a_map_of_tiles_are_no_legend_of_one() -> None:
    chart = Chart()
    tiles = {"WES": (25, "#9ecae1"), "CEN": (47, "#08519c"), "EAS": (33, "#6baed6"), "HAR": (29, "#7cb9da")}
    for number, (name, (value, colour)) in enumerate(tiles.items()):
        x = 150 + 100 * number
        chart.draw.rectangle((x - 50, 100, x + 50, 200), fill=colour, outline="white")
        chart.write(name, x, 138)
        chart.write(f"{value}%", x, 166)
    assert chart.rows()[1:] == [[name, f"{value}%"] for name, (value, _) in tiles.items()]


def test_what_is_written_where_lines_end_is_their_name_and_last_value() -> None:
    chart = Chart()
    for name, (before, after) in TOWNS.items():
        chart.draw.line((200, 450 - 8 * before, 700, 450 - 8 * after), fill="gray", width=3)
        text = f"{name} £{after}.50"
        chart.write(text, 720 + 5 * len(text), 450 - 8 * after)
    for number, year in enumerate(range(2019, 2025)):
        chart.write(str(year), 200 + 100 * number, 470)
    assert sorted(chart.rows()[0]) == ["", *TOWNS]
    assert dict(zip(*chart.rows(), strict=True)) == {"": "2024", **{name: f"£{b}.50" for name, (_, b) in TOWNS.items()}}


def test_a_value_in_the_colour_of_a_lines_end_is_of_that_line() -> None:
    chart = Chart()
    for (name, (before, after)), colour in zip(TOWNS.items(), (NAVY, ORANGE, GREEN), strict=True):
        chart.draw.line((200, 450 - 8 * before, 700, 450 - 8 * after), fill=colour, width=3)
        if name != "Culham":
            chart.print(f"{before}%", 200, 436 - 8 * before, colour)
        text = f"{after} {name} and district"
        chart.print(text, 720 + 5 * len(text), 450 - 8 * after, colour)
    chart.print("29", 500, 300, ORANGE)
    for number, year in enumerate(range(2019, 2025)):
        chart.write(str(year), 200 + 100 * number, 470)
    told = {row[0]: dict(zip(chart.rows()[0][1:], row[1:], strict=True)) for row in chart.rows()[1:]}
    assert told["2024"] == {f"{name} and district": str(after) for name, (_, after) in TOWNS.items()}
    assert told["2019"]["Borden and district"] == "27%"
    assert told["2022"]["Borden and district"] == "29"
