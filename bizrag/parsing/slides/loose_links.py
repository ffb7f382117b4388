"""What connectors of a PPTX join that are not glued to it, and arrows that are shapes: their ends stand at boxes;
and shapes that point at the next step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.diagrams.said import Link
from bizrag.parsing.slides.drawn_links import REACH_PT, Point, box_at
from bizrag.parsing.slides.links import ENDS, HEADS, glued_ends, is_back
from bizrag.parsing.slides.shapes import DRAWING, Placed

# one line may be anything, unless it has a head
_MIN_LINKS = 2
# shapes that point from one box to the next, and by how many quarters they are turned
_ARROWS = {
    "rightArrow": 0,
    "notchedRightArrow": 0,
    "stripedRightArrow": 0,
    "downArrow": 1,
    "leftArrow": 2,
    "upArrow": 3,
}
_QUARTER, _QUARTERS = 90 * 60_000, 4
# such a shape stands so far from its boxes (points)
_ARROW_REACH_PT = 30.0
# shapes whose points are steps of a process; so near to the next one, and so level with it, of their height
_STEPS = ("chevron", "homePlate")
_STEP_GAP, _LEVEL = 0.5, 0.25


@dataclass(frozen=True, slots=True)
class _Line:
    """A line from one place to another, the box around it, how near to its ends boxes are."""

    start: Point
    end: Point
    bbox: BoundingBox
    reach_pt: float
    has_head: bool


def loose_links(placed: Sequence[Placed], glued: Sequence[Link]) -> list[Link]:
    """The pairs of shapes with texts, by their ids, that lines and arrows lead to and that no connector is glued to.

    ``glued``: the pairs that connectors are glued to.
    """
    written = [(entry.shape.shape_id, entry.bbox) for entry in placed if entry.bbox is not None and _has_text(entry)]
    boxes = [box for _, box in written]
    found: dict[Link, bool] = {}
    for entry in placed:
        line = _line(entry)
        if line is None:
            continue
        start, end = (box_at(place, boxes, line.bbox, reach=line.reach_pt) for place in (line.start, line.end))
        if start is None or end is None or start == end:
            continue
        if _is_connector(entry) and is_back(entry.shape._element, boxes[start], boxes[end]):  # noqa: SLF001
            start, end = end, start
        link = written[start][0], written[end][0]
        if link not in glued and link[::-1] not in (*glued, *found):
            found[link] = line.has_head
    is_sure = len(glued) + len(found) >= _MIN_LINKS
    drawn = [link for link, has_head in found.items() if is_sure or has_head]
    return [*drawn, *(link for link in _steps(placed) if link not in (*glued, *drawn))]


def _steps(placed: Sequence[Placed]) -> list[Link]:
    """The pairs of shapes that point at each other's tails, in a row of three at least."""
    steps = [(entry.shape.shape_id, box) for entry in placed if (box := entry.bbox) is not None and _is_step(entry)]
    rows: list[list[tuple[int, BoundingBox]]] = []
    for number, box in sorted(steps, key=lambda step: step[1].l):
        row = next((row for row in rows if _is_behind(box, row[-1][1])), None)
        if row is not None:
            row.append((number, box))
        else:
            rows.append([(number, box)])
    return [(one, other) for row in rows if len(row) > _MIN_LINKS for (one, _), (other, _) in pairwise(row)]


def _is_behind(box: BoundingBox, before: BoundingBox) -> bool:
    is_level = abs(box.middle_y - before.middle_y) <= _LEVEL * before.height
    return is_level and box.middle_x > before.r and box.l - before.r <= _STEP_GAP * before.height


def _is_step(entry: Placed) -> bool:
    return _has_text(entry) and _preset(entry.shape._element) in _STEPS  # noqa: SLF001 - as above


def _line(entry: Placed) -> _Line | None:
    """What a connector or an arrow without a text draws."""
    if entry.bbox is None:
        return None
    if _is_connector(entry):
        return _connector(entry.shape._element, entry.bbox)  # noqa: SLF001 - python-pptx tells no glued ends
    return None if _has_text(entry) else _arrow(entry.shape._element, entry.bbox)  # noqa: SLF001 - as above


def _connector(element: Any, box: BoundingBox) -> _Line | None:
    if len(glued_ends(element)) == len(ENDS):
        return None
    frame = next(element.iter(f"{DRAWING}xfrm"), None)
    across, down = (frame is not None and frame.get(name) in ("1", "true") for name in ("flipH", "flipV"))
    heads = [node for name in HEADS for node in element.iter(f"{DRAWING}{name}")]
    return _Line(
        start=(box.r if across else box.l, box.b if down else box.t),
        end=(box.l if across else box.r, box.t if down else box.b),
        bbox=box,
        reach_pt=REACH_PT,
        has_head=any(node.get("type") not in (None, "none") for node in heads),
    )


def _arrow(element: Any, box: BoundingBox) -> _Line | None:
    frame = next(element.iter(f"{DRAWING}xfrm"), None)
    quarters = _ARROWS.get(_preset(element))
    if quarters is None or frame is None:
        return None
    turned = round(int(frame.get("rot", 0)) / _QUARTER)
    if turned % 2:
        # the box of a turned shape is that of the shape before it is turned
        x, y, half_width, half_height = box.middle_x, box.middle_y, box.height / 2, box.width / 2
        box = BoundingBox(l=x - half_width, t=y - half_height, r=x + half_width, b=y + half_height)
    quarters = (quarters + turned) % _QUARTERS
    if quarters % 2:
        line = BoundingBox(l=box.middle_x, t=box.t, r=box.middle_x, b=box.b)
    else:
        line = BoundingBox(l=box.l, t=box.middle_y, r=box.r, b=box.middle_y)
    ends = (line.l, line.t), (line.r, line.b)
    start, end = ends if quarters < _QUARTERS / 2 else ends[::-1]
    return _Line(start, end, line, _ARROW_REACH_PT, has_head=True)


def _preset(element: Any) -> str:
    """Which of the shapes that come with the program it is; empty where it is none."""
    shape = next(element.iter(f"{DRAWING}prstGeom"), None)
    return str(shape.get("prst")) if shape is not None else ""


def _is_connector(entry: Placed) -> bool:
    return str(entry.shape._element.tag).endswith("}cxnSp")  # noqa: SLF001 - a line may be of any type of shape


def _has_text(entry: Placed) -> bool:
    return bool(getattr(entry.shape, "has_text_frame", False) and entry.shape.text_frame.text.strip())
