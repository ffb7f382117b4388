"""Of which period a document is by its name, and whether a question asks for the latest. Pure."""

from __future__ import annotations

import re

from bizrag.model.words import tokens

_LATEST = re.compile(r"\b(?:latest|most recent|newest|most current|last reported)\b", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_PART = re.compile(r"[qh][1-4]|(?:0[1-9]|1[0-2])")
_PERIOD = re.compile(r"([1-4])q|q([1-4])")


def asks_latest(question: str) -> bool:
    """Whether a question is about the last of several documents.

    >>> asks_latest("What is in the most recent 10-Q?"), asks_latest("What came last?")
    (True, False)
    """
    return _LATEST.search(question) is not None


def period_of(source_uri: str) -> tuple[str, str]:
    """Year, and quarter, half or month, that the name of a file says; empty where it says no year. Later ones compare
    as larger.

    >>> period_of("/reports/2023 Q3 AAPL.pdf"), period_of("a/OPM_FY2022_APR.pdf"), period_of("notes-2024-07.txt")
    (('2023', 'q3'), ('2022', ''), ('2024', '07'))
    >>> period_of("/2023/handbook.pdf")
    ('', '')
    """
    name = re.sub(r"[_\W]+", " ", source_uri.rsplit("/", 1)[-1].rsplit(".", 1)[0])
    said = [_PERIOD.sub(lambda found: f"q{found[1] or found[2]}", token) for token in tokens(name)]
    years = [token for token in said if _YEAR.fullmatch(token)]
    if not years:
        return "", ""
    return max(years), max((token for token in said if _PART.fullmatch(token)), default="")
