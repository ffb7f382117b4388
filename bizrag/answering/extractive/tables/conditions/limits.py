"""Which values of a table are within a limit that a question sets: "more than 5 million", "at least 85%". Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bizrag.answering.extractive.tables.reading.found_rows import MIN_COMPARED, NO_GROUPS, Groups, said_around
from bizrag.answering.extractive.tables.reading.row_values import (
    Key,
    RowValue,
    are_comparable,
    column_of,
    is_sum,
    label_of,
    named_terms,
    periods_in,
)
from bizrag.answering.statements.asked import is_money, measured_column
from bizrag.model.terms import is_year, terms
from bizrag.model.words import NUMBER_WORDS

# "over the limit of 50", "above the 1.20 limit", but "higher than the two others"
_ARTICLE = r"(?:the|an?|its|their|this) "
_BEFORE_LIMIT = (
    rf"(?:(?:{_ARTICLE})?(?:[\w-]+ ){{0,2}}(?:limit|threshold|target|goal|mark|ceiling|cap|level|minimum|maximum) of "
    rf"|{_ARTICLE}(?=[$€£¥]?\d))?"
)
_LIMIT = re.compile(
    rf"\s{_BEFORE_LIMIT}(?:about )?"
    r"(?P<sign>[$€£¥]|(?-i:[A-Z]{3}) )?"
    rf"(?P<number>(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?|(?:{'|'.join(NUMBER_WORDS)})\b)"
    r"\s?(?P<unit>%|per ?cent|thousand|million|billion|k|mn?|bn)?(?![\w.,]*\d|[-/])",
    re.IGNORECASE,
)
# "more than half of the drivers", but not "half a million"
_PARTS: Mapping[str, float] = MappingProxyType(
    {"half": 50.0, "a third": 100 / 3, "a quarter": 25.0, "two thirds": 200 / 3, "three quarters": 75.0}
)
_PART = re.compile(
    rf"\s(?P<part>{'|'.join(_PARTS)})\b(?! (?:an?|million|billion|thousand|hundred|dozen)\b)", re.IGNORECASE
)
_MAGNITUDES: Mapping[str, float] = MappingProxyType({"t": 1e3, "k": 1e3, "m": 1e6, "b": 1e9})
# what a table says its amounts are in: "(in thousands)", "EUR thousand", "£m", "SEK bn"
_SCALE = re.compile(
    r"(?<!\d )\b(?P<word>thousand|million|billion)s?\b|(?:[$€£¥]|\b(?-i:[A-Z]{3}) ?)(?P<short>k|mn?|bn)\b",
    re.IGNORECASE,
)
_SCALES = frozenset(terms("thousand million billion"))
_SCALE_STEPS = (1.0, 1e3, 1e6, 1e9)
_CELL_SCALE = re.compile(r"(?:k|mn?|bn)", re.IGNORECASE)
_LARGE = 1e6
# how many times a limit values may be that are printed in its unit
_ONE_ORDER = 10
_ASKS_MONEY = re.compile(
    r"\b(?:cost(?:s|ing)?|pric(?:e[sd]?|ing)|expensive|cheaper|dearer|charged?|sells?|sold|pays?|paid)\b", re.IGNORECASE
)
# so many words before a comparison say what is compared: "articles that cost more than"
_WORDS_BEFORE, _WORDS_AFTER = 3, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A number that values are compared with."""

    holds: Callable[[float, float], bool]
    number: float
    # 1,000 of "5 thousand"; 1 without such
    magnitude: float
    is_percent: bool


def read_limit(text: str, holds: Callable[[float, float], bool]) -> Limit | None:
    """The limit that a text begins with, after a blank; None where it begins with none, or with a year."""
    if (part := _PART.match(text)) is not None:
        return Limit(holds=holds, number=_PARTS[part["part"].casefold()], magnitude=1.0, is_percent=True)
    found = _LIMIT.match(text)
    if found is None or (is_year(found["number"]) and not found["sign"] and not found["unit"]):
        return None
    unit = (found["unit"] or "").casefold()
    is_percent = unit == "%" or unit.startswith("per")
    return Limit(
        holds=holds,
        number=said_number(found["number"]),
        magnitude=1.0 if is_percent or not unit else _MAGNITUDES[unit[0]],
        is_percent=is_percent,
    )


def said_number(said: str) -> float:
    """The number that is said in figures or as a word.

    >>> said_number("1,204.5"), said_number("five")
    (1204.5, 5.0)
    """
    word = said.casefold()
    return float(NUMBER_WORDS.index(word) + 1 if word in NUMBER_WORDS else word.rstrip(".,").replace(",", ""))


def find_within(question: str, values: Sequence[RowValue], limit: Limit, beside: str = "") -> Groups:
    """The cells of the row that a question names, or the rows by the column that it names, that are within a limit.

    ``beside`` stands right around the comparison, and may name the column by another word.
    """
    for compared, within in _compared(question, values, limit, beside):
        if within:
            return [[value] for value in within], len(compared)
    return NO_GROUPS


def asks_money(text: str) -> bool:
    """Whether a text asks what something costs."""
    return _ASKS_MONEY.search(text) is not None


def words_beside(question: str, start: int, end: int) -> str:
    """The words right around a comparison, with itself."""
    before, after = question[:start].split()[-_WORDS_BEFORE:], question[end:].split()[:_WORDS_AFTER]
    return " ".join((*before, question[start:end], *after))


def _compared(
    question: str, values: Sequence[RowValue], limit: Limit, beside: str
) -> Iterator[tuple[list[RowValue], list[RowValue]]]:
    """Values of one name that compare with a limit, and those of them within it."""
    asked = set(terms(question))
    for of_unit in _of_unit(values, limit):
        for name, item in ((label_of, column_of), (column_of, label_of)):
            measured = [_of_measure(beside, of_unit)] if name is column_of else []
            for compared in (*_of_named(of_unit, asked, name, item, is_percent=limit.is_percent), *measured):
                numbers = scaled(compared, limit)
                if len(compared) < MIN_COMPARED or numbers is None or not are_comparable(compared):
                    continue
                number = limit.number * limit.magnitude
                within = [value for value, own in zip(compared, numbers, strict=True) if limit.holds(own, number)]
                yield compared, within


def _of_unit(values: Sequence[RowValue], limit: Limit) -> Iterator[list[RowValue]]:
    """The values that are shares where the limit is one, else those that are none; then what else may be meant: of a
    chart whose title says "%" all, and shares that a number without a unit is compared with.
    """
    own = [value for value in values if _is_percent(value) == limit.is_percent]
    yield own
    if limit.is_percent and not own:
        yield [value for value in values if "%" in said_around(value.statement)]
    elif not limit.is_percent and limit.magnitude == 1.0:
        yield [value for value in values if _is_percent(value)]


def _of_measure(beside: str, values: Sequence[RowValue]) -> list[RowValue]:
    """The values of the one column of what is compared by another word: of money for "cost", of weight for "weigh"."""
    measure = measured_column(beside)
    measured = [value for value in values if measure is not None and measure.search(value.column)]
    if not measured and asks_money(beside):
        measured = [value for value in values if is_money(value.column)]
    if len({value.column for value in measured}) != 1:
        return []
    return [value for value in measured if not is_sum(value.label)]


def _of_named(
    values: Sequence[RowValue], asked: set[str], name: Key, item: Key, *, is_percent: bool
) -> Iterator[list[RowValue]]:
    """The values of the one name that a question holds whole, beside its unit and a period; of columns of the one that
    shares the most with it, or of the only one of shares.
    """
    is_column = name is column_of
    names = list(dict.fromkeys(map(name, values)))
    said_of = {said: named_terms(said) - _SCALES for said in names}
    whole: dict[str, set[str]] = {}
    for said, named in said_of.items():
        own = named - periods_in(said)
        if (own <= asked and (own or named & asked)) or (len(names) == 1 and own & asked):
            whole[said] = own
    best = [said for said, own in whole.items() if not any(own < other for other in whole.values())]
    if len(best) > 1:
        best = [said for said in best if said_of[said] <= asked]
    if not best and is_column:
        # "full" is no word of "Occupancy", the only column of shares
        shared = {said: len(named & asked) for said, named in said_of.items()}
        is_only = is_percent and len(names) == 1
        best = [said for said in names if is_only or shared[said] == max(shared.values()) > 0]
    if len(best) == 1:
        of_name = [value for value in values if name(value) == best[0] and not is_sum(item(value))]
        if len({item(value) for value in of_name}) == len(of_name):
            yield of_name


def scaled(values: Sequence[RowValue], limit: Limit) -> list[float] | None:
    """The numbers of values as they compare with ``limit.number * limit.magnitude``; None where it is not known how.

    Amounts are printed in the unit of their cell, their column or their table. Where none is told, they are in the one
    in which the limit parts them, as a question that sets it takes for granted.
    """
    scales = [_scale_of(value) for value in values]
    if limit.magnitude == 1.0:
        # "more than $5,000,000" of a table in thousands
        is_large = limit.number >= _LARGE
        return [value.number * (scale or 1.0 if is_large else 1.0) for value, scale in zip(values, scales, strict=True)]
    if any(scales):
        if not all(scales):
            return None
        return [value.number * (scale or 1.0) for value, scale in zip(values, scales, strict=True)]
    numbers = [value.number for value in values]
    parting = [
        scale
        for scale in (limit.magnitude, *_SCALE_STEPS)
        if len({limit.holds(number * scale, limit.number * limit.magnitude) for number in numbers}) > 1
    ]
    if not parting and all(
        limit.number <= _ONE_ORDER * abs(number) <= _ONE_ORDER**2 * limit.number for number in numbers
    ):
        # all are on one side of it, and near it as they are printed
        parting = [limit.magnitude]
    return [number * parting[0] for number in numbers] if parting else None


def _scale_of(value: RowValue) -> float | None:
    """1,000 where an amount is told in thousands; None where nothing says."""
    if _CELL_SCALE.fullmatch(value.unit):
        return _MAGNITUDES[value.unit[0].casefold()]
    for said in (f"{value.label} {value.column}", value.statement.hit.text):
        found = {(scale["word"] or scale["short"])[0].casefold() for scale in _SCALE.finditer(said)}
        if len(found) == 1:
            return _MAGNITUDES[found.pop()]
    return None


def _is_percent(value: RowValue) -> bool:
    return value.unit == "%" or "%" in f"{value.label} {value.column}"
