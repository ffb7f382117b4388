"""What office files draw: charts as they are shown, SmartArt, formulas, key figures, text inside pictures."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import docx
import pptx
import pytest
from docx.opc.packuri import PackURI as WordURI
from docx.opc.part import Part as WordPart
from lxml import etree
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.util import Pt

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import Draft, DraftItem, DraftPicture, DraftTable, DraftText
from bizrag.parsing.files.formats import DOCX
from bizrag.parsing.office.docling_readers import parse_flow
from bizrag.parsing.office.native_charts import chart_markdown
from bizrag.parsing.office.smart_art import read_outline
from bizrag.parsing.slides.cards import figures_with_labels, find_cards
from bizrag.parsing.slides.pdf_slides import slide_blocks
from bizrag.parsing.slides.powerpoint import parse_powerpoint
from bizrag.parsing.text_layers.text_layer import PageLayer, Word
from tests.parsing.kept_pictures import embedded_pictures

_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
_CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_MAIN = "http://schemas.openxmlformats.org/drawingml/2006/main"
_XML = "application/xml"
_PLAN = f"""<dgm:dataModel xmlns:dgm="{_DIAGRAM}" xmlns:a="{_MAIN}"><dgm:ptLst>
  <dgm:pt modelId="0" type="doc"/>
  <dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>Build</a:t></a:r></a:p></dgm:t></dgm:pt>
  <dgm:pt modelId="2"><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt>
  <dgm:pt modelId="3"><dgm:t><a:p><a:r><a:t>Ask the plant</a:t></a:r></a:p></dgm:t></dgm:pt>
  <dgm:pt modelId="4" type="pres"><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst>
  <dgm:cxnLst><dgm:cxn srcId="0" destId="1" srcOrd="1"/><dgm:cxn srcId="0" destId="2" srcOrd="0"/>
  <dgm:cxn srcId="2" destId="3" srcOrd="0"/><dgm:cxn type="presOf" srcId="2" destId="4" srcOrd="0"/></dgm:cxnLst>
</dgm:dataModel>""".encode()


def _read_deck(deck: Any, folder: Path) -> Draft:
    path = folder / "deck.pptx"
    deck.save(path)
    return parse_powerpoint(path, embedded_pictures(), lambda done, total: None)


def _texts(draft: Draft) -> list[str]:
    return [item.text for item in draft.items if isinstance(item, DraftText)]


def _box(shapes: Any, text: str, place: tuple[int, int, int, int]) -> Any:
    shape = shapes.add_textbox(*map(Pt, place))
    shape.text_frame.text = text
    return shape


@pytest.fixture
def deck() -> Any:
    return pptx.Presentation()


@pytest.fixture
def slide(deck: Any) -> Any:
    return deck.slides.add_slide(deck.slide_layouts[6])


def test_a_chart_of_two_levels_keeps_every_column_under_its_own_label(deck: Any, slide: Any, tmp_path: Path) -> None:
    data = CategoryChartData(number_format="0%")
    for country in ("Ireland", "Norway"):
        level = data.add_category(country)
        for quarter in ("Q1", "Q2"):
            level.add_sub_category(quarter)
    data.add_series("Share", (0.315, 0.2, 0.125, 0.4))
    chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, Pt(300), Pt(200), data).chart
    chart.value_axis.axis_title.text_frame.text = "of sales"
    chart.category_axis.axis_title.text_frame.text = "Quarter"
    (picture,) = _read_deck(deck, tmp_path).items
    assert isinstance(picture, DraftPicture)
    assert picture.chart_markdown.splitlines() == [
        "| Quarter | Share (of sales) |",
        "| --- | --- |",
        "| Ireland Q1 | 32% |",
        "| Ireland Q2 | 20% |",
        "| Norway Q1 | 13% |",
        "| Norway Q2 | 40% |",
    ]


def test_categories_with_the_same_label_stay_apart(deck: Any, slide: Any, tmp_path: Path) -> None:
    data = CategoryChartData()
    data.categories = ["Other", "Pumps", "Other"]
    data.add_series("2025", (1, 2, 3))
    slide.shapes.add_chart(XL_CHART_TYPE.PIE, 0, 0, Pt(300), Pt(200), data)
    (picture,) = _read_deck(deck, tmp_path).items
    assert isinstance(picture, DraftPicture)
    assert picture.chart_markdown.splitlines()[2:] == ["| Other | 1 |", "| Pumps | 2 |", "| Other | 3 |"]


def test_data_labels_say_how_values_are_shown(deck: Any, slide: Any, tmp_path: Path) -> None:
    data = CategoryChartData()
    data.categories = ["Pork", "Dairy"]
    data.add_series("Spend", (0.24, 0.31))
    chart = slide.shapes.add_chart(XL_CHART_TYPE.PIE, 0, 0, Pt(300), Pt(200), data).chart
    chart.plots[0].has_data_labels = True
    chart.plots[0].data_labels.number_format = "0%"
    chart.plots[0].data_labels.number_format_is_linked = False
    (picture,) = _read_deck(deck, tmp_path).items
    assert isinstance(picture, DraftPicture)
    assert "| Dairy | 31% |" in picture.chart_markdown


def test_an_axis_of_shares_makes_values_percentages_of_their_own_precision(
    deck: Any, slide: Any, tmp_path: Path
) -> None:
    data = CategoryChartData()
    data.categories = ["Pork", "Dairy"]
    data.add_series("Spend", (0.245, 0.3))
    chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, Pt(300), Pt(200), data).chart
    chart.value_axis.tick_labels.number_format, chart.value_axis.tick_labels.number_format_is_linked = "0%", False
    (picture,) = _read_deck(deck, tmp_path).items
    assert isinstance(picture, DraftPicture)
    assert picture.chart_markdown.splitlines()[2:] == ["| Pork | 24.5% |", "| Dairy | 30% |"]


def test_what_only_lifts_the_bars_of_a_bridge_is_no_value(deck: Any, slide: Any, tmp_path: Path) -> None:
    data = CategoryChartData()
    data.categories = ["2024", "Energy", "2025"]
    data.add_series("Base", (0, 17, 0))
    data.add_series("EBITDA", (22, 5, 17))
    chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_STACKED, 0, 0, Pt(300), Pt(200), data).chart
    chart.plots[0].series[0].format.fill.background()
    (picture,) = _read_deck(deck, tmp_path).items
    assert isinstance(picture, DraftPicture)
    assert picture.chart_markdown.splitlines()[2:] == ["| 2024 | 22 |", "| Energy | 5 |", "| 2025 | 17 |"]
    # a chart that has nothing else keeps what it has
    chart.plots[0].series[1].format.fill.background()
    (picture,) = _read_deck(deck, tmp_path).items
    assert isinstance(picture, DraftPicture)
    assert "| Energy | 17 | 5 |" in picture.chart_markdown


def test_days_of_a_chart_are_dates_from_1900_or_1904(deck: Any, slide: Any, tmp_path: Path) -> None:
    data = CategoryChartData()
    data.categories = [date(2025, 3, 1), date(2025, 4, 1)]
    data.add_series("Orders", (3, 4))
    chart = slide.shapes.add_chart(XL_CHART_TYPE.LINE, 0, 0, Pt(300), Pt(200), data).chart
    xml = chart.part.blob
    assert "| 2025-03-01 | 3 |" in chart_markdown(xml)[1]
    assert b'<c:date1904 val="0"/>' in xml
    assert "| 2029-03-02 | 3 |" in chart_markdown(xml.replace(b'<c:date1904 val="0"/>', b'<c:date1904 val="1"/>'))[1]


def test_a_chart_of_the_newer_kinds_gives_its_values() -> None:
    categories = '<cx:pt idx="0">Start</cx:pt><cx:pt idx="1">Price</cx:pt>'
    values = '<cx:pt idx="0">12</cx:pt><cx:pt idx="1">-1.94</cx:pt>'
    xml = f"""<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" xmlns:a="{_MAIN}">
      <cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl ptCount="2">{categories}</cx:lvl></cx:strDim>
      <cx:numDim type="val"><cx:lvl ptCount="2" formatCode="0.0">{values}</cx:lvl></cx:numDim></cx:data></cx:chartData>
      <cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Bridge</a:t></a:r></a:p></cx:rich></cx:tx></cx:title>
      <cx:plotArea><cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:v>EBITDA</cx:v></cx:txData>
      </cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>""".encode()
    assert chart_markdown(xml) == ("Bridge", "|  | EBITDA |\n| --- | --- |\n| Start | 12.0 |\n| Price | -1.9 |")


def test_smart_art_is_an_outline_in_its_own_order() -> None:
    assert read_outline(_PLAN) == [(0, "Plan"), (1, "Ask the plant"), (0, "Build")]


def test_smart_art_of_a_slide_is_text_in_its_place(deck: Any, slide: Any, tmp_path: Path) -> None:
    part = Part(PackURI("/ppt/diagrams/data1.xml"), _XML, slide.part.package, _PLAN)
    number = slide.part.relate_to(part, f"{_RELATIONS}/diagramData")
    frame = f"""<p:graphicFrame xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="{_MAIN}"
      xmlns:r="{_RELATIONS}"><p:nvGraphicFramePr><p:cNvPr id="9" name="Plan"/><p:cNvGraphicFramePr/><p:nvPr/>
      </p:nvGraphicFramePr><p:xfrm><a:off x="1270000" y="1270000"/><a:ext cx="2540000" cy="1270000"/></p:xfrm>
      <a:graphic><a:graphicData uri="{_DIAGRAM}"><dgm:relIds xmlns:dgm="{_DIAGRAM}" r:dm="{number}"/></a:graphicData>
      </a:graphic></p:graphicFrame>"""
    slide.shapes._spTree.append(etree.fromstring(frame))
    draft = _read_deck(deck, tmp_path)
    assert _texts(draft) == ["- Plan", "  - Ask the plant", "- Build"]
    assert all(item.bbox is not None and round(item.bbox.l) == 100 for item in draft.items)


def test_a_shape_with_a_formula_is_read_with_it(deck: Any, slide: Any, tmp_path: Path) -> None:
    """PowerPoint wraps it in a pair of alternatives; the other one is an image of it without text."""
    shape = _box(slide.shapes, "Yield is ", (50, 50, 200, 40))
    element = shape._element
    formula = """<a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"
      xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">
      <m:oMath><m:r><m:t>a/b</m:t></m:r></m:oMath></a14:m>"""
    element.txBody.p_lst[0].append(etree.fromstring(formula))
    pair = etree.fromstring(
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        '<mc:Choice Requires="a14"/><mc:Fallback/></mc:AlternateContent>'
    )
    element.addprevious(pair)
    pair[0].append(element)
    assert _texts(_read_deck(deck, tmp_path)) == ["Yield is a/b"]


def test_steps_have_the_numbers_that_powerpoint_counts(deck: Any, slide: Any, tmp_path: Path) -> None:
    frame = _box(slide.shapes, "Close the valve", (50, 50, 300, 200)).text_frame
    for text in ("• Typed bullet", "Open the drain", "Call the plant"):
        frame.add_paragraph().text = text
    for at in (0, 2, 3):
        properties = frame.paragraphs[at]._p.get_or_add_pPr()
        etree.SubElement(properties, f"{{{_MAIN}}}buAutoNum", type="arabicPeriod", startAt="3")
    assert _texts(_read_deck(deck, tmp_path)) == [
        "3. Close the valve",
        "- Typed bullet",
        "3. Open the drain",
        "4. Call the plant",
    ]


def test_key_figures_are_joined_with_their_labels(deck: Any, slide: Any, tmp_path: Path) -> None:
    for column, texts in enumerate((("£38.2m", "Net debt", "1.1x EBITDA"), ("94 %", "Fill rate", "target 97 %"))):
        for row, text in enumerate(texts):
            _box(slide.shapes, text, (50 + 250 * column, 100 + 50 * row, 200, 45))
    _box(slide.shapes, "All figures are unaudited", (50, 250, 450, 40))
    assert _texts(_read_deck(deck, tmp_path)) == [
        "£38.2m – Net debt – 1.1x EBITDA",
        "94 % – Fill rate – target 97 %",
        "All figures are unaudited",
    ]


def test_labels_above_their_figures_are_joined_with_them(deck: Any, slide: Any, tmp_path: Path) -> None:
    for column, texts in enumerate((("Net debt", "£38.2m"), ("Fill rate", "94 %"))):
        for row, text in enumerate(texts):
            _box(slide.shapes, text, (50 + 250 * column, 100 + 50 * row, 200, 45))
    assert _texts(_read_deck(deck, tmp_path)) == ["£38.2m – Net debt", "94 % – Fill rate"]


def test_figures_beside_their_labels_are_rows(deck: Any, slide: Any, tmp_path: Path) -> None:
    for row, texts in enumerate((("Budget", "£2m"), ("Headcount", "41"), ("Sites", "7"))):
        for column, text in enumerate(texts):
            _box(slide.shapes, text, (50 + 250 * column, 100 + 50 * row, 200, 45))
    assert _texts(_read_deck(deck, tmp_path)) == ["Budget – £2m", "Headcount – 41", "Sites – 7"]


def test_one_figure_alone_is_no_card() -> None:
    texts = ["2025", "Net sales grew in all regions"]
    items: list[DraftItem] = [
        DraftText(kind=BlockKind.TEXT, text=text, bbox=BoundingBox(l=0, t=20.0 * n, r=90, b=20.0 * n + 15), page_no=1)
        for n, text in enumerate(texts)
    ]
    assert figures_with_labels(items) == []


def test_a_table_of_a_slide_has_both_rows_of_its_header(deck: Any, slide: Any, tmp_path: Path) -> None:
    table = slide.shapes.add_table(3, 3, 0, 0, Pt(300), Pt(100)).table
    for row, texts in enumerate((("Plant", "OEE", ""), ("", "Q2", "Q3"), ("Leeds", "72", "71"))):
        for col, text in enumerate(texts):
            table.cell(row, col).text = text
    table.cell(0, 0).merge(table.cell(1, 0))
    table.cell(0, 1).merge(table.cell(0, 2))
    (item,) = _read_deck(deck, tmp_path).items
    assert isinstance(item, DraftTable)
    assert {cell.text for cell in item.cells if cell.is_header} == {"Plant", "OEE", "Q2", "Q3"}


def test_cells_of_a_slides_table_have_boxes(deck: Any, slide: Any, tmp_path: Path) -> None:
    table = slide.shapes.add_table(2, 3, Pt(50), Pt(40), Pt(300), Pt(100)).table
    table.rows[0].height, table.rows[1].height = Pt(20), Pt(60)
    table.cell(0, 1).merge(table.cell(0, 2))
    for place, text in (((0, 1), "Quarter"), ((1, 0), "Leeds"), ((1, 2), "71")):
        table.cell(*place).text = text
    (item,) = _read_deck(deck, tmp_path).items
    assert isinstance(item, DraftTable)
    assert {cell.text: cell.bbox.to_json() for cell in item.cells if cell.text and cell.bbox} == {
        "Quarter": [150, 40, 350, 60],
        "Leeds": [50, 60, 150, 120],
        "71": [250, 60, 350, 120],
    }


def test_charts_and_smart_art_of_a_docx_stand_where_they_stood(tmp_path: Path) -> None:
    values = f"""<c:chartSpace xmlns:c="{_CHART}"><c:chart><c:plotArea><c:barChart><c:ser>
      <c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>Oslo</c:v></c:pt></c:strCache></c:strRef></c:cat>
      <c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>7</c:v></c:pt></c:numCache></c:numRef></c:val>
      </c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>""".encode()
    document = docx.Document()
    for text, name, uri, link, part in (
        ("Before", "charts/chart1.xml", _CHART, "id", values),
        ("Between", "diagrams/data1.xml", _DIAGRAM, "dm", _PLAN),
    ):
        document.add_paragraph(text)
        package = document.part.package
        number = document.part.relate_to(
            WordPart(WordURI(f"/word/{name}"), _XML, part, package), f"{_RELATIONS}/{link}"
        )
        drawing = f"""<w:drawing xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
          xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="{_MAIN}"
          xmlns:r="{_RELATIONS}"><wp:inline><a:graphic><a:graphicData uri="{uri}">
          <x:chart xmlns:x="{uri}" r:{link}="{number}"/></a:graphicData></a:graphic></wp:inline></w:drawing>"""
        document.add_paragraph().add_run()._r.append(etree.fromstring(drawing))
    document.add_paragraph("After")
    document.save(str(tmp_path / "plan.docx"))
    items = parse_flow(tmp_path / "plan.docx", DOCX, embedded_pictures()).items
    said = [item.chart_markdown.splitlines()[-1] if isinstance(item, DraftPicture) else item.text for item in items]  # type: ignore[union-attr]
    assert said == ["Before", "| Oslo | 7 |", "Between", "- Plan", "  - Ask the plant", "- Build", "After"]


def _word(text: str, left: float, top: float, size: float, line: int) -> Word:
    box = BoundingBox(l=left, t=top, r=left + 0.5 * size * len(text), b=top + size)
    return Word(text=text, bbox=box, font_pt=size, line=line)


def test_cards_of_a_pdf_are_read_down_their_columns() -> None:
    """The lines of the PDF run through all cards."""
    rows = (
        (28.0, 100.0, (("£38.2m",), ("1.14",), ("94%",))),
        (12.0, 150.0, (("Net", "debt"), ("Book-to-bill",), ("Fill", "rate"))),
        (10.0, 180.0, (("1.1x", "EBITDA"), ("above", "1"), ())),
    )
    words = [
        _word(text, 50 + 250 * column + 0.5 * size * len(" ".join((*cell[:number], ""))), top, size, line)
        for line, (size, top, cells) in enumerate(rows)
        for column, cell in enumerate(cells)
        for number, text in enumerate(cell)
    ]
    words.append(_word("Headlines", 50, 30, 24, 3))
    blocks = slide_blocks(PageLayer(page_no=1, width_pt=960, height_pt=540, words=tuple(words)))
    texts = [block for block in blocks if isinstance(block, DraftText)]
    assert len(texts) == len(blocks)
    assert [(block.kind, block.text) for block in texts] == [
        (BlockKind.HEADING, "Headlines"),
        (BlockKind.TEXT, "£38.2m – Net debt – 1.1x EBITDA"),
        (BlockKind.TEXT, "1.14 – Book-to-bill – above 1"),
        (BlockKind.TEXT, "94% – Fill rate"),
    ]


def test_rows_of_a_table_on_a_slide_are_no_cards() -> None:
    rows = (("2023", "2024"), ("38.2", "41.9"), ("North", "South"))
    words = [
        _word(text, 50 + 250 * column, 100 + 25 * row, 14, row)
        for row, cells in enumerate(rows)
        for column, text in enumerate(cells)
    ]
    assert find_cards(words) == []


def test_the_zeros_beside_the_steps_of_a_bridge_are_no_values(deck: Any, slide: Any, tmp_path: Path) -> None:
    data = CategoryChartData()
    data.categories = ["2024", "Price", "Wages", "Tax", "2025"]
    for name, values in (("Base", (0, 41, 40, 45, 0)), ("Up", (0, 9, 0, 0, 0)), ("Down", (0, 0, 6.5, 0, 0))):
        data.add_series(name, values)
    data.add_series("Total", (41, 0, 0, 0, 43.5))
    chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_STACKED, 0, 0, Pt(300), Pt(200), data).chart
    chart.plots[0].series[0].format.fill.background()
    (picture,) = _read_deck(deck, tmp_path).items
    assert isinstance(picture, DraftPicture)
    assert picture.chart_markdown.splitlines()[2:] == [
        "| 2024 |  |  | 41 |",
        "| Price | 9 |  |  |",
        "| Wages |  | 6.5 |  |",
        # what changed nothing is told so
        "| Tax | 0 | 0 | 0 |",
        "| 2025 |  |  | 43.5 |",
    ]
