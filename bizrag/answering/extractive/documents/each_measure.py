"""A measure that is asked of several periods or companies is told by its row in the report of each. Pure.

"How did inventories develop over the quarters?" and "Which company earned most?" are answered by rows of one name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence

from bizrag.answering.citations import without_markers
from bizrag.answering.extractive.documents.each_document import document_label
from bizrag.answering.extractive.documents.each_period import ASKS_OUTLOOK, change_over, of_periods, tell_apart
from bizrag.answering.extractive.questions.directions import FALLING, RISING
from bizrag.answering.extractive.tables.named.measured_rows import (
    MeasuredRow,
    measured_rows,
    own_value,
    scale_of,
    value_before,
)
from bizrag.answering.extractive.tables.reading.row_values import row_label
from bizrag.answering.extractive.tables.reading.units import with_unit
from bizrag.answering.extractive.tables.reckoned.asked_figures import asks_change
from bizrag.answering.statements.reading import Statement, readable
from bizrag.model.compared import asks_each_document, compared_names, is_called
from bizrag.model.measures import asks_figures, first_asked, is_wholly_named
from bizrag.model.periods import period_label, series_of
from bizrag.retrieval.measured import BY_ROW

Told = tuple[list[Statement], list[str]]
# "the most recent quarter" and "at least" rank nothing
_HIGHEST = re.compile(
    r"\b(?:highest|most(?! (?:recent|current|of)\b)|largest|biggest|greatest|top|maximum)\b", re.IGNORECASE
)
_LOWEST = re.compile(r"\b(?:lowest|(?<!at )least|smallest|fewest|minimum)\b", re.IGNORECASE)
_ROSE, _FELL = (re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for words in (RISING, FALLING))


def find_each_measure(question: str, statements: Sequence[Statement]) -> Told | None:
    """The row of each document that a question for a measure is about, with what each tells; None where it asks for
    something else, or where not nearly all of them have one.
    """
    if not asks_figures(question) or ASKS_OUTLOOK.search(question):
        return None
    asked = first_asked(question)
    compared = _compared(question, statements)
    parts = compared or of_periods(question, statements)
    found = [rows[0] for part in parts if (rows := wholly_measured(asked, part))]
    size = max((one.named.size for one in found), default=0)
    rows = [one.row for one in found if one.named.size == size]
    if len(rows) < max(2, len(parts) - (len(parts) > 2)):
        return None
    if compared and (rising := _asks_direction(question)):
        # of two that are named, what rose is no choice among them
        is_choice = asks_each_document(question)
        return _moved(question, rows, statements, is_rising=rising > 0) if is_choice else None
    label_of = document_label if compared else _period_of
    if ranked := _ranked(question, rows, statements, label_of):
        return ranked
    told = tell_apart(rows, lambda row: said_of_own_period(question, row), label_of)
    change = change_over(rows) if asks_change(question) and not compared else ""
    return rows, [*told, change] if change else told


def _period_of(statement: Statement) -> str:
    return period_label(statement.hit.doc)


def wholly_measured(question: str, statements: Sequence[Statement]) -> list[MeasuredRow]:
    """The rows of a document that tell the measure which a question names in all of its words, the best first."""
    return [
        one
        for one in measured_rows(question, statements)
        if is_wholly_named(one.named, question, f"{one.row.hit.title} {one.row.hit.doc}")
    ]


def _compared(question: str, statements: Sequence[Statement]) -> list[list[Statement]]:
    """The statements of each document that a question compares by a measure, of those with a row that the search found
    for it; nothing where it compares none.
    """
    documents: defaultdict[str, list[Statement]] = defaultdict(list)
    for one in statements:
        documents[one.hit.document_id].append(one)
    parts = [own for own in documents.values() if any(BY_ROW in one.hit.route_ranks for one in own)]
    if not asks_each_document(question):
        names = compared_names(question)
        called = {
            name: [own for own in parts if is_called(name, f"{own[0].hit.title} {own[0].hit.doc}")] for name in names
        }
        parts = [own for name in names for own in called[name] if 0 < len(called[name]) < len(parts)]
    first = {own[0].hit.document_id: own for own in parts}
    series = {series_of(doc) or doc for doc in (own[0].hit.doc for own in first.values())}
    return list(first.values()) if len(series) > 1 else []


def _ranked(
    question: str,
    rows: Sequence[Statement],
    statements: Sequence[Statement],
    label_of: Callable[[Statement], str],
) -> Told | None:
    """The rows in the order of their values, where the largest or smallest is asked for and all compare."""
    is_highest = _HIGHEST.search(question) is not None
    values = [own_value(question, row) for row in rows]
    if not (is_highest or _LOWEST.search(question)) or any(value is None or value.is_ambiguous for value in values):
        return None
    scales = [scale_of(row, statements) for row in rows]
    if not all(scales) and any(scales):
        return None
    amounts = {
        id(row): value.number * (scale or 1.0) for row, value, scale in zip(rows, values, scales, strict=True) if value
    }
    ordered = sorted(rows, key=lambda row: amounts[id(row)], reverse=is_highest)
    told = tell_apart(ordered, lambda row: said_of_own_period(question, row), label_of)
    return ordered, [f"{'Highest' if is_highest else 'Lowest'} of {_counted(rows, statements)}: {told[0]}", *told[1:]]


def _counted(rows: Sequence[Statement], statements: Sequence[Statement]) -> str:
    """How many rows were compared, and how many documents that were read have none."""
    others = len({one.hit.document_id for one in statements} - {row.hit.document_id for row in rows})
    return f"{len(rows)}{f' ({others} more without a row of that name)' if others else ''}"


def _asks_direction(question: str) -> int:
    """Whether a question is for those whose measure rose, 1, or fell, -1; 0 for neither, or both."""
    return (_ROSE.search(question) is not None) - (_FELL.search(question) is not None)


def _moved(
    question: str, rows: Sequence[Statement], statements: Sequence[Statement], *, is_rising: bool
) -> Told | None:
    """The rows whose value of the own period is above, or below, that of the year before; None where one says nothing
    of that.
    """
    pairs = [(row, own_value(question, row), value_before(question, row)) for row in rows]
    if any(own is None or before is None for _, own, before in pairs):
        return None
    kept = [
        (row, own, before) for row, own, before in pairs if own and before and (own.number > before.number) is is_rising
    ]
    if not kept:
        return None
    cells = {id(row): f"{row_label(row)}: {own.cell}; {before.cell}." for row, own, before in kept}
    told = tell_apart([row for row, _, _ in kept], lambda row: with_unit(cells[id(row)], row), document_label)
    return [row for row, _, _ in kept], [f"{len(kept)} of {_counted(rows, statements)}: {told[0]}", *told[1:]]


def said_of_own_period(question: str, statement: Statement) -> str:
    """What a row tells of its document's own period; a sentence, or a row of no period, as it is."""
    value = own_value(question, statement) if statement.is_row else None
    text = without_markers(readable(statement, question))
    return with_unit(f"{row_label(statement)}: {value.cell}." if value else text, statement)
