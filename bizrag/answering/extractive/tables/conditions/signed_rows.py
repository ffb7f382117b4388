"""Which rows rose or fell, gained or lost, by the sign of a change that is printed or by two periods. Pure.

"In which city did costs rise?" asks of a chart of changes for the bars above zero, and "Which sector lost the most
jobs?" for the lowest one; of a table with two years for the rows that are higher in the second.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from bizrag.answering.extractive.questions.directions import FALL, FALLING, GAINING, LARGEST, LOSING, RISE, RISING
from bizrag.answering.extractive.tables.reading.found_rows import MOST_TOLD, in_order, said_around, told_count
from bizrag.answering.extractive.tables.reading.row_values import (
    RowValue,
    are_comparable,
    column_of,
    is_sum,
    label_of,
    named_terms,
    periods_in,
    row_label,
    row_values,
)
from bizrag.answering.extractive.tables.reckoned.asked_figures import names_change
from bizrag.answering.extractive.tables.reckoned.better import BAD, GOOD
from bizrag.answering.extractive.tables.reckoned.computed import Computed, change_between, statements_of
from bizrag.answering.extractive.tables.reckoned.courses import asks_course, in_time, of_periods
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import is_year, terms

_ASKS = re.compile(
    r"\b(?:which|what (?!is\b|was\b|are\b|were\b)\w+|who|whose|where|when)\b|\b(?P<count>how many)\b", re.IGNORECASE
)
_UP = re.compile(rf"\b(?:{RISING}|{GAINING}|{RISE})\b", re.IGNORECASE)
_DOWN = re.compile(rf"\b(?:{FALLING}|{LOSING}|{FALL})\b", re.IGNORECASE)
_ABOVE = re.compile(r"\b(?:positive|above zero|profitable|in the black)\b", re.IGNORECASE)
_BELOW = re.compile(r"\b(?:negative|below zero|loss[- ]making|unprofitable|in the red)\b", re.IGNORECASE)
# limits, figures and reasons are asked otherwise
_OTHER = re.compile(
    r"\b(?:than|why|because|should|if|after|before|how much|by how|percentage|per ?cent|average|total)\b|\d\s?%",
    re.IGNORECASE,
)
# "..., and by how much?" is told with the row
_AMOUNT_BESIDE = re.compile(r",? and by how (?:much|many)\b[^,?]*", re.IGNORECASE)
# of what is bad less is better
_BY_MEASURE = re.compile(r"\b(?:worse|better|worsen\w*|deteriorat\w+|improv\w+)\b", re.IGNORECASE)
_MOST = re.compile(rf"\b(?:most|furthest|fastest|worst|{LARGEST})\b", re.IGNORECASE)
_TELLS_CHANGE = re.compile(
    r"\b(?:chang(?:e[ds]?|ing)|growth|variation|difference|balance|net (?:change|gain|loss|hiring|migration)"
    r"|vs\.?|versus|year[- ]on[- ]year|yoy|increase|decrease|compared (?:with|to))\b",
    re.IGNORECASE,
)
_ASKS_TIME = re.compile(r"\b(?:when|(?:which|what) (?:years?|quarters?|months?))\b", re.IGNORECASE)
_MIN_ROWS, _OF_TWO = 3, 2


def find_signed(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The rows of one table or chart that went the way a question asks for, or the one that went furthest.

    None where it asks for no way, or where neither signs nor periods tell it.
    """
    asks = _ASKS.search(question)
    ways = [way for way, said in ((1, _UP), (-1, _DOWN), (1, _ABOVE), (-1, _BELOW)) if said.search(question)]
    if asks is None or len(set(ways)) != 1 or _OTHER.search(_AMOUNT_BESIDE.sub("", question)):
        return None
    is_turned = _BY_MEASURE.search(question) and BAD.search(question) and not GOOD.search(question)
    way = -ways[0] if is_turned else ways[0]
    values = [value for row in in_order(rows) for value in row_values(row) if not is_sum(value.label)]
    is_bare = not (_UP.search(question) or _DOWN.search(question))
    # of a row that is named a figure is asked: "how many shops did Oslo lose"
    asked = set(terms(question))
    labels = {row_label(value.statement) for value in values}
    if any((own := named_terms(label) - periods_in(label)) and own <= asked for label in labels):
        return None
    signed = _signed(question, values, is_bare=is_bare)
    # from one period to another rows of periods are compared elsewhere
    is_course = asks_course(question) and any(map(periods_in, labels))
    is_by_period = not signed and not is_bare and not is_course
    groups = [[value] for value in signed] or (_by_period(question, values) if is_by_period else [])
    going = [group for group in groups if way * _change(group) > 0]
    if _MOST.search(question):
        # without a sign the most is told elsewhere
        furthest = max((abs(_change(group)) for group in going), default=0.0)
        going = [group for group in going if signed and abs(_change(group)) == furthest]
    if not going or (len(going) == len(groups) and asks["count"] is None):
        return None
    told = going[:MOST_TOLD]
    count = told_count(len(going), len(groups), is_asked=asks["count"] is not None)
    statements = statements_of(value for group in told for value in group)
    said = " ".join(map(_said, told))
    return Computed(statements=statements, text=count + said, is_named=True)


def _change(group: Sequence[RowValue]) -> float:
    return group[-1].number - (group[0].number if len(group) > 1 else 0.0)


def _signed(question: str, values: Sequence[RowValue], *, is_bare: bool) -> list[RowValue]:
    """The values of the column of changes that a question means: it shares a word with what says what they are."""
    asked = set(terms(question))
    all_periods = set[str]().union(*(periods_in(value.column) for value in values))
    columns: dict[str, list[RowValue]] = {}
    for value in values:
        columns.setdefault(value.column, []).append(value)
    named = [own for column, own in columns.items() if periods_in(column) & asked or named_terms(column) & asked]
    # "Change" says of itself that it is from the one year to the other
    changes = [own for column, own in columns.items() if names_change(column) and own not in named]
    named += changes if len(changes) == 1 else []
    for own in named if len(columns) > 1 else columns.values():
        about = f"{own[0].column} {said_around(own[0].statement)}"
        is_signed = any(value.number < 0 for value in own)
        tells = _TELLS_CHANGE.search(about) or any(value.printed.startswith("+") for value in own)
        if (
            len(own) >= _MIN_ROWS
            and is_signed
            and (is_bare or tells)
            and set(terms(about)) & asked
            and periods_in(question) <= (all_periods if own in changes else set(terms(about)))
            and are_comparable([value for value in own if value.number])
        ):
            return own
    return []


def _by_period(question: str, values: Sequence[RowValue]) -> list[list[RowValue]]:
    """What each row was in the earlier and in the later of the two periods of a table; of rows that are periods, in the
    one column that the question names, what it was before and then.
    """
    asked = set(terms(question))
    if _ASKS_TIME.search(question):
        columns = list(dict.fromkeys(value.column for value in values))
        named = [column for column in columns if (own := named_terms(column)) and own <= asked]
        course = in_time(
            [value for value in values if value.column in (named if len(columns) > 1 else columns)], label_of
        )
        is_one = len({value.column for value in course}) == 1
        return [list(pair) for pair in pairwise(course)] if is_one and are_comparable(course) else []
    first = values[0].statement if values else None
    if first is None or not set(terms(f"{said_around(first)} {first.kind_of_row}")) & asked:
        return []
    dated = of_periods([value for value in values if not names_change(value.column)], column_of, set())
    spanned = {period for period in periods_in(question) if is_year(period)}
    if len(spanned) == _OF_TWO and not any(periods_in(value.column) & spanned for value in values):
        # between two other years
        return []
    by_label: dict[str, list[RowValue]] = {}
    for value in dated:
        by_label.setdefault(value.label, []).append(value)
    courses = [in_time(own, column_of) for own in by_label.values()]
    is_of_two = len({value.column for value in dated}) == _OF_TWO
    pairs = courses if is_of_two else [_until_asked(course, periods_in(question)) for course in courses]
    return [pair for pair in pairs if len(pair) == _OF_TWO and are_comparable(pair)] if len(pairs) >= _MIN_ROWS else []


def _until_asked(course: Sequence[RowValue], asked: set[str]) -> list[RowValue]:
    """Of the values of several periods the two that a question names, or that of the one it names and the one before
    it.
    """
    named = [at for at, value in enumerate(course) if periods_in(value.column) & asked]
    before = [named[0] - 1] if len(named) == 1 and named[0] > 0 else []
    pair = [course[at] for at in (*before, *named)]
    return pair if len(pair) == _OF_TWO else []


def _said(group: Sequence[RowValue]) -> str:
    """``Wold: Change -33%.``, ``Graz: 2014 33%; 2024 32%; change -1 percentage points.``"""
    last = group[-1]
    if len(group) == 1:
        return f"{last.label}: {last.cell}." if last.label else f"{last.cell}."
    if group[0].label == last.label:
        cells = [value.cell for value in group]
    else:
        cells = [last.cell, f"{group[0].label} {group[0].printed}"]
    return f"{last.label}: {'; '.join(filter(None, (*cells, change_between(*group))))}."
