"""The values of all rows of a table that an average is of: "the average quarterly price", "per segment". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.tables.reading.row_values import RowValue, column_terms, is_sum, row_name
from bizrag.answering.extractive.tables.reckoned.asked_periods import PART
from bizrag.model.periods import MONTHS
from bizrag.model.terms import is_year, terms

_PER_PERIOD = re.compile(r"\b(?:quarterly|monthly|(?:per|each|every) (?:quarter|month))\b", re.IGNORECASE)
_PER_ITEM = re.compile(r"\b(?:per|for each|of each|for every) (?P<kind>[a-z]{3,})\b", re.IGNORECASE)
_MONTHS = frozenset(terms(" ".join(MONTHS)))
_MIN_ROWS = 3


def of_each_row(values: Sequence[RowValue], year: str, question: str) -> list[RowValue]:
    """The values of one column in all rows but sums; of those that are quarters or months, where a question says so.

    Args:
        values: of one table.
        year: that rows or columns are of; empty where none is asked for.
        question: names the column, and that its average is over what rows are: "per segment".

    Returns:
        Nothing where it names no column, or several as well, or where the rows are not of what it says.
    """
    per_item = _PER_ITEM.search(question)
    is_per_period = _PER_PERIOD.search(question) is not None
    if not is_per_period and per_item is None:
        return []
    cells = [value for value in values if not is_sum(value.label) and _is_of(value, year)]
    asked = {term for term in terms(question) if not is_year(term)}
    names = {value.column: {term for term in column_terms(value.column) if not is_year(term)} for value in cells}
    shared = {column: len(asked & own) for column, own in names.items()}
    best = [column for column, count in shared.items() if count == max(shared.values()) > 0]
    found = [value for value in cells if value.column in best]
    if len(best) != 1 or len(found) < _MIN_ROWS or len({value.label for value in found}) < len(found):
        return []
    is_of_kind = all(map(_is_period, found)) if is_per_period else _are_of_kind(found, per_item)
    return sorted(found, key=lambda value: (value.statement.hit.chunk_no, value.statement.start)) if is_of_kind else []


def _is_of(value: RowValue, year: str) -> bool:
    years = {term for term in terms(f"{value.label} {value.column}") if is_year(term)}
    return not year or years == {year}


def _is_period(value: RowValue) -> bool:
    return any(PART.fullmatch(term) or term in _MONTHS for term in terms(row_name(value.label)))


def _are_of_kind(values: Sequence[RowValue], per_item: re.Match[str] | None) -> bool:
    """Whether rows are what an average is taken over, as their head says or the title of their table: "by segment"."""
    if per_item is None:
        return False
    row = values[0].statement
    by_kind = re.compile(rf"\b(?:by|of each) (?:\w+ )?{per_item['kind'].removesuffix('s')}", re.IGNORECASE)
    titles = (row.hit.text.partition("\n")[0], *row.hit.headings[-1:])
    return set(terms(per_item["kind"])) <= set(terms(row.kind_of_row)) or any(map(by_kind.search, titles))
