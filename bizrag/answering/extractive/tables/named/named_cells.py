"""The cell of a table or chart whose row and column a question names whole: "How many samples are from Scotland?" is
told by the row "Scotland" and the column "Samples", whatever sentences say of samples. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bizrag.answering.extractive.tables.reading.found_rows import said_around
from bizrag.answering.extractive.tables.reading.row_values import (
    RowValue,
    column_terms,
    is_sum,
    named_terms,
    periods_in,
    row_values,
)
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import is_year, terms
from bizrag.model.words import is_number

_ASKS_VALUE = re.compile(r"\b(?:what|how (?:many|much|large|high|big|long|fast|often))\b", re.IGNORECASE)
# what a value is compared with, or which one of several is asked for, is reckoned
_ASKS_OTHER = re.compile(
    r"\b(?:difference|compare[ds]?|than|between|each|average|total|sum|share of|why|per ?cent(?:age)?|ratio"
    r"|main(?:ly)?|chief|key|most|least|sa(?:y|ys|id)|describe[ds]?|explain\w*|happen\w*|means?)\b",
    re.IGNORECASE,
)
_SAYS_NONE = re.compile(r"(?:none|nothing|no answer|don['’]t know|others?)\b", re.IGNORECASE)


def find_named_cell(question: str, statements: Sequence[Statement], best: Statement) -> Statement | None:
    """The only row of all tables that the question names and that has a value in a column which it names, too.

    Of periods on both sides what is measured must be named around the table. None where several rows have such a value,
    or where the ``best`` statement is another row that says as much of the question.
    """
    if _ASKS_VALUE.search(question) is None or _ASKS_OTHER.search(question):
        return None
    asked = set(terms(question))
    numbers = {term for term in asked if is_number(term) and not is_year(term)}
    # "with a window of 48 hours" is a condition
    found = [row for row in statements if row.is_row and any(numbers <= own for own in _named_by(row, asked))]
    if len(found) != 1:
        return None
    shared = [len(set(terms(row.said)) & asked) for row in (found[0], best)]
    return found[0] if shared[0] > shared[1] or not best.is_row else None


def _named_by(row: Statement, asked: set[str]) -> Iterator[set[str]]:
    """The terms of the question that name the row and the column of one of its values, for each that is named whole."""
    for value in row_values(row):
        label, column = named_terms(value.label), column_terms(value.column)
        if not (label and column and label <= asked and column <= asked) or label & column:
            continue
        if is_sum(value.label) or _SAYS_NONE.match(value.label):
            continue
        if _is_period(value.label, label) and _is_period(value.column, column) and not _is_measured(value, asked):
            continue
        yield label | column


def _is_period(text: str, own: set[str]) -> bool:
    return own <= periods_in(text)


def _is_measured(value: RowValue, asked: set[str]) -> bool:
    row = value.statement
    around = set(terms(f"{said_around(row)} {row.section} {row.kind_of_row}")) - periods_in(value.label)
    return bool(around & asked)
