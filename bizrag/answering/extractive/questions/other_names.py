"""Measures under other names: who asks for net sales means the revenue of a document that has no net sales. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

# names of one measure; where a document has two of them, each is asked for by its own
_NAMES = tuple(
    tuple(names.split(", "))
    for names in (
        "total net sales, net revenue, net sales, total revenue, total sales, turnover, revenue, sales",
        "net income, net profit, net earnings, profit for the year, profit after tax",
        "operating income, operating profit, operating result, EBIT",
        "employees, headcount, workforce, personnel",
        "capital expenditures, capital spending, capital investments, capex",
    )
)
# "sales offices", "the sales team" and "staff turnover" are no measures
_OTHER = r"(?<!staff )(?<!employee )(?<!labour )(?<!labor )"
_GOES_ON = r"(?!['’-]| (?:office|team|force|staff|person|people|representative|manager|tax|order|channel|turnover)s?\b)"


def other_name(question: str, texts: Iterable[str]) -> tuple[str, str] | None:
    """The measure that a question names and no text does, and its name that most texts have; None where there is none.

    >>> other_name("How much were net sales in 2025?", ["Revenue grew to $412.6 million.", "Sales offices: 125."])
    ('net sales', 'revenue')
    >>> other_name("How much was revenue in 2025?", ["Revenue grew.", "Net sales grew."])
    """
    read = "\n".join(texts)
    for names in _NAMES:
        asked = next((found[0] for name in names if (found := _named(name).search(question))), None)
        if asked is None:
            continue
        if _named(asked.removeprefix("total ")).search(read):
            return None
        counts = {name: len(_named(name).findall(read)) for name in names}
        best = max(names, key=lambda name: counts[name])
        return (asked, best) if counts[best] else None
    return None


def under_other_name(question: str, names: tuple[str, str] | None) -> str:
    """The question with the name that the texts have."""
    return question if names is None else question.replace(*names, 1)


def _named(name: str) -> re.Pattern[str]:
    return re.compile(rf"{_OTHER}\b{re.escape(name.removesuffix('s'))}s?\b{_GOES_ON}", re.IGNORECASE)
