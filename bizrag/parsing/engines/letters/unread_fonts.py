"""Pages in fonts that docling-parse misreads: words and lines are pdfium's there.

Of bitmap fonts whose glyphs have names of no meaning it has no letters: it drops such glyphs, and what is left of the
words is fragments; pdfium goes by the codes of the letters. Of some fonts whose codes a table of their own maps to
glyphs it has wrong widths, mostly twice those that are shown: lines reach far into the columns beside them.
"""

from __future__ import annotations

import importlib
import statistics
from collections import defaultdict
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from bizrag.parsing.engines.cell_sides import sides
from bizrag.parsing.engines.letters.letter_heights import heights_by_font
from bizrag.parsing.text_layers.broken_words import in_halves
from bizrag.parsing.text_layers.text_layer import PageLayer, Word, box_around, lines_of, read_page, split_line

# what docling-parse calls a font without a name
_NAMELESS = ("null", "")
# with fewer of the letters that pdfium reads it has lost some
_READ_SHARE = 0.8
_BOLD, _PLAIN = "/Layer-Bold", "/Layer"
# heights of boxes by the widths of their words, as shares of the type's size: fonts beyond these may have wrong widths
_LOWEST, _HIGHEST = 0.7, 1.8
# words with fewer letters, and fewer words on a page, say too little of widths; what a word may lie beside its like
_LONG_WORD, _MIN_WORDS, _BESIDE_PT = 3, 10, 3.0
# columns are so far apart, in heights of line
_COLUMN_GAP = 1.0
# boxes reach from pen to pen in one reader and around the ink in the other: 1.01 to 1.1 times as wide
_WIDEST, _NARROWEST = 1.3, 0.75


def read_lost_letters(page: Any, source: Path | BytesIO, known: PageLayer | None = None) -> None:
    """Write pdfium's words and lines into a docling page that lacks letters or has them in wrong places, in place.

    A second call changes nothing. ``source`` is the PDF, ``known`` the page's text layer where it was read before.
    """
    segmented = page.parsed_page
    words = [cell for cell in segmented.word_cells if not cell.from_ocr]
    is_nameless = any(cell.font_name in _NAMELESS for cell in words)
    if not is_nameless and not _are_widths_strange(words):
        return
    layer = known or _layer(page, source)
    if (
        layer is None
        or layer.is_broken
        or not ((is_nameless and _has_lost(words, layer)) or _is_misplaced(words, layer))
    ):
        return
    lines = [
        line
        for whole in lines_of(in_halves(layer.words))
        for line in split_line(whole, gap=_COLUMN_GAP, size=lambda word: word.font_pt)
    ]
    segmented.word_cells = [_cell(words[0], [word]) for line in lines for word in line]
    segmented.textline_cells = [_cell(words[0], line) for line in lines]


def _has_lost(words: Sequence[Any], layer: PageLayer) -> bool:
    return _letters(cell.text for cell in words) < _READ_SHARE * _letters(word.text for word in layer.words)


def _are_widths_strange(words: Sequence[Any]) -> bool:
    return any(not _LOWEST <= height <= _HIGHEST for height in heights_by_font(words).values())


def _is_misplaced(words: Sequence[Any], layer: PageLayer) -> bool:
    """Whether most words that both readers have in one place are wider or narrower than pdfium's."""
    places: defaultdict[str, list[Any]] = defaultdict(list)
    for word in layer.words:
        places[word.text].append(word.bbox)
    shares: list[float] = []
    for cell in words:
        left, _, right, _ = sides(cell.rect)
        text = cell.text.strip()
        near = [box for box in places[text] if abs(box.l - left) <= _BESIDE_PT and box.width > 0]
        if len(text) >= _LONG_WORD and near:
            shares.append((right - left) / near[0].width)
    return len(shares) >= _MIN_WORDS and not _NARROWEST <= statistics.median(shares) <= _WIDEST


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


def _cell(like: Any, words: Sequence[Word]) -> Any:
    from docling_core.types.doc.base import BoundingBox, CoordOrigin
    from docling_core.types.doc.page import BoundingRectangle

    box = box_around(words)
    place = BoundingBox(l=box.l, t=box.t, r=box.r, b=box.b, coord_origin=CoordOrigin.TOPLEFT)
    text = " ".join(word.text for word in words)
    font = _BOLD if all(word.is_bold for word in words) else _PLAIN
    rect = BoundingRectangle.from_bounding_box(place)
    return like.model_copy(update={"text": text, "orig": text, "rect": rect, "font_name": font})
