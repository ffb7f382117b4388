"""Key figures on slides: a figure in large type and its label below or above it are one statement, not two lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftText

JOINT = " – "
# "£38.2m", "+4.2 %", "1,304", "CHF 11.2m", "3.8x", "41 days"
_FIGURE = re.compile(
    r"[^\w\s]{0,2}(?:[A-Z]{3} ?)?[^\w\s]{0,2}\d[\d.,:/\u00a0 ]*[^\w\s]{0,2}(?: ?[a-zA-Z]{1,7}\.?)?[^\w\s]?"
)
_MAX_LABEL_WORDS = 8
_MAX_LABELS = 2
# of the smaller width; of the larger height
_MIN_COMMON_WIDTH = 0.6
_MAX_GAP, _MAX_OVERLAP = 0.6, 0.5
# cards come in numbers: a figure alone may be anything
_MIN_CARDS = 2


def join_cards(items: Sequence[DraftItem]) -> list[DraftItem]:
    """Items of a slide in reading order, each figure joined with the labels in its column, where it stood."""
    texts = [item for item in items if isinstance(item, DraftText) and item.kind is BlockKind.TEXT and item.bbox]
    figures = [item for item in texts if is_figure(item.text)]
    labels = [item for item in texts if item not in figures and len(item.text.split()) <= _MAX_LABEL_WORDS]
    ways = [{id(figure): _labels_of(figure, labels, sign) for figure in figures} for sign in (1, -1)]
    found = max(ways, key=lambda way: sum(map(bool, way.values())))
    if sum(map(bool, found.values())) < _MIN_CARDS:
        return list(items)
    taken = {id(label) for cards in found.values() for label in cards}
    return [
        _joined(item, found[id(item)]) if isinstance(item, DraftText) and found.get(id(item)) else item
        for item in items
        if id(item) not in taken
    ]


def is_figure(text: str) -> bool:
    """
    >>> [is_figure(text) for text in ("£38.2m", "41 days", "CHF 11.2m", "Net debt", "3 new sites opened in May")]
    [True, True, True, False, False]
    """
    return _FIGURE.fullmatch(text.strip()) is not None


def _labels_of(figure: DraftText, labels: Sequence[DraftText], sign: int) -> list[DraftText]:
    """The labels next to a figure, nearest first: below it (``sign`` 1) or above it (-1)."""
    found: list[DraftText] = []
    while len(found) < _MAX_LABELS:
        last = found[-1] if found else figure
        near = [label for label in labels if label not in found and _is_next(last.bbox, label.bbox, sign)]
        if not near:
            break
        found.append(min(near, key=lambda label: sign * (label.bbox.t if label.bbox else 0.0)))
    return found


def _is_next(box: BoundingBox | None, other: BoundingBox | None, sign: int) -> bool:
    if box is None or other is None or sign * (other.t - box.t) <= 0:
        return False
    common = min(box.r, other.r) - max(box.l, other.l)
    gap = other.t - box.b if sign > 0 else box.t - other.b
    is_near = -_MAX_OVERLAP * other.height <= gap <= _MAX_GAP * max(box.height, other.height)
    return is_near and common >= _MIN_COMMON_WIDTH * min(box.width, other.width)


def _joined(figure: DraftText, labels: Sequence[DraftText]) -> DraftText:
    box = figure.bbox
    for label in labels:
        box = box.union(label.bbox) if box is not None and label.bbox is not None else box
    text = JOINT.join(" ".join(item.text.split()) for item in (figure, *labels))
    return DraftText(kind=BlockKind.TEXT, text=text, page_no=figure.page_no, bbox=box)
