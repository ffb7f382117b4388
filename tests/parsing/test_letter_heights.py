"""Heights of words where a font does not say them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from docling_core.types.doc.base import BoundingBox, CoordOrigin
from docling_core.types.doc.page import BoundingRectangle

from bizrag.parsing.engines.letters.letter_heights import mend_letter_heights


def _cell(text: str, *, height: float, font: str, from_ocr: bool = False) -> Any:
    """A cell of text of 10 points whose letters stand on y = 102."""
    box = BoundingBox(
        l=0, b=102 - 0.2 * height, r=5.3 * len(text), t=102 + 0.8 * height, coord_origin=CoordOrigin.BOTTOMLEFT
    )
    return SimpleNamespace(text=text, rect=BoundingRectangle.from_bounding_box(box), font_name=font, from_ocr=from_ocr)


def _page(*cells: Any) -> Any:
    return SimpleNamespace(word_cells=list(cells), textline_cells=[])


def _heights(page: Any) -> list[float]:
    return [cell.rect.to_bounding_box().height for cell in page.word_cells]


def test_words_of_a_font_with_flat_boxes_get_the_usual_height_and_keep_their_baseline() -> None:
    page = _page(*(_cell(text, height=4.0, font="flat") for text in ("group", "reports", "under", "same")))

    mend_letter_heights(page)

    assert _heights(page) == pytest.approx([10.0] * 4, rel=0.2)
    box = page.word_cells[0].rect.to_bounding_box()
    assert box.b + 0.2 * box.height == pytest.approx(102)
    mended = _heights(page)
    mend_letter_heights(page)
    assert _heights(page) == mended


def test_other_fonts_few_words_and_recognised_words_stay_as_they_are() -> None:
    usual = _page(*(_cell(text, height=11.0, font="usual") for text in ("group", "reports", "under")))
    ink = _page(*(_cell(text, height=7.2, font="ink") for text in ("Net", "hold", "told")))
    few = _page(_cell("group", height=4.0, font="flat"))
    read = _page(*(_cell(text, height=4.0, font="flat", from_ocr=True) for text in ("group", "reports", "under")))
    for page in (usual, ink, few, read):
        before = _heights(page)
        mend_letter_heights(page)
        assert _heights(page) == before
