"""Marks of the axes of charts: beside the values that a chart tells they say nothing. Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise

from bizrag.model.labels import is_period

# so many figures one step apart are no coincidence
_MIN_MARKS = 4
_MARK = re.compile(r"([^\d\s\u2212-]{0,3})\s?([\u2212-]?)([^\d\s]{0,1})(\d[\d.,]*)\s?([^\d\s]{0,3})")


def find_marks(texts: Sequence[str]) -> set[int]:
    """Indices of texts that are marks of an axis: figures that follow each other by one step, each in a text or all in
    one. Years are names, and what counts from 1 may be numbers of items.

    >>> find_marks(["Sales", "30", "20", "10", "0", "12"]), find_marks(["0 % 5 % 10 % 15 %", "2019 2020 2021 2022"])
    ({1, 2, 3, 4}, {0})
    >>> find_marks(["1", "2", "3", "4"]), find_marks(["12", "18", "9", "31"])
    (set(), set())
    """
    figures = [_figures(text) for text in texts]
    marks = {number for number, found in enumerate(figures) if _is_axis(found)}
    start = 0
    while start < len(texts):
        end = start
        while end < len(texts) and len(figures[end]) == 1 and _are_even([one[0] for one in figures[start : end + 1]]):
            end += 1
        if _is_axis([one[0] for one in figures[start:end]]):
            marks |= set(range(start, end))
        # the last one of a run may be the first of the next
        start = max(end - 1, start + 1)
    return marks


def _figures(text: str) -> list[float]:
    """The figures of a text that has nothing else; none otherwise, and none of years."""
    found: list[float] = []
    place = 0
    for match in _MARK.finditer(text.strip()):
        if text.strip()[place : match.start()].strip() or is_period(match.group().strip()):
            return []
        place = match.end()
        digits = match[4].rstrip(".,").replace(",", "")
        if digits.count(".") > 1:
            return []
        found.append(float(digits) * (-1 if match[2] else 1))
    return found if place == len(text.strip()) else []


def _is_axis(figures: Sequence[float]) -> bool:
    is_counted = bool(figures) and min(figures) == 1 and abs(figures[-1] - figures[0]) == len(figures) - 1
    return len(figures) >= _MIN_MARKS and _are_even(figures) and not is_counted


def _are_even(figures: Sequence[float]) -> bool:
    """Whether figures follow each other by one step; one or two may."""
    if len(figures) < 2:
        return True
    step = figures[1] - figures[0]
    return step != 0 and all(math.isclose(other - one, step, rel_tol=0.01) for one, other in pairwise(figures))
