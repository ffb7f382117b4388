"""The command that scores an index on questions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.progress import Progress

from bizrag.settings import Settings
from orchestration.cli.asking import AsJson, Collection, Index
from orchestration.cli.output import err, fail, out, print_json, quiet_logs

if TYPE_CHECKING:
    from bizrag.evaluation.runner import EvalReport
    from query import QueryService


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="eval")(evaluate)


def evaluate(
    questions: Annotated[Path, typer.Argument(metavar="QUESTIONS.jsonl", help="questions with answers and pages")],
    *,
    index: Index = "default",
    collection: Collection = None,
    retrieval_only: Annotated[bool, typer.Option("--retrieval-only", help="score hits, write no answers")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="only questions marked quick")] = False,
    report: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="write a page, Markdown, JSON and run files there")
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option(metavar="report.json", help="an earlier report to compare with, question by question")
    ] = None,
    gate: Annotated[
        bool, typer.Option("--gate", help="exit status 1 when a figure is significantly worse than the baseline's")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Score retrieval (and answers) on a set of questions, for every retriever."""
    from bizrag.evaluation.cases import read_cases
    from bizrag.evaluation.report.baseline import changes, read_baseline, regressions
    from bizrag.evaluation.report.figures import to_json
    from bizrag.evaluation.report.terminal import render
    from query import QueryService

    quiet_logs()
    if gate and baseline is None:
        raise typer.BadParameter("--gate needs --baseline: there is nothing to compare with")
    cases = read_cases(questions, quick_only=quick)
    earlier = read_baseline(baseline) if baseline else None
    with QueryService(Settings()) as service, Progress(console=err, transient=True) as progress:
        task = progress.add_task("Asking", total=len(cases))
        found = service.evaluate(
            cases,
            index=index,
            collection=collection,
            with_answers=not retrieval_only,
            progress=lambda done, total: progress.update(task, completed=done, total=total),
        )
        value = to_json(found)
        if earlier is not None:
            value["changes"] = changes(found, earlier)
        if report:
            _write(service, report, found, value, questions=questions, index=index, collection=collection)
    if as_json:
        print_json(value)
    else:
        render(value, out)
        if report:
            out.print(f"report: {escape(str(report / 'report.html'))}")
    worse = regressions(value.get("changes", []))
    if gate and worse:
        fail(f"{len(worse)} figures are significantly worse than in {baseline}")
        raise typer.Exit(1)


def _write(
    service: QueryService,
    folder: Path,
    report: EvalReport,
    value: dict[str, Any],
    *,
    questions: Path,
    index: str,
    collection: str | None,
) -> None:
    from datetime import UTC, datetime

    from bizrag.evaluation.report.folder import write_report

    num_asked = len(next(iter(report.retrieval.values()), ()))
    where = f"index {index}" + (f", collection {collection}" if collection else "")
    write_report(
        folder,
        report,
        value,
        title=f"Evaluation of {questions.name}",
        about=f"{num_asked} questions that the documents answer, {where}, {report.seconds:.0f} s, "
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        names={item.document_id: item.source_uri for item in service.documents(index=index, collection=collection)},
        page_image=lambda document_id, page_no: service.page_image(document_id, page_no, index=index),
    )
