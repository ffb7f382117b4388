"""What share one printed value is of another, where a question asks for it. Pure.

"What percentage of total revenue came from services?" is answered by no cell where a table prints amounts only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from decimal import Decimal

from bizrag.answering.extractive.questions.directions import FALLING, RISING
from bizrag.answering.extractive.tables.reading.row_values import (
    Key,
    RowValue,
    are_comparable,
    column_of,
    column_terms,
    is_sum,
    label_of,
    row_name,
    row_values,
    without_unit,
)
from bizrag.answering.extractive.tables.reckoned.computed import Computed, ratio_of
from bizrag.answering.extractive.tables.reckoned.share_pairs import best_pair
from bizrag.answering.statements.reading import Statement
from bizrag.model.periods import with_plain_years
from bizrag.model.terms import is_year, terms

_SHARE = r"(?:percent(?:age)?|per cent|%|proportion|portion|share|fraction|ratio|part)"
_ANY = r"(?: \([^)]*\))?(?: of constitution| \w+)?"
# "what share of revenue came from services", "services as a share of revenue", "the ratio of services to revenue"
_FORMS = (
    re.compile(
        rf"\b(?:what|which|how much) {_SHARE}{_ANY} of (?P<whole>.+?) "
        r"(?:is|was|were|are|came|comes?|did|does|do|consist(?:s|ed)|went|goes|relate[sd]?|represented|made up)\b"
        r"(?P<part>.+)",
        re.IGNORECASE,
    ),
    re.compile(rf"(?P<part>.+?),? (?:as|in) (?:a|the) {_SHARE}{_ANY} of (?P<whole>.+)", re.IGNORECASE),
    re.compile(
        rf"\b{_SHARE}{_ANY} of (?P<part>.+?) (?:to|over|in|among|amongst|out of|relative to|against|within"
        r"|compared (?:to|with)) (?P<whole>.+)",
        re.IGNORECASE,
    ),
)
_RATIO, _PERCENT = re.compile(r"\bratio\b", re.IGNORECASE), re.compile(r"percent|per cent|%", re.IGNORECASE)
_OTHER = re.compile(
    rf"\b(?:changes?|differences?|growth|{RISING}|{FALLING}|(?<!weighted )(?<!weighted-)averages?|points?)\b",
    re.IGNORECASE,
)
_YEAR_TO_YEAR = re.compile(r"\b(?:19|20)\d\d to [^?]*\b(?:19|20)\d\d\b", re.IGNORECASE)
_PERIOD = re.compile(r"(?:19|20)\d\d|[qh][1-4]|fy")
# words of a question's part that name no row
_FILLERS = frozenset(terms("total amount value company firm group fiscal year years ended end respectively sum made"))
_SUMS = frozenset(terms("total sum consolidated"))
# what is sold goes by several names, and whose it is names no row
_SOLD = re.compile(r"\b(?:net )?(?:revenues?|sales|turnover)\b", re.IGNORECASE)
_OWNER = re.compile(r"\b[A-Z][\w&.-]*['’]s\b\s*")
# a report of a quarter prints it beside the year to date
_ASKS_QUARTER = re.compile(r"\bq[1-4]\b|\bquarter\b", re.IGNORECASE)
_OF_QUARTER = re.compile(r"\b(?:three|3) months\b|\bquarter\b|\bq[1-4]\b", re.IGNORECASE)
_OTHERS = re.compile(r"\bothers?\b", re.IGNORECASE)
_OTHER_WORD, _QUARTER = "other", "quarter"
_TWO = 2


def find_share(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The share that a question asks for, of two values of one table or chart: ``A: 2019 529; B: 2019 3,571; 14.81%``.

    Both are named by the question, and stand in the column, or row, of its period. None where it asks for no share,
    or where a name fits no value or several.
    """
    question = _OWNER.sub("", with_plain_years(question))
    asks = [found for form in _FORMS if (found := form.search(question))]
    if not asks or _OTHER.search(question):
        return None
    # "what share of revenue were pumps in 2024" names a whole beside the year
    asks = [found for found in asks if _named(found["whole"])] or asks
    values = [
        replace(value, column=with_plain_years(value.column))
        for row in rows
        for value in row_values(row)
        if value.unit != "%"
    ]
    asked = _words(question) | ({_QUARTER} if _ASKS_QUARTER.search(question) else set())
    is_ratio = _RATIO.search(question) is not None and not _PERCENT.search(question)
    for found in asks:
        for parts, whole in _candidates(values, found["part"], found["whole"], asked):
            is_whole = not (is_sum(whole.label) or is_sum(whole.column)) or _sum_of(parts) <= whole.number
            if are_comparable([*parts, whole]) and whole.number > 0 and whole not in parts and is_whole:
                return ratio_of(parts, whole, is_ratio=is_ratio)
    for found in asks:
        pair = best_pair(values, found["part"], found["whole"], asked, is_ratio=is_ratio)
        if pair and are_comparable(pair):
            return ratio_of(pair[:1], pair[1], is_ratio=is_ratio)
    return None


def _sum_of(parts: Sequence[RowValue]) -> float:
    return sum(part.number for part in parts)


def asks_share(question: str) -> bool:
    """Whether a question is for a share of something in something else.

    >>> asks_share("What share of sales came from pumps?"), asks_share("What were sales?")
    (True, False)
    """
    return any(form.search(question) for form in _FORMS) and _OTHER.search(question) is None


def tells_share(text: str) -> bool:
    """Whether a cell tells a share.

    >>> tells_share("Costs: 2019 (as percentage of sales) 30."), tells_share("Costs: 2019 $30.")
    (True, False)
    """
    return _PERCENT.search(text) is not None


def _candidates(
    values: Sequence[RowValue], part: str, whole: str, asked: set[str]
) -> Iterator[tuple[list[RowValue], RowValue]]:
    """What may be meant by a part and its whole, the surest first."""
    for one, other in _of_two_years(values, part, whole):
        yield [one], other
    of_cell = list(_of_one_cell(values, part, whole))
    core = _named(whole) - _SUMS
    # "long leases in all leases" are no share of the total
    for one, other in of_cell:
        if other.statement is one.statement and column_terms(row_name(one.label)) == core:
            yield [one], other
    for several, other in _of_row_total(values, part, whole):
        yield several, other
    pairs = list(_pairs(values, _named(part), _named(whole), asked))
    several = list(_of_several(values, part, _named(whole), asked))
    # "rents and rates" are two rows, "rents and rates" may be one
    is_one_of_them = any(one in parts for one, _ in pairs for parts, _ in several)
    if is_one_of_them:
        yield from several
    for one, other in pairs:
        yield [one], other
    yield from several
    for one, other in of_cell:
        yield [one], other


def _of_row_total(values: Sequence[RowValue], part: str, whole: str) -> Iterator[tuple[list[RowValue], RowValue]]:
    """The cells of the row that is the whole in the columns that a part names, and its total in a column of its own:
    "what share of all obligations is due in 2020 and 2021".
    """
    of_row = _best(values, _named(whole), label_of)
    totals = [value for value in of_row if column_terms(value.column) <= _SUMS and is_sum(value.column)]
    asked = set(terms(part))
    named = [
        value
        for value in of_row
        if value not in totals and (own := column_terms(value.column)) and own <= asked and not is_sum(value.column)
    ]
    # what the part says beside columns is a row of its own: "leases due in 2020"
    said = {term for value in named for term in column_terms(value.column)}
    is_of_other_row = any((own := _own_terms(value)) and own <= asked - said for value in values)
    if len(totals) == 1 and named and not is_of_other_row:
        yield named, totals[0]


def _own_terms(value: RowValue) -> set[str]:
    return set(terms(row_name(value.label))) - _FILLERS - _SUMS


def _of_one_cell(values: Sequence[RowValue], part: str, whole: str) -> Iterator[tuple[RowValue, RowValue]]:
    """The value of the row and the column that a question names, and the total of that row or column, whichever is its
    whole: "sales of the first quarter in sales of the year", "what share of level 2 is made up of funds".
    """
    asked, said = set(terms(f"{part} {whole}")), set(terms(whole))
    cells = [value for value in values if not (is_sum(value.label) or is_sum(value.column))]
    named = [value for value in cells if _is_said_by(value.label, asked) and _is_said_by(value.column, asked)]
    of_column = [value for value in cells if _is_said_by(value.label, asked) and column_terms(value.column) & said]
    for one in named if len(named) == 1 else of_column if len(of_column) == 1 else []:
        is_of_row = bool(set(terms(row_name(one.label))) & said)
        if not is_of_row and said.isdisjoint(column_terms(one.column) | _SUMS) and not _is_title(values, said):
            # "of revenue" is of no column of costs
            continue
        beside = [
            value
            for value in values
            if (
                value.statement is one.statement and is_sum(value.column) and _years_of(value.column) <= asked
                if is_of_row
                else value.column == one.column and is_sum(value.label)
            )
        ]
        if len(beside) == 1:
            yield one, beside[0]


def _is_said_by(label: str, asked: set[str]) -> bool:
    own = column_terms(row_name(label)) - _FILLERS
    return bool(own) and own <= asked


def _years_of(column: str) -> set[str]:
    return set(filter(is_year, terms(column)))


def _of_several(
    values: Sequence[RowValue], part: str, whole: set[str], asked: set[str]
) -> Iterator[tuple[list[RowValue], RowValue]]:
    """The values of the rows that a part names, two at least, and of its whole: "rents and rates in all costs"."""
    for name, other in ((label_of, column_of), (column_of, label_of)):
        wholes = _best(values, whole, name)
        if not wholes and _SUMS & whole:
            wholes = _bare_sums(values, name, other)
        best = _of_asked_period({_alike(other, value) for value in wholes}, asked)
        if len(best) != 1 or " and " not in part:
            continue
        in_part = set(terms(part))
        named = [
            value
            for value in values
            if _alike(other, value) == best[0]
            and (own := column_terms(row_name(name(value))) - _SUMS)
            and own <= in_part
            and value not in wholes
        ]
        one = [value for value in wholes if _alike(other, value) == best[0]]
        if len(named) > 1 and len({name(value) for value in named}) == len(named) and len(one) == 1:
            yield named, one[0]


def _of_two_years(values: Sequence[RowValue], part: str, whole: str) -> Iterator[tuple[RowValue, RowValue]]:
    """The values of one row in two years: "2019 sales as a percentage of 2018 sales"."""
    years = list(dict.fromkeys(term for term in terms(f"{part} {whole}") if is_year(term)))
    # "of sales in 2019 to 2018", but no costs as a share of sales in 2018 and 2019
    is_of_one = sum(map(is_year, terms(whole))) == 1
    if len(years) != _TWO or not (is_of_one or _YEAR_TO_YEAR.search(whole)):
        return
    of_row = _best(values, _named(f"{part} {whole}"), label_of)
    named = [[value for value in of_row if year in terms(value.column)] for year in years]
    if all(len(own) > 1 for own in named):
        # of several columns of a year those that are asked for
        asked = set(terms(f"{part} {whole}"))
        named = [[value for value in own if column_terms(value.column) <= asked] for own in named]
    if len(named[0]) == len(named[1]) == 1:
        yield named[0][0], named[1][0]


def _named(text: str) -> set[str]:
    """What a question says of a row or column beside its period; "other" is a word like any here."""
    other = {_OTHER_WORD} if _OTHERS.search(text) else set[str]()
    return {term for term in _words(text) if not _PERIOD.fullmatch(term)} | other


def _words(text: str) -> set[str]:
    """The terms of a text, with one name for what is sold."""
    return set(terms(_SOLD.sub("revenue", text)))


def _pairs(
    values: Sequence[RowValue], part: set[str], whole: set[str], asked: set[str]
) -> Iterator[tuple[RowValue, RowValue]]:
    """Values of two rows in one column, or of two columns in one row."""
    for name, other in ((label_of, column_of), (column_of, label_of)):
        parts, wholes = _best(values, part, name), _best(values, whole, name)
        if name is column_of and parts and not wholes:
            # "the cost of the bridge": the row is named there, too
            wholes = _best(values, whole - _words_of_rows(values, whole), name)
        # "severance costs" are no "total costs"
        if _SUMS & whole and (not wholes or {name(value) for value in wholes} == {name(value) for value in parts}):
            said = [value for value in wholes if column_terms(row_name(name(value))) <= whole]
            wholes = _bare_sums(values, name, other) or _unnamed_sums(values, name, other) or said
        if not wholes and name is label_of and _is_title(values, whole):
            # "personnel expenses" are the total of the table with that title
            wholes = _bare_sums(values, name, other) or _unnamed_sums(values, name, other)
        if wholes and (not parts or name(parts[0]) == name(wholes[0])):
            # "net sales of pumps" is as much like "pumps" as like "total net sales", the whole
            parts = _best([value for value in values if name(value) != name(wholes[0])], part, name)
        both = {_alike(other, value) for value in parts} & {_alike(other, value) for value in wholes}
        best = _of_asked_period(both, asked)
        if len(best) == 1:
            ones = [value for value in parts if _alike(other, value) == best[0]]
            others = [value for value in wholes if _alike(other, value) == best[0]]
            if len(ones) == len(others) == 1:
                yield ones[0], others[0]


def _words_of_rows(values: Sequence[RowValue], said: set[str]) -> set[str]:
    """The terms of the rows whose whole names are said."""
    names = (_words(row_name(value.label)) for value in values)
    return set[str]().union(*(name for name in names if name and name <= said))


def _of_asked_period(keys: Set[str], asked: Set[str]) -> list[str]:
    """The names of columns or rows that a question has most words of, of several those of the quarter it is about."""
    shared = {key: len(asked & set(terms(key))) for key in keys}
    best = [key for key, count in shared.items() if count == max(shared.values())]
    own = [key for key in best if _OF_QUARTER.search(key)] if _QUARTER in asked else []
    return own if len(best) > 1 and own else best


def _is_title(values: Sequence[RowValue], whole: set[str]) -> bool:
    """Whether a whole is what the table is about, as its caption or the heading above it says."""
    core = whole - _FILLERS - {_OTHER_WORD}
    hits = [value.statement.hit for value in values[:1]]
    return bool(core) and any(
        core <= set(terms(title)) for hit in hits for title in (hit.text.partition("\n")[0], *hit.headings[-1:])
    )


def _alike(name: Key, value: RowValue) -> str:
    """The label of a value's row or column as it compares: only the first row may print the currency."""
    return without_unit(name(value)) if name is column_of else name(value)


def _best(values: Sequence[RowValue], wanted: set[str], name: Key) -> list[RowValue]:
    """The values of the one name that fits best: it holds the words asked for, and few others."""
    core = wanted - _FILLERS - {_OTHER_WORD}
    found: dict[str, tuple[int, int, int]] = {}
    for text in {name(value) for value in values}:
        whole, own = (column_terms(text),) * 2 if name is column_of else (_words(text), _words(row_name(text)))
        named = own - _FILLERS
        # "other liabilities" are not total liabilities
        if _SUMS & wanted and _OTHER_WORD not in wanted and _OTHERS.search(text):
            continue
        if (core and (core <= whole or (named and named <= core))) or (not core and not named and own & wanted & _SUMS):
            # below a heading that is asked for, a bare total is it
            found[text] = (len((own - (_SUMS - wanted)) ^ wanted), len(own ^ wanted), len(whole ^ wanted))
    best = [text for text, distance in found.items() if distance == min(found.values())]
    return [value for value in values if name(value) == best[0]] if len(best) == 1 else []


def _bare_sums(values: Sequence[RowValue], name: Key, other: Key) -> list[RowValue]:
    """The values of the only row that is called a total and nothing else."""
    sums = [value for value in values if (own := column_terms(row_name(name(value)))) and own <= _SUMS]
    return sums if len({name(value) for value in sums}) == 1 == max(Counter(map(other, sums)).values()) else []


def _unnamed_sums(values: Sequence[RowValue], name: Key, other: Key) -> list[RowValue]:
    """The values of a row without a label that is the sum of the rows above it, in each of its columns."""
    columns = list(dict.fromkeys(map(other, values)))
    sums: list[RowValue] = []
    for column in columns:
        own = [value for value in values if other(value) == column]
        nameless = [value for value in own if not name(value)]
        rest = sum((Decimal(str(value.number)) for value in own if name(value)), Decimal())
        if len(nameless) == 1 and rest == Decimal(str(nameless[0].number)):
            sums.append(nameless[0])
    return sums
