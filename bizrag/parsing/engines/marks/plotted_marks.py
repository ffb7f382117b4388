"""Points of charts that are drawn as letters: circles and triangles of a font, scattered over a plot.

As words they were cells of tables, and labels of their charts.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import Boxes, Flags, cell_boxes, lines_of_words

_MARKS = re.compile(r"[●○•◦■□▪▫▲△▼▽◆◇×+*✕\s]+")
# so many scattered marks are points of a chart
_MIN_MARKS = 5
# in heights of a mark: what stands level with it, and right behind it; marks of one column (points)
_LEVEL, _BEHIND, _COLUMN_PT = 0.5, 4.0, 1.0


def drop_plotted_marks(segmented: Any, page_height: float) -> None:
    """Take scattered marks out of words and lines, in place; a second call changes nothing.

    A bullet has its text behind it, and a mark in a table the name of its row level with it and other marks in its
    column. ``segmented`` is docling's ``SegmentedPdfPage``, in points.
    """
    marks = [cell for cell in segmented.word_cells if not cell.from_ocr and _is_mark(cell.text)]
    words = [cell for cell in segmented.word_cells if any(map(str.isalpha, cell.text))]
    is_scattered = _are_scattered(cell_boxes(marks, page_height), cell_boxes(words, page_height))
    if is_scattered.sum() < _MIN_MARKS:
        return
    kept = [mark for mark, scattered in zip(marks, is_scattered, strict=True) if not scattered]
    lines = [cell for cell in segmented.textline_cells if not cell.from_ocr and _is_mark(cell.text)]
    holds = lines_of_words(cell_boxes(kept, page_height), cell_boxes(lines, page_height)) if lines else ()
    dropped = {id(line) for at, line in enumerate(lines) if at not in set(holds)}
    dropped |= {id(mark) for mark, scattered in zip(marks, is_scattered, strict=True) if scattered}
    segmented.word_cells = [cell for cell in segmented.word_cells if id(cell) not in dropped]
    segmented.textline_cells = [cell for cell in segmented.textline_cells if id(cell) not in dropped]


def _is_mark(text: str) -> bool:
    return bool(text.strip()) and _MARKS.fullmatch(text) is not None


def _are_scattered(boxes: Boxes, words: Boxes) -> Flags:
    """Which marks [n] are neither bullets nor in a column of a table, for the words [m] of the page."""
    # what runs upwards is level with all
    words = words[words[:, 2] - words[:, 0] >= words[:, 3] - words[:, 1]]
    found: Flags = np.ones(len(boxes), dtype=np.bool_)
    for at, (left, top, right, bottom) in enumerate(boxes):
        height = bottom - top
        level = np.abs((words[:, 1] + words[:, 3]) - (top + bottom)) / 2 <= _LEVEL * height
        is_behind = level & (words[:, 0] >= right) & (words[:, 0] - right <= _BEHIND * height)
        in_column = (np.abs(boxes[:, 0] - left) <= _COLUMN_PT).sum() > 1
        found[at] = not (is_behind.any() or (level.any() and in_column))
    return found
