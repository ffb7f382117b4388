"""The strategy deck as PPTX: native charts, native tables, a picture and speaker notes."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path
from typing import Any

from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE, XL_LABEL_POSITION
from pptx.enum.shapes import MSO_SHAPE
from pptx.enum.text import PP_ALIGN
from pptx.util import Emu, Inches, Pt

from samples.deck_content import NOTICE, SLIDES, Slide, hall_png
from samples.reproducible import STAMP, write_office_file

TEAL, COPPER, INK = RGBColor(0x0B, 0x55, 0x63), RGBColor(0xC0, 0x63, 0x2B), RGBColor(0x1F, 0x2A, 0x2E)
GREY, PALE, WHITE = RGBColor(0x6B, 0x77, 0x80), RGBColor(0xE8, 0xEF, 0xF0), RGBColor(0xFF, 0xFF, 0xFF)
FONT = "DejaVu Sans"
# layouts of python-pptx's default template
TITLE_SLIDE, TITLE_AND_CONTENT, TITLE_ONLY = 0, 1, 5


def _style(paragraph: Any, *, size: float, colour: RGBColor = INK, bold: bool = False) -> None:
    paragraph.font.size, paragraph.font.name, paragraph.font.bold = Pt(size), FONT, bold
    paragraph.font.color.rgb = colour


def _place(shape: Any, left: float, top: float, width: float, height: float) -> None:
    """Move a shape; inches."""
    shape.left, shape.top, shape.width, shape.height = Inches(left), Inches(top), Inches(width), Inches(height)


def _fill_box(slide: Any, box: tuple[float, float, float, float], colour: RGBColor) -> Any:
    shape = slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, *(Inches(value) for value in box))
    shape.fill.solid()
    shape.fill.fore_color.rgb = colour
    shape.line.fill.background()
    return shape


def _small_text(slide: Any, text: str, left: float, top: float, width: float, *, right: bool = False) -> None:
    box = slide.shapes.add_textbox(Inches(left), Inches(top), Inches(width), Inches(0.3))
    paragraph = box.text_frame.paragraphs[0]
    paragraph.text = text
    paragraph.alignment = PP_ALIGN.RIGHT if right else PP_ALIGN.LEFT
    _style(paragraph, size=10, colour=GREY)


def _bullets(slide: Any, item: Slide, width: float) -> None:
    body = slide.placeholders[1]
    _place(body, 0.7, 1.6, width, 4.9)
    frame = body.text_frame
    for at, text in enumerate(item.bullets):
        paragraph = frame.paragraphs[0] if at == 0 else frame.add_paragraph()
        paragraph.text = text
        paragraph.space_after = Pt(14)
        _style(paragraph, size=20)


def _chart(slide: Any, item: Slide) -> None:
    assert item.series is not None
    data = CategoryChartData()
    data.categories = item.series.categories
    data.add_series(item.series.name, item.series.values)
    kind = XL_CHART_TYPE.COLUMN_CLUSTERED if item.kind == "bars" else XL_CHART_TYPE.LINE_MARKERS
    box = (Inches(0.7), Inches(1.6), Inches(11.9), Inches(4.9))
    chart = slide.shapes.add_chart(kind, *box, data).chart
    chart.has_legend = True
    chart.legend.include_in_layout = False
    chart.legend.font.size = Pt(12)
    chart.has_title = False
    plot = chart.plots[0]
    plot.has_data_labels = True
    plot.data_labels.font.size, plot.data_labels.number_format = Pt(14), "0.0"
    plot.data_labels.number_format_is_linked = False
    plot.data_labels.show_value = True
    plot.data_labels.position = XL_LABEL_POSITION.OUTSIDE_END if item.kind == "bars" else XL_LABEL_POSITION.ABOVE
    chart.value_axis.has_major_gridlines = False
    chart.value_axis.minimum_scale = 0
    chart.value_axis.tick_labels.font.size = chart.category_axis.tick_labels.font.size = Pt(12)
    series = plot.series[0]
    if item.kind == "bars":
        series.format.fill.solid()
        series.format.fill.fore_color.rgb = TEAL
    else:
        series.format.line.color.rgb = COPPER
        series.smooth = False


def _table(slide: Any, item: Slide) -> None:
    num_rows, num_columns = len(item.table), len(item.table[0])
    shape = slide.shapes.add_table(
        num_rows, num_columns, Inches(0.7), Inches(1.7), Inches(11.9), Inches(0.62 * num_rows)
    )
    for row, texts in enumerate(item.table):
        for column, text in enumerate(texts):
            cell = shape.table.cell(row, column)
            cell.text = text
            is_head = row == 0
            cell.fill.solid()
            cell.fill.fore_color.rgb = TEAL if is_head else (PALE if row % 2 == 0 else WHITE)
            _style(cell.text_frame.paragraphs[0], size=15, colour=WHITE if is_head else INK, bold=is_head)


def _cover(slide: Any, item: Slide) -> None:
    slide.shapes._spTree.insert(2, _fill_box(slide, (0, 0, 13.333, 7.5), TEAL)._element)
    _fill_box(slide, (0.9, 4.15, 3.2, 0.09), COPPER)
    title, body = slide.shapes.title, slide.placeholders[1]
    _place(title, 0.8, 2.2, 11.6, 1.7)
    _place(body, 0.8, 4.5, 11.6, 1.5)
    title.text = item.title
    title.text_frame.paragraphs[0].alignment = PP_ALIGN.LEFT
    _style(title.text_frame.paragraphs[0], size=40, colour=WHITE, bold=True)
    for at, text in enumerate(item.bullets):
        paragraph = body.text_frame.paragraphs[0] if at == 0 else body.text_frame.add_paragraph()
        paragraph.text, paragraph.alignment = text, PP_ALIGN.LEFT
        _style(paragraph, size=20, colour=WHITE)


def _content(slide: Any, item: Slide, number: int) -> None:
    title = slide.shapes.title
    _place(title, 0.7, 0.45, 11.9, 0.8)
    title.text = item.title
    title.text_frame.paragraphs[0].alignment = PP_ALIGN.LEFT
    _style(title.text_frame.paragraphs[0], size=30, colour=TEAL, bold=True)
    _fill_box(slide, (0.8, 1.28, 1.6, 0.06), COPPER)
    if item.kind in ("bars", "lines"):
        _chart(slide, item)
    elif item.kind == "table":
        _table(slide, item)
    else:
        _bullets(slide, item, 5.6 if item.kind == "picture" else 11.9)
    if item.kind == "picture":
        slide.shapes.add_picture(io.BytesIO(hall_png()), Inches(6.5), Inches(1.6), width=Inches(6.2))
    if item.source:
        _small_text(slide, item.source, 0.7, 6.55, 8)
    _small_text(slide, NOTICE, 0.7, 6.95, 6)
    _small_text(slide, str(number), 11.6, 6.95, 1, right=True)


def build(path: Path) -> None:
    """Write the deck to `path`."""
    deck = Presentation()
    deck.slide_width, deck.slide_height = Emu(12192000), Emu(6858000)
    for number, item in enumerate(SLIDES, start=1):
        is_framed = item.kind in ("cover", "closing")
        plain = TITLE_AND_CONTENT if item.kind in ("bullets", "picture") else TITLE_ONLY
        slide = deck.slides.add_slide(deck.slide_layouts[TITLE_SLIDE if is_framed else plain])
        if is_framed:
            _cover(slide, item)
        else:
            _content(slide, item, number)
        notes = slide.notes_slide.notes_text_frame
        assert notes is not None
        notes.text = item.notes
    properties = deck.core_properties
    properties.title, properties.author = SLIDES[0].title, "Tarnholm Thermal Systems"
    properties.created = properties.modified = datetime(*STAMP)  # noqa: DTZ001  (the format holds UTC without a zone)
    properties.last_modified_by = "bizrag samples"
    buffer = io.BytesIO()
    deck.save(buffer)
    write_office_file(path, buffer.getvalue())
