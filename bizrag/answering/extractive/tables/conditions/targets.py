"""Which rows of a table missed or met the target that stands in them: "Which KPIs missed their target?" Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.answering.extractive.tables.reading.found_rows import MIN_COMPARED, MOST_TOLD, in_order, told_count
from bizrag.answering.extractive.tables.reading.row_values import RowValue, are_comparable, row_values
from bizrag.answering.extractive.tables.reckoned.better import is_better_lower
from bizrag.answering.extractive.tables.reckoned.computed import Computed
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import is_year, terms

_GOAL = r"(?:targets?|goals?|thresholds?|objectives?)"
_OF = r"(?:(?:its|their|the|a|our|any) )?(?:[\w-]+ ){0,2}"
_ASKS = re.compile(
    rf"\b(?:(?P<missed>(?:miss(?:ed|es|ing)?|fail(?:ed|s)? (?:to (?:meet|reach|hit|achieve) )?"
    rf"|(?:not|n['\u2019]t) (?:meet|met|reach(?:ed)?|hit|achieved?)|off|short of|worse than|not on) {_OF}{_GOAL}"
    rf"|{_GOAL}(?: (?:was|were|is|are))? (?:missed|not (?:met|reached|hit|achieved)))"
    rf"|(?P<met>(?:met|meets?|reach(?:ed|es)?|hit|beat|achieved?|on|better than) {_OF}{_GOAL}"
    rf"|{_GOAL}(?: (?:was|were|is|are))? (?:met|reached|hit|achieved)))\b",
    re.IGNORECASE,
)
_ASKS_WHICH = re.compile(r"\b(?:which|what|who|list|name)\b|\b(?P<count>how many)\b", re.IGNORECASE)
# what follows from it is written
_ASKS_OTHER = re.compile(r"\b(?:if|when|why|happens?|penalt\w+|credits?|consequences?|reasons?)\b", re.IGNORECASE)
_TARGET = re.compile(rf"\b{_GOAL}\b", re.IGNORECASE)
_ACTUAL = re.compile(r"\b(?:actuals?|results?|achieved|outcome|reached|realised|realized|measured)\b", re.IGNORECASE)
# "Target: 95 %" over or under a chart or table, "a target of 38"
_TOLD_TARGET = re.compile(
    rf"\b{_GOAL}\b(?: (?:of|is|was))?(?:: ?| )(?P<sign>[$€£¥])?"
    r"(?P<number>\d[\d,]*(?:\.\d+)?)(?: ?(?P<percent>%|per ?cent))?(?![\w/-]|[.,]\d)",
    re.IGNORECASE,
)
# a column that says which way is better
_BETTER = re.compile(
    r"\bbetter\b[^;]*\b(?:(?P<lower>lower|less|fewer|down|smaller|shorter)|higher|more|up|greater|longer)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Compared:
    """A value beside its target, and how that is told: "Target 85%"."""

    actual: RowValue
    target: str
    is_missed: bool


def find_off_target(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The rows of one table whose value misses, or meets, the target beside it or told around the table, with both.

    Whether more is better says a column of the table ("Better when: Lower"), or what is measured. None where the
    question asks for no targets, the table has none, or no row is found.
    """
    asks, which = _ASKS.search(question), _ASKS_WHICH.search(question)
    if asks is None or which is None or _ASKS_OTHER.search(question):
        return None
    ordered = in_order(rows)
    compared = [one for row in ordered if (one := _against_own(question, row))] or _against_one(ordered)
    found = [one for one in compared if one.is_missed == (asks["missed"] is not None)]
    if len(compared) < MIN_COMPARED or not found:
        return None
    told = found[:MOST_TOLD]
    count = told_count(len(found), len(compared), is_asked=which["count"] is not None)
    said = " ".join(f"{one.actual.label}: {one.actual.cell}; {one.target}." for one in told)
    return Computed(statements=tuple(one.actual.statement for one in told), text=count + said, is_named=True)


def _against_own(question: str, row: Statement) -> _Compared | None:
    """The value of a row and the target beside it."""
    if (pair := _pair(question, row_values(row))) is None:
        return None
    actual, target = pair
    is_lower = _is_better_lower(row, actual)
    return _Compared(actual=actual, target=target.cell, is_missed=_misses(actual, target.number, is_lower=is_lower))


def _against_one(rows: Sequence[Statement]) -> list[_Compared]:
    """The only value of each row and the one target that is told around the table or chart: "Target: 95 %"."""
    values = [own[0] for row in rows if len(own := row_values(row)) == 1]
    told = [one for one in _TOLD_TARGET.finditer(rows[0].hit.text if rows else "") if not is_year(one["number"])]
    if len(values) < len(rows) or not are_comparable(values) or len({one["number"] for one in told}) != 1:
        return []
    target = told[0]
    is_percent = values[0].unit == "%" or "%" in values[0].column
    if len({value.column for value in values}) > 1 or is_percent != (target["percent"] is not None):
        return []
    number = float(target["number"].replace(",", ""))
    heading = rows[0].hit.text.partition("\n")[0]
    is_lower = is_better_lower(f"{heading} {values[0].column}")
    said = " ".join(target[0].split())
    return [
        _Compared(actual=value, target=said, is_missed=_misses(value, number, is_lower=is_lower)) for value in values
    ]


def _misses(actual: RowValue, target: float, *, is_lower: bool) -> bool:
    return actual.number > target if is_lower else actual.number < target


def _pair(question: str, values: Sequence[RowValue]) -> list[RowValue] | None:
    """The value of a row and its target, of one unit; of several values that of the period asked for."""
    targets = [value for value in values if _TARGET.search(value.column)]
    if len(targets) != 1:
        return None
    others = [value for value in values if value is not targets[0] and are_comparable([value, targets[0]])]
    asked = {term for term in terms(question) if is_year(term) or term in ("q1", "q2", "q3", "q4")}
    of_period = [value for value in others if asked & set(terms(value.column))]
    named = [value for value in others if _ACTUAL.search(value.column)]
    actual = next(iter(of_period or named or others), None)
    return [actual, targets[0]] if actual is not None else None


def _is_better_lower(row: Statement, value: RowValue) -> bool:
    told = _BETTER.search(row.said)
    return told["lower"] is not None if told else is_better_lower(value.label)
