"""Metrics: one pure function each, with its formula and source.

Undefined is None, never 0: a question without known pages has no page recall, and a mean is over the questions where
the metric is defined.
"""

from __future__ import annotations

from collections.abc import Iterable

from bizrag.evaluation.metrics.agreement import cohen_kappa, kendall_tau_b, pearson, spearman
from bizrag.evaluation.metrics.budget import num_fitting
from bizrag.evaluation.metrics.ranking import (
    hit_at_k,
    log_rank_index,
    ndcg_at_k,
    precision_at_k,
    recall_at_k,
    reciprocal_rank_at_k,
)
from bizrag.evaluation.metrics.sets import (
    LabelScores,
    box_precision,
    box_recall,
    f1,
    label_scores,
    precision,
    recall,
)
from bizrag.evaluation.metrics.significance import Comparison, Interval, holm, interval, paired_bootstrap
from bizrag.evaluation.metrics.text import anls, evidence_recall_at_k, exact_match, pnls, token_recall

__all__ = [
    "Comparison",
    "Interval",
    "LabelScores",
    "anls",
    "box_precision",
    "box_recall",
    "cohen_kappa",
    "evidence_recall_at_k",
    "exact_match",
    "f1",
    "hit_at_k",
    "holm",
    "interval",
    "kendall_tau_b",
    "label_scores",
    "log_rank_index",
    "mean",
    "ndcg_at_k",
    "num_fitting",
    "paired_bootstrap",
    "pearson",
    "pnls",
    "precision",
    "precision_at_k",
    "recall",
    "recall_at_k",
    "reciprocal_rank_at_k",
    "spearman",
    "token_recall",
]


def mean(values: Iterable[float | None]) -> float | None:
    """The arithmetic mean of the defined values; None when there are none.

    >>> mean([1.0, None, 0.0]), mean([None])
    (0.5, None)
    """
    defined = [value for value in values if value is not None]
    return sum(defined) / len(defined) if defined else None
