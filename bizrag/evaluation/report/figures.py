"""Means over slices, and differences between retrievers with their intervals, as JSON."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.metrics import Comparison, mean, paired_bootstrap
from bizrag.evaluation.runner import CaseScores, EvalReport

#: what retrievers, and a run and its baseline, are compared on
COMPARED_METRICS = ("page_recall@1", "page_recall@5", "page_recall@10", "mrr@10", "doc_recall@5", "evidence_recall@10")

Figures = dict[str, dict[str, float | int | None]]


def to_json(report: EvalReport) -> dict[str, Any]:
    """``{"figures": {retriever: {slice: {metric: value}}}, "comparisons", "answers": {slice: ...}, "missing_docs"}``.

    Slices: all, each scope, each modality, each file type (".pdf"); answers also have answerable and unanswerable.
    ``n`` counts the questions of the slice, ``n_pages``, ``n_docs`` and ``n_evidence`` those where page, document and
    evidence metrics are defined. Undefined is None.
    """
    return {
        "figures": {
            retriever.value: _by_slice(scores, _slices, _retrieval_figures)
            for retriever, scores in report.retrieval.items()
        },
        "comparisons": comparisons(report),
        "answers": _by_slice(report.answers, _answer_slices, _answer_figures),
        "missing_docs": list(report.missing_docs),
        "seconds": round(report.seconds, 1),
    }


def comparisons(report: EvalReport) -> list[dict[str, Any]]:
    """Every pair of retrievers on the same questions: mean difference of a metric with its 95 % interval."""
    found: list[dict[str, Any]] = []
    for first, second in combinations(reversed(report.retrieval), 2):
        for metric in COMPARED_METRICS:
            sides = [[score.values[metric] for score in report.retrieval[name]] for name in (first, second)]
            compared = paired_bootstrap(*sides)
            if compared:
                found.append({"metric": metric, "first": first.value, "second": second.value, **rounded(compared)})
    return found


def rounded(compared: Comparison) -> dict[str, Any]:
    """A comparison as JSON."""
    return {
        "difference": round(compared.difference, 4),
        "low": round(compared.low, 4),
        "high": round(compared.high, 4),
        "p_value": round(compared.p_value, 4),
        "is_significant": compared.is_significant,
        "n": compared.n,
    }


def _slices(case: EvalCase) -> list[str]:
    names = ["all", case.scope, case.modality, *([f".{case.file_type}"] if case.file_type else [])]
    return list(dict.fromkeys(names))


def _answer_slices(case: EvalCase) -> list[str]:
    # "unanswerable" is a modality already
    return [*_slices(case), *(["answerable"] if case.is_answerable else [])]


def _by_slice(
    scores: Iterable[CaseScores],
    slices_of: Callable[[EvalCase], list[str]],
    figures_of: Callable[[Sequence[CaseScores]], dict[str, float | int | None]],
) -> Figures:
    groups: dict[str, list[CaseScores]] = {}
    for score in scores:
        for name in slices_of(score.case):
            groups.setdefault(name, []).append(score)
    return {name: figures_of(groups[name]) for name in sorted(groups, key=_slice_order)}


def _slice_order(name: str) -> tuple[int, str]:
    """All, scopes, modalities, file types."""
    kind = ("all", "corpus", "doc").index(name) if name in ("all", "corpus", "doc") else 4 if name[0] == "." else 3
    return kind, name


def _retrieval_figures(scores: Sequence[CaseScores]) -> dict[str, float | int | None]:
    counts: dict[str, float | int | None] = {
        "n": len(scores),
        "n_pages": _num_defined(scores, "page_recall@1"),
        "n_docs": _num_defined(scores, "doc_recall@1"),
        "n_evidence": _num_defined(scores, "evidence_recall@10"),
    }
    return counts | _means(scores) | {"seconds_median": _quantile([score.seconds for score in scores], 0.5)}


def _answer_figures(scores: Sequence[CaseScores]) -> dict[str, float | int | None]:
    seconds = [score.seconds for score in scores]
    counts: dict[str, float | int | None] = {"n": len(scores), "n_pages": _num_defined(scores, "citation_page_recall")}
    return (
        counts | _means(scores) | {"seconds_median": _quantile(seconds, 0.5), "seconds_p95": _quantile(seconds, 0.95)}
    )


def _num_defined(scores: Sequence[CaseScores], metric: str) -> int:
    return sum(score.values[metric] is not None for score in scores)


def _means(scores: Sequence[CaseScores]) -> dict[str, float | int | None]:
    means = {metric: mean(score.values[metric] for score in scores) for metric in scores[0].values}
    return {metric: None if value is None else round(value, 4) for metric, value in means.items()}


def _quantile(values: Sequence[float], share: float) -> float:
    """The nearest-rank quantile: the smallest value with at least ``share`` of the values at or below it."""
    return round(sorted(values)[max(math.ceil(share * len(values)) - 1, 0)], 4)
