"""Steps that are counted below each other on a slide: each number is told with what stands beside it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.diagrams.said import JOINT
from bizrag.parsing.draft import DraftItem, DraftText
from bizrag.parsing.slides.cards import are_counted

# of the way from one number to the next: so far above or below a number its texts have their middles
_REACH = 0.5
# so many texts beside a number are a name and what is said of it
_MAX_TEXTS = 3


def join_counted(items: Sequence[DraftItem]) -> list[DraftItem]:
    """The items of a slide in reading order, the numbers of steps in a column joined with the texts beside each."""
    boxes = {at: item.bbox for at, item in enumerate(items) if _is_text(item) and item.bbox is not None}
    figures = sorted((at for at in boxes if _text(items[at]).isdecimal()), key=lambda at: boxes[at].t)
    numbers = [at for at in figures if _share_columns(boxes[at], boxes[figures[0]])]
    if not are_counted([_text(items[at]) for at in numbers]):
        return list(items)
    pitch = min(boxes[lower].middle_y - boxes[upper].middle_y for upper, lower in pairwise(numbers))
    held: dict[int, list[int]] = {at: [] for at in numbers}
    for at, box in boxes.items():
        number = min(numbers, key=lambda number: abs(boxes[number].middle_y - box.middle_y))
        is_beside = box.l >= boxes[number].r and abs(boxes[number].middle_y - box.middle_y) < _REACH * pitch
        if at not in numbers and is_beside:
            held[number].append(at)
    if not all(0 < len(texts) <= _MAX_TEXTS for texts in held.values()):
        return list(items)
    said = {number: _said([items[at] for at in (number, *texts)]) for number, texts in held.items()}
    gone = {at for texts in held.values() for at in texts}
    return [said.get(at, item) for at, item in enumerate(items) if at not in gone]


def _said(items: Sequence[DraftItem]) -> DraftText:
    texts = [item for item in items if isinstance(item, DraftText)]
    box = reduce(BoundingBox.union, (text.bbox for text in texts if text.bbox is not None))
    return replace(texts[0], text=JOINT.join(_text(text) for text in texts), bbox=box)


def _share_columns(one: BoundingBox, other: BoundingBox) -> bool:
    return one.l < other.r and other.l < one.r


def _is_text(item: DraftItem) -> bool:
    return isinstance(item, DraftText) and item.kind is BlockKind.TEXT


def _text(item: DraftItem) -> str:
    return JOINT.join(" ".join(line.split()) for line in item.text.splitlines()) if isinstance(item, DraftText) else ""
