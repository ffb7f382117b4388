"""What kind of thing a question asks for, and which cells of a row are of that kind. Pure.

"When does the certificate run out?" names the column of certificates, and asks for the date in the one beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.?"
# "31 October", "Oct 2025", "24/10/2025", "2025-10-24", "06/2027"
_DATE = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)? {_MONTH}\b|\b{_MONTH} \d{{1,4}}\b|\b\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}\b"
    r"|\b(?:0?[1-9]|1[0-2])/(?:19|20)\d\d\b",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"[$€£¥]|\b(?:eur|usd|gbp|chf|cad|aud|jpy|sek|nok|dkk|pln|prices?|costs?|fees?|amounts?|charges?|salary|pay)\b",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"\b(?:by|owners?|responsible|names?|contacts?|approvers?|managers?|leads?|leaders?|persons?|authors?|chair|officers?)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d")
# what a question says, and what a cell with the answer holds: its column's name or its value
_KINDS: Mapping[str, tuple[re.Pattern[str], re.Pattern[str]]] = MappingProxyType(
    {
        "date": (
            re.compile(r"\b(?:when|(?:what|which) (?:date|day|month)|deadline|expires?|due date)\b", re.IGNORECASE),
            _DATE,
        ),
        "money": (
            re.compile(
                r"\b(?:costs?|prices?|priced|fees?|how (?:much|expensive|cheap)|charged?|salary|paid|pay)\b",
                re.IGNORECASE,
            ),
            _MONEY,
        ),
        "person": (re.compile(r"\bwho(?:m|se)?\b", re.IGNORECASE), _PERSON),
        "number": (re.compile(r"\bhow (?:many|much|long|often|old|high|large|far)\b", re.IGNORECASE), _FIGURE),
    }
)


def is_money(text: str) -> bool:
    """Whether a column's name or a value is about money."""
    return _MONEY.search(text) is not None


def wanted_cells(question: str, cells: list[str], kept: list[bool]) -> list[bool]:
    """Which cells to tell: those kept, and where none of them is of the kind that is asked for, those that are.

    >>> wanted_cells("When does it expire?", ["Certificate VT-0417", "Valid until 06/2027"], [True, False])
    [True, True]
    >>> wanted_cells("Which certificate has it?", ["Certificate VT-0417", "Valid until 06/2027"], [True, False])
    [True, False]
    """
    for asks, holds in _KINDS.values():
        if not asks.search(question):
            continue
        if any(is_kept and holds.search(cell) for cell, is_kept in zip(cells, kept, strict=True)):
            return kept
        fitting = [holds.search(cell) is not None for cell in cells]
        if any(fitting):
            return [is_kept or fits for is_kept, fits in zip(kept, fitting, strict=True)]
    return kept
