"""Native charts of points and bubbles: each point with its series, its place along both axes and its size."""

from __future__ import annotations

from typing import Any

import pptx
from pptx.chart.data import BubbleChartData, XyChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Pt

from bizrag.parsing.office.native_charts import chart_markdown

_POINTS = XL_CHART_TYPE.XY_SCATTER
Points = dict[str, tuple[tuple[float, ...], ...]]


def _markdown(kind: Any, data: Any, series: Points, titles: tuple[str, str] = ("", "")) -> list[str]:
    for name, points in series.items():
        added = data.add_series(name)
        for point in points:
            added.add_data_point(*point)
    slide = (deck := pptx.Presentation()).slides.add_slide(deck.slide_layouts[6])
    shapes: Any = slide.shapes
    chart = shapes.add_chart(kind, *map(Pt, (50, 50, 400, 300)), data).chart
    for axis, title in zip((chart.category_axis, chart.value_axis), titles, strict=True):
        if title:
            axis.axis_title.text_frame.text = title
    return chart_markdown(chart.part.blob)[1].splitlines()


def test_each_bubble_is_told_with_both_axes_and_its_size() -> None:
    makers: Points = {"Oskar": ((214, 11.2, 620),), "Lund": ((187, 8.4, 540),)}
    told = _markdown(XL_CHART_TYPE.BUBBLE, BubbleChartData(), makers, ("Sales, € million", "Margin, %"))
    assert told == [
        "|  | Sales, € million | Margin, % | Bubble size |",
        "| --- | --- | --- | --- |",
        "| Oskar | 214 | 11.2 | 620 |",
        "| Lund | 187 | 8.4 | 540 |",
    ]


def test_points_of_series_at_places_of_their_own_are_told_one_by_one() -> None:
    alloys: Points = {"Steel": ((100, 2), (150, 3)), "Brass": ((110, 1), (160, 2))}
    assert _markdown(_POINTS, XyChartData(), alloys, ("Speed, rpm", "")) == [
        "|  | Speed, rpm | y |",
        "| --- | --- | --- |",
        "| Steel | 100 | 2 |",
        "| Steel | 150 | 3 |",
        "| Brass | 110 | 1 |",
        "| Brass | 160 | 2 |",
    ]


def test_points_of_series_at_the_same_places_share_a_row() -> None:
    alloys: Points = {"Steel": ((100, 2), (150, 3)), "Brass": ((100, 1), (150, 2))}
    assert _markdown(_POINTS, XyChartData(), alloys, ("Speed, rpm", "Force, N")) == [
        "| Speed, rpm | Steel (Force, N) | Brass (Force, N) |",
        "| --- | --- | --- |",
        "| 100 | 2 | 1 |",
        "| 150 | 3 | 2 |",
    ]
