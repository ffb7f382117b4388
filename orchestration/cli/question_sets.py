"""Commands that make a question set of the corpus, and that review one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.progress import Progress

from bizrag.settings import Settings
from orchestration.cli.asking import AsJson, Collection, Index
from orchestration.cli.output import err, out, print_json, quiet_logs

if TYPE_CHECKING:
    from bizrag.evaluation.questions.making import ProgressFn, QuestionSet
    from query.questions import QuestionMaker

Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="QUESTIONS.jsonl", help="file for the questions that pass; it is replaced"),
]
Rejected = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="file for the others with the reason; default: OUTPUT with .rejected.jsonl"),
]
MaxCalls = Annotated[
    int | None, typer.Option(min=1, help="new calls of this run; run again to go on; default: the setting")
]
OnlyEstimate = Annotated[bool, typer.Option("--estimate", help="say what it may take, and ask nothing")]


def register(questions: typer.Typer) -> None:
    """Add the commands beside those on question files."""
    questions.command(name="make")(make)
    questions.command(name="review")(review)


# Each option of a command is an argument of its function.
def make(
    *,
    output: Output = None,
    rejected: Rejected = None,
    pages: Annotated[int | None, typer.Option(min=1, help="pages to make questions of; default: the setting")] = None,
    per_page: Annotated[int | None, typer.Option(min=1, max=5, help="questions for each; default: the setting")] = None,
    seed: Annotated[int | None, typer.Option(help="which pages; default: the setting")] = None,
    max_calls: MaxCalls = None,
    index: Index = "default",
    collection: Collection = None,
    estimate: OnlyEstimate = False,
    as_json: AsJson = False,
) -> None:
    """Write questions with one answer in the corpus, review them, and keep those that pass; needs a chat model."""
    from query import QueryService

    quiet_logs()
    changed = {"pages": pages, "per_page": per_page, "seed": seed, "max_calls": max_calls}
    with QueryService.for_holder(Settings()) as service:
        maker = _maker(service, changed, index, collection)
        found = maker.pages()
        expected = maker.estimate(num_pages=len(found), num_questions=len(found) * maker.settings.per_page)
        _run(
            lambda progress: maker.make(found, progress),
            expected,
            (output, rejected),
            only_estimate=estimate,
            as_json=as_json,
        )


def review(
    questions: Annotated[Path, typer.Argument(metavar="QUESTIONS.jsonl", help="questions with documents and pages")],
    *,
    output: Output = None,
    rejected: Rejected = None,
    max_calls: MaxCalls = None,
    index: Index = "default",
    collection: Collection = None,
    estimate: OnlyEstimate = False,
    as_json: AsJson = False,
) -> None:
    """Review questions: one place of the corpus is meant, its page answers, no other does; unclear ones are refined."""
    from bizrag.evaluation.cases import read_cases
    from query import QueryService

    quiet_logs()
    if output is not None and output.absolute() == questions.absolute():
        raise typer.BadParameter("the reviewed questions would replace the given ones", param_hint="--output")
    cases = read_cases(questions)
    with QueryService.for_holder(Settings()) as service:
        maker = _maker(service, {"max_calls": max_calls}, index, collection)
        expected = maker.estimate(num_pages=0, num_questions=len(cases))
        _run(
            lambda progress: maker.review(cases, progress),
            expected,
            (output, rejected),
            only_estimate=estimate,
            as_json=as_json,
        )


def _maker(service: Any, changed: dict[str, int | None], index: str, collection: str | None) -> QuestionMaker:
    from query.questions import QuestionMaker

    given = {name: value for name, value in changed.items() if value is not None}
    settings = service.settings.questions.model_copy(update=given)
    return QuestionMaker(service=service, settings=settings, index=index, collection=collection)


def _run(
    work: Callable[[ProgressFn], tuple[QuestionSet, dict[str, Any]]],
    expected: dict[str, Any],
    files: tuple[Path | None, Path | None],
    *,
    only_estimate: bool,
    as_json: bool,
) -> None:
    """Say what it may take, do it, write both files, say what came of it."""
    from bizrag.evaluation.questions.making import write_set

    if only_estimate:
        print_json(expected) if as_json else out.print(estimate_line(expected))
        return
    output = files[0]
    if output is None:
        raise typer.BadParameter("say where the questions go", param_hint="--output")
    err.print(f"[dim]{escape(estimate_line(expected))}[/dim]")
    with Progress(console=err, transient=True) as progress:
        task = progress.add_task("Asking", total=expected["pages"] or expected["questions"])
        found, usage = work(lambda done, total: progress.update(task, completed=done, total=total))
    rejected = files[1] or output.with_suffix(".rejected.jsonl")
    write_set(found, output, rejected)
    value = {**found.counts(), "output": str(output), "rejected_file": str(rejected), "usage": usage}
    if as_json:
        print_json(value)
    else:
        _print(found, value)


def estimate_line(expected: dict[str, Any]) -> str:
    """What it may take, on one line.

    >>> estimate_line({"pages": 0, "questions": 2, "model": "m", "calls": {"low": 0, "high": 18}, "cost_usd": None})
    '2 questions: at most 18 calls of m, price unknown; kept replies are free'
    """
    cost = expected["cost_usd"]
    price = "price unknown" if cost is None else f"at most {cost['high']:.2f} USD"
    pages = f"{expected['pages']} pages, " if expected["pages"] else ""
    calls = f"at most {expected['calls']['high']:,} calls of {expected['model']}"
    return f"{pages}{expected['questions']} questions: {calls}, {price}; kept replies are free"


def _print(found: QuestionSet, value: dict[str, Any]) -> None:
    usage = value["usage"]
    refined = f", {value['refined']} of them made clearer" if value["refined"] else ""
    out.print(f"{value['accepted']} questions in {escape(value['output'])}{refined}", soft_wrap=True)
    if found.rejected:
        reasons = ", ".join(f"{number} {reason}" for reason, number in value["rejected"].items())
        out.print(f"{len(found.rejected)} rejected ({reasons}): {escape(value['rejected_file'])}", soft_wrap=True)
    for place, reason in found.unwritten.items():
        out.print(f"[yellow]![/yellow] {escape(place)}: {escape(reason)}", soft_wrap=True)
    if found.num_left:
        out.print(f"[yellow]![/yellow] {found.num_left} were left: no call remains; run the same again to go on")
    cost = "unknown" if usage["cost_usd"] is None else f"{usage['cost_usd']:.4f} USD"
    out.print(f"[dim]{usage['calls']} new calls, {usage['kept']} kept replies, cost {cost}[/dim]")
