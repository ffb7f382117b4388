"""What a PDF itself knows about a page, as plain numbers: lines and words of text, bitmaps, drawn rules and shapes.

Reading only; what it means is decided in ``regions.rules``. All boxes are rows ``[left, top, right, bottom]`` in points
from the top left corner of the page.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bizrag.model.unspaced import SQUARE_LETTERS
from bizrag.parsing.engines.cell_sides import sides_from_top

Boxes = NDArray[np.float64]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

# resolution of the page images that the engines get, pixels per point: the layout model wants 108 dpi
PAGE_SCALE = 1.5
# a drawn box this thin (points) is a rule, not an area
_RULE_THICKNESS_PT = 2.5
_RULE_LENGTH_PT = 8.0
# pages of technical drawings hold 100,000 paths; the first ones tell what the page is
_MAX_SHAPES = 20_000
# the bold cuts of Times and of Computer Modern in TeX are called "NimbusRomNo9L-Medi" and "CMBX10"
_BOLD_FONT = re.compile(
    r"bold|black|heavy|semibd|demi|(^|[-,])bd|nimbus\w*-medi|(?:cm|sf|ec)(?:ss)?bx\d", re.IGNORECASE
)
_ASCENDERS = re.compile(rf"[A-Z0-9bdfhklt$%(\[{{/|{SQUARE_LETTERS}]")
_DESCENDERS = re.compile(rf"[gjpqy,;()\[\]{{}}|$/Q{SQUARE_LETTERS}]")
_MONO_FONT = re.compile(
    r"courier|mono|nimbusmon|consol|typewriter|sourcecode|cm(?:sl|it)?tt|sf(?:tt|st|it)\d", re.IGNORECASE
)
# lines that run up or down are so many times as high as wide, and of so many letters
_TURNED, _TURNED_LETTERS = 2.5, 3
# bitmaps that cover this share of the page are its background (scans, slide designs)
_BACKGROUND_SHARE = 0.85
_WHITE = 250
# round corners are drawn by so many points at least, and take no more of a box; its sides are straight for so long
_ROUND_POINTS, _MIN_FULL, _MIN_STRAIGHT = 12, 0.9, 0.5


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PageEvidence:
    """A page in numbers; the arrays of one kind run in parallel."""

    width: float
    height: float
    # text lines as docling sees them, in the order of the file [n]
    line_boxes: Boxes
    line_texts: tuple[str, ...]
    line_is_mono: Flags
    # the font's height in points, estimated from the ink and the letters
    line_sizes: Floats
    # words [m]
    word_boxes: Boxes
    word_texts: tuple[str, ...]
    word_is_bold: Flags
    # the line [m] that each word stands in, -1 for none
    word_lines: NDArray[np.int64]
    # images, without page backgrounds
    bitmap_boxes: Boxes
    # straight lines and thin filled bars
    horizontal_rules: Boxes
    vertical_rules: Boxes
    # other drawn shapes: rectangles with an area, and everything with slopes or curves
    filled_boxes: Boxes
    curve_boxes: Boxes

    def words_of_line(self, line: int) -> list[int]:
        """Indices of a line's words, in the order of the file."""
        return np.flatnonzero(self.word_lines == line).tolist()

    def drawn_between(self, top: float, bottom: float) -> PageEvidence:
        """The same page without filled boxes and curves whose middle is above ``top`` or below ``bottom`` (points)."""
        filled, curves = (
            boxes[(boxes[:, 1] + boxes[:, 3] > 2 * top) & (boxes[:, 1] + boxes[:, 3] < 2 * bottom)]
            for boxes in (self.filled_boxes, self.curve_boxes)
        )
        return replace(self, filled_boxes=filled, curve_boxes=curves)


def as_boxes(rows: Iterable[Sequence[float]]) -> Boxes:
    """Rows of four numbers as an array [n, 4], also when there are none.

    >>> as_boxes([]).shape
    (0, 4)
    """
    return np.array(list(rows), dtype=np.float64).reshape(-1, 4)


def are_turned(lines: Boxes, texts: Sequence[str]) -> Flags:
    """Which lines [n] run up or down the page, as the names of upright axes do.

    >>> are_turned(np.array([[0.0, 0, 90, 9], [0, 0, 9, 90], [0, 0, 3, 9]]), ["net sales", "net sales", "1"]).tolist()
    [False, True, False]
    """
    heights, widths = lines[:, 3] - lines[:, 1], lines[:, 2] - lines[:, 0]
    lengths = np.array([len(text) for text in texts], dtype=np.int64)
    return (heights > _TURNED * widths) & (lengths >= _TURNED_LETTERS)


def font_sizes(texts: Sequence[str], fonts: Sequence[str], heights: Floats) -> Floats:
    """The font sizes [n] of words in points, from their boxes' heights.

    For some fonts the parser gives boxes around the ink, for others boxes of one height for all letters. Which one
    it is shows where words of a font have descenders and others have none. Ink reaches from the highest to the lowest
    letter: in usual fonts small letters are 0.52 of the size, capitals and figures 0.72, and descenders add 0.21.

    >>> [round(float(size), 1) for size in font_sizes(["Net", "page", "Gap"], ["Serif"] * 3, np.array([7.2, 7.3, 9.3]))]
    [10.0, 10.0, 10.0]
    """
    rises = np.array([_ASCENDERS.search(text) is not None for text in texts], dtype=np.bool_)
    reaches = np.array([_DESCENDERS.search(text) is not None for text in texts], dtype=np.bool_)
    names = np.array(fonts)
    verdicts: dict[str, bool] = {}
    for font in set(fonts):
        of_font = (names == font) & rises
        low, high = heights[of_font & reaches], heights[of_font & ~reaches]
        if len(low) and len(high):
            verdicts[font] = _are_same_heights(low, high) or float(np.median(high)) > 0.93 * float(np.median(low))
    # a font that does not show it is taken like most others of the page
    usual = sum(verdicts.values()) * 2 > len(verdicts)
    is_full_height = np.array([verdicts.get(font, usual) for font in fonts], dtype=np.bool_)
    ink = np.where(rises, 0.72, 0.52) + np.where(reaches, 0.21, 0.0)
    return np.where(is_full_height, heights, heights / ink)


def _are_same_heights(low: Floats, high: Floats) -> bool:
    """Whether most words with descenders are exactly as high as others without, in whatever sizes a page is set."""
    low, high = np.round(low, 1), np.round(high, 1)
    shared = np.concatenate([np.isin(low, high), np.isin(high, low)])
    return float(shared.mean()) > 0.5


def line_sizes(word_sizes: Floats, word_lengths: Floats, word_lines: NDArray[np.int64], line_heights: Floats) -> Floats:
    """The font size [n] of each line: the middle one of its words by letters, so that raised notes do not count."""
    sizes = line_heights.copy()
    order = np.argsort(word_sizes, kind="stable")
    for line in range(len(sizes)):
        members = order[word_lines[order] == line]
        if len(members):
            reach: Floats = np.add.accumulate(word_lengths[members])
            sizes[line] = word_sizes[members[int(np.searchsorted(reach, float(reach[-1]) / 2))]]
    return sizes


def _most_of_lines(flags: Flags, lengths: Floats, word_lines: NDArray[np.int64], num_lines: int) -> Flags:
    """Which lines [n] have most of their letters in flagged words [m]: a sentence may begin in another type."""
    held = word_lines >= 0
    whole = np.bincount(word_lines[held], weights=lengths[held], minlength=num_lines)
    flagged = np.bincount(word_lines[held & flags], weights=lengths[held & flags], minlength=num_lines)
    return 2 * flagged > whole


# asked of every word; a document has few fonts
@lru_cache(maxsize=4096)
def is_bold_font(font_name: str) -> bool:
    """Whether a font's name says that it is bold.

    >>> is_bold_font("/ABCDEF+Arial-BoldMT"), is_bold_font("/Arial-ItalicMT")
    (True, False)
    >>> is_bold_font("/ABCDEF+NimbusRomNo9L-Medi"), is_bold_font("/ABCDEF+CMBX10"), is_bold_font("/ABCDEF+CMR10")
    (True, True, False)
    """
    return _BOLD_FONT.search(font_name) is not None


def lines_of_words(words: Boxes, lines: Boxes) -> NDArray[np.int64]:
    """For each word [m] the line that holds most of it, -1 where none holds half of it.

    Among lines that hold it equally the lowest box wins, as tall ones (drop capitals) reach over other lines.
    """
    if not len(words) or not len(lines):
        return np.full(len(words), -1, dtype=np.int64)
    wide = np.minimum(words[:, None, 2], lines[None, :, 2]) - np.maximum(words[:, None, 0], lines[None, :, 0])
    tall = np.minimum(words[:, None, 3], lines[None, :, 3]) - np.maximum(words[:, None, 1], lines[None, :, 1])
    # boxes of dashes and dots may have no area: a sliver is added to all
    area = (words[:, 2] - words[:, 0] + 0.01) * (words[:, 3] - words[:, 1] + 0.01)
    share = np.clip(wide + 0.01, 0, None) * np.clip(tall + 0.01, 0, None) / area[:, None]
    heights = lines[:, 3] - lines[:, 1]
    best = (np.round(share, 2) - 1e-5 * heights[None, :]).argmax(axis=1)
    best[share[np.arange(len(words)), best] < 0.5] = -1
    return best.astype(np.int64)


def read_page(page: Any) -> PageEvidence | None:
    """The evidence of a docling page, or None when it has no text layer that counts (scans, pages for full OCR)."""
    segmented = page.parsed_page
    if segmented is None:
        return None
    height = float(page.size.height)
    lines = [cell for cell in segmented.textline_cells if cell.text.strip() and not cell.from_ocr]
    if not lines:
        return None
    words = [cell for cell in segmented.word_cells if cell.text.strip()]
    word_boxes = cell_boxes(words, height)
    line_boxes = cell_boxes(lines, height)
    line_texts = tuple(cell.text.strip() for cell in lines)
    word_texts = tuple(cell.text.strip() for cell in words)
    word_lines = lines_of_words(word_boxes, line_boxes)
    word_fonts = [getattr(cell, "font_name", "") for cell in words]
    sizes = font_sizes(word_texts, word_fonts, word_boxes[:, 3] - word_boxes[:, 1])
    lengths: Floats = np.array([len(text) for text in word_texts], dtype=np.float64)
    is_mono: Flags = np.array([_MONO_FONT.search(name) is not None for name in word_fonts], dtype=np.bool_)
    drawing = _Drawing.of_page(page)
    return PageEvidence(
        width=float(page.size.width),
        height=height,
        line_boxes=line_boxes,
        line_texts=line_texts,
        line_is_mono=_most_of_lines(is_mono, lengths, word_lines, len(lines)),
        line_sizes=line_sizes(sizes, lengths, word_lines, line_boxes[:, 3] - line_boxes[:, 1]),
        word_boxes=word_boxes,
        word_texts=word_texts,
        word_is_bold=np.array([is_bold_font(name) for name in word_fonts], dtype=np.bool_),
        word_lines=word_lines,
        bitmap_boxes=_bitmap_boxes(segmented, float(page.size.width), height),
        horizontal_rules=as_boxes(drawing.horizontal),
        vertical_rules=as_boxes(drawing.vertical),
        filled_boxes=as_boxes(drawing.filled),
        curve_boxes=as_boxes(drawing.curves),
    )


def cell_boxes(cells: Sequence[Any], page_height: float) -> Boxes:
    """The boxes [n, 4] of docling cells on a page of that height."""
    return as_boxes(sides_from_top(cell.rect, page_height) for cell in cells)


def _bitmap_boxes(segmented: Any, width: float, height: float) -> Boxes:
    found: list[tuple[float, float, float, float]] = []
    for bitmap in segmented.bitmap_resources:
        box = bitmap.rect.to_bounding_box().to_top_left_origin(height)
        left, top, right, bottom = max(box.l, 0.0), max(box.t, 0.0), min(box.r, width), min(box.b, height)
        if right > left and bottom > top and (right - left) * (bottom - top) < _BACKGROUND_SHARE * width * height:
            found.append((left, top, right, bottom))
    return as_boxes(found)


class _Drawing:
    """Sorts a page's painted paths into rules, filled boxes and curves."""

    def __init__(self, width: float, height: float) -> None:
        self._width, self._height = width, height
        # whether white shows, as on pages with a coloured ground
        self._shows_white = False
        self.horizontal: list[tuple[float, float, float, float]] = []
        self.vertical: list[tuple[float, float, float, float]] = []
        self.filled: list[tuple[float, float, float, float]] = []
        self.curves: list[tuple[float, float, float, float]] = []

    @classmethod
    def of_page(cls, page: Any) -> _Drawing:
        from docling.backend.docling_parse_backend import ThreadedDoclingParsePageBackend

        drawing = cls(float(page.size.width), float(page.size.height))
        backend = page._backend  # noqa: SLF001 - docling has no public way
        if isinstance(backend, ThreadedDoclingParsePageBackend):
            # docling-parse gives single paths through its page decoder only, as docling's own backend does
            result: Any = backend._result  # noqa: SLF001 - docling has no public way
            decoder: Any = result._require_page_decoder()  # noqa: SLF001 - docling has no public way
            for number, shape in enumerate(decoder.get_page_shapes()):
                if number >= _MAX_SHAPES:
                    break
                drawing.add(shape)
        return drawing

    def add(self, shape: Any) -> None:
        xs, ys = shape.get_x(), shape.get_y()
        starts = shape.get_i()
        is_white = min(shape.get_rgb_filling_ops()) >= _WHITE and min(shape.get_rgb_stroking_ops()) >= _WHITE
        if is_white and not self._shows_white:
            return
        # one path may hold many lines: a whole grid is often drawn at once
        for start, end in itertools.pairwise(starts):
            self._add_part(xs[start:end], ys[start:end])

    def _add_part(self, xs: Sequence[float], ys: Sequence[float]) -> None:
        if len(xs) < 2:
            return
        left, right = max(min(xs), 0.0), min(max(xs), self._width)
        top, bottom = max(self._height - max(ys), 0.0), min(self._height - min(ys), self._height)
        wide, tall = right - left, bottom - top
        if wide < 0 or tall < 0:
            return
        box = (left, top, right, bottom)
        if tall <= _RULE_THICKNESS_PT:
            if wide >= _RULE_LENGTH_PT:
                self.horizontal.append(box)
        elif wide <= _RULE_THICKNESS_PT:
            if tall >= _RULE_LENGTH_PT:
                self.vertical.append(box)
        elif _has_slopes(xs, ys) and not _has_round_corners(xs, ys):
            self.curves.append(box)
        elif wide * tall < _BACKGROUND_SHARE * self._width * self._height:
            self.filled.append(box)
        else:
            self._shows_white = True


def _has_slopes(xs: Sequence[float], ys: Sequence[float]) -> bool:
    """Whether any side runs neither level nor upright (half a point is drawing slack)."""
    return any(
        abs(x1 - x0) > 0.5 and abs(y1 - y0) > 0.5
        for x0, x1, y0, y1 in zip(xs[:-1], xs[1:], ys[:-1], ys[1:], strict=True)
    )


def _has_round_corners(xs: Sequence[float], ys: Sequence[float]) -> bool:
    """Whether a path is a box but for its corners, as cards and buttons are: a curve is part of a drawing."""
    if len(xs) < _ROUND_POINTS:
        return False
    sides = list(zip(xs, ys, [*xs[1:], xs[0]], [*ys[1:], ys[0]], strict=True))
    straight = [abs(x1 - x0) for x0, y0, x1, y1 in sides if abs(y1 - y0) <= 0.5]
    wide, tall = max(xs) - min(xs), max(ys) - min(ys)
    covered = abs(sum(x0 * y1 - x1 * y0 for x0, y0, x1, y1 in sides)) / 2
    # the upper and the lower one
    is_straight = sum(sorted(straight)[-2:]) >= 2 * _MIN_STRAIGHT * wide
    return is_straight and covered >= _MIN_FULL * wide * tall
