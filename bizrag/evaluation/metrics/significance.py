"""Is one pipeline better than another, or was it luck?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

#: bootstrap samples; the bounds of a 95 % interval move by about 1 % of its width between seeds
_SAMPLES = 10_000
# samples drawn at once: bounds the memory of large question sets
_BATCH = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A mean with its 95 % interval over resampled questions."""

    mean: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Mean difference of two pipelines over the same questions, with its 95 % interval."""

    difference: float
    low: float
    high: float
    # means of the two over the questions that are compared
    first: float
    second: float
    # two-sided: twice the smaller share of resampled differences on the other side of 0, at least 1 / samples
    p_value: float
    n: int

    @property
    def is_significant(self) -> bool:
        """Whether the interval leaves 0 out."""
        return self.low > 0 or self.high < 0


def interval(values: Sequence[float | None], *, seed: int = 0) -> Interval | None:
    """Percentile bootstrap of a mean (Efron 1979) over the defined values; None without any."""
    defined = np.array([value for value in values if value is not None], dtype=np.float64)
    if not len(defined):
        return None
    means = _resampled_means(defined, seed)
    low, high = np.percentile(means, [2.5, 97.5])
    return Interval(mean=float(defined.mean()), low=float(low), high=float(high), n=len(defined))


def paired_bootstrap(
    first: Sequence[float | None], second: Sequence[float | None], *, seed: int = 0
) -> Comparison | None:
    """``first - second`` question by question, resampled over questions (Efron and Tibshirani 1993, chapter 16).

    The lists are of the same questions in the same order; pairs with an undefined side are left out. None when none is
    left. Raises ValueError for lists of different length.
    """
    sides = zip(first, second, strict=True)
    pairs = np.array([(one, other) for one, other in sides if one is not None and other is not None], dtype=np.float64)
    if not len(pairs):
        return None
    differences = pairs[:, 0] - pairs[:, 1]
    means = _resampled_means(differences, seed)
    low, high = np.percentile(means, [2.5, 97.5])
    tail = min(float((means <= 0).mean()), float((means >= 0).mean()))
    return Comparison(
        difference=float(differences.mean()),
        low=float(low),
        high=float(high),
        first=float(pairs[:, 0].mean()),
        second=float(pairs[:, 1].mean()),
        p_value=min(1.0, max(2 * tail, 1 / _SAMPLES)),
        n=len(differences),
    )


def holm(p_values: Sequence[float]) -> list[float]:
    """p values corrected for having looked at all of them (Holm 1979, step-down Bonferroni), in the order given.

    The i-th smallest of m is multiplied by ``m - i + 1``, is never below the one before it and never above 1. The
    chance of calling any true null hypothesis false stays below the level, whatever their dependence.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted = [1.0] * len(p_values)
    largest = 0.0
    for step, place in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - step) * p_values[place]))
        adjusted[place] = largest
    return adjusted


def _resampled_means(values: np.ndarray, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    batches = [
        values[rng.integers(len(values), size=(_BATCH, len(values)))].mean(axis=1) for _ in range(_SAMPLES // _BATCH)
    ]
    return np.concatenate(batches)
