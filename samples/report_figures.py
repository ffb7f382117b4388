"""The figures of the annual report: a bitmap chart, a vector chart and a vector diagram."""

from __future__ import annotations

import io
import itertools
from typing import Any

from reportlab.graphics.charts.barcharts import VerticalBarChart
from reportlab.graphics.charts.legends import Legend
from reportlab.graphics.shapes import Drawing, Line, Polygon, Rect, String
from reportlab.lib.colors import Color, white
from reportlab.platypus import Image

from samples import company
from samples.pdf_style import COPPER, GREY, INK, PALE, TEAL

# label above the arrow's box, the box's text, median working days
STEPS = (
    ("Enquiry", "sales desk", "2 days"),
    ("Thermal design", "TarnSelect", "6 days"),
    ("Customer approval", "drawings", "9 days"),
    ("Manufacture", "Brackwater, Sorel Bay", "31 days"),
    ("Pressure test", "1.43 x design", "3 days"),
    ("Commissioning", "at the customer's site", "5 days"),
)


def backlog_png(dpi: int = 170) -> bytes:
    """Order backlog by quarter as a bitmap, value above each bar."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(3.5, 2.5), dpi=dpi)
    colours = ["#9fb1b5"] * 4 + ["#0b5563"] * 4
    bars = axes.bar(company.QUARTERS, company.BACKLOG_M, color=colours, width=0.68)
    axes.bar_label(bars, fmt="%.1f", fontsize=6.5, padding=1.5)
    axes.set_ylabel("$ million", fontsize=7)
    axes.set_ylim(0, 220)
    axes.tick_params(labelsize=6.5)
    axes.set_title("Order backlog at quarter end", fontsize=8, loc="left", fontweight="bold")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.tight_layout(pad=0.6)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    plt.close(figure)
    return buffer.getvalue()


def backlog_image(width: float) -> Image:
    return Image(io.BytesIO(backlog_png()), width=width, height=width * 2.5 / 3.5)


def region_chart(width: float, height: float = 165) -> Drawing:
    """Revenue by region, two years, drawn as vectors with values above the bars."""
    drawing = Drawing(width, height)
    drawing.add(
        String(0, height - 9, "Revenue by region, $ million", fontName="Helvetica-Bold", fontSize=8, fillColor=INK)
    )
    # Any: reportlab's stubs take whole points only
    chart: Any = VerticalBarChart()
    chart.x, chart.y, chart.width, chart.height = 24, 32, width - 30, height - 56
    chart.data = [company.REGIONS_2024_M, company.REGIONS_2025_M]
    chart.categoryAxis.categoryNames = list(company.REGIONS)
    chart.categoryAxis.labels.fontName = chart.valueAxis.labels.fontName = "Helvetica"
    chart.categoryAxis.labels.fontSize = chart.valueAxis.labels.fontSize = 7
    chart.valueAxis.valueMin, chart.valueAxis.valueMax, chart.valueAxis.valueStep = 0, 200, 50
    chart.valueAxis.strokeColor = chart.categoryAxis.strokeColor = GREY
    chart.barLabelFormat = "%.1f"
    chart.barLabels.fontName, chart.barLabels.fontSize, chart.barLabels.nudge = "Helvetica", 6.5, 6
    chart.groupSpacing, chart.barSpacing = 9, 1
    for series, colour in enumerate((COPPER, TEAL)):
        chart.bars[series].fillColor = colour
        chart.bars[series].strokeColor = None
    drawing.add(chart)
    legend: Any = Legend()
    legend.x, legend.y, legend.alignment, legend.fontName, legend.fontSize = width / 2 - 34, 12, "right", "Helvetica", 7
    legend.columnMaximum, legend.dx, legend.dy, legend.deltax, legend.strokeWidth = 1, 7, 7, 30, 0
    legend.colorNamePairs = [(COPPER, "2024"), (TEAL, "2025")]
    drawing.add(legend)
    return drawing


def _box(drawing: Drawing, left: float, bottom: float, texts: tuple[str, str, str], fill: Color) -> None:
    width, height = 106.0, 42.0
    colour = white if fill == TEAL else INK
    frame: Any = Rect(left, bottom, width, height, rx=4, ry=4)
    frame.fillColor, frame.strokeColor, frame.strokeWidth = fill, TEAL, 0.8
    drawing.add(frame)
    sizes = (("Helvetica-Bold", 8.5, 28), ("Helvetica", 7, 17), ("Helvetica-Oblique", 7.5, 6))
    for text, (font, size, above) in zip(texts, sizes, strict=True):
        drawing.add(
            String(
                left + width / 2,
                bottom + above,
                text,
                fontName=font,
                fontSize=size,
                fillColor=colour,
                textAnchor="middle",
            )
        )


def _arrow(drawing: Drawing, points: tuple[tuple[float, float], ...], colour: Color = INK) -> None:
    """A poly-line with a head at its last point; the last piece is horizontal or vertical."""
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        drawing.add(Line(x0, y0, x1, y1, strokeColor=colour, strokeWidth=1))
    (x0, y0), (x1, y1) = points[-2:]
    along = (0 if x1 == x0 else (1 if x1 > x0 else -1), 0 if y1 == y0 else (1 if y1 > y0 else -1))
    base = (x1 - 6 * along[0], y1 - 6 * along[1])
    across = (3 * along[1], 3 * along[0])
    corners = [x1, y1, base[0] + across[0], base[1] + across[1], base[0] - across[0], base[1] - across[1]]
    drawing.add(Polygon(corners, fillColor=colour, strokeColor=colour, strokeWidth=0.2))


def order_diagram(width: float) -> Drawing:
    """From enquiry to commissioning: six boxes in two rows, arrows, and a rework loop. About 150 points high."""
    drawing = Drawing(width, 152)
    gap = (width - 3 * 106) / 2
    lefts = [column * (106 + gap) for column in range(3)]
    for number, texts in enumerate(STEPS):
        row, column = divmod(number, 3)
        _box(drawing, lefts[column], 104 if row == 0 else 26, texts, TEAL if number in (0, 5) else PALE)
    for row_bottom in (104, 26):
        for column in range(2):
            _arrow(drawing, ((lefts[column] + 106, row_bottom + 21), (lefts[column + 1], row_bottom + 21)))
    right, left = lefts[2] + 53, lefts[0] + 53
    _arrow(drawing, ((right, 104), (right, 86), (left, 86), (left, 68)))
    middle = lefts[1] + 53
    _arrow(drawing, ((middle, 26), (middle, 8), (left, 8), (left, 26)), COPPER)
    drawing.add(
        String(
            (left + middle) / 2,
            12,
            "test failed: rework, 4 days",
            fontName="Helvetica",
            fontSize=7,
            fillColor=COPPER,
            textAnchor="middle",
        )
    )
    return drawing
