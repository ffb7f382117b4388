"""Parts of each year as timetables and tariffs write them: "15 Jun-31 Aug", "October to March"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bizrag.model.periods import MONTH_NAME, MONTHS

_DAY = r"(?:(?:early|mid|late)[ -])?(?:(?P<{0}>\d{{1,2}})(?:st|nd|rd|th)?\.? )?"
_SEASON = re.compile(
    rf"(?<!\w){_DAY.format('first_day')}(?P<first>{MONTH_NAME})\.? ?(?:[-–—]|to|until|through) ?"
    rf"{_DAY.format('last_day')}(?P<last>{MONTH_NAME})\b\.?",
    re.IGNORECASE,
)
_LAST_DAY, _MONTH_DAYS = 31, 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """From one day of a year to another, both included; it may go over the end of the year."""

    # month * 100 + day
    first: int
    last: int

    def holds(self, month: int, day: int | None = None) -> bool:
        """Whether a day, or any day of a month, lies in it.

        >>> winter = next(seasons_in("15 Oct-31 Mar"))
        >>> winter.holds(1), winter.holds(10), winter.holds(10, 2), winter.holds(7)
        (True, True, False, False)
        """
        days = [day] if day else range(1, _LAST_DAY + 1)
        return any(self._has(month * _MONTH_DAYS + one) for one in days)

    def _has(self, day: int) -> bool:
        if self.first <= self.last:
            return self.first <= day <= self.last
        return day >= self.first or day <= self.last


def seasons_in(text: str) -> Iterator[Season]:
    """The seasons that a text writes, in its order.

    >>> [(season.first, season.last) for season in seasons_in("1 Nov-31 Mar: daily; April to September: closed")]
    [(1101, 331), (401, 931)]
    """
    for found in _SEASON.finditer(text):
        first, last = month_number(found["first"]), month_number(found["last"])
        yield Season(
            first=first * _MONTH_DAYS + int(found["first_day"] or 1),
            last=last * _MONTH_DAYS + int(found["last_day"] or _LAST_DAY),
        )


def month_number(name: str) -> int:
    """The number of a month by its name, whole or cut short, from 1.

    >>> month_number("Sept"), month_number("march")
    (9, 3)
    """
    return next(number for number, month in enumerate(MONTHS, 1) if month.startswith(name.casefold()[:3]))
