"""The rounds (ViDoRAG, section 5.2): seek, inspect, and again until answered, nothing is left, or a limit is reached.

The paper ends only when its agents agree or no page is left; here the rounds are counted too. Each round takes at least
one page away from the candidates, so the loop ends whatever the model says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bizrag.answering.agents.pages import FoundPage, in_order
from bizrag.answering.agents.prompting import Remembered
from bizrag.answering.agents.roles import Agents
from bizrag.model.agents import AgentEnd, AgentFailure, AgentStep, StepOutcome

OnStep = Callable[[AgentStep], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Concluded:
    """How the rounds ended."""

    steps: tuple[AgentStep, ...]
    end: AgentEnd
    # one line for a person
    why: str
    # the step whose words are the answer; None where there is none
    answer: AgentStep | None = None
    failure: AgentFailure | None = None


def run_rounds(agents: Agents, pages: Sequence[FoundPage], *, max_rounds: int, on_step: OnStep) -> Concluded:
    """All rounds over the pages. ``on_step`` hears of every step as it is done. Raises nothing that a model does."""
    return _Rounds(agents, pages, on_step).run(max_rounds)


class _Rounds:
    """The state of the rounds of one question."""

    def __init__(self, agents: Agents, pages: Sequence[FoundPage], on_step: OnStep) -> None:
        self._agents = agents
        self._left = {page.number: page for page in pages}
        self._kept: list[FoundPage] = []
        self._memory: list[Remembered] = []
        self._steps: list[AgentStep] = []
        self._on_step = on_step
        self._why = ""

    def run(self, max_rounds: int) -> Concluded:
        round_no = 0
        while self._goes_on(round_no, max_rounds):
            round_no += 1
            done = self._round(round_no)
            if done is not None:
                return done
            if self._why:
                break
        if not self._kept:
            return self._end(AgentEnd.ABSTAINED, f"{self._why}, and none was kept")
        return self._conclude(round_no, self._kept, AgentEnd.FROM_KEPT, why=f"{self._why}: answered from those kept")

    def _goes_on(self, round_no: int, max_rounds: int) -> bool:
        if not self._left:
            self._why = "no page is left to look at" if round_no else "the search found no page"
        elif round_no >= max_rounds:
            self._why = f"{max_rounds} rounds did not settle it"
        return not self._why

    def _round(self, round_no: int) -> Concluded | None:
        """One round; None when it settles nothing, with ``_why`` set when no other shall follow."""
        sought = self._take(self._agents.seek(round_no, in_order(self._left.values()), self._memory))
        if sought.outcome is StepOutcome.FAILED:
            return self._failed(sought)
        if sought.outcome is StepOutcome.NOTHING_PICKED:
            self._why = "the seeker wanted no further page"
            return None
        seen = in_order([*self._kept, *(self._left.pop(number) for number in sought.chosen)])
        looked = self._take(self._agents.inspect(round_no, seen, sought.said))
        if looked.outcome is StepOutcome.FAILED:
            return self._failed(looked)
        chosen = [page for page in seen if page.number in looked.chosen]
        if looked.outcome is StepOutcome.DRAFTED:
            if set(looked.chosen) == set(looked.shown):
                return self._end(AgentEnd.ACCEPTED, "the draft rests on all pages that were inspected", answer=looked)
            return self._conclude(
                round_no, chosen, AgentEnd.CHECKED, why="the draft was checked against its pages", draft=looked.said
            )
        self._kept = chosen
        self._memory.append(Remembered(round_no=round_no, summary=sought.said, information=looked.said))
        return None

    def _conclude(
        self, round_no: int, pages: Sequence[FoundPage], end: AgentEnd, *, why: str, draft: str = ""
    ) -> Concluded:
        step = self._take(self._agents.conclude(round_no, pages, draft))
        if step.outcome is StepOutcome.FAILED:
            return self._failed(step)
        if step.outcome is StepOutcome.NO_ANSWER:
            return self._end(AgentEnd.ABSTAINED, "the pages do not hold the answer")
        return self._end(end, why, answer=step)

    def _take(self, step: AgentStep) -> AgentStep:
        self._steps.append(step)
        self._on_step(step)
        return step

    def _failed(self, step: AgentStep) -> Concluded:
        return self._end(AgentEnd.FALLBACK, f"the {step.role} failed: {step.error}", failure=step.failure)

    def _end(
        self, end: AgentEnd, why: str, *, answer: AgentStep | None = None, failure: AgentFailure | None = None
    ) -> Concluded:
        return Concluded(steps=tuple(self._steps), end=end, why=why, answer=answer, failure=failure)
