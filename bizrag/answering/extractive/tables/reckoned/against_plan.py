"""What came about beside what was planned, where a question asks how far they are apart. Pure.

"How far below budget was the profit of Hamburg in the first quarter of 2026?" names a column that has no period.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from bizrag.answering.extractive.tables.reading.row_values import RowValue, column_terms, is_sum, row_name
from bizrag.model.terms import terms

_AGAINST = re.compile(
    r"\b(?:(?:below|under|above|over|beyond|behind|ahead of|short of|exceed\w*|miss\w*|beat|off)"
    r"(?: (?:the|its|their|his|her|approved|original|annual|yearly))*"
    r"|(?:differ\w*|deviat\w*) from(?: (?:the|its|their))?) (?P<plan>budget|plan|target|forecast|estimate)\b",
    re.IGNORECASE,
)
# each tells a plan, whatever it is called
_PLANS = frozenset(terms("budget plan planned target forecast estimate estimated outlook"))


def against_plan(values: Sequence[RowValue], question: str) -> Iterator[list[RowValue]]:
    """What was planned and what came about, in the row or column that a question names."""
    found = _AGAINST.search(question)
    if found is None:
        return
    asked, plan = set(terms(question)), set(terms(found["plan"]))
    for of_thing, of_figure in ((_row_terms, _column_terms), (_column_terms, _row_terms)):
        named = [value for value in values if (own := of_thing(value)) and own <= asked]
        for _, own in groupby(sorted(named, key=_by(of_thing)), key=_by(of_thing)):
            yield from _pair(list(own), of_figure, asked, plan)


def _pair(
    values: Sequence[RowValue], of_figure: Callable[[RowValue], set[str]], asked: set[str], plan: set[str]
) -> Iterator[list[RowValue]]:
    """The only planned value of a thing, and that of its others which the question says the most of."""
    planned = [value for value in values if plan <= of_figure(value)]
    shared = {
        at: len(of_figure(value) & asked)
        for at, value in enumerate(values)
        if not of_figure(value) & _PLANS and not is_sum(value.column)
    }
    most = max(shared.values(), default=0)
    best = [values[at] for at, count in shared.items() if count == most > 0]
    if len(planned) == len(best) == 1:
        yield [planned[0], best[0]]


def _row_terms(value: RowValue) -> set[str]:
    return set(terms(row_name(value.label)))


def _column_terms(value: RowValue) -> set[str]:
    return column_terms(value.column)


def _by(of_thing: Callable[[RowValue], set[str]]) -> Callable[[RowValue], list[str]]:
    return lambda value: sorted(of_thing(value))
