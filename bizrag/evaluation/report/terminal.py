"""The report as tables in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from bizrag.evaluation.report.figures import Figures

#: metric, heading
RETRIEVAL_COLUMNS = (
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
ANSWER_COLUMNS = (
    ("n", "n"),
    ("token_recall", "token recall"),
    ("abstention_rate", "abstains"),
    ("citation_page_precision", "cited page P"),
    ("citation_page_recall", "cited page R"),
    ("seconds_median", "seconds p50"),
    ("seconds_p95", "p95"),
)


def render(value: Mapping[str, Any], console: Console) -> None:
    """Print one table for each retriever, one for the answers, and what differs from the baseline.

    ``value`` is ``figures.to_json`` of a report.
    """
    for retriever, figures in value["figures"].items():
        console.print(_table(f"retrieval: {retriever}", figures, RETRIEVAL_COLUMNS))
    if value["answers"]:
        console.print(_table("answers", value["answers"], ANSWER_COLUMNS))
    for change in value.get("changes", []):
        if change["is_significant"]:
            console.print(
                f"{change['retriever']} {change['metric']}: {change['difference']:+.3f} against the baseline "
                f"(95 % interval {change['low']:+.3f} to {change['high']:+.3f})",
                markup=False,
            )
    missing: list[str] = value["missing_docs"]
    if missing:
        shown = ", ".join(missing[:5])
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        console.print(f"not in the index (or not unique), so their questions score 0: {shown}{more}", markup=False)


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
