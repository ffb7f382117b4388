"""What the text of a table's cell is: a value, a period, a unit, or a name of something. Pure."""

from __future__ import annotations

import re

from bizrag.model.periods import MONTH_NAME
from bizrag.model.unspaced import WITHOUT_BLANKS

_NUMBER = re.compile(r"\d")
_YEAR = re.compile(r"(?:19|20)\d\d|\b(?:fy|q|h)\s?\d{1,4}", re.IGNORECASE)
# "Rs 1939", "$2019"; "EUR 2023" names a column
_AMOUNT = re.compile(r"(?:[$€£¥₹]|\bRs\.? ?)\d", re.IGNORECASE)
# digits that a period's label may hold beside its year: days, footnote marks, the zeros of "$'000"
_SMALL_NUMBERS = re.compile(r"(?<![\d.,])(?:\d{1,2}|000)(?![\d%])")
# "(in thousands)", "(52 weeks)"; an amount in brackets is negative
_UNIT = re.compile(
    r"\((?![\s$€£]*[\d.,]+\s?%?\))|in (?:millions|thousands|billions)|[%$€£]\W*[^\W\d]{0,2}$", re.IGNORECASE
)
_SCALE = re.compile(r"\b(?:millions?|thousands?|billions?|per cent)\b|^\W*[$€£¥%]|['\u2019]000", re.IGNORECASE)
_SCALE_WORDS = 8
_THOUSANDS = re.compile(r"['\u2019]000$")
# what a value is beside its digits: signs, brackets, footnote marks, a range, a unit of up to three letters
_VALUE = re.compile(
    r"[^\w\s]{0,3}\s?(?:[A-Z]{1,3}\s?)?[^\w\s]{0,2}\d[\d.,\s]*"
    r"(?:\s?[-\u2013\u2014]\s?\W?\d[\d.,]*)?\s?[^\w\s]{0,3}\s?[a-z]{0,3}[^\w\s]{0,2}(?:\s?\(\w{1,2}\))*",
    re.IGNORECASE,
)
_NIL = re.compile(r"[^\w\s]?\s?[-\u2013\u2014]+\s?%?|n/?[am]|nil", re.IGNORECASE)
_SPACED_YEAR = re.compile(r"\b[12] \d \d \d\b")
_TIME = re.compile(
    rf"\b(?:years?|months?|weeks?|quarters?|fiscal|periods?|ended|ending|as (?:of|at)|{MONTH_NAME})\b", re.IGNORECASE
)
# a number as it is printed, and what may be the rest of one whose thousands a blank parts
_SOLE = re.compile(r"[+\-\u2212\u2013]?[$\u20ac\u00a3]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?%?")
_THOUSAND = re.compile(r"\d{3}(?:[.,]\d+)?%?")
# "Employee no.: 10442", "52周最高：75.3元"
_FACT = re.compile(rf"(?:\d{{1,3}}(?=[{WITHOUT_BLANKS}]))?[^\W\d_][^:：\n]{{1,30}}[:：]\s?\S")


def is_period(text: str) -> bool:
    """Whether a text holds a year and no number that is a value.

    >>> [is_period(text) for text in ("2023", "Q1 2023", "Dec 29, 2018", "2018 (4)", "30 June 2019 $'000", "EUR 2023")]
    [True, True, True, True, True, True]
    >>> [is_period(text) for text in ("$2,019", "Rs 1939")]
    [False, False]
    """
    if _AMOUNT.search(text):
        return False
    plain = _SPACED_YEAR.sub(lambda year: year[0].replace(" ", ""), text)
    return bool(_YEAR.search(plain)) and not _NUMBER.search(_SMALL_NUMBERS.sub("", _YEAR.sub("", plain)))


def is_time(text: str) -> bool:
    """Whether a text speaks of a time, a year or none: what stands over the years of several columns.

    >>> [is_time(text) for text in ("Year ended June 30,", "As of", "31 Dec", "Decrease", "Land")]
    [True, True, True, False, False]
    """
    return is_period(text) or _TIME.search(text) is not None


def is_unit(text: str) -> bool:
    """Whether a text begins as a unit does.

    >>> [is_unit(text) for text in ("(in thousands)", "In millions", "$m", "(1,204)", "€20")]
    [True, True, True, False, False]
    """
    return _UNIT.match(text) is not None


def tells_scale(text: str) -> bool:
    """Whether a short text tells in what a table's figures are.

    >>> [tells_scale(text) for text in ("$ MILLION", "(dollars in millions)", "In millions, except shares", "Sales")]
    [True, True, True, False]
    """
    return len(text.split()) <= _SCALE_WORDS and _SCALE.search(text) is not None


def is_value(text: str) -> bool:
    """Whether a text is a figure, or a dash in a figure's place; periods are names.

    >>> [is_value(text) for text in ("$1,204", "(31)%", "3 - 4.35", "-", "12 kg", "EUR 5.1m", "$12,700 (1)")]
    [True, True, True, True, True, True, True]
    >>> [is_value(text) for text in ("2019", "53 WEEKS", "1 to 3 years", "Level 1", "Change", "$'000", "July 29,")]
    [False, False, False, False, False, False, False]
    """
    plain = text.strip()
    if not plain or is_period(plain) or _THOUSANDS.search(plain):
        return False
    return _VALUE.fullmatch(plain) is not None or _NIL.fullmatch(plain) is not None


def are_two_values(one: str, other: str) -> bool:
    """Whether two words that follow each other are a value each, however close they stand.

    >>> [are_two_values(*pair) for pair in (("9.4", "0.081"), ("0.65", "\u22120.07"), ("41", "1,220"), ("96%", "12%"))]
    [True, True, True, True]
    >>> [are_two_values(*pair) for pair in (("1", "577.30"), ("2585", "(47)"), ("2023", "2024"), ("3", ".88"))]
    [False, False, False, False]
    """
    are_whole = _SOLE.fullmatch(one) and _SOLE.fullmatch(other) and not _THOUSAND.fullmatch(other)
    return bool(are_whole) and any(sign in word for word in (one, other) for sign in ".,%")


def is_fact(text: str) -> bool:
    """Whether a text is a value behind its name.

    >>> [is_fact(text) for text in ("Tax code: 1257L", "Net of tax")]
    [True, False]
    """
    return _FACT.match(text) is not None
