"""The steps of a bridge from one amount to another, as waterfall charts draw it: which of them add to it, which take
from it, and how much these are together. Pure.

What is a step, signs tell: with the first amount all of them make the last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.questions.directions import FALL, FALLING, GAINING, LARGEST, LOSING, MOST, RISE, RISING
from bizrag.answering.extractive.tables.reading.found_rows import in_order, said_around, told_count
from bizrag.answering.extractive.tables.reading.row_values import RowValue, named_terms, row_values
from bizrag.answering.extractive.tables.reckoned.computed import Computed, Reckoned, computed, statements_of
from bizrag.answering.statements.reading import Statement
from bizrag.model.parses import MEASURED
from bizrag.model.terms import is_year, terms

_UP = re.compile(
    rf"\b(?:{RISING}|{GAINING}|{RISE}|add(?:s|ed)|contribut\w+|lift(?:s|ed)?|push\w* up|positive\w*|tailwinds?)\b",
    re.IGNORECASE,
)
_DOWN = re.compile(
    rf"\b(?:{FALLING}|{LOSING}|{FALL}|cuts?|remov(?:e[ds]?|ing)|sav(?:e[ds]?|ings?)|reductions?|lower(?:s|ed)|negative\w*"
    r"|drags?|dragged|(?:pull|drag|bring|push|weigh)\w* (?:[\w-]+ ){0,3}(?:down|on)|headwinds?|hurts?|eroded?)\b",
    re.IGNORECASE,
)
_FURTHEST = re.compile(rf"\b(?:{LARGEST}|{MOST}|main)\b", re.IGNORECASE)
_TOGETHER = re.compile(
    r"\b(?:together|combined|altogether|in total|in all|add(?:ed|ing)? up|sum of|total of)\b", re.IGNORECASE
)
_ASKS = re.compile(r"\b(?:which|what|who|where|how (?:many|much|large|big|far)|name|list)\b", re.IGNORECASE)
# "by what amount did freight change the result", "what was the effect of currency"
_EFFECT = re.compile(
    r"\b(?:how (?:much|far|strongly)|what amount)\b.*\b(?:chang(?:e[ds]?|ing)|affect(?:s|ed)?|impact(?:s|ed)?"
    r"|contribut\w+|mov(?:e[ds]?|ing)|add(?:s|ed)?|rais(?:e[ds]?|ing)|lift(?:s|ed)?|reduc\w+|lower(?:s|ed)?|weigh(?:s|ed)?)\b"
    r"|\b(?:effects?|impacts?|contributions?)\b",
    re.IGNORECASE,
)
_COUNT = re.compile(r"\bhow many (?:items|factors|measures|drivers|steps|causes|effects|components)\b", re.IGNORECASE)
_REASON = re.compile(r"\b(?:why|if|should|average|percent\w*|per cent)\b|%", re.IGNORECASE)
# "before higher volume is counted"
_LEFT_OUT = re.compile(r"\b(?:before|without|excluding|apart from|leaving aside|not counting)\b[^,;?]*", re.IGNORECASE)
# series of a bridge that is drawn of several
_ADDS, _TAKES = (re.compile(rf"(?:{way})s?", re.IGNORECASE) for way in ("increase|rise|up", "decrease|fall|down"))
_MIN_STEPS = 3
# of the last amount: steps are rounded
_ROUNDED = 0.01


def find_bridge(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The steps of a bridge that go the way a question asks for: all, the largest of them, or what they are together;
    or the one that it asks the effect of.

    None where the rows are no bridge, or the question is about something else, names a step otherwise or asks for no
    way.
    """
    is_up, is_down = (_UP.search(question) is not None, _DOWN.search(question) is not None)
    asks_effect = _EFFECT.search(question) is not None
    if (is_up == is_down and not asks_effect) or not _ASKS.search(question) or _REASON.search(question):
        return None
    values = [value for row in in_order(rows) for value in row_values(row)]
    steps = _steps(values)
    asked, said = set(terms(question)), set(terms(_LEFT_OUT.sub(" ", question)))
    if not steps or not _is_about(asked, (values[0], values[-1])):
        return None
    named = [step for step in steps if _is_named(step, said)]
    if asks_effect and len(named) == 1:
        return _told(named, "")
    if named or is_up == is_down:
        return None
    going = [step for step in steps if (_change(step) > 0) == is_up and step.number]
    if not going:
        return None
    if _TOGETHER.search(question) and len(going) > 1:
        return _named(computed(Reckoned.SUM, going, asked, is_over_time=False))
    if _FURTHEST.search(question):
        furthest = max(abs(step.number) for step in going)
        going = [step for step in going if abs(step.number) == furthest]
    return _told(going, told_count(len(going), len(steps), is_asked=_COUNT.search(question) is not None))


def _told(steps: Sequence[RowValue], count: str) -> Computed:
    said = " ".join(f"{step.label}: {step.cell}." for step in steps)
    return Computed(statements=statements_of(steps), text=count + said, is_named=True)


def _named(found: Computed) -> Computed:
    return Computed(statements=found.statements, text=found.text, is_named=True)


def _steps(values: Sequence[RowValue]) -> list[RowValue]:
    """The values with a sign between two without one, one for each row, where they lead from the first to the last."""
    if len({value.label for value in values}) != len(values) or len(values) < _MIN_STEPS + 2:
        return []
    first, *between, last = values
    steps = [value for value in between if _has_sign(value)]
    end = first.number + sum(map(_change, steps))
    is_bridge = not (_has_sign(first) or _has_sign(last)) and abs(end - last.number) <= _ROUNDED * abs(last.number)
    are_labelled = all(step.label for step in steps)
    return steps if is_bridge and are_labelled and len(steps) >= max(_MIN_STEPS, len(between) / 2) else []


def _has_sign(value: RowValue) -> bool:
    is_signed = value.number < 0 or value.printed.lstrip(MEASURED).startswith("+")
    return is_signed or _TAKES.fullmatch(value.column) is not None or _ADDS.fullmatch(value.column) is not None


def _change(step: RowValue) -> float:
    """What a step adds; what falls may have no sign in a series of its own."""
    return -abs(step.number) if _TAKES.fullmatch(step.column) else step.number


def _is_about(asked: set[str], ends: Sequence[RowValue]) -> bool:
    """Whether a question shares a word with what a chart and its ends say they are, or names their periods."""
    said = (ends[0].column, said_around(ends[0].statement), *(end.label for end in ends))
    about = set(terms(" ".join(said)))
    years = {term for term in asked if is_year(term)}
    return bool(asked & about - years) or (bool(years) and years <= about)


def _is_named(step: RowValue, asked: set[str]) -> bool:
    return bool(own := named_terms(step.label)) and own <= asked
