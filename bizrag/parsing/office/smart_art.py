"""SmartArt of office files: the texts of a diagram's data part as an outline (ECMA-376, part 1, section 21.4)."""

from __future__ import annotations

from typing import Any

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftText

_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
# presentation points repeat the texts of the nodes that they draw
_DRAWN = ("pres", "parTrans", "sibTrans")
_PARENT_OF = (None, "parOf")
_ROOT = "doc"


def read_smart_art(xml: bytes, *, page_no: int | None = None, bbox: BoundingBox | None = None) -> list[DraftItem]:
    """The nodes of a data part as list items, all in the place of the diagram."""
    return [
        DraftText(kind=BlockKind.LIST_ITEM, text=f"{'  ' * level}- {text}", page_no=page_no, bbox=bbox)
        for level, text in read_outline(xml)
    ]


def read_outline(xml: bytes) -> list[tuple[int, str]]:
    """Level (from 0) and text of every node of a data part (``/ppt/diagrams/data1.xml``), parents before children."""
    from lxml import etree

    root = etree.fromstring(xml, etree.XMLParser(resolve_entities=False, no_network=True, recover=True))
    if root is None:
        return []
    points = {point.get("modelId"): point for point in root.iter(f"{_DIAGRAM}pt") if point.get("type") not in _DRAWN}
    children: dict[str, list[tuple[int, str]]] = {}
    for link in root.iter(f"{_DIAGRAM}cxn"):
        if link.get("type") in _PARENT_OF and link.get("destId") in points:
            place = int(link.get("srcOrd") or 0)
            children.setdefault(link.get("srcId"), []).append((place, link.get("destId")))
    tops = [number for number, point in points.items() if point.get("type") == _ROOT]
    linked = {child for entries in children.values() for _, child in entries}
    waiting = [(0, number) for number in reversed([*tops, *(n for n in points if n not in linked and n not in tops)])]
    outline: list[tuple[int, str]] = []
    seen: set[str] = set()
    while waiting:
        level, number = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        text = _text(points[number])
        if text:
            outline.append((level, text))
        below = level + bool(text)
        waiting += [(below, child) for _, child in sorted(children.get(number, []), reverse=True)]
    return outline


def _text(point: Any) -> str:
    paragraphs = ("".join(run.text or "" for run in line.iter(f"{_DRAWING}t")) for line in point.iter(f"{_DRAWING}p"))
    return " ".join(" ".join(paragraphs).split())
