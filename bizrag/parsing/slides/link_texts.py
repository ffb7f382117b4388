"""What is written beside the lines between boxes of a slide: "yes" and "no" of a decision, a share, a step. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.diagrams.said import Link

Place = tuple[float, float]

# so many words stand beside a line at most; more are a remark
_MAX_WORDS = 4
# so far beside the way from one box to the next a text stands, in its own heights
_BESIDE = 3.5


def texts_of_links(
    links: Sequence[Link], boxes: Sequence[BoundingBox], texts: Mapping[BoundingBox, str]
) -> dict[Link, str]:
    """The text of each link that has one: the nearest that stands between its boxes, each text beside one link.

    Args:
        links: numbers of boxes.
        boxes: those with texts of their own.
        texts: what stands outside of all boxes, by its place.
    """
    near = sorted(
        (away, number, at)
        for number, link in enumerate(links)
        for at, (box, text) in enumerate(texts.items())
        if len(text.split()) <= _MAX_WORDS and (away := _away(box, boxes[link[0]], boxes[link[1]])) is not None
    )
    told: dict[Link, str] = {}
    taken: set[int] = set()
    written = list(texts.values())
    for _, number, at in near:
        if links[number] not in told and at not in taken:
            told[links[number]] = written[at]
            taken.add(at)
    return told


def _away(text: BoundingBox, one: BoundingBox, other: BoundingBox) -> float | None:
    """How far a text stands beside the straight way between two boxes; None where it is not between them."""
    way = _way(one, other)
    if way is None:
        return None
    (x, y), (to_x, to_y) = way
    across, down = to_x - x, to_y - y
    length = math.hypot(across, down)
    along = ((text.middle_x - x) * across + (text.middle_y - y) * down) / (length * length) if length else 0.0
    aside = abs((text.middle_x - x) * down - (text.middle_y - y) * across) / length if length else 0.0
    # a text beside an upright way is as far from it as it is wide
    reach = _BESIDE * text.height + text.width / 2 * abs(down) / (length or 1.0)
    return aside if 0 < along < 1 and aside <= reach else None


def _way(one: BoundingBox, other: BoundingBox) -> tuple[Place, Place] | None:
    """From the edge of a box to the facing one of another: level, upright, or from side to side on two levels."""
    left, right = (one, other) if one.middle_x <= other.middle_x else (other, one)
    upper, lower = (one, other) if one.middle_y <= other.middle_y else (other, one)
    if (level := _common((one.t, one.b), (other.t, other.b))) is not None:
        return (left.r, level), (right.l, level)
    if (upright := _common((one.l, one.r), (other.l, other.r))) is not None:
        return (upright, upper.b), (upright, lower.t)
    return ((left.r, left.middle_y), (right.l, right.middle_y)) if left.r < right.l else None


def _common(one: tuple[float, float], other: tuple[float, float]) -> float | None:
    """The middle of what two spans have in common; None where that is nothing."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low + high) / 2 if low < high else None
