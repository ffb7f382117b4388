"""Pages in fonts that docling-parse has no letters of: bitmap fonts whose glyphs have names of no meaning.

It drops such glyphs, and what is left of the words is fragments; pdfium goes by the codes of the letters.
"""

from __future__ import annotations

import importlib
from io import BytesIO
from pathlib import Path
from typing import Any

from bizrag.parsing.text_layer import PageLayer, box_around, lines_of, read_page

# what docling-parse calls a font without a name
_NAMELESS = ("null", "")
# with fewer of the letters that pdfium reads it has lost some
_READ_SHARE = 0.8
_BOLD, _PLAIN = "/Layer-Bold", "/Layer"


def read_lost_letters(page: Any, source: Path | BytesIO) -> None:
    """Write pdfium's words and lines into a docling page that lacks letters, in place; a second call changes nothing.

    ``source`` is the PDF.
    """
    segmented = page.parsed_page
    words = [cell for cell in segmented.word_cells if not cell.from_ocr]
    if not any(cell.font_name in _NAMELESS for cell in words):
        return
    layer = _layer(page, source)
    if (
        layer is None
        or layer.is_broken
        or _letters(cell.text for cell in words) >= _READ_SHARE * _letters(word.text for word in layer.words)
    ):
        return
    cell = words[0]
    segmented.word_cells = [_cell(cell, word.text, word.bbox, is_bold=word.is_bold) for word in layer.words]
    segmented.textline_cells = [
        _cell(cell, " ".join(word.text for word in line), box_around(line), is_bold=all(word.is_bold for word in line))
        for line in lines_of(layer.words)
    ]


def _letters(texts: Any) -> int:
    return sum(map(str.isalnum, "".join(texts)))


def _layer(page: Any, source: Path | BytesIO) -> PageLayer | None:
    from docling.utils.locks import pypdfium2_lock

    # the package has no types
    pypdfium2: Any = importlib.import_module("pypdfium2")
    # pdfium keeps global state: one thread at a time
    with pypdfium2_lock:
        try:
            document: Any = pypdfium2.PdfDocument(source if isinstance(source, Path) else source.getvalue())
        except pypdfium2.PdfiumError:
            return None
        try:
            return read_page(document, page.page_no)
        finally:
            document.close()


def _cell(like: Any, text: str, box: Any, *, is_bold: bool) -> Any:
    from docling_core.types.doc.base import BoundingBox, CoordOrigin
    from docling_core.types.doc.page import BoundingRectangle

    place = BoundingBox(l=box.l, t=box.t, r=box.r, b=box.b, coord_origin=CoordOrigin.TOPLEFT)
    rect = BoundingRectangle.from_bounding_box(place)
    return like.model_copy(update={"text": text, "orig": text, "rect": rect, "font_name": _BOLD if is_bold else _PLAIN})
