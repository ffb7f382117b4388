"""Values on discs beside the names of places, as maps have them."""

from __future__ import annotations

from tests.parsing.drawn_chart import GREEN, NAVY, ORANGE, Chart

_MILLS = {"Skarsborg": ("11.4", GREEN), "Tveit": ("2.1", GREEN), "Lindmoen": ("6.3", ORANGE), "Hollsted": ("4.6", NAVY)}
_STRESS = {"Low": GREEN, "Medium": ORANGE, "High": NAVY}
_TOLD = [["Hollsted", "4.6"], ["Lindmoen", "6.3"], ["Skarsborg", "11.4"], ["Tveit", "2.1"]]


def _map(values: dict[str, tuple[str, tuple[int, int, int]]], *, shape: str = "disc", joined: bool = False) -> Chart:
    chart = Chart()
    for number, (name, (value, colour)) in enumerate(values.items()):
        x, y = 120.0 + 170 * number, 120.0 + 97 * (number % 3)
        if shape == "disc":
            chart.draw.ellipse((x - 32, y - 32, x + 32, y + 32), fill=colour)
        else:
            chart.draw.rectangle((x - 32, y - 90, x + 32, y + 12), fill=colour)
        if joined:
            # one text of the layer, a gap of three letters between its words
            chart.write(f"{value}   {name}", x - 20 + 5 * (len(value) + 3 + len(name)), y)
        else:
            chart.write(value, x, y)
            chart.write(name, x + 40 + 5 * len(name), y)
    return chart


def _cells(chart: Chart) -> list[list[str]]:
    return sorted([row[0], *filter(None, row[1:])] for row in chart.rows()[1:])


def test_a_value_on_a_disc_is_that_of_the_name_beside_it() -> None:
    assert _cells(_map(_MILLS)) == _TOLD


def test_a_value_and_a_name_that_were_read_as_one_are_parted_where_the_disc_ends() -> None:
    assert _cells(_map(_MILLS, joined=True)) == _TOLD


def test_the_colour_of_a_disc_is_told_as_the_legend_has_it() -> None:
    chart = _map(_MILLS)
    for number, (name, colour) in enumerate(_STRESS.items()):
        chart.draw.rectangle((60, 402 + 30 * number, 76, 418 + 30 * number), fill=colour)
        chart.write(name, 86 + 5 * len(name), 410 + 30 * number)
    rows = chart.rows()
    assert sorted(rows[0][1:]) == ["High", "Low", "Medium"]
    assert {row[0]: rows[0][next(at for at, cell in enumerate(row) if at and cell)] for row in rows[1:]} == {
        "Skarsborg": "Low", "Tveit": "Low", "Lindmoen": "Medium", "Hollsted": "High",
    }  # fmt: skip


def test_numbers_of_steps_are_no_values() -> None:
    steps = {name: (str(number), GREEN) for number, name in enumerate(_MILLS, 1)}
    assert _map(steps).rows()[1:] == []


def test_values_on_bars_are_none_on_discs() -> None:
    assert _map(_MILLS, shape="bar").rows()[1:] == []
