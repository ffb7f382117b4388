"""The order in which the items of a page are read: docling's, but never upwards.

docling's rules put a centred title behind text that begins further left, and the lower half of a column before the
upper one where a table parts them. Whatever the columns, what stands above is read first.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftText

# boxes of neighbouring lines may overlap so far, in points
_SLACK_PT = 2.0
# two items are above each other when they have so much of the narrower one's width in common
_SHARED_WIDTH = 0.5
# a page of more pieces is no text that anybody reads in order; all pairs are compared
_MAX_UNITS = 3000
_FURNITURE = (BlockKind.PAGE_HEADER, BlockKind.PAGE_FOOTER)


@dataclass(slots=True)
class _Unit:
    """Items that are read together: a caption with what it belongs to, or an item alone."""

    items: list[DraftItem]
    # None: may stand anywhere
    box: BoundingBox | None


def mend_order(items: Sequence[DraftItem]) -> list[DraftItem]:
    """The items of a page in the order given, where each comes after all that stand above it.

    Captions stay before their table or picture; furniture and what has no place stay where they are.
    """
    units = _units(items)
    if len(units) > _MAX_UNITS:
        return list(items)
    is_above = _above([unit.box for unit in units])
    num_above = is_above.sum(axis=0).tolist()
    ready = [index for index, number in enumerate(num_above) if number == 0]
    ordered: list[DraftItem] = []
    while ready:
        index = heapq.heappop(ready)
        ordered += units[index].items
        for following in np.flatnonzero(is_above[index]).tolist():
            num_above[following] -= 1
            if num_above[following] == 0:
                heapq.heappush(ready, following)
    return ordered


def _units(items: Sequence[DraftItem]) -> list[_Unit]:
    units: list[_Unit] = []
    for item in items:
        box = None if isinstance(item, DraftText) and item.kind in _FURNITURE else item.bbox
        if units and not isinstance(item, DraftText) and _is_caption(units[-1].items[-1]):
            units[-1].items.append(item)
            units[-1].box = _union(units[-1].box, box)
        else:
            units.append(_Unit([item], box))
    return units


def _is_caption(item: DraftItem) -> bool:
    return isinstance(item, DraftText) and item.kind is BlockKind.CAPTION


def _union(one: BoundingBox | None, other: BoundingBox | None) -> BoundingBox | None:
    return one.union(other) if one is not None and other is not None else one or other


def _above(boxes: Sequence[BoundingBox | None]) -> NDArray[np.bool_]:
    """Which boxes stand above which, of shape (n, n); one that is missing stands above and below none."""
    nowhere = (math.nan,) * 4
    sides = np.array([(box.l, box.t, box.r, box.b) if box is not None else nowhere for box in boxes]).reshape(-1, 4)
    left, top, right, bottom = sides.T
    middle, width = top + bottom, right - left
    shared = np.minimum(right[:, None], right) - np.maximum(left[:, None], left)
    return (
        (bottom[:, None] <= top + _SLACK_PT)
        & (middle[:, None] < middle)
        & (shared > _SHARED_WIDTH * np.minimum(width[:, None], width))
    )
