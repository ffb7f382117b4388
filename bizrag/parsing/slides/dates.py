"""Whether a text of a slide is a date: a day, month, quarter or year, or a week or phase that is counted. Pure."""

from __future__ import annotations

import re

from bizrag.model.words import MONTH

_YEAR = r"(?:(?:19|20)\d\d|['’]\d\d)"
_DAY = rf"\d{{1,2}}(?:st|nd|rd|th)?\.? {MONTH}|{MONTH} \d{{1,2}}(?:st|nd|rd|th)?"
_TIME = (
    rf"(?:{_DAY}|{MONTH}|(?:q|h)[1-4]|\d{{1,2}}[./]\d{{1,2}})[,./ -]{{0,2}}{_YEAR}?"
    rf"|{_YEAR}|\d{{4}}-\d\d(?:-\d\d)?"
)
_COUNTED = r"(?:week|month|day|year|phase|step|stage|wave|sprint|quarter)s? \d{1,3}(?: ?[-–] ?\d{1,3})?"
# "Jan 2026", "15 Nov", "Q3 2026", "2027", "2025-10-24", "Apr – June 2026", "Week 3", "by 2030"
_DATE = re.compile(rf"(?:by |from |until |since )?(?:(?:{_TIME})(?: ?[-–] ?(?:{_TIME}))?|{_COUNTED})", re.IGNORECASE)


def is_date(text: str) -> bool:
    """
    >>> [is_date(text) for text in ("15 Nov 2026", "Q3 2026", "Apr – June '27", "Week 3", "By 2030", "Maine", "12")]
    [True, True, True, True, True, False, False]
    """
    return _DATE.fullmatch(text.strip()) is not None
