"""Shares of facts, and the mean of two shares. Pure; undefined is None."""

from __future__ import annotations

from collections.abc import Iterable

from bizrag.evaluation.metrics import f1


def share(verdicts: Iterable[bool | int]) -> float | None:
    """Share of true verdicts; None when there are none at all.

    >>> share([1, 0, 1, 1]), share([])
    (0.75, None)
    """
    found = list(verdicts)
    return sum(map(bool, found)) / len(found) if found else None


def claim_f1(precision: float | None, recall: float | None) -> float | None:
    """The harmonic mean of both shares.

    An answer without facts has no precision. Where the reference has facts it misses all of them (recall 0): then F1 is
    0, so that an abstention is not left out of the mean. Otherwise F1 is undefined where one of both is.

    >>> claim_f1(0.5, 1.0), claim_f1(0.0, 0.0), claim_f1(None, 0.0), claim_f1(0.0, None)
    (0.6666666666666666, 0.0, 0.0, None)
    """
    return 0.0 if precision is None and recall == 0 else f1(precision, recall)
