"""A sum that is asked of one report of a series is told by its row there, and of two that are compared both. Pure.

"What was gross margin in the latest report?" is answered by one figure, of the report's own quarter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.citations import ended
from bizrag.answering.extractive.best_statements import within_quote
from bizrag.answering.extractive.documents.each_measure import said_of_own_period, wholly_measured
from bizrag.answering.extractive.documents.each_period import markers
from bizrag.answering.extractive.questions.needed import named_sum
from bizrag.answering.extractive.tables.named.measured_rows import MeasuredRow, measured_rows, own_value
from bizrag.answering.extractive.tables.reading.found_rows import MOST_TOLD
from bizrag.answering.extractive.tables.reading.row_values import (
    column_of,
    is_sum,
    row_label,
    row_name,
    row_values,
    without_unit,
)
from bizrag.answering.extractive.tables.reading.units import unit_of_row
from bizrag.answering.extractive.tables.reckoned.asked_figures import CHANGE
from bizrag.answering.statements.reading import Statement
from bizrag.model.breakdowns import asks_breakdown, breakdown_fit
from bizrag.model.measures import asks_figures, asks_levels, asks_only, first_asked, named_by
from bizrag.model.periods import asks_several, period_of, years_of
from bizrag.retrieval.measured import BY_ROW

# "How did costs compare to revenue?", "operating expenses against sales"
_AGAINST = re.compile(
    r"\b(?:compar\w+ (?:to|with)|in relation to|relative to|relate\w* to|versus|vs|against)\b"
    r"|\bhow (?:did|do|does) .+ compare\b",
    re.IGNORECASE,
)
# "In the first quarter, how much ..."
_ASKS_AMOUNT = re.compile(r"(?:^|, )\W*(?:what (?:is|are|was|were)|how (?:much|high))\b", re.IGNORECASE)
_MOST = 2
_MANY_WORDS = 3
_LEAST_PARTS = 3


def find_asked_measure(question: str, statements: Sequence[Statement]) -> tuple[list[Statement], list[str]] | None:
    """The row of the sum that a question asks of one report, or the two rows that it compares, with what each tells;
    None where the question asks for something else, or the report has no row of that name.
    """
    found = {one.hit.document_id: one for one in statements if BY_ROW in one.hit.route_ranks}
    if len(found) != 1 or asks_several(question) or not asks_figures(question):
        return None
    (first,) = found.values()
    if years_of(question) - {period_of(first.hit.doc)[0]}:
        return None
    own = [one for one in statements if one.hit.document_id == first.hit.document_id]
    if asks_breakdown(question):
        return _parts(question, own)
    asked = first_asked(question)
    rows = _compared(question, own) or _asked(asked, own)
    # columns that say nothing do not tell which value is meant: the row is told whole
    rows = [one for one in rows if own_value(question, one) is not None or not any(map(column_of, row_values(one)))]
    if not rows:
        return None
    return rows, [f"{ended(said_of_own_period(question, row))} {markers([row])}" for row in rows]


def _parts(question: str, statements: Sequence[Statement]) -> tuple[list[Statement], list[str]] | None:
    """The rows of the table that parts the sum which a question names, each with its value of the report's own period,
    in one.
    """
    hits = {one.hit.chunk_no: one.hit for one in statements if BY_ROW in one.hit.route_ranks}
    fits = [(fit, -number) for number, hit in hits.items() if (fit := breakdown_fit(question, hit.text)) is not None]
    if not fits:
        return None
    rows = [one for one in statements if one.hit.chunk_no == -max(fits)[1] and one.is_row]
    values = [(row, value) for row in rows if (value := own_value(question, row)) is not None]
    if not _LEAST_PARTS <= len(values) <= MOST_TOLD:
        return None
    column = without_unit(values[0][1].column)
    same = [(row, value) for row, value in values if without_unit(value.column) == column]
    # what stands below the total is another sum
    end = next((at for at, (row, _) in enumerate(same, 1) if is_sum(row_label(row))), len(same))
    same = same[:end]
    if len(same) < _LEAST_PARTS:
        return None
    cells = "; ".join(f"{row_name(row_label(row))} {value.printed}" for row, value in same)
    unit = unit_of_row(same[0][0])
    text = f"{f'{column}: ' if column else ''}{cells}{f' ({unit})' if unit else ''}"
    quoted = within_quote([row for row, _ in same])
    return quoted, [f"{ended(text)} {markers(quoted[:1])}"]


def _asked(question: str, statements: Sequence[Statement]) -> list[Statement]:
    """The row that is called what the question asks for, in all of its words."""
    if CHANGE.search(question):
        return []
    rows = wholly_measured(question, statements)
    if what := named_sum(question):
        of_sum, whole = measured_rows(what, statements), named_by(what, what)
        is_whole = bool(of_sum) and whole is not None and of_sum[0].named.size == whole.size
        if is_whole and any(one.row is of_sum[0].row for one in rows):
            return [of_sum[0].row]
        # "revenue from pump sales" is the row of pumps
        is_of_part = bool(of_sum and rows) and rows[0].named.size > of_sum[0].named.size
        return [rows[0].row] if is_of_part and _ASKS_AMOUNT.search(question) else []
    if rows and asks_levels(question):
        return [rows[0].row]
    if not rows or not _ASKS_AMOUNT.search(question):
        return []
    named, hit = rows[0].named, rows[0].row.hit
    # in so many words nothing else is called
    is_asked = named.size >= _MANY_WORDS or asks_only(named, question, f"{hit.title} {hit.doc}")
    return [rows[0].row] if is_asked else []


def _compared(question: str, statements: Sequence[Statement]) -> list[Statement]:
    """The rows of two measures that a question compares."""
    if not _AGAINST.search(question):
        return []
    taken: list[MeasuredRow] = []
    for one in wholly_measured(question, statements):
        if all(one.named.end <= other.named.start or other.named.end <= one.named.start for other in taken):
            taken.append(one)
    taken.sort(key=lambda one: one.named.start)
    return [one.row for one in taken] if len(taken) == _MOST else []
