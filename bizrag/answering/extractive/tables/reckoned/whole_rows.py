"""What the series of a chart add up to for each of its items, where a question asks for the largest whole. Pure.

"Which city has the highest combined bill?" is asked of a chart that stacks water, sewer and waste.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.answering.extractive.tables.reading.row_values import (
    RowValue,
    are_comparable,
    by_row,
    is_sum,
    named_terms,
    periods_in,
)
from bizrag.answering.extractive.tables.reckoned.asked_sums import NO_AMOUNT
from bizrag.answering.extractive.tables.reckoned.computed import sum_of_row
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

_ASKS_WHOLE = re.compile(
    r"\b(?:combined|total|overall|altogether|in total|in all|(?:taken |added )?together|sum of)\b", re.IGNORECASE
)
# what values are compared with is no part of them
_COMPARED_WITH = re.compile(
    r"\b(?:targets?|plan(?:ned)?|budgets?|forecasts?|market|benchmark|peers?|limits?|actuals?|previous|prior|last|index"
    r"|balance|net|cumulative|capacity)\b",
    re.IGNORECASE,
)
_MIN_ITEMS, _MIN_PARTS = 3, 2


def are_parts(values: Sequence[RowValue]) -> bool:
    """Whether the cells of a row may be parts of a whole: amounts of one unit, and none of them a sum, a rate, a share,
    a period or what others are compared with.
    """
    columns = [value.column for value in values]
    is_other = any(
        is_sum(column) or _COMPARED_WITH.search(column) or NO_AMOUNT.search(column) or periods_in(column)
        for column in columns
    )
    return (
        len(values) >= _MIN_PARTS and all(columns) and not is_other and are_comparable(values) and values[0].unit != "%"
    )


def whole_of_each(question: str, values: Sequence[RowValue]) -> list[RowValue]:
    """For each row what its cells add up to, as a value; empty where a question asks for no whole, names a column, or
    where the cells are no parts of one.
    """
    if not _ASKS_WHOLE.search(question):
        return []
    asked = set(terms(question))
    rows = [own for own in by_row(values) if len(own) > 1]
    columns = {tuple(value.column for value in own) for own in rows}
    is_named = any(named_terms(value.column) & asked for own in rows for value in own)
    is_chart = all(value.statement.hit.kind in (ChunkKind.PICTURE, ChunkKind.SLIDE) for value in values)
    if len(rows) < _MIN_ITEMS or len(columns) != 1 or is_named or not is_chart or not all(map(are_parts, rows)):
        return []
    return [_as_value(own) for own in rows]


def _as_value(own: Sequence[RowValue]) -> RowValue:
    """The sum of a row's cells as a value of that row, told with them."""
    said = sum_of_row(own, set()).text.removeprefix(f"{own[0].label}: ").removesuffix(".")
    total = said.rpartition("; sum ")[2]
    return replace(own[0], column="sum", cell=said, printed=total, number=sum(value.number for value in own))
