"""Means over slices, and differences between pipelines with their intervals, as JSON."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from bizrag.evaluation.metrics import Comparison, holm, interval, mean, paired_bootstrap
from bizrag.evaluation.runner import CaseScores, EvalReport

#: what pipelines, and a run and its baseline, are compared on
COMPARED_METRICS = (
    "page_recall@1",
    "page_recall@5",
    "page_recall@10",
    "mrr@10",
    "ndcg@10",
    "doc_recall@5",
    "evidence_recall@10",
    "page_recall@1000w",
    "evidence_recall@1000w",
)
#: the same of answers, before the scores of judges
COMPARED_ANSWERS = ("token_recall", "citation_page_recall", "context_page_recall")
# largest corrected p value of a difference that counts
_SIGNIFICANT = 0.05

Figures = dict[str, dict[str, float | int | None]]
# pipeline -> question -> metric -> value
QuestionValues = dict[str, dict[str, dict[str, float | None]]]


def to_json(report: EvalReport) -> dict[str, Any]:
    """``{"figures": {pipeline: {slice: {metric: value}}}, "answers": {pipeline: ...}, "comparisons", ...}``.

    Slices: all, each scope, modality, file type (".pdf"), document structure ("layout vertical"), number of places
    ("hops single"), answer type ("answer int") and what the answer is made of ("value numeric"); answers also have
    answerable and unanswerable. ``n`` counts the questions of a slice, ``n_failed`` those that a model failed at,
    ``n_pages``, ``n_docs`` and ``n_evidence`` those where page, document and evidence metrics are defined. Undefined is
    None.
    """
    return {
        "figures": {name: _by_slice(scores, _slices, _retrieval_figures) for name, scores in report.retrieval.items()},
        "intervals": {name: _intervals(scores) for name, scores in report.retrieval.items()},
        "comparisons": comparisons(report),
        "answers": {
            name: _by_slice(scores, _answer_slices, _answer_figures) for name, scores in report.answers.items()
        },
        "log_rank": {name: found for name, scores in report.retrieval.items() if (found := _log_rank(scores))},
        "failures": _failures(report),
        "pipelines": {name: dict(about) for name, about in (report.about or {}).items()},
        "missing_docs": list(report.missing_docs),
        "computed": report.num_computed,
        "kept": report.num_kept,
        "seconds": round(report.seconds, 1),
    }


def question_values(report: EvalReport) -> QuestionValues:
    """``{pipeline: {question id: {metric: value}}}`` of hits and answers: what runs and pipelines are compared by."""
    found: QuestionValues = {}
    for part in (report.retrieval, report.answers):
        for name, scores in part.items():
            questions = found.setdefault(name, {})
            for score in scores:
                questions[score.case.id] = {**questions.get(score.case.id, {}), **score.values}
    return found


def comparisons(report: EvalReport) -> list[dict[str, Any]]:
    """Every pair of pipelines on the same questions: mean difference of a metric with its 95 % interval."""
    values = question_values(report)
    rows = [
        {"first": first, "second": second, **row}
        for first, second in combinations(reversed(values), 2)
        for row in compared(values[first], values[second])
    ]
    return corrected(rows)


def compared(
    first: Mapping[str, Mapping[str, float | None]], second: Mapping[str, Mapping[str, float | None]]
) -> list[dict[str, Any]]:
    """First less second over the questions that both have, a row for each metric that both know."""
    common = [question for question in first if question in second]
    names = dict.fromkeys(name for question in common for name in first[question])
    metrics = [*COMPARED_METRICS, *COMPARED_ANSWERS, *(name for name in names if "." in name)]
    rows: list[dict[str, Any]] = []
    for metric in metrics:
        found = paired_bootstrap(
            [first[question].get(metric) for question in common], [second[question].get(metric) for question in common]
        )
        if found:
            rows.append({"metric": metric, **_rounded(found)})
    return rows


def corrected(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """With ``p_adjusted`` (Holm, over all rows: they are one family) and what is significant by it."""
    for row, adjusted in zip(rows, holm([row["p_value"] for row in rows]), strict=True):
        row["p_adjusted"] = round(adjusted, 4)
        row["is_significant"] = adjusted < _SIGNIFICANT and (row["low"] > 0 or row["high"] < 0)
    return rows


def _rounded(found: Comparison) -> dict[str, Any]:
    return {
        "difference": round(found.difference, 4),
        "low": round(found.low, 4),
        "high": round(found.high, 4),
        "first_mean": round(found.first, 4),
        "second_mean": round(found.second, 4),
        "p_value": round(found.p_value, 4),
        "n": found.n,
    }


def _intervals(scores: Sequence[CaseScores]) -> dict[str, dict[str, float]]:
    """The 95 % interval of every compared metric over all questions."""
    found = {metric: interval([score.values.get(metric) for score in scores]) for metric in COMPARED_METRICS}
    return {
        metric: {"mean": round(one.mean, 4), "low": round(one.low, 4), "high": round(one.high, 4), "n": one.n}
        for metric, one in found.items()
        if one
    }


def _log_rank(scores: Sequence[CaseScores]) -> dict[str, float | int] | None:
    """What HiQA reports of its index: mean, largest, smallest, spread."""
    values = [value for score in scores if (value := score.values.get("log_rank_index")) is not None]
    if not values:
        return None
    spread = {
        "mean": statistics.fmean(values),
        "max": max(values),
        "min": min(values),
        "std": statistics.pstdev(values),
    }
    return {"n": len(values), **{name: round(value, 4) for name, value in spread.items()}}


def _failures(report: EvalReport) -> dict[str, list[str]]:
    """By pipeline, what models failed with, each once."""
    found: dict[str, set[str]] = {}
    for part in (report.retrieval, report.answers):
        for name, scores in part.items():
            found.setdefault(name, set()).update(score.error for score in scores if score.error)
    return {name: sorted(errors) for name, errors in found.items() if errors}


def _slices(score: CaseScores) -> list[str]:
    case = score.case
    names = [
        "all",
        case.scope,
        case.modality,
        *([f".{case.file_type}"] if case.file_type else []),
        *([f"layout {score.layout}"] if score.layout else []),
        *([f"hops {case.hops}"] if case.hops else []),
        *([f"answer {case.answer_type}"] if case.answer_type else []),
        *([f"value {case.answer_value}"] if case.answer_value else []),
    ]
    return list(dict.fromkeys(names))


def _answer_slices(score: CaseScores) -> list[str]:
    # "unanswerable" is a modality already
    return [*_slices(score), *(["answerable"] if score.case.is_answerable else [])]


def _by_slice(
    scores: Iterable[CaseScores],
    slices_of: Callable[[CaseScores], list[str]],
    figures_of: Callable[[Sequence[CaseScores]], dict[str, float | int | None]],
) -> Figures:
    groups: dict[str, list[CaseScores]] = {}
    for score in scores:
        for name in slices_of(score):
            groups.setdefault(name, []).append(score)
    return {name: figures_of(groups[name]) for name in sorted(groups, key=_slice_order)}


def _slice_order(name: str) -> tuple[int, str]:
    """All, scopes, modalities, file types, then what is said with two words."""
    if name in ("all", "corpus", "doc"):
        return ("all", "corpus", "doc").index(name), name
    kinds = ("layout ", "hops ", "answer ", "value ")
    named = next((5 + place for place, kind in enumerate(kinds) if name.startswith(kind)), None)
    return named or (4 if name[0] == "." else 3), name


def _retrieval_figures(scores: Sequence[CaseScores]) -> dict[str, float | int | None]:
    counts: dict[str, float | int | None] = {
        "n": len(scores),
        "n_failed": sum(bool(score.error) for score in scores),
        "n_pages": _num_defined(scores, "page_recall@1"),
        "n_docs": _num_defined(scores, "doc_recall@1"),
        "n_evidence": _num_defined(scores, "evidence_recall@10"),
    }
    return counts | _means(scores) | _latency(scores)


def _answer_figures(scores: Sequence[CaseScores]) -> dict[str, float | int | None]:
    counts: dict[str, float | int | None] = {
        "n": len(scores),
        "n_failed": sum(bool(score.error) for score in scores),
        "n_pages": _num_defined(scores, "citation_page_recall"),
    }
    return counts | _means(scores) | _latency(scores)


def _num_defined(scores: Sequence[CaseScores], metric: str) -> int:
    return sum(score.values.get(metric) is not None for score in scores)


def _means(scores: Sequence[CaseScores]) -> dict[str, float | int | None]:
    names = dict.fromkeys(name for score in scores for name in score.values)
    means = {metric: mean(score.values.get(metric) for score in scores) for metric in names}
    return {metric: None if value is None else round(value, 4) for metric, value in means.items()}


def _latency(scores: Sequence[CaseScores]) -> dict[str, float | int | None]:
    """Of what was computed: an answer from kept replies says nothing of how long a question takes."""
    seconds = [score.seconds for score in scores if not score.error and not (score.answer and score.answer.num_cached)]
    return {
        "seconds_mean": round(statistics.fmean(seconds), 4) if seconds else None,
        "seconds_median": _quantile(seconds, 0.5),
        "seconds_p95": _quantile(seconds, 0.95),
    }


def _quantile(values: Sequence[float], share: float) -> float | None:
    """The nearest-rank quantile: the smallest value with at least ``share`` of the values at or below it."""
    if not values:
        return None
    return round(sorted(values)[max(math.ceil(share * len(values)) - 1, 0)], 4)
