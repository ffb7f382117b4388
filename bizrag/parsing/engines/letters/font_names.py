"""Names of fonts that docling-parse knows by their key on the page only ("/F2"): fonts that are not embedded have no
descriptor, which it takes names from. Whether a font is heavy, its name says: pdfium knows it.
"""

from __future__ import annotations

import ctypes
import importlib
import re
from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

# "/F2", "/TT0", "/F2+0", "/C2_1"; the names of fonts are longer words
_KEY = re.compile(r"/?[A-Za-z]{1,3}[\d_+.]+")
_NAME_BYTES = 128
# words of a font that are looked up at most, and how far (points) from its middle a letter may be
_MAX_WORDS, _REACH_PT = 5, 2.0


def name_fonts(page: Any, source: Path | BytesIO) -> None:
    """Write the names of its fonts into the words and lines of a docling page, in place; a second call changes nothing.

    ``source`` is the PDF. Pages that are turned keep the keys.
    """
    segmented = page.parsed_page
    words: dict[str, list[Any]] = {}
    for cell in segmented.word_cells:
        if _KEY.fullmatch(cell.font_name):
            words.setdefault(cell.font_name, []).append(cell)
    if not words:
        return
    height = float(page.size.height)
    middles = {key: [_middle(cell, height) for cell in _some_of(cells)] for key, cells in words.items()}
    names = _look_up(source, page.page_no, middles)
    for cell in (*segmented.word_cells, *segmented.textline_cells):
        cell.font_name = names.get(cell.font_name, cell.font_name)


def _some_of(cells: Sequence[Any]) -> Sequence[Any]:
    return cells[:: max(1, len(cells) // _MAX_WORDS)][:_MAX_WORDS]


def _middle(cell: Any, page_height: float) -> tuple[float, float]:
    """The middle of a word in points from the bottom left corner."""
    box = cell.rect.to_bounding_box().to_bottom_left_origin(page_height)
    return (box.l + box.r) / 2, (box.t + box.b) / 2


def _look_up(source: Path | BytesIO, page_no: int, middles: dict[str, list[tuple[float, float]]]) -> dict[str, str]:
    """The names of fonts by their keys, where pdfium finds letters of them."""
    from docling.utils.locks import pypdfium2_lock

    # the package has no types
    pypdfium2: Any = importlib.import_module("pypdfium2")
    # pdfium keeps global state: one thread at a time
    with pypdfium2_lock:
        try:
            document: Any = pypdfium2.PdfDocument(source if isinstance(source, Path) else source.getvalue())
        except pypdfium2.PdfiumError:
            return {}
        try:
            page = document[page_no - 1]
            return {} if page.get_rotation() else _names(page, middles)
        except (pypdfium2.PdfiumError, IndexError):
            return {}
        finally:
            document.close()


def _names(page: Any, middles: dict[str, list[tuple[float, float]]]) -> dict[str, str]:
    raw: Any = importlib.import_module("pypdfium2.raw")
    left, bottom, _, _ = page.get_bbox()
    textpage = page.get_textpage()
    name, flags = ctypes.create_string_buffer(_NAME_BYTES), ctypes.c_int()
    found: dict[str, str] = {}
    for key, points in middles.items():
        seen: Counter[str] = Counter()
        for x, y in points:
            index = raw.FPDFText_GetCharIndexAtPos(textpage.raw, left + x, bottom + y, _REACH_PT, _REACH_PT)
            if index >= 0 and raw.FPDFText_GetFontInfo(textpage.raw, index, name, _NAME_BYTES, flags):
                seen[name.value.decode("latin-1")] += 1
        seen.pop("", None)
        if seen:
            found[key] = seen.most_common(1)[0][0]
    textpage.close()
    return found
