"""What stands over all periods that name columns: "Years ended December 31," over "2019", "2018" and "2017". Pure."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from bizrag.model.labels import is_period
from bizrag.parsing.engines.grid.rows import Line
from bizrag.parsing.engines.grid.words import Segment

_MIN_PERIODS = 2
# so far off the middle of them (line heights)
_OFF_MIDDLE = 0.5


def columns_of_periods(
    line: Line, names: Sequence[Segment], columns: Sequence[tuple[int, int]], height: float
) -> tuple[int, int] | None:
    """The columns of the periods below a line that is one piece over the middle of them, and not over the one in the
    middle: each of these may have a rule of its own. None for other lines, and over periods that stand apart.

    Args:
        line: of the head.
        names: what names columns of values on the next line, from the left.
        columns: first and end of those that each name stands over.
        height: of a line (points).
    """
    if len(line.segments) != 1 or len(names) < _MIN_PERIODS or not all(is_period(name.text) for name in names):
        return None
    middle = (names[0].l + names[-1].r) / 2
    if abs(middle - line.segments[0].middle_x) > _OFF_MIDDLE * height:
        return None
    are_beside = all(one[1] == other[0] for one, other in itertools.pairwise(columns))
    return (columns[0][0], columns[-1][1]) if are_beside else None
