"""Formats without pages and without models: TXT, HTML clean-up, charts, headings, drafts."""

from __future__ import annotations

from pathlib import Path

import pytest

from bizrag.errors import BadInputError
from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind, TableCell
from bizrag.parsing.captions.plain_captions import link_captions
from bizrag.parsing.draft import Draft, DraftPage, DraftPicture, DraftTable, DraftText, finish
from bizrag.parsing.headings.bookmarks import Bookmark, mark_bookmarks
from bizrag.parsing.headings.levels import measure_headings, set_levels
from bizrag.parsing.office.native_charts import chart_markdown
from bizrag.parsing.office.printed_pages import assign_pages
from bizrag.parsing.plain_text.reader import parse_text, read_text
from bizrag.parsing.slides.reading_order import reading_order
from bizrag.parsing.text_layers.text_layer import PageLayer, Word
from bizrag.parsing.web_pages.html_clean import clean_html


def _box(left: float, top: float, right: float, bottom: float) -> BoundingBox:
    return BoundingBox(l=left, t=top, r=right, b=bottom)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_encoding_of_text_is_found(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "notes.txt"
    text = "Die Prüfung der Geräte ergab: alle Größen wären für die Märkte verfügbar.\n" * 4
    path.write_bytes(text.replace("\n", "\r\n").encode(encoding))
    assert read_text(path) == text


def test_only_clear_headings_of_a_text_file_are_headings(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(
        "ANNUAL NOTES\n\n1.2 Revenue\n\nRevenue rose\nby a third.\n\nSee below.\n\n- one\n- two\n  and more\n"
    )
    blocks = [(item.kind, item.text, item.level) for item in parse_text(path).items if isinstance(item, DraftText)]
    assert blocks == [
        (BlockKind.HEADING, "ANNUAL NOTES", 1),
        (BlockKind.HEADING, "1.2 Revenue", 2),
        (BlockKind.TEXT, "Revenue rose\nby a third.", None),
        (BlockKind.TEXT, "See below.", None),
        (BlockKind.LIST_ITEM, "- one", None),
        (BlockKind.LIST_ITEM, "- two\nand more", None),
    ]


def test_a_file_of_blanks_holds_no_text(tmp_path: Path) -> None:
    path = tmp_path / "blank.txt"
    path.write_text(" \n\n \t\n")
    with pytest.raises(BadInputError, match="the file holds no text"):
        parse_text(path)


def test_scripts_and_hidden_parts_leave_a_page_and_words_stay_whole() -> None:
    page = b"""<html><head><script>alert(1)</script></head><body><nav>Menu</nav>
      <p><b>AN</b>NUAL <a href="x">report</a><script>track()</script> 2025</p>
      <div style="display: none">hidden</div>after</body></html>"""
    cleaned = clean_html(page).decode()
    assert "ANNUAL report 2025" in cleaned
    assert "after" in cleaned
    assert not any(word in cleaned for word in ("alert", "track", "hidden", "Menu", "href"))


def test_a_bullet_set_in_a_table_becomes_a_list() -> None:
    page = "<table><tr><td></td><td>•</td><td>Grow the base</td></tr></table>".encode()
    assert b"<ul><li>Grow the base</li></ul>" in clean_html(page)


def test_bold_lines_are_headings_in_filings_without_headings() -> None:
    page = (
        b"<body><p><b>PART I</b></p><p><b>Item 1. Business</b></p><p><b>Products</b></p><p>We <b>build</b>.</p></body>"
    )
    cleaned = clean_html(page)
    for part in (b"<h2>PART I</h2>", b"<h3>Item 1. Business</h3>", b"<h4>Products</h4>", b"<p>We build.</p>"):
        assert part in cleaned


def test_a_chart_gives_its_cached_values() -> None:
    def points(*values: str) -> str:
        return "".join(f'<c:pt idx="{index}"><c:v>{value}</c:v></c:pt>' for index, value in enumerate(values))

    xml = f"""<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"
      xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart>
      <c:title><c:tx><c:rich><a:p><a:r><a:t>Revenue</a:t></a:r></a:p></c:rich></c:tx></c:title>
      <c:plotArea><c:barChart><c:ser>
        <c:tx><c:strRef><c:strCache>{points("2025")}</c:strCache></c:strRef></c:tx>
        <c:cat><c:strRef><c:strCache>{points("Q1", "Q2")}</c:strCache></c:strRef></c:cat>
        <c:val><c:numRef><c:numCache>{points("8.199999999999999", "9")}</c:numCache></c:numRef></c:val>
      </c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>""".encode()
    assert chart_markdown(xml) == ("Revenue", "|  | 2025 |\n| --- | --- |\n| Q1 | 8.2 |\n| Q2 | 9 |")


def test_numbers_and_letter_sizes_give_heading_levels() -> None:
    sizes = {"Report": 24.0, "1 Scope": 16.0, "1.1 Terms": 12.0, "Remarks": 16.0}
    items = [
        DraftText(kind=BlockKind.HEADING, text=text, page_no=1, bbox=_box(0, 100 * i, 300, 100 * i + 30))
        for i, text in enumerate(sizes)
    ]
    words = [
        Word(word, _box(5, 100 * i + 5, 50, 100 * i + 25), size, i)
        for i, (text, size) in enumerate(sizes.items())
        for word in text.split()
    ]
    measure_headings(items, [PageLayer(page_no=1, width_pt=600, height_pt=800, words=tuple(words))])
    set_levels(items)
    # "1 Scope" is the second size; "1.1" one below it
    assert [item.level for item in items] == [1, 2, 3, 2]


def test_the_outline_of_a_file_says_what_is_a_heading_and_how_deep() -> None:
    def item(kind: BlockKind, text: str, page_no: int, letter_pt: float = 12.0) -> DraftText:
        return DraftText(kind=kind, text=text, page_no=page_no, letter_pt=letter_pt)

    items = [
        item(BlockKind.TEXT, "Sales", 1),  # the table of contents
        item(BlockKind.HEADING, "Results of 2025", 2, 11.0),
        item(BlockKind.TEXT, "Sales", 2),
        item(BlockKind.HEADING, "SALES.", 2, 14.0),
        item(BlockKind.HEADING, "Europe", 2, 9.0),
        item(BlockKind.HEADING, "3.1 Pumps", 3, 11.0),
        item(BlockKind.HEADING, "3.2 Valves", 3, 11.0),
        item(BlockKind.HEADING, "Outlook", 3, 14.1),
        item(BlockKind.TEXT, "Sales", 4),
    ]
    outline = [("Results of 2025", 1, 2), ("2 Sales", 2, 2), ("Pumps", 3, 3), ("Sales", 3, None), ("Lost", 1, 3)]
    mark_bookmarks(items, [Bookmark(title=title, level=level, page_no=page) for title, level, page in outline])
    set_levels(items)
    # Europe hangs below Sales, 3.2 stands like 3.1, Outlook is as large as Sales
    assert [(i.text, i.level) for i in items if i.kind is BlockKind.HEADING] == [
        ("Results of 2025", 1),
        ("SALES.", 2),
        ("Europe", 4),
        ("3.1 Pumps", 3),
        ("3.2 Valves", 3),
        ("Outlook", 2),
    ]


def test_titles_over_charts_side_by_side_are_the_caption_of_their_picture() -> None:
    def title(text: str, left: float, top: float = 100) -> DraftText:
        return DraftText(kind=BlockKind.HEADING, text=text, page_no=1, bbox=_box(left, top, left + 120, top + 12))

    picture = DraftPicture(page_no=1, bbox=_box(50, 115, 500, 300))
    section, left, right = title("Data center", 50, 40), title("Revenue $B", 80), title("Operating income $B", 300)
    link_captions([section, right, left, picture])
    assert picture.caption == "Revenue $B; Operating income $B"
    assert [item.kind for item in (section, left, right)] == [BlockKind.HEADING, BlockKind.CAPTION, BlockKind.CAPTION]
    # one line alone heads what follows
    lonely, single = DraftPicture(page_no=1, bbox=_box(50, 115, 500, 300)), title("Revenue $B", 80)
    link_captions([single, lonely])
    assert (lonely.caption, single.kind) == ("", BlockKind.HEADING)


def test_a_numbered_caption_may_have_a_line_below_it_and_a_source_is_none() -> None:
    def line(text: str, top: float, kind: BlockKind = BlockKind.TEXT) -> DraftText:
        return DraftText(kind=kind, text=text, page_no=1, bbox=_box(50, top, 300, top + 10))

    source = line("Source: Central bank", 310, BlockKind.CAPTION)
    picture = DraftPicture(page_no=1, bbox=_box(50, 140, 500, 300), caption=source.text)
    caption, unit = line("Chart 3.1 Capital of banks", 100, BlockKind.CAPTION), line("Percent, 2022 Q3", 118)
    link_captions([line("All banks meet the rules.", 80), caption, unit, source, picture])
    assert picture.caption == "Chart 3.1 Capital of banks. Percent, 2022 Q3"
    assert (unit.kind, source.kind) == (BlockKind.CAPTION, BlockKind.TEXT)
    # a reference below a table names nothing
    reference = line("See accompanying Notes to the Statements.", 310, BlockKind.CAPTION)
    table = DraftTable(num_rows=0, num_cols=0, cells=[], page_no=1, bbox=_box(50, 140, 500, 300))
    table.caption = reference.text
    link_captions([table, reference])
    assert (table.caption, reference.kind) == ("", BlockKind.TEXT)
    # what stands between is a sentence
    alone = DraftPicture(page_no=1, bbox=_box(50, 140, 500, 300))
    link_captions([line("Chart 3.2 Funding", 100, BlockKind.CAPTION), line("Deposits are up again.", 118), alone])
    assert alone.caption == ""


def test_a_numbered_caption_inside_a_picture_goes_before_a_paragraph_beside_it() -> None:
    text = "Tests used forty machines. The load stayed low."
    beside = DraftText(kind=BlockKind.CAPTION, text=text, page_no=1, bbox=_box(50, 100, 500, 120))
    inside = "OPC 5,400\nM-Bus 380\nFigure 5. Values a second by protocol"
    picture = DraftPicture(page_no=1, bbox=_box(50, 130, 500, 300), caption=text, text=inside)
    link_captions([beside, picture])
    assert picture.caption == "Figure 5. Values a second by protocol"


def test_columns_are_read_one_after_the_other_below_a_title() -> None:
    title, right = _box(0, 0, 600, 40), _box(300, 60, 600, 300)
    left_top, left_low = _box(0, 60, 250, 150), _box(0, 140, 250, 300)
    assert reading_order([right, left_low, title, left_top]) == [2, 3, 1, 0]


def test_each_placeholder_stands_once_whatever_the_text_says() -> None:
    draft = Draft(
        items=[
            DraftText(kind=BlockKind.TEXT, text="As <<table_1>> shows\x00"),
            DraftTable(num_rows=1, num_cols=1, cells=[]),
            DraftPicture(),
        ]
    )
    parse = finish(draft, content_sha256="c", parser_fingerprint="f")
    assert parse.text == "As << table_1 >> shows\n\n<<table_1>>\n\n<<picture_1>>"


FIRST, SECOND = "The first paragraph of this small document", "A second paragraph which stands on the next page"
THIRD = "And a third paragraph on the page that is the last"
RUNNING = "Running title of the whole document"


def _printed(*pages: str) -> list[PageLayer]:
    return [
        PageLayer(page_no=n, width_pt=1, height_pt=1, words=(Word(text, _box(0, 0, 1, 1), 1.0, 0),))
        for n, text in enumerate(pages, 1)
    ]


def _pages_of(texts: list[str], layers: list[PageLayer]) -> list[int | None]:
    items = [DraftText(kind=BlockKind.TEXT, text=text) for text in texts]
    assign_pages(items, layers)
    return [item.page_no for item in items]


def test_printed_pages_give_page_numbers_only_when_the_paragraphs_are_found() -> None:
    layers = _printed(FIRST, SECOND)
    assert _pages_of([FIRST, "short", SECOND], layers) == [1, 1, 2]
    assert _pages_of(["Words that nobody printed anywhere at all"], layers) == [None]
    assert _pages_of([FIRST, "Words that nobody printed anywhere at all", SECOND], layers) == [None] * 3
    assert _pages_of(["short"], layers) == [None]
    # on one page there is nothing to find
    assert _pages_of(["short", "Words that nobody printed anywhere at all"], _printed(FIRST)) == [1, 1]


def test_a_heading_at_the_top_of_a_page_stands_with_its_text() -> None:
    layers = _printed(f"{FIRST} with steps to take", f"Steps {SECOND}", f"Care Oil {THIRD}")
    assert _pages_of([FIRST, "Steps", SECOND, "Care", "Oil", THIRD], layers) == [1, 2, 2, 3, 3, 3]


def test_a_running_title_and_a_text_out_of_order_mislead_nothing() -> None:
    layers = _printed(*(f"{RUNNING} {text}" for text in (FIRST, SECOND, THIRD)))
    assert _pages_of([FIRST, SECOND, THIRD, RUNNING], layers) == [1, 2, 3, 3]
    box = "A text box that is anchored here and printed at the end"
    layers = _printed(FIRST, SECOND, *[f"{THIRD} {n}" for n in "abcdef"], box)
    texts = [FIRST, box, SECOND, *[THIRD] * 6]
    assert _pages_of(texts, layers)[:3] == [1, 1, 2]


def test_boxes_are_cut_to_their_page() -> None:
    cell = TableCell(text="5", row_start=0, row_end=1, col_start=0, col_end=1, bbox=_box(90, 190, 130, 230))
    draft = Draft(
        pages=[DraftPage(page_no=1, width_pt=100, height_pt=200)],
        items=[
            DraftText(kind=BlockKind.TEXT, text="crop mark", page_no=1, bbox=_box(-20, 10, 50, 20)),
            DraftText(kind=BlockKind.TEXT, text="nowhere", page_no=1, bbox=_box(300, 10, 350, 20)),
            DraftText(kind=BlockKind.TEXT, text="page gone", page_no=7, bbox=_box(0, 10, 50, 20)),
            DraftTable(num_rows=1, num_cols=1, cells=[cell], page_no=1, bbox=_box(90, 190, 130, 230)),
        ],
    )

    parse = finish(draft, content_sha256="c", parser_fingerprint="f")

    assert [block.bbox for block in parse.blocks] == [
        _box(0, 10, 50, 20),
        _box(100, 10, 100, 20),
        None,
        _box(90, 190, 100, 200),
    ]
    assert parse.tables[0].bbox == parse.tables[0].cells[0].bbox == _box(90, 190, 100, 200)


def test_terms_of_a_list_stand_with_what_is_said_of_them() -> None:
    page = (
        "<html><body><h1>Restaurant</h1><dl><dt>Breakfast</dt><dd>7:15 to <b>9:30</b></dd><dt>Lunch</dt><dt>Brunch</dt>"
        "<dd>11:30 to 14:00</dd><dd>Sundays only</dd><dt>Rooms</dt><dd><ul><li>Blue room</li></ul></dd></dl>"
        "</body></html>"
    )
    cleaned = clean_html(page.encode()).decode()
    for paragraph in ("Breakfast: 7:15 to 9:30", "Lunch, Brunch: 11:30 to 14:00", "Lunch, Brunch: Sundays only"):
        assert f"<p>{paragraph}</p>" in cleaned
    # lists of their own stay lists
    assert "<dt>Rooms</dt>" in cleaned
    assert "<li>Blue room</li>" in cleaned
