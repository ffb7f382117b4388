"""Charts with a value on each side of every row: pyramids, ranges, tornados, and two marks on a line."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.parsing.drawn_chart import NAVY, ORANGE, Chart

AGES = {"60+": (46, 59), "40-59": (52, 43), "20-39": (34, 30), "0-19": (21, 18)}
WARDS = {"Surgery": (69, 75), "Dialysis": (86, 90), "Medicine": (66, 74), "Emergency": (52, 58)}
METHODS = {"Past year": (311, 468), "Peers": (418, 496), "Deals": (510, 590), "Cash flow": (441, 548)}


def _rows(values: Mapping[str, tuple[float, float]]) -> list[tuple[float, str, tuple[float, float]]]:
    return [(90 + number * 80, name, pair) for number, (name, pair) in enumerate(values.items())]


def _name(chart: Chart, name: str, y: float) -> None:
    """A name that ends where the others do."""
    chart.write(name, 150 - 5 * len(name), y)


def _pyramid(heads: tuple[str, str]) -> Chart:
    chart = Chart()
    chart.write(heads[0], 380, 40)
    chart.write(heads[1], 520, 40)
    for y, name, (left, right) in _rows(AGES):
        _name(chart, name, y)
        chart.draw.rectangle((450 - 3 * left, y - 20, 450, y + 20), fill=NAVY)
        chart.draw.rectangle((451, y - 20, 450 + 3 * right, y + 20), fill=ORANGE)
        chart.write(str(left), 450 - 3 * left - 20, y)
        chart.write(str(right), 450 + 3 * right + 20, y)
    return chart


def _ranges(values: Mapping[str, tuple[float, float]], *, on_bars: bool = False) -> Chart:
    chart = Chart()
    for y, name, (low, high) in _rows(values):
        _name(chart, name, y)
        chart.draw.rectangle((low, y - 20, high, y + 20), fill=NAVY)
        away = -24 if on_bars else 24
        chart.write(f"{low:g}", low - away, y)
        chart.write(f"{high:g}", high + away, y)
    return chart


def test_names_over_the_two_sides_of_a_pyramid_are_those_of_its_values() -> None:
    rows = _pyramid(("Men", "Women")).rows()
    assert rows == [["", "Men", "Women"], *([name, *map(str, pair)] for name, pair in AGES.items())]


def test_bars_from_one_value_to_another_have_a_low_and_a_high_end() -> None:
    rows = _ranges(METHODS).rows()
    assert rows == [["", "low", "high"], *([name, *map(str, pair)] for name, pair in METHODS.items())]


def test_bars_on_both_sides_of_zero_have_a_low_and_a_high_end() -> None:
    chart = Chart()
    effects = {"Energy": (-27, 34), "Dredging": (-19, 25), "Clinker": (-12, 14), "Water": (-5, 9)}
    for y, name, (low, high) in _rows(effects):
        _name(chart, name, y)
        chart.draw.rectangle((500 + 5 * low, y - 20, 500, y + 20), fill=NAVY)
        chart.draw.rectangle((500, y - 20, 500 + 5 * high, y + 20), fill=ORANGE)
        chart.write(f"\u2212{-low}", 500 + 5 * low - 24, y)
        chart.write(f"+{high}", 500 + 5 * high + 24, y)
    assert chart.rows()[0] == ["", "low", "high"]
    assert chart.rows()[2] == ["Dredging", "\u221219", "+25"]


def test_a_row_whose_ends_were_misread_is_left_out_alone() -> None:
    told = _ranges({**METHODS, "Deals": (510, 590)})
    told.labels = [
        label if label.text != "510" else type(label)(text="1510", bbox=label.bbox, size=label.size)
        for label in told.labels
    ]
    assert [name for name, *_ in told.rows()[1:]] == ["Past year", "Peers", "Cash flow"]


def test_values_on_the_parts_of_a_bar_are_no_ends_of_a_range() -> None:
    assert _ranges(METHODS, on_bars=True).rows() == []


def test_two_figures_with_nothing_drawn_between_them_are_no_range() -> None:
    chart = _ranges(METHODS)
    chart.draw.rectangle((0, 0, 900, 520), fill="white")
    assert chart.rows() == []


def _marks(*, full_first: bool, further: str = "", at: float = 0) -> Chart:
    """Two marks on a line in each row, and the legend of them; ``further`` is a text with a mark of its own."""
    chart = Chart()

    def mark(x: float, y: float, *, is_full: bool) -> None:
        chart.draw.ellipse((x - 9, y - 9, x + 9, y + 9), fill=NAVY if is_full else "white", outline=NAVY, width=3)

    for y, (name, is_full) in zip((440, 470), (("Spring", False), ("Autumn", True)), strict=True):
        chart.write(name, 800, y)
        mark(745, y, is_full=is_full)
    for y, name, (low, high) in _rows(WARDS):
        left, right = 10 * low - 100, 10 * high - 100
        _name(chart, name, y)
        chart.draw.line((left, y, right, y), fill=NAVY, width=4)
        mark(left, y, is_full=full_first)
        mark(right, y, is_full=not full_first)
        chart.write(str(low), left - 28, y)
        chart.write(str(high), right + 28, y)
    if further:
        chart.write(further, 800, at)
        mark(745, at, is_full=True)
    return chart


@pytest.mark.parametrize("full_first", [True, False])
def test_full_and_empty_marks_are_told_by_the_legend(*, full_first: bool) -> None:
    rows = _marks(full_first=full_first).rows()
    first, second = ("Autumn", "Spring") if full_first else ("Spring", "Autumn")
    told = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    assert told == [{"": name, first: str(low), second: str(high)} for name, (low, high) in WARDS.items()]


def test_where_a_third_entry_has_a_mark_nothing_tells_which_is_meant() -> None:
    assert _marks(full_first=True, further="Target", at=410).rows()[0] == ["", "low", "high"]
    # a heading with a bar before it, elsewhere
    assert _marks(full_first=True, further="Target", at=20).rows()[0] == ["", "Autumn", "Spring"]
