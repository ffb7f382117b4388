"""Lines of two columns that the reader of the PDF gives as one come apart."""

from __future__ import annotations

from typing import Any

from docling_core.types.doc.base import BoundingBox, CoordOrigin
from docling_core.types.doc.page import BoundingRectangle, PdfTextCell, SegmentedPdfPage, TextDirection

from bizrag.parsing.engines.letters.joined_lines import part_lines

HEIGHT = 800.0


def _cell(text: str, box: tuple[float, float, float, float]) -> PdfTextCell:
    left, top, right, bottom = box
    place = BoundingBox(l=left, t=HEIGHT - top, r=right, b=HEIGHT - bottom, coord_origin=CoordOrigin.BOTTOMLEFT)
    return PdfTextCell.model_construct(
        text=text,
        orig=text,
        rect=BoundingRectangle.from_bounding_box(place),
        from_ocr=False,
        text_direction=TextDirection.LEFT_TO_RIGHT,
        font_name="/F1",
        index=0,
    )


def _page(lines: list[PdfTextCell], words: list[PdfTextCell]) -> Any:
    return SegmentedPdfPage.model_construct(textline_cells=lines, word_cells=words)


def _texts(page: Any) -> list[str]:
    return [cell.text for cell in page.textline_cells]


def test_a_line_and_what_stands_beside_it_in_the_next_column_are_two() -> None:
    words = [
        _cell("rates", (50, 100, 80, 110)),
        _cell("of", (83, 100, 95, 110)),
        _cell("2011.", (98, 100, 130, 110)),
        _cell("Weekly", (180, 106, 220, 116)),
    ]
    page = _page([_cell("rates of 2011. Weekly", (50, 100, 220, 116))], words)
    part_lines(page, HEIGHT)
    assert _texts(page) == ["rates of 2011.", "Weekly"]
    boxes = [cell.rect.to_bounding_box().to_top_left_origin(HEIGHT) for cell in page.textline_cells]
    assert [(box.l, box.t, box.r, box.b) for box in boxes] == [(50, 100, 130, 110), (180, 106, 220, 116)]
    assert [cell.index for cell in page.textline_cells] == [0, 1]
    part_lines(page, HEIGHT)
    assert _texts(page) == ["rates of 2011.", "Weekly"]


def test_the_number_of_an_item_stays_with_its_text() -> None:
    for marker in ("3.", "!"):
        words = [_cell(marker, (50, 100, 58, 110)), _cell("Encryption", (82, 100, 130, 110))]
        page = _page([_cell(f"{marker} Encryption", (50, 100, 130, 110))], words)
        part_lines(page, HEIGHT)
        assert _texts(page) == [f"{marker} Encryption"]


def test_raised_figures_and_stretched_spaces_stay_in_their_line() -> None:
    words = [
        _cell("output", (50, 100, 85, 110)),
        _cell("rose", (100, 100, 120, 110)),
        _cell("2", (122, 97, 125, 102)),
        _cell("again", (128, 100, 150, 110)),
    ]
    page = _page([_cell("output rose 2 again", (50, 97, 150, 110))], words)
    part_lines(page, HEIGHT)
    assert _texts(page) == ["output rose 2 again"]
