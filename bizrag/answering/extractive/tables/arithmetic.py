"""Changes, averages and sums of printed values, where a question asks for them. Pure.

"How much did net sales grow from 2023 to 2024?" is answered by no cell: the two cells are told, and what they make.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from bizrag.answering.extractive.directions import FALLING, LESS, MORE, RISING
from bizrag.answering.extractive.tables.computed import SUM_WORDS, Computed, Reckoned, computed, is_meant
from bizrag.answering.extractive.tables.row_values import RowValue, are_comparable, row_name, row_values
from bizrag.answering.statements.reading import Statement
from bizrag.answering.terms import is_year, terms

_CHANGE_WORDS = rf"change[ds]?|difference|growth|{RISING}|{FALLING}"
_CHANGE = re.compile(
    rf"\b(?:{_CHANGE_WORDS}|(?:how|what) \w+ (?:\w+ ){{0,2}}(?:{MORE}|{LESS})"
    r"|how (?:far|much) (?:(?:is|are|was|were) (?:[\w-]+ ){1,4}?)?"
    r"(?:off|over|under|above|below|beyond|short of|ahead of|behind))\b",
    re.IGNORECASE,
)
_UP_OR_DOWN = re.compile(r"\bmove[ds]? (?:up|down)\b|\bby how much\b", re.IGNORECASE)
_AVERAGE = re.compile(r"\b(?:average|mean)\b", re.IGNORECASE)
# an "approved sum" is an amount
_SUM = re.compile(
    r"\b(?:sums? (?:of|up)|combined|together|altogether|cumulative|added up|in all|in both)\b", re.IGNORECASE
)
_ASKS_FIGURE = re.compile(
    r"\b(?:what|how (?:much|many|far)|calculate|compute|work out)\b|%|\bper ?cent"
    # "Net sales growth in fiscal 2024?"
    r"|^(?:[\w&'-]+ ){0,4}(?:growth|change|difference|increase|decrease|decline)\b",
    re.IGNORECASE,
)
_OF_TWO = re.compile(r"\bbetween (?:the |these )?(?:two|both)\b|\b(?:the|these) two\b", re.IGNORECASE)
# reasons are written, not reckoned; of years that are counted, or told one by one, nothing is reckoned
_NO_FIGURE = re.compile(
    r"\b(?:why|reasons?|causes?|caused|due to|led to|drove|drives?|drivers?|factors?|explain|describe|respectively|each"
    r"|(?:how many|which|number) (?:of the )?(?:years|quarters|months))\b",
    re.IGNORECASE,
)
# "the change in cash": of which years its row says
_OF_SOMETHING = re.compile(
    rf"\b(?:what (?:is|was) the (?:[\w-]+ ){{0,2}}?|by how much did\b.*|how much did\b.*)(?:{_CHANGE_WORDS})\b",
    re.IGNORECASE,
)
# "the change in the percentage of sales" compares shares, "the percentage change in sales" amounts
_OF_SHARES = re.compile(
    rf"\b(?:{_CHANGE_WORDS}|average) (?:in|of) (?:the )?(?:percent\w*|share|proportion)\b", re.IGNORECASE
)
# "between 2017 and 2019", "from 2017 to 2019", "2017-2019": an average or sum takes the year between, too
_SPAN = re.compile(
    r"\b(?:from|between|through|period)\b|\d\s?[-\u2013]\s?(?:19|20)\d\d|\b(?:three|four|five|[3-9])[- ]years?\b",
    re.IGNORECASE,
)
_PART = re.compile(r"[qh][1-4]")


@dataclass(frozen=True, slots=True, order=True)
class _Period:
    year: str
    # "q3", "h1"; empty for a whole year
    part: str = ""


def asks_change(question: str) -> bool:
    """Whether a question is for the figure by which something changed.

    >>> asks_change("Did cash go up, and by how much?"), asks_change("How have sales changed?")
    (True, False)
    """
    is_change = _CHANGE.search(question) is not None or _UP_OR_DOWN.search(question) is not None
    return is_change and _ASKS_FIGURE.search(question) is not None and _NO_FIGURE.search(question) is None


def tells_change(text: str) -> bool:
    """Whether a sentence may say by how much something changed."""
    return _CHANGE.search(text) is not None and re.search(r"\d", text) is not None


def find_computed(question: str, ranked: Sequence[Statement]) -> Computed | None:
    """The change, average or sum that a question asks for, of the first row that has a value for each of its periods;
    of rows that are periods, in the column that it asks for; or the difference of two that it names.

    ``ranked`` are rows of one table or chart, the best first. None where the question asks for none of them, or where
    the values cannot be told apart or compared.
    """
    kind = _kind_of(question)
    if kind is None:
        return None
    values = [value for row in ranked for value in row_values(row) if not _CHANGE.search(value.column)]
    if _OF_SHARES.search(question) and any(value.unit == "%" for value in values):
        values = [value for value in values if value.unit == "%"]
    else:
        amounts = {(value.label, value.column) for value in values if value.unit != "%"}
        values = [value for value in values if value.unit != "%" or (value.label, value.column) not in amounts]
    asked = set(terms(question))
    periods = _periods_of(question, kind)
    if kind is Reckoned.CHANGE and len(periods) > 2:
        return None
    if kind is not Reckoned.AVERAGE and len(periods) < 2:
        for operands in _of_named(values, question, most=2 if kind is Reckoned.CHANGE else len(values)):
            if are_comparable(operands):
                return computed(kind, operands, asked, is_over_time=False)
        two = _of_two(values, asked) if kind is Reckoned.CHANGE and _OF_TWO.search(question) else []
        if two and are_comparable(two):
            return computed(kind, two, asked, is_over_time=False)
    for operands in _of_periods(values, periods, asked):
        if are_comparable(operands):
            return computed(kind, operands, asked, is_over_time=True)
    for operands in _of_own_periods(values, periods, question, kind):
        if are_comparable(operands):
            return computed(kind, operands, asked, is_over_time=True)
    return None


def _kind_of(question: str) -> Reckoned | None:
    if _NO_FIGURE.search(question) or not _ASKS_FIGURE.search(question):
        return None
    if _AVERAGE.search(question) and not re.search(r"weighted[- ]average", question, re.IGNORECASE):
        return Reckoned.AVERAGE
    if _CHANGE.search(question):
        return Reckoned.CHANGE
    return Reckoned.SUM if _SUM.search(question) else None


def _periods_of(question: str, kind: Reckoned) -> list[_Period]:
    """The periods that a question names, the first one first; for an average or sum those between, too.

    >>> [one.part + one.year for one in _periods_of("from Q1 2024 to the first quarter of 2025", Reckoned.CHANGE)]
    ['q12024', 'q12025']
    >>> [one.year for one in _periods_of("the average from 2017 to 2019", Reckoned.AVERAGE)]
    ['2017', '2018', '2019']
    """
    found: list[_Period] = []
    part = ""
    for term in terms(question):
        if _PART.fullmatch(term):
            part = term
        elif is_year(term):
            found.append(_Period(term, part))
            part = ""
    periods = sorted(set(found))
    if (
        len(periods) == 2
        and kind is not Reckoned.CHANGE
        and _SPAN.search(question)
        and not any(period.part for period in periods)
    ):
        return [_Period(str(year)) for year in range(int(periods[0].year), int(periods[1].year) + 1)]
    return periods


def _of_periods(values: Sequence[RowValue], periods: Sequence[_Period], asked: set[str]) -> Iterator[list[RowValue]]:
    """For each row in turn its values of the periods; then those of rows that are periods, in the column asked for."""
    if len(periods) < 2:
        return
    for own in sorted(_by_row(values), key=lambda own: not is_meant(own[0].label, asked)):
        is_named = not own[0].label or bool(asked & set(terms(own[0].label)))
        if is_named and (found := _one_for_each(periods, own, lambda value: value.column, asked)):
            yield found
    if found := _one_for_each(periods, values, lambda value: value.label, asked):
        yield found


def _of_own_periods(
    values: Sequence[RowValue], periods: Sequence[_Period], question: str, kind: Reckoned
) -> Iterator[list[RowValue]]:
    """Of the first row its values of a period that is asked for and of the same one a year before; of two years or, for
    an average, all, where none is asked for.
    """
    if len(periods) > 1 or kind is Reckoned.SUM or not values:
        return
    if kind is Reckoned.CHANGE and not periods and not _OF_SOMETHING.search(question):
        return
    own = _by_row(values)[0]
    if _AVERAGE.search(own[0].label) or not set(terms(question)) & set(terms(own[0].label)):
        return
    if periods and periods[0].part:
        before = replace(periods[0], year=str(int(periods[0].year) - 1))
        pair = _one_for_each([before, periods[0]], own, lambda value: value.column, set(terms(question)))
        if pair and kind is Reckoned.CHANGE:
            yield pair
        return
    years = sorted({term for value in own for term in terms(value.column) if is_year(term)})
    if periods:
        # that year and the one before
        years = [year for year in years if year <= periods[0].year][-2:]
        if kind is not Reckoned.CHANGE or years[-1:] != [periods[0].year]:
            return
    elif kind is Reckoned.CHANGE and len(years) > 2:
        return
    if len(years) > 1 and (
        found := _one_for_each([_Period(year) for year in years], own, lambda value: value.column, set(terms(question)))
    ):
        yield found


def _by_row(values: Sequence[RowValue]) -> list[list[RowValue]]:
    rows: dict[int, list[RowValue]] = {}
    for value in values:
        rows.setdefault(id(value.statement), []).append(value)
    return list(rows.values())


def _one_for_each(
    periods: Sequence[_Period], values: Sequence[RowValue], says: Callable[[RowValue], str], asked: set[str]
) -> list[RowValue]:
    """One value for each period, whose label names that period, no part of it and no other; else none at all."""
    found: list[RowValue] = []
    for period in periods:
        fitting = [value for value in values if _is_of(period, says(value))]
        shared = [len(asked & set(terms(f"{value.label} {value.column}"))) for value in fitting]
        best = [value for value, count in zip(fitting, shared, strict=True) if count == max(shared)]
        if len(best) > 1:
            # "2023" beside "Cost 2023", "2023 Margin" beside "2023 Operating income" for the operating margin
            beside = [set(terms(says(value))) - {period.year, period.part} for value in best]
            whole = [value for value, own in zip(best, beside, strict=True) if own <= asked]
            best = whole if len(whole) == 1 else [value for value, own in zip(best, beside, strict=True) if not own]
        if len(best) > 1:
            # "Brand A" beside "Brand B"
            best = [value for value in best if set(terms(value.column)) <= asked]
        if len(best) != 1:
            return []
        found += best
    return found


def _is_of(period: _Period, label: str) -> bool:
    said = {term for term in terms(label) if is_year(term) or _PART.fullmatch(term)}
    return said == {period.year, period.part} - {""}


def _of_named(values: Sequence[RowValue], question: str, *, most: int) -> Iterator[list[RowValue]]:
    """Two to ``most`` values of a row whose columns the question names, or of rows in one column: the first one first.

    Of a row that it names itself the other words name the columns. Where no column is named, sums are compared.
    """
    asked = set(terms(question))
    rows = _by_row(values)
    named = [own for own in rows if (label := set(terms(row_name(own[0].label)))) and label <= asked]
    columns = list(dict.fromkeys(value.column for value in values))
    for own in named or rows:
        label = set(terms(row_name(own[0].label))) if named else set[str]()
        others = [value for value in values if not set(terms(value.column)) <= label]
        wanted = {value.column for value in _named(others, question, lambda value: value.column)}
        found = [value for value in _named(own, question, lambda value: value.column) if value.column in wanted]
        if 2 <= len(wanted) == len(found) <= most:
            yield found
    shared = [len(asked & set(terms(column))) for column in columns]
    best = [column for column, count in zip(columns, shared, strict=True) if count == max(shared)]
    if shared and not max(shared):
        best = [column for column in columns if len(columns) == 1 or SUM_WORDS & set(terms(column))]
    if len(best) == 1:
        in_column = [value for value in values if value.column == best[0]]
        found = _named(in_column, question, lambda value: row_name(value.label))
        if 2 <= len(found) <= most:
            yield found


def _of_two(values: Sequence[RowValue], asked: set[str]) -> list[RowValue]:
    """The values of the first row that has two and whose name the question holds whole."""
    return next((own for own in _by_row(values) if len(own) == 2 and is_meant(own[0].label, asked)), [])


def _named(values: Sequence[RowValue], question: str, says: Callable[[RowValue], str]) -> list[RowValue]:
    """Those whose label a question holds whole, in its order; not those that are named only as part of another."""
    order = {term: at for at, term in reversed([*enumerate(terms(question))])}
    labels = [frozenset(terms(says(value))) for value in values]
    named = [(value, label) for value, label in zip(values, labels, strict=True) if label and label <= order.keys()]
    best = [(value, label) for value, label in named if not any(label < other for _, other in named)]
    return [value for value, _ in sorted(best, key=lambda entry: min(order[term] for term in entry[1]))]
