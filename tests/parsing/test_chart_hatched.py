"""Grouped bars of which one series is hatched: its patch in the legend, and the values over its bars."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.parsing.drawn_chart import FLOOR, Chart

DARK, GREY = (62, 62, 62), (147, 147, 147)
SERIES = {"Bus": DARK, "Tram": GREY, "Light rail": None}
YEARS = {"2017": (88, 35, 27), "2018": (90, 36, 31), "2019": (89, 38, 34)}


def _box(chart: Chart, box: tuple[int, int, int, int], colour: tuple[int, int, int] | None, *, strokes: int) -> None:
    """A box of one colour, or one with strokes so far apart that run up over the paper."""
    left, top, right, bottom = box
    chart.draw.rectangle(box, fill=colour or "white", outline="black", width=2)
    for y in range(top, bottom + 1) if colour is None and strokes else ():
        for x in range(left + (bottom - y) % strokes, right, strokes):
            chart.draw.line((x, y, min(x + 2, right), y), fill="black")


def _chart(*, over: bool = False, strokes: int = 12, without: str = "") -> Chart:
    """Bars with their values over them; the box of the last name may have been read ``over`` its patch."""
    chart = Chart()
    for number, (name, colour) in enumerate(SERIES.items()):
        left = 150 + 200 * number
        _box(chart, (left, 20, left + 40, 38), colour, strokes=strokes)
        chart.write(name, left + 54 + 5 * len(name), 30)
    if over:
        name = chart.labels[-1]
        chart.labels[-1] = replace(name, text=f"Z{name.text}", bbox=replace(name.bbox, l=name.bbox.l - 60))
    for number, (year, values) in enumerate(YEARS.items()):
        for at, (value, colour) in enumerate(zip(values, SERIES.values(), strict=True)):
            x = 180 + number * 220 + at * 52
            _box(chart, (x - 25, FLOOR - 3 * value, x + 25, FLOOR), colour, strokes=strokes)
            if str(value) != without:
                chart.write(str(value), x, FLOOR - 3 * value - 12)
        chart.write(year, 232 + number * 220, FLOOR + 20)
    return chart


@pytest.mark.parametrize("over", [False, True])
def test_values_over_hatched_bars_are_of_the_series_with_the_hatched_patch(over: bool) -> None:
    rows = [[year, *map(str, values)] for year, values in YEARS.items()]
    assert _chart(over=over).rows() == [["", *SERIES], *rows]


@pytest.mark.parametrize(("strokes", "without"), [(0, ""), (12, "31")])
def test_nothing_is_told_of_bars_without_strokes_or_of_groups_that_lack_a_value(strokes: int, without: str) -> None:
    assert not _chart(strokes=strokes, without=without).rows()
