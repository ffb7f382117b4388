"""Boxes that text flows around, as at the right of an encyclopedia's article: where they are read. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bizrag.model.geometry import BoundingBox

_SLACK_PT = 2.0
# what goes on below a box reaches so far under it, in its widths
_UNDER = 0.3

#: the box of what is read together, whether it begins with a heading, and whether it is one text
Place = tuple[BoundingBox | None, bool, bool]


def beside_headings(places: Sequence[Place]) -> NDArray[np.bool_]:
    """Which tables, pictures and panels come before which headings, of shape (n, n): those that text flows around come
    before the headings left of them that begin below their top. Else the last heading beside them would be theirs.
    """
    found = np.zeros((len(places), len(places)), dtype=bool)
    boxes = [box for box, _, _ in places if box is not None]
    for at, (box, _, is_text) in enumerate(places):
        if box is None or is_text or not _is_flowed_around(box, boxes):
            continue
        for number, (other, is_heading, _) in enumerate(places):
            found[at, number] = (
                is_heading and other is not None and other.r <= box.l + _SLACK_PT and other.t > box.t + _SLACK_PT
            )
    return found


def _is_flowed_around(box: BoundingBox, boxes: Sequence[BoundingBox]) -> bool:
    """Whether the next thing below a box begins left of it: it has no column of its own, with more above or below."""
    in_reach = [other for other in boxes if other != box and other.r > box.l + _UNDER * box.width]
    below = min((other for other in in_reach if other.t >= box.b - _SLACK_PT), key=lambda other: other.t, default=None)
    above = max((other for other in in_reach if other.b <= box.t + _SLACK_PT), key=lambda other: other.b, default=None)
    is_right = any(other.r <= box.l + _SLACK_PT and other.b > box.t and other.t < box.b for other in boxes)
    return is_right and below is not None and all(one is None or one.l < box.l - _SLACK_PT for one in (below, above))
