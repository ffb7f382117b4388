"""By how much two values of one row differ: the previous one and the result, what was approved and the forecast. Pure.

"By how much did it rise since the last test?" and "How far will it exceed what was approved?" name one column, or none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.answering.extractive.tables.reading.row_values import RowValue, named_terms, row_values
from bizrag.answering.extractive.tables.reckoned.asked_figures import asks_change
from bizrag.answering.extractive.tables.reckoned.computed import Computed, change_between
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_EXCEEDS = re.compile(
    r"\b(?:how (?:far|much)|by (?:what|how much))\b.*\b(?:exceed(?:s|ed)?|overrun|overspen[dt]|miss(?:ed)?|undershoot"
    r"|save[ds]?)\b",
    re.IGNORECASE,
)
# a column that tells it of itself
_TOLD = re.compile(r"\b(?:variances?|differences?|deviations?|changes?)\b|[+-]/[+-]|^[%Δ]$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sides:
    """How it is asked for what came before, what its column is called, and what those of what came after: the surest
    names first.
    """

    asks: re.Pattern[str]
    before: re.Pattern[str]
    after: tuple[re.Pattern[str], ...]


def _words(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(alternatives)})\b", re.IGNORECASE)


_WILL = _words("will", "going to", "expected to", "likely to")
_FORECAST = _words("forecasts?", "expected", "projected", "outlook", "estimated", "at completion")
_ACTUAL = _words("actuals?", "spent", "achieved", "invoiced", "billed", "paid", "result", "outturn")
_PLANNED = _words("approved", "budget(?:ed)?", "plan(?:ned)?", "agreed", "quoted", "ordered", "allowed")
_SIDES = (
    _Sides(
        asks=_words("since", "previous(?:ly)?", "last", "before", "earlier", "ago"),
        before=_words("previous", "prior", "last", "before", "former"),
        after=(_words("results?", "current", "actual", "new", "now", "latest", "today"),),
    ),
    _Sides(asks=_PLANNED, before=_PLANNED, after=(_ACTUAL, _FORECAST)),
)


def find_counterpart(question: str, row: Statement) -> Computed | None:
    """The two values of a row that a question compares, and their change; None where it asks for none, does not name
    the row, or where not one column each is before and after.
    """
    if not row.is_row or not (asks_change(question) or _EXCEEDS.search(question)):
        return None
    values = row_values(row)
    if not values or not named_terms(values[0].label) & set(terms(question)):
        return None
    if any(_TOLD.search(value.column) for value in values):
        return None
    for sides in _SIDES:
        if not sides.asks.search(question):
            continue
        before = _only([value for value in values if sides.before.search(value.column)])
        named = reversed(sides.after) if _WILL.search(question) else sides.after
        others = [value for value in values if value is not before]
        after = next(filter(None, (_only([one for one in others if way.search(one.column)]) for way in named)), None)
        if before and after and (change := change_between(before, after)):
            text = f"{before.label}: {before.cell}; {after.cell}; {change}."
            return Computed(statements=(row,), text=text)
    return None


def _only(values: Sequence[RowValue]) -> RowValue | None:
    return values[0] if len(values) == 1 else None
