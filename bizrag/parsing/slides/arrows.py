"""Arrows that are written between texts of a slide: which step follows which. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.diagrams.said import ARROW
from bizrag.parsing.draft import DraftItem, DraftText

_TO_THE_RIGHT, _DOWN = frozenset("→➔➜➝➞⇒⟶▶►"), frozenset("↓⇓▼")


def join_arrows(items: Sequence[DraftItem]) -> list[DraftItem]:
    """The items of a slide in reading order; texts that an arrow alone stands between are said on one line with it."""
    joined: list[DraftItem] = []
    is_open = False
    for number, item in enumerate(items):
        before, after = (joined[-1] if joined else None), (items[number + 1] if number + 1 < len(items) else None)
        if is_open and isinstance(before, DraftText) and isinstance(item, DraftText):
            box = before.bbox.union(item.bbox) if before.bbox is not None and item.bbox is not None else before.bbox
            joined[-1] = replace(before, text=f"{before.text}{ARROW}{item.text}", bbox=box)
            is_open = False
        elif _leads(before, item, after):
            is_open = True
        else:
            joined.append(item)
    return joined


def _leads(before: DraftItem | None, arrow: DraftItem, after: DraftItem | None) -> bool:
    """Whether an item is an arrow from the text before it to the one after it."""
    start, sign, end = (_box_of_text(item) for item in (before, arrow, after))
    if start is None or sign is None or end is None or not isinstance(arrow, DraftText):
        return False
    if arrow.text.strip() in _TO_THE_RIGHT:
        is_level = all(box.t <= sign.middle_y <= box.b for box in (start, end))
        return is_level and start.r <= sign.middle_x <= end.l
    is_above = all(box.l <= sign.middle_x <= box.r for box in (start, end)) and start.b <= sign.middle_y <= end.t
    return arrow.text.strip() in _DOWN and is_above


def _box_of_text(item: DraftItem | None) -> BoundingBox | None:
    return item.bbox if isinstance(item, DraftText) and item.kind is BlockKind.TEXT else None
