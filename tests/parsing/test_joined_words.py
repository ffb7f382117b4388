"""Words that docling ran together: the text layer says where, the whole document says how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfgen.canvas import Canvas

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind, TableCell
from bizrag.parsing.draft import Draft, DraftItem, DraftPage, DraftPicture, DraftTable, DraftText, join
from bizrag.parsing.text_layers.joined_words import count_words, find_joints, mend_words
from bizrag.parsing.text_layers.text_layer import Word, open_pdf, read_page

BOX = BoundingBox(l=50, t=50, r=300, b=100)


def layer(path: Path, lines: Sequence[str], font: str = "Helvetica") -> tuple[Word, ...]:
    """The words of a page with these lines, as pdfium reads them."""
    canvas = Canvas(str(path), pagesize=(400, 600))
    canvas.setFont(font, 11)
    for number, line in enumerate(lines):
        canvas.drawString(50, 550 - 14 * number, line)
    canvas.save()
    document = open_pdf(path)
    try:
        return read_page(document, 1).words
    finally:
        document.close()


def page_draft(page_no: int, items: Sequence[DraftItem], words: Sequence[Word]) -> Draft:
    """A page as the PDF reader leaves it."""
    draft = Draft(items=list(items), pages=[DraftPage(page_no=page_no, width_pt=400, height_pt=600)])
    draft.pages[0].joints = find_joints(draft.items, words)
    draft.word_counts.update(count_words(words))
    return draft


def text(written: str, page_no: int = 1) -> DraftText:
    return DraftText(kind=BlockKind.TEXT, text=written, page_no=page_no, bbox=BOX)


def mended(path: Path, lines: Sequence[str], joined: str, *, elsewhere: Sequence[str] = ()) -> str:
    """What becomes of a text that docling made of the lines, with other lines on a second page."""
    first = page_draft(1, [text(joined)], layer(path, lines))
    other = page_draft(2, [text(" ".join(elsewhere), 2)], layer(path, elsewhere or [""]))
    draft = join([first, other])
    mend_words(draft)
    (item, *_) = draft.items
    assert isinstance(item, DraftText)
    return item.text


@pytest.mark.parametrize(
    ("lines", "joined", "elsewhere", "right"),
    [
        # nothing else is known: a broken word
        (["The algo-", "rithm ends."], "The algorithm ends.", [], "The algorithm ends."),
        (
            ["care from in-", "network doctors"],
            "care from innetwork doctors",
            ["in-network"],
            "care from in-network doctors",
        ),
        (["out-of-", "network care"], "out-ofnetwork care", ["(Out-of-Network)"], "out-of-network care"),
        # written both ways: as it is written more often
        (["an on-", "line form"], "an online form", ["on-line", "online", "online"], "an online form"),
        (["an on-", "line form"], "an online form", ["on-line", "on-line", "online"], "an on-line form"),
        # numbers and codes, and a change of case
        (
            ["the form 10-", "K of 2022-", "2023 and F-", "16"],
            "the form 10K of 20222023 and F16",
            [],
            "the form 10-K of 2022-2023 and F-16",
        ),
        (["an FDA-", "approved drug"], "an FDAapproved drug", [], "an FDA-approved drug"),
        # a range over two lines of a cell; docling writes its dash as a hyphen
        (["terminals 11\u2013", "12 are closed"], "terminals 11- 12 are closed", [], "terminals 11-12 are closed"),
        (["a CON-", "TRACT"], "a CONTRACT", [], "a CONTRACT"),
        # docling left the blank
        (
            ["care from in-", "network doctors"],
            "care from in- network doctors",
            ["in-network"],
            "care from in-network doctors",
        ),
    ],
)
def test_words_that_a_line_end_broke_are_written_as_elsewhere(
    tmp_path: Path, lines: list[str], joined: str, elsewhere: list[str], right: str
) -> None:
    assert mended(tmp_path / "a.pdf", lines, joined, elsewhere=elsewhere) == right


def test_what_stands_within_a_line_is_never_taken_for_a_broken_word(tmp_path: Path) -> None:
    # on the page itself the word is written in one, and in-network elsewhere only once
    lines = ["an innetwork office", "of in-", "network doctors, innetwork"]
    joined = "an innetwork office of innetwork doctors, innetwork"
    assert mended(tmp_path / "a.pdf", lines, joined, elsewhere=["in-network"]) == joined


def test_neighbours_without_a_gap_are_parted_when_both_are_words(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    lines = ["3.5 Im Voraus partitionieren", "Im Winter Im Sommer"]
    assert mended(path, lines, "3.5 ImVoraus partitionieren") == "3.5 Im Voraus partitionieren"
    # one that pdfium took apart: its halves are no words
    assert mended(path, ["V oraus und mehr"], "Voraus und mehr") == "Voraus und mehr"
    # one of the two is known, and neither is a letter that was set off
    known = ["Standard", "Standard"]
    assert mended(path, ["ein Standard wirft"], "ein Standardwirft", elsewhere=known) == "ein Standard wirft"
    assert mended(path, ["ein Standardwirft"], "ein Standardwirft", elsewhere=known) == "ein Standardwirft"
    assert mended(path, ["T orte"], "Torte", elsewhere=["T", "T"]) == "Torte"
    # the figure of a formula
    assert mended(path, ["of CO 2 and"], "of CO2 and", elsewhere=["CO CO 2 2"]) == "of CO2 and"
    # it is a word of its own
    lines = ["an on line shop", "on line on line", "online"]
    assert mended(path, lines, "an online shop") == "an online shop"
    # and one of two words that stand elsewhere
    assert mended(path, ["a prior authorization"], "a priorauthorization", elsewhere=["prior authorization"] * 2) == (
        "a prior authorization"
    )


def test_captions_cells_and_pictures_are_mended_and_other_pages_are_not(tmp_path: Path) -> None:
    words = layer(tmp_path / "a.pdf", ["care from in-", "network doctors"])
    said = "innetwork"
    cell = TableCell(text=said, row_start=0, row_end=1, col_start=0, col_end=1, is_header=False, bbox=None)
    table = DraftTable(num_rows=1, num_cols=1, cells=[cell], caption=said, page_no=1)
    picture = DraftPicture(caption=said, text=said, page_no=1)
    known = layer(tmp_path / "b.pdf", ["in-network and in-network"])
    draft = join([page_draft(1, [table, picture], words), page_draft(2, [text(said, 2)], known)])
    mend_words(draft)
    assert (table.caption, table.cells[0].text, picture.caption, picture.text) == ("in-network",) * 4
    assert isinstance(draft.items[2], DraftText)
    assert draft.items[2].text == said


@pytest.mark.parametrize(
    ("lines", "joined", "right"),
    [
        (["公司在苏州新建的工", "厂于九月投产"], "公司在苏州新建的工 厂于九月投产", "公司在苏州新建的工厂于九月投产"),
        # a number belongs to its unit, and to what it is of
        (["营业收入为", "48 亿元"], "营业收入为 48 亿元", "营业收入为48 亿元"),
        # signs of full width hold their room
        (["净利润增长，", "收入下降"], "净利润增长， 收入下降", "净利润增长，收入下降"),
        (["一、风险"], "一 、风险", "一、风险"),
        # blanks inside a line were set, and so are those beside other scripts
        (["董事长 王伟"], "董事长 王伟", "董事长 王伟"),
        (["使用", "Python 编程"], "使用 Python 编程", "使用 Python 编程"),
    ],
)
def test_lines_of_a_script_without_blanks_are_put_together_without_one(
    tmp_path: Path, lines: Sequence[str], joined: str, right: str
) -> None:
    registerFont(UnicodeCIDFont("STSong-Light"))
    draft = join([page_draft(1, [text(joined)], layer(tmp_path / "a.pdf", lines, "STSong-Light"))])
    mend_words(draft)
    (item,) = draft.items
    assert isinstance(item, DraftText)
    assert item.text == right
