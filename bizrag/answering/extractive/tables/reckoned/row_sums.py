"""What the cells of one row add up to, where a question asks for several columns together: "in both lots". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.tables.reading.row_values import (
    RowValue,
    are_comparable,
    is_sum,
    named_terms,
    row_name,
    row_values,
)
from bizrag.answering.extractive.tables.reckoned.asked_sums import ASKS_SUM, NO_AMOUNT
from bizrag.answering.extractive.tables.reckoned.computed import Computed, is_meant, sum_of_row
from bizrag.answering.extractive.tables.reckoned.whole_rows import are_parts
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

_ASKS = re.compile(r"\b(?:altogether|together|in total|totals?|combined|sum|how (?:many|much))\b", re.IGNORECASE)
_TOGETHER = re.compile(
    r"\b(?P<number>both|(?:all )?(?:two|three|four|five)|all)(?: of)?(?: the| our| its)? (?P<named>[^\W\d]\w+)\b",
    re.IGNORECASE,
)
_FROM_TO = re.compile(r"\b(?:from|between) (?P<first>[\w '’]{1,20}?) (?:to|and|through|until) (?P<last>[\w '’]{1,20})")
_ASKS_TOTAL = re.compile(r"\b(?:totals?|altogether|in all|combined|sum of|all)\b", re.IGNORECASE)
_NUMBERS = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5}
_MIN_SUMMED = 2


def find_row_sum(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The sum of the cells of one row whose columns are all of what the question takes together: "Lot 1" and "Lot 2" of
    "both lots", or of all series of a chart. None where they are not as many, where no row alone shares the most with
    the question, or where a column tells the sum.
    """
    if (span := _FROM_TO.search(question)) is not None and ASKS_SUM.search(question):
        return _sum_of_span(question, span, rows)
    return _sum_together(question, rows) or _sum_of_parts(question, rows)


def _sum_together(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The sum of the cells of one row whose columns are all of what the question takes together."""
    together = _TOGETHER.search(question)
    if together is None or not _ASKS.search(question):
        return None
    named = set(terms(together["named"]))
    number = _NUMBERS.get(together["number"].casefold().split()[-1])
    asked = set(terms(question)) - named
    found: list[tuple[int, list[RowValue]]] = []
    for row in rows:
        values = row_values(row)
        own = [value for value in values if named & set(terms(value.column))]
        if len(own) < _MIN_SUMMED or (number and len(own) != number) or any(is_sum(value.column) for value in values):
            continue
        found.append((len(asked & set(terms(own[0].label))), own))
    best = max((count for count, _ in found), default=0)
    of_best = [own for count, own in found if count == best > 0]
    if len(of_best) != 1 or not are_comparable(of_best[0]):
        return None
    return sum_of_row(of_best[0], asked)


def _sum_of_span(question: str, span: re.Match[str], rows: Sequence[Statement]) -> Computed | None:
    """The sum of the cells of the row that a question names whole, from one column to another: "from Q2 to Q4"."""
    first, last = (set(terms(span[end])) for end in ("first", "last"))
    asked = set(terms(question))
    found: list[list[RowValue]] = []
    for row in rows:
        values = row_values(row)
        names = [named_terms(value.column) for value in values]
        starts = [at for at, name in enumerate(names) if name and name <= first]
        ends = [at for at, name in enumerate(names) if name and name <= last]
        is_clear = len(starts) == len(ends) == 1 and starts[0] + 1 < ends[0] and is_meant(values[0].label, asked)
        if is_clear and len(set(map(frozenset, names))) == len(names):
            found.append(values[starts[0] : ends[0] + 1])
    if len(found) != 1 or not are_comparable(found[0]) or any(is_sum(value.column) for value in found[0]):
        return None
    return sum_of_row(found[0], asked)


def _sum_of_parts(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The sum of all series of a chart for the name that a question asks the total of: "total headcount in 2023".

    None where a series is asked for, sums the others up or is what they are compared with, and for rates and shares.
    """
    if not _ASKS_TOTAL.search(question) or NO_AMOUNT.search(question):
        return None
    asked = set(terms(question))
    found: list[list[RowValue]] = []
    for row in rows:
        values = row_values(row)
        if row.hit.kind not in (ChunkKind.PICTURE, ChunkKind.SLIDE) or not are_parts(values):
            continue
        name = set(terms(row_name(values[0].label)))
        if name and name <= asked and not any(set(terms(value.column)) & asked for value in values):
            found.append(values)
    return sum_of_row(found[0], asked) if len(found) == 1 else None
