"""How far two raters agree: a judge and people, or two people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np


def pearson(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Linear correlation; None for fewer than two pairs or where one side is constant."""
    from scipy.stats import pearsonr

    return _correlation(pearsonr, first, second)


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Correlation of ranks, ties at their mean rank; None as in ``pearson``."""
    from scipy.stats import spearmanr

    return _correlation(spearmanr, first, second)


def kendall_tau_b(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Concordant less discordant pairs, corrected for ties (tau-b); None as in ``pearson``."""
    from scipy.stats import kendalltau

    return _correlation(kendalltau, first, second)


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float | None:
    """``(observed - expected agreement) / (1 - expected)``, Cohen (1960).

    None without pairs, and where both raters gave one and the same label to everything: chance explains it all.
    Raises ValueError for lists of different length.

    >>> cohen_kappa([1, 1, 0, 0], [1, 0, 0, 0])
    0.5
    """
    pairs = list(zip(first, second, strict=True))
    if not pairs:
        return None
    observed = sum(one == other for one, other in pairs) / len(pairs)
    ones, others = Counter(first), Counter(second)
    expected = sum(ones[label] * others[label] for label in ones) / len(pairs) ** 2
    return (observed - expected) / (1 - expected) if expected < 1 else None


def _correlation(measure: Callable[..., Any], first: Sequence[float], second: Sequence[float]) -> float | None:
    if len(first) != len(second):
        raise ValueError(f"{len(first)} and {len(second)} values do not pair")
    if len(first) < 2 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    return float(measure(first, second).statistic)
