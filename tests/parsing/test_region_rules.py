"""The decisions about tables, pictures and furniture, on written pages (``written_pages``)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from bizrag.parsing.engines.pages.page_evidence import font_sizes
from bizrag.parsing.engines.pages.page_furniture import RunningLines, line_key
from bizrag.parsing.engines.regions.drawings import find_grids
from bizrag.parsing.engines.regions.prose import mark_prose
from bizrag.parsing.engines.regions.rows import find_rows
from bizrag.parsing.engines.regions.types import Region, RegionLabel
from tests.parsing.written_pages import Text, boxes, page, paragraph, picture, regions


def statement(y: float) -> list[Text]:
    """A borderless table: a heading over two columns of values, then four rows; 60 points high."""
    texts = [Text(x=300, y=y, text="2025"), Text(x=400, y=y, text="2024")]
    for i, label in enumerate(("Net sales", "Cost of sales", "Gross margin", "Net income")):
        texts += [
            Text(x=50, y=y + 12 * (i + 1), text=label),
            Text(x=300, y=y + 12 * (i + 1), text=f"{i + 1},234"),
            Text(x=400, y=y + 12 * (i + 1), text=f"{i + 2},567"),
        ]
    return texts


# the statement's box at y = 300: from the labels' left edge to the end of "2,567" (5 letters from 400)
STATEMENT_BOX = (50, 300, 425, 358)


def test_a_borderless_table_is_found_without_the_detector() -> None:
    assert boxes(page(statement(300)), "table") == [STATEMENT_BOX]


def test_a_table_that_the_detector_calls_a_figure_is_a_table() -> None:
    found = regions(page(statement(300)), [picture((40, 290, 440, 370))])
    assert found == [("table", STATEMENT_BOX)]


def test_the_sentence_above_and_the_note_below_stay_outside_the_table() -> None:
    above = Text(x=50, y=280, text="The following table shows how net sales and income developed over the years")
    below = Text(
        x=50, y=366, text="Note: figures are not audited and may change once the year is closed, see page nine"
    )
    found = regions(page([above, *statement(300), below]))
    assert ("table", STATEMENT_BOX) in found
    assert [kind for kind, _ in found].count("text") == 2


def test_a_named_caption_next_to_a_table_is_its_caption() -> None:
    found = regions(page([Text(x=50, y=282, text="Table 3. Results of the year"), *statement(300)]))
    assert [kind for kind, _ in found] == ["table", "caption"]


def test_the_band_with_the_names_of_columns_may_stand_further_off() -> None:
    band = [Text(x=x, y=100, text=name) for x, name in ((50, "Date"), (150, "Description"), (300, "Amount"))]
    rows = [
        Text(x=x, y=142 + 12 * i, text=text)
        for i in range(5)
        for x, text in ((50, f"2{i}/07"), (150, "Grocery shop"), (300, f"{i}7.40"))
    ]
    assert boxes(page([*band, *rows]), "table") == [(50, 100, 330, 200)]
    # a line alone is none
    assert boxes(page([Text(x=150, y=100, text="Transactions"), *rows]), "table") == [(50, 142, 325, 200)]


def test_a_word_that_begins_like_a_caption_is_none() -> None:
    for text in ("Graphs", "Map a route", "Tables of the year"):
        found = regions(page([Text(x=50, y=282, text=text), *statement(300)]))
        assert "caption" not in [kind for kind, _ in found]


def test_a_thick_rule_across_the_page_is_no_part_of_a_drawing() -> None:
    title = Text(x=50, y=140, text="Evaluation of a solar cell", size=16)
    mark = [(500.0, 130.0 + i, 530.0, 160.0 + i) for i in range(4)]
    found = regions(page([title, *paragraph(50, 200, 8)], filled=[(50, 110, 550, 115)], curves=mark))
    assert ("section_header", (50, 140, 242, 156)) in found
    assert [box for kind, box in found if kind == "picture" and box[0] < 400] == []


def section(y: float, heading: str) -> list[Text]:
    """A heading and the names of three columns in bold type over four rows; 74 points high."""
    names = [Text(x=x, y=y + 14, text=text, is_bold=True) for x, text in ((50, "Test"), (200, "Result"), (300, "Unit"))]
    rows = [
        Text(x=x, y=y + 28 + 12 * i, text=text)
        for i in range(4)
        for x, text in ((50, f"Metal {'abcd'[i]}"), (200, f"{i}1.2"), (300, "g"))
    ]
    return [Text(x=50, y=y, text=heading, is_bold=True), *names, *rows]


def test_a_heading_with_names_of_columns_below_it_begins_a_table() -> None:
    texts = [*section(200, "First analysis"), *section(290, "Second analysis")]
    assert boxes(page(texts), "table") == [(50, 214, 320, 274), (50, 304, 320, 364)]


def test_the_name_of_the_labels_in_the_middle_beside_two_lines_of_other_names_begins_no_table() -> None:
    columns = ((150, "Placebo", "(n=203)"), (230, "20 mg", "(n=204)"), (310, "40 mg", "(n=202)"))
    names = [Text(x=x, y=200, text=name, is_bold=True) for x, name, _ in columns]
    counts = [Text(x=x, y=211, text=count, is_bold=True) for x, _, count in columns]
    rows = [
        Text(x=x, y=228 + 16 * i, text=text)
        for i, label in enumerate(("Age, mean", "Women", "Diabetes", "Smokers"))
        for x, text in ((50, label), (150, f"6{i}.8"), (230, f"6{i}.3"), (310, f"6{i}.1"))
    ]
    label = Text(x=50, y=205.5, text="Characteristic", is_bold=True)
    assert [box[1] for box in boxes(page([*names, label, *counts, *rows]), "table")] == [200]


def test_a_long_line_between_rows_that_ends_before_their_values_heads_those_below() -> None:
    heading = Text(x=50, y=324, text="Adjustments to reconcile net income to net cash provided by operating work")
    above = [
        Text(x=x, y=y, text=text)
        for y, label, value in ((300, "Period", "2025"), (312, "Net income", "1,234"))
        for x, text in ((50, label), (500, value))
    ]
    below = [
        Text(x=x, y=336 + 12 * i, text=text)
        for i, label in enumerate(("Depreciation", "Inventories", "Payables"))
        for x, text in ((50, label), (500, f"{i + 1},567"))
    ]
    assert boxes(page([*above, heading, *below]), "table") == [(50, 300, 525, 370)]


def test_a_remark_below_a_table_is_no_row_of_it() -> None:
    remark = Text(x=50, y=360, text="a tram every twenty minutes from then on, and more of them at night")
    detected = Region(label=RegionLabel.TABLE, score=0.9, box=(45, 295, 430, 372))
    assert ("table", STATEMENT_BOX) in regions(page([*statement(300), remark]), [detected])


def test_clauses_with_numbers_are_no_table() -> None:
    clauses = [
        Text(x=x, y=200 + 30 * i + 12 * j, text=text)
        for i in range(2)
        for j, line in enumerate((f"Quantities may change by up to {i}2 per cent and", "without change of price"))
        for x, text in ((50, f"1.{i + 3}"), (80, line))
        if x == 80 or j == 0
    ]
    detected = Region(label=RegionLabel.TABLE, score=0.9, box=(45, 195, 400, 260))
    assert [kind for kind, _ in regions(page(clauses), [detected]) if kind == "table"] == []


def test_long_labels_right_before_figures_are_no_running_text() -> None:
    rows = [
        Text(x=x, y=200 + 14 * i, text=text)
        for i in range(8)
        for x, text in ((50, f"{'ABCDEFGH'[i]} Damage to property of others"), (300, f"{i}1,500"), (400, f"{i}3,000"))
    ]
    assert boxes(page(rows), "table") == [(50, 200, 430, 308)]


def test_captions_keep_two_tables_apart() -> None:
    texts = [*statement(300), Text(x=50, y=366, text="Table 4. The same for the segment"), *statement(384)]
    assert boxes(page(texts), "table") == [STATEMENT_BOX, (50, 384, 425, 442)]


def test_two_columns_of_running_text_are_not_a_table() -> None:
    texts = [line for x in (40, 320) for line in paragraph(x, 200, 8)]
    found = regions(page(texts))
    assert [kind for kind, _ in found] == ["text", "text"]


def test_a_table_beside_running_text_does_not_swallow_it() -> None:
    table = [
        Text(x=x, y=200 + 12 * i, text=text)
        for i in range(8)
        for x, text in ((330, f"Site {'abcdefgh'[i]}"), (420, f"{i}5"), (480, f"{i}7%"))
    ]
    found = regions(page([*paragraph(40, 200, 8), *table]))
    assert ("table", (330, 200, 495, 294)) in found
    assert [kind for kind, _ in found] == ["table", "text"]


def contents(x: float, y: float) -> list[Text]:
    """A table of contents, 8 rows in steps of 14 points: 200 wide, 108 high."""
    rows = [(y + 14 * i, f"{i + 1} Chapter {'abcdefgh'[i]}", f"{2 * i + 3}") for i in range(8)]
    return [Text(x=at, y=top, text=text) for top, *texts in rows for at, text in zip((x, x + 195), texts, strict=True)]


def test_a_table_beside_short_paragraphs_of_a_column_of_text_does_not_swallow_them() -> None:
    """Lines of a paragraph stand level with rows of figures, as labels of a table do."""
    beside = [*paragraph(320, 302, 5), *paragraph(320, 380, 8)]
    rows = [
        Text(x=x, y=300 + 12 * i, text=text)
        for i in range(6)
        for x, text in ((50, "Cash flow from sales"), (250, f"{i}4,670"))
    ]
    text = [*paragraph(50, 400, 8)]
    assert boxes(page([*rows, *text, *beside]), "table") == [(50, 300, 280, 370)]


def test_a_tall_heading_beside_a_table_leaves_its_rows_apart() -> None:
    rows = [
        Text(x=x, y=300 + 14 * i, text=text)
        for i in range(4)
        for x, text in ((320, f"Profit of part {i}"), (450, f"{i}4,670"), (520, f"{i}3,450"))
    ]
    heading = Text(x=50, y=315, text="Letter to shareholders", size=22)
    segments = [segment.text for row in find_rows(page([*rows, heading])) for segment in row.segments]
    assert sorted(segments) == sorted([text.text for text in rows] + [heading.text])


def test_a_subtitle_above_one_of_two_columns_of_text_is_no_label_of_a_table_in_the_other() -> None:
    subtitle = Text(x=50, y=300, text="Quarterly report, April to June", size=12)
    text = [*paragraph(50, 410, 8), *paragraph(320, 410, 8)]
    rows = [
        Text(x=x, y=300 + 14 * i, text=text)
        for i in range(4)
        for x, text in ((320, f"Profit of part {i}"), (450, f"{i}4,670"), (520, f"{i}3,450"))
    ]
    assert boxes(page([subtitle, *rows, *text]), "table") == [(320, 300, 550, 352)]


def test_contents_beside_a_short_paragraph_do_not_swallow_it() -> None:
    stretched = [
        Text(x=x, y=200, text=word) for x, word in ((320, "Evenly"), (393, "set"), (451, "apart"), (519, "words"))
    ]
    texts = [
        *contents(40, 204),
        *stretched,
        *paragraph(320, 212, 2),
        Text(x=320, y=236, text="and the last line of it"),
    ]
    assert boxes(page(texts), "table") == [(40, 204, 245, 312)]


def test_words_that_one_gap_parts_are_a_stretched_line_where_the_next_line_has_its_edges() -> None:
    words = [
        Text(x=x, y=200, text=word) for x, word in ((50, "Evenly"), (113.3, "set"), (161.7, "apart"), (220, "words"))
    ]
    goes_on = Text(x=50, y=212, text="another line with those same edges beneath")
    rows = find_rows(page([*words, goes_on, *[Text(x=one.x, y=one.y + 100, text=one.text) for one in words]]))
    assert [[segment.text for segment in row.segments] for row in rows] == [
        ["Evenly set apart words"],
        ["another line with those same edges beneath"],
        ["Evenly", "set", "apart", "words"],
    ]


def test_a_stretched_line_may_hold_a_figure_where_the_next_line_has_its_edges() -> None:
    words = [
        Text(x=x, y=200, text=word) for x, word in ((50, "Evenly"), (108.3, "£11.4m"), (166.7, "apart"), (220, "words"))
    ]
    goes_on = Text(x=50, y=212, text="another line with those same edges beneath")
    rows = find_rows(page([*words, goes_on, *[Text(x=one.x, y=one.y + 100, text=one.text) for one in words]]))
    assert [len(row.segments) for row in rows] == [1, 1, 4]


def test_a_number_that_ends_a_stretched_line_is_no_marker_of_the_next_column() -> None:
    words = [Text(x=x, y=200, text=word) for x, word in ((50, "under"), (85, "IAS"), (110, "34."), (148, "been read"))]
    (row,) = find_rows(page(words))
    assert [segment.text for segment in row.segments] == ["under", "IAS", "34.", "been read"]
    (marked,) = find_rows(page(words[2:]))
    assert [segment.text for segment in marked.segments] == ["34. been read"]


def test_a_heading_in_large_type_right_above_a_table_stays_outside() -> None:
    rule = (40.0, 180.0, 440.0, 181.0)
    assert boxes(page([Text(x=50, y=287, text="Results"), *statement(300)], horizontal=[rule]), "table") == [
        (50, 287, 425, 358)
    ]
    assert boxes(page([Text(x=50, y=283, text="Results", size=14), *statement(300)], horizontal=[rule]), "table") == [
        STATEMENT_BOX
    ]


def test_ruled_cells_of_prose_are_a_table() -> None:
    texts = [Text(x=x, y=y, text="some words in a cell") for x in (60, 300) for y in (210, 250)]
    rules = [(50.0, y, 550.0, y + 1) for y in (200.0, 240.0, 280.0)]
    uprights = [(x, 200.0, x + 1, 280.0) for x in (50.0, 290.0, 549.0)]
    assert boxes(page(texts, horizontal=rules, vertical=uprights), "table") == [(50, 200, 550, 280)]


def test_a_caption_inside_the_frame_of_a_table_stays_outside() -> None:
    texts = [Text(x=x, y=y, text="1,234") for x in (60, 300) for y in (250, 290)]
    texts.append(Text(x=200, y=210, text="Exhibit 4 Results"))
    rules = [(50.0, y, 550.0, y + 1) for y in (200.0, 240.0, 280.0, 320.0)]
    uprights = [(50.0, 200.0, 51.0, 320.0), (290.0, 240.0, 291.0, 320.0), (549.0, 200.0, 550.0, 320.0)]
    found = regions(page(texts, horizontal=rules, vertical=uprights))
    assert found == [("table", (50, 240, 550, 320)), ("caption", (200, 210, 280, 220))]


def test_bars_with_labels_are_a_picture_not_a_table() -> None:
    texts = [Text(x=100 + 60 * i, y=400, text=f"202{i}") for i in range(6)]
    texts += [Text(x=102 + 60 * i, y=250 + 17 * i, text=f"{90 - 9 * i}") for i in range(6)]
    bars = [(100.0 + 60 * i, 262.0 + 17 * i, 130.0 + 60 * i, 395.0) for i in range(6)]
    found = regions(page(texts, filled=bars), [picture((80, 240, 470, 420))])
    assert [kind for kind, _ in found] == ["picture"]


def test_a_chart_that_the_detector_misses_is_found_by_its_curves() -> None:
    curves = [(100.0, 200.0 + 10 * i, 400.0, 300.0 + 10 * i) for i in range(5)]
    assert boxes(page([Text(x=100, y=500, text="Some text")], curves=curves), "picture") == [(100, 200, 400, 340)]


def test_a_frame_with_round_corners_around_a_table_is_no_chart() -> None:
    rows = [("Description", "Rate", "Amount"), *((f"Room {at}", "2 nights", f"{at}40.00") for at in (1, 2, 3))]
    texts = [
        Text(x=60 + 190 * col, y=210 + 30 * at, text=text)
        for at, row in enumerate(rows)
        for col, text in enumerate(row)
    ]
    # drawn twice, filled and as a line
    frame = [(50.0, 200.0, 550.0, 320.0), (50.6, 200.6, 549.4, 319.4)]
    assert boxes(page(texts, curves=frame), "picture") == []
    assert len(boxes(page(texts, curves=frame), "table")) == 1
    # a curve across a few labels is a chart as before
    labels = [Text(x=60 + 90 * at, y=210, text=f"Q{at}") for at in range(4)]
    assert len(boxes(page(labels, curves=frame[:1]), "picture")) == 1


def test_stacked_bars_with_their_values_are_a_picture_and_cells_of_those_sizes_a_table() -> None:
    heights = ((52.0, 31.0, 24.0, 37.0), (44.0, 47.0, 20.0, 28.0), (61.0, 26.0, 38.0, 33.0))
    bars: list[tuple[float, float, float, float]] = []
    texts: list[Text] = []
    for number, parts in enumerate(heights):
        bottom = 420.0
        for part in parts:
            bars.append((100.0 + 90 * number, bottom - part, 150.0 + 90 * number, bottom))
            texts.append(Text(x=118.0 + 90 * number, y=bottom - part / 2 - 5, text=f"{part:g}"))
            bottom -= part
        texts.append(Text(x=112.0 + 90 * number, y=426, text=str(2021 + number)))
    stacked = page(texts, filled=bars)
    assert len(boxes(stacked, "picture")) == 1
    assert boxes(stacked, "table") == []
    cells = [
        (100.0 + 90 * col, 300.0 + 30 * row, 190.0 + 90 * col, 330.0 + 30 * row) for col in range(4) for row in range(4)
    ]
    inside = [Text(x=cell[0] + 20, y=cell[1] + 10, text=str(int(cell[0] + cell[1]))) for cell in cells]
    assert boxes(page(inside, filled=cells), "picture") == []


def test_bars_that_stand_apart_are_one_picture_when_they_share_an_axis() -> None:
    bars = [(100.0 + 120 * i, 220.0 + 20 * i, 150.0 + 120 * i, 400.0) for i in range(3)]
    texts = [Text(x=105 + 120 * i, y=405, text=f"202{i}") for i in range(3)]
    texts += [Text(x=120, y=205, text="90"), Text(x=100, y=421, text="Summary"), *paragraph(100, 433, 3)]
    axis = [(90.0, 399.5, 420.0, 400.5)]
    # with its axis, the names and the value of its bars, without the heading below
    assert boxes(page(texts, filled=bars, horizontal=axis), "picture") == [(90, 205, 420, 415)]


def test_boxes_with_words_and_arrows_between_them_are_one_picture() -> None:
    nodes = [(100.0, 200.0, 220.0, 260.0), (340.0, 200.0, 460.0, 260.0), (220.0, 300.0, 340.0, 360.0)]
    words = [Text(x=x + 10, y=y + 10 + 12 * i, text=f"step {i} of it") for x, y, *_ in nodes for i in range(4)]
    arrows = [(225.0, 215.0, 335.0, 230.0), (345.0, 270.0, 400.0, 330.0), (160.0, 270.0, 215.0, 330.0)]
    # without arrows the boxes are marked words, as cells they are a table
    assert boxes(page(words, filled=nodes, curves=arrows), "picture") == [(100, 200, 460, 360)]
    assert boxes(page(words, filled=nodes), "picture") == []
    cells = [(x, y, x + 120.0, y + 60.0) for x in (100.0, 220.0, 340.0) for y in (200.0, 260.0)]
    in_cells = [Text(x=x + 10, y=y + 10, text="words in here") for x, y, *_ in cells]
    assert boxes(page(in_cells, filled=cells, curves=[(90.0, 340.0, 470.0, 355.0)] * 2), "picture") == []


def test_an_image_is_a_picture_and_the_text_beside_it_is_text() -> None:
    evidence = page(paragraph(320, 200, 8), bitmaps=[(50.0, 200.0, 300.0, 300.0)])
    found = regions(evidence, [picture((48, 195, 590, 302))])
    assert found == [("picture", (50, 200, 300, 300)), ("text", (320, 200, 545, 294))]


def test_a_page_filling_image_behind_the_text_is_no_picture_evidence() -> None:
    evidence = page([*paragraph(50, 200, 6)])
    assert [kind for kind, _ in regions(evidence, [picture((0, 0, 600, 800))])] == ["text"]


def test_a_line_that_comes_back_is_a_page_header() -> None:
    header = Text(x=50, y=20, text="Acme Inc. Annual Report 2025 page 4")
    running = RunningLines(num_pages=10, counts={line_key(header.text): 9})
    found = regions(page([header, *paragraph(50, 100, 6)]), running=running)
    assert [kind for kind, _ in found] == ["text", "page_header"]


def test_a_running_line_and_the_mark_beside_it_stay_out_of_a_figure_below() -> None:
    header = Text(x=80, y=38, text="Acme Inc. Annual Report")
    running = RunningLines(num_pages=10, counts={line_key(header.text): 9})
    mark = [(51, 35 + 5 * i, 67, 38 + 5 * i) for i in range(3)]
    curves = [(60 + 120 * i, 74, 160 + 120 * i, 116) for i in range(4)]
    evidence = page([header, *paragraph(50, 300, 6)], filled=mark, curves=curves)
    found = regions(evidence, running=running)
    assert ("page_header", (80, 38, 188, 48)) in found
    assert [box for kind, box in found if kind == "picture"] == [(60, 74, 520, 116)]
    # the detector's box reaches over the line too, and a banner is the line's ground
    assert ("picture", (50, 48, 530, 120)) in regions(evidence, [picture((50, 30, 530, 120))], running)
    banner = page([header, *paragraph(50, 300, 6)], bitmaps=[(0, 0, 600, 60)])
    assert [kind for kind, _ in regions(banner, running=running)] == ["text", "page_header"]


def test_the_last_row_of_a_table_is_no_footer_and_its_amount_no_page_number() -> None:
    running = RunningLines(num_pages=10, counts={"0": 9, "mda": 9})
    number = [Text(x=50, y=770, text="MD&A"), Text(x=550, y=770, text="23")]
    last = [Text(x=50, y=272, text="Per share"), Text(x=300, y=272, text="$ (0.66)"), Text(x=400, y=272, text="$ 1.98")]
    found = regions(page([*statement(200), *last, *number]), running=running)
    assert [(kind, box[3]) for kind, box in found] == [("table", 282), ("page_footer", 780)]
    # also where it stands alone, or where the table ends with the page
    lone = regions(page([*paragraph(50, 100, 6), Text(x=400, y=190, text="$ 2,722"), *number]), running=running)
    assert [kind for kind, _ in lone] == ["text", "text", "page_footer"]
    low = [Text(x=50, y=750, text="Staff"), Text(x=300, y=750, text="27"), Text(x=400, y=750, text="13")]
    assert ("page_footer", (50, 750, 410, 760)) not in regions(page([*paragraph(50, 100, 6), *low]), running=running)


@pytest.mark.parametrize(
    "line",
    [
        Text(x=50, y=30, text="Mobility", size=14, is_bold=True),
        Text(x=50, y=40, text="In this year we have changed the lives of all the machines that we own in all halls"),
    ],
)
def test_a_heading_or_sentence_that_starts_two_pages_is_no_header(line: Text) -> None:
    body = [text for text in paragraph(50, 52, 6) if text.y > line.y + line.size]
    counts = {line_key(line.text): 2}
    assert "page_header" not in dict(regions(page([line, *body]), running=RunningLines(num_pages=40, counts=counts)))
    counts = {line_key(line.text): 9}
    assert "page_header" in dict(regions(page([line, *body]), running=RunningLines(num_pages=40, counts=counts)))


@pytest.mark.parametrize(("num_pages", "is_header"), [(2, False), (30, True)])
def test_a_day_at_the_top_of_two_pages_is_no_header(num_pages: int, is_header: bool) -> None:
    day = Text(x=370, y=20, text="Dec 25, 2024")
    running = RunningLines(num_pages=60, counts={line_key(day.text): num_pages})
    assert ("page_header" in dict(regions(page([day, *paragraph(50, 100, 8)]), running=running))) == is_header


def test_two_bars_on_an_axis_are_a_chart_with_its_ground() -> None:
    axis, ground = (40.0, 267.0, 300.0, 267.0), (30.0, 160.0, 305.0, 290.0)
    values = [Text(x=90, y=225, text="$2.1"), Text(x=220, y=235, text="$1.5")]
    names = [Text(x=85, y=275, text="Q1 2022"), Text(x=215, y=275, text="Q1 2023")]
    text = [*values, *names, *paragraph(50, 400, 6)]
    bars = [(75.0, 236.0, 135.0, 267.0), (205.0, 247.0, 265.0, 267.0)]
    assert boxes(page(text, horizontal=[axis], filled=[ground, *bars]), "picture") == [(30, 160, 305, 290)]
    # boxes of one height are marks of a table's head, boxes of other widths are anything
    for other in ((205.0, 236.0, 265.0, 267.0), (205.0, 247.0, 285.0, 267.0)):
        assert boxes(page(text, horizontal=[axis], filled=[ground, bars[0], other]), "picture") == []


def test_body_text_in_the_margin_band_is_kept() -> None:
    last = paragraph(50, 712, 6)  # the last lines reach to y = 782 of 800
    found = regions(page(last), running=RunningLines(num_pages=10, counts={"0": 9}))
    assert found == [("text", (50, 712, 275, 782))]


def test_a_page_number_is_a_footer_wherever_the_page_ends() -> None:
    number = Text(x=300, y=590, text="17")
    running = RunningLines(num_pages=10, counts={"0": 9})
    found = regions(page([*paragraph(50, 100, 6), number]), running=running)
    assert [kind for kind, _ in found] == ["text", "page_footer"]


def test_every_word_lies_in_a_region() -> None:
    texts = [
        Text(x=50, y=20, text="A stray line"),
        *paragraph(50, 100, 4),
        *statement(300),
        Text(x=450, y=500, text="1,999"),
        Text(x=30, y=640, text="alone"),
    ]
    evidence = page(texts)
    found = [box for _, box in regions(evidence)]
    for word in evidence.word_boxes:
        x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
        assert any(box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1 for box in found)


def test_long_labels_beside_figures_are_not_running_text() -> None:
    texts = [
        text
        for i in range(4)
        for text in (
            Text(x=50, y=200 + 12 * i, text="long label of a row that has many words in it"),
            Text(x=400, y=200 + 12 * i, text=f"{i},234"),
        )
    ]
    rows = find_rows(page(texts))
    mark_prose(rows)
    assert not any(segment.is_prose for row in rows for segment in row.segments)


def test_sizes_do_not_depend_on_the_letters() -> None:
    # boxes around the ink: 0.72 of the size for "Net", 0.52 + 0.21 for "page", 0.72 + 0.21 for "Gap"
    ink = font_sizes(["Net", "page", "Gap"], ["Serif"] * 3, np.array([7.2, 7.3, 9.3]))
    assert ink.tolist() == pytest.approx([10, 10, 10])
    # letters that fill their square rise and reach
    square = font_sizes(["Net", "page", "营业收入", "매출액"], ["Serif"] * 4, np.array([7.2, 7.3, 9.3, 9.3]))
    assert square.tolist() == pytest.approx([10, 10, 10, 10])
    # boxes of one height for all letters
    full = font_sizes(["Net", "page", "Gap"], ["Serif"] * 3, np.array([10.0, 10.0, 10.0]))
    assert full.tolist() == pytest.approx([10, 10, 10])


def test_a_listing_of_code_in_columns_is_no_table() -> None:
    texts = [
        text
        for i in range(5)
        for text in (Text(x=50, y=200 + 12 * i, text="select"), Text(x=200, y=200 + 12 * i, text="column name"))
    ]
    evidence = page([*texts, *paragraph(50, 400, 8)])
    evidence.line_is_mono[: len(texts)] = True
    assert boxes(evidence, "table") == []


def test_the_names_of_columns_right_above_a_grid_belong_to_it() -> None:
    columns = (50, 150, 250, 350)
    names = [Text(x=x + 4, y=86, text=text) for x, text in zip(columns, ("Country", "Capital", "Share"), strict=False)]
    cells = [
        Text(x=x + 4, y=103 + 20 * row, text=text)
        for row in range(3)
        for x, text in zip(columns, ("Austria", "Vienna", f"{row}2.5%"), strict=False)
    ]
    level = [(50.0, 100.0 + 20 * row, 350.0, 100.0 + 20 * row) for row in range(4)]
    upright = [(float(x), 100.0, float(x), 160.0) for x in columns]
    assert boxes(page([*names, *cells], horizontal=level, vertical=upright), "table") == [(50, 86, 350, 160)]
    # a heading over one of them does not
    alone = [Text(x=54, y=86, text="Countries"), *cells]
    assert boxes(page(alone, horizontal=level, vertical=upright), "table") == [(50, 100, 350, 160)]


def test_a_sentence_about_a_figure_is_no_caption_and_neither_is_a_numbered_heading() -> None:
    image = [(50.0, 300.0, 300.0, 400.0)]
    sentence = Text(x=50, y=282, text="Figure 2 extends the analysis to all plants of the north")
    found = regions(page([*paragraph(50, 100, 6), sentence], bitmaps=image))
    assert "caption" not in [kind for kind, _ in found]
    heading = Text(x=50, y=282, text="12.4.4. Map", is_bold=True)
    seen = Region(label=RegionLabel.CAPTION, score=0.9, box=(48, 280, 120, 294))
    found = regions(page([*paragraph(50, 100, 6), heading], bitmaps=image), [seen])
    assert ("section_header", (50, 282, 102, 292)) in found


def test_a_caption_and_a_line_below_a_photograph_are_no_part_of_it() -> None:
    lines = [Text(x=50, y=404, text="Figure 4. A plant"), Text(x=50, y=424, text="Shows what is left of it.")]
    found = regions(
        page([*paragraph(50, 100, 6), *lines], bitmaps=[(50.0, 300.0, 300.0, 400.0)]), [picture((48, 298, 302, 436))]
    )
    assert ("picture", (50, 300, 300, 400)) in found
    assert ("caption", (50, 404, 128, 414)) in found
    # a short label stays
    label = Text(x=50, y=404, text="Plant 7")
    found = regions(
        page([*paragraph(50, 100, 6), label], bitmaps=[(50.0, 300.0, 300.0, 400.0)]), [picture((48, 298, 302, 416))]
    )
    assert ("picture", (48, 298, 302, 416)) in found


def test_a_row_that_a_page_break_cuts_off_stays_in_its_table() -> None:
    rows = [
        Text(x=x, y=30 + 14 * i, text=text)
        for i, name in enumerate(("temp", "accel", "speed", "height"))
        for x, text in ((50, str(16 + 2 * i)), (150, "int16_t"), (250, name), (350, "of the sensor"))
    ]
    running = RunningLines(num_pages=10, counts={"0": 9, "int0t": 4, line_key("16 int16_t"): 3})
    found = regions(page([*rows, *paragraph(50, 200, 6)]), running=running)
    assert [box for kind, box in found if kind == "table"] == [(50, 30, 410, 82)]
    # two columns in a grid
    pairs = [Text(x=x, y=30 + 14 * i, text=text) for i in range(4) for x, text in ((55, f"{i}"), (150, "Note"))]
    levels = [28.0 + 14 * i for i in range(5)]
    horizontal = [(50.0, y, 250.0, y + 0.5) for y in levels]
    vertical = [(x, 28.0, x + 0.5, 84.0) for x in (50.0, 120.0, 250.0)]
    evidence = page([*pairs, *paragraph(50, 200, 6)], horizontal=horizontal, vertical=vertical)
    running = RunningLines(num_pages=10, counts={"0note": 9, "note": 9})
    assert [kind for kind, _ in regions(evidence, running=running)].count("page_header") == 0


def test_amounts_with_a_sign_behind_them_are_columns() -> None:
    names = [Text(x=x, y=100, text=text) for x, text in ((50, "Item"), (330, "Price"), (460, "Sum"))]
    rows = [
        Text(x=x, y=120 + 20 * i, text=text)
        for i in range(3)
        for x, text in ((50, f"Notice {i}"), (330, f"{i},75 €"), (460, f"{i},50 €"))
    ]
    rows_found = find_rows(page([*names, *rows]))
    assert [len(row.segments) for row in rows_found] == [3, 3, 3, 3]
    # before its amount a sign may stand far from it
    lead = find_rows(
        page([Text(x=50, y=100, text="Sum"), Text(x=330, y=100, text="$"), Text(x=350, y=100, text="4,20")])
    )
    assert [segment.text for segment in lead[0].segments] == ["Sum", "$ 4,20"]


def test_a_caption_below_a_chart_ends_it_whatever_the_model_saw() -> None:
    slices = [(150.0, 120.0, 250.0, 220.0), (150.0, 120.0, 200.0, 170.0), (200.0, 120.0, 250.0, 170.0)]
    slices.append((170.0, 140.0, 230.0, 200.0))
    legend = [Text(x=300, y=150 + 14 * at, text=f"{name} {10 * at}%") for at, name in enumerate(("Cash", "Funds"))]
    caption = Text(x=100, y=240, text="Figure 7: Where the money is")
    heading = Text(x=100, y=262, text="Outlook", is_bold=True, size=14)
    evidence = page([*legend, caption, heading, *paragraph(100, 310, 5)], curves=slices)
    found = regions(evidence, [picture((100, 110, 380, 285))])
    assert ("section_header", (100, 262, 149, 276)) in found
    (chart,) = [box for kind, box in found if kind == "picture"]
    assert chart[3] <= caption.y


def test_the_name_in_brackets_of_what_stands_above_is_no_row_of_a_table() -> None:
    detected = Region(label=RegionLabel.TABLE, score=0.9, box=(45, 280, 430, 362))
    name = Text(x=120, y=288, text="(Exact name of registrant as in its charter)")
    assert ("table", STATEMENT_BOX) in regions(page([name, *statement(300)]), [detected])
    # what the figures are in belongs to them
    scale = Text(x=120, y=288, text="(In thousands of dollars)")
    assert ("table", STATEMENT_BOX) not in regions(page([scale, *statement(300)]), [detected])


def test_the_end_of_a_sentence_over_a_column_of_values_is_no_name_of_it() -> None:
    motto = [
        Text(x=50, y=276, text="Motto: throughout everlasting waterfalls unconquerable steadfastly we"),
        Text(x=305, y=288, text="grow"),
    ]
    assert ("table", STATEMENT_BOX) in regions(page([*motto, *statement(300)]))


def test_lines_between_columns_that_are_drawn_row_by_row_make_one_grid() -> None:
    texts = [
        Text(x=x, y=200 + 20 * i, text=text)
        for i, row in enumerate((("", "", "off and on."), ("Slow", "Too fine", "Grind"), ("Cold", "Not ready", "Wait")))
        for x, text in zip((60, 200, 340), row, strict=True)
        if text
    ]
    rules = [(50.0, 195.0 + 20 * i, 480.0, 195.0 + 20 * i) for i in range(4)]
    sides = [(x, 195.0, x, 255.0) for x in (50.0, 480.0)]
    # the row in the middle has none
    pieces = [(x, top, x, top + 20) for x in (190.0, 330.0) for top in (195.0, 215.0, 235.0) if top != 215.0 or x < 200]

    assert boxes(page(texts, horizontal=rules, vertical=[*sides, *pieces]), "table") == [(50, 195, 480, 255)]


def test_a_total_below_the_lines_between_columns_is_of_the_grid_and_what_is_signed_below_is_not() -> None:
    rows = [("", "2031", "2032"), ("Wages", "80", "90"), ("Pensions", "15", "10"), ("Total", "95", "100")]
    texts = [
        Text(x=60 + 150 * col, y=204 + 20 * at, text=text)
        for at, row in enumerate(rows)
        for col, text in enumerate(row)
        if text
    ]
    levels = [(50.0, 200.0 + 20 * i, 480.0, 200.0 + 20 * i) for i in range(5)]
    sides = [(x, 200.0, x, 280.0) for x in (50.0, 480.0)]
    # a total is set off without lines between its cells
    inner = [(x, 200.0, x, 260.0) for x in (190.0, 340.0)]
    assert boxes(page(texts, horizontal=levels, vertical=[*sides, *inner]), "table") == [(50, 200, 480, 276)]
    signed = [*texts[:-3], *(Text(x=60 + 150 * col, y=264, text=text) for col, text in enumerate(("Place", "Date")))]
    assert boxes(page(signed, horizontal=levels, vertical=[*sides, *inner]), "table") == [(50, 200, 480, 260)]


def test_names_between_rules_right_below_the_last_rule_of_a_table_begin_another() -> None:
    rates = (("", "2031", "2032"), *((f"Rate of plan {at}", f"2.{at}5%", f"1.{at}5%") for at in range(5)))
    assets = (("in EUR", "Main plan", "Others"), *((f"Fund no. {at}", f"1,{at}37", f"3{at}.4") for at in range(5)))

    def placed(rows: tuple[tuple[str, ...], ...], top: float) -> list[Text]:
        return [
            Text(x=50 + 200 * col, y=top + 14 * at, text=text)
            for at, row in enumerate(rows)
            for col, text in enumerate(row)
            if text
        ]

    texts = [*placed(rates, 200), *placed(assets, 296)]
    rules = [(50.0, y, 500.0, y) for y in (197.0, 212.0, 283.0, 292.0, 308.0, 379.0)]
    assert boxes(page(texts, horizontal=rules), "table") == [(50, 200, 475, 280), (50, 296, 480, 376)]
    # below a double rule under a sum the same table goes on
    texts = [*placed(rates, 200), *placed(assets[1:], 288)]
    rules = [(50.0, y, 500.0, y) for y in (197.0, 212.0, 282.0, 284.5, 357.0)]
    assert len(boxes(page(texts, horizontal=rules), "table")) == 1


def test_round_frames_around_key_figures_are_no_chart() -> None:
    tiles = (
        ("Opening balance", "1,482.16"),
        ("Money in", "3,905.40"),
        ("Money out", "3,217.88"),
        ("Closing", "2,169.68"),
    )
    texts: list[Text] = []
    for at, (name, figure) in enumerate(tiles):
        texts += [Text(x=58 + 130 * at, y=210, text=name, size=8), Text(x=58 + 130 * at, y=222, text=figure, size=14)]
    frames = [(50.0 + 130 * at, 203.0, 172.0 + 130 * at, 245.0) for at in range(len(tiles))]
    evidence = page([*texts, *paragraph(50, 300, 4)], curves=frames)
    assert boxes(evidence, "picture") == []
    assert len(boxes(evidence, "table")) == 1
    # boxes of two sizes are drawn for what they show
    uneven = [(*frame[:3], frame[3] + 20 * at) for at, frame in enumerate(frames)]
    assert len(boxes(page(texts, curves=uneven), "picture")) == 1


def test_the_number_and_name_of_a_section_and_what_leads_in_are_no_rows_of_a_table() -> None:
    heading = [Text(x=50, y=240, text="§5", size=15), Text(x=90, y=240, text="Grading", size=15)]
    lead = Text(x=50, y=270, text="(1) Grades are as follows:")
    rows = [("Grade", "In words"), ("1.0", "very good"), ("2.0", "good"), ("3.0", "sufficient"), ("5.0", "failed")]
    cells = [
        Text(x=x, y=290 + 12 * at, text=text)
        for at, row in enumerate(rows)
        for x, text in zip((60, 160), row, strict=True)
    ]
    evidence = page(
        [*heading, lead, *cells, *paragraph(50, 400, 4)],
        horizontal=[(50.0, 236.0, 300.0, 236.5), (50.0, 352.0, 300.0, 352.5)],
    )
    ((_, top, _, _),) = boxes(evidence, "table")
    assert top >= 288


def test_the_name_of_the_labels_may_stand_at_half_the_height_of_two_lines_of_names() -> None:
    texts = [
        Text(x=200, y=100, text="Dev"),
        Text(x=300, y=100, text="Test"),
        Text(x=50, y=107, text="Model"),
        *(Text(x=x, y=116, text=name) for x, name in ((180, "Acc."), (230, "F1"), (280, "Acc."), (330, "F1"))),
        *(
            Text(x=x, y=134 + 12 * number, text=text)
            for number in range(5)
            for x, text in ((50, f"System {number}"), (180, f"7{number}.1"), (230, f"6{number}.2"))
        ),
        *(
            Text(x=x, y=134 + 12 * number, text=text)
            for number in range(5)
            for x, text in ((280, f"7{number}.4"), (330, f"6{number}.3"))
        ),
    ]
    rules = [(50, y, 360, y + 0.5) for y in (96, 130, 196)]
    assert boxes(page(texts, horizontal=rules), "table") == [(50, 100, 350, 192)]


def test_text_beside_a_table_with_names_of_its_own_is_no_label_of_it() -> None:
    lines = [
        "Capital expenditure was 318 million in all this",
        "year. The largest single project was the solar",
        "park in the south, which has been supplying our",
        "grinding stations since the end of September.",
    ]
    rows = [("Maintenance", "171", "166"), ("Expansion", "88", "79"), ("Other", "59", "42"), ("Total", "318", "287")]
    texts = [Text(x=40, y=200 + 14 * at, text=line) for at, line in enumerate(lines)]
    for at, row in enumerate(rows):
        texts += [Text(x=x, y=200 + 14 * at, text=text) for x, text in zip((320, 450, 520), row, strict=True)]
    evidence = page(texts)
    assert [box[0] for box in boxes(evidence, "table")] == [320]
    assert [box[0] for box in boxes(evidence, "text")] == [40]


def test_short_bars_between_names_and_values_are_of_the_table() -> None:
    rows = [("Industrials", 36, "27.4"), ("Technology", 26, "18.9"), ("Utilities", 16, "6.8"), ("Cash", 10, "4.3")]
    texts = [Text(x=40, y=202 + 11 * at, text=name, size=9) for at, (name, _, _) in enumerate(rows)]
    texts += [Text(x=180, y=202 + 11 * at, text=value, size=9) for at, (_, _, value) in enumerate(rows)]
    bars = [(130.0, 203.0 + 11 * at, 130.0 + long, 210.0 + 11 * at) for at, (_, long, _) in enumerate(rows)]
    assert len(boxes(page(texts, filled=bars), "table")) == 1


def test_rows_that_are_shaded_cell_by_cell_are_no_bars() -> None:
    # as filings are printed: gaps between columns, and cells for the currency's sign in the first row
    names = ["Cost of sales", "Fulfillment", "Technology and infrastructure", "Sales and marketing", "General"]
    first = [(18, 239, 244, 322), (323, 329, 335, 412), (413, 419, 425, 502), (504, 510, 515, 593)]
    later = [(18, 239, 322), (323, 329, 412), (413, 419, 502), (504, 510, 593)]
    texts: list[Text] = []
    filled: list[tuple[float, float, float, float]] = []
    for at, name in enumerate(names):
        y, cells = 381 + 13.5 * at, later if at else first
        texts.append(Text(x=20, y=y, text=name))
        texts += [Text(x=cell[-1] - 22, y=y, text=f"{at}190") for cell in cells]
        texts += [Text(x=cell[-3] + 1, y=y, text="$") for cell in cells if not at]
        if at % 2 == 0:
            height = 13.5 if at else 14.2
            filled += [(left, y - 2, right, y - 2 + height) for cell in cells for left, right in pairwise(cell)]
    # a table of one shaded row below: no row has cells as wide as those of another
    vesting = [(18, 279), (280, 286, 329), (330, 336, 379), (381, 386, 429), (430, 436, 479), (480, 485, 534)]
    texts += [
        Text(x=20, y=642, text="Scheduled vesting"),
        *(Text(x=c[-1] - 22, y=642, text="48.4") for c in vesting[1:]),
    ]
    texts += [Text(x=c[-1] - 22, y=626, text=str(2023 + at)) for at, c in enumerate(vesting[1:])]
    filled += [(left, 640, right, 655) for cell in vesting for left, right in pairwise(cell)]
    evidence = page([*paragraph(50, 20, 4), *texts], filled=filled)
    seen = [picture((8, 339, 602, 684))]
    assert not boxes(evidence, "picture", seen)
    assert len(boxes(evidence, "table", seen)) == 2


def test_a_marked_row_without_rules_is_of_the_grid_above_and_below_it() -> None:
    """On a scan the rules of a coloured row are not seen."""
    texts = [
        Text(x=60 + 120 * column, y=106 + 30 * row, text=f"cell {row}{column}")
        for row in range(5)
        for column in range(3)
    ]
    levels = [(50.0, 100.0 + 30 * at, 410.0, 100.0 + 30 * at) for at in (0, 1, 2, 3, 4, 5)]
    uprights = [
        (50.0 + 120 * at, top, 50.0 + 120 * at, bottom)
        for at in range(4)
        for top, bottom in ((100.0, 158.0), (192.0, 250.0))
    ]
    evidence = page(texts, horizontal=[level for level in levels if level[1] not in (160.0, 190.0)], vertical=uprights)
    assert boxes(evidence, "table") == [(50, 100, 410, 250)]


def test_a_head_without_rules_between_two_grids_joins_nothing() -> None:
    names = ("Region", "Sales", "Costs")
    texts = [
        Text(x=60 + 120 * column, y=106 + 30 * row, text=name if row == 2 else f"{row + 1}{column}.{row + 3}")
        for row in range(5)
        for column, name in enumerate(names)
    ]
    levels = [(50.0, y, 410.0, y) for y in (100.0, 130.0, 158.0, 192.0, 220.0, 250.0)]
    uprights = [
        (50.0 + 120 * at, top, 50.0 + 120 * at, end) for at in range(4) for top, end in ((100.0, 158.0), (192.0, 250.0))
    ]
    evidence = page(texts, horizontal=levels, vertical=uprights)
    assert len(find_grids(evidence, find_rows(evidence))) == 2
