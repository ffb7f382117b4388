"""Changes, averages and sums of printed values, where a question asks for them. Pure.

"How much did net sales grow from 2023 to 2024?" is answered by no cell: the two cells are told, and what they make.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from bizrag.answering.extractive.tables.reading.row_values import (
    RowValue,
    are_comparable,
    by_row,
    column_terms,
    is_sum,
    row_name,
    row_values,
    without_groups,
)
from bizrag.answering.extractive.tables.reading.sentence_values import sentence_values, values_from_to
from bizrag.answering.extractive.tables.reckoned.against_plan import against_plan
from bizrag.answering.extractive.tables.reckoned.asked_figures import (
    AVERAGE,
    CHANGE,
    CHANGE_WORDS,
    SHARE,
    SUM,
    TOTAL_BETWEEN,
    asked_figure,
    asks_change,
)
from bizrag.answering.extractive.tables.reckoned.asked_periods import Period, is_of, periods_of
from bizrag.answering.extractive.tables.reckoned.computed import (
    SUM_WORDS,
    Computed,
    Reckoned,
    change_between,
    computed,
    is_meant,
    label_terms,
)
from bizrag.answering.extractive.tables.reckoned.left_out import of_left_out
from bizrag.answering.extractive.tables.reckoned.named_values import asked_terms, of_named
from bizrag.answering.extractive.tables.reckoned.of_each import of_each_row
from bizrag.answering.extractive.tables.reckoned.two_values import (
    of_dates,
    of_distinct,
    of_exceeding,
    of_span,
    of_spans,
    of_two,
    spans_named,
    without_span,
)
from bizrag.answering.statements.reading import Statement
from bizrag.model.periods import with_plain_years
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
_OF_WHOLE = re.compile(
    r"\b(percentage|per cent|share|proportion) of [\w ]{2,40}? (?:represented|made up|constituted) by ",
    re.IGNORECASE,
)
_SHARE_OF = re.compile(r"%|\bper ?cent(?:age)? of\b", re.IGNORECASE)
_MARGINS = frozenset(terms("margin margins rate rates ratio"))
_AVERAGES = frozenset(terms("average mean"))
_TWO, _WHOLE = 2, 100


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
    best = statements[0] if statements and not statements[0].is_row and asks_change(question) else None
    pair = values_from_to(best) if best is not None else []
    if best is not None and pair and (change := change_between(*pair)):
        return Computed(statements=(best,), text=f"{' '.join(best.text.split()).rstrip('.')}: {change}.")
    return None


def _reckoned(question: str, printed: Sequence[RowValue]) -> Computed | None:
    kind = asked_figure(question)
    if kind is None:
        return None
    # "the percentage of sales represented by costs" is that of costs
    question = _OF_WHOLE.sub(r"\1 ", with_plain_years(question))
    spans = spans_named(question, printed)
    values = of_span(_comparable_values(question, printed, kind), spans)
    question = without_span(question, spans)
    if kind is Reckoned.CHANGE and (pair := next(of_spans(values, spans, set(terms(question))), None)):
        return computed(kind, pair, set(terms(question)), is_over_time=True)
    found = _reckoned_of(question, values, kind)
    # "men and women" of "Sex Men" and "Sex Women"
    return found or _reckoned_of(question, without_groups(values), kind)


def _reckoned_of(question: str, values: Sequence[RowValue], kind: Reckoned) -> Computed | None:
    # which average it is says "weighted average", and not that it is asked for
    asked = asked_terms(question, values) - (_AVERAGES if kind is Reckoned.AVERAGE else frozenset())
    periods = periods_of(question, kind)
    if kind is Reckoned.CHANGE and len(periods) > _TWO:
        return None
    over_time = chain(_of_periods(values, periods, asked), _of_own_periods(values, periods, question, kind))
    is_of_named = len(periods) < _TWO
    year = periods[0].year if periods else ""
    each = of_each_row(values, year, question) if is_of_named and kind is Reckoned.AVERAGE else []
    ways: tuple[tuple[Iterable[list[RowValue]], bool], ...] = (
        ([each] if each else (), False),
        (against_plan(values, question) if is_of_named and kind is Reckoned.CHANGE else (), True),
        (of_left_out(values, question) if is_of_named and kind is Reckoned.CHANGE else (), True),
        (of_named(values, periods, question, kind) if is_of_named and kind is not Reckoned.AVERAGE else (), False),
        (of_dates(values, question) if is_of_named and kind is Reckoned.CHANGE else (), True),
        (of_distinct(values, question) if is_of_named and kind is Reckoned.CHANGE else (), False),
        (of_exceeding(values, question) if is_of_named and kind is Reckoned.CHANGE else (), False),
        (of_two(values, asked) if is_of_named and kind is Reckoned.CHANGE and _OF_TWO.search(question) else (), False),
        (over_time, True),
        (of_named(values, periods, question, kind) if is_of_named and kind is Reckoned.AVERAGE else (), False),
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


def _comparable_values(question: str, printed: Sequence[RowValue], kind: Reckoned) -> list[RowValue]:
    """The values that a question may mean: none that tell a change of themselves, and amounts or shares of one cell."""
    values = [
        replace(value, column=with_plain_years(value.column)) for value in printed if not CHANGE.search(value.column)
    ]
    if _OF_SHARES.search(question) and any(value.unit == "%" for value in values):
        of_shares = _columns_of_shares(values)
        return [value for value in values if value.unit == "%" or value.column in of_shares]
    asked = set(terms(question))
    amounts = {(value.label, value.column) for value in values if value.unit != "%"}
    values = [value for value in values if value.unit != "%" or (value.label, value.column) not in amounts]
    if not SHARE.search(question):
        # "2019 Amount" beside "2019 % of revenue"
        shares = {id(value) for value in values if _is_share_of(value, asked)}
        with_amounts = {id(value.statement) for value in values if id(value) not in shares}
        values = [one for one in values if id(one) not in shares or id(one.statement) not in with_amounts]
    if (
        _is_of_each(question, kind)
        and not TOTAL_BETWEEN.search(question)
        and any(is_sum(one.label) and _is_said(one.label, question) and is_meant(one.label, asked) for one in values)
    ):
        return []
    return values


def _is_share_of(value: RowValue, asked: set[str]) -> bool:
    """Whether a column has shares of something, and a question does not say its name beside that of the row."""
    own = {term for term in column_terms(value.column) if not is_year(term)}
    return _SHARE_OF.search(value.column) is not None and not (own and own <= asked - set(terms(value.label)))


def _columns_of_shares(values: Sequence[RowValue]) -> set[str]:
    """The columns in which the first and the last row print the "%" for all."""
    columns = {value.column for value in values if value.unit == "%"}
    return columns - {value.column for value in values if value.unit not in ("", "%") or abs(value.number) > _WHOLE}


def _is_said(label: str, question: str) -> bool:
    """Whether a question has the words of a row's name next to each other: no "total costs" in "total staff costs"."""
    return f" {' '.join(terms(row_name(label)))} " in f" {' '.join(terms(question))} "


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
    rows = sorted(by_row(values), key=lambda own: _strangeness(own[0], asked))
    for own in rows:
        is_named = not own[0].label or bool(asked & (set(terms(own[0].label)) | label_terms(own[0].label)))
        if is_named and (found := _one_for_each(periods, own, lambda value: value.column, asked)):
            yield found
    if found := _one_for_each(periods, values, lambda value: value.label, asked):
        yield found


def _strangeness(value: RowValue, asked: set[str]) -> tuple[bool, bool, bool]:
    """How little a row is what is asked for: not named whole; a share, which tells no amount ("percentage of revenue"
    beside "net revenue"), where no margin is asked for, or none where one is.
    """
    is_margin = bool(_MARGINS & asked & label_terms(value.label))
    return not is_meant(value.label, asked), value.unit == "%" and not is_margin, bool(_MARGINS & asked) > is_margin


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


def _own_row(values: Sequence[RowValue], question: str) -> list[RowValue]:
    """The values of the row whose whole label says the most of a question and nothing else, or of the first one."""
    asked, words = set(terms(question)), set(tokens(question))
    rows = by_row(values)
    named = [own for own in rows if (said := _said_by(own[0].label)) and said <= asked]
    # "other" is a word like any here
    return max(named, key=lambda own: len(words & set(tokens(own[0].label))), default=rows[0])


def _said_by(label: str) -> set[str]:
    """The terms of a row's label with those above it, without marks of notes."""
    return set(terms(label.rpartition(" > ")[0])) | set(terms(row_name(label)))


def _one_for_each(
    periods: Sequence[Period], values: Sequence[RowValue], says: Callable[[RowValue], str], asked: set[str]
) -> list[RowValue]:
    """One value for each period, whose label names that period, no part of it and no other; else none at all."""
    of_each = [[value for value in values if is_of(period, says(value))] for period in periods]
    # "Additions 2030" goes with "Additions 2031", and not with a mere "2031"
    alone = {_beside(period, says(own[0])) for period, own in zip(periods, of_each, strict=True) if len(own) == 1}
    same = [
        [value for value in own if _beside(period, says(value)) in alone]
        for period, own in zip(periods, of_each, strict=True)
    ]
    fits = [
        own if len(own) == 1 else _best_of(period, values, says, asked)
        for period, own in zip(periods, same, strict=True)
    ]
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
