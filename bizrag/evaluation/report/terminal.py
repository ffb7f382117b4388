"""The report as tables in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

from bizrag.evaluation.report.columns import TERMINAL_COLUMNS, Columns, answer_columns, shown

# More pipelines than this are too much to read slice by slice in a terminal.
_MOST_DETAILED = 3
# a name of a pipeline or slice that is shorter stands on one line
_NAME_WIDTH = 24


def render(value: Mapping[str, Any], console: Console) -> None:
    """Print the pipelines side by side, then slice by slice, the answers, and what differs from the baseline.

    ``value`` is ``figures.to_json`` of a report, with ``judges`` and ``changes`` where there are any.
    """
    figures: Mapping[str, Any] = value["figures"]
    if len(figures) > 1:
        whole = {name: slices["all"] for name, slices in figures.items() if slices}
        _print_figures(console, "retrieval, all questions", "pipeline", whole, TERMINAL_COLUMNS)
    if len(figures) <= _MOST_DETAILED:
        for name, slices in figures.items():
            _print_figures(console, f"retrieval: {name}", "slice", slices, TERMINAL_COLUMNS)
    for name, slices in value["answers"].items():
        _print_figures(console, f"answers: {name}", "slice", slices, answer_columns(value["answers"]))
    _print_judges(value, console)
    if "changes" in value:
        _print_changes(value["changes"], console)
    _print_troubles(value, console)


def _print_changes(changes: Sequence[Mapping[str, Any]], console: Console) -> None:
    """What is not as it was, and how much is: tens of equal rows hide the one that counts."""
    moved = [change for change in changes if change["difference"]]
    if moved:
        console.print(_changes_table(moved))
        if any(change["is_significant"] for change in moved):
            console.print("*: significant after Holm's correction over all figures that were compared", markup=False)
    others = len(changes) - len(moved)
    if not changes:
        console.print("the baseline has no figure of these pipelines and questions")
    elif others:
        console.print(f"as in the baseline: {others} of {len(changes)} figures", highlight=False)


def _changes_table(changes: Sequence[Mapping[str, Any]]) -> Table:
    table = _bare("against the baseline")
    for heading in ("pipeline", "metric"):
        table.add_column(heading, overflow="fold")
    for heading in ("before", "now", "difference", "95 % interval", ""):
        table.add_column(heading, justify="right")
    for change in changes:
        table.add_row(
            change["pipeline"],
            change["metric"],
            f"{change['second_mean']:.3f}",
            f"{change['first_mean']:.3f}",
            f"{change['difference']:+.3f}",
            f"{change['low']:+.3f} to {change['high']:+.3f}",
            "*" if change["is_significant"] else "",
        )
    return table


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


def _print_figures(
    console: Console, title: str, first: str, figures: Mapping[str, Mapping[str, Any]], columns: Columns
) -> None:
    """One table, or several below each other where its columns do not fit: a heading that is cut off says nothing."""
    table = _table(title, first, figures, columns)
    if len(columns) == 1 or _fits(table, console):
        console.print(table)
        return
    half = -(-len(columns) // 2)
    for part in (columns[:half], columns[half:]):
        _print_figures(console, title, first, figures, part)


def _fits(table: Table, console: Console) -> bool:
    """Whether nothing of it is cut off. Its measure does not say: some columns give way before others have to."""
    with console.capture() as captured:
        # uncropped: a table of whole headings may be wider than the terminal
        console.print(table, crop=False)
    text = captured.get()
    return "…" not in text and max(map(cell_len, text.splitlines()), default=0) <= console.width


def _table(title: str, first: str, figures: Mapping[str, Mapping[str, Any]], columns: Columns) -> Table:
    table = _bare(title)
    # rows are told apart by their names: they are whole, and long ones go on below
    widest = max(map(len, (first, *figures)))
    table.add_column(first, min_width=min(widest, _NAME_WIDTH), overflow="fold")
    for _, heading in columns:
        table.add_column(heading, justify="right")
    for name, values in figures.items():
        table.add_row(name, *(shown(metric, values.get(metric), undefined="-") for metric, _ in columns))
    return table


def _bare(title: str) -> Table:
    # without side borders all columns fit into 80 characters
    return Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
