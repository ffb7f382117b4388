"""Two values of one row or column that a question names otherwise than by their years: days of one year, spans of
years, two names. Pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set

from bizrag.answering.extractive.questions.directions import LESS, MORE
from bizrag.answering.extractive.tables.reading.row_values import (
    RowValue,
    by_row,
    column_of,
    label_of,
    row_name,
    without_unit,
)
from bizrag.answering.extractive.tables.reckoned.computed import is_meant, label_terms
from bizrag.model.periods import MONTHS
from bizrag.model.terms import terms

_DAY = re.compile(rf"\b(?:{'|'.join(MONTHS)}) \d{{1,2}}\b", re.IGNORECASE)
_OF_EITHER = re.compile(rf"\b(?:{MORE}|{LESS})\b.* than\b|\b(?:difference|gap)\b.*\bbetween\b.* and\b", re.IGNORECASE)
# "2021-2022", "2025 \u2013 29": one name, and no two years; "2025 to 2029" where no year before it does so
_SPAN = re.compile(
    r"\b(?P<first>(?:19|20)\d\d)\s*(?:[-\u2010-\u2015]|to(?! ?\d{4}\s*[-\u2010-\u2015]))\s*(?P<last>(?:19|20)?\d\d)\b"
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_EXCEEDS = re.compile(r"\b(?:exceed|outweigh|surpass|top)(?:s|ed)?\b", re.IGNORECASE)
_TWO = 2


def days_in(question: str) -> list[str]:
    """The days that a question names: "june 30"."""
    return [" ".join(found[0].split()).casefold() for found in _DAY.finditer(question)]


def of_dates(values: Sequence[RowValue], question: str) -> Iterator[list[RowValue]]:
    """Of each row that a question names its values of the two days that the question names, of one year; of the first
    row where its name has two words of the question and it names none whole.
    """
    days = days_in(question)
    if len(days) != _TWO:
        return
    asked, rows = set(terms(question)), by_row(values)
    meant = [own for own in rows if is_meant(own[0].label, asked)]
    first = [own for own in rows[:1] if len(label_terms(own[0].label) & asked) >= _TWO]
    for own in meant or first:
        of_days = [[value for value in own if day in value.column.casefold()] for day in days]
        if all(len(fit) == 1 for fit in of_days):
            yield [fit[0] for fit in of_days]


def spans_named(question: str, values: Sequence[RowValue]) -> list[str]:
    """The spans of years that a question names and rows or columns are called by, in its order.

    The first is a span, or a year where a span follows: "from 2020 to 2021-2022". Financial years are none: of
    "2017-18" and "2018-19" each ends in the year in which the next one begins.
    """
    labels = {label for value in values for label in (value.label, value.column)}
    names = set(filter(None, map(_span_of, labels)))
    if _are_financial_years(
        names, are_beside_years=any(_YEAR.search(label) and not _span_of(label) for label in labels)
    ):
        return []
    named = [(found.start(), span) for found in _SPAN.finditer(question) if (span := _written(found)) in names]
    if len(named) == 1:
        rest = _SPAN.sub(lambda found: " " * len(found[0]) if _written(found) in names else found[0], question)
        named += [(found.start(), found[0]) for found in _YEAR.finditer(rest)]
    return [name for _, name in sorted(named)]


def _are_financial_years(names: Set[str], *, are_beside_years: bool) -> bool:
    spans = [tuple(map(int, name.split("-"))) for name in names]
    if len(spans) == 1:
        return spans[0][1] == spans[0][0] + 1 and not are_beside_years
    return not {first for first, _ in spans}.isdisjoint(last for _, last in spans)


def of_spans(values: Sequence[RowValue], spans: Sequence[str], asked: Set[str]) -> Iterator[list[RowValue]]:
    """Two values of a row that a question names, or of a column, of two spans of years."""
    if len(spans) != _TWO:
        return
    for name, other in ((column_of, label_of), (label_of, column_of)):
        fits = [[value for value in values if _is_called(name(value), span)] for span in spans]
        both = [key for key in dict.fromkeys(map(other, fits[0])) if key in {other(value) for value in fits[1]}]
        shared = {key: len(asked & set(terms(row_name(key)))) for key in both}
        best = [key for key, count in shared.items() if count == max(shared.values()) > 0]
        whole = [key for key in best if set(terms(row_name(without_unit(key)))) <= asked] or best
        pair = [[value for value in fit if other(value) == whole[0]] for fit in fits] if len(whole) == 1 else []
        if [len(fit) for fit in pair] == [1, 1]:
            yield [fit[0] for fit in pair]


def of_span(values: Sequence[RowValue], spans: Sequence[str]) -> list[RowValue]:
    """The values of the row or column that is the only span of years of a question; else all."""
    if len(spans) != 1:
        return list(values)
    return [one for one in values if spans[0] in (_span_of(one.label), _span_of(one.column))]


def without_span(question: str, spans: Sequence[str]) -> str:
    """A question without the only span that is a name."""
    return _SPAN.sub(lambda found: " " if [_written(found)] == list(spans) else found[0], question)


def _span_of(label: str) -> str:
    found = _SPAN.search(label)
    return _written(found) if found else ""


def _written(span: re.Match[str]) -> str:
    """A span in one way: "2021-2022" of "2021\u201322"; empty for "2021-12", a month."""
    first, last = span["first"], span["last"]
    last = first[: 4 - len(last)] + last
    return f"{first}-{last}" if first < last else ""


def _is_called(label: str, name: str) -> bool:
    return _span_of(label) == name if "-" in name else _YEAR.findall(label) == [name] and not _span_of(label)


def of_distinct(values: Sequence[RowValue], question: str) -> Iterator[list[RowValue]]:
    """The values of the two rows of which a question says a word that no other row has, in the column that it names
    best: "How many more goals did Royle score than Kane?"
    """
    asked, labels = set(terms(question)), {value.label: set(terms(row_name(value.label))) for value in values}
    counts = Counter(term for label in labels.values() for term in label)
    named = [label for label, own in labels.items() if any(counts[term] == 1 for term in own & asked)]
    if len(named) != _TWO or not _OF_EITHER.search(question):
        return
    of_rows = [value for value in values if value.label in named]
    beside = asked - set().union(*(labels[label] for label in named))
    shared = {value.column: len(beside & set(terms(value.column))) for value in of_rows}
    best = [column for column, count in shared.items() if count == max(shared.values()) > 0]
    pair = [value for value in of_rows if value.column in best[:1]]
    order = [terms(question).index(next(iter(labels[value.label] & asked))) for value in pair]
    if len(best) == 1 and len(pair) == _TWO:
        yield [value for _, value in sorted(zip(order, pair, strict=True), key=lambda entry: entry[0])]


def of_exceeding(values: Sequence[RowValue], question: str) -> Iterator[list[RowValue]]:
    """The two values of the row that a question names whole, where one is said to exceed the other: it has a word of
    both columns, and the row has no others.
    """
    asked = set(terms(question))
    for own in by_row(values) if _EXCEEDS.search(question) else ():
        label = label_terms(own[0].label)
        columns = [set(terms(value.column)) - label for value in own]
        if is_meant(own[0].label, asked) and len(own) == _TWO and all(column & asked for column in columns):
            yield own


def of_two(values: Sequence[RowValue], asked: set[str]) -> Iterator[list[RowValue]]:
    """The values of the first row that has two and whose name the question holds whole."""
    yield from [own for own in by_row(values) if len(own) == _TWO and is_meant(own[0].label, asked)][:1]
