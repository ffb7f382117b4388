"""Changes between two balances of a table: "Granted" between what was outstanding at the ends of two years. Pure.

A row of changes does not say of which period it is, and where a table holds several, not even which row is meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from bizrag.describing.grids import Grid, texts_of
from bizrag.model.labels import is_period

# "Non-vested at December 31, 2018", "Balance, 1 January 2023", "At 31 March 2024"
_BALANCE = re.compile(
    r"(?P<what>\D{0,60}?)[,:]?\s*(?:\b(?:as of|as at|at|on)\s+|[,:–—-]\s*)(?P<date>\D{0,12}\d.*\b(?:19|20)\d\d)\W*",
    re.IGNORECASE,
)
_BARE = re.compile(r"(?:\s*\b(?:total|net|opening|closing|balances?)\b)*", re.IGNORECASE)
_LABEL = 120
_NUMBER = re.compile(r"\d")
_YEAR = re.compile(r"(?:19|20)\d\d")


def periods_of_changes(rows: Grid) -> dict[int, str]:
    """By the id of each row of changes what it is told to be of: "Non-vested, changes to December 31, 2019".

    Args:
        rows: below the headers, label first. Changes stand between two balances of the same name, the earlier one
            first, and name no period themselves.
    """
    labels = [texts_of(row)[0] if row else "" for row in rows]
    balances = [
        (place, found["what"].strip(" ,:-–—"), found["date"])
        for place, label in enumerate(labels)
        if len(label) <= _LABEL and (found := _BALANCE.fullmatch(label)) and is_period(found["date"])
    ]
    told: dict[int, str] = {}
    for (first, what, before), (last, same, after) in pairwise(balances):
        between = rows[first + 1 : last]
        is_next = what.casefold() == same.casefold() and _year(before) <= _year(after) and before != after
        if is_next and between and all(_is_change(texts_of(row)) for row in between):
            # "Balance" says nothing of what changes
            name = f"Changes to {after}" if _BARE.fullmatch(what) else f"{what}, changes to {after}"
            told |= {id(row): name for row in between}
    return told


def _year(date: str) -> int:
    return int(_YEAR.findall(date)[-1])


def _is_change(texts: Sequence[str]) -> bool:
    """Whether a row is a name without a period, and figures."""
    return bool(texts[0]) and not _YEAR.search(texts[0]) and any(map(_NUMBER.search, texts[1:]))
