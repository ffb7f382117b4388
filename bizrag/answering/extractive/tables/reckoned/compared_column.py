"""Which column of a table a question for the largest or smallest compares. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from bizrag.answering.extractive.tables.reading.found_rows import MIN_COMPARED
from bizrag.answering.extractive.tables.reading.row_values import RowValue, dateless_column_of, is_sum, periods_in
from bizrag.answering.extractive.tables.reckoned.asked_figures import names_change
from bizrag.model.terms import is_year, terms

_PER = re.compile(r"\bper (?P<unit>[^\W\d_]+)", re.IGNORECASE)


def of_column(values: Sequence[RowValue], question: str, least: int) -> list[RowValue]:
    """The values of the column that the question names best, or of the only one."""
    wanted = set(terms(question))
    counts = Counter(value.column for value in values)
    # "Alarm ignored for 12 minutes" is the text of one row
    columns = [column for column, count in counts.items() if count >= least]
    if len(columns) > 1:
        shared = {column: len(set(terms(column)) & wanted) for column in columns}
        best = max(shared.values())
        columns = [column for column in columns if shared[column] == best > 0]
        columns = _beside_rows(columns, values, wanted) if len(columns) > 1 else columns
        columns = _of_rate(columns, question)
        columns = _without_changes(columns, question)
        columns = _latest_of_one(values, columns)
        columns = _said_whole(columns, question)
        if not best:
            # of no column in particular the whole is meant
            columns = [column for column in shared if is_sum(column)]
    if len(columns) != 1:
        return []
    return [value for value in values if value.column == columns[0]]


def _beside_rows(columns: Sequence[str], values: Sequence[RowValue], wanted: set[str]) -> list[str]:
    """Of columns that a question names alike those it names by more than what most rows are called: "Which project has
    the largest capacity?" is asked of the capacity, and not of when a project ends.
    """
    labels = [set(terms(label)) for label in {value.label for value in values}]
    of_rows = {term for term in wanted if 2 * sum(term in label for label in labels) > len(labels)}
    return [column for column in columns if set(terms(column)) & (wanted - of_rows)] or list(columns)


def _of_rate(columns: Sequence[str], question: str) -> list[str]:
    """Of columns that a question names alike those that are for each of the same: "Unemployed per vacancy" beside
    "Vacancies" for the "jobless per vacancy".
    """
    asked = _PER.search(question)
    rates = [
        one for one in columns if asked and (own := _PER.search(one)) and terms(own["unit"]) == terms(asked["unit"])
    ]
    return rates or list(columns)


def _without_changes(columns: Sequence[str], question: str) -> list[str]:
    """Of columns that a question names alike those that tell no change, where it asks for none: "Rate, per cent" beside
    "Rate, change on year".
    """
    return (
        list(columns) if names_change(question) else [one for one in columns if not names_change(one)] or list(columns)
    )


def _said_whole(columns: Sequence[str], question: str) -> list[str]:
    """Of columns whose words are alike the one whose name the question says, the longest: "very satisfied"."""
    said = [column for column in columns if re.search(rf"\b{re.escape(column)}\b", question, re.IGNORECASE)]
    longest = max(said, key=len, default="")
    is_one = all(column.casefold() in longest.casefold() for column in said)
    return [longest] if longest and is_one else list(columns)


def _latest_of_one(values: Sequence[RowValue], columns: Sequence[str]) -> list[str]:
    """Of columns that differ in their period only, as "Revenue 2023" and "Revenue 2024", the one of the latest."""
    things = {value.column: dateless_column_of(value) for value in values}
    dated = all(periods_in(column) for column in columns)
    if len(columns) < MIN_COMPARED or not dated or len({things[column] for column in columns}) > 1:
        return list(columns)
    # the year counts before the quarter
    return [max(columns, key=lambda column: sorted(periods_in(column), key=lambda period: not is_year(period)))]
