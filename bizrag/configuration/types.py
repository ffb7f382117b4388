"""Types of settings that a person writes as text: words with commas between them, and schedules."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator

__all__ = ["Cron", "Words", "is_cron"]

_SHORT = frozenset({"@hourly", "@midnight", "@daily", "@weekly", "@monthly", "@yearly", "@annually"})
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_LAST_DAY = 31
# the smallest and the largest value of each field, and the names of its values
_FIELDS: tuple[tuple[int, int, tuple[str, ...]], ...] = (
    (0, 59, ()),
    (0, 23, ()),
    (1, _LAST_DAY, ()),
    (1, 12, _MONTHS),
    (0, 7, _WEEKDAYS),
)
_NTH_WEEKDAY = re.compile(r"l[0-7]|[0-7]#[1-5]")
_ITEM = re.compile(r"(?:\*|(?P<first>\w+)(?:-(?P<last>\w+))?)(?:/(?P<step>\d{1,4}))?", re.ASCII)


def is_cron(text: str) -> bool:
    """Whether a text is a schedule of five fields (minute, hour, day, month, weekday), or ``@daily`` and its like.

    >>> [is_cron(text) for text in ("0 2 * * *", "*/15 8-18 * * mon-fri", "@daily", "sometimes", "0 25 * * *")]
    [True, True, True, False, False]
    """
    fields = text.lower().split()
    if len(fields) != len(_FIELDS):
        return text.strip().lower() in _SHORT
    # there is no such day
    if fields[3] in ("2", "feb") and fields[2] in ("30", "31"):
        return False
    return all(
        _is_item(item, *limits) for field, limits in zip(fields, _FIELDS, strict=True) for item in field.split(",")
    )


def _is_item(item: str, low: int, high: int, names: tuple[str, ...]) -> bool:
    """Whether an item of a field is ``*``, a value or a range of values, with a step or without.

    A range may go over the end (22-5, fri-mon). The day may be the last (l), a weekday the last or second (l5, 5#2).
    """
    if (high == _LAST_DAY and item == "l") or (names is _WEEKDAYS and _NTH_WEEKDAY.fullmatch(item)):
        return True
    found = _ITEM.fullmatch(item)
    if found is None or (found["step"] is not None and int(found["step"]) == 0):
        return False
    values = [_value(word, low, names) for word in (found["first"], found["last"]) if word is not None]
    return all(low <= value <= high for value in values)


def _value(word: str, low: int, names: tuple[str, ...]) -> int:
    if word in names:
        return names.index(word) + low
    return int(word) if word.isdecimal() else -1


def _checked_cron(text: str) -> str:
    if not is_cron(text):
        raise ValueError('no schedule; write minute, hour, day, month and weekday, such as "0 2 * * *"')
    return text


def _split_words(given: object) -> object:
    """Words of a text; a list that was to be JSON and is not stays as it is, and is refused."""
    if not isinstance(given, str) or given.lstrip().startswith("["):
        return given
    return [word.strip() for word in given.split(",") if word.strip()]


# words with commas between them; JSON is taken too
Words = Annotated[tuple[str, ...], BeforeValidator(_split_words)]
Cron = Annotated[str, AfterValidator(_checked_cron)]
