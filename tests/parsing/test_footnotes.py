"""Footnotes: which blocks at the foot of a page are notes, and behind what they are put."""

from __future__ import annotations

import pytest
from reportlab.pdfgen.canvas import Canvas

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind, TableCell
from bizrag.parsing.captions.footnotes import place_footnotes
from bizrag.parsing.conservation import missing_words
from bizrag.parsing.draft import DraftItem, DraftTable, DraftText
from bizrag.parsing.text_layers.text_layer import Word, open_pdf, read_page

RULE = "Students register for an examination 21 days before its date."
OTHER = "The thesis takes 24 weeks."
NOTES = ("The portal opens in May.", "With the consent of the board 30 weeks.")


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> tuple[Word, ...]:
    """A page with two sentences, marks raised behind both, and the two notes at its foot."""
    path = tmp_path_factory.mktemp("notes") / "page.pdf"
    canvas = Canvas(str(path), pagesize=(500, 600))
    for y, line, mark in ((550, RULE, "1"), (530, OTHER, "2")):
        text = canvas.beginText(50, y)
        text.setFont("Helvetica", 11)
        text.textOut(line)
        text.setRise(4)
        text.setFont("Helvetica", 7)
        text.textOut(mark)
        canvas.drawText(text)
    for number, note in enumerate(NOTES, start=1):
        text = canvas.beginText(50, 100 - 12 * number)
        text.setRise(3)
        text.setFont("Helvetica", 6)
        text.textOut(str(number))
        text.setRise(0)
        text.setFont("Helvetica", 9)
        text.textOut(note)
        canvas.drawText(text)
    canvas.save()
    document = open_pdf(path)
    try:
        return read_page(document, 1).words
    finally:
        document.close()


def _text(said: str, top: float, height: float = 12) -> DraftText:
    box = BoundingBox(l=45, t=top, r=480, b=top + height)
    return DraftText(kind=BlockKind.TEXT, text=said, page_no=1, bbox=box)


def _page(*, notes: str = f"1 {NOTES[0]} 2 {NOTES[1]}") -> list[DraftItem]:
    return [_text(f"{RULE} 1", 36), _text(f"{OTHER} 2", 56), _text(notes, 498, 40)]


def _said(items: list[DraftItem]) -> list[str]:
    return [item.text for item in items if isinstance(item, DraftText)]


def test_each_note_stands_behind_the_sentence_with_its_mark(words: tuple[Word, ...]) -> None:
    placed = place_footnotes(_page(), words)
    assert _said(placed) == [f"{RULE} 1", f"1 {NOTES[0]}", f"{OTHER} 2", f"2 {NOTES[1]}"]
    first, second = placed[1], placed[3]
    assert isinstance(first, DraftText)
    assert first.kind is BlockKind.FOOTNOTE
    # each has its own place on the page
    assert first.bbox is not None
    assert second.bbox is not None
    assert first.bbox.b <= second.bbox.t + 3


def test_a_cell_may_have_the_mark(words: tuple[Word, ...]) -> None:
    cell = TableCell(text=f"{OTHER} 2", row_start=0, row_end=1, col_start=0, col_end=1, is_header=False)
    table = DraftTable(num_rows=1, num_cols=1, cells=[cell], page_no=1)
    placed = place_footnotes([_text(f"{RULE} 1", 36), table, _page()[-1]], words)
    assert [item.text if isinstance(item, DraftText) else "table" for item in placed] == [
        f"{RULE} 1",
        f"1 {NOTES[0]}",
        "table",
        f"2 {NOTES[1]}",
    ]


def test_numbers_of_the_text_are_no_marks(words: tuple[Word, ...]) -> None:
    # a list with numbers in the type of its words, and a note whose mark nothing has
    listed = [_text("Take 1", 36), _text("1 Bring a pen.", 498)]
    assert place_footnotes(listed, words) == listed
    without = [_text(RULE, 36), _text(OTHER, 56), _page()[-1]]
    assert place_footnotes(without, words) == without


def test_a_mark_and_its_word_are_not_missing_though_the_layer_has_them_as_one(words: tuple[Word, ...]) -> None:
    assert any(word.text == "1The" for word in words)
    assert missing_words(words, _page()) == []
