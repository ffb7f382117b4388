"""Tick boxes of forms: squares that are drawn, with or without a cross in them, become text: "☒ Withdraw from use".

Who reads the text alone must know what is ticked. Small squares are bullets and keys of charts as well: those of a page
count where a stroke or an "X" stands in one of them, and only with others of the same size.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

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

# left, top, right, bottom from the top left corner
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class TickBox:
    """A box that is drawn on a page, in points from the top left corner."""

    box: Box
    is_ticked: bool


def add_tick_boxes(page: Any) -> None:
    """Write the tick boxes of a docling page into its words and lines, in place."""
    from docling.backend.docling_parse_backend import ThreadedDoclingParsePageBackend

    backend = page._backend  # noqa: SLF001 - docling has no public way
    if page.parsed_page is None or not isinstance(backend, ThreadedDoclingParsePageBackend):
        return
    result: Any = backend._result  # noqa: SLF001 - docling has no public way
    shapes = result._require_page_decoder().get_page_shapes()  # noqa: SLF001 - docling has no public way
    height = float(page.size.height)
    words = [
        (cell.text.strip(), _box_of(cell, height))
        for cell in page.parsed_page.word_cells
        if len(cell.text.strip()) == 1
    ]
    boxes = find_tick_boxes(list(_parts(shapes, height)), words)
    if boxes:
        _write(page.parsed_page, boxes, height)


def find_tick_boxes(parts: Sequence[Sequence[tuple[float, float]]], words: Sequence[tuple[str, Box]]) -> list[TickBox]:
    """The tick boxes among the lines that are drawn (corners, from the top left) and words of one letter.

    Empty where none of them is ticked.
    """
    squares = list(dict.fromkeys(_bounds(part) for part in parts if _is_square(part)))
    strokes = [_bounds(part) for part in parts if _is_stroke(part)]
    strokes += [box for text, box in words if text in _MARKS]
    found = [TickBox(square, any(_is_in(stroke, square) for stroke in strokes)) for square in squares]
    sides = [tick.box[2] - tick.box[0] for tick in found if tick.is_ticked]
    alike = [tick for tick in found if any(abs(tick.box[2] - tick.box[0] - side) <= _ALIKE_PT for side in sides)]
    return alike if len(alike) >= _MIN_BOXES else []


def _parts(shapes: Any, height: float) -> Iterator[list[tuple[float, float]]]:
    for shape in shapes:
        xs, ys, starts = shape.get_x(), shape.get_y(), shape.get_i()
        for start, end in itertools.pairwise(starts):
            # four sides and a corner that is told again, or two ends of a stroke or a tick
            if 2 <= end - start <= 6:
                yield [(x, height - y) for x, y in zip(xs[start:end], ys[start:end], strict=True)]


def _bounds(part: Sequence[tuple[float, float]]) -> Box:
    xs, ys = [x for x, _ in part], [y for _, y in part]
    return round(min(xs), 1), round(min(ys), 1), round(max(xs), 1), round(max(ys), 1)


def _is_square(part: Sequence[tuple[float, float]]) -> bool:
    left, top, right, bottom = _bounds(part)
    wide, tall = right - left, bottom - top
    is_small = _MIN_SIDE <= wide <= _MAX_SIDE and abs(wide - tall) <= _SQUARE * wide
    return is_small and len(part) >= 4 and not _has_slope(part)


def _is_stroke(part: Sequence[tuple[float, float]]) -> bool:
    left, top, right, bottom = _bounds(part)
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
    lines, words = list(segmented.textline_cells), list(segmented.word_cells)
    if not lines or not words:
        return
    lines = [cell for cell in lines if not _is_mark(cell, boxes, height)]
    words = [cell for cell in words if not _is_mark(cell, boxes, height)]
    for tick in boxes:
        mark = TICKED if tick.is_ticked else EMPTY
        at = _label_at(tick.box, lines, height)
        words.insert(_place(tick.box, words, height), _cell(words[0], mark, tick.box, height))
        if at is None:
            lines.insert(_place(tick.box, lines, height), _cell(lines[0], mark, tick.box, height))
        else:
            _widen(lines[at], mark, tick.box, height)
    for cells in (lines, words):
        for index, cell in enumerate(cells):
            cell.index = index
    segmented.textline_cells, segmented.word_cells = lines, words


def _is_mark(cell: Any, boxes: Sequence[TickBox], height: float) -> bool:
    text = cell.text.strip()
    return text in _MARKS and any(tick.is_ticked and _is_in(_box_of(cell, height), tick.box) for tick in boxes)


def _label_at(box: Box, lines: Sequence[Any], height: float) -> int | None:
    """The number of the line that begins right of a box, on its height."""
    middle, side = (box[1] + box[3]) / 2, box[2] - box[0]
    for at, line in enumerate(lines):
        left, top, _, bottom = _box_of(line, height)
        if top <= middle <= bottom and -0.2 * side <= left - box[2] <= _LABEL_GAP * side:
            return at
    return None


def _place(box: Box, cells: Sequence[Any], height: float) -> int:
    """Behind the last cell that stands left of a box on its height, else at the end."""
    middle = (box[1] + box[3]) / 2
    found = len(cells)
    for at, cell in enumerate(cells):
        left, top, _, bottom = _box_of(cell, height)
        if top <= middle <= bottom and left < box[0]:
            found = at + 1
    return found


def _cell(like: Any, text: str, box: Box, height: float) -> Any:
    return like.model_copy(update={"text": text, "orig": text, "rect": _rect(box, like, height)})


def _widen(line: Any, mark: str, box: Box, height: float) -> None:
    left, top, right, bottom = _box_of(line, height)
    line.text = line.orig = f"{mark} {line.text.lstrip()}"
    line.rect = _rect((min(left, box[0]), top, right, bottom), line, height)


def _rect(box: Box, like: Any, height: float) -> Any:
    """A box as docling keeps it, from the origin of another cell."""
    from docling_core.types.doc.base import BoundingBox, CoordOrigin
    from docling_core.types.doc.page import BoundingRectangle

    left, top, right, bottom = box
    from_top = BoundingBox(l=left, t=top, r=right, b=bottom, coord_origin=CoordOrigin.TOPLEFT)
    is_top = like.rect.coord_origin == CoordOrigin.TOPLEFT
    return BoundingRectangle.from_bounding_box(from_top if is_top else from_top.to_bottom_left_origin(height))


def _box_of(cell: Any, height: float) -> Box:
    box = cell.rect.to_bounding_box().to_top_left_origin(height)
    return box.l, box.t, box.r, box.b
