"""Heights of words, mended where a font does not say them: docling-parse takes them from the font's description.

Of some fonts (DejaVu Sans as browsers embed it) it gets boxes of two fifths of the letters' height. Everything that is
measured in font sizes goes wrong with them: gaps of columns, rows and paragraphs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from bizrag.parsing.engines.cell_sides import sides

# widths of letters in font sizes, about those of Helvetica
_NARROW, _SMALL, _FIGURE, _CAPITAL, _WIDE = 0.28, 0.53, 0.56, 0.68, 0.82
_KINDS = (
    (re.compile(r"[ijltfrI.,:;!'|()\[\]/-]"), _NARROW),
    (re.compile(r"[mwMW%]"), _WIDE),
    (re.compile(r"[0-9$€£]"), _FIGURE),
    (re.compile(r"[A-Z]"), _CAPITAL),
)
# words of so many letters tell; so many words of a font
_MIN_LETTERS, _MIN_WORDS = 3, 3
# boxes of usual fonts have at least 0.6 (around the ink) of the size that their words' widths tell
_MIN_HEIGHT = 0.5
_USUAL_HEIGHT = 0.95
# so much of a box lies below the line that the letters stand on
_BELOW_BASELINE = 0.2


def mend_letter_heights(segmented: Any) -> None:
    """Give words and lines that are too flat their usual height, in place; a second call changes nothing.

    ``segmented`` is docling's ``SegmentedPdfPage``, in points.
    """
    factors = _factors(segmented.word_cells)
    if not factors:
        return
    for cell in (*segmented.word_cells, *segmented.textline_cells):
        factor = factors.get(cell.font_name)
        if factor is not None:
            _stretch(cell, factor)


def heights_by_font(words: Sequence[Any]) -> dict[str, float]:
    """By font: the height of its words' boxes as a share of the size that their widths tell; 0.95 is usual."""
    shares: dict[str, list[float]] = defaultdict(list)
    for word in words:
        text = word.text.strip()
        if len(text) < _MIN_LETTERS or word.from_ocr or not text.isascii():
            continue
        left, top, right, bottom = sides(word.rect)
        size = (right - left) / sum(map(_width, text))
        if size > 0:
            shares[word.font_name].append(abs(top - bottom) / size)
    return {font: float(np.median(found)) for font, found in shares.items() if len(found) >= _MIN_WORDS}


def _factors(words: Sequence[Any]) -> dict[str, float]:
    """By font: what its boxes' heights must be multiplied with; fonts with usual heights are left out."""
    middles = heights_by_font(words)
    return {font: _USUAL_HEIGHT / middle for font, middle in middles.items() if 0 < middle < _MIN_HEIGHT}


@cache
def _width(letter: str) -> float:
    return next((width for pattern, width in _KINDS if pattern.match(letter)), _SMALL)


def _stretch(cell: Any, factor: float) -> None:
    from docling_core.types.doc.base import BoundingBox
    from docling_core.types.doc.page import BoundingRectangle

    box = cell.rect.to_bounding_box()
    baseline = box.b + _BELOW_BASELINE * (box.t - box.b)
    cell.rect = BoundingRectangle.from_bounding_box(
        BoundingBox(
            l=box.l,
            r=box.r,
            b=baseline + factor * (box.b - baseline),
            t=baseline + factor * (box.t - baseline),
            coord_origin=box.coord_origin,
        )
    )
