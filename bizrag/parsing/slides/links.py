"""What connectors of a PPTX slide join: who reports to whom, which step follows which.

Lines that are glued to two shapes say so in the file; a line that is merely drawn between them does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.diagrams.said import Link
from bizrag.parsing.slides.shapes import DRAWING, Placed

#: where a connector begins and ends, in its file: what it is glued to, and how that end is drawn
ENDS, HEADS = ("stCxn", "endCxn"), ("headEnd", "tailEnd")


def read_links(placed: Sequence[Placed]) -> list[Link]:
    """The pairs of shapes that connectors join, each once: along the arrow; without one downwards, or to the right."""
    boxes = {entry.shape.shape_id: entry.bbox for entry in placed if entry.bbox is not None}
    found: dict[Link, None] = {}
    for entry in placed:
        element = entry.shape._element  # noqa: SLF001 - python-pptx tells no glued ends
        ends = glued_ends(element)
        if len(ends) != len(ENDS):
            continue
        start, end = ends
        if start != end and start in boxes and end in boxes:
            found[(end, start) if is_back(element, boxes[start], boxes[end]) else (start, end)] = None
    return list(found)


def glued_ends(element: Any) -> list[int]:
    """The ids of the shapes that a connector is glued to."""
    return [int(node.get("id")) for name in ENDS for node in element.iter(f"{DRAWING}{name}")]


def is_back(element: Any, start: BoundingBox, end: BoundingBox) -> bool:
    """Whether a connector leads from its end to its start."""
    heads = [next(element.iter(f"{DRAWING}{name}"), None) for name in ("headEnd", "tailEnd")]
    at_start, at_end = (node is not None and node.get("type") not in (None, "none") for node in heads)
    if at_start != at_end:
        return at_start
    if end.b <= start.t or start.b <= end.t:
        return end.b <= start.t
    return end.r <= start.l
