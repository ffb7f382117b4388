"""Rows that sum up those above them: what follows is not of their group. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.parsing.charts.labels import is_sum

_NUMBER = re.compile(r"\d")
# a sum has so many parts
_MIN_PARTS = 2
# each row is compared with all above it
_MAX_PARTS = 60


def ends_in_sums(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the last of some rows, label first, has the sums of the others in most columns but for shares.

    >>> ends_in_sums([["Seals", "188.3", "9%"], ["Filters", "142.7", "2%"], ["Group", "331.0", "6%"]])
    True
    >>> ends_in_sums([["Seals", "188.3"], ["Filters", "142.7"], ["Sensors", "81.6"]])
    False
    """
    if not _MIN_PARTS < len(rows) <= _MAX_PARTS:
        return False
    columns = list(zip(*rows, strict=True))[1:]
    values = [texts for texts in columns if all(map(_NUMBER.search, texts)) and not any("%" in text for text in texts)]
    num_sums = sum(is_sum(texts[-1], texts[:-1]) for texts in values)
    return num_sums > 0 and 2 * num_sums >= len(values)
