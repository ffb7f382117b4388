"""Tick boxes of forms: squares that are drawn, with or without a cross in them, become text: "☒ Withdraw from use".

Who reads the text alone must know what is ticked. Small squares are bullets and keys of charts as well: those of a page
count where a stroke or an "X" stands in one of them, and only with others of the same size.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bizrag.parsing.engines.marks.drawn_marks import Box, bounds, box_of, parts_of, shapes_of, write_marks

TICKED, EMPTY = "☒", "☐"
# sides in points; two sides of one box differ by less than this share, two boxes by less than this
_MIN_SIDE, _MAX_SIDE = 5.0, 16.0
_SQUARE, _ALIKE_PT = 0.15, 1.0
_MIN_BOXES = 2
# a stroke reaches over its box by so much of a side, and is at least so long
_OVER, _STROKE = 0.5, 0.3
# the label stands right of its box, nearer than this, in sides
_LABEL_GAP = 1.6
_MARKS = frozenset("xX✓✔✗✘×")


@dataclass(frozen=True, slots=True)
class TickBox:
    """A box that is drawn on a page, in points from the top left corner."""

    box: Box
    is_ticked: bool


def add_tick_boxes(page: Any) -> None:
    """Write the tick boxes of a docling page into its words and lines, in place."""
    shapes = shapes_of(page)
    if not shapes:
        return
    height = float(page.size.height)
    words = [
        (cell.text.strip(), box_of(cell, height)) for cell in page.parsed_page.word_cells if len(cell.text.strip()) == 1
    ]
    # four sides and a corner that is told again, or two ends of a stroke or a tick
    parts = [part for shape in shapes for part in parts_of(shape, height) if 2 <= len(part) <= 6]
    boxes = find_tick_boxes(parts, words)
    if boxes:
        _write(page.parsed_page, boxes, height)


def find_tick_boxes(parts: Sequence[Sequence[tuple[float, float]]], words: Sequence[tuple[str, Box]]) -> list[TickBox]:
    """The tick boxes among the lines that are drawn (corners, from the top left) and words of one letter.

    Empty where none of them is ticked.
    """
    squares = list(dict.fromkeys(bounds(part) for part in parts if _is_square(part)))
    strokes = [bounds(part) for part in parts if _is_stroke(part)]
    strokes += [box for text, box in words if text in _MARKS]
    found = [TickBox(square, any(_is_in(stroke, square) for stroke in strokes)) for square in squares]
    sides = [tick.box[2] - tick.box[0] for tick in found if tick.is_ticked]
    alike = [tick for tick in found if any(abs(tick.box[2] - tick.box[0] - side) <= _ALIKE_PT for side in sides)]
    return alike if len(alike) >= _MIN_BOXES else []


def _is_square(part: Sequence[tuple[float, float]]) -> bool:
    left, top, right, bottom = bounds(part)
    wide, tall = right - left, bottom - top
    is_small = _MIN_SIDE <= wide <= _MAX_SIDE and abs(wide - tall) <= _SQUARE * wide
    return is_small and len(part) >= 4 and not _has_slope(part)


def _is_stroke(part: Sequence[tuple[float, float]]) -> bool:
    left, top, right, bottom = bounds(part)
    return len(part) <= 4 and _has_slope(part) and max(right - left, bottom - top) <= 2 * _MAX_SIDE


def _has_slope(part: Sequence[tuple[float, float]]) -> bool:
    return any(abs(x1 - x0) > 1 and abs(y1 - y0) > 1 for (x0, y0), (x1, y1) in itertools.pairwise(part))


def _is_in(stroke: Box, square: Box) -> bool:
    side = square[2] - square[0]
    slack = _OVER * side
    is_around = (
        stroke[0] >= square[0] - slack
        and stroke[1] >= square[1] - slack
        and stroke[2] <= square[2] + slack
        and stroke[3] <= square[3] + slack
    )
    x, y = (stroke[0] + stroke[2]) / 2, (stroke[1] + stroke[3]) / 2
    is_over = square[0] <= x <= square[2] and square[1] <= y <= square[3]
    return is_around and is_over and max(stroke[2] - stroke[0], stroke[3] - stroke[1]) >= _STROKE * side


def _write(segmented: Any, boxes: Sequence[TickBox], height: float) -> None:
    """Boxes as words, and before the line of their label or as lines; an "X" in a box is that box."""
    if not segmented.textline_cells or not segmented.word_cells:
        return
    for name in ("textline_cells", "word_cells"):
        setattr(segmented, name, [cell for cell in getattr(segmented, name) if not _is_mark(cell, boxes, height)])
    marks = [(tick.box, TICKED if tick.is_ticked else EMPTY) for tick in boxes]
    write_marks(segmented, marks, height, gap=_LABEL_GAP)


def _is_mark(cell: Any, boxes: Sequence[TickBox], height: float) -> bool:
    text = cell.text.strip()
    return text in _MARKS and any(tick.is_ticked and _is_in(box_of(cell, height), tick.box) for tick in boxes)
