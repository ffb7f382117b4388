"""When one series of a table or chart overtook another: of the periods in which it is ahead the first. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from bizrag.answering.extractive.tables.reading.row_values import RowValue, column_of, label_of, periods_in
from bizrag.model.labels import is_time
from bizrag.model.periods import MONTH_NAME
from bizrag.model.terms import is_year, terms

_ONE = r"(?:year|quarter|month|week|day|season|half|period|wave|round)"
_WHEN = re.compile(rf"\b(?:when|(?:in |by |since )?(?:which|what) (?:\w+ )?{_ONE})\b(?!s)", re.IGNORECASE)
_TIME = re.compile(
    rf"(?:[QHW]\d{{1,2}}|week \d{{1,2}}|{MONTH_NAME})\.?(?: '?\d\d)?",
    re.IGNORECASE,
)
_CROSSES = re.compile(
    r"\b(?:first|overt(?:akes?|ook|aken)|surpass(?:es|ed)?|outnumber(?:s|ed)?"
    r"|(?:fall|fell|drop|dropped|dip|dipped|sink|sank|slip|slipped|go|went|come|came|move|moved|rise|rose|climb|climbed"
    r"|get|got|pull|pulled) (?:\w+ )?(?:below|under|behind|above|over|ahead))\b",
    re.IGNORECASE,
)


def asks_crossing(question: str) -> bool:
    """Whether a question asks for the one period in which something went past something else.

    >>> asks_crossing("In which year did wind overtake coal?"), asks_crossing("When did sales fall below the plan?")
    (True, True)
    >>> asks_crossing("In which years did wind overtake coal?"), asks_crossing("In which year was wind above coal?")
    (False, False)
    """
    return _WHEN.search(question) is not None and _CROSSES.search(question) is not None


def first_crossing(
    pairs: Sequence[Sequence[RowValue]], holds: Callable[[float, float], bool]
) -> list[Sequence[RowValue]]:
    """Of two values of each period those of the first one in which a comparison holds, and did not before.

    Args:
        pairs: of the periods in their order, first to last or last to first.
        holds: the comparison.

    Returns:
        Where it holds from the first period on, that one. Nothing where the pairs are of no periods.
    """
    names = [_name_of(pair) for pair in pairs]
    if not all(map(_is_time, names)):
        return []
    years = [next((term for term in sorted(terms(name)) if is_year(term)), "") for name in names]
    ordered = list(pairs) if years == sorted(years) else list(reversed(pairs))
    held = [holds(pair[0].number, pair[1].number) for pair in ordered]
    found = [after for (before, after), (was, now) in zip(pairwise(ordered), pairwise(held), strict=True) if now > was]
    return found[:1] or [pair for pair, now in zip(ordered, held, strict=True) if now][:1]


def _name_of(pair: Sequence[RowValue]) -> str:
    """What two values are of, by their row or their column: what they share."""
    keys = (label_of, column_of)
    return next((key(pair[0]) for key in keys if len({key(value) for value in pair}) == 1), "")


def _is_time(name: str) -> bool:
    """Whether a name is of a year, quarter, month or week.

    >>> [_is_time(name) for name in ("2022", "Q2 23", "Mar", "W32", "Oslo", "Marketing")]
    [True, True, True, True, False, False]
    """
    return bool(periods_in(name)) or is_time(name) or _TIME.fullmatch(name.strip()) is not None
