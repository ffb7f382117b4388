"""What stands over all periods that name columns: "Years ended December 31," over "2019", "2018" and "2017". Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.model.labels import is_period
from bizrag.parsing.engines.grid.rows import Line
from bizrag.parsing.engines.grid.words import Segment

_MIN_PERIODS = 2
# so far off the middle of them (line heights)
_OFF_MIDDLE = 0.5


def stands_over_periods(line: Line, names: Sequence[Segment], height: float) -> bool:
    """Whether a line is one piece over the middle of the periods below it, and not over the one in the middle: each of
    these may have a rule of its own.

    Args:
        line: of the head.
        names: what names columns of values on the next line, from the left.
        height: of a line (points).
    """
    if len(line.segments) != 1 or len(names) < _MIN_PERIODS or not all(is_period(name.text) for name in names):
        return False
    middle = (names[0].l + names[-1].r) / 2
    return abs(middle - line.segments[0].middle_x) <= _OFF_MIDDLE * height
