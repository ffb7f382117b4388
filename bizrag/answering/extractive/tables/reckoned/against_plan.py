"""What came about beside what was planned, where a question asks how far they are apart. Pure.

"How far below budget was the profit of Hamburg in the first quarter of 2026?" names a column that has no period.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from bizrag.answering.extractive.tables.reading.row_values import RowValue, column_terms, is_sum, row_name
from bizrag.model.terms import terms

# of which state a budget is: what its column may be called alone
_STATES = "approved|original|adopted|amended|revised|initial|final"
_STATED = re.compile(rf"\b(?:{_STATES})\b", re.IGNORECASE)
_AGAINST = re.compile(
    r"\b(?:(?:below|under|above|over|beyond|behind|ahead of|short of|exceed\w*|miss\w*|beat|off)"
    rf"(?: (?:the|its|their|his|her|annual|yearly|{_STATES}))*"
    r"|(?:differ\w*|deviat\w*) from(?: (?:the|its|their))?"
    rf"|(?:than|against|compared (?:with|to)|since)(?: (?:the|its|their|his|her|{_STATES}|(?:19|20)\d\d))*)"
    r" (?P<plan>budget|plan|target|forecast|estimate|base(?:line)?)\b"
    r"|\b(?:overr[ua]n\w*|overspen\w*|underspen\w*)\b",
    re.IGNORECASE,
)
# each tells a plan, whatever it is called
_PLANS = frozenset(terms("budget plan planned target forecast estimate estimated outlook base baseline goal"))
# what a column is called that has what came about, where no period is
_PRESENT = re.compile(r"\b(?:now|actual|current|latest|today|outturn|result)\b", re.IGNORECASE)


def against_plan(values: Sequence[RowValue], question: str) -> Iterator[list[RowValue]]:
    """What was planned and what came about, in the row or column that a question names."""
    found = _AGAINST.search(question)
    if found is None:
        return
    asked, plan = set(terms(question)), set(terms(found["plan"] or "budget"))
    if (stated := _STATED.search(found[0])) is not None and (state := set(terms(stated[0]))):
        plan = state if any(state <= _column_terms(value) for value in values) else plan
    pairs = list(_wholly_named(values, asked, plan)) or list(_most_named(values, asked, plan))
    yield from pairs


def _wholly_named(values: Sequence[RowValue], asked: set[str], plan: set[str]) -> Iterator[list[RowValue]]:
    for of_thing, of_figure in ((_row_terms, _column_terms), (_column_terms, _row_terms)):
        named = [value for value in values if (own := of_thing(value)) and own <= asked]
        for _, own in groupby(sorted(named, key=_by(of_thing)), key=_by(of_thing)):
            yield from _pair(list(own), of_figure, asked, plan)


def _most_named(values: Sequence[RowValue], asked: set[str], plan: set[str]) -> Iterator[list[RowValue]]:
    """The same of the one row that has more words of the question than any other: "repair spending" is that of
    "Repairs and maintenance".
    """
    rows = [list(own) for _, own in groupby(sorted(values, key=_by(_row_terms)), key=_by(_row_terms))]
    shared = [len(_row_terms(own[0]) & asked) for own in rows]
    most = max(shared, default=0)
    if most > 0 and shared.count(most) == 1:
        yield from _pair(rows[shared.index(most)], _column_terms, asked, plan)


def _pair(
    values: Sequence[RowValue], of_figure: Callable[[RowValue], set[str]], asked: set[str], plan: set[str]
) -> Iterator[list[RowValue]]:
    """The only planned value of a thing, and that of its others which the question says the most of."""
    planned = [value for value in values if plan <= of_figure(value)]
    # "% of amended" is another thing
    planned = [value for value in planned if "%" not in value.column] or planned
    others = [value for value in values if not plan <= of_figure(value) and not is_sum(value.column)]
    # before it came about, a forecast says what will
    for some in ([value for value in others if not of_figure(value) & _PLANS], others):
        shared = [len(of_figure(value) & asked) for value in some]
        most = max(shared, default=0)
        if len(planned) == shared.count(most) == 1 and most > 0:
            yield [planned[0], some[shared.index(most)]]
            return
    present = [value for value in others if _PRESENT.search(value.column)]
    if len(planned) == len(present) == 1:
        yield [planned[0], present[0]]


def _row_terms(value: RowValue) -> set[str]:
    return set(terms(row_name(value.label)))


def _column_terms(value: RowValue) -> set[str]:
    return column_terms(value.column)


def _by(of_thing: Callable[[RowValue], set[str]]) -> Callable[[RowValue], list[str]]:
    return lambda value: sorted(of_thing(value))
