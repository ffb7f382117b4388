"""In how many periods one thing was above, or below, the period before: how often the dividend rose. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from bizrag.answering.extractive.questions.directions import FALLING, GAINING, LESS, LOSING, MORE, RISING
from bizrag.answering.extractive.tables.reading.found_rows import in_order, told_count
from bizrag.answering.extractive.tables.reading.row_values import (
    Key,
    RowValue,
    are_comparable,
    column_of,
    label_of,
    named_terms,
    periods_in,
    row_values,
)
from bizrag.answering.extractive.tables.reckoned.computed import Computed, statements_of
from bizrag.answering.extractive.tables.reckoned.courses import in_time, of_periods
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import is_year, terms

_ASKS = re.compile(
    r"\b(?P<count>how many) (?:of the )?(?:\w+ )?(?:years|quarters|months|periods)\b"
    r"|\bin (?:which|what) (?:years|quarters|months|periods)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\bthan (?:in |that of )?the (?:(?:year|quarter|month|period|one) before|(?:previous|prior|preceding) \w+)\b",
    re.IGNORECASE,
)
_UP = re.compile(rf"\b(?:{MORE}|greater|{RISING}|{GAINING})\b", re.IGNORECASE)
_DOWN = re.compile(rf"\b(?:{LESS}|{FALLING}|{LOSING})\b", re.IGNORECASE)
_MIN_PERIODS, _SPAN = 3, 2


def find_periods_above(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The periods in which the row, or column, that a question names was above the one before, or below it; how many
    there are where it asks for that. None where it asks for no such thing, or names none whole.
    """
    asks = _ASKS.search(question)
    ways = [way for way, said in ((1, _UP), (-1, _DOWN)) if said.search(question)]
    if asks is None or len(ways) != 1 or not _BEFORE.search(question):
        return None
    values = [value for row in in_order(rows) for value in row_values(row)]
    for item, period in ((label_of, column_of), (column_of, label_of)):
        course = _named_course(question, values, item, period)
        pairs = [pair for pair in pairwise(course) if _is_asked(period(pair[1]), question)]
        met = [pair[1] for pair in pairs if ways[0] * (pair[1].number - pair[0].number) > 0]
        if pairs and met:
            count = told_count(len(met), len(pairs), is_asked=asks["count"] is not None)
            said = "; ".join(f"{period(value)} {value.printed}" for value in met)
            return Computed(statements=statements_of(course), text=f"{count}{item(met[0])}: {said}.", is_named=True)
    return None


def _named_course(question: str, values: Sequence[RowValue], item: Key, period: Key) -> list[RowValue]:
    """The values, in the order of time, of the one thing whose name a question holds whole; the longest of several."""
    asked = set(terms(question))
    names = [name for name in dict.fromkeys(map(item, values)) if (own := named_terms(name)) and own <= asked]
    longest = max(names, key=lambda name: len(named_terms(name)), default="")
    course = in_time(of_periods([value for value in values if item(value) == longest], period, set()), period)
    return course if longest and len(course) >= _MIN_PERIODS and are_comparable(course) else []


def _is_asked(period: str, question: str) -> bool:
    """Whether a period lies between the two years that a question names; any does where it names none."""
    years = sorted(term for term in periods_in(question) if is_year(term))
    own = sorted(term for term in periods_in(period) if is_year(term))
    return len(years) != _SPAN or not own or years[0] <= own[0] <= years[1]
