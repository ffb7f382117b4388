"""Diagrams of boxes that straight lines, elbows and arrows join: flow charts, organisation charts. Pure.

Whatever draws them, a line that joins boxes ends at their sides, and boxes hold a text each and stand apart: cells of a
table touch, its rules run along them, and the rows of a list have several texts.
"""

from __future__ import annotations

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import Boxes, PageEvidence
from bizrag.parsing.engines.regions.types import (
    MAX_RULES,
    TOUCH_PT,
    Box,
    area,
    areas,
    centres_inside,
    connected,
    intersection,
    to_box,
    union,
)

# a box of a diagram is so wide and high, takes no more of its page, and its words no less of it
_MIN_SIDES_PT = (20.0, 10.0)
_MAX_NODE_SHARE, _MIN_TEXT_SHARE = 0.15, 0.05
# between words of one text, in heights of a word
_MAX_GAP = 2.0
# so near to a box a line ends; what is wider than a rule covers no more of a box
_REACH_PT, _MAX_COVERED = 8.0, 0.25
# of the paper around a diagram, which shows where its boxes end
_MARGIN_PT = 4.0
# so many boxes hang together
_MIN_NODES = 3


def find_joined_boxes(evidence: PageEvidence) -> list[Box]:
    """Boxes of diagrams: three boxes with texts or more that lines join, with those lines."""
    nodes = _nodes(evidence)
    pieces = _pieces(evidence, nodes)
    if len(nodes) < _MIN_NODES or not 0 < len(pieces) <= MAX_RULES:
        return []
    touched = np.stack([_ends_at(pieces, to_box(node)) for node in nodes], axis=1)
    lines = [line for line in connected(pieces) if touched[line].any(axis=0).sum() > 1]
    joined = list(range(len(nodes)))
    for line in lines:
        names = {joined[node] for node in np.flatnonzero(touched[line].any(axis=0))}
        joined = [min(names) if name in names else name for name in joined]
    diagrams: list[Box] = []
    for name in set(joined):
        is_own = np.array(joined) == name
        if is_own.sum() >= _MIN_NODES:
            own = [pieces[line] for line in lines if touched[line][:, is_own].any()]
            left, top, right, bottom = union(map(to_box, np.concatenate([nodes[is_own], *own])))
            diagrams.append((left - _MARGIN_PT, top - _MARGIN_PT, right + _MARGIN_PT, bottom + _MARGIN_PT))
    return diagrams


def _nodes(evidence: PageEvidence) -> Boxes:
    """What is drawn around one text each and stands apart from others, the innermost of nested ones."""
    drawn = np.unique(np.round(np.concatenate([evidence.filled_boxes, evidence.curve_boxes])), axis=0)
    if not 0 < len(drawn) <= MAX_RULES:
        return np.zeros((0, 4))
    sides = drawn[:, 2:] - drawn[:, :2]
    is_sized = (sides >= _MIN_SIDES_PT).all(axis=1) & (
        areas(drawn) <= _MAX_NODE_SHARE * evidence.width * evidence.height
    )
    held = [box for box in map(to_box, drawn[is_sized]) if _holds_a_text(evidence, box)]
    # an outline and its fill are one
    inner = [box for box in held if not any(other != box and _is_in(other, box) for other in held)]
    apart = np.array(inner).reshape(-1, 4)
    groups = connected(apart, touch=TOUCH_PT) if len(apart) else []
    return apart[np.logical_or.reduce([group for group in groups if group.sum() == 1])] if len(apart) else apart


def _is_in(box: Box, other: Box) -> bool:
    """Whether most of a box lies in another one that is no smaller; of two of one size the first counts."""
    return area(intersection(box, other)) > 0.9 * area(box) and (area(box), box) < (area(other), other)


def _holds_a_text(evidence: PageEvidence, box: Box) -> bool:
    """Whether a box holds words that stand together and fill some of it, and cuts none."""
    is_inside = centres_inside(evidence.word_boxes, box)
    words = evidence.word_boxes[is_inside]
    texts = [text for text, inside in zip(evidence.word_texts, is_inside, strict=True) if inside]
    if not any(sum(map(str.isalpha, text)) > 1 for text in texts):
        return False
    left, top, right, bottom = union(map(to_box, words))
    if left < box[0] - TOUCH_PT or top < box[1] - TOUCH_PT or right > box[2] + TOUCH_PT or bottom > box[3] + TOUCH_PT:
        return False
    return areas(words).sum() >= _MIN_TEXT_SHARE * area(box) and not _has_columns(words)


def _has_columns(words: Boxes) -> bool:
    """Whether a wide gap parts the words of a line."""
    order = np.lexsort((words[:, 0], np.round(words[:, 3])))
    ordered = words[order]
    is_level = np.abs(np.diff(ordered[:, 3])) <= TOUCH_PT
    gaps, heights = ordered[1:, 0] - ordered[:-1, 2], ordered[1:, 3] - ordered[1:, 1]
    return bool((is_level & (gaps > _MAX_GAP * heights)).any())


def _pieces(evidence: PageEvidence, nodes: Boxes) -> Boxes:
    """Rules, and what else is drawn outside of the boxes: elbows, slanted lines, heads of arrows."""
    shapes = np.concatenate([evidence.filled_boxes, evidence.curve_boxes])
    around = [
        box
        for box in map(to_box, shapes)
        if not any(_is_held(box, to_box(node)) or _is_level(box, to_box(node)) for node in nodes)
    ]
    rules = np.concatenate([evidence.horizontal_rules, evidence.vertical_rules])
    return np.concatenate([rules, np.array(around).reshape(-1, 4)])


def _is_level(box: Box, node: Box) -> bool:
    """Whether a box begins and ends where another one does: a cell without a text in its row or column."""
    return any(all(abs(box[side] - node[side]) <= TOUCH_PT for side in sides) for sides in ((1, 3), (0, 2)))


def _is_held(box: Box, node: Box) -> bool:
    """Whether something is drawn in a box, or is the box, its shadow or what is around it."""
    common = area(intersection(box, node))
    return common > 0.5 * area(box) or common > _MAX_COVERED * area(node)


def _ends_at(pieces: Boxes, node: Box) -> np.ndarray:
    """Which pieces [n] end at a side of a box: a rule comes from outside, and stands between its corners."""
    left, top, right, bottom = node
    wide, tall = pieces[:, 2] - pieces[:, 0], pieces[:, 3] - pieces[:, 1]
    x, y = (pieces[:, 0] + pieces[:, 2]) / 2, (pieces[:, 1] + pieces[:, 3]) / 2
    across = np.minimum(np.abs(pieces[:, 2] - left), np.abs(pieces[:, 0] - right))
    down = np.minimum(np.abs(pieces[:, 3] - top), np.abs(pieces[:, 1] - bottom))
    is_level, is_upright = tall <= TOUCH_PT, wide <= TOUCH_PT
    level_ends = is_level & (across <= _REACH_PT) & (y > top + TOUCH_PT) & (y < bottom - TOUCH_PT)
    upright_ends = is_upright & (down <= _REACH_PT) & (x > left + TOUCH_PT) & (x < right - TOUCH_PT)
    is_near = (pieces[:, 0] <= right + _REACH_PT) & (pieces[:, 2] >= left - _REACH_PT)
    is_near &= (pieces[:, 1] <= bottom + _REACH_PT) & (pieces[:, 3] >= top - _REACH_PT)
    # what is no rule may be an elbow or slanted: its box tells little
    return level_ends | upright_ends | (~is_level & ~is_upright & is_near)
