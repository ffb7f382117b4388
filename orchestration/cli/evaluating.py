"""The command that scores pipelines on questions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bizrag.settings import Settings
from orchestration.cli.asking import AsJson, Collection, Index
from orchestration.cli.output import err, fail, out, print_json, print_table, quiet_logs

if TYPE_CHECKING:
    from bizrag.evaluation.pipelines import PipelineSpec
    from query.experiment import Experiment


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="eval")(evaluate)


def evaluate(  # noqa: PLR0913 - options of a command
    questions: Annotated[Path, typer.Argument(metavar="QUESTIONS.jsonl", help="questions with answers and pages")],
    *,
    index: Index = "default",
    collection: Collection = None,
    pipelines: Annotated[
        Path | None, typer.Option(metavar="FILE", help="pipelines to compare (TOML or JSON); see docs/evaluation.md")
    ] = None,
    pipeline: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT", help="one pipeline: 'name index=plain retriever=bm25 search.bm25_b=0'; may repeat"
        ),
    ] = None,
    judges: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="judges of the answers; may repeat, or a,b")
    ] = None,
    retrieval_only: Annotated[bool, typer.Option("--retrieval-only", help="score hits, write no answers")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="only questions marked quick")] = False,
    log_rank: Annotated[
        float | None, typer.Option(metavar="GAMMA", help="also rank everything and report the Log-Rank Index")
    ] = None,
    concurrency: Annotated[
        int | None, typer.Option(min=1, help="questions at a time; default: 1, more where chat models answer")
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="write a page, Markdown, JSON and run files there, and keep all results"),
    ] = None,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="say what chat models may be asked and what it costs, and ask nothing")
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="compute again what the folder keeps")] = False,
    baseline: Annotated[
        Path | None, typer.Option(metavar="report.json", help="an earlier report to compare with, question by question")
    ] = None,
    gate: Annotated[
        bool, typer.Option("--gate", help="exit status 1 when a figure is significantly worse than the baseline's")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Score retrieval and answers on a set of questions: every retriever of an index, or pipelines of your own."""
    from bizrag.evaluation.cases import read_cases
    from bizrag.evaluation.report.baseline import read_baseline
    from bizrag.evaluation.report.terminal import render
    from query import QueryService
    from query.experiment import Experiment, run_experiment

    quiet_logs()
    if gate and baseline is None:
        raise typer.BadParameter("--gate needs --baseline: there is nothing to compare with")
    names = [name.strip() for given in judges or [] for name in given.split(",") if name.strip()]
    if names and retrieval_only:
        raise typer.BadParameter("--judges needs answers: leave --retrieval-only out")
    if log_rank is not None and log_rank <= 0:
        raise typer.BadParameter("--log-rank is the gamma of the index: give a number above 0")
    experiment = Experiment(
        title=f"Evaluation of {questions.name}",
        cases=read_cases(questions, quick_only=quick),
        pipelines=_specs(pipelines, pipeline or []),
        index=index,
        collection=collection,
        with_answers=not retrieval_only,
        judges=names,
        log_rank_gamma=log_rank,
        concurrency=concurrency,
        folder=report,
        is_fresh=fresh,
        baseline=read_baseline(baseline) if baseline else None,
    )
    if estimate:
        _print_expected(experiment, as_json=as_json)
        return
    with QueryService.for_holder(Settings()) as service, _bar() as progress:
        tasks = {name: progress.add_task(name, total=None, visible=False) for name in ("Asking", "Judging")}
        _, value = run_experiment(
            service,
            experiment,
            progress=lambda step, done, total: progress.update(tasks[step], completed=done, total=total, visible=True),
        )
    if as_json:
        print_json(value)
    else:
        render(value, out)
        if report:
            out.print(f"report: {escape(str(report / 'report.html'))}")
    if gate:
        check_gate(value["changes"], f"{baseline}", says_passed=not as_json)


def _print_expected(experiment: Experiment, *, as_json: bool) -> None:
    """What chat models may be asked, kept replies apart."""
    from query import QueryService
    from query.expected_calls import expected_calls

    with QueryService.for_holder(Settings()) as service:
        found = expected_calls(service, experiment)
    if as_json:
        print_json(found)
        return
    table = Table("for", "model", "calls at most", "USD, about")
    for row in found["calls"]:
        price = "unknown" if row["cost_usd"] is None else f"{row['cost_usd']:.2f}"
        table.add_row(escape(row["for"]), escape(row["model"]), f"{row['calls']:,}", price)
    if found["calls"]:
        print_table(table)
    cost = "unknown: a model has no price" if found["cost_usd"] is None else f"{found['cost_usd']:.2f} USD"
    out.print(f"{found['questions']} questions, cost: {cost}; kept replies are free")


def check_gate(changes: list[dict[str, Any]], baseline: str, *, says_passed: bool) -> None:
    """Exit status 1 for figures that fell, and where none is compared: a gate that looks at nothing lets all in."""
    from bizrag.evaluation.report.baseline import regressions

    if not changes:
        fail(f"gate failed: nothing to compare, {baseline} has other pipelines or questions")
        raise typer.Exit(1)
    worse = [f"{change['pipeline']} {change['metric']}" for change in regressions(changes)]
    if worse:
        fail(f"gate failed: significantly worse than in {baseline}: {', '.join(worse)}")
        raise typer.Exit(1)
    if says_passed:
        out.print(f"gate passed: none of {len(changes)} figures is significantly worse than in {escape(baseline)}")


def _specs(file: Path | None, lines: list[str]) -> list[PipelineSpec] | None:
    """The pipelines of the file, then those of the command line; None where none is given."""
    from bizrag.evaluation.pipelines import read_pipeline, read_pipelines

    return [*(read_pipelines(file) if file else []), *map(read_pipeline, lines)] or None


def _bar() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err, transient=True)
