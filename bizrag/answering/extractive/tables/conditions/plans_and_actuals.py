"""Rows that went over or under what was planned, and how many days late they are, by two of their columns. Pure.

"Which project has overspent most?" has no word of "Budget" and "Spent", and "By how many days is it late?" none of
"Baseline" and "Forecast".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.tables.reading.found_rows import MIN_COMPARED, MOST_TOLD, in_order, told_count
from bizrag.answering.extractive.tables.reading.row_values import (
    RowValue,
    are_comparable,
    is_sum,
    row_label,
    row_values,
)
from bizrag.answering.extractive.tables.reckoned.computed import Computed, difference_between
from bizrag.answering.extractive.tables.reckoned.extremes import MOST
from bizrag.answering.statements.reading import Statement
from bizrag.model.dates import Days, find_days
from bizrag.model.terms import terms

_PLAN = r"(?:budgets?|plans?|planned|approved|baselines?|original(?:ly)?|targets?)"
_PLANNED = re.compile(rf"\b{_PLAN}\b", re.IGNORECASE)
_ACTUAL = (
    re.compile(r"\b(?:actuals?|spent|expenditure|outturn|result)\b", re.IGNORECASE),
    re.compile(r"\b(?:forecast|expected|revised|current|estimate(?:d at completion)?|new)\b", re.IGNORECASE),
)
_THE = r"(?:(?:the|its|their|our) )?"
_OVER = re.compile(
    rf"\boverspen\w+|\bovershoot\w*|\b(?:over|above|beyond|exceed(?:s|ed|ing)?|more than) {_THE}{_PLAN}\b",
    re.IGNORECASE,
)
_UNDER = re.compile(rf"\bunderspen\w+|\b(?:under|below|less than) {_THE}{_PLAN}\b", re.IGNORECASE)
_WHICH = re.compile(
    r"^\W*(?:which|what(?! (?:is|was|are|were)\b)|who|list|name)\b|\b(?P<count>how many)\b", re.IGNORECASE
)
_MOST = re.compile(rf"\b(?:{MOST}|by the most|furthest)\b", re.IGNORECASE)
_LATE = r"(?:late|later|delay\w*|behind|slip\w*|postponed|early|earlier)"
_DAYS_LATE = re.compile(
    rf"\b(?:how (?:many|much)|what) (?:days|weeks|time)\b.*\b{_LATE}\b|\bhow late\b|\bhow (?:long|far)\b.*\b{_LATE}\b",
    re.IGNORECASE,
)
_ASKING = frozenset(
    terms("days weeks time late later delay delayed behind slip slipped postponed early earlier schedule")
)
_DAYS_IN_WEEK = 7


def find_over_plan(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The rows of one table whose actual value is over, or under, the planned one beside it, with both and how far they
    are apart; the one that is furthest, where the question asks for it.

    None where it asks for none, or where not one column each is planned and actual.
    """
    which = _WHICH.search(question)
    is_over, is_under = _OVER.search(question) is not None, _UNDER.search(question) is not None
    if which is None or is_over == is_under:
        return None
    pairs = [pair for row in in_order(rows) if (pair := _pair(row_values(row))) is not None]
    gone = [pair for pair in pairs if (pair[1].number - pair[0].number) * (1 if is_over else -1) > 0]
    if len(pairs) < MIN_COMPARED or not gone:
        return None
    if _MOST.search(question):
        gone.sort(key=lambda pair: -abs(pair[1].number - pair[0].number))
        gone = gone[:1]
    told = gone[:MOST_TOLD]
    count = told_count(len(gone), len(pairs), is_asked=which["count"] is not None)
    said = " ".join(
        f"{planned.label}: {planned.cell}; {actual.cell}; {difference_between(planned, actual)}."
        for planned, actual in told
    )
    return Computed(statements=tuple(actual.statement for _, actual in told), text=count + said, is_named=True)


def find_days_late(question: str, rows: Sequence[Statement]) -> Computed | None:
    """How many days lie between the planned and the actual or expected date of the row that a question names."""
    if not _DAYS_LATE.search(question):
        return None
    asked = set(terms(question)) - _ASKING
    named = [(len(own), row, dates) for row in rows if (dates := _dates(row)) and (own := asked & _words_of(row))]
    most = max((size for size, _, _ in named), default=0)
    best = [(row, dates) for size, row, dates in named if size == most]
    if len(best) != 1:
        return None
    row, ((before, planned), (after, actual)) = best[0]
    days = (actual.first - planned.first).days
    weeks = f" ({days // _DAYS_IN_WEEK} weeks)" if days and days % _DAYS_IN_WEEK == 0 else ""
    told = f"{abs(days)} day{'s' if abs(days) != 1 else ''} {'earlier' if days < 0 else 'later'}{weeks}"
    return Computed(statements=(row,), text=f"{row_label(row)}: {before}; {after}; {told}.", is_named=True)


def _pair(values: Sequence[RowValue]) -> tuple[RowValue, RowValue] | None:
    """The planned and the actual value of a row, of one column each."""
    if not values or is_sum(values[0].label):
        return None
    planned = [value for value in values if _PLANNED.search(value.column)]
    others = [value for value in values if value not in planned]
    actual = next(
        filter(None, ([one for one in others if way.search(one.column)] for way in _ACTUAL)), list[RowValue]()
    )
    if len(planned) != 1 or len(actual) != 1 or not are_comparable([*planned, *actual]):
        return None
    return planned[0], actual[0]


def _dates(row: Statement) -> tuple[tuple[str, Days], tuple[str, Days]] | None:
    """The planned and the later date of a row, each as its cell says it."""
    cells = " ".join(row.said.split()).removesuffix(".").partition(": ")[2].split("; ")
    dated = [(cell, found[0][1]) for cell in cells if len(found := list(find_days(cell))) == 1]
    dated = [(cell, days) for cell, days in dated if days.has_year and days.first == days.last]
    planned = [one for one in dated if _PLANNED.search(one[0])]
    others = [one for one in dated if one not in planned]
    by_way = ([one for one in others if way.search(one[0])] for way in _ACTUAL)
    actual = next(filter(None, by_way), list[tuple[str, Days]]())
    return (planned[0], actual[0]) if len(planned) == len(actual) == 1 else None


def _words_of(row: Statement) -> set[str]:
    """The terms of a row's label and of its cells without figures."""
    return set(terms(row.said))
