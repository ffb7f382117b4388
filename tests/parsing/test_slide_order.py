"""What stands on slides beside and between other texts: turned texts, arrows, time lines, wrapped names, titles."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from pptx.enum.shapes import MSO_SHAPE
from pptx.util import Pt
from reportlab.pdfgen.canvas import Canvas

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftText
from bizrag.parsing.slides.pdf_slides import slide_blocks
from bizrag.parsing.text_layers.text_layer import PageLayer, Word, open_pdf, read_page
from tests.parsing.slide_words import slide_words
from tests.parsing.written_decks import WrittenDeck


@pytest.fixture
def deck(tmp_path: Path) -> WrittenDeck:
    return WrittenDeck(tmp_path)


def _texts(words: Sequence[Word], frames: Sequence[BoundingBox] = ()) -> list[str]:
    layer = PageLayer(page_no=1, width_pt=960, height_pt=540, words=tuple(words))
    return [item.text for item in slide_blocks(layer, frames=frames) if isinstance(item, DraftText)]


def _frame(left: float, top: float, width: float, height: float) -> BoundingBox:
    return BoundingBox(l=left, t=top, r=left + width, b=top + height)


@pytest.mark.parametrize("angle", [90, -90])
def test_a_text_that_is_turned_is_read_whole(tmp_path: Path, angle: int) -> None:
    path = tmp_path / "matrix.pdf"
    canvas = Canvas(str(path), pagesize=(720, 405))
    canvas.setFont("Helvetica", 13)
    canvas.saveState()
    canvas.translate(60, 200)
    canvas.rotate(angle)
    canvas.drawCentredString(0, 0, "Growth of the market (yearly)")
    canvas.restoreState()
    canvas.drawString(200, 270, "Watch")
    canvas.drawString(200, 130, "Stay away")
    canvas.save()
    document = open_pdf(path)
    layer = read_page(document, 1)
    document.close()
    assert {word.text for word in layer.words if not word.is_turned} == {"Watch", "Stay", "away"}
    assert [item.text for item in slide_blocks(layer) if isinstance(item, DraftText)] == [
        "Growth of the market (yearly)",
        "Watch",
        "Stay away",
    ]


def test_texts_that_an_arrow_stands_between_are_said_with_it() -> None:
    words = slide_words("How a claim is paid", 40, 30, 0, size=28)
    for number, step in enumerate(("Report", "→", "Survey", "→", "Payment")):
        words += slide_words(step, 60 + 160 * number, 200, number + 1, size=14)
    words += slide_words("↓", 92, 240, 10, size=14)
    words += slide_words("Refusal", 70, 280, 11, size=14)
    assert _texts(words) == ["How a claim is paid", "Report → Survey → Payment ↓ Refusal".replace("↓", "→")]


def test_events_above_and_below_a_line_are_read_along_it(deck: WrittenDeck) -> None:
    events = (("Nov 2025", "Dock"), ("Mar 2026", "Cranes"), ("Oct 2026", "Rail"), ("Jun 2027", "Bridge"))
    for number, event in enumerate(events):
        deck.write((40 + 150 * number, 280 if number % 2 else 150, 140, 60), *event, bold=True)
    assert deck.texts() == [" – ".join(event) for event in events]


def test_dates_of_cards_in_two_rows_are_read_row_by_row(deck: WrittenDeck) -> None:
    events = (("Nov 2025", "Dock"), ("Mar 2026", "Cranes"), ("Oct 2026", "Rail"), ("Jun 2027", "Bridge"))
    for number, event in enumerate(events):
        deck.write((40 + 300 * (number % 2), 150 + 130 * (number // 2), 200, 60), *event, bold=True)
    assert deck.texts() == [" – ".join(event) for event in events]


def test_a_name_of_two_lines_is_a_step_like_those_of_one() -> None:
    names = ("Freeze", "Extract", "Load", "Go / no-go", "Open")
    words: list[Word] = []
    frames: list[BoundingBox] = []
    for number, name in enumerate(names):
        left = 40.0 + 180 * number
        frames.append(_frame(left, 180, 150, 60))
        parts = ["Go /", "no-go"] if name == "Go / no-go" else [name]
        for line, part in enumerate(parts):
            words += slide_words(part, left + 40, 202 - 8 * (len(parts) - 1) + 17 * line, 10 * number + line, bold=True)
        words += slide_words(f"{number + 4}:00", left + 40, 260, 10 * number + 5)
    assert _texts(words, frames) == [f"{name} – {number + 4}:00" for number, name in enumerate(names)]


def test_rows_beside_a_frame_of_lines_have_none_of_them() -> None:
    rows = (("Scope", "Green", "Nothing is open"), ("Time", "Amber", "Two weeks late"), ("People", "Red", "Two left"))
    words: list[Word] = []
    for number, (name, state, note) in enumerate(rows):
        words += slide_words(name, 60, 120 + 60 * number, 10 * number, size=16, bold=True)
        words += slide_words(state, 220, 120 + 60 * number, 10 * number, size=16, bold=True)
        words += slide_words(note, 340, 120 + 60 * number, 10 * number, size=16)
    for number, line in enumerate(("What matters", "Go-live stays", "No money left")):
        words += slide_words(line, 720, 120 + 60 * number, 10 * number, size=16, bold=number == 0)
    said = _texts(words, [_frame(700, 90, 220, 260)])
    assert [text for text in said if " – " in text] == [" – ".join(row) for row in rows]


def test_a_row_that_lacks_a_cell_is_one(deck: WrittenDeck) -> None:
    rows = (
        ("10:00", "Welcome", "Ines Roth"),
        ("10:40", "Stores", "Per Lund"),
        ("11:15", "Coffee"),
        ("12:00", "End", "All"),
    )
    for number, cells in enumerate(rows):
        for col, text in enumerate(cells):
            deck.write(((40, 140, 480)[col], 100 + 50 * number, 200, 30), text, size=18 - 2 * col, bold=col == 0)
    assert deck.texts() == [" – ".join(cells) for cells in rows]


def test_a_remark_below_each_of_several_rows_is_said_with_it(deck: WrittenDeck) -> None:
    risks = (
        ("R1", "Data not clean", "Owner: Tan"),
        ("R2", "Users leave", "Owner: Karanja"),
        ("R3", "No printer", "Owner: Holub"),
    )
    for number, (sign, risk, owner) in enumerate(risks):
        top = 100 + 70 * number
        deck.write((40, top, 50, 30), sign, bold=True)
        deck.write((120, top, 300, 30), risk, bold=True)
        deck.write((120, top + 22, 300, 30), owner, size=12)
    assert deck.texts() == [" – ".join(risk) for risk in risks]


def test_cells_of_a_row_may_have_types_of_several_sizes(deck: WrittenDeck) -> None:
    decisions = (
        ("1", "Release the reserve", "Approve"),
        ("2", "Move the date", "Approve"),
        ("3", "One list", "Advise"),
    )
    for number, (sign, text, wish) in enumerate(decisions):
        top = 100 + 86 * number
        deck.draw((40, top, 58, 58), sign, size=24)
        deck.write((130, top + 7, 500, 50), text, size=18)
        deck.draw((640, top + 7.2, 60, 43.2), wish, size=16)
    assert deck.texts() == [" – ".join(decision) for decision in decisions]


def test_the_largest_text_at_the_top_is_the_title_where_no_title_is_set(deck: WrittenDeck) -> None:
    deck.draw((0, 0, 720, 60), "Milestones", size=26)
    deck.write((40, 120, 400, 60), "Rails are laid", "Trains run")
    deck.write((600, 500, 100, 30), "48 %", size=40)
    items = [item for item in deck.read().items if isinstance(item, DraftText)]
    assert [item.text for item in items if item.kind is BlockKind.HEADING] == ["Milestones"]


def test_signs_of_symbol_fonts_are_read_as_what_they_show() -> None:
    words = slide_words("Done so far", 60, 30, 9, size=28)
    for number, text in enumerate(("\uf0fc Ledger is signed off", "\uf0fc Interfaces are live")):
        words += slide_words(text, 60, 150 + 24 * number, number, size=14)
    assert "\n".join(_texts(words)) == "Done so far\n✓ Ledger is signed off\n✓ Interfaces are live"


def test_numbers_of_steps_are_told_with_what_stands_beside_them() -> None:
    steps = (("Label", "Is it new?"), ("Rungs", "Firm and clean"), ("Feet", "Not hardened"))
    words = slide_words("How a ladder is checked", 40, 30, 99, size=28)
    frames: list[BoundingBox] = []
    for number, (name, text) in enumerate(steps):
        top = 120.0 + 80 * number
        words += slide_words(str(number + 1), 60, top + 9, 10 * number, size=20, bold=True)
        words += slide_words(name, 140, top, 10 * number + 1, size=14, bold=True)
        words += slide_words(text, 140, top + 20, 10 * number + 2, size=14)
        frames.append(_frame(45, top - 3, 44, 44))
    words += slide_words("7", 930, 480, 98, size=9)
    said = [f"{number} – {name} – {text}" for number, (name, text) in enumerate(steps, 1)]
    assert _texts(words, frames)[1:] == [*said, "7"]


def test_names_in_each_quadrant_are_told_with_its_head(deck: WrittenDeck) -> None:
    for number, (head, names) in enumerate((("Watch", ("Iran", "Oman")), ("Buy now", ("Peru", "Chad", "Fiji")))):
        left = 40 + 320 * number
        deck.slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, *map(Pt, (left, 100, 300, 180)))
        deck.write((left + 5, 105, 120, 26), head, size=16, bold=True)
        for at, name in enumerate(names):
            deck.draw((left + 20 + 90 * at, 170 + 24 * (at == 1), 80, 24), name, size=12, bold=False)
    assert deck.texts() == ["Watch – Iran – Oman", "Buy now:", "- Peru", "- Fiji", "- Chad"]


def test_capitals_set_the_head_of_a_quadrant_off_in_any_type() -> None:
    words: list[Word] = []
    frames: list[BoundingBox] = []
    for number, (head, names) in enumerate(
        (("EXIT OR FIX", ("Corrugated (512)", "Iberia (89)")), ("GROW", ("Pharma",)))
    ):
        left = 40.0 + 320 * number
        frames.append(_frame(left, 100, 300, 180))
        words += slide_words(head, left + 5, 105, 10 * number, size=12, bold=True)
        for at, name in enumerate(names, 1):
            words += slide_words(name, left + 60 * at, 130 + 40 * at, 10 * number + at, size=12, bold=True)
    said = ["EXIT OR FIX – Corrugated (512) – Iberia (89)", "GROW – Pharma"]
    assert _texts(words, frames) == said


def test_items_below_bold_ones_with_bullets_are_told_with_them() -> None:
    words: list[Word] = []
    lines = (("• Revenue 571m", True), ("– 2,960 trucks", False), ("• Customers", True), ("– Ports of the", False))
    for column, head in enumerate(("Transport", "Pharma", "Stores")):
        left = 40.0 + 300 * column
        words += slide_words(head, left, 100, 10 * column, size=20, bold=True)
        for line, (text, is_bold) in enumerate(lines):
            bullet, _, item = text.partition(" ")
            inside = left + (0 if is_bold else 20)
            words += slide_words(bullet, inside, 140 + 22 * line, 100 + 10 * line + column, size=14)
            words += slide_words(item, inside + 20, 140 + 22 * line, 100 + 10 * line + column, size=14, bold=is_bold)
        # the last item goes on below in one column
        words += slide_words("north", left + 40, 228, 150, size=14) if column == 0 else []
    said = ["- Revenue 571m – 2,960 trucks", "- Customers – Ports of the"]
    first, *others = (f"{head}:" for head in ("Transport", "Pharma", "Stores"))
    assert _texts(words) == [first, said[0], f"{said[1]} north", *(line for head in others for line in (head, *said))]
