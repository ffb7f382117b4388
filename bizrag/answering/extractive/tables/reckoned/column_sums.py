"""What a column of a small table adds up to, where a question asks for the total and no row tells it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.tables.reading.found_rows import MOST_TOLD, in_order
from bizrag.answering.extractive.tables.reading.row_values import (
    RowValue,
    are_comparable,
    is_sum,
    named_terms,
    row_values,
)
from bizrag.answering.extractive.tables.reckoned.computed import Computed, summed
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import is_year, terms

ASKS_SUM = re.compile(
    r"\b(?:total|sum of|in total|altogether|together|in all|combined)\b(?! (?:number|count)\b)", re.IGNORECASE
)
# what is told of each and adds up to nothing
NO_AMOUNT = re.compile(
    r"%|\b(?:prices?|rates?|per|averages?|mean|median|shares?|margins?|ages?|years?|dates?|probabilit\w+|scores?"
    r"|ratings?|ranks?|positions?|pos|numbers?|no|lead time|duration|limits?|changes?|growth|min|max|minimum|maximum"
    r"|cumulative)\b",
    re.IGNORECASE,
)
_GENERIC = frozenset(
    terms("total sum totals altogether together combined amount amounts value values all what much many table")
)
_NUMBERS = dict(zip(("two", "three", "four", "five", "six"), range(2, 7), strict=True))
_MIN_SUMMED = 2
_ROUNDING = 0.002


def find_column_sum(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The sum of the one column that a question names, over all rows of a table that it names, or the row of the total.

    None where it says anything else (which rows, which year), where a row has no such value, or where values do not
    compare.
    """
    if not ASKS_SUM.search(question) or not rows or len({row.hit.chunk_no for row in rows}) > 1:
        return None
    asked = set(terms(question)) - _number_of(rows)
    first = rows[0]
    around = set(terms(" ".join((first.kind_of_row, first.hit.text.split("\n", 1)[0], *first.hit.headings[-1:]))))
    column = _asked_column([value for row in rows for value in row_values(row)], asked)
    named = named_terms(column)
    if not named or not (asked & around) - named or not asked <= around | named | _GENERIC:
        return None
    values = [value for row in in_order(rows) for value in row_values(row) if value.column == column]
    totals = [value for value in values if is_sum(value.label)]
    parts = [value for value in values if not is_sum(value.label)]
    if not totals and _is_last_total(parts):
        totals = parts[-1:]
    if len(totals) == 1:
        total = totals[0]
        return Computed(statements=(total.statement,), text=f"{total.label}: {total.cell}.", is_named=True)
    if totals:
        return None
    is_whole = len({id(value.statement) for value in parts}) == len(parts) == len(rows)
    if not is_whole or not _MIN_SUMMED <= len(parts) <= MOST_TOLD or not are_comparable(parts):
        return None
    return summed(parts, asked)


def _number_of(rows: Sequence[Statement]) -> set[str]:
    """The word for how many rows there are: "over the three months" means all of them."""
    return {term for word, number in _NUMBERS.items() if number == len(rows) for term in terms(word)}


def _asked_column(values: Sequence[RowValue], asked: set[str]) -> str:
    """The one column of amounts whose name a question holds whole; empty where there are several."""
    columns = {value.column for value in values if value.unit != "%" and not NO_AMOUNT.search(value.column)}
    named = [column for column in columns if (own := named_terms(column)) and own <= asked]
    return named[0] if len(named) == 1 and not any(map(is_year, terms(named[0]))) else ""


def _is_last_total(values: Sequence[RowValue]) -> bool:
    """Whether the last row is the sum of the others, whatever it is called."""
    total = sum(value.number for value in values[:-1])
    return len(values) > _MIN_SUMMED and abs(values[-1].number - total) <= _ROUNDING * abs(total)
