"""Values that a question names by their rows or columns: two to compare, more to add up or to average. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from bizrag.answering.extractive.tables.reading.row_values import RowValue, by_row, column_terms, is_sum, row_name
from bizrag.answering.extractive.tables.reckoned.asked_periods import Period, is_of
from bizrag.answering.extractive.tables.reckoned.computed import OTHER, SUM_WORDS, Reckoned, is_meant, label_terms
from bizrag.answering.extractive.tables.reckoned.two_values import days_in
from bizrag.model.periods import MONTHS
from bizrag.model.terms import terms

_DATE = re.compile(
    rf"\b(?:{'|'.join(MONTHS)}) \d{{1,2}},?|\b(?:as (?:of|at)|(?:years?|months|weeks) ended)\b", re.IGNORECASE
)
# "the change in Other", but no "other costs"
_OTHER = re.compile(r"(?<=[\w,] )(?-i:Others?)\b|\b(?:in|of|for|the|total|and) others?\b(?! [a-z])", re.IGNORECASE)
_OTHER_ROW = re.compile(r"others? [a-z]", re.IGNORECASE)
_TOGETHER = re.compile(
    r"\b(?P<one>[\w'’-]+(?: [\w'’-]+){0,3}?) and (?P<other>[\w'’-]+(?: [\w'’-]+){0,3}?),? "
    r"(?:(?:taken |added )?together|combined|altogether|in total|in all)\b",
    re.IGNORECASE,
)
_TWO = 2


def asked_terms(question: str, values: Sequence[RowValue]) -> set[str]:
    """The terms of a question; "other" among them where it may name a row that is called so."""
    asked = set(terms(question))
    others = [value for value in values if _OTHER_ROW.match(row_name(value.label)) and is_meant(value.label, asked)]
    return asked | {OTHER} if _OTHER.search(question) and not others else asked


def of_named(
    values: Sequence[RowValue], periods: Sequence[Period], question: str, kind: Reckoned
) -> Iterator[list[RowValue]]:
    """Two values or, for an average or sum, more of a row whose columns the question names, or of rows in one column:
    the first one first. Of a period that it names its columns are meant.

    Of a row that it names itself the other words name the columns. Where no column is named, sums are compared.
    """
    most = _TWO if kind is Reckoned.CHANGE else len(values)
    of_period = [value for value in values if periods and is_of(periods[0], value.column)]
    asked = set(terms(question))
    if of_period and kind is not Reckoned.AVERAGE:
        # of several days of a year the one that is said
        days = days_in(question)
        of_day = [value for value in of_period if len(days) == 1 and days[0] in value.column.casefold()]
        # of which day of the year they are need not be said
        of_period = of_day or of_period
        values = [replace(value, column=_DATE.sub(" ", value.column)) for value in of_period]
    rows = by_row(values)
    named = [own for own in rows if (label := set(terms(row_name(own[0].label)))) and label <= asked]
    if kind is Reckoned.SUM:
        # "the total of A and B" names no row that is called a total
        named = [own for own in named if not set(terms(row_name(own[0].label))) <= SUM_WORDS]
    columns = list(dict.fromkeys(value.column for value in values))
    terms_of_column = _telling_columns(values)
    for own in named or sorted(rows, key=lambda own: not is_sum(own[0].label)):
        label = set(terms(row_name(own[0].label))) if named else set[str]()
        others = [value for value in values if not set(terms(value.column)) <= label]
        wanted = {frozenset(terms_of_column(value)) for value in _named(others, question, terms_of_column)}
        found = [value for value in _named(own, question, terms_of_column) if terms_of_column(value) in wanted]
        if 2 <= len(wanted) == len(found) <= most:
            yield found
    shared = [len(asked & set(terms(column))) for column in columns]
    best = [column for column, count in zip(columns, shared, strict=True) if count == max(shared)]
    if shared and not max(shared):
        best = [column for column in columns if len(columns) == 1 or SUM_WORDS & set(terms(column))]
    if len(best) > 1 and named:
        # "lease years 9 and 10" are rows, and no column "Lease Year"
        of_rows = set[str]().union(*(set(terms(row_name(own[0].label))) for own in named))
        best = [column for column in best if not asked & set(terms(column)) <= of_rows]
    if len(best) == 1:
        in_column = [value for value in values if value.column == best[0]]
        found = _named(in_column, question, lambda value: label_terms(value.label))
        parts = [value for value in found if not is_sum(value.label)]
        found = parts if kind is Reckoned.SUM and len(parts) > 1 else found
        if len(found) > most:
            found = _of_best_group(found, asked)
        if kind is Reckoned.SUM and len(found) < _TWO:
            found = _of_two_phrases(in_column, question)
        if 2 <= len(found) <= most:
            yield found


def _of_two_phrases(values: Sequence[RowValue], question: str) -> list[RowValue]:
    """The two rows that a question takes together by the last words of their names: "fossil gas and oil together" are
    "Natural gas" and "Fuel oil". None where one is not the only row with its word, or both are one.
    """
    both = _TOGETHER.search(question)
    if both is None or not all(terms(phrase) for phrase in both.groups()):
        return []
    heads = [terms(phrase)[-1] for phrase in both.groups()]
    named = [[value for value in values if head in label_terms(value.label)] for head in heads]
    found = [own[0] for own in named if len(own) == 1]
    return found if len(found) == _TWO and found[0] is not found[1] else []


def _of_best_group(values: Sequence[RowValue], asked: set[str]) -> list[RowValue]:
    """The values below the one label of rows that has the most words of a question: "Americas" of "Revenue > Americas"
    and "Staff > Americas".
    """
    groups: dict[str, list[RowValue]] = {}
    for value in values:
        groups.setdefault(value.label.rpartition(" > ")[0], []).append(value)
    shared = {group: len(asked & set(terms(group))) for group, own in groups.items() if len(own) > 1}
    best = [group for group, count in shared.items() if count == max(shared.values()) > 0]
    return groups[best[0]] if len(best) == 1 else []


def _telling_columns(values: Sequence[RowValue]) -> Callable[[RowValue], set[str]]:
    """What tells columns apart: of "Number of sites Ground" and "Number of sites Other" the last word."""
    names = {value.column: column_terms(value.column) for value in values}
    of_all = set.intersection(*names.values()) if len(names) > 1 else set[str]()
    telling = {column: own - of_all for column, own in names.items()}
    chosen = telling if all(telling.values()) else names
    return lambda value: chosen[value.column]


def _named(values: Sequence[RowValue], question: str, says: Callable[[RowValue], Iterable[str]]) -> list[RowValue]:
    """Those all of whose terms a question holds, in its order; not those that are named only as part of another."""
    words = [*terms(question), *({OTHER} & asked_terms(question, values))]
    order = {term: at for at, term in reversed([*enumerate(words)])}
    labels = [frozenset(says(value)) for value in values]
    named = [(value, label) for value, label in zip(values, labels, strict=True) if label and label <= order.keys()]
    said = Counter(terms(question))
    # "bookings and in-game bookings" are two
    best = [
        (value, label)
        for value, label in named
        if not any(label < other and not label <= (said - Counter(other)).keys() for _, other in named)
    ]
    return [value for value, _ in sorted(best, key=lambda entry: min(order[term] for term in entry[1]))]
