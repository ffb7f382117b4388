"""Which row or column of a table rose or fell most from one period to another, where a question asks for it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.answering.extractive.questions.directions import FALL, FALLING, GAINING, LARGEST, LOSING, RISE, RISING
from bizrag.answering.extractive.tables.reading.row_values import (
    Key,
    RowValue,
    are_comparable,
    column_of,
    column_period_of,
    dateless_column_of,
    is_sum,
    label_of,
    named_terms,
    periods_in,
    row_values,
)
from bizrag.answering.extractive.tables.reckoned.computed import change_between
from bizrag.answering.extractive.tables.reckoned.courses import in_time, of_periods
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_MOVED = r"changed?|moved?"
# "grew its capital expenditure the most": what moved may stand between
_MOST = (
    r"(?:(?:its|their|the) (?:[\w-]+ ){1,4}?)?(?:by )?(?:the )?"
    r"(?:most(?! (?:of|recent|important|likely)\b)|furthest|fastest|strongest|quickest)"
)
# "Which topic lost the most ground?", "the sharpest drop", "the most improved"
_UP = re.compile(
    rf"\b(?:(?:{RISING}|{GAINING}|adds?|added) {_MOST}|(?:{LARGEST}) (?:{RISE})|most improved)\b", re.IGNORECASE
)
_DOWN = re.compile(rf"\b(?:(?:{FALLING}|{LOSING}) {_MOST}|(?:{LARGEST}) (?:{FALL}))\b", re.IGNORECASE)
_EITHER = re.compile(rf"\b(?:(?:{_MOVED}) {_MOST}|(?:{LARGEST}) change)\b", re.IGNORECASE)
# what is compared as a share of what it was
_AS_SHARE = re.compile(
    r"\b(?:fastest|quickest|per ?cent(?:age)?(?! points?\b)|relative(?:ly)?|growth rate)\b|%", re.IGNORECASE
)
# so few items are no list to find the first of
_MIN_ITEMS = 3
_OF_TWO = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Mover:
    """The row that a question asks for, and how it is said: ``Tools & IT: 2023 55; 2025 49; change -6.``"""

    statement: Statement
    text: str


def asks_fallen_most(question: str) -> bool:
    """Whether a question is for what fell most.

    >>> asks_fallen_most("Where did sales shrink the most?"), asks_fallen_most("Where did sales grow the most?")
    (True, False)
    """
    return _DOWN.search(question) is not None


def find_mover(question: str, rows: Sequence[Statement]) -> Mover | None:
    """What rose, fell or changed most among the rows or columns of one table or chart.

    From the first to the last period of the table, or between those that the question names. None where it asks for no
    such thing, where the values do not compare, or where two changed alike.
    """
    ways = [way for way, asks in ((1, _UP), (-1, _DOWN), (0, _EITHER)) if asks.search(question)]
    if len(ways) != 1:
        return None
    every = [value for row in rows for value in row_values(row)]
    values = [value for value in every if not is_sum(value.label)]
    arranged: tuple[tuple[Sequence[RowValue], Key, Key], ...] = (
        (values, label_of, column_of),
        (values, column_of, label_of),
        # of columns of several things with a year each: "Water 2023", "Water 2024", "Power 2023"
        (_of_named_row(question, every), dateless_column_of, column_period_of),
    )
    for own, item, period in arranged:
        moved = _moved(question, own, item, period)
        if len(moved) < _MIN_ITEMS or not are_comparable([value for pair in moved for value in pair]):
            continue
        is_share = _AS_SHARE.search(question) is not None and all(before.number > 0 for before, _ in moved)
        changes = [_change(before, after, ways[0], is_share=is_share) for before, after in moved]
        most = max(changes)
        if most > 0 and changes.count(most) == 1:
            before, after = moved[changes.index(most)]
            told = "; ".join(filter(None, (_told(before, period), _told(after, period), change_between(before, after))))
            return Mover(statement=after.statement, text=f"{item(after)}: {told}.")
    return None


def _of_named_row(question: str, values: Sequence[RowValue]) -> list[RowValue]:
    """The values of the one row whose name the question holds whole, without columns that are sums."""
    asked = set(terms(question))
    named = [value for value in values if (own := named_terms(value.label)) and own <= asked]
    is_one = len({value.label for value in named}) == 1
    return [value for value in named if not is_sum(dateless_column_of(value))] if is_one else []


def _moved(question: str, values: Sequence[RowValue], item: Key, period: Key) -> list[tuple[RowValue, RowValue]]:
    """What each item was first and last, of the periods that are asked for where these are two."""
    asked = periods_in(question)
    both = asked if len(asked) == _OF_TWO else set[str]()
    dated = of_periods(values, period, both)
    courses = [
        in_time([value for value in dated if item(value) == said], period) for said in dict.fromkeys(map(item, dated))
    ]
    moved: list[tuple[RowValue, RowValue]] = []
    for course in courses:
        since = [value for value in course[:-1] if asked and asked <= periods_in(period(value))]
        if len(course) >= _OF_TWO and item(course[0]):
            moved.append((since[0] if since else course[0], course[-1]))
    return moved


def _change(before: RowValue, after: RowValue, way: int, *, is_share: bool) -> float:
    change = after.number - before.number
    change = change / before.number if is_share else change
    return way * change if way else abs(change)


def _told(value: RowValue, period: Key) -> str:
    return f"{period(value)} {value.printed}".strip()
