"""Names above bars of two series, which end on one line and begin on several, and legends whose names are crowded."""

from __future__ import annotations

from tests.parsing.drawn_chart import GREEN, ORANGE, UNIT, Chart

_HOMES = {"Detached, old": (28, -32), "Terraced": (-25, -39), "Flats": (-19, -45), "Tower": (-8, -52)}
_ZERO = 230


def _costs() -> Chart:
    chart = Chart()
    chart.legend({"Heat pump": GREEN, "District heat": ORANGE}, 480, y=500)
    chart.draw.line((60, _ZERO, 780, _ZERO), fill="black")
    for number, (name, values) in enumerate(_HOMES.items()):
        middle = 140 + 170 * number
        for line, part in enumerate(reversed(name.split(" "))):
            chart.write(part, middle, 60 - 20 * line)
        for value, colour, x in zip(values, (GREEN, ORANGE), (middle - 20, middle + 20), strict=True):
            end = _ZERO - value * UNIT
            chart.draw.rectangle((x - 18, min(end, _ZERO), x + 18, max(end, _ZERO)), fill=colour)
            chart.write(f"{value:+d}", x, end - 14 if value > 0 else end + 14)
    return chart


def test_names_above_bars_end_on_one_line() -> None:
    assert _costs().rows() == [
        ["", "Heat pump", "District heat"],
        *([name, *(f"{value:+d}" for value in values)] for name, values in _HOMES.items()),
    ]


def test_lines_of_a_legend_do_not_stand_over_each_other() -> None:
    chart = Chart()
    for number in range(3):
        chart.write(str(2023 + number), 120 + 250 * number, 470)
    for at in range(0, 70, 10):
        chart.write(str(at), 60, 450 - 5 * at)
    chart.draw.line((90, 450, 90, 100), fill="black")
    for start, end, colour in ((30, 22, GREEN), (16, 20, ORANGE)):
        chart.draw.line((120, 450 - 5 * start, 620, 450 - 5 * end), fill=colour, width=4)
    # behind lines that end close together, half a line apart
    chart.write("Soy", 660, 338)
    chart.write("Almond", 675, 347)
    assert not {"Soy", "Almond"} & {cell for row in chart.rows()[:1] for cell in row}
