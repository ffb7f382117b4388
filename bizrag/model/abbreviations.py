"""Abbreviations that people write and documents spell out, or the other way round: the common ones, listed. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bizrag.model.terms import STOPWORDS, stem

# "LCA": of two letters too many words have the initials
_INITIALS = re.compile(r"[A-Z]{3,5}")
_JOINING = frozenset({"of", "and", "for"})
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
    "ROCE": "return on capital employed",
    "ROIC": "return on invested capital",
    "ROE": "return on equity",
    "ROA": "return on assets",
    "FCF": "free cash flow",
    "GMV": "gross merchandise volume",
    "ARR": "annual recurring revenue",
    "NPS": "net promoter score",
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


def words_of_initials(short: str, texts: Iterable[str]) -> str:
    """The words that an abbreviation has the initials of, where texts have one such row of words alone; else empty.

    >>> words_of_initials("LCA", ["The life cycle assessment was verified."]), words_of_initials("LCA", ["A lamp."])
    ('life cycle assessment', '')
    >>> words_of_initials("LCA", ["A life cycle assessment of a low carbon alloy."])
    ''
    """
    if not _INITIALS.fullmatch(short):
        return ""
    spelled = re.compile(
        r"(?<![\w-])" + r"[ -](?:(?:of|and|for) )?".join(rf"{letter}[^\W\d_]{{2,}}" for letter in short) + r"(?![\w-])",
        re.IGNORECASE,
    )
    rows: dict[tuple[str, ...], str] = {}
    for text in texts:
        for found in spelled.findall(text):
            words = re.split(r"[ -]", found.casefold())
            if words[0] not in STOPWORDS and not any(word in STOPWORDS for word in words if word not in _JOINING):
                rows.setdefault(tuple(map(stem, words)), " ".join(words))
    return next(iter(rows.values())) if len(rows) == 1 else ""
