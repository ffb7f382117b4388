"""Marks that are drawn on a page, written into its words and lines as text: boxes to tick, bullets."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

# left, top, right, bottom in points from the top left corner
Box = tuple[float, float, float, float]
Point = tuple[float, float]


def shapes_of(page: Any) -> list[Any]:
    """What is drawn on a docling page, as docling-parse tells it; empty where another backend read it."""
    from docling.backend.docling_parse_backend import ThreadedDoclingParsePageBackend

    backend = page._backend  # noqa: SLF001 - docling has no public way
    if page.parsed_page is None or not isinstance(backend, ThreadedDoclingParsePageBackend):
        return []
    result: Any = backend._result  # noqa: SLF001 - docling has no public way
    shapes: list[Any] = result._require_page_decoder().get_page_shapes()  # noqa: SLF001 - docling has no public way
    return shapes


def parts_of(shape: Any, height: float) -> Iterator[list[Point]]:
    """The corners of each line of a shape, from the top left corner of a page of this height."""
    xs, ys, starts = shape.get_x(), shape.get_y(), shape.get_i()
    for start, end in itertools.pairwise(starts):
        yield [(x, height - y) for x, y in zip(xs[start:end], ys[start:end], strict=True)]


def bounds(part: Sequence[Point]) -> Box:
    """The box around corners, in tenths of points."""
    xs, ys = [x for x, _ in part], [y for _, y in part]
    return round(min(xs), 1), round(min(ys), 1), round(max(xs), 1), round(max(ys), 1)


def write_marks(segmented: Any, marks: Sequence[tuple[Box, str]], height: float, *, gap: float) -> None:
    """Write marks with their texts as words, and before the line of their label or as lines of their own, in place.

    ``segmented`` is docling's ``SegmentedPdfPage``; a label begins nearer than ``gap``, in widths of its mark.
    """
    lines, words = list(segmented.textline_cells), list(segmented.word_cells)
    if not lines or not words:
        return
    for box, text in marks:
        at = label_at(box, lines, height, gap=gap)
        words.insert(_place(box, words, height), _cell(words[0], text, box, height))
        if at is None:
            lines.insert(_place(box, lines, height), _cell(lines[0], text, box, height))
        else:
            _widen(lines[at], text, box, height)
    for cells in (lines, words):
        for index, cell in enumerate(cells):
            cell.index = index
    segmented.textline_cells, segmented.word_cells = lines, words


def label_at(box: Box, lines: Sequence[Any], height: float, *, gap: float) -> int | None:
    """The number of the line that begins right of a mark, on its height."""
    middle, side = (box[1] + box[3]) / 2, box[2] - box[0]
    for at, line in enumerate(lines):
        left, top, _, bottom = box_of(line, height)
        if top <= middle <= bottom and -0.2 * side <= left - box[2] <= gap * side:
            return at
    return None


def _place(box: Box, cells: Sequence[Any], height: float) -> int:
    """Behind the last cell that stands left of a box on its height, else at the end."""
    middle = (box[1] + box[3]) / 2
    found = len(cells)
    for at, cell in enumerate(cells):
        left, top, _, bottom = box_of(cell, height)
        if top <= middle <= bottom and left < box[0]:
            found = at + 1
    return found


def _cell(like: Any, text: str, box: Box, height: float) -> Any:
    return like.model_copy(update={"text": text, "orig": text, "rect": _rect(box, like, height)})


def _widen(line: Any, mark: str, box: Box, height: float) -> None:
    left, top, right, bottom = box_of(line, height)
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


def box_of(cell: Any, height: float) -> Box:
    """The box of a cell of docling's."""
    box = cell.rect.to_bounding_box().to_top_left_origin(height)
    return box.l, box.t, box.r, box.b
