"""Abbreviations that people write and documents spell out, or the other way round: the common ones, listed. Pure."""

from __future__ import annotations

import re

_SPELLED = {
    "CEO": "chief executive officer",
    "CFO": "chief financial officer",
    "COO": "chief operating officer",
    "CTO": "chief technology officer",
    "CIO": "chief information officer",
    "HQ": "headquarters",
    "HR": "human resources",
    "R&D": "research and development",
    "capex": "capital expenditure",
    "opex": "operating expenses",
    "FTE": "full-time equivalents",
    "KPI": "key performance indicator",
    "SLA": "service level agreement",
    "PTO": "paid time off",
    "VAT": "value added tax",
}
_FORMS = tuple(
    (re.compile(rf"\b{re.escape(short)}s?\b", re.IGNORECASE), re.compile(rf"\b{long}\b", re.IGNORECASE), short, long)
    for short, long in _SPELLED.items()
)


def with_abbreviations(question: str) -> str:
    """A question followed by what its abbreviations stand for, and by the abbreviations of what it spells out.

    >>> with_abbreviations("who is the ceo"), with_abbreviations("Who leads research and development?")
    ('who is the ceo chief executive officer', 'Who leads research and development? R&D')
    >>> with_abbreviations("Who is it?")
    'Who is it?'
    """
    other = [
        long if is_short else short
        for abbreviated, spelled, short, long in _FORMS
        if (is_short := abbreviated.search(question) is not None) != (spelled.search(question) is not None)
    ]
    return " ".join([question, *other])
