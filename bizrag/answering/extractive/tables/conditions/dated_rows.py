"""Which rows of a table lie before, after or within the time that a question names: "due after July 2026?" Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from bizrag.answering.extractive.tables.reading.found_rows import MIN_COMPARED, MOST_TOLD, in_order, told_count
from bizrag.answering.extractive.tables.reading.row_values import is_sum, naming_cell, row_label
from bizrag.answering.extractive.tables.reckoned.computed import Computed
from bizrag.answering.statements.reading import Statement
from bizrag.model.dates import Days, find_days, only_date
from bizrag.model.terms import terms

_ASKS = re.compile(
    r"^\W*(?:which|who|list|name"
    r"|what(?! (?:is|was|are|were|did|do|does|has|have|will|would|can|could|may|must|should|happen\w*)\b))\b"
    r"|\b(?P<count>how many)\b",
    re.IGNORECASE,
)
_WAYS = re.compile(
    r"\b(?:(?P<since>on or after|starting (?:from|in|on)|since|from)"
    r"|(?P<until>no later than|on or before|until|till|by)"
    r"|(?P<after>after|later than|following)|(?P<before>before|earlier than|prior to))"
    r" (?:the )?(?:(?P<end>end of (?:the )?)|beginning of |start of )?(?=\S*\d|[A-Z])",
    re.IGNORECASE,
)
_HOLDS: Mapping[str, Callable[[Days, Days], bool]] = MappingProxyType(
    {
        "after": lambda own, limit: own.first > limit.last,
        "since": lambda own, limit: own.first >= limit.first,
        "before": lambda own, limit: own.last < limit.first,
        "until": lambda own, limit: own.last <= limit.last,
    }
)
# of the rows of a table that tells dates so many have one
_DATED_SHARE = 0.6
# "from May to July"
_RANGE = re.compile(r"\b(?:between|from)\b.*\b(?:and|to|until)\b", re.IGNORECASE)


def find_dated(question: str, rows: Sequence[Statement]) -> Computed | None:
    """Those of one table whose date meets the condition of a question, each with its date; where it asks how many, with
    their number.

    None where the question sets no such condition, where nothing meets it, or the dates cannot be compared.
    """
    asks, condition = _ASKS.search(question), time_asked(question)
    if asks is None or condition is None:
        return None
    holds, limit = condition
    asked = set(terms(question))
    whole = [row for row in in_order(rows) if not is_sum(row_label(row))]
    dated = [found for row in whole if (found := _dated(row, asked)) is not None]
    if len(dated) < max(MIN_COMPARED, _DATED_SHARE * len(whole)) or any(
        days.has_year != limit.has_year for _, _, days in dated
    ):
        return None
    meeting = [(row, said) for row, said, days in dated if holds(days, limit)]
    if not meeting:
        return None
    told = meeting[:MOST_TOLD]
    count = told_count(len(meeting), len(dated), is_asked=asks["count"] is not None)
    text = count + " ".join(said for _, said in told)
    is_named = any(set(terms(row.kind_of_row)) & asked for row, _ in told)
    return Computed(statements=tuple(row for row, _ in told), text=text, is_named=is_named)


def time_asked(question: str) -> tuple[Callable[[Days, Days], bool], Days] | None:
    """The condition that a question sets for days, and the time that they are compared with; None without one."""
    way = _WAYS.search(question)
    if way is None or _RANGE.search(question):
        return None
    limit = next((days for span, days in find_days(question) if span[0] >= way.start()), None)
    if limit is not None and way["end"]:
        # "before the end of May" is in May, too
        limit = replace(limit, first=limit.last)
    return (next(holds for name, holds in _HOLDS.items() if way[name]), limit) if limit is not None else None


def _dated(row: Statement, asked: set[str]) -> tuple[Statement, str, Days] | None:
    """A row with how it is said and its date: that of the column which is asked for, else the only one."""
    label, _, cells = " ".join(row.said.split()).removesuffix(".").partition(": ")
    dated = [(cell, day) for cell in cells.split("; ") if (day := only_date(cell)) is not None]
    named = [entry for entry in dated if set(terms(entry[0])) & asked]
    own = named if len(named) == 1 else dated
    if not own and (day := only_date(label)) is not None:
        return row, f"{label}: {cells}.", day
    if len(own) != 1:
        return None
    cell, day = own[0]
    said = "; ".join(dict.fromkeys(part for part in (naming_cell(row, asked), cell) if part))
    return row, f"{label}: {said}.", day
