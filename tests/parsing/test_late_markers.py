"""Numbers of a list that a file draws after the text of its page stand before their items."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from docling_core.types.doc.base import BoundingBox, CoordOrigin
from docling_core.types.doc.page import BoundingRectangle
from reportlab.pdfgen.canvas import Canvas

from bizrag.model.documents import Layout
from bizrag.model.hashing import sha256_bytes
from bizrag.parsing.confined.workers import ParserPool
from bizrag.parsing.engines.letters.late_markers import move_late_markers

HEIGHT = 800.0
_STEPS = ("Download the form from the page of the fund.", "Attach the itemized bill.", "Send both to the office.")


def _cell(text: str, left: float, top: float, index: int) -> Any:
    box = BoundingBox(l=left, t=top, r=left + 5 * len(text), b=top - 10, coord_origin=CoordOrigin.BOTTOMLEFT)
    rect = BoundingRectangle.from_bounding_box(box)
    return SimpleNamespace(text=text, rect=rect, from_ocr=False, index=index)


def _texts_in_order(*cells: tuple[str, float, float]) -> list[str]:
    made = [_cell(*cell, index) for index, cell in enumerate(cells)]
    page = SimpleNamespace(textline_cells=made, word_cells=list(made))
    move_late_markers(page, HEIGHT)
    assert [cell.index for cell in page.textline_cells] == list(range(len(cells)))
    assert page.word_cells == page.textline_cells
    return [cell.text for cell in page.textline_cells]


def test_markers_that_come_last_go_before_their_lines() -> None:
    told = _texts_in_order(
        ("Ask first.", 60, 700), ("Then go.", 60, 680), ("and stay", 60, 668), ("1.", 46, 700), ("2.", 46, 680)
    )
    assert told == ["1.", "Ask first.", "2.", "Then go.", "and stay"]


def test_what_is_no_marker_or_marks_nothing_right_of_it_stays() -> None:
    # a marker before its text, one far left of it, one at the end of its line, and a figure
    cells = [
        ("a)", 46, 720),
        ("First", 60, 720),
        ("Far", 300, 700),
        ("2.", 46, 700),
        ("Sum", 60, 680),
        ("(b)", 80, 680),
    ]
    assert _texts_in_order(*cells, ("12", 46, 680)) == [text for text, *_ in cells] + ["12"]


@pytest.mark.slow
def test_a_list_whose_numbers_are_drawn_last_has_them_before_its_items(tmp_path: Path, parsers: ParserPool) -> None:
    path = tmp_path / "claims.pdf"
    canvas = Canvas(str(path), pagesize=(595, 842))
    canvas.setFont("Helvetica", 11)
    canvas.drawString(68, 740, "You file a claim only when a provider does not file it for you:")
    for at, step in enumerate(_STEPS):
        canvas.drawString(98, 715 - 16 * at, step)
    canvas.drawString(68, 640, "We decide most claims within thirty days after we have received them.")
    for at in range(len(_STEPS)):
        canvas.drawString(84, 715 - 16 * at, f"{at + 1}.")
    canvas.save()
    digest = sha256_bytes(path.read_bytes())
    parse = parsers.submit(path, content_sha256=digest, layout=Layout.VERTICAL).result(300)
    items = [block.text for block in parse.blocks if any(step in block.text for step in _STEPS)]
    assert items == [f"{number}. {step}" for number, step in enumerate(_STEPS, start=1)]
    assert sum(page.num_lost_tokens for page in parse.pages) == 0
