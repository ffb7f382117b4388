"""Which rows of a table missed or met the target that stands in them: "Which KPIs missed their target?" Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.tables.arithmetic import Computed
from bizrag.answering.extractive.tables.extremes import is_better_lower
from bizrag.answering.extractive.tables.found_rows import MIN_COMPARED, MOST_TOLD, in_order, told_count
from bizrag.answering.extractive.tables.row_values import RowValue, are_comparable, row_values
from bizrag.answering.statements.reading import Statement
from bizrag.answering.terms import is_year, terms

_GOAL = r"(?:targets?|goals?|thresholds?|objectives?)"
_OF = r"(?:(?:its|their|the|a|our|any) )?(?:[\w-]+ ){0,2}"
_ASKS = re.compile(
    rf"\b(?:(?P<missed>(?:miss(?:ed|es|ing)?|fail(?:ed|s)? (?:to (?:meet|reach|hit|achieve) )?"
    rf"|(?:not|n['\u2019]t) (?:meet|met|reach(?:ed)?|hit|achieved?)|off|short of|worse than|not on) {_OF}{_GOAL})"
    rf"|(?P<met>(?:met|meets?|reach(?:ed|es)?|hit|beat|achieved?|on|better than) {_OF}{_GOAL}))\b",
    re.IGNORECASE,
)
_ASKS_WHICH = re.compile(r"\b(?:which|what|who|list|name)\b|\b(?P<count>how many)\b", re.IGNORECASE)
# what follows from it is written
_ASKS_OTHER = re.compile(r"\b(?:if|when|why|happens?|penalt\w+|credits?|consequences?|reasons?)\b", re.IGNORECASE)
_TARGET = re.compile(rf"\b{_GOAL}\b", re.IGNORECASE)
_ACTUAL = re.compile(r"\b(?:actuals?|results?|achieved|outcome|reached|realised|realized|measured)\b", re.IGNORECASE)
# a column that says which way is better
_BETTER = re.compile(
    r"\bbetter\b[^;]*\b(?:(?P<lower>lower|less|fewer|down|smaller|shorter)|higher|more|up|greater|longer)",
    re.IGNORECASE,
)


def find_off_target(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The rows of one table whose value misses, or meets, the target beside it, with both.

    Whether more is better says a column of the table ("Better when: Lower"), or what is measured. None where the
    question asks for no targets, the table has none, or no row is found.
    """
    asks, which = _ASKS.search(question), _ASKS_WHICH.search(question)
    if asks is None or which is None or _ASKS_OTHER.search(question):
        return None
    found: list[list[RowValue]] = []
    num_compared = 0
    for row in in_order(rows):
        pair = _pair(question, row_values(row))
        if pair is None:
            continue
        num_compared += 1
        actual, target = pair
        is_missed = actual.number > target.number if _is_better_lower(row, actual) else actual.number < target.number
        if is_missed == (asks["missed"] is not None):
            found.append(pair)
    if num_compared < MIN_COMPARED or not found:
        return None
    told = found[:MOST_TOLD]
    count = told_count(len(found), num_compared, is_asked=which["count"] is not None)
    said = " ".join(f"{pair[0].label}: {'; '.join(value.cell for value in pair)}." for pair in told)
    return Computed(statements=tuple(pair[0].statement for pair in told), text=count + said, is_named=True)


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
