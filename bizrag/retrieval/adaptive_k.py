"""Adaptive recall: how many of the best candidates are worth reading (ViDoRAG 5.1). Pure.

The similarities of the 2K best candidates (equation 1) are taken for draws from two normal distributions, those of
relevant and of other passages (equation 2); EM tells them apart, and as many are kept as belong to the higher one
(equation 3), at least K/2 and at most K.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bizrag.model.retrieval import Hit

# Fewer values tell no two distributions apart.
_LEAST_SCORES = 4
_MAX_STEPS = 200
_TOLERANCE = 1e-6
# A distribution no narrower than this part of the whole spread: one value alone would have none.
_LEAST_SPREAD = 1e-3


@dataclass(frozen=True, slots=True, kw_only=True)
class Mixture:
    """Two normal distributions, the one of the higher mean second: shares, means, standard deviations."""

    weights: tuple[float, float]
    means: tuple[float, float]
    deviations: tuple[float, float]

    def is_high(self, score: float) -> bool:
        """Whether a score belongs to the higher distribution.

        Beyond the two means the nearer one has it, also where a wide distribution would claim the far side of a narrow
        one: so what is kept is always the beginning of a ranking.
        """
        if score >= self.means[1] or score <= self.means[0]:
            return score >= self.means[1]
        low, high = (
            math.log(weight / deviation) - ((score - mean) / deviation) ** 2 / 2
            for weight, mean, deviation in zip(self.weights, self.means, self.deviations, strict=True)
        )
        return high > low


def fit_mixture(scores: Sequence[float]) -> Mixture | None:
    """Two normal distributions by expectation maximisation; None where the scores are too few or all alike.

    It starts from the two halves of the sorted scores and draws nothing at random: equal scores give equal mixtures.
    Raises ValueError for a score that is no number.
    """
    values = np.sort(np.asarray(scores, dtype=np.float64))
    if not np.isfinite(values).all():
        raise ValueError("a score is no finite number")
    if len(values) < _LEAST_SCORES or values[-1] - values[0] <= 1e-9 * max(1.0, float(np.abs(values).max())):
        return None
    # on one scale, so that small scores (fused ranks) are fitted as exactly as large ones (BM25)
    offset, spread = float(values[0]), float(values[-1] - values[0])
    scaled = (values - offset) / spread
    shares = np.zeros((len(scaled), 2))
    shares[: len(scaled) // 2, 0] = shares[len(scaled) // 2 :, 1] = 1.0
    likelihood = -math.inf
    weights, means, deviations = _parameters(scaled, shares)
    for _ in range(_MAX_STEPS):
        logs = np.log(weights / deviations) - ((scaled[:, None] - means) / deviations) ** 2 / 2
        total = np.logaddexp(logs[:, 0], logs[:, 1])
        shares = np.exp(logs - total[:, None])
        weights, means, deviations = _parameters(scaled, shares)
        if total.mean() - likelihood < _TOLERANCE:
            break
        likelihood = float(total.mean())
    low, high = np.argsort(means, kind="stable")
    return Mixture(
        weights=(float(weights[low]), float(weights[high])),
        means=(offset + spread * float(means[low]), offset + spread * float(means[high])),
        deviations=(spread * float(deviations[low]), spread * float(deviations[high])),
    )


def _parameters(
    values: NDArray[np.float64], shares: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Weights, means and deviations of the components, each of shape (2,), from every value's share in each."""
    sizes = np.maximum(shares.sum(axis=0), 1e-9)
    means = (shares * values[:, None]).sum(axis=0) / sizes
    variances = (shares * (values[:, None] - means) ** 2).sum(axis=0) / sizes
    return sizes / sizes.sum(), means, np.sqrt(np.maximum(variances, _LEAST_SPREAD**2))


def adaptive_count(scores: Sequence[float], *, k: int) -> int:
    """How many of the candidates, best first, are kept: as many as belong to the higher distribution, from K/2 to K.

    Only the first 2K count; half of an odd K is rounded up. Where they tell nothing apart, K are kept; where there are
    fewer candidates than the least number, all.

    >>> adaptive_count([0.9, 0.88, 0.91, 0.5, 0.52, 0.48, 0.51, 0.5], k=4)
    3
    """
    if k < 1:
        raise ValueError(f"k is {k}: give a number from 1")
    first = list(scores[: 2 * k])
    mixture = fit_mixture(first)
    wanted = k if mixture is None else sum(mixture.is_high(score) for score in first)
    return min(len(first), max(-(-k // 2), min(k, wanted)))


def union_in_order(rankings: Iterable[Sequence[Hit]]) -> list[Hit]:
    """What was kept of the modalities, joined in the order of the documents (equation 4).

    A document stands where its best hit stood, in any ranking; inside, hits are in order of pages and then of chunks.
    A hit of two rankings is kept once. Ranks count from 1 again, scores stay.
    """
    kept = [(place, hit) for hits in rankings for place, hit in enumerate(hits)]
    first: dict[str, int] = {}
    for _, hit in sorted(kept, key=lambda entry: entry[0]):
        first.setdefault(hit.document_id, len(first))
    distinct = {hit.chunk_no: hit for _, hit in reversed(kept)}
    ordered = sorted(distinct.values(), key=lambda hit: (first[hit.document_id], hit.page_nos[:1], hit.chunk_no))
    return [replace(hit, rank=rank) for rank, hit in enumerate(ordered, start=1)]
