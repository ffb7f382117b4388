"""Rows of one kind among those of a table, as a question names it: "the cheapest pallet box" of a price list. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.tables.reading.row_values import is_sum, periods_in, row_label, row_values
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import is_year, terms

_MIN_OF_KIND = 2
# where a time begins of which rows are asked for: "since mid-2023", "from 2021 on"
_SINCE = re.compile(
    r"\b(?:since|from|after (?=early|late|mid))(?: ?(?:early|late|mid|the (?:start|beginning|end) of))?"
    r"[ -](?P<year>(?:19|20)\d\d)\b(?! (?:to|until|till|and)\b)",
    re.IGNORECASE,
)


def of_asked_kind(question: str, rows: Sequence[Statement]) -> list[Statement]:
    """The rows whose label or text holds all that the question says of some rows only, or that are of the time since a
    year that it names; none where that is one row or no row, or where nothing tells them from the others.
    """
    num_rows = len(rows)
    if (since := _SINCE.search(question)) is not None:
        question = question.replace(since[0], " ")
        rows = _rows_since(int(since["year"]), rows)
    held = [(row, _text_terms(row)) for row in rows if not is_sum(row_label(row))]
    columns = {term for row in rows for value in row_values(row) for term in terms(value.column)}
    # what the table is about is said of all rows, and what is compared of none
    asked = set(terms(question)) - columns - set(terms(rows[0].kind_of_row if rows else ""))
    telling = {term for term in asked if 0 < sum(term in own for _, own in held) < len(held)}
    found = [row for row, own in held if telling <= own]
    is_part = bool(telling) and len(found) < len(held)
    return found if len(found) >= _MIN_OF_KIND and (is_part or len(rows) < num_rows) else []


def _rows_since(year: int, rows: Sequence[Statement]) -> Sequence[Statement]:
    """Rows that are of a year or of a later one; all where not each row is of a year."""
    years = [[int(one) for one in periods_in(row_label(row)) if is_year(one)] for row in rows]
    return [row for row, own in zip(rows, years, strict=True) if max(own) >= year] if rows and all(years) else rows


def _text_terms(row: Statement) -> set[str]:
    """The terms of a row's label and of its cells that are no values."""
    label, _, cells = " ".join(row.said.split()).removesuffix(".").partition(": ")
    values = {value.cell for value in row_values(row)}
    return set(terms(" ".join((label, *(cell for cell in cells.split("; ") if cell not in values)))))
