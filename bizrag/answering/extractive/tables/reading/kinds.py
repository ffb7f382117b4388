"""Rows of one kind among those of a table, as a question names it: "the cheapest pallet box" of a price list. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.answering.extractive.tables.reading.row_values import is_sum, row_label, row_values
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_MIN_OF_KIND = 2


def of_asked_kind(question: str, rows: Sequence[Statement]) -> list[Statement]:
    """The rows whose label or text holds all that the question says of some rows only; none where that is one row or no
    row, or where nothing tells them from the others.
    """
    held = [(row, _text_terms(row)) for row in rows if not is_sum(row_label(row))]
    columns = {term for row in rows for value in row_values(row) for term in terms(value.column)}
    # what the table is about is said of all rows, and what is compared of none
    asked = set(terms(question)) - columns - set(terms(rows[0].kind_of_row if rows else ""))
    telling = {term for term in asked if 0 < sum(term in own for _, own in held) < len(held)}
    found = [row for row, own in held if telling <= own]
    return found if telling and _MIN_OF_KIND <= len(found) < len(held) else []


def _text_terms(row: Statement) -> set[str]:
    """The terms of a row's label and of its cells that are no values."""
    label, _, cells = " ".join(row.said.split()).removesuffix(".").partition(": ")
    values = {value.cell for value in row_values(row)}
    return set(terms(" ".join((label, *(cell for cell in cells.split("; ") if cell not in values)))))
