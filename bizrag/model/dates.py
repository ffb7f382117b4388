"""Days, months, quarters and years as English text names them: from the first day to the last. Pure."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from bizrag.model.periods import MONTH_NAME, MONTHS

_MONTHS = tuple(name[:3] for name in MONTHS)
# a year in which every day exists, for days without one
_NO_YEAR = 1904
_DAY = r"(?P<day{0}>\d{{1,2}})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year{0}>(?:19|20)\d\d)"
_DATE = re.compile(
    rf"(?<![\w.,-])(?:"
    rf"{_YEAR.format(1)}-(?P<month1>\d\d)-(?P<day1>\d\d)"
    rf"|{_DAY.format(2)}\.? (?:of )?(?P<month2>{MONTH_NAME})\.?(?:,? {_YEAR.format(2)})?"
    rf"|(?P<month3>{MONTH_NAME})\.? {_DAY.format(3)}(?!\d)(?:,? {_YEAR.format(3)})?"
    rf"|(?P<month4>{MONTH_NAME})\.?,? {_YEAR.format(4)}"
    rf"|(?P<day5>\d{{1,2}})\.(?P<month5>\d{{1,2}})\.{_YEAR.format(5)}"
    rf"|(?P<part>[qh][1-4]),? {_YEAR.format(6)}|{_YEAR.format(7)}"
    rf")(?![\w%]|[.,-]\d)",
    re.IGNORECASE,
)
_KINDS = range(1, 8)
_MONTHS_IN = {"q": 3, "h": 6}


@dataclass(frozen=True, slots=True, order=True)
class Days:
    """From one day to another, both included."""

    first: date
    last: date
    # False of "3 May": the year is not said, and is 1904
    has_year: bool = True


def find_days(text: str) -> Iterator[tuple[tuple[int, int], Days]]:
    """The dates in a text, each with its span; what is none, such as 31 February, is left out.

    >>> [days.last.isoformat() for _, days in find_days("from 3 May 2026 to July 2026, in Q1 2027 or 2028-02-01")]
    ['2026-05-03', '2026-07-31', '2027-03-31', '2028-02-01']
    >>> [(days.first.isoformat(), days.has_year) for _, days in find_days("by June 12th, 31.02.2026 and version 2.1")]
    [('1904-06-12', False)]
    """
    for found in _DATE.finditer(text):
        if (days := _days(found)) is not None:
            yield found.span(), days


def only_date(text: str) -> Days | None:
    """The only date in a text without other figures: "2023 82" is a value of a year."""
    found = list(find_days(text))
    if len(found) != 1:
        return None
    (start, end), days = found[0]
    return None if any(map(str.isdigit, text[:start] + text[end:])) else days


def _days(found: re.Match[str]) -> Days | None:
    groups = found.groupdict()
    year_no = next((groups[f"year{kind}"] for kind in _KINDS if groups.get(f"year{kind}")), None)
    year = int(year_no) if year_no else _NO_YEAR
    if (part := groups["part"]) is not None:
        length, number = _MONTHS_IN[part[0].lower()], int(part[1])
        return _months(year, length * (number - 1) + 1, length) if length * number <= len(_MONTHS) else None
    month = next((groups[f"month{kind}"] for kind in _KINDS if groups.get(f"month{kind}")), None)
    if month is None:
        return _months(year, 1, len(_MONTHS))
    month_no = int(month) if month.isdigit() else _MONTHS.index(month[:3].lower()) + 1
    day = next((groups[f"day{kind}"] for kind in _KINDS if groups.get(f"day{kind}")), None)
    if day is None:
        return _months(year, month_no, 1)
    try:
        one = date(year, month_no, int(day))
    except ValueError:
        return None
    return Days(first=one, last=one, has_year=year_no is not None)


def _months(year: int, first: int, length: int) -> Days:
    last = first + length - 1
    return Days(first=date(year, first, 1), last=date(year, last, calendar.monthrange(year, last)[1]))
