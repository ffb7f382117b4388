"""Rules that are drawn in pieces, one for each cell below a name (pure)."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.engines.grid.types import Rule

# pieces of a rule touch within this (points)
_TOUCH_PT = 0.5


def with_pieces(left: float, right: float, level: Sequence[Rule]) -> tuple[float, float]:
    """From where to where a rule runs, with what touches its ends: cells under one name draw a piece each."""
    for rule in sorted(level, key=lambda r: r.l):
        right = max(right, rule.r) if rule.l - right < _TOUCH_PT and rule.r > right else right
    for rule in sorted(level, key=lambda r: -r.r):
        left = min(left, rule.l) if left - rule.r < _TOUCH_PT and rule.l < left else left
    return left, right
