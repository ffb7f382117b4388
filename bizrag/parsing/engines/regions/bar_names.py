"""Names of bars that lie, left of bars on both sides of their axis: away from most of what is drawn. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.engines.regions.rows import EDGE_PT, Row, Segment
from bizrag.parsing.engines.regions.types import Box, union

# a column of so many names at least, of so many words at most, ends so near to the chart (points)
_MIN_NAMES, _MAX_WORDS, _REACH_PT = 3, 6, 30.0


def with_bar_names(box: Box, rows: Sequence[Row]) -> Box:
    """A chart with the names of its rows: one on each level with figures of the chart, all ending at one place."""
    inside = [row for row in rows if box[1] <= (row.box[1] + row.box[3]) / 2 <= box[3]]
    names = [name for row in inside if (name := _name_of(row, box)) is not None]
    right = max((name.box[2] for name in names), default=0.0)
    column = [name for name in names if right - name.box[2] < EDGE_PT]
    return union([box, *(name.box for name in column)]) if len(column) >= max(_MIN_NAMES, len(names)) else box


def _name_of(row: Row, box: Box) -> Segment | None:
    """What stands right before a chart, on the level of a figure in it."""
    before = [one for one in row.segments if one.box[2] <= box[0] + EDGE_PT]
    is_valued = any(one.is_figure and box[0] - EDGE_PT <= one.box[0] and one.box[2] <= box[2] for one in row.segments)
    if not before or not is_valued:
        return None
    name = before[-1]
    is_near = box[0] - name.box[2] <= _REACH_PT
    return name if is_near and not (name.is_figure or name.is_prose) and name.num_words <= _MAX_WORDS else None
