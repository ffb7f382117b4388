"""Diagrams: boxes with words and the lines that lead between them, which else would be several tables. Pure."""

from __future__ import annotations

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import Boxes, PageEvidence
from bizrag.parsing.engines.regions.charts import DRAWING_GAP_PT, long_curves
from bizrag.parsing.engines.regions.types import (
    MAX_RULES,
    TOUCH_PT,
    Box,
    area,
    areas,
    centres_inside,
    connected,
    intersection,
    share_inside,
    to_box,
    union,
)

# a diagram: so many boxes with words, so many lines between them; boxes stand apart, as cells of a table do not
_MIN_NODES = 3
_MIN_LINKS = 2
_MIN_NODE_PT = 24.0
_MIN_NODE_WORDS = 2
_MAX_NODE_SHARE = 0.2


def find_diagrams(evidence: PageEvidence) -> list[Box]:
    """Boxes of diagrams: filled boxes with words that stand apart, and curves or slanted lines that lead between them.

    Neither the boxes alone (cells, marked words) nor the lines alone tell: words in the boxes are no labels of bars.
    """
    nodes = _nodes(evidence)
    curves = long_curves(evidence)
    outside = [not (share_inside(curve[None, :], to_box(node)) > 0.5).any() for curve in curves for node in nodes]
    links = curves[np.array(outside, dtype=np.bool_).reshape(len(curves), len(nodes)).all(axis=1)]
    if len(nodes) < _MIN_NODES or not _MIN_LINKS <= len(links) <= MAX_RULES:
        return []
    parts = np.concatenate([nodes, links])
    is_node = np.arange(len(parts)) < len(nodes)
    return [
        union(to_box(part) for part in parts[members])
        for members in connected(parts, touch=DRAWING_GAP_PT)
        if (members & is_node).sum() >= _MIN_NODES
        and (members & ~is_node).sum() >= _MIN_LINKS
        and len(connected(parts[members & is_node], touch=2 * TOUCH_PT)) == (members & is_node).sum()
    ]


def _nodes(evidence: PageEvidence) -> Boxes:
    """Filled boxes that hold words and are neither marks nor the ground of a page, the innermost of nested ones."""
    filled = np.unique(np.round(evidence.filled_boxes), axis=0)
    if not 0 < len(filled) <= MAX_RULES:
        return np.zeros((0, 4))
    sides = filled[:, 2:] - filled[:, :2]
    is_sized = (sides.min(axis=1) >= _MIN_NODE_PT) & (
        areas(filled) <= _MAX_NODE_SHARE * evidence.width * evidence.height
    )
    sized = [to_box(box) for box in filled[is_sized]]
    held = [box for box in sized if centres_inside(evidence.word_boxes, box).sum() >= _MIN_NODE_WORDS]
    inner = [
        box for box in held if not any(other != box and area(intersection(other, box)) >= area(other) for other in held)
    ]
    return np.array(inner).reshape(-1, 4)
