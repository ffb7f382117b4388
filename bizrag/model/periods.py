"""Of which period a document is by its name, and whether a question asks for the latest. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection

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


def latest_of(source_uris: Collection[str]) -> set[str]:
    """Of files the ones of the latest period; all of them where the name of one says no year.

    >>> sorted(latest_of(["a/2022 Q3.pdf", "a/2023 Q1.pdf", "b/2023 Q1.pdf"])), len(latest_of(["2023.pdf", "b.pdf"]))
    (['a/2023 Q1.pdf', 'b/2023 Q1.pdf'], 2)
    """
    periods = {uri: period_of(uri) for uri in source_uris}
    if not all(year for year, _ in periods.values()):
        return set(source_uris)
    return {uri for uri, period in periods.items() if period == max(periods.values())}


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
