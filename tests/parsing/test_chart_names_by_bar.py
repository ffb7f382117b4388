"""Names below bars that were read as one line, names above lying bars, and numbers as names of groups of bars."""

from __future__ import annotations

from tests.parsing.drawn_chart import FLOOR, NAVY, ORANGE, Chart

COSTS = {"Buy-in": 48, "Testing & data wipe": 14, "Parts": 38, "Labour": 31, "Platform fee": 33, "Sale": 64}


def _steps(lines: list[tuple[str, float, float]]) -> Chart:
    chart = Chart()
    for number, value in enumerate(COSTS.values()):
        x = 120 + 120 * number
        chart.write(str(value), x, chart.bar(x, FLOOR, value, NAVY, width=70) - 14)
    for text, x, y in lines:
        chart.write(text, x, y)
    return chart


def test_each_word_of_a_line_over_several_bars_goes_to_its_own() -> None:
    # ten pixels a letter: "Testing &" over the second bar, "Labour Platform Sale" over the last three
    lines = [("Buy-in", 120.0, 440.0), ("Testing &", 240.0, 440.0), ("Parts", 360.0, 440.0)]
    lines += [("Labour    Platform      Sale", 600.0, 440.0), ("data wipe", 240.0, 460.0), ("fee", 600.0, 460.0)]
    rows = _steps(lines).rows()
    assert rows[1:] == [[name, str(value)] for name, value in COSTS.items()]


def test_words_that_stand_over_no_bar_name_none() -> None:
    rows = _steps([("All amounts are in euros and were checked by the auditor in May", 420.0, 440.0)]).rows()
    assert not any(row[0] == "All" for row in rows)


SENDERS = {"Online shops": 47, "Bakeries": 19, "Pharma & labs": 14, "Post partners": 12, "Spare parts": 8}


def test_names_above_lying_bars_are_of_the_values_behind_them() -> None:
    chart = Chart()
    for number, (name, value) in enumerate(SENDERS.items()):
        top = 60 + 90 * number
        chart.write(name, 100 + 5 * len(name), top)
        chart.draw.rectangle((100, top + 20, 100 + 10 * value, top + 50), fill=NAVY)
        chart.write(f"{value}%", 130 + 10 * value, top + 35)
    assert chart.rows()[1:] == [[name, f"{value}%"] for name, value in SENDERS.items()]


DENSITIES = {"5": (31, 64), "15": (29, 46), "30": (28, 34), "60": (27, 25), "200+": (37, 20)}


def test_numbers_below_groups_of_bars_are_their_names() -> None:
    chart = Chart()
    chart.legend({"Van": NAVY, "Bike": ORANGE}, 300)
    for number, (name, values) in enumerate(DENSITIES.items()):
        for at, (value, colour) in enumerate(zip(values, (NAVY, ORANGE), strict=True)):
            x = 120 + 140 * number + 52 * at
            chart.write(str(value), x, chart.bar(x, FLOOR, value, colour, width=46) - 14)
        chart.write(name, 146 + 140 * number, FLOOR + 24)
    # of a slide
    chart.write("4", 880, 505)
    assert chart.rows() == [["", "Van", "Bike"], *([name, *map(str, values)] for name, values in DENSITIES.items())]
