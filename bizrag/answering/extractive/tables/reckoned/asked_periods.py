"""The years, quarters and halves that a question names for values to be reckoned with, and the labels that are of them.
Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from bizrag.answering.extractive.tables.reckoned.computed import Reckoned
from bizrag.model.periods import MONTH_NAME
from bizrag.model.terms import is_year, terms

# "between 2017 and 2019", "from 2017 to 2019", "2017-2019": an average or sum takes the year between, too
_SPAN = re.compile(
    r"\b(?:from|between|through|period)\b|\d\s?[-\u2013]\s?(?:19|20)\d\d|\b(?:three|four|five|[3-9])[- ]years?\b",
    re.IGNORECASE,
)
PART = re.compile(r"[qh][1-4]")
# "Dec 24", "June '25" as columns have it; "Dec 24, 2024" is a day
_MONTH_OF_YEAR = re.compile(rf"\b({MONTH_NAME})\.? ['’]?(\d\d)$", re.IGNORECASE)
_YEAR_AVERAGE = re.compile(r"\b(?P<year>(?:19|20)\d\d) average\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """A year, or a quarter or half of it."""

    year: str
    # "q3", "h1"; empty for a whole year
    part: str = ""


def periods_of(question: str, kind: Reckoned) -> list[Period]:
    """The periods that a question names, the first one first; for an average or sum those between, too.

    >>> [one.part + one.year for one in periods_of("from Q1 2024 to the first quarter of 2025", Reckoned.CHANGE)]
    ['q12024', 'q12025']
    >>> [one.year for one in periods_of("the average from 2017 to 2019", Reckoned.AVERAGE)]
    ['2017', '2018', '2019']

    Of the average of a year, as accounts have it, the year before opens it.

    >>> [one.year for one in periods_of("the 2019 average trade receivables", Reckoned.AVERAGE)]
    ['2018', '2019']
    """
    found: list[Period] = []
    part = ""
    parts = [term for term in terms(question) if PART.fullmatch(term)]
    for term in terms(question):
        if PART.fullmatch(term):
            part = term
        elif is_year(term):
            found.append(Period(term, part))
            # "in Q4 2019 and 2018"
            part = part if len(parts) == 1 else ""
    if len(years := {period.year for period in found}) == 1 and len(set(parts)) > 1:
        # "in the first and the second quarter of 2019"
        return sorted(Period(year, part) for year in years for part in set(parts))
    periods = sorted(set(found))
    if not periods and len(parts) > 1:
        return [Period("", part) for part in dict.fromkeys(parts)]
    opened = _YEAR_AVERAGE.search(question)
    if len(periods) == 1 and opened and kind is Reckoned.AVERAGE:
        return [replace(periods[0], year=str(int(opened["year"]) - 1)), *periods]
    if (
        len(periods) == 2
        and kind is not Reckoned.CHANGE
        and _SPAN.search(question)
        and not any(period.part for period in periods)
    ):
        return [Period(str(year)) for year in range(int(periods[0].year), int(periods[1].year) + 1)]
    return periods


def is_of(period: Period, label: str) -> bool:
    """Whether a label names a period, no part of it and no other.

    >>> is_of(Period("2024"), "Dec 24"), is_of(Period("2024"), "Q4 24"), is_of(Period("2024", "q4"), "Q4 24")
    (True, False, True)
    """
    said = {term for term in terms(_MONTH_OF_YEAR.sub(r"\1 20\2", label)) if is_year(term) or PART.fullmatch(term)}
    return said == {period.year, period.part} - {""}
