"""How ``bizrag ask --agents`` speaks: each step while it happens, the answer, and the whole trace on demand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from rich.markup import escape
from rich.table import Table

from orchestration.cli.output import err, out, print_json, print_table
from orchestration.cli.sources import print_sources

if TYPE_CHECKING:
    from bizrag.model.agents import AgentPage, AgentStep, AgentTrace
    from query import AskOptions, QueryService
    from query.service import SearchOptions

_SHOWN_CHARS = 400


def answer_by_agents(service: QueryService, question: str, options: AskOptions, *, trace: bool, as_json: bool) -> None:
    """Ask the agents, tell on standard error what they do, print the answer."""
    from bizrag.answering.citations import plain_markers
    from query.to_json import answer_to_json

    searched = {name: value for name, value in options.items() if name not in ("rerank", "evidence")}
    with err.status("Looking for pages ...") as status:

        def tell(step: AgentStep) -> None:
            status.update(escape(f"Round {step.round_no}: the {step.role} {told(step)} ..."))

        answer = service.ask_agents(question, on_step=tell, **cast("SearchOptions", searched))
    if as_json:
        print_json(answer_to_json(answer))
        return
    out.print(escape(plain_markers(answer.text)))
    print_sources(answer)
    if answer.agents is not None:
        out.print(f"  [dim]{escape(summary(answer.agents))}[/dim]")
        if trace:
            print_trace(answer.agents)


def told(step: AgentStep) -> str:
    """What a step did, in a few words.

    >>> from bizrag.model.agents import AgentRole, AgentStep, StepOutcome
    >>> told(AgentStep(round_no=1, role=AgentRole.SEEKER, outcome=StepOutcome.PICKED, shown=(1, 2, 3), chosen=(2, 3)))
    'picked 2, 3'
    """
    from bizrag.model.agents import StepOutcome

    numbers = ", ".join(map(str, step.chosen)) or "none"
    match step.outcome:
        case StepOutcome.PICKED:
            return f"picked {numbers}"
        case StepOutcome.NOTHING_PICKED:
            return "wants no further page"
        case StepOutcome.MORE_WANTED:
            return f"wants to see more and keeps {numbers}"
        case StepOutcome.DRAFTED:
            return f"wrote a draft from {numbers}"
        case StepOutcome.ANSWERED:
            return f"answered from {numbers}"
        case StepOutcome.NO_ANSWER:
            return "found no answer"
        case StepOutcome.FAILED:
            return f"failed ({step.failure})"


def summary(trace: AgentTrace) -> str:
    """How it ended, on one line."""
    spent = trace.spending
    cost = "unknown" if spent.cost_usd is None else f"{spent.cost_usd:.4f} USD"
    rounds = f"{trace.num_rounds} round{'' if trace.num_rounds == 1 else 's'}"
    calls = f"{spent.num_calls} calls ({spent.num_cached} kept), cost {cost}"
    return f"agents: {trace.end} after {rounds}, {calls}: {trace.why}"


def print_trace(trace: AgentTrace) -> None:
    """The pages and all steps."""
    pages = Table("page", "document", "page of it", "rank", title="Pages to choose from", title_justify="left")
    for page in trace.pages:
        pages.add_row(str(page.number), escape(page.doc), _place(page), str(page.rank))
    print_table(pages)
    for step in trace.steps:
        for line in _lines(step):
            out.print(line, soft_wrap=True)


def _place(page: AgentPage) -> str:
    image = "" if page.image_sha256 else "text only"
    return " ".join(part for part in (str(page.page_no or ""), image) if part)


def _lines(step: AgentStep) -> Iterable[str]:
    shown = ", ".join(map(str, step.shown)) or "none"
    images = f"{step.num_images} image{'' if step.num_images == 1 else 's'}"
    yield f"[bold]Round {step.round_no}, {step.role}[/bold] saw {shown} ({images}) and {escape(told(step))}"
    for name, words in (("because", step.reason), ("says", step.said), ("error", step.error)):
        if words:
            yield f"    [dim]{name}:[/dim] {escape(_cut(words))}"
    if step.left_out:
        yield f"    [yellow]![/yellow] left out: {', '.join(map(str, step.left_out))}"
    spent = step.spending
    yield f"    [dim]{spent.num_calls} calls, {step.seconds:.2f} s[/dim]"


def _cut(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _SHOWN_CHARS else f"{line[:_SHOWN_CHARS].rstrip()} …"
