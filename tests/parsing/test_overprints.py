"""Text that is drawn twice is read once."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from docling_core.types.doc.base import BoundingBox, CoordOrigin
from docling_core.types.doc.page import BoundingRectangle
from reportlab.pdfgen.canvas import Canvas

from bizrag.model.geometry import BoundingBox as PageBox
from bizrag.parsing.engines.letters.overprints import drop_overprints
from bizrag.parsing.text_layers.letter_places import place_again
from bizrag.parsing.text_layers.text_layer import Word, each_once, open_pdf, read_page


def _cell(text: str, left: float, top: float, *, height: float = 12.0) -> Any:
    box = BoundingBox(l=left, t=top, r=left + 6 * len(text), b=top - height, coord_origin=CoordOrigin.BOTTOMLEFT)
    return SimpleNamespace(text=text, rect=BoundingRectangle.from_bounding_box(box))


def test_the_first_of_two_that_lie_nearly_on_the_same_place_stays() -> None:
    title, again = _cell("Safety review", 72, 700), _cell("Safety review", 72.6, 700.3)
    below = _cell("Safety review", 72, 686)
    page = SimpleNamespace(word_cells=[title, again], textline_cells=[title, again, below])
    drop_overprints(page)
    assert page.word_cells == [title]
    assert page.textline_cells == [title, below]
    drop_overprints(page)
    assert page.textline_cells == [title, below]


@pytest.mark.parametrize("shift", [0.0, 0.2, 1.0])
def test_letters_that_are_drawn_with_their_outline_are_read_once(tmp_path: Path, shift: float) -> None:
    path = tmp_path / "outlined.pdf"
    canvas = Canvas(str(path), pagesize=(400, 200))
    left = 40.0
    for letter in "Cool bookkeeper, all swell":
        for again in (0, 1):
            canvas.setFont("Helvetica", 20)
            canvas.drawString(left + again * shift, 120, letter)
        left += canvas.stringWidth(letter, "Helvetica", 20)
    canvas.save()
    document = open_pdf(path)
    try:
        words = read_page(document, 1).words
    finally:
        document.close()
    assert " ".join(word.text for word in words) == "Cool bookkeeper, all swell"


def test_a_text_that_is_drawn_again_after_others_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "again.pdf"
    canvas = Canvas(str(path), pagesize=(400, 200))
    canvas.setFont("Helvetica", 12)
    for shift in (0.0, 0.3, 0.0):
        for x, text in ((40, "Illness 12"), (160, "Death 7"), (260, "Death 7")):
            canvas.drawString(x + shift, 120, text)
    canvas.save()
    document = open_pdf(path)
    try:
        words = read_page(document, 1).words
    finally:
        document.close()
    assert sorted(word.text for word in words) == ["12", "7", "7", "Death", "Death", "Illness"]


def _word(text: str, left: float, right: float, top: float, bottom: float) -> Word:
    return Word(text, PageBox(l=left, t=top, r=right, b=bottom), 10.0, 0)


def test_the_rest_of_a_halo_is_no_word_of_its_own() -> None:
    # as pdfium tells what a browser prints: the first letter of the halo with the text, then its other letters
    value, rest = _word("8200", 146.3, 166.2, 90.3, 97.5), _word("200", 151.3, 167.0, 89.6, 97.4)
    assert list(each_once([value, rest])) == [value]
    # figures that end alike, below each other or in the next column
    below, beside = _word("200", 151.3, 166.2, 101.3, 107.5), _word("200", 171.3, 187.0, 89.6, 97.4)
    assert list(each_once([value, below, beside])) == [value, below, beside]


def test_a_letter_is_drawn_again_over_any_of_its_word() -> None:
    # outlines of pairs of letters: "2", "2", "6", "8", "6", "8" of "268"
    letters, corners = ["2", "6", "8"], [(0.0, 0.0, 6.0, 9.0), (6.5, 0.0, 12.5, 9.0), (13.0, 0.0, 19.0, 9.0)]
    assert place_again(letters, corners, "6", (5.8, -0.7, 13.2, 9.7)) == 1
    # the same letter on a place of its own
    assert place_again(letters, corners, "6", (19.5, 0.0, 25.5, 9.0)) is None
    assert place_again(letters, corners, "8", (5.8, -0.7, 13.2, 9.7)) is None


def test_the_rest_of_a_halo_may_be_told_after_the_next_word() -> None:
    # the first letter of the outline with the text, the others after its next word: "Aker BP ker"
    first, second = _word("Aker", 100.0, 124.0, 90.0, 98.0), _word("BP", 127.0, 141.0, 90.0, 98.0)
    rest = _word("ker", 106.0, 124.7, 89.4, 98.6)
    assert list(each_once([first, second, rest])) == [first, second]
