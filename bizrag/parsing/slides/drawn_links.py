"""Lines and arrows that are drawn between boxes of a slide in PDF: which step follows which. Pure.

A PDF does not say what a line joins, as a PPTX does: its ends stand at the edges of two boxes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.diagrams.said import Link

Point = tuple[float, float]

#: so near to the edge of a box a line ends (points): its head may stand between them
REACH_PT = 8.0
# a line is so thin, a head so small, and so near to the end of its line
_THIN_PT, _HEAD_PT, _HEAD_REACH_PT = 3.0, 16.0, 12.0
# of a side of a box, around its middle: where lines end
_SIDE = 0.8
# one line may be anything
_MIN_LINKS = 2


def find_links(boxes: Sequence[BoundingBox], drawn: Sequence[BoundingBox]) -> list[Link]:
    """The pairs of boxes (numbers) that lines join, each once: to the head, without one downwards or to the right.

    Args:
        boxes: with texts, apart from each other.
        drawn: all that is drawn, heads of arrows among it; of lines that are not level or upright, or have elbows, the
            box around them.
    """
    free = [one for one in drawn if not any(_is_of_box(one, box) for box in boxes)]
    heads = [one for one in free if max(one.width, one.height) <= _HEAD_PT]
    found: dict[Link, None] = {}
    for line in free:
        for start, end in _ends(line):
            pair = box_at(start, boxes, line), box_at(end, boxes, line)
            if pair[0] is None or pair[1] is None or pair[0] == pair[1]:
                continue
            at_start, at_end = (any(_is_near(head, place) for head in heads) for place in (start, end))
            one, other = boxes[pair[0]], boxes[pair[1]]
            is_back = at_start if at_start != at_end else _is_before(other, one)
            link = (pair[1], pair[0]) if is_back else (pair[0], pair[1])
            # a line and its shadow are one
            if (link[1], link[0]) not in found:
                found[link] = None
            break
    return list(found) if len(found) >= _MIN_LINKS else []


def _is_of_box(one: BoundingBox, box: BoundingBox) -> bool:
    """Whether something is drawn in a box, or is the box, its shadow or its ground."""
    common = one.intersection_area(box)
    is_inside = box.l <= one.l and one.r <= box.r and box.t <= one.t and one.b <= box.b
    return is_inside or common > 0.5 * box.area


def _ends(line: BoundingBox) -> Iterator[tuple[Point, Point]]:
    """Where a line may begin and end: those of a level or an upright one, else opposite corners."""
    middle_x, middle_y = (line.l + line.r) / 2, (line.t + line.b) / 2
    if line.height <= _THIN_PT < line.width:
        yield (line.l, middle_y), (line.r, middle_y)
    elif line.width <= _THIN_PT < line.height:
        yield (middle_x, line.t), (middle_x, line.b)
    elif min(line.width, line.height) > _HEAD_PT:
        yield (line.l, line.t), (line.r, line.b)
        yield (line.r, line.t), (line.l, line.b)


def box_at(place: Point, boxes: Sequence[BoundingBox], line: BoundingBox, *, reach: float = REACH_PT) -> int | None:
    """The box at whose edge a place is, that the line does not run over; ``reach``: so near to it (points)."""
    x, y = place
    near = [
        (math.hypot(max(box.l - x, x - box.r, 0.0), max(box.t - y, y - box.b, 0.0)), number)
        for number, box in enumerate(boxes)
        if _leads_to(line, place, box)
    ]
    distance, number = min(near, default=(math.inf, -1))
    return number if distance <= reach else None


def _leads_to(line: BoundingBox, place: Point, box: BoundingBox) -> bool:
    """Whether a line that ends at a place comes from outside of a box: one between two boxes runs along them."""
    x, y = place
    if line.height <= _THIN_PT:
        return box.t <= y <= box.b and (box.r <= x + _THIN_PT if x <= line.l else box.l >= x - _THIN_PT)
    if line.width <= _THIN_PT:
        return box.l <= x <= box.r and (box.b <= y + _THIN_PT if y <= line.t else box.t >= y - _THIN_PT)
    # lines end at the sides of boxes, those of other boxes beside them at their corners
    is_at_side = abs(x - box.middle_x) <= _SIDE * box.width / 2 or abs(y - box.middle_y) <= _SIDE * box.height / 2
    return is_at_side and line.intersection_area(box) <= 0.25 * min(line.area, box.area)


def _is_near(head: BoundingBox, place: Point) -> bool:
    x, y = place
    return math.hypot(max(head.l - x, x - head.r, 0.0), max(head.t - y, y - head.b, 0.0)) <= _HEAD_REACH_PT


def _is_before(one: BoundingBox, other: BoundingBox) -> bool:
    """Whether a box stands above another one, or left of it on one level."""
    if one.b <= other.t or other.b <= one.t:
        return one.b <= other.t
    return one.r <= other.l
