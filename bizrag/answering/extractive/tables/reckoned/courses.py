"""Which rows or columns of a table go up, or down, from each period to the next. Pure."""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from itertools import pairwise

from bizrag.answering.extractive.questions.directions import FALL, FALLING, LARGEST, LESS, MORE, RISE, RISING
from bizrag.answering.extractive.tables.reading.found_rows import MIN_COMPARED, NO_GROUPS, Groups
from bizrag.answering.extractive.tables.reading.row_values import (
    Key,
    RowValue,
    are_comparable,
    column_of,
    is_sum,
    label_of,
    named_terms,
    periods_in,
)
from bizrag.model.terms import is_year

_EACH_PERIOD = re.compile(
    r"\b(?:(?:every|each|both|all|successive|consecutive) (?:\w+ )?(?:year|quarter|month|period)s?"
    r"|(?:year|quarter) after|without (?:a break|interruption)|consistently|continuously|steadily)\b",
    re.IGNORECASE,
)
_FROM_TO = re.compile(r"\b(?:from|between)\b[^?]*?\b(?:19|20)\d\d (?:to|and)\b[^?]*\b(?:19|20)\d\d\b", re.IGNORECASE)
_FELL = re.compile(rf"\b(?:{FALLING}|{LESS}|down)\b", re.IGNORECASE)
_ROSE = re.compile(rf"\b(?:{RISING}|{MORE}|up)\b", re.IGNORECASE)
# what changed most is one of those that changed (``movers.py``)
_MOST = re.compile(
    rf"\b(?:(?:the|by|{FALLING}|{RISING}) most\b(?! (?:of|recent|important|likely)\b)"
    rf"|(?:{LARGEST}) (?:{RISE}|{FALL})\b)",
    re.IGNORECASE,
)
_FASTEST = re.compile(r"\b(?:fastest|quickest)\b", re.IGNORECASE)
# so many values of one thing go up or down each time
_MIN_PERIODS = 3
_OF_TWO = 2


def asks_course(question: str) -> bool:
    """Whether a question is for what happened in every one of several periods, or from one to another.

    >>> asks_course("Which costs fell every year?"), asks_course("Which costs fell in 2025?")
    (True, False)
    """
    return _EACH_PERIOD.search(question) is not None or _FROM_TO.search(question) is not None


def find_on_course(question: str, values: Sequence[RowValue]) -> Groups:
    """The rows, or columns, whose values go up, or down, from each period to the next; of these the fastest, where the
    question asks for it.
    """
    if _MOST.search(question) and not _EACH_PERIOD.search(question):
        return NO_GROUPS
    is_down, is_up = _FELL.search(question) is not None, _ROSE.search(question) is not None
    if is_down == is_up:
        return NO_GROUPS
    goes = operator.gt if is_down else operator.lt
    # "from 2024 to 2025" asks for these two, "every year from 2021 to 2025" for all between
    asked = set() if _EACH_PERIOD.search(question) else periods_in(question)
    for item, period in ((label_of, column_of), (column_of, label_of)):
        items = [said for said in dict.fromkeys(map(item, values)) if said and not is_sum(said)]
        if len(items) < MIN_COMPARED:
            continue
        dated = of_periods(values, period, asked)
        courses = [in_time([value for value in dated if item(value) == said], period) for said in items]
        if not all(courses) or (not asked and len(courses[0]) < _MIN_PERIODS) or (asked and len(courses[0]) != _OF_TWO):
            continue
        meeting = [
            course
            for course in courses
            if are_comparable(course) and all(goes(one.number, two.number) for one, two in pairwise(course))
        ]
        if meeting:
            return _fastest(meeting) if _FASTEST.search(question) else meeting, len(courses)
    return NO_GROUPS


def _fastest(meeting: list[list[RowValue]]) -> list[list[RowValue]]:
    """The one that changed most from first to last, as a share of the first."""
    if not all(course[0].number > 0 for course in meeting):
        return []
    return sorted(meeting, key=lambda course: -abs(course[-1].number / course[0].number - 1))[:1]


def of_periods(values: Sequence[RowValue], period: Key, asked: set[str]) -> list[RowValue]:
    """The values that are named by a period alone ("2025", not "Target 2025"), where any are; of those asked for."""
    bare = [value for value in values if named_terms(period(value)) <= periods_in(period(value)) and period(value)]
    return [value for value in bare or values if not asked or periods_in(period(value)) <= asked]


def in_time(values: Sequence[RowValue], period: Key) -> list[RowValue]:
    """One value of each of several years, or of the quarters of one, the earliest first; else none."""
    dated = sorted(((_when(period(value)), value) for value in values), key=lambda entry: entry[0])
    moments = [when for when, _ in dated]
    is_told_apart = len(set(moments)) == len(moments) and len({tuple(map(bool, when)) for when in moments}) == 1
    return [value for _, value in dated] if is_told_apart and len(dated) > 1 and any(moments[0]) else []


def _when(said: str) -> tuple[str, str]:
    """The year and the quarter or half of a label: ``("2025", "q1")``, each empty where it says none."""
    periods = sorted(periods_in(said) - {"fy"})
    years = [term for term in periods if is_year(term)]
    parts = [term for term in periods if term not in years]
    return "-".join(years), "-".join(parts)
