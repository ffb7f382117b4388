"""Regions and the arithmetic of boxes, shared by the modules beside it.

A box is ``(left, top, right, bottom)`` in points from the top left corner of the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import Boxes, Flags, Floats

Box = tuple[float, float, float, float]

# pieces of a rule and rules that meet may miss each other by so many points
TOUCH_PT = 2.0
# more rules than this are a drawing, not a table
MAX_RULES = 1500
# so many words beside an image are text; a label has fewer
MIN_TEXT_WORDS, LABEL_WORDS = 12, 3


class RegionLabel(StrEnum):
    """What a region is; the values are docling's labels."""

    TEXT = "text"
    HEADING = "section_header"
    LIST_ITEM = "list_item"
    CAPTION = "caption"
    FORMULA = "formula"
    CODE = "code"
    TABLE = "table"
    PICTURE = "picture"
    PAGE_HEADER = "page_header"
    PAGE_FOOTER = "page_footer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A labelled box with the model's score (1.0 where the PDF's own evidence decided)."""

    label: RegionLabel
    score: float
    box: Box


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of them; there must be one.

    >>> union([(0, 0, 1, 1), (2, 3, 4, 5)])
    (0, 0, 4, 5)
    """
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def area(box: Box) -> float:
    """The area in square points; 0 for an empty box."""
    return max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0)


def intersection(first: Box, second: Box) -> Box:
    """The common part; its right or bottom lies before its left or top when there is none."""
    return (
        max(first[0], second[0]),
        max(first[1], second[1]),
        min(first[2], second[2]),
        min(first[3], second[3]),
    )


def grouped(places: Iterable[float], reach: float) -> list[list[float]]:
    """Places in ascending order, those of a group less than so far from its first.

    >>> grouped([9.0, 1.0, 1.5, 8.5], 1.0)
    [[1.0, 1.5], [8.5, 9.0]]
    """
    groups: list[list[float]] = []
    for place in sorted(places):
        if groups and place - groups[-1][0] < reach:
            groups[-1].append(place)
        else:
            groups.append([place])
    return groups


def to_box(row: Floats) -> Box:
    """A row of a box array as plain numbers."""
    left, top, right, bottom = (float(value) for value in row)
    return left, top, right, bottom


def areas(boxes: Boxes) -> Floats:
    """The areas [n] of boxes [n, 4]."""
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


def share_inside(boxes: Boxes, box: Box) -> Floats:
    """The share of each box's area [n] that lies inside ``box``."""
    wide = np.clip(np.minimum(boxes[:, 2], box[2]) - np.maximum(boxes[:, 0], box[0]), 0, None)
    tall = np.clip(np.minimum(boxes[:, 3], box[3]) - np.maximum(boxes[:, 1], box[1]), 0, None)
    return wide * tall / np.maximum(areas(boxes), 1e-6)


def centres_inside(boxes: Boxes, box: Box, slack: float = 0.0) -> np.ndarray:
    """Which boxes [n] have their centre inside ``box``, grown by ``slack`` points."""
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    return (x >= box[0] - slack) & (x <= box[2] + slack) & (y >= box[1] - slack) & (y <= box[3] + slack)


def connected(boxes: Boxes, touch: float = TOUCH_PT) -> list[Flags]:
    """Groups of boxes that touch, directly or through others, as masks [n]."""
    grown = boxes + np.array([-touch, -touch, touch, touch]) / 2
    touches = (
        (grown[:, None, 0] <= grown[None, :, 2])
        & (grown[None, :, 0] <= grown[:, None, 2])
        & (grown[:, None, 1] <= grown[None, :, 3])
        & (grown[None, :, 1] <= grown[:, None, 3])
    )
    free = np.ones(len(boxes), dtype=np.bool_)
    groups: list[Flags] = []
    while free.any():
        group = np.zeros(len(boxes), dtype=np.bool_)
        front = np.zeros(len(boxes), dtype=np.bool_)
        front[int(free.argmax())] = True
        while front.any():
            group |= front
            front = touches[front].any(axis=0) & ~group
        free &= ~group
        groups.append(group)
    return groups
