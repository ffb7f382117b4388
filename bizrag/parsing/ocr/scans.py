"""Scanned pages: read before anything else looks at them, turned upright and straight.

They may lie on a side, on their head, or a little askew: then labels of a table stand beside the values of other rows.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.draft import Draft
from bizrag.parsing.images.render import render_page
from bizrag.parsing.ocr.engine import OCR_SCALE, OcrLine, TextReader, in_reading_order
from bizrag.parsing.ocr.tick_boxes import find_tick_boxes, with_signs, without_boxes, without_letters
from bizrag.parsing.text_layers.text_layer import Word

if TYPE_CHECKING:
    from PIL import Image

# A page that reads with this mean confidence stands upright.
_SURE = 0.8
# Another turn must read so much better to be believed.
_BETTER = 1.3
# The slope of a page is that of its widest lines, of so many letters at least; corners are known to a pixel.
_SLOPE_LINES = range(6, 16)
_SLOPE_LETTERS = 12
# It is so many times the error that it may have.
_SURE_SLOPE = 3.0
# Less is not seen (a quarter of a degree), more is no accident of the feeder.
_MIN_SLOPE, _MAX_SLOPE = 0.004, 0.15


@dataclass(frozen=True, slots=True, kw_only=True)
class Scans:
    """What OCR read, by page number (1-based), boxes in points of the upright page; and the pages that were turned."""

    lines: Mapping[int, Sequence[OcrLine]]
    turned: frozenset[int]


def read_scans(
    document: Any, draft: Draft, reader: TextReader, page_nos: frozenset[int], on_page: Callable[[int, int], None]
) -> Scans:
    """Read pages of a ``pypdfium2.PdfDocument``; pages that lie on a side or askew are turned in the open document."""
    lines: dict[int, list[OcrLine]] = {}
    turned: set[int] = set()
    start = time.perf_counter()
    for page_no in sorted(page_nos):
        image = render_page(document, page_no, dpi=72.0 * OCR_SCALE)
        if image is None:
            continue
        found, turn = read_upright(image, reader)
        upright = image.rotate(turn, expand=True) if turn else image
        boxes = without_letters(find_tick_boxes(upright), found)
        found = reader.read(without_boxes(upright, boxes)) if boxes else found
        slope = slope_of(found)
        if turn or slope:
            _turn_page(document[page_no - 1], turn, slope)
            turned.add(page_no)
        width, height = upright.size
        if slope:
            found, boxes = (straightened(part, slope, width=width, height=height) for part in (found, boxes))
        found = with_signs(found, boxes)
        to_points = document[page_no - 1].get_size()[0] / width
        lines[page_no] = [replace(line, bbox=scaled(line.bbox, to_points)) for line in found]
        on_page(len(lines), len(draft.pages))
    if page_nos:
        draft.spend("ocr", time.perf_counter() - start)
    return Scans(lines=lines, turned=frozenset(turned))


def read_upright(image: Image.Image, reader: TextReader) -> tuple[list[OcrLine], int]:
    """The lines of a page and the turn that made it readable: 0, 90, 180 or 270 degrees against the clock."""
    lines = reader.read(image)
    if not lines or (_confidence(lines) >= _SURE and not _is_sideways(lines)):
        return lines, 0
    turns = [(reader.read(image.rotate(turn, expand=True)), turn) for turn in (90, 270, 180)]
    best, turn = max(turns, key=lambda entry: _weight(entry[0]))
    return (best, turn) if _weight(best) > _BETTER * _weight(lines) else (lines, 0)


def slope_of(lines: Sequence[OcrLine]) -> float:
    """How far the lines of a page fall from left to right, as a share of their width; 0.0 where they are level."""
    wide = [line for line in lines if len(line.text) >= _SLOPE_LETTERS and line.bbox.width > line.bbox.height]
    if len(wide) < _SLOPE_LINES.start:
        return 0.0
    wide.sort(key=lambda line: -line.bbox.width)
    slopes = [line.slope for line in wide[: _SLOPE_LINES.stop]]
    slope = statistics.median(slopes)
    # three lines of four agree: a stamp may not
    spread = statistics.quantiles([abs(other - slope) for other in slopes], n=4)[2]
    is_sure = _SURE_SLOPE * spread < abs(slope) * math.sqrt(len(slopes))
    return slope if is_sure and _MIN_SLOPE < abs(slope) < _MAX_SLOPE else 0.0


def straightened(lines: Sequence[OcrLine], slope: float, *, width: float, height: float) -> list[OcrLine]:
    """The lines of a page of that size as they stand when it has been turned about its middle to be level."""
    angle = math.atan(slope)
    cosine, sine = math.cos(angle), math.sin(angle)
    level: list[OcrLine] = []
    for line in lines:
        box = line.bbox
        x, y = (box.l + box.r - width) / 2, (box.t + box.b - height) / 2
        middle_x, middle_y = x * cosine + y * sine + width / 2, y * cosine - x * sine + height / 2
        # the box stood around a line that ran across it
        half_height = max(box.height - box.width * abs(slope), box.height / 3) / 2
        half_width = box.width / cosine / 2
        placed = BoundingBox(
            l=max(middle_x - half_width, 0.0),
            t=max(middle_y - half_height, 0.0),
            r=min(max(middle_x + half_width, 0.0), width),
            b=min(max(middle_y + half_height, 0.0), height),
        )
        level.append(replace(line, bbox=placed, slope=line.slope - slope))
    return in_reading_order(level)


def _turn_page(page: Any, turn: int, slope: float) -> None:
    """Turn a PDF page by quarters (degrees against the clock) and its content by the slope that it has."""
    from pypdfium2 import raw

    # an image is turned against the clock, a PDF page with it
    page.set_rotation((page.get_rotation() - turn) % 360)
    if slope:
        left, bottom, right, top = page.get_cropbox()
        x, y, angle = (left + right) / 2, (bottom + top) / 2, math.atan(slope)
        cosine, sine = math.cos(angle), math.sin(angle)
        # y counts upwards here
        matrix = raw.FS_MATRIX(cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y)
        raw.FPDFPage_TransFormWithClip(page, matrix, None)
    page.close()


def words_of(lines: Sequence[OcrLine]) -> tuple[Word, ...]:
    """OCR lines (boxes in points) in the form of a text layer: one word per line of text."""
    return tuple(Word(line.text, line.bbox, line.bbox.height, number) for number, line in enumerate(lines))


def scaled(box: BoundingBox, factor: float) -> BoundingBox:
    """A box in another unit."""
    return BoundingBox(l=box.l * factor, t=box.t * factor, r=box.r * factor, b=box.b * factor)


def _weight(lines: Sequence[OcrLine]) -> float:
    """How much was read and how surely; lines that stand upright do not count."""
    return sum(len(line.text) * line.confidence**2 for line in lines if line.bbox.width >= line.bbox.height)


def _confidence(lines: Sequence[OcrLine]) -> float:
    letters = sum(len(line.text) for line in lines)
    return sum(line.confidence * len(line.text) for line in lines) / max(1, letters)


def _is_sideways(lines: Sequence[OcrLine]) -> bool:
    tall = sum(line.bbox.height > 1.5 * line.bbox.width for line in lines)
    return tall > len(lines) / 2
