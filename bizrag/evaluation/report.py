"""The report: means over slices, as JSON and as a table for a person."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.metrics import mean
from bizrag.evaluation.runner import CaseScores, EvalReport

# metric, heading
_RETRIEVAL_COLUMNS = (
    ("n", "n"),
    ("n_pages", "n pages"),
    ("page_recall@1", "page R@1"),
    ("page_recall@5", "R@5"),
    ("page_recall@10", "R@10"),
    ("mrr@10", "MRR@10"),
    ("doc_recall@1", "doc R@1"),
    ("doc_recall@5", "R@5"),
    ("evidence_recall@10", "evidence R@10"),
)
_ANSWER_COLUMNS = (
    ("n", "n"),
    ("token_recall", "token recall"),
    ("abstention_rate", "abstains"),
    ("citation_page_precision", "cited page P"),
    ("citation_page_recall", "cited page R"),
    ("seconds_median", "seconds p50"),
    ("seconds_p95", "p95"),
)

Figures = dict[str, dict[str, float | int | None]]


def to_json(report: EvalReport) -> dict[str, Any]:
    """``{"figures": {retriever: {slice: {metric: value}}}, "answers": {slice: ...}, "missing_docs", "seconds"}``.

    Slices: all, each scope, each modality, each file type (".pdf"); answers also have answerable and unanswerable.
    ``n`` counts the questions of the slice, ``n_pages``, ``n_docs`` and ``n_evidence`` those where page, document and
    evidence metrics are defined. Undefined is None.
    """
    return {
        "figures": {
            retriever.value: _by_slice(scores, _slices, _retrieval_figures)
            for retriever, scores in report.retrieval.items()
        },
        "answers": _by_slice(report.answers, _answer_slices, _answer_figures),
        "missing_docs": list(report.missing_docs),
        "seconds": round(report.seconds, 1),
    }


def render(report: EvalReport, console: Console) -> None:
    """Print one table for each retriever and one for the answers."""
    value = to_json(report)
    for retriever, figures in value["figures"].items():
        console.print(_table(f"retrieval: {retriever}", figures, _RETRIEVAL_COLUMNS))
    if value["answers"]:
        console.print(_table("answers", value["answers"], _ANSWER_COLUMNS))
    if report.missing_docs:
        shown = ", ".join(report.missing_docs[:5])
        more = f" and {len(report.missing_docs) - 5} more" if len(report.missing_docs) > 5 else ""
        console.print(f"not in the index (or not unique), so their questions score 0: {shown}{more}", markup=False)


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
    return {name: figures_of(group) for name, group in groups.items()}


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


def _table(title: str, figures: Figures, columns: Sequence[tuple[str, str]]) -> Table:
    # without side borders all columns fit into 80 characters
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("slice")
    for _, heading in columns:
        table.add_column(heading, justify="right")
    for name, values in figures.items():
        table.add_row(name, *(_shown(values[metric]) for metric, _ in columns))
    return table


def _shown(value: float | int | None) -> str:
    if value is None:
        return "-"
    return str(value) if isinstance(value, int) else f"{value:.3f}"
