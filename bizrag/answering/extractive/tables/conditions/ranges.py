"""Which row of a table a number means that lies in its range: "a trip costing €4,000" is in "€2,501 - €7,000". Pure.

Limits of approval, years of service, weights and ages are written so, and no word of the question is in the row.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import is_year, terms
from bizrag.model.words import NUMBER_WORDS, is_number

_SIGN = r"[$€£¥]?\s?"
_AMOUNT = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
# codes ("110-00151", "KF-710-1"), dates and times of day ("08:00-15:30") are none
_BETWEEN = re.compile(
    rf"(?<![\w.,:/-]){_SIGN}(?P<low>{_AMOUNT})\s?(?:%|kg|km)?\s?(?:-|–|—|to|and)\s?{_SIGN}(?P<high>(?!0\d){_AMOUNT})(?![\w,:/-]|\.\d)"
)
_UP_TO = re.compile(
    rf"\b(?P<word>up to|not over|not more than|at most|under|below|less than|fewer than)\s{_SIGN}(?P<high>{_AMOUNT})"
    rf"|(?P<sign>[<≤])\s?{_SIGN}(?P<limit>{_AMOUNT})",
    re.IGNORECASE,
)
_FROM = re.compile(
    rf"\b(?P<word>over|above|more than|from|at least)\s{_SIGN}(?P<low>{_AMOUNT})"
    rf"|(?P<sign>[>≥])\s?{_SIGN}(?P<limit>{_AMOUNT})"
    rf"|{_SIGN}(?P<least>{_AMOUNT})(?P<more>\+|[^.;:\d]{{0,30}}\b(?:or|and) (?:more|over|above)\b)",
    re.IGNORECASE,
)
_OPEN = frozenset(("under", "below", "less than", "fewer than", "over", "above", "more than", "<", ">"))
_ASKED = re.compile(
    rf"(?<![\w.,-])(?P<sign>[$€£¥])?\s?(?P<number>{_AMOUNT})(?:(?![\w-]|[.,]\d)|(?=(?:kg|km|cm|mm|mg|ml|kW)\b))"
    r"\s?(?P<word>[^\W\d_]+)?"
)
_AS_WORD = re.compile(rf"\b({'|'.join(NUMBER_WORDS)})\b", re.IGNORECASE)
_MAGNITUDES: Mapping[str, float] = MappingProxyType(
    {"thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "mn": 1e6, "billion": 1e9, "bn": 1e9}
)
# limits from a tenth of a million on are written in full
_FULL_SHARE = 0.1
# one range alone parts nothing
_MIN_RANGES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Range:
    low: float
    high: float
    # limits that are no part of it
    is_open: bool
    sign: str

    def holds(self, number: float) -> bool:
        return self.low < number < self.high if self.is_open else self.low <= number <= self.high


def find_in_range(question: str, rows: Sequence[Statement]) -> Statement | None:
    """The one row of a table whose range the question says, or in whose range a number of it lies; None where there is
    none or more.

    Rows whose label shares the most words with the question are compared: a table may have ranges of several things.
    """
    ranged = [(row, found) for row in rows if (found := _range_of(row)) is not None]
    if len(ranged) < _MIN_RANGES:
        return None
    said = [row for row, _ in ranged if re.search(rf"(?<!\w){re.escape(_label(row))}(?!\w)", question, re.IGNORECASE)]
    if len(said) == 1:
        return said[0]
    asked = {term for term in terms(question) if not is_number(term)}
    shared = [len(asked & set(terms(_label(row)))) for row, _ in ranged]
    named = [entry for entry, count in zip(ranged, shared, strict=True) if count == max(shared)]
    # "adults and children over 40 kg" is one of the ranges of a child
    ranged = named if len(named) >= _MIN_RANGES else ranged
    of_unit = set(terms(" ".join((ranged[0][0].kind_of_row, *(_label(row) for row, _ in ranged)))))
    largest = max(limit for _, found in ranged for limit in (found.low, found.high) if math.isfinite(limit))
    # "20 mg for 35 kg" in a table by weight in kg
    for sign, asked_number, word in sorted(_numbers(question), key=lambda entry: not of_unit & set(terms(entry[2]))):
        signs = {found.sign for _, found in ranged if found.sign}
        if sign and signs and sign not in signs:
            continue
        # "6.1 million" of a table whose limits are written in full
        scale = _MAGNITUDES.get(word.casefold(), 1.0)
        number = asked_number * (scale if largest >= _FULL_SHARE * scale else 1.0)
        holding = [row for row, found in ranged if found.holds(number)]
        if len(holding) == 1:
            return holding[0]
    return None


def has_number_of_unit(question: str, rows: Sequence[Statement]) -> bool:
    """Whether a question has a number of what the labels of rows are ranges of: five years, where rows are "2 to 4
    years" and the like.
    """
    units = [set(terms(_label(row))) for row in rows if _range_of(row) is not None]
    named = set[str]().union(*units) if len(units) >= _MIN_RANGES else set[str]()
    return any(word and named & set(terms(word)) for _, _, word in _numbers(question))


def _label(row: Statement) -> str:
    """The label of a row; empty where it has none: its first cell may be a code."""
    label, colon, _ = " ".join(row.said.split()).partition(": ")
    return label if colon else ""


def _range_of(row: Statement) -> _Range | None:
    """The range in a row's label.

    "under 3 years", "€601 - €2,500", "10 years of service or more"; years of the calendar are none.
    """
    label = _label(row)
    sign = next((letter for letter in label if letter in "$€£¥"), "")
    if (found := _BETWEEN.search(label)) is not None and not is_year(found["low"]):
        low, high = _parsed(found["low"]), _parsed(found["high"])
        return _Range(low=low, high=high, is_open=False, sign=sign) if low < high else None
    if (found := _UP_TO.search(label)) is not None:
        is_open = (found["word"] or found["sign"]).casefold() in _OPEN
        return _Range(low=-math.inf, high=_parsed(found["high"] or found["limit"]), is_open=is_open, sign=sign)
    if (found := _FROM.search(label)) is not None:
        is_open = (found["word"] or found["sign"] or "").casefold() in _OPEN
        low = _parsed(found["low"] or found["limit"] or found["least"])
        return _Range(low=low, high=math.inf, is_open=is_open, sign=sign)
    return None


def _numbers(question: str) -> list[tuple[str, float, str]]:
    """Numbers of a question with the sign of their currency and the word behind; small ones in words, too, and years
    left out.

    >>> _numbers("Who signs off a trip of €4,000 after five years, in 2025 (form T-12)?")
    [('€', 4000.0, 'after'), ('', 5.0, 'years')]
    """
    text = _AS_WORD.sub(lambda found: str(NUMBER_WORDS.index(found[1].casefold()) + 1), question)
    return [
        (found["sign"] or "", _parsed(found["number"]), found["word"] or "")
        for found in _ASKED.finditer(text)
        if found["sign"] or not is_year(found["number"])
    ]


def _parsed(amount: str) -> float:
    return float(amount.replace(",", ""))
