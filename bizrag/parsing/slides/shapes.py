"""The shapes of a PPTX slide with their places: groups resolved, newer kinds taken in the form that can be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bizrag.model.geometry import BoundingBox

EMU_PER_PT = 12_700
_MAX_GROUP_DEPTH = 12
_MARKUP = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
_EXTENDED_CHART = "http://schemas.microsoft.com/office/drawing/2014/chartex"
_READABLE_FRAMES = (
    "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "http://schemas.openxmlformats.org/drawingml/2006/table",
    _DIAGRAM,
    _EXTENDED_CHART,
)

# scale x, scale y, offset x, offset y
Frame = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Placed:
    """A shape with its box on the slide, groups resolved."""

    shape: Any
    bbox: BoundingBox | None


def place_shapes(slide: Any, *, width_pt: float, height_pt: float) -> list[Placed]:
    """All shapes of a slide but groups, in the order of the file; boxes in points, clipped to the slide."""
    _take_alternatives(slide.shapes._spTree)  # noqa: SLF001 - python-pptx leaves such shapes out
    return list(_walk(slide.shapes, (1.0, 1.0, 0.0, 0.0), 0, (width_pt, height_pt)))


def linked_part(shape: Any) -> tuple[str, bytes]:
    """What a frame shows that python-pptx does not know: "diagram" or "chart" and the bytes of its part; else empty."""
    for data in shape._element.iter(f"{DRAWING}graphicData"):  # noqa: SLF001 - python-pptx has no public way
        kind, link = {_DIAGRAM: ("diagram", "dm"), _EXTENDED_CHART: ("chart", "id")}.get(data.get("uri"), ("", ""))
        for node in data if kind else ():
            if number := node.get(f"{_RELATION}{link}"):
                return kind, shape.part.related_part(number).blob
    return "", b""


def _take_alternatives(tree: Any) -> None:
    """Put the readable one of each pair of alternatives in its place (in memory only)."""
    for node in list(tree.iter(f"{_MARKUP}AlternateContent")):
        parent = node.getparent()
        choice, fallback = node.find(f"{_MARKUP}Choice"), node.find(f"{_MARKUP}Fallback")
        chosen = choice if fallback is None or (choice is not None and _is_readable(choice)) else fallback
        if parent is None or chosen is None:
            continue
        for child in list(chosen):
            node.addprevious(child)
        parent.remove(node)


def _is_readable(choice: Any) -> bool:
    frames = [data.get("uri") for data in choice.iter(f"{DRAWING}graphicData")]
    if frames:
        return all(uri in _READABLE_FRAMES for uri in frames)
    return next(choice.iter(f"{DRAWING}p"), None) is not None


def _walk(shapes: Any, frame: Frame, depth: int, size: tuple[float, float]) -> Iterator[Placed]:
    from pptx.enum.shapes import MSO_SHAPE_TYPE

    for shape in shapes:
        if shape.shape_type == MSO_SHAPE_TYPE.GROUP and depth < _MAX_GROUP_DEPTH:
            yield from _walk(shape.shapes, _inner_frame(shape, frame), depth + 1, size)
        else:
            yield Placed(shape, _box(shape, frame, size))


def _box(shape: Any, frame: Frame, size: tuple[float, float]) -> BoundingBox | None:
    if shape.left is None or shape.width is None:
        return None
    across, down, right, below = frame
    left, top = shape.left * across + right, shape.top * down + below
    box = BoundingBox(
        l=left / EMU_PER_PT,
        t=top / EMU_PER_PT,
        r=(left + abs(shape.width * across)) / EMU_PER_PT,
        b=(top + abs(shape.height * down)) / EMU_PER_PT,
    )
    return box.clipped(width=size[0], height=size[1])


def _inner_frame(group: Any, frame: Frame) -> Frame:
    """How coordinates inside a group map to the slide (DrawingML a:xfrm with a:chOff and a:chExt)."""
    across, down, right, below = frame
    element = group._element  # noqa: SLF001 - python-pptx has no public way
    xfrm = element.grpSpPr.find(f"{DRAWING}xfrm")
    if xfrm is None or xfrm.find(f"{DRAWING}chExt") is None:
        return frame
    offset, extent = xfrm.find(f"{DRAWING}chOff"), xfrm.find(f"{DRAWING}chExt")
    wide, high = int(extent.get("cx")) or 1, int(extent.get("cy")) or 1
    inner_across, inner_down = (group.width or wide) / wide, (group.height or high) / high
    inner_right = (group.left or 0) - int(offset.get("x")) * inner_across
    inner_below = (group.top or 0) - int(offset.get("y")) * inner_down
    return (
        across * inner_across,
        down * inner_down,
        right + inner_right * across,
        below + inner_below * down,
    )
