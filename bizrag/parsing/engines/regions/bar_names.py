"""Names of bars that lie, left of bars on both sides of their axis: away from most of what is drawn. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.model.labels import is_period
from bizrag.parsing.engines.regions.rows import EDGE_PT, Row, Segment
from bizrag.parsing.engines.regions.types import Box, union

# a column of so many names at least, of so many words at most, ends so near to the chart (points)
_MIN_NAMES, _MAX_WORDS, _REACH_PT = 3, 6, 60.0


def with_bar_names(box: Box, rows: Sequence[Row]) -> Box:
    """A chart with the names of its rows: one on each level with figures of the chart, all ending at one place."""
    inside = [row for row in rows if box[1] <= row.middle <= box[3]]
    names = [name for row in inside if (name := _name_of(row, box)) is not None]
    right = max((name.box[2] for name in names), default=0.0)
    column = [name for name in names if right - name.box[2] < EDGE_PT]
    is_near = box[0] - right <= _REACH_PT
    return (
        union([box, *(name.box for name in column)]) if is_near and len(column) >= max(_MIN_NAMES, len(names)) else box
    )


def _name_of(row: Row, box: Box) -> Segment | None:
    """The name that a row begins with, before a figure of a chart; a year may be one."""
    left, right = box[0] - EDGE_PT, box[2] + EDGE_PT
    at = next(
        (at for at, one in enumerate(row.segments) if one.is_figure and left <= one.box[0] <= one.box[2] <= right), 0
    )
    name = row.segments[at - 1] if at else None
    if name is None or name.is_prose or name.num_words > _MAX_WORDS:
        return None
    return name if not name.is_figure or is_period(name.text) else None
