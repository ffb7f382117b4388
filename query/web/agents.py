"""Agents on the page: what each step did, while it happens and afterwards."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Generator
from dataclasses import dataclass
from queue import SimpleQueue

from bizrag.model.agents import AgentEnd, AgentPage, AgentRole, AgentStep, AgentTrace, StepOutcome
from bizrag.model.answers import Answer
from query.service import QueryService, SearchOptions
from query.web.hits import short_name
from query.web.places import where

_ROLES = {AgentRole.SEEKER: "Picking pages", AgentRole.INSPECTOR: "Reading them", AgentRole.ANSWER: "Checking"}
_ENDS = {
    AgentEnd.ACCEPTED: "The draft rests on every page that was read",
    AgentEnd.CHECKED: "The draft was checked against the pages that it refers to",
    AgentEnd.FROM_KEPT: "Answered from the pages that were kept",
    AgentEnd.ABSTAINED: "The pages do not hold the answer",
    AgentEnd.FALLBACK: "A step failed: this is the plain answer over everything that was found",
    AgentEnd.FAILED: "A step failed, and so did the plain answer",
}
#: characters of what an agent says that are shown
_SAID_CHARS = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """A step: "Round 1, picking pages", what came of it, and the agent's own words."""

    name: str
    outcome: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentsView:
    """How agents came to an answer."""

    end: str
    steps: tuple[StepView, ...]


def agents_view(trace: AgentTrace) -> AgentsView:
    """All steps, pages by their names."""
    names = {page.number: _name(page) for page in trace.pages}
    return AgentsView(end=_ENDS[trace.end], steps=tuple(step_view(step, names) for step in trace.steps))


def step_view(step: AgentStep, names: dict[int, str] | None = None) -> StepView:
    """What a step did; pages by their names where those are known, else counted."""
    words = " ".join((step.error or step.reason or step.said).split())
    return StepView(
        name=f"Round {step.round_no}: {_ROLES[step.role].lower()}",
        outcome=_outcome(step, names),
        reason=words if len(words) <= _SAID_CHARS else f"{words[:_SAID_CHARS].rstrip()} …",
    )


def _outcome(step: AgentStep, names: dict[int, str] | None) -> str:
    chosen = [names[number] for number in step.chosen if number in names] if names else []
    pages = ", ".join(chosen) if chosen else f"{len(step.chosen)} {'page' if len(step.chosen) == 1 else 'pages'}"
    match step.outcome:
        case StepOutcome.PICKED:
            return f"picked {pages} of {len(step.shown)} seen"
        case StepOutcome.NOTHING_PICKED:
            return "wants no further page"
        case StepOutcome.MORE_WANTED:
            return f"wants to see more, keeps {pages}"
        case StepOutcome.DRAFTED:
            return f"wrote a draft from {pages}"
        case StepOutcome.ANSWERED:
            return f"answered from {pages}"
        case StepOutcome.NO_ANSWER:
            return "found no answer"
        case StepOutcome.FAILED:
            return "failed"


def _name(page: AgentPage) -> str:
    place = where([page.page_no] if page.page_no else [])
    return f"{short_name(page.doc)}, {place}" if place else short_name(page.doc)


class _UnwantedError(Exception):
    """Nobody waits any more."""


def steps_of(service: QueryService, question: str, options: SearchOptions) -> Generator[AgentStep, None, Answer]:
    """Ask the agents; their steps as they are done, then the answer. Raises as ``QueryService.ask_agents``.

    They work in a thread of their own. When the generator is closed, they stop after the step that is under way.
    """
    said: SimpleQueue[AgentStep | Answer | Exception] = SimpleQueue()
    is_unwanted = threading.Event()

    def tell(step: AgentStep) -> None:
        if is_unwanted.is_set():
            raise _UnwantedError
        said.put(step)

    def work() -> None:
        try:
            said.put(service.ask_agents(question, on_step=tell, **options))
        except Exception as error:
            # raised where it is waited for
            said.put(error)

    threading.Thread(target=contextvars.copy_context().run, args=(work,), daemon=True, name="agents").start()
    try:
        while True:
            match said.get():
                case AgentStep() as step:
                    yield step
                case Answer() as answer:
                    return answer
                case Exception() as error:
                    raise error
    finally:
        is_unwanted.set()
