"""Points with names between two axes of numbers: what each has on both is measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from PIL import Image

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.charts.labels import Label
from bizrag.parsing.charts.values import find_values
from tests.parsing.drawn_chart import GREEN, NAVY, ORANGE, SIZE, Chart

PLANTS = {"Reims": (1, 13), "Ypres": (2, 9), "Lille": (3, 9), "Kassel": (5, 7), "Trier": (4, 6)}


def _place(volume: float, cost: float) -> tuple[float, float]:
    return 120 + 110 * volume, 460 - 28 * cost


def _axes(chart: Chart) -> None:
    for mark in range(7):
        chart.write(str(mark), _place(mark, 0)[0], 480)
    for mark in (0, 5, 10, 15):
        chart.write(str(mark), 70, _place(0, mark)[1])


def _points(plants: Mapping[str, tuple[float, float]], *, title: str = "Cost, EUR") -> Chart:
    chart = Chart()
    _axes(chart)
    chart.write("Volume, million litres", 450, 505)
    if title:
        chart.labels.append(Label(text=title, bbox=BoundingBox(l=20, t=180, r=36, b=300), size=SIZE))
    for number, (name, place) in enumerate(plants.items()):
        x, y = _place(*place)
        chart.draw.ellipse((x - 9, y - 9, x + 9, y + 9), fill=(NAVY, ORANGE, GREEN)[number % 3])
        chart.write(name, x + 16 + 5 * len(name), y - 12)
    return chart


def test_each_point_has_what_both_axes_say() -> None:
    rows = _points(PLANTS).rows()
    assert rows[0] == ["", "Volume, million litres", "Cost, EUR"]
    for (name, volume, cost), (plant, place) in zip(rows[1:], PLANTS.items(), strict=True):
        assert name == plant
        assert [float(volume.strip("\u2248")), float(cost.strip("\u2248"))] == [*map(float, place)]


def test_an_axis_without_a_title_is_called_by_its_way() -> None:
    assert _points(PLANTS, title="").rows()[0] == ["", "Volume, million litres", "vertical axis"]


def test_lines_of_a_grid_and_entries_of_a_legend_over_the_plot_are_no_points() -> None:
    chart = _points(PLANTS)
    for mark in (5, 10):
        y = _place(0, mark)[1]
        chart.draw.line((120, y, 780, y), fill=(140, 140, 140), width=2)
    for number, (name, colour) in enumerate({"North": NAVY, "South": ORANGE, "East": GREEN}.items()):
        x = 200 + 180 * number
        chart.draw.ellipse((x - 9, 6, x + 9, 24), fill=colour)
        chart.write(name, x + 50, 15)
    assert chart.rows() == _points(PLANTS).rows()


def test_a_cloud_of_points_in_which_few_have_names_tells_nothing() -> None:
    chart = _points(PLANTS)
    for number in range(12):
        x, y = _place(0.4 + 0.45 * number, 3)
        chart.draw.ellipse((x - 9, y - 9, x + 9, y + 9), fill=NAVY)
    assert chart.rows() == []


def test_names_without_points_tell_nothing() -> None:
    chart = _points(PLANTS)
    chart.draw.rectangle((100, 0, 900, 470), fill="white")
    assert chart.rows() == []


def test_points_are_told_the_same_wherever_the_picture_begins() -> None:
    chart = _points(PLANTS)
    moved = [
        replace(label, bbox=BoundingBox(l=box.l + 50, t=box.t + 30, r=box.r + 50, b=box.b + 30))
        for label in chart.labels
        for box in (label.bbox,)
    ]
    image = Image.new("RGB", (950, 550), "white")
    image.paste(chart.image, (50, 30))
    assert find_values(moved, image).markdown() == find_values(chart.labels, chart.image).markdown()


def test_points_as_large_as_bubbles_that_touch_are_told_with_what_stands_in_brackets() -> None:
    chart = Chart()
    _axes(chart)
    plants = {"Reims": (1, 13), "Ypres": (2.2, 8), "Lille": (2.8, 8), "Kassel": (5, 9), "Trier": (4, 5)}
    for number, (name, place) in enumerate(plants.items()):
        x, y = _place(*place)
        chart.draw.ellipse((x - 36, y - 36, x + 36, y + 36), fill=(NAVY, ORANGE, GREEN)[number % 3])
        chart.write(name, x, y - 64)
        chart.write(f"({10 * number + 12.5})", x, y - 44)
    # as a legend of sizes would, brackets tell of each point how large it is
    (_, *titles), *rows = chart.rows()
    assert titles == ["", "horizontal axis", "vertical axis"]
    for number, (name, size, volume, cost) in enumerate(rows):
        assert (name, size) == (list(plants)[number], f"({10 * number + 12.5})")
        told = [float(cell.strip("\u2248")) for cell in (volume, cost)]
        assert all(abs(one - other) < 0.3 for one, other in zip(told, plants[name], strict=True)), name


def test_names_may_stand_on_their_bubbles() -> None:
    chart = Chart()
    _axes(chart)
    chart.write("Price", 450, 505)
    for number, (name, place) in enumerate(PLANTS.items()):
        x, y = _place(*place)
        chart.draw.ellipse((x - 22, y - 22, x + 22, y + 22), fill=((140, 160, 220), (245, 200, 120))[number % 2])
        chart.print(name, x, y, (0, 0, 0))
    rows = chart.rows()

    assert [row[0] for row in rows[1:]] == [*PLANTS]
    for (_, price, other), (volume, cost) in zip(rows[1:], PLANTS.values(), strict=True):
        assert float(price.strip("\u2248")) == pytest.approx(volume, abs=0.1)
        assert float(other.strip("\u2248")) == pytest.approx(cost, abs=0.4)
