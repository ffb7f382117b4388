"""The columns of a report's tables: metric and heading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Columns = tuple[tuple[str, str], ...]

#: all fit into 80 characters
TERMINAL_COLUMNS: Columns = (
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
RETRIEVAL_COLUMNS: Columns = (
    ("n", "n"),
    ("n_pages", "n pages"),
    ("page_recall@1", "page R@1"),
    ("page_recall@3", "R@3"),
    ("page_recall@5", "R@5"),
    ("page_recall@10", "R@10"),
    ("mrr@5", "MRR@5"),
    ("mrr@10", "MRR@10"),
    ("ndcg@10", "nDCG@10"),
    ("doc_recall@1", "doc R@1"),
    ("doc_recall@5", "R@5"),
    ("evidence_recall@10", "evidence R@10"),
    ("page_recall@1000w", "page R@1000 words"),
    ("evidence_recall@1000w", "evidence R@1000 words"),
    ("seconds_mean", "seconds mean"),
    ("seconds_median", "p50"),
    ("seconds_p95", "p95"),
)
ANSWER_COLUMNS: Columns = (
    ("n", "n"),
    ("n_failed", "failed"),
    ("token_recall", "token recall"),
    ("exact_match", "EM"),
    ("anls", "ANLS"),
    ("pnls", "PNLS"),
    ("abstention_rate", "abstains"),
    ("citation_page_precision", "cited page P"),
    ("citation_page_recall", "cited page R"),
    ("context_page_recall", "read page R"),
    ("seconds_mean", "seconds mean"),
    ("seconds_median", "p50"),
    ("seconds_p95", "p95"),
)


def answer_columns(answers: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Columns:
    """Those of answers, with the judges' scores that are there, and the price of an answer where one was paid."""
    whole = [figures["all"] for figures in answers.values() if "all" in figures]
    judged = dict.fromkeys(name for values in whole for name in values if "." in name)
    priced = (("cost_usd", "USD"),) if any(values.get("cost_usd") for values in whole) else ()
    return (*ANSWER_COLUMNS, *((name, name.replace("_", " ")) for name in judged), *priced)


def shown(metric: str, value: float | None, *, undefined: str = "–") -> str:
    """A figure for people."""
    if value is None:
        return undefined
    if isinstance(value, int):
        return str(value)
    return f"{value:.4f}" if metric == "cost_usd" else f"{value:.3f}"
