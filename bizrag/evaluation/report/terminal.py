"""The report as tables in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from bizrag.evaluation.report.columns import TERMINAL_COLUMNS, Columns, answer_columns, shown

# More pipelines than this are too much to read slice by slice in a terminal.
_MOST_DETAILED = 3


def render(value: Mapping[str, Any], console: Console) -> None:
    """Print the pipelines side by side, then slice by slice, the answers, and what differs from the baseline.

    ``value`` is ``figures.to_json`` of a report, with ``judges`` and ``changes`` where there are any.
    """
    figures: Mapping[str, Any] = value["figures"]
    if len(figures) > 1:
        whole = {name: slices["all"] for name, slices in figures.items() if slices}
        console.print(_table("retrieval, all questions", "pipeline", whole, TERMINAL_COLUMNS))
    if len(figures) <= _MOST_DETAILED:
        for name, slices in figures.items():
            console.print(_table(f"retrieval: {name}", "slice", slices, TERMINAL_COLUMNS))
    for name, slices in value["answers"].items():
        console.print(_table(f"answers: {name}", "slice", slices, answer_columns(value["answers"])))
    _print_judges(value, console)
    for change in value.get("changes", []):
        if change["is_significant"]:
            console.print(
                f"{change['pipeline']} {change['metric']}: {change['difference']:+.3f} against the baseline "
                f"(95 % interval {change['low']:+.3f} to {change['high']:+.3f})",
                markup=False,
            )
    _print_troubles(value, console)


def _print_judges(value: Mapping[str, Any], console: Console) -> None:
    for name, panels in value.get("judges", {}).items():
        for panel in panels:
            cost = "unknown price" if panel["cost_usd"] is None else f"{panel['cost_usd']:.4f} USD"
            console.print(
                f"judge {panel['judge']} of {name}: {panel['n'] - panel['n_failed']} of {panel['n']} answers judged, "
                f"{panel['num_calls']} calls ({panel['num_cached']} known already), {cost}",
                markup=False,
            )
            for failure in panel["failures"][:3]:
                console.print(f"  failed: {failure}", markup=False)


def _print_troubles(value: Mapping[str, Any], console: Console) -> None:
    for name, errors in value["failures"].items():
        console.print(f"{name} failed at questions, which have no score: {errors[0]}", markup=False)
    missing: list[str] = value["missing_docs"]
    if missing:
        named = ", ".join(missing[:5])
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        console.print(f"not in the index (or not unique), so their questions score 0: {named}{more}", markup=False)
    if value["kept"]:
        console.print(
            f"{value['kept']} results were there already, {value['computed']} computed in {value['seconds']} s",
            markup=False,
        )


def _table(title: str, first: str, figures: Mapping[str, Mapping[str, Any]], columns: Columns) -> Table:
    # without side borders all columns fit into 80 characters
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column(first)
    for _, heading in columns:
        table.add_column(heading, justify="right")
    for name, values in figures.items():
        table.add_row(name, *(shown(metric, values.get(metric), undefined="-") for metric, _ in columns))
    return table
