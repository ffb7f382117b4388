"""The row of a document that tells a measure which the question names, and its value of its own period. Pure.

A report prints its own quarter beside that of the year before and the year to date.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.answering.extractive.tables.reading.row_values import RowValue, row_label, row_values
from bizrag.answering.extractive.tables.reading.units import unit_of_row
from bizrag.answering.extractive.tables.reckoned.asked_figures import names_change
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.measures import Named, asks_share, named_by, words_above
from bizrag.model.periods import MONTHS
from bizrag.model.words import NUMBER_WORDS

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_DURATION = re.compile(rf"\b(?P<no>\d\d?|{'|'.join(NUMBER_WORDS)})[ -](?P<part>month|week)s?\b", re.IGNORECASE)
_WEEKS_OF_MONTH = 4.3
_TO_DATE = re.compile(
    r"\b(?:year[- ]to[- ]date|ytd|(?:six|nine|twelve|6|9|12)[- ]months?|half[- ]year)\b", re.IGNORECASE
)
_DAY = re.compile(rf"\b({'|'.join(month[:3] for month in MONTHS)})[a-z]*\.? (\d\d?)\b", re.IGNORECASE)
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "k": 1e3, "m": 1e6, "mn": 1e6, "bn": 1e9}
_SCALE = re.compile(r"\b(?P<word>thousand|million|billion)s?\b|(?<![a-z])(?P<short>k|mn?|bn)(?![a-z])", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredRow:
    """A row that tells a measure, and the words of the question that are its name."""

    row: Statement
    named: Named


def measured_rows(question: str, statements: Sequence[Statement]) -> list[MeasuredRow]:
    """The rows of a document with figures that tell a measure which the question names, the best first.

    That is of most words of the question, of an amount or a share as is asked for, with
    no other words above it; of equal ones the first in the document.
    """
    is_share = asks_share(question)
    found = [
        (MeasuredRow(row=row, named=named), row)
        for row in statements
        if row.is_row and row.hit.kind is ChunkKind.TABLE and (named := named_by(row_label(row), question)) is not None
        if _of_kind(row_values(row), is_share=is_share)
    ]
    found.sort(
        key=lambda one: (
            -one[0].named.size,
            words_above(row_label(one[1]), question),
            one[1].hit.chunk_no,
            one[1].start,
        )
    )
    return [one for one, _ in found]


def own_value(question: str, row: Statement) -> RowValue | None:
    """The value of a row for the period that its document is of: of the last year, over the shortest time, at the last
    day; over the longest where the question asks for the year to date. None where its columns name no year.
    """
    values = _of_kind(row_values(row), is_share=asks_share(question))
    years = [max(_YEAR.findall(value.column), default="") for value in values]
    if not any(years):
        return None
    values = [value for value, year in zip(values, years, strict=True) if year == max(years)]
    times = [_months(value.column) for value in values]
    if all(times):
        wanted = (max if _TO_DATE.search(question) else min)(times)
        values = [value for value, time in zip(values, times, strict=True) if time == wanted]
    days = [_day(value.column) for value in values]
    return values[days.index(max(days))] if all(days) else values[0]


def value_before(question: str, row: Statement) -> RowValue | None:
    """The value of a row for the same time a year before that of ``own_value``; None where its columns name none."""
    own = own_value(question, row)
    if own is None or not (own_year := max(_YEAR.findall(own.column), default="")):
        return None
    before = str(int(own_year) - 1)
    values = _of_kind(row_values(row), is_share=asks_share(question))
    return next(
        (
            value
            for value in values
            if max(_YEAR.findall(value.column), default="") == before and _months(value.column) == _months(own.column)
        ),
        None,
    )


def scale_of(row: Statement, statements: Sequence[Statement]) -> float:
    """By what the printed values of a row are to be multiplied: a thousand, a million. Where its table does not say so,
    what the first table of its document that says it does; 0 where none does.
    """
    others = (one for one in statements if one.is_row and one.hit.document_id == row.hit.document_id)
    heads = (unit_of_row(one) or one.said.partition(";")[0] for one in (row, *others))
    found = next((found for head in heads if (found := _SCALE.search(head))), None)
    return _SCALES[(found["word"] or found["short"]).casefold()] if found else 0.0


def _of_kind(values: Sequence[RowValue], *, is_share: bool) -> list[RowValue]:
    """The amounts of a row, or its shares; no columns of changes."""
    own = [value for value in values if not names_change(value.column)]
    return [value for value in own if ("%" in value.unit or "%" in value.printed) is is_share]


def _months(column: str) -> float:
    """Over how many months the values of a column are counted; 0 where it says nothing of it."""
    if (found := _DURATION.search(column)) is None:
        return 0.0
    said = found["no"].casefold()
    number = int(said) if said.isdigit() else NUMBER_WORDS.index(said) + 1
    return number / _WEEKS_OF_MONTH if found["part"].casefold() == "week" else float(number)


def _day(column: str) -> tuple[int, ...]:
    """Month and day that a column names, so that later ones of a year compare as larger; empty where it names none."""
    found = _DAY.search(column)
    if found is None:
        return ()
    return next(at for at, month in enumerate(MONTHS) if month.startswith(found[1].casefold())), int(found[2])
