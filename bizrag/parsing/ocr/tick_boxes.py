"""Tick boxes of scanned forms: squares that are drawn, empty or with a mark in them, become text ("☒ Withdraw").

OCR takes them for letters, or for nothing, and never says surely which of them is ticked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.engines.marks.tick_boxes import EMPTY, TICKED
from bizrag.parsing.ocr.engine import OcrLine

if TYPE_CHECKING:
    from PIL import Image

# darker than paper by so much is ink (of 255)
_INK = 60
# sides in pixels of a page that OCR reads (7 to 17 points); what is written in a box may reach out of it
_MIN_SIDE, _MAX_SIDE, _MAX_REACH = 14, 34, 64
# two sides of a box, and two boxes, differ by no more; so much of each edge is drawn
_ALIKE, _DRAWN = 0.2, 0.8
# bold letters have thicker strokes than so much of a side
_THICK = 0.22
# letters are round at a corner at least: so wide a corner, of a side, is filled so far in a square
_CORNER, _FILLED = 0.15, 0.75
# and others stand close to them: so much beside a box is empty, in sides
_FREE = 0.25
# the inner part of a box, without the edges, and how much ink is a mark: more is a solid square
_INNER, _MARK, _SOLID = 0.25, 0.07, 0.75
_MIN_BOXES = 2
# ideographs and kana with a frame around them; a letter stands within so many of where its line's width puts it
_LIKE_BOXES, _NEAR_LETTERS = frozenset("口日曰田回囗目四ロ白自因困固国團団図圆圖"), 3
# forms are no posters, which would take the memory of a parser process
_MAX_PIXELS = 40_000_000
# the label stands right of its box, nearer than this, in sides
_LABEL_GAP = 1.6


def find_tick_boxes(image: Image.Image) -> list[OcrLine]:
    """The tick boxes of an upright page, each as a line of its sign; none where none is ticked."""
    from scipy import ndimage

    if image.width * image.height > _MAX_PIXELS:
        return []
    pixels = np.asarray(image.convert("L"))
    is_ink = pixels < int(np.percentile(pixels[::4, ::4], 90)) - _INK
    labels, number = ndimage.label(is_ink, structure=np.ones((3, 3), dtype=np.int8))
    if not number:
        return []
    boxes: list[OcrLine] = []
    for index, (rows, columns) in enumerate(ndimage.find_objects(labels), start=1):
        tall, wide = rows.stop - rows.start, columns.stop - columns.start
        if not (min(tall, wide) >= _MIN_SIDE and max(tall, wide) <= _MAX_REACH):
            continue
        frame = _frame(labels[rows, columns] == index)
        if frame is None:
            continue
        left, top, right, bottom = frame
        inset = max(round(_INNER * (right - left)), 2)
        if not _is_free(labels, index, _moved(frame, columns.start, rows.start)):
            continue
        share = float(is_ink[rows, columns][top + inset : bottom - inset, left + inset : right - inset].mean())
        if share < _SOLID:
            box = _moved(frame, columns.start, rows.start)
            boxes.append(OcrLine(text=TICKED if share > _MARK else EMPTY, bbox=box, confidence=1.0))
    return _of_one_form(boxes)


def without_letters(boxes: Sequence[OcrLine], lines: Sequence[OcrLine]) -> list[OcrLine]:
    """The boxes that are no letters of the lines that were read with them: some ideographs look like boxes."""
    return _of_one_form([box for box in boxes if not any(_is_letter_of(line, box) for line in lines)])


def without_boxes(image: Image.Image, boxes: Sequence[OcrLine]) -> Image.Image:
    """The page with paper in the place of its tick boxes: their labels are read as if there were none."""
    pixels = np.array(image.convert("RGB"))
    paper = np.percentile(pixels[::4, ::4], 90, axis=(0, 1))
    for box in boxes:
        left, top, right, bottom = (round(edge) for edge in (box.bbox.l, box.bbox.t, box.bbox.r, box.bbox.b))
        pixels[max(top - 2, 0) : bottom + 3, max(left - 2, 0) : right + 3] = paper
    return _as_image(pixels)


def with_signs(lines: Sequence[OcrLine], boxes: Sequence[OcrLine]) -> list[OcrLine]:
    """Lines with the sign of each tick box before its label; a sign without one is a line of its own."""
    places = [(_label_of(box, lines), box) for box in boxes]
    signed = [box for at, box in places if at is None]
    for at, line in enumerate(lines):
        # from right to left: what is put in moves nothing that is still to come
        for box in sorted((box for number, box in places if number == at), key=lambda box: -box.bbox.l):
            line = _with_sign(line, box)  # noqa: PLW2901 - one sign after the other
        signed.append(line)
    return signed


def _of_one_form(boxes: Sequence[OcrLine]) -> list[OcrLine]:
    """A form has boxes of one size; a letter that looks like one may be of any. None where none is ticked."""
    sides = [box.bbox.width for box in boxes if box.text == TICKED]
    kinds = [[box for box in boxes if abs(box.bbox.width - side) <= _ALIKE * side] for side in sides]
    return max((kind for kind in kinds if len(kind) >= _MIN_BOXES), key=len, default=list[OcrLine]())


def _is_letter_of(line: OcrLine, box: OcrLine) -> bool:
    """Whether a letter that looks like a box was read where one stands; figures are narrower than ideographs."""
    middle = (box.bbox.t + box.bbox.b) / 2
    if not (line.bbox.t <= middle <= line.bbox.b and line.bbox.l <= box.bbox.l < line.bbox.r):
        return False
    at = round(((box.bbox.l + box.bbox.r) / 2 - line.bbox.l) / line.bbox.width * len(line.text))
    return not _LIKE_BOXES.isdisjoint(line.text[max(at - _NEAR_LETTERS, 0) : at + _NEAR_LETTERS])


def _frame(drawn: NDArray[np.bool_]) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of the square whose four edges are drawn; None where there is none."""
    across, down = _longest_runs(drawn), _longest_runs(drawn.T)
    level, upright = np.flatnonzero(across >= _MIN_SIDE * _DRAWN), np.flatnonzero(down >= _MIN_SIDE * _DRAWN)
    if len(level) < 2 or len(upright) < 2:
        return None
    top, bottom, left, right = int(level[0]), int(level[-1]) + 1, int(upright[0]), int(upright[-1]) + 1
    tall, wide = bottom - top, right - left
    if not (min(tall, wide) >= _MIN_SIDE and max(tall, wide) <= _MAX_SIDE and abs(tall - wide) <= _ALIKE * wide):
        return None
    # an edge that is a little askew is told by two rows of pixels
    edges = [drawn[top : top + 2, left:right], drawn[bottom - 2 : bottom, left:right]]
    edges += [drawn[top:bottom, left : left + 2].T, drawn[top:bottom, right - 2 : right].T]
    reach = max(round(_CORNER * wide), 2)
    square = drawn[top:bottom, left:right]
    corners = [
        square[y][:, x] for y in (slice(reach), slice(-reach, None)) for x in (slice(reach), slice(-reach, None))
    ]
    if any(_thickness(side) > _THICK * wide for side in (square, square[::-1], square.T, square.T[::-1])):
        return None
    is_square = all(float(np.logical_or.reduce(edge, axis=0).mean()) >= _DRAWN for edge in edges)
    return (left, top, right, bottom) if is_square and all(corner.mean() >= _FILLED for corner in corners) else None


def _thickness(square: NDArray[np.bool_]) -> float:
    """How many pixels are drawn from the upper edge on, in most columns."""
    return float(np.median(np.logical_and.accumulate(square[1:], axis=0).sum(axis=0))) + 1


def _is_free(labels: NDArray[np.int32], index: int, box: BoundingBox) -> bool:
    """Whether nothing but the box itself stands close to its left and right."""
    left, top, right, bottom = (int(edge) for edge in (box.l, box.t, box.r, box.b))
    reach = max(round(_FREE * box.width), 4)
    beside = (labels[top:bottom, max(left - reach, 0) : left], labels[top:bottom, right : right + reach])
    return not any(((part != 0) & (part != index)).any() for part in beside)


def _longest_runs(drawn: NDArray[np.bool_]) -> NDArray[np.int64]:
    return np.array([max((sum(1 for _ in run) for is_on, run in groupby(row) if is_on), default=0) for row in drawn])


def _moved(frame: tuple[int, int, int, int], x: int, y: int) -> BoundingBox:
    left, top, right, bottom = frame
    return BoundingBox(l=float(left + x), t=float(top + y), r=float(right + x), b=float(bottom + y))


def _as_image(pixels: NDArray[np.uint8]) -> Any:
    from PIL import Image

    return Image.fromarray(pixels)


def _label_of(box: OcrLine, lines: Sequence[OcrLine]) -> int | None:
    """The line at the height of a box that goes over it or begins nearest to its right."""
    middle, side = (box.bbox.t + box.bbox.b) / 2, box.bbox.width
    near = [
        (max(line.bbox.l - box.bbox.r, 0.0), at)
        for at, line in enumerate(lines)
        if line.bbox.t <= middle <= line.bbox.b and box.bbox.l < line.bbox.r
    ]
    gap, at = min(near, default=(np.inf, 0))
    return at if gap <= _LABEL_GAP * side else None


def _with_sign(line: OcrLine, box: OcrLine) -> OcrLine:
    """The line with the sign where the box stands: before all of it, else before the nearest word."""
    if box.bbox.l <= line.bbox.l + box.bbox.width / 2:
        whole = replace(line.bbox, l=min(box.bbox.l, line.bbox.l))
        return replace(line, text=f"{box.text} {line.text}", bbox=whole)
    place = (box.bbox.l - line.bbox.l) / line.bbox.width * len(line.text)
    blanks = [at for at, letter in enumerate(line.text) if letter == " "]
    at = min(blanks, key=lambda blank: abs(blank - place), default=len(line.text))
    return replace(line, text=f"{line.text[:at]} {box.text}{line.text[at:]}")
