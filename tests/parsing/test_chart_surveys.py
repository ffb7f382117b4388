"""Charts as surveys draw them: heads over the parts of the first bar, sums at both ends, marks that change sides."""

from __future__ import annotations

import pytest

from tests.parsing.drawn_chart import GREEN, NAVY, ORANGE, Chart

GREY = (150, 160, 175)
COLOURS = (ORANGE, GREEN, NAVY, GREY)
TRUST = {
    "Hospitals": (16, 49, 24, 9),
    "Universities": (14, 45, 26, 12),
    "Banks": (9, 38, 33, 18),
    "Employers": (10, 33, 30, 22),
}
LEFT, PER = 330, 4


def _stacks(heads: dict[str, float], *, nets: bool = False, height: int = 40) -> Chart:
    """Bars of four parts with their values, and names over them at given places."""
    chart = Chart()
    for head, x in heads.items():
        chart.write(head, x, 40)
    for number, (name, parts) in enumerate(TRUST.items()):
        y, x = 90 + 70 * number, float(LEFT)
        chart.write(name, 200 - 5 * len(name), y)
        for value, colour in zip(parts, COLOURS, strict=True):
            chart.draw.rectangle((x, y - height // 2, x + PER * value, y + height // 2), fill=colour)
            chart.write(str(value), x + PER * value / 2, y)
            x += PER * value
        if nets:
            chart.write(str(parts[0] + parts[1]), LEFT - 24, y)
            chart.write(str(parts[2] + parts[3]), x + 24, y)
    return chart


# over the middles of the parts of the first bar, but for the last one, which other bars have further right
HEADS = {"A lot": 362.0, "Some": 492.0, "Not much": 638.0, "None": 780.0}


def test_heads_are_of_the_parts_in_their_order_where_one_stands_beyond_the_first_bar() -> None:
    rows = _stacks(HEADS).rows()
    assert rows == [["", *HEADS], *([name, *map(str, parts)] for name, parts in TRUST.items())]


def test_heads_over_parts_of_another_place_are_not_theirs() -> None:
    beside = {"A lot": 470.0, "Some": 515.0, "Not much": 638.0, "None": 780.0}
    assert _stacks(beside).rows()[:1] != [["", *HEADS]]


def test_two_heads_that_were_read_as_one_are_parted_at_the_capital() -> None:
    heads = {"A lot": 362.0, "Some": 492.0, "Not much None": 660.0}
    assert _stacks(heads).rows()[0] == ["", "A lot", "Some", "Not much", "None"]


def test_sums_at_both_ends_are_told_as_what_they_add() -> None:
    rows = _stacks(HEADS, nets=True).rows()
    assert rows[0] == ["", *HEADS, "A lot + Some", "Not much + None"]
    assert rows[3] == ["Banks", "9", "38", "33", "18", "47", "51"]


def test_values_on_bars_as_thin_as_their_boxes_are_of_those() -> None:
    assert _stacks(HEADS, height=14).rows() == _stacks(HEADS).rows()


USES = {"Facts": (61, 72), "Texts": (34, 58), "Trips": (21, 37), "Pictures": (15, 9)}


@pytest.mark.parametrize("later", [NAVY, ORANGE])
def test_years_over_the_marks_of_the_first_row_are_of_marks_in_their_colour(later: tuple[int, int, int]) -> None:
    chart = Chart()
    for number, (name, (before, after)) in enumerate(USES.items()):
        y = 100 + 70 * number
        chart.write(name, 150 - 5 * len(name), y)
        places = {before: (200 + 8 * before, ORANGE), after: (200 + 8 * after, later)}
        chart.draw.line((places[before][0], y, places[after][0], y), fill=(205, 205, 205), width=4)
        for value, (x, colour) in places.items():
            chart.draw.ellipse((x - 8, y - 8, x + 8, y + 8), fill=colour)
            chart.write(str(value), x + (26 if value == max(before, after) else -26), y)
        if not number:
            chart.write("2023", places[before][0], y - 30)
            chart.write("2025", places[after][0], y - 30)
    rows = chart.rows()
    assert rows[0] == ["", "2023", "2025"]
    assert rows[1] == ["Facts", "61", "72"]
    # of one colour the sides alone tell
    assert rows[4] == ["Pictures", *(("15", "9") if later == NAVY else ("9", "15"))]
