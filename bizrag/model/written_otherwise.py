"""What questions call otherwise than texts write it: the people of a country, percentiles of a measure. Pure."""

from __future__ import annotations

import re

from bizrag.model.countries import DEMONYMS

_CAPITALS = re.compile(r"\b[A-Z][a-z]+\b")
# "9 to 11", and no years
_RANGE = re.compile(r"\b(?P<first>\d{1,3}) (?:to|through) (?P<last>\d{1,3})\b")
_DASHES = ("-", "\u2013")
_PERCENTILE = re.compile(r"\b(?P<number>\d\d)(?:st|nd|rd|th)[- ]percentile\b", re.IGNORECASE)


def stands(words: str, lowered: str) -> bool:
    """Whether a text in lower case has words as they are."""
    return re.search(rf"(?<!\w){re.escape(words.casefold())}(?!\w)", lowered) is not None


def written_otherwise(question: str, lowered: str) -> dict[str, str]:
    """Words of a question with what a text in lower case has for them, which does not have them.

    >>> written_otherwise("How did Dutch sales change?", "netherlands: 12")
    {'Dutch': 'Netherlands'}
    >>> written_otherwise("What was the 99th percentile in July?", "jul 23: p50 62; p99 318")
    {'99th percentile': 'p99'}
    >>> written_otherwise("How many children of 9 to 11 years?", "6-8: 12; 9-11: 30")
    {'9 to 11': '9-11'}
    """
    said: dict[str, str] = {}
    for word in set(_CAPITALS.findall(question)) & DEMONYMS.keys():
        names = [name for name in DEMONYMS[word] if stands(name, lowered)]
        if names and not stands(word, lowered):
            said[word] = names[0]
    for found in _PERCENTILE.finditer(question):
        short = f"p{found['number']}"
        if stands(short, lowered) and not stands(found[0], lowered):
            said[found[0]] = short
    for found in _RANGE.finditer(question):
        ranges = (f"{found['first']}{dash}{found['last']}" for dash in _DASHES)
        if not stands(found[0], lowered) and (written := next((one for one in ranges if stands(one, lowered)), "")):
            said[found[0]] = written
    return said
