"""Which item of a table has the most of one thing for each of another, where no column tells it. Pure.

"Which site has the highest revenue per employee?" is reckoned of the revenue and of the employees.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.questions.directions import LEAST, MOST
from bizrag.answering.extractive.tables.reading.found_rows import in_order
from bizrag.answering.extractive.tables.reading.row_values import (
    Key,
    RowValue,
    by_row,
    column_of,
    is_sum,
    label_of,
    named_terms,
    naming_cell,
    row_values,
)
from bizrag.answering.extractive.tables.reckoned.computed import Computed, ratio_of
from bizrag.answering.extractive.tables.reckoned.two_series import only_best
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_ASKS = re.compile(
    rf"\b(?:(?P<most>{MOST}|best)|(?P<least>{LEAST}|worst)) (?P<part>[^?;,]+?) "
    r"(?:per|for (?:each|every)|in (?:relation|proportion) to|relative to|as a (?:share|percentage|proportion) of)"
    r" (?P<whole>[^?;,]+)",
    re.IGNORECASE,
)
_MIN_ITEMS = 3


def find_highest_ratio(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The item of one table with the most, or the least, of one of its columns (or rows) in relation to another.

    None where a question asks for no such thing, where a column tells it, or where two items are alike.
    """
    if (asks := _ASKS.search(question)) is None:
        return None
    part, whole = (set(terms(asks[side])) for side in ("part", "whole"))
    values = [value for row in in_order(rows) for value in row_values(row) if not is_sum(value.label)]
    for item, name in ((label_of, column_of), (column_of, label_of)):
        names = list(dict.fromkeys(filter(None, map(name, values))))
        if any(named_terms(one) & part and named_terms(one) & whole - part for one in names):
            continue
        own, other = only_best(names, part), only_best(names, whole)
        if not own or not other or own == other:
            continue
        groups = by_row(values) if item is label_of else _by_column(values)
        pairs = [pair for group in groups if (pair := _pair(group, own, other, name)) is not None]
        if len(pairs) < _MIN_ITEMS or any(value.is_ambiguous for pair in pairs for value in pair):
            continue
        ratios = [one.number / other.number for one, other in pairs]
        best = max(ratios) if asks["most"] else min(ratios)
        if ratios.count(best) == 1:
            best_at = ratios.index(best)
            one, other_value = pairs[best_at]
            ratio = ratio_of([one], other_value, is_ratio=True)
            cells = [value.cell if item is label_of else f"{value.label} {value.printed}" for value in pairs[best_at]]
            # "BA" may be several rows: of which it is, another cell says
            named = naming_cell(one.statement, set(terms(question))) if item is label_of else ""
            said = "; ".join(filter(None, (named, *cells, ratio.text.rpartition("; ")[2])))
            return Computed(statements=ratio.statements, text=f"{item(one)}: {said}", is_named=True)
    return None


def _by_column(values: Sequence[RowValue]) -> list[list[RowValue]]:
    columns = list(dict.fromkeys(value.column for value in values if value.column))
    return [[value for value in values if value.column == column] for column in columns]


def _pair(group: Sequence[RowValue], own: str, other: str, name: Key) -> tuple[RowValue, RowValue] | None:
    """The values of an item under two names, where it has one of each and both are above 0."""
    ones, others = ([value for value in group if name(value) == wanted] for wanted in (own, other))
    if len(ones) != 1 or len(others) != 1 or min(ones[0].number, others[0].number) <= 0:
        return None
    return ones[0], others[0]
