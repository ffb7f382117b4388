"""The strategy deck as a landscape PDF, drawn from the same content: nothing in its metadata says 'slides'."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from reportlab.graphics import renderPDF
from reportlab.graphics.charts.barcharts import VerticalBarChart
from reportlab.graphics.charts.linecharts import HorizontalLineChart
from reportlab.graphics.shapes import Drawing, String
from reportlab.graphics.widgets.markers import makeMarker
from reportlab.lib.colors import white
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph, Table, TableStyle

from samples.deck_content import NOTICE, SLIDES, Slide, hall_png
from samples.pdf_style import COPPER, GREY, INK, PALE, RULE, TEAL, draw_logo, register_fonts

WIDTH, HEIGHT = 13.333 * inch, 7.5 * inch
MARGIN = 0.75 * inch
BULLET = ParagraphStyle(
    "slide", fontName="DejaVuSans", fontSize=19, leading=26, leftIndent=24, bulletFontSize=19, textColor=INK
)
CELL = ParagraphStyle("slide_cell", fontName="DejaVuSans", fontSize=14, leading=18, textColor=INK)
CELL_HEAD = ParagraphStyle("slide_cell_head", parent=CELL, fontName="DejaVuSans-Bold", textColor=white)


def _bullets(canvas: Canvas, item: Slide, width: float) -> None:
    top = HEIGHT - 1.65 * inch
    for text in item.bullets:
        paragraph = Paragraph(text, BULLET, bulletText="•")
        _, height = paragraph.wrap(width, HEIGHT)
        paragraph.drawOn(canvas, MARGIN, top - height)
        top -= height + 16


def _chart(canvas: Canvas, item: Slide) -> None:
    assert item.series is not None
    width, height = WIDTH - 2 * MARGIN, 4.7 * inch
    drawing = Drawing(width, height)
    # Any: reportlab's stubs take whole points only
    chart: Any = VerticalBarChart() if item.kind == "bars" else HorizontalLineChart()
    chart.x, chart.y, chart.width, chart.height = 44, 30, width - 60, height - 70
    chart.data = [item.series.values]
    chart.categoryAxis.categoryNames = list(item.series.categories)
    for axis in (chart.categoryAxis, chart.valueAxis):
        axis.labels.fontName, axis.labels.fontSize, axis.strokeColor = "DejaVuSans", 12, GREY
    chart.valueAxis.valueMin = 0
    chart.valueAxis.valueMax = 500 if item.kind == "bars" else 20
    chart.valueAxis.valueStep = 100 if item.kind == "bars" else 5
    if isinstance(chart, VerticalBarChart):
        chart.barLabelFormat, chart.groupSpacing = "%.1f", 30
        chart.barLabels.fontName, chart.barLabels.fontSize, chart.barLabels.nudge = "DejaVuSans", 14, 12
        chart.bars[0].fillColor, chart.bars[0].strokeColor = TEAL, None
    else:
        chart.lineLabelFormat, chart.joinedLines = "%.1f", 1
        chart.lineLabels.fontName, chart.lineLabels.fontSize, chart.lineLabelNudge = "DejaVuSans", 14, 14
        chart.lines[0].strokeColor, chart.lines[0].strokeWidth = COPPER, 2.5
        chart.lines[0].symbol = makeMarker("FilledCircle", size=8, fillColor=COPPER)
    drawing.add(chart)
    drawing.add(String(0, height - 16, item.series.name, fontName="DejaVuSans", fontSize=13, fillColor=GREY))
    renderPDF.draw(drawing, canvas, MARGIN, 1.15 * inch)


def _table(canvas: Canvas, item: Slide) -> None:
    rows = [[Paragraph(text, CELL if at else CELL_HEAD) for text in row] for at, row in enumerate(item.table)]
    style = TableStyle(
        [
            ("BACKGROUND", (0, 0), (-1, 0), TEAL),
            ("ROWBACKGROUNDS", (0, 1), (-1, -1), [white, PALE]),
            ("LINEBELOW", (0, 0), (-1, -1), 0.5, RULE),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), 9),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 9),
        ]
    )
    width = WIDTH - 2 * MARGIN
    table = Table(rows, colWidths=[width / len(rows[0])] * len(rows[0]), style=style)
    _, height = table.wrap(width, HEIGHT)
    table.drawOn(canvas, MARGIN, HEIGHT - 1.7 * inch - height)


def _cover(canvas: Canvas, item: Slide) -> None:
    canvas.setFillColor(TEAL)
    canvas.rect(0, 0, WIDTH, HEIGHT, stroke=0, fill=1)
    canvas.setFillColor(COPPER)
    canvas.rect(MARGIN, 3.2 * inch, 3.2 * inch, 6, stroke=0, fill=1)
    canvas.setFillColor(white)
    canvas.setFont("DejaVuSans-Bold", 38)
    canvas.drawString(MARGIN, 3.7 * inch, item.title)
    canvas.setFont("DejaVuSans", 19)
    for at, text in enumerate(item.bullets):
        canvas.drawString(MARGIN, 2.6 * inch - at * 30, text)


def _content(canvas: Canvas, item: Slide, number: int) -> None:
    canvas.setFillColor(TEAL)
    canvas.setFont("DejaVuSans-Bold", 28)
    canvas.drawString(MARGIN, HEIGHT - 0.98 * inch, item.title)
    canvas.setFillColor(COPPER)
    canvas.rect(MARGIN, HEIGHT - 1.27 * inch, 1.6 * inch, 4, stroke=0, fill=1)
    if item.kind in ("bars", "lines"):
        _chart(canvas, item)
    elif item.kind == "table":
        _table(canvas, item)
    else:
        _bullets(canvas, item, 5.4 * inch if item.kind == "picture" else WIDTH - 2 * MARGIN)
    if item.kind == "picture":
        picture = ImageReader(io.BytesIO(hall_png()))
        canvas.drawImage(picture, 6.5 * inch, 1.3 * inch, width=6.2 * inch, height=6.2 * inch * 760 / 1120)
    canvas.setFont("DejaVuSans", 10)
    canvas.setFillColor(GREY)
    if item.source:
        canvas.drawString(MARGIN, 0.78 * inch, item.source)
    canvas.drawString(MARGIN, 0.4 * inch, NOTICE)
    canvas.drawRightString(WIDTH - MARGIN, 0.4 * inch, str(number))
    draw_logo(canvas, WIDTH - MARGIN - 24, HEIGHT - 0.95 * inch, 22)


def build(path: Path) -> None:
    """Write the deck to `path`."""
    register_fonts()
    canvas = Canvas(str(path), pagesize=(WIDTH, HEIGHT), invariant=1)
    canvas.setTitle(SLIDES[0].title)
    canvas.setAuthor("Tarnholm Thermal Systems")
    canvas.setCreator("bizrag samples")
    for number, item in enumerate(SLIDES, start=1):
        if item.kind in ("cover", "closing"):
            _cover(canvas, item)
        else:
            _content(canvas, item, number)
        canvas.showPage()
    canvas.save()
