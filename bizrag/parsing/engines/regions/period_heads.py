"""Where a table begins below another one: a line or two that head it, and periods alone over new columns. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from bizrag.model.labels import is_period, is_time
from bizrag.parsing.engines.regions.rows import Row
from bizrag.parsing.engines.regions.runs import values_of

# lines that head a table, and those that name its periods, at most
_MAX_HEADINGS, _MAX_NAMES = 3, 3
# periods begin so far right of the labels, in font sizes
_INDENT = 4.0


def begins_at_periods(run: Sequence[Row], index: int) -> bool:
    """Whether a table begins at a row: the one above ends with values, and the names of new columns follow, which are
    periods alone ("2025", "2024"), below lines that hold neither values nor columns.
    """
    if not index or not _has_values(run[index - 1]):
        return False
    left = min(row.box[0] for row in run[: index + 1])
    headings = list(takewhile(_is_heading, run[index : index + _MAX_HEADINGS]))
    rest = run[index + len(headings) :]
    names = list(takewhile(lambda row: _names_periods(row, left), rest[:_MAX_NAMES]))
    # a line may head the first rows ("Assets")
    below = rest[len(names) : len(names) + 2]
    # the year may stand in the lower line of a date
    has_years = any(is_period(one.text) for row in names for one in row.segments)
    return has_years and any(map(_has_values, below))


def _is_heading(row: Row) -> bool:
    return not row.is_tabular and not row.segments[0].is_figure


def _names_periods(row: Row, left: float) -> bool:
    """Whether a row holds two periods or more, over columns of values only."""
    first = row.segments[0]
    is_over_values = first.box[0] - left > _INDENT * first.size
    return row.is_tabular and is_over_values and all(is_time(one.text) for one in row.segments)


def _has_values(row: Row) -> bool:
    return row.is_tabular and bool(values_of(row))
