"""Titles of axes and entries of legends are told as such."""

from __future__ import annotations

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.axes import say_axes
from bizrag.parsing.charts.labels import Label
from tests.parsing.drawn_chart import NAVY, ORANGE, SIZE, Chart


def _plot(*, left: float = 200) -> Chart:
    """Marks along both axes of a plot."""
    chart = Chart()
    for at in range(5):
        chart.write(str(10 * at), left + 60 * at, 440)
        chart.write(str(5 * at), left - 40, 420 - 60 * at)
    return chart


def _upright(chart: Chart, text: str, x: float, y: float) -> None:
    half = 5 * len(text)
    box = BoundingBox(l=x - 8, t=y - half, r=x + 8, b=y + half)
    chart.labels.append(Label(text=text, bbox=box, size=SIZE))


def test_titles_below_and_beside_the_marks_are_those_of_the_axes() -> None:
    chart = _plot()
    chart.write("Number of crews", 320, 470)
    _upright(chart, "Waits a week", 120, 300)
    assert say_axes(chart.labels, chart.image) == [
        "x axis (horizontal): Number of crews",
        "y axis (vertical): Waits a week",
    ]


def test_a_text_aside_or_far_below_and_names_in_a_row_are_no_title() -> None:
    for places in ([("Source: port", 130, 470)], [("Crews", 320, 550)], [("Crews", 260, 470), ("Boats", 380, 470)]):
        chart = _plot()
        for text, x, y in places:
            chart.write(text, x, y)
        assert not say_axes(chart.labels, chart.image)


def test_the_entry_of_a_legend_in_the_middle_below_is_no_title() -> None:
    chart = _plot()
    chart.legend({"Waits": NAVY}, left=280, y=470)
    assert not say_axes(chart.labels, chart.image)


def test_what_runs_upwards_without_marks_at_its_right_is_no_title() -> None:
    chart = _plot()
    _upright(chart, "Northern port", 520, 300)
    assert not say_axes(chart.labels, chart.image)


def test_each_panel_has_its_title() -> None:
    chart = _plot()
    for at in range(4):
        chart.write(str(50 + 10 * at), 620 + 60 * at, 440)
    chart.write("Crews", 320, 470)
    chart.write("Boats", 710, 470)
    assert say_axes(chart.labels, chart.image) == ["x axis (horizontal): Crews, Boats"]


def test_names_with_a_patch_before_each_are_the_legend() -> None:
    chart = _plot()
    chart.legend({"Aalborg": NAVY, "York": ORANGE}, left=260)
    assert say_axes(chart.labels, chart.image) == ["Legend: Aalborg, York"]
