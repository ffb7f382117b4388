"""The text layer of a PDF, read with pdfium: words with boxes, sizes of letters, and whether a page needs OCR.

pdfium is a second reader beside docling-parse on purpose: what one of them misses, the other brings (see
``conservation``). A page of a filing costs some 20 ms. Boxes are points from the top left of the page as it is
displayed, rotation and crop box applied, as everywhere in bizrag.
"""

# pypdfium2 ships no types; what comes out of it is annotated here and checked everywhere else.

from __future__ import annotations

import ctypes
import math
import statistics
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

from bizrag.errors import BadInputError
from bizrag.model.geometry import BoundingBox
from bizrag.parsing.text_layers.filled_forms import is_written_on
from bizrag.parsing.text_layers.layer_fonts import LayerFonts
from bizrag.parsing.text_layers.letter_places import OVERPRINT, Corners, box_of_corners, halves_of, place_again
from bizrag.parsing.text_layers.numbered_letters import LINE_END_HYPHENS, is_low_letter, spell_low_codes
from bizrag.parsing.text_layers.places_of_texts import PlacesOfTexts

# A page with less text than this and mostly covered by bitmaps is a scan with a stamp or a page number on it.
_FEW_LETTERS = 40
_SCAN_COVERAGE = 0.5
# Share of letters that are unmapped glyphs above which a text layer says nothing.
_BROKEN_SHARE = 0.3
_GRID = 64
_BLANK_SIDE_PX = 234
# in sizes of the type: letters of a word, and words of a line, stand nearer. pdfium ends a line after each object of a
# page that it takes for one whose lines run downwards, as a list of prices in columns.
_LETTER_GAP, _WORD_GAP = 0.15, 0.5
# so far apart, in heights of line, no two letters are of one word, however it is spaced out
_COLUMN_GAP = 1.5
# so far above or below a letter the next one is of another line
_LINE_GAP = 2.0
# of the narrower word: how far words beside each other overlap at most
_STACKED_SHARE = 0.5
# the rest of an outline is told among so many words after its text
_WORDS_BEFORE = 8


@dataclass(frozen=True, slots=True)
class Word:
    """A run of letters without blanks. ``line`` counts text lines on the page in the PDF's own order."""

    text: str
    bbox: BoundingBox
    # height of the font's line box in points
    font_pt: float
    line: int
    # place in ``text`` of a hyphen at a line's end: the word goes on in the next line
    broken_at: int | None = None
    # the size of its type as the author set it, 0.0 where it is not known, and whether its font is a heavy one, by name
    em_pt: float = 0.0
    is_bold: bool = False
    # whether it runs upwards or downwards
    is_turned: bool = False
    # where the halves of a broken word stand, of which the second is on the next line
    halves: tuple[BoundingBox, BoundingBox] | None = None

    @property
    def last_line(self) -> int:
        """The line on which it ends."""
        return self.line + (self.halves is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLayer:
    """One page of the text layer."""

    # 1-based
    page_no: int
    width_pt: float
    height_pt: float
    words: tuple[Word, ...]
    # False when pdfium could not load the page: it counts as empty, in A4
    is_readable: bool = True
    # True where fields, remarks or stamps lie over the page: their words are not among these (``filled_forms``)
    is_written_on: bool = False

    @property
    def num_letters(self) -> int:
        return sum(len(word.text) for word in self.words)

    @property
    def is_broken(self) -> bool:
        """True when most letters are unmapped glyphs (U+FFFD, private use, controls)."""
        letters = "".join(word.text for word in self.words)
        if not letters:
            return False
        broken = sum(letter == "\ufffd" or "\ue000" <= letter <= "\uf8ff" or letter < " " for letter in letters)
        return broken / len(letters) > _BROKEN_SHARE

    @property
    def median_font_pt(self) -> float:
        """Median letter height, weighted by letters; 0.0 without a text layer."""
        sizes = [word.font_pt for word in self.words for _ in word.text]
        return statistics.median(sizes) if sizes else 0.0


def open_pdf(path: Path) -> Any:
    """Open a PDF with pdfium (``pypdfium2.PdfDocument``). The caller closes it.

    Raises:
        BadInputError: encrypted with a user password, damaged, truncated. An owner password alone opens normally.
    """
    import pypdfium2

    try:
        return pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        text = str(error).lower()
        if "password" in text:
            raise BadInputError(f"{path.name}: encrypted with a password; save it without one") from error
        if "security" in text:
            raise BadInputError(f"{path.name}: encrypted in a way that cannot be opened") from error
        raise BadInputError(f"{path.name}: damaged or truncated PDF; open and save it again") from error


def read_page(document: Any, page_no: int) -> PageLayer:
    """Words of one page (1-based). A page that pdfium cannot load counts as empty, in A4."""
    import pypdfium2

    try:
        page = document[page_no - 1]
    except pypdfium2.PdfiumError:
        return PageLayer(page_no=page_no, width_pt=595.0, height_pt=842.0, words=(), is_readable=False)
    try:
        width, height = page.get_size()
        words = _read_words(page, width=width, height=height) if width > 0 and height > 0 else []
        return PageLayer(
            page_no=page_no,
            width_pt=max(width, 1.0),
            height_pt=max(height, 1.0),
            words=tuple(words),
            is_written_on=is_written_on(page),
        )
    finally:
        page.close()


def bitmap_boxes(page: Any) -> list[BoundingBox]:
    """Where bitmaps lie on a page (``pypdfium2.PdfPage``)."""
    from pypdfium2 import raw

    width, height = page.get_size()
    place = _placement(page, width=width, height=height)
    images = page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=4)
    return [place(*image.get_bounds()) for image in images]


def bitmap_coverage(page: Any) -> float:
    """Share of a page (``pypdfium2.PdfPage``) that lies under bitmaps, 0 to 1, on a grid of 64 x 64."""
    width, height = page.get_size()
    covered = np.zeros((_GRID, _GRID), dtype=bool)
    for box in bitmap_boxes(page):
        rows = slice(int(box.t / height * _GRID), int(np.ceil(box.b / height * _GRID)))
        cols = slice(int(box.l / width * _GRID), int(np.ceil(box.r / width * _GRID)))
        covered[rows, cols] = True
    return float(covered.mean())


def needs_ocr(document: Any, layer: PageLayer) -> bool:
    """Whether a page shows something and its text layer does not say what.

    True without a usable text layer when the page is not blank (scans, outlined text), and for pages that are mostly
    bitmap with only a stamp or page number as text.
    """
    if layer.num_letters >= _FEW_LETTERS and not layer.is_broken:
        return False
    import pypdfium2

    try:
        page = document[layer.page_no - 1]
    except pypdfium2.PdfiumError:
        return False
    try:
        if not layer.words or layer.is_broken:
            return not _is_blank(page)
        return bitmap_coverage(page) >= _SCAN_COVERAGE
    finally:
        page.close()


def lines_of(words: Sequence[Word]) -> list[list[Word]]:
    """Words grouped by their text line, lines in the PDF's order."""
    lines: dict[int, list[Word]] = {}
    for word in words:
        lines.setdefault(word.line, []).append(word)
    return list(lines.values())


def split_line(line: Sequence[Word], *, gap: float, size: Callable[[Word], float]) -> list[list[Word]]:
    """The words of a line from left to right, parted where a gap is wider than ``gap`` sizes of its words, and where
    one stands above the other.
    """
    parts: list[list[Word]] = []
    for word in sorted(line, key=lambda word: word.bbox.l):
        last = parts[-1][-1] if parts else None
        beside = -_STACKED_SHARE * min(word.bbox.width, last.bbox.width) if last is not None else 0.0
        if last is not None and beside <= word.bbox.l - last.bbox.r <= gap * max(size(word), size(last)):
            parts[-1].append(word)
        else:
            parts.append([word])
    return parts


def box_around(words: Sequence[Word]) -> BoundingBox:
    """The smallest box around words (at least one)."""
    box = words[0].bbox
    for word in words[1:]:
        box = box.union(word.bbox)
    return box


def _is_blank(page: Any) -> bool:
    # 20 dpi on A4: a letter still leaves a grey dot
    pixels = np.asarray(page.render(scale=_BLANK_SIDE_PX / max(page.get_size()), grayscale=True).to_numpy())
    return int(pixels.max()) - int(pixels.min()) < 24


def _placement(page: Any, *, width: float, height: float) -> Any:
    """How a box of PDF space (left, bottom, right, top) lies on the displayed page."""
    left, bottom, right, top = page.get_bbox()
    rotation = page.get_rotation()

    def place(x0: float, y0: float, x1: float, y1: float) -> BoundingBox:
        if rotation == 90:
            corners = (y0 - bottom, x0 - left, y1 - bottom, x1 - left)
        elif rotation == 180:
            corners = (right - x1, y0 - bottom, right - x0, y1 - bottom)
        elif rotation == 270:
            corners = (top - y1, right - x1, top - y0, right - x0)
        else:
            corners = (x0 - left, top - y1, x1 - left, top - y0)
        l, t, r, b = corners  # noqa: E741
        box = BoundingBox(l=min(l, r), t=min(t, b), r=max(l, r), b=max(t, b))
        is_inside = box.l >= 0.0 and box.t >= 0.0 and box.r <= width and box.b <= height
        return box if is_inside else box.clipped(width=width, height=height)

    return place


def _read_words(page: Any, *, width: float, height: float) -> list[Word]:
    from pypdfium2 import raw

    textpage = page.get_textpage()
    place = _placement(page, width=width, height=height)
    sides = x0, x1, y0, y1 = tuple(ctypes.c_double() for _ in range(4))
    # made once: a page asks for some thousand letters
    references = tuple(map(ctypes.byref, sides))
    loose = raw.FS_RECTF()
    handle: Any = textpage.raw
    words: list[Word] = []
    letters, corners = list[str](), list[Corners]()
    font_pt, line, line_has_words = 0.0, 0, False
    fonts, em_pt, is_bold, is_turned = LayerFonts(handle), 0.0, False, False
    broken_at: int | None = None
    get_char_box, rotated = raw.FPDFText_GetCharBox, page.get_rotation() in (90, 270)

    def close_word(*, ends_line: bool = False) -> None:
        nonlocal line, line_has_words, broken_at
        if letters:
            box = place(*box_of_corners(corners))
            text, text_broken_at = _spelled(letters, broken_at)
            halves = halves_of(corners, broken_at, place, is_upright=is_turned != rotated)
            # Text wholly outside the crop box is not on the page: clipping leaves nothing of it.
            if box.width > 0 or box.height > 0:
                words.append(Word(text, box, font_pt, line, text_broken_at, em_pt, is_bold, is_turned, halves))
                line, line_has_words = words[-1].last_line, True
            letters.clear()
            corners.clear()
        broken_at = None
        if ends_line and line_has_words:
            line, line_has_words = line + 1, False

    for index, code, letter in _letters(handle, textpage.count_chars()):
        if letter in " \n":
            close_word(ends_line=letter == "\n")
            continue
        get_char_box(handle, index, *references)
        corner = (x0.value, y0.value, x1.value, y1.value)
        if letters and not (rotated or is_turned) and (ended := _ended_by(corners[-1], corner, font_pt)):
            close_word(ends_line=ended == "line")
        again = place_again(letters, corners, letter, corner)
        if not letters or (again == 0 and len(letters) == 1):
            raw.FPDFText_GetLooseCharBox(handle, index, loose)
            height = abs(loose.right - loose.left) if rotated else abs(loose.top - loose.bottom)
            # an outline is larger than its letter
            font_pt = height if again is None else min(font_pt, height)
            em_pt, is_bold = fonts.size_pt(index), fonts.is_bold(index)
            is_turned = fonts.is_upright(index) != rotated
        if again is not None:
            corners[again] = min(corners[again], corner, key=lambda one: one[3] - one[1])
            continue
        if code in LINE_END_HYPHENS:
            broken_at = len(letters)
        letters.append(letter)
        corners.append(corner)
    close_word()
    textpage.close()
    return list(each_once(words))


def _ended_by(last: Corners, corner: Corners, font_pt: float) -> Literal["", "word", "line"]:
    """What ends between two letters where pdfium sees no blank: the space between letters alone parts the figures of
    two columns, and nothing the labels of a drawing.
    """
    if abs(corner[3] - last[3]) > _LINE_GAP * font_pt:
        return "line"
    return "word" if corner[0] - last[2] > _COLUMN_GAP * font_pt else ""


def _spelled(letters: Sequence[str], broken_at: int | None) -> tuple[str, int | None]:
    """A word and the place of its hyphen: a ligature is one letter of the page and several of the text."""
    text = spell_low_codes("".join(letters))
    return text, None if broken_at is None else len(spell_low_codes("".join(letters[:broken_at])))


def each_once(words: Sequence[Word]) -> Iterator[Word]:
    """Words without those that are drawn again on nearly their place, as shadows of whole texts are.

    Of a text that has its outline drawn first, pdfium may tell the rest of the outline as a word after it, or after the
    next words.
    """
    places = PlacesOfTexts()
    before: deque[Word] = deque(maxlen=_WORDS_BEFORE)
    for word in words:
        box = word.bbox
        if not any(_is_end_of(word, one) for one in before) and places.is_first(word.text, box.l, box.t, box.r, box.b):
            yield word
            before.append(word)


def _is_end_of(word: Word, before: Word) -> bool:
    """Whether a word is the end of the one before it drawn again: the same letters on nearly the same place."""
    # asked for every word with each of those before it
    if not before.text.endswith(word.text):
        return False
    box, other = word.bbox, before.bbox
    slack = OVERPRINT * max(box.height, other.height)
    return (
        abs(box.r - other.r) <= slack
        and abs((box.t + box.b) - (other.t + other.b)) / 2 <= slack
        and box.l >= other.l - slack
    )


def _letters(textpage: Any, count: int) -> Iterator[tuple[int, int, str]]:
    """The letters of a page with their places and codes; a blank where a word ends, a line feed where its line does."""
    from pypdfium2 import raw

    last, is_line_end = -1, False
    get_unicode = raw.FPDFText_GetUnicode
    codes = [get_unicode(textpage, index) for index in range(count)]
    for index, (code, following) in enumerate(zip(codes, [*codes[1:], 0], strict=False)):
        letter = _letter(code)
        is_low = is_low_letter(code, following)
        if letter and letter in "\r\n" and not is_low:
            is_line_end = True
        elif (letter.isspace() or not letter) and not is_low:
            yield index, code, " "
        else:
            gap = _gap_on_line(textpage, last, index) if is_line_end else 0.0
            if gap > _LETTER_GAP:
                yield index, code, "\n" if gap > _WORD_GAP else " "
            last, is_line_end = index, False
            yield index, code, letter


def _gap_on_line(textpage: Any, last: int, index: int) -> float:
    """How far right of a letter the next one begins, in sizes of its type; infinite where they share no line."""
    from pypdfium2 import raw

    one, other = raw.FS_RECTF(), raw.FS_RECTF()
    if last < 0 or not (
        raw.FPDFText_GetLooseCharBox(textpage, last, one) and raw.FPDFText_GetLooseCharBox(textpage, index, other)
    ):
        return math.inf
    size = max(one.top - one.bottom, other.top - other.bottom)
    # a raised letter is lower
    common = min(one.top, other.top) - max(one.bottom, other.bottom)
    is_level = 2 * common > min(one.top - one.bottom, other.top - other.bottom)
    gap = (other.left - one.right) / size if size > 0 else math.inf
    return gap if is_level and gap >= -_LETTER_GAP else math.inf


@lru_cache(maxsize=4096)
def _letter(code: int) -> str:
    # 0 is "no mapping"
    if code in LINE_END_HYPHENS:
        return "-"
    return "" if code == 0 else chr(min(code, 0x10FFFF))
