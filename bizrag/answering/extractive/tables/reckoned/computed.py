"""What is reckoned of printed values: changes, differences, averages and sums, written like the values. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from enum import Enum, auto

from bizrag.answering.extractive.tables.reading.row_values import RowValue, are_comparable, named_terms, row_name
from bizrag.answering.statements.reading import Statement
from bizrag.model.parses import MEASURED
from bizrag.model.terms import is_year, terms

#: "Total" alone names no row
SUM_WORDS = frozenset(terms("total sum"))
_PERCENT = frozenset(terms("percent percentage"))
_SIGN = re.compile(r"[(\-\u2212\u2013]")
_DECIMALS, _DECIMALS_BEHIND_COMMA = re.compile(r"\.(\d+)"), re.compile(r",(\d+)")
_PRINTED = re.compile(r"\d(?:[\d.,]*\d)?(?: \d{3}(?!\d))*(?:,\d+)?")
_SET_IN_THREES = re.compile(r"\d \d{3}(?!\d)")
_SWAPPED = str.maketrans(",.", ".,")
#: so many decimals has a share, and at least so many a mean
PERCENT_DECIMALS = 2
_MEAN_DECIMALS, _RATIO_DECIMALS = 2, 2
#: by what shares differ
POINTS = "percentage points"


#: is a word like any where it is the whole name of a row
OTHER = "other"
_IS_OTHER = re.compile(r"others?", re.IGNORECASE)


class Reckoned(Enum):
    """What is made of values."""

    CHANGE = auto()
    AVERAGE = auto()
    SUM = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed:
    """What is reckoned of which rows: ``Net sales: 2023 $94,836; 2024 $97,278; change $2,442 (2.57%).``"""

    statements: tuple[Statement, ...]
    text: str
    # whether the question holds the whole name of each row
    is_named: bool = False


def statements_of(values: Iterable[RowValue]) -> tuple[Statement, ...]:
    """The statements that values stand in, each once, in their order."""
    return tuple({id(value.statement): value.statement for value in values}.values())


def change_between(before: RowValue, after: RowValue) -> str:
    """From one value to another: ``change $2,442 (2.57%)``; empty where they do not compare."""
    operands = (before, after)
    if not are_comparable(operands):
        return ""
    return _change([Decimal(str(value.number)) for value in operands], before, _decimals(operands))


def difference_between(one: RowValue, other: RowValue) -> str:
    """How far apart two values are: ``difference 200``; empty where they do not compare."""
    change = change_between(one, other)
    return f"difference {change.removeprefix('change ').partition(' (')[0].lstrip('-')}" if change else ""


def summed(operands: Sequence[RowValue], asked: set[str]) -> Computed:
    """Values of several rows with their sum: ``Oak: Value 5; Elm: Value 7; 2 rows, sum 12.``"""
    found = computed(Reckoned.SUM, operands, asked, is_over_time=False)
    head, _, total = found.text.rpartition("; ")
    return replace(found, text=f"{head}; {len(operands)} rows, {total}", is_named=True)


def sum_of_row(operands: Sequence[RowValue], asked: set[str]) -> Computed:
    """Values of one row with their sum: ``Meters: Lot 1 11,950; Lot 2 8,420; sum 20,370.``"""
    return replace(computed(Reckoned.SUM, operands, asked, is_over_time=False), is_named=True)


def is_meant(label: str, asked: set[str]) -> bool:
    """Whether a question holds all that a row's name says beside years and what stands in brackets, its unit."""
    names = ({term for term in label_terms(label) if not is_year(term)}, named_terms(label))
    return any(own and own <= asked for own in names)


def label_terms(label: str) -> set[str]:
    """The terms of a row's name; "other" where it says nothing else.

    >>> label_terms("Assets > Other"), label_terms("Other assets")
    ({'other'}, {'asset'})
    """
    name = row_name(label)
    return {OTHER} if _IS_OTHER.fullmatch(name) else set(terms(name))


def computed(kind: Reckoned, operands: Sequence[RowValue], asked: set[str], *, is_over_time: bool) -> Computed:
    """Values with what they make; ``asked`` are the terms of the question.

    A change is from the first to the second value where they are of two periods, else how far they are apart.
    """
    decimals = _decimals(operands)
    numbers = [Decimal(str(value.number)) for value in operands]
    label = operands[0].label
    is_one_row = all(value.label == label for value in operands)
    told = "; ".join(value.cell if is_one_row else f"{value.label}: {value.cell}" for value in operands)
    if kind is Reckoned.CHANGE:
        said = _change(numbers, operands[0], decimals) if is_over_time else _difference(numbers, operands[0], decimals)
        if not is_over_time and asked & _PERCENT and numbers[1]:
            share = (numbers[0] - numbers[1]) / abs(numbers[1]) * 100
            said += f" ({rounded(share, PERCENT_DECIMALS)}% of the second)"
    elif kind is Reckoned.AVERAGE:
        said = f"average {_written(sum(numbers, Decimal()) / len(numbers), operands[0], max(decimals, _MEAN_DECIMALS))}"
    else:
        said = f"sum {_written(sum(numbers, Decimal()), operands[0], decimals)}"
    if any(value.is_measured for value in operands):
        said = said.replace(" ", " about ", 1)
    head = f"{label}: " if is_one_row and label else ""
    is_named = all(is_meant(value.label, asked) and set(terms(value.label)) - SUM_WORDS for value in operands)
    return Computed(statements=statements_of(operands), text=f"{head}{told}; {said}.", is_named=is_named)


def ratio_of(parts: Sequence[RowValue], whole: RowValue, *, is_ratio: bool) -> Computed:
    """Values with what share of another one they are together, or as a ratio to it: ``A: 2; B: 4; share 50%.``"""
    ratio = sum((Decimal(str(part.number)) for part in parts), Decimal()) / Decimal(str(whole.number))
    values = (*parts, whole)
    is_one_row = all(value.statement is whole.statement for value in values)
    said = "; ".join(
        f"{value.label}: {value.cell}" if value.label and not (is_one_row and at) else value.cell
        for at, value in enumerate(values)
    )
    about = "about " if any(value.is_measured for value in values) else ""
    share = f"{about}{rounded(ratio * 100, PERCENT_DECIMALS)}%"
    told = f"ratio {about}{rounded(ratio, _RATIO_DECIMALS)} ({share})" if is_ratio else f"share {share}"
    return Computed(statements=statements_of(values), text=f"{said}; {told}.", is_named=True)


def _decimals(values: Sequence[RowValue]) -> int:
    found = (
        (_DECIMALS_BEHIND_COMMA if value.has_decimal_comma else _DECIMALS).search(value.printed) for value in values
    )
    return max(len(one[1]) if one else 0 for one in found)


def _change(numbers: Sequence[Decimal], like: RowValue, decimals: int) -> str:
    before, after = numbers
    change = after - before
    said = f"{_rounded(change, decimals, like)} {POINTS}" if like.unit == "%" else _written(change, like, decimals)
    share = f" ({_rounded(change / abs(before) * 100, PERCENT_DECIMALS, like)}%)" if before else ""
    return f"change {said}{share}"


def _difference(numbers: Sequence[Decimal], like: RowValue, decimals: int) -> str:
    difference = abs(numbers[0] - numbers[1])
    if like.unit == "%":
        return f"difference {_rounded(difference, decimals, like)} {POINTS}"
    return f"difference {_written(difference, like, decimals)}"


def _written(number: Decimal, like: RowValue, decimals: int) -> str:
    """A number as the value beside it is printed, with its currency and unit: ``-$0.25m`` like ``($1.5m)``."""
    printed = _PRINTED.search(like.printed)
    assert printed is not None, "values are matched by their number"
    before = _SIGN.sub("", like.printed[: printed.start()]).replace(MEASURED, "")
    after = like.printed[printed.end() :]
    # of an amount in brackets; "74 dB(A)" has a unit with brackets
    after = after if "(" in after else after.replace(")", "")
    return f"{'-' if number < 0 else ''}{before}{_rounded(abs(number), decimals, like)}{after}"


def _rounded(number: Decimal, decimals: int, like: RowValue) -> str:
    """A number with so many decimals, its commas, points and blanks as the value beside it has them."""
    text = rounded(number, decimals)
    if like.has_decimal_comma:
        text = text.translate(_SWAPPED)
    thousands = "." if like.has_decimal_comma else ","
    return text.replace(thousands, " ") if _SET_IN_THREES.search(like.printed) else text


def rounded(number: Decimal, decimals: int) -> str:
    """A number with so many decimals, without zeros at its end.

    >>> rounded(Decimal("1234.565"), 2), rounded(Decimal("2.50"), 2)
    ('1,234.57', '2.5')
    """
    text = f"{number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP):,}"
    return text.rstrip("0").rstrip(".") if "." in text else text
