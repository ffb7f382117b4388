"""Pages whose letters docling-parse has in wrong places."""

from __future__ import annotations

from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from docling_core.types.doc.page import BoundingRectangle, PdfTextCell
from docling_parse.pdf_parser import DoclingPdfParser
from reportlab.pdfgen.canvas import Canvas

from bizrag.parsing.engines.letters.unread_fonts import read_lost_letters

_LEFT = ("Rainfall rose again after three", "dry winters, and the reservoirs", "were nearly full early in March")
_RIGHT = ("Leakage fell below one tenth for", "the first time since metering", "began along the northern coast")


def _two_columns() -> BytesIO:
    file = BytesIO()
    canvas = Canvas(file, pagesize=(600, 400))
    for number, (left, right) in enumerate(zip(_LEFT, _RIGHT, strict=True)):
        canvas.drawString(40, 350 - 15 * number, left)
        canvas.drawString(320, 350 - 15 * number, right)
    canvas.save()
    return file


def _page(file: BytesIO, factor: float) -> Any:
    """The page as docling-parse reads it, all widths times a factor: what a table of widths that it misreads gives."""
    segmented = DoclingPdfParser(loglevel="fatal").load(path_or_stream=BytesIO(file.getvalue())).get_page(1)
    for cell in (*segmented.word_cells, *segmented.textline_cells):
        assert isinstance(cell, PdfTextCell)
        box = cell.rect.to_bounding_box()
        box.r = box.l + factor * (box.r - box.l)
        cell.rect = BoundingRectangle.from_bounding_box(box)
    return SimpleNamespace(page_no=1, parsed_page=segmented)


def _rights(page: Any) -> list[float]:
    cells = (cell for cell in page.parsed_page.textline_cells if cell.rect.to_bounding_box().l < 100)
    return [cell.rect.to_bounding_box().r for cell in cells]


@pytest.mark.parametrize("factor", [2.0, 0.4])
def test_lines_in_a_font_whose_widths_are_misread_end_where_they_are_shown(factor: float) -> None:
    file = _two_columns()
    page = _page(file, factor)
    read_lost_letters(page, file)
    assert sorted(cell.text for cell in page.parsed_page.textline_cells) == sorted((*_LEFT, *_RIGHT))
    assert _rights(page) == pytest.approx(_rights(_page(file, 1.0)), abs=3)
    cells = page.parsed_page.textline_cells
    read_lost_letters(page, file)
    assert page.parsed_page.textline_cells is cells


def test_lines_whose_widths_are_right_stay_as_they_are() -> None:
    file = _two_columns()
    page = _page(file, 1.0)
    cells = page.parsed_page.textline_cells
    read_lost_letters(page, file)
    assert page.parsed_page.textline_cells is cells
