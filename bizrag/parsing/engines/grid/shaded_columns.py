"""Columns of tables that are shaded cell by cell, as that of the current year in reports. Pure.

Each shade lies behind one value, with the row's name and other values beside it on the paper. Such boxes are neither
bars of a chart, though they stand above each other like these, nor the cells of a grid: all other cells are drawn by
nothing, and a row that names a section has no shade, so that the shades end above and below it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import Boxes, Flags, PageEvidence
from bizrag.parsing.engines.regions.rows import is_figure

# of a column: shades at least, sides that are nearer than this (points) are one
_MIN_SHADES, _SAME_PT = 4, 1.5
# heights of a shade in those of the words in it
_MOST_HIGH = 4.0
# of the shades of a column so many hold a value, and have a name and another value beside them
_MOST = 0.75
# drawings have more boxes than any table
_MOST_BOXES = 2000


def without_shaded_columns(evidence: PageEvidence) -> PageEvidence:
    """The page without the shades of columns in tables whose other columns have none."""
    boxes = evidence.filled_boxes
    if not _MIN_SHADES <= len(boxes) <= _MOST_BOXES or not len(evidence.word_boxes):
        return evidence
    inside = _words_inside(boxes, evidence.word_boxes)
    shades = np.flatnonzero([_is_shade(at, inside[at], evidence) for at in range(len(boxes))])
    if len(shades) < _MIN_SHADES:
        return evidence
    is_outside: Flags = np.logical_not(np.any(inside, axis=0))
    has_row = np.array([_has_row(boxes[at], is_outside, evidence) for at in shades], dtype=np.bool_)
    dropped = np.zeros(len(boxes), dtype=np.bool_)
    for at in shades:
        same = np.abs(boxes[shades][:, [0, 2]] - boxes[at][[0, 2]]).max(axis=1) <= _SAME_PT
        if same.sum() >= _MIN_SHADES and has_row[same].mean() >= _MOST:
            dropped[shades[same]] = True
    return replace(evidence, filled_boxes=boxes[~dropped]) if dropped.any() else evidence


def _words_inside(boxes: Boxes, words: Boxes) -> Flags:
    """Which words [m] have their middle in which boxes, [n, m]."""
    x, y = (words[:, 0] + words[:, 2]) / 2, (words[:, 1] + words[:, 3]) / 2
    return (x > boxes[:, None, 0]) & (x < boxes[:, None, 2]) & (y > boxes[:, None, 1]) & (y < boxes[:, None, 3])


def _is_shade(box_no: int, inside: Flags, evidence: PageEvidence) -> bool:
    """Whether one value stands in a box, and little else has room in it."""
    if not inside.any():
        return False
    words = evidence.word_boxes[inside]
    high = evidence.filled_boxes[box_no, 3] - evidence.filled_boxes[box_no, 1]
    text = " ".join(evidence.word_texts[at] for at in np.flatnonzero(inside))
    return bool(high <= _MOST_HIGH * float(np.median(words[:, 3] - words[:, 1]))) and is_figure(text)


def _has_row(box: np.ndarray, is_outside: Flags, evidence: PageEvidence) -> bool:
    """Whether on the paper beside a box, level with it, stand a name on its left and a value."""
    words = evidence.word_boxes
    middle = (words[:, 1] + words[:, 3]) / 2
    level = is_outside & (middle > box[1]) & (middle < box[3])
    names = level & (words[:, 2] <= box[0] + _SAME_PT)
    return any(not is_figure(evidence.word_texts[at]) for at in np.flatnonzero(names)) and any(
        is_figure(evidence.word_texts[at]) for at in np.flatnonzero(level)
    )
