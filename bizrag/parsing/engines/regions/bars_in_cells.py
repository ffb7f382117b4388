"""Bars that lie in the cells of a table, beside or in place of their figures: parts of its rows, and no chart. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import PageEvidence
from bizrag.parsing.engines.regions.rows import Row
from bizrag.parsing.engines.regions.types import TOUCH_PT, Box, area, centres_inside, intersection, to_box

# so many bars lie below each other, each on a row of so many pieces beside it
_MIN_BARS, _MIN_PIECES = 3, 3
# of the width of the table that the model saw around them
_MAX_WIDTH = 0.35
# of a row that has a bar so much is as high as the bar
_LEVEL = 0.5


def without_bars_in_cells(
    drawings: Sequence[Box], evidence: PageEvidence, seen: Sequence[Box], rows: Sequence[Row]
) -> list[Box]:
    """Drawings but for columns of bars in a table that the model saw (``seen``): left aligned, of one height, one on
    each of several rows that have other cells as well.
    """
    return [box for box in drawings if not any(_is_column_of(box, table, evidence, rows) for table in seen)]


def _is_column_of(box: Box, table: Box, evidence: PageEvidence, rows: Sequence[Row]) -> bool:
    is_held = area(intersection(box, table)) > 0.9 * area(box)
    if not is_held or box[2] - box[0] > _MAX_WIDTH * (table[2] - table[0]):
        return False
    bars = evidence.filled_boxes[centres_inside(evidence.filled_boxes, box)]
    heights = bars[:, 3] - bars[:, 1]
    if len(bars) < _MIN_BARS or np.ptp(heights) > TOUCH_PT or np.ptp(bars[:, 0]) > TOUCH_PT:
        return False
    return all(_is_in_row(to_box(bar), table, rows) for bar in bars)


def _is_in_row(bar: Box, table: Box, rows: Sequence[Row]) -> bool:
    """Whether a row of the table has a bar, and pieces of text beside it."""
    middle = (bar[1] + bar[3]) / 2
    beside = [
        one
        for row in rows
        for one in row.segments
        if abs((one.box[1] + one.box[3]) / 2 - middle) <= _LEVEL * (one.box[3] - one.box[1])
        and table[0] - TOUCH_PT <= one.box[0]
        and one.box[2] <= table[2] + TOUCH_PT
        and not area(intersection(one.box, bar)) > 0
    ]
    return len(beside) >= _MIN_PIECES
