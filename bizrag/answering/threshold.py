"""When to abstain: the threshold that best separates questions that can be answered from those that cannot. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """A threshold and what it did on the questions it was set on. An answer needs ``score >= value``."""

    value: float
    # share of the answerable questions at or above, share of the unanswerable ones below
    answered: float
    abstained: float

    @property
    def balanced_accuracy(self) -> float:
        """Mean of the two shares: 0.5 is chance."""
        return (self.answered + self.abstained) / 2


def best_threshold(answerable: Sequence[float], unanswerable: Sequence[float]) -> Threshold:
    """The threshold with the highest balanced accuracy (Youden, "Index for rating diagnostic tests", 1950).

    ``answerable`` and ``unanswerable`` are the best scores found for questions of each kind. Between two neighbouring
    scores the middle is taken; among equals the lowest threshold, which answers more.

    Raises ValueError when one kind is missing: a threshold set on one kind says nothing.

    >>> best_threshold([0.5, 0.7, 0.9], [0.1, 0.3])
    Threshold(value=0.4, answered=1.0, abstained=1.0)
    """
    if not answerable or not unanswerable:
        raise ValueError("both answerable and unanswerable questions are needed to set a threshold")
    scores = sorted({*answerable, *unanswerable})
    middles = [(low + high) / 2 for low, high in pairwise(scores)]
    candidates = [scores[0], *middles]
    rated = [_rate(value, answerable, unanswerable) for value in candidates]
    return max(rated, key=lambda threshold: (threshold.balanced_accuracy, -threshold.value))


def _rate(value: float, answerable: Sequence[float], unanswerable: Sequence[float]) -> Threshold:
    return Threshold(
        value=value,
        answered=sum(score >= value for score in answerable) / len(answerable),
        abstained=sum(score < value for score in unanswerable) / len(unanswerable),
    )
