"""The command that fits the weights of search to questions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bizrag.settings import Settings
from orchestration.cli.asking import AsJson, Collection, Index
from orchestration.cli.output import err, out, print_json, quiet_logs

if TYPE_CHECKING:
    from bizrag.evaluation.metrics.significance import Comparison
    from bizrag.evaluation.tuning import Tuned


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(tune)


def tune(
    questions: Annotated[Path, typer.Argument(metavar="QUESTIONS.jsonl", help="questions with pages or documents")],
    *,
    index: Index = "default",
    collection: Collection = None,
    metric: Annotated[
        str, typer.Option(help="what is to rise: mrr@10, page_recall@1|3|5|10, ndcg@10, doc_recall@1|5, ...")
    ] = "mrr@10",
    as_json: AsJson = False,
) -> None:
    """Fit the weights of hybrid search to one half of the questions and report on the other; print settings to use."""
    from bizrag.evaluation.cases import read_cases
    from query import QueryService
    from query.tuning import tune as fit

    quiet_logs()
    cases = read_cases(questions)
    with QueryService.for_holder(Settings()) as service, err.status("Asking with the settings as they are") as status:

        def show(number: int, settings: Mapping[str, Any]) -> None:
            tried = ", ".join(f"{name} {value}" for name, value in settings.items()) or "settings as they are"
            status.update(f"Settings {number + 1}: {tried}")

        tuned = fit(service, cases, metric=metric, index=index, collection=collection, progress=show)
    if as_json:
        print_json(tuned_to_json(tuned))
    else:
        _print(tuned)


def environment(settings: Mapping[str, Any]) -> dict[str, str]:
    """Settings of search as environment variables.

    >>> environment({"fusion": "weighted", "alpha": 0.5})
    {'BIZRAG_SEARCH__FUSION': 'weighted', 'BIZRAG_SEARCH__ALPHA': '0.5'}
    """
    return {f"BIZRAG_SEARCH__{name.upper()}": str(value) for name, value in settings.items()}


def tuned_to_json(tuned: Tuned) -> dict[str, Any]:
    """``{"metric", "environment", "fitted", "reported": {"n", "before", "after", "gain", "low", "high", "p_value",
    "is_significant"}, "trials": [{"settings", "mean"}]}``: fitted and reported are different questions."""
    gain = tuned.gain
    return {
        "metric": tuned.metric,
        "environment": environment(tuned.settings),
        "fitted": tuned.num_fitted,
        "reported": {
            "n": gain.n,
            "before": tuned.before,
            "after": tuned.after,
            "gain": gain.difference,
            "low": gain.low,
            "high": gain.high,
            "p_value": gain.p_value,
            "is_significant": gain.is_significant,
        },
        "trials": [{"settings": dict(trial.settings), "mean": trial.mean} for trial in tuned.trials],
    }


def doubt_about(gain: Comparison) -> str:
    """What speaks against taking the fitted weights; empty where they gain on questions they were not fitted to.

    >>> from bizrag.evaluation.metrics.significance import Comparison
    >>> doubt_about(Comparison(difference=0.04, low=0.01, high=0.07, first=0.84, second=0.8, p_value=0.01, n=90))
    ''
    >>> doubt_about(Comparison(difference=-0.001, low=-0.024, high=0.021, first=0.8, second=0.801, p_value=0.9, n=112))
    'no gain beyond chance: keep your settings; what was fitted, to try on other questions:'
    """
    if gain.low > 0:
        return ""
    found = "no gain beyond chance" if gain.high >= 0 else "the fitted weights are worse"
    return f"{found}: keep your settings; what was fitted, to try on other questions:"


def _print(tuned: Tuned) -> None:
    gain = tuned.gain
    if not tuned.settings:
        out.print(f"of {len(tuned.trials)} settings none was better than yours: {tuned.metric} {tuned.before:.3f}")
        return
    out.print(
        f"{tuned.metric} on {gain.n} questions that the weights were not fitted to: {tuned.before:.3f} -> "
        f"{tuned.after:.3f}, {gain.difference:+.3f} (95 % interval {gain.low:+.3f} to {gain.high:+.3f})"
    )
    if doubt := doubt_about(gain):
        out.print(f"[yellow]{doubt}[/yellow]")
    for name, value in environment(tuned.settings).items():
        out.print(f"export {name}={value}", highlight=False)
