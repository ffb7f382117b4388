"""Changes, averages and sums of printed values, where a question asks for them. Pure.

"How much did net sales grow from 2023 to 2024?" is answered by no cell: the two cells are told, and what they make.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from bizrag.answering.extractive.questions.directions import LESS, MORE
from bizrag.answering.extractive.tables.reading.row_values import (
    RowValue,
    are_comparable,
    column_terms,
    is_sum,
    row_name,
    row_values,
    without_groups,
)
from bizrag.answering.extractive.tables.reading.sentence_values import sentence_values
from bizrag.answering.extractive.tables.reckoned.against_plan import against_plan
from bizrag.answering.extractive.tables.reckoned.asked_figures import (
    AVERAGE,
    CHANGE,
    CHANGE_WORDS,
    SHARE,
    SUM,
    TOTAL_BETWEEN,
    asked_figure,
)
from bizrag.answering.extractive.tables.reckoned.asked_periods import Period, is_of, periods_of
from bizrag.answering.extractive.tables.reckoned.computed import (
    OTHER,
    SUM_WORDS,
    Computed,
    Reckoned,
    computed,
    is_meant,
    label_terms,
)
from bizrag.answering.statements.reading import Statement
from bizrag.model.periods import MONTHS, with_plain_years
from bizrag.model.terms import is_year, terms
from bizrag.model.words import tokens

_OF_TWO = re.compile(r"\bbetween (?:the |these )?(?:two|both)\b|\b(?:the|these) two\b", re.IGNORECASE)
# "the change in cash": of which years its row says
_OF_SOMETHING = re.compile(
    r"\b(?:what (?:is|was) the (?:[\w-]+ ){0,2}?|by (?:how much|what (?:percent\w*|per cent|amount)) did\b.*"
    rf"|how much did\b.*)(?:{CHANGE_WORDS})\b",
    re.IGNORECASE,
)
# "the change in the percentage of sales" compares shares, "the percentage change in sales" amounts
_OF_SHARES = re.compile(
    rf"\b(?:{CHANGE_WORDS}|average) (?:in|of) (?:the )?(?:percent\w*|share|proportion)\b", re.IGNORECASE
)
_DATE = re.compile(
    rf"\b(?:{'|'.join(MONTHS)}) \d{{1,2}},?|\b(?:as (?:of|at)|(?:years?|months|weeks) ended)\b", re.IGNORECASE
)
_DAY = re.compile(rf"\b(?:{'|'.join(MONTHS)}) \d{{1,2}}\b", re.IGNORECASE)
_AVERAGES = frozenset(terms("average mean"))
_TWO = 2
_OF_EITHER = re.compile(rf"\b(?:{MORE}|{LESS})\b.* than\b|\b(?:difference|gap)\b.*\bbetween\b.* and\b", re.IGNORECASE)
# "the change in Other", but no "other costs"
_OTHER = re.compile(r"(?<=[\w,] )(?-i:Others?)\b|\b(?:in|of|for|the|total|and) others?\b(?! [a-z])", re.IGNORECASE)
_OTHER_ROW = re.compile(r"others? [a-z]", re.IGNORECASE)


def find_computed(question: str, ranked: Sequence[Statement]) -> Computed | None:
    """The change, average or sum that a question asks for, of the first row that has a value for each of its periods;
    of rows that are periods, in the column that it asks for; or the difference of two that it names.

    ``ranked`` are rows of one table or chart, the best first. None where the question asks for none of them, or where
    the values cannot be told apart or compared.
    """
    return _reckoned(question, [value for row in ranked for value in row_values(row)])


def find_in_sentence(question: str, statements: Sequence[Statement]) -> Computed | None:
    """The change, average or sum that a question asks for, of the amounts that the first of the sentences gives for its
    years; shares are meant where the question says so.
    """
    for statement in statements:
        values = list[RowValue]() if statement.is_row else sentence_values(statement)
        if any(value.unit == "%" for value in values) and not SHARE.search(question):
            continue
        if values and (found := _reckoned(question, values)) is not None:
            return replace(found, text=f"{' '.join(statement.text.split())} {found.text}")
    return None


def _reckoned(question: str, printed: Sequence[RowValue]) -> Computed | None:
    kind = asked_figure(question)
    if kind is None:
        return None
    question = with_plain_years(question)
    values = _comparable_values(question, printed, kind)
    found = _reckoned_of(question, values, kind)
    # "men and women" of "Sex Men" and "Sex Women"
    return found or _reckoned_of(question, without_groups(values), kind)


def _reckoned_of(question: str, values: Sequence[RowValue], kind: Reckoned) -> Computed | None:
    # which average it is says "weighted average", and not that it is asked for
    asked = _asked_terms(question, values) - (_AVERAGES if kind is Reckoned.AVERAGE else frozenset())
    periods = periods_of(question, kind)
    if kind is Reckoned.CHANGE and len(periods) > _TWO:
        return None
    over_time = chain(_of_periods(values, periods, asked), _of_own_periods(values, periods, question, kind))
    is_of_named = len(periods) < _TWO
    ways: tuple[tuple[Iterable[list[RowValue]], bool], ...] = (
        (against_plan(values, question) if is_of_named and kind is Reckoned.CHANGE else (), True),
        (_of_named(values, periods, question, kind) if is_of_named and kind is not Reckoned.AVERAGE else (), False),
        (_of_dates(values, question) if is_of_named and kind is Reckoned.CHANGE else (), True),
        (_of_distinct(values, question) if is_of_named and kind is Reckoned.CHANGE else (), False),
        (_of_two(values, asked) if is_of_named and kind is Reckoned.CHANGE and _OF_TWO.search(question) else (), False),
        (over_time, True),
        (_of_named(values, periods, question, kind) if is_of_named and kind is Reckoned.AVERAGE else (), False),
    )
    found = (
        (operands, is_over_time)
        for way, is_over_time in ways
        for operands in way
        if are_comparable(operands)
        # shares of several years are no sum
        and not (kind is Reckoned.SUM and is_over_time and operands[0].unit == "%" and not SHARE.search(question))
        and (not _is_of_each(question, kind) or _are_of_meant_row(operands, asked))
    )
    return next((computed(kind, operands, asked, is_over_time=is_over) for operands, is_over in found), None)


def _asked_terms(question: str, values: Sequence[RowValue]) -> set[str]:
    """The terms of a question; "other" among them where it may name a row that is called so."""
    asked = set(terms(question))
    others = [value for value in values if _OTHER_ROW.match(row_name(value.label)) and is_meant(value.label, asked)]
    return asked | {OTHER} if _OTHER.search(question) and not others else asked


def _comparable_values(question: str, printed: Sequence[RowValue], kind: Reckoned) -> list[RowValue]:
    """The values that a question may mean: none that tell a change of themselves, and amounts or shares of one cell."""
    values = [
        replace(value, column=with_plain_years(value.column)) for value in printed if not CHANGE.search(value.column)
    ]
    if _OF_SHARES.search(question) and any(value.unit == "%" for value in values):
        return [value for value in values if value.unit == "%"]
    asked = set(terms(question))
    amounts = {(value.label, value.column) for value in values if value.unit != "%"}
    values = [value for value in values if value.unit != "%" or (value.label, value.column) not in amounts]
    if (
        _is_of_each(question, kind)
        and not TOTAL_BETWEEN.search(question)
        and any(is_sum(one.label) and is_meant(one.label, asked) for one in values)
    ):
        return []
    return values


def _is_of_each(question: str, kind: Reckoned) -> bool:
    """Whether what is called a total may be of each of the years: "total assets in 2018 and 2019"."""
    return kind is Reckoned.SUM and SUM.search(question) is None


def _are_of_meant_row(operands: Sequence[RowValue], asked: set[str]) -> bool:
    """Whether values are of one row, or of rows that are called alike but for the year, which a question names."""
    names = {frozenset(term for term in terms(value.label) if not is_year(term)) for value in operands}
    if names <= {frozenset({word}) for word in SUM_WORDS}:
        # a mere "Total" is of what its table is about
        hit = operands[0].statement.hit
        about = set(terms(" ".join((hit.text.partition("\n")[0], *hit.headings[-1:])))) - SUM_WORDS
        if not {term for term in about & asked if not is_year(term)}:
            return False
    return len(names) == 1 and (not operands[0].label or is_meant(operands[0].label, asked))


def _of_periods(values: Sequence[RowValue], periods: Sequence[Period], asked: set[str]) -> Iterator[list[RowValue]]:
    """For each row in turn its values of the periods; then those of rows that are periods, in the column asked for."""
    if len(periods) < 2:
        return
    # a share tells no amount: "percentage of revenue" beside "net revenue"
    for own in sorted(_by_row(values), key=lambda own: (not is_meant(own[0].label, asked), own[0].unit == "%")):
        is_named = not own[0].label or bool(asked & (set(terms(own[0].label)) | label_terms(own[0].label)))
        if is_named and (found := _one_for_each(periods, own, lambda value: value.column, asked)):
            yield found
    if found := _one_for_each(periods, values, lambda value: value.label, asked):
        yield found


def _of_own_periods(
    values: Sequence[RowValue], periods: Sequence[Period], question: str, kind: Reckoned
) -> Iterator[list[RowValue]]:
    """Of the first row its values of a period that is asked for and of the same one a year before; of two years or, for
    an average, all, where none is asked for.
    """
    if len(periods) > 1 or kind is Reckoned.SUM or not values:
        return
    if kind is Reckoned.CHANGE and not periods and not _OF_SOMETHING.search(question):
        return
    asked = set(terms(question))
    own = _own_row(values, question)
    # what a sentence gives for years has no label
    is_meant_row = bool(asked & set(terms(own[0].label))) or not (own[0].label or own[0].statement.is_row)
    if (kind is Reckoned.AVERAGE and AVERAGE.search(own[0].label)) or not is_meant_row:
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
        found := _one_for_each([Period(year) for year in years], own, lambda value: value.column, set(terms(question)))
    ):
        yield found


def _of_dates(values: Sequence[RowValue], question: str) -> Iterator[list[RowValue]]:
    """Of each row that a question names its values of the two days that the question names, of one year."""
    days = [" ".join(found[0].split()).casefold() for found in _DAY.finditer(question)]
    if len(days) != _TWO:
        return
    for own in _by_row(values):
        if is_meant(own[0].label, set(terms(question))):
            of_days = [[value for value in own if day in value.column.casefold()] for day in days]
            if all(len(fit) == 1 for fit in of_days):
                yield [fit[0] for fit in of_days]


def _own_row(values: Sequence[RowValue], question: str) -> list[RowValue]:
    """The values of the row whose whole label says the most of a question and nothing else, or of the first one."""
    asked, words = set(terms(question)), set(tokens(question))
    rows = _by_row(values)
    named = [own for own in rows if (said := _said_by(own[0].label)) and said <= asked]
    # "other" is a word like any here
    return max(named, key=lambda own: len(words & set(tokens(own[0].label))), default=rows[0])


def _said_by(label: str) -> set[str]:
    """The terms of a row's label with those above it, without marks of notes."""
    return set(terms(label.rpartition(" > ")[0])) | set(terms(row_name(label)))


def _by_row(values: Sequence[RowValue]) -> list[list[RowValue]]:
    rows: dict[int, list[RowValue]] = {}
    for value in values:
        rows.setdefault(id(value.statement), []).append(value)
    return list(rows.values())


def _one_for_each(
    periods: Sequence[Period], values: Sequence[RowValue], says: Callable[[RowValue], str], asked: set[str]
) -> list[RowValue]:
    """One value for each period, whose label names that period, no part of it and no other; else none at all."""
    fits = [_best_of(period, values, says, asked) for period in periods]
    # "January 1, 2018" beside "December 31, 2018" and "December 31, 2019"
    alike = {_beside(period, says(fit[0])) for period, fit in zip(periods, fits, strict=True) if len(fit) == 1}
    found: list[RowValue] = []
    for period, fit in zip(periods, fits, strict=True):
        best = fit if len(fit) == 1 else [value for value in fit if _beside(period, says(value)) in alike]
        if len(best) != 1:
            return []
        found += best
    return found


def _beside(period: Period, label: str) -> frozenset[str]:
    """What a label says beside its period and its unit."""
    return frozenset(column_terms(label)) - {period.year, period.part}


def _best_of(
    period: Period, values: Sequence[RowValue], says: Callable[[RowValue], str], asked: set[str]
) -> list[RowValue]:
    """The values whose label names a period, no part of it and no other: those that share the most with a question."""
    best = [value for value in values if is_of(period, says(value))]
    if len(best) > 1:
        fitting = best
        shared = [len(asked & set(terms(f"{value.label} {value.column}"))) for value in fitting]
        best = [value for value, count in zip(fitting, shared, strict=True) if count == max(shared)]
    if len(best) > 1:
        # "2023" beside "Cost 2023", "2023 Margin" beside "2023 Operating income" for the operating margin
        beside = [_beside(period, says(value)) for value in best]
        whole = [value for value, own in zip(best, beside, strict=True) if own <= asked]
        bare = [value for value, own in zip(best, beside, strict=True) if not own]
        best = (whole if len(whole) == 1 else bare) or best
    if len(best) > 1:
        # "Number of shares" beside "Fair value" for the shares
        counts = [len(asked & set(terms(value.column))) for value in best]
        best = [value for value, count in zip(best, counts, strict=True) if count == max(counts)]
    if len(best) > 1:
        # "Brand A" beside "Brand B"
        best = [value for value in best if set(terms(value.column)) <= asked] or best
    return best


def _of_named(
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
        days = [" ".join(found[0].split()).casefold() for found in _DAY.finditer(question)]
        of_day = [value for value in of_period if len(days) == 1 and days[0] in value.column.casefold()]
        # of which day of the year they are need not be said
        of_period = of_day or of_period
        values = [replace(value, column=_DATE.sub(" ", value.column)) for value in of_period]
    rows = _by_row(values)
    named = [own for own in rows if (label := set(terms(row_name(own[0].label)))) and label <= asked]
    if kind is Reckoned.SUM:
        # "the total of A and B" names no row that is called a total
        named = [own for own in named if not set(terms(row_name(own[0].label))) <= SUM_WORDS]
    columns = list(dict.fromkeys(value.column for value in values))
    for own in named or sorted(rows, key=lambda own: not is_sum(own[0].label)):
        label = set(terms(row_name(own[0].label))) if named else set[str]()
        others = [value for value in values if not set(terms(value.column)) <= label]
        wanted = {frozenset(_terms_of_column(value)) for value in _named(others, question, _terms_of_column)}
        found = [value for value in _named(own, question, _terms_of_column) if _terms_of_column(value) in wanted]
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
        if 2 <= len(found) <= most:
            yield found


def _terms_of_column(value: RowValue) -> set[str]:
    return column_terms(value.column)


def _of_distinct(values: Sequence[RowValue], question: str) -> Iterator[list[RowValue]]:
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


def _of_two(values: Sequence[RowValue], asked: set[str]) -> Iterator[list[RowValue]]:
    """The values of the first row that has two and whose name the question holds whole."""
    yield from [own for own in _by_row(values) if len(own) == _TWO and is_meant(own[0].label, asked)][:1]


def _named(values: Sequence[RowValue], question: str, says: Callable[[RowValue], Iterable[str]]) -> list[RowValue]:
    """Those all of whose terms a question holds, in its order; not those that are named only as part of another."""
    words = [*terms(question), *({OTHER} & _asked_terms(question, values))]
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
