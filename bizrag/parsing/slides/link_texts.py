"""What is written beside the lines between boxes of a slide: "yes" and "no" of a decision, a share, a step. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.diagrams.said import Link

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
    reach = _BESIDE * text.height
    if (level := _common((one.t, one.b), (other.t, other.b))) is not None:
        # side by side
        is_between = min(one.r, other.r) < text.middle_x < max(one.l, other.l)
        away, least = abs(text.middle_y - level), reach
    elif (upright := _common((one.l, one.r), (other.l, other.r))) is not None:
        is_between = min(one.b, other.b) < text.middle_y < max(one.t, other.t)
        away, least = abs(text.middle_x - upright), reach + text.width / 2
    else:
        return None
    return away if is_between and away <= least else None


def _common(one: tuple[float, float], other: tuple[float, float]) -> float | None:
    """The middle of what two spans have in common; None where that is nothing."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low + high) / 2 if low < high else None
