"""The three agents of a question. Each call is one step; what goes wrong in it is part of the step, no exception."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bizrag.answering.agents.budget import BudgetReachedError
from bizrag.answering.agents.outputs import (
    AnswerOutput,
    InspectorOutput,
    SeekerOutput,
    answer_output,
    inspector_output,
    seeker_output,
    split,
)
from bizrag.answering.agents.pages import FoundPage
from bizrag.answering.agents.prompting import (
    EXCERPT_CHARS,
    FULL_CHARS,
    Remembered,
    Shown,
    Task,
    answer_prompt,
    inspector_prompt,
    seeker_prompt,
    show,
)
from bizrag.answering.chat.answerer import says_nothing
from bizrag.answering.chat.sent_images import ImageLimits
from bizrag.configuration.agent import AgentSettings
from bizrag.errors import (
    BizragError,
    InvalidOutputError,
    ProviderTimeoutError,
    ProviderUnusableError,
    RefusedError,
    TransientError,
)
from bizrag.model.agents import AgentFailure, AgentRole, AgentStep, StepOutcome
from bizrag.providers.chat import ChatModel
from bizrag.providers.spending import MeteredChat
from bizrag.providers.structured import complete_as


@dataclass(frozen=True, slots=True, kw_only=True)
class Agents:
    """Seeker, inspector and answer agent of one question; all three are one model, within one budget."""

    chat: ChatModel
    task: Task
    # blob -> bytes; raises NotFoundError
    read_image: Callable[[str], bytes]
    # of pages at full size
    limits: ImageLimits
    settings: AgentSettings

    def seek(self, round_no: int, pages: Sequence[FoundPage], memory: Sequence[Remembered]) -> AgentStep:
        """Pick pages from thumbnails: at most ``max_picks``, the best first."""
        thumbnails = replace(self.limits, max_px=self.settings.thumbnail_px)
        shown = show(pages, self.read_image, thumbnails, beside_chars=0, instead_chars=EXCERPT_CHARS)
        prompt = seeker_prompt(self.task, shown, memory, max_picks=self.settings.max_picks)

        def ask(chat: ChatModel, step: AgentStep) -> AgentStep:
            said: SeekerOutput = complete_as(chat, prompt, seeker_output(shown.numbers))
            chosen, left_out = split(said.choice, shown.numbers, self.settings.max_picks)
            return replace(
                step,
                outcome=StepOutcome.PICKED if chosen else StepOutcome.NOTHING_PICKED,
                reason=said.reason,
                said=said.summary,
                chosen=tuple(chosen),
                left_out=tuple(left_out),
            )

        return self._take(AgentRole.SEEKER, round_no, shown, ask)

    def inspect(self, round_no: int, pages: Sequence[FoundPage], summary: str) -> AgentStep:
        """Read pages at full size: a draft with the pages it rests on, or what is missing with the pages to keep."""
        shown = self._full_size(pages)
        prompt = inspector_prompt(self.task, shown, summary)

        def ask(chat: ChatModel, step: AgentStep) -> AgentStep:
            said: InspectorOutput = complete_as(chat, prompt, inspector_output(shown.numbers))
            chosen, left_out = split((said.reference if said.answer else said.choice) or (), shown.numbers)
            return replace(
                step,
                outcome=StepOutcome.DRAFTED if said.answer else StepOutcome.MORE_WANTED,
                reason=said.reason,
                said=said.answer or said.information or "",
                chosen=tuple(chosen),
                left_out=tuple(left_out),
            )

        return self._take(AgentRole.INSPECTOR, round_no, shown, ask)

    def conclude(self, round_no: int, pages: Sequence[FoundPage], draft: str = "") -> AgentStep:
        """Check a draft against the pages it refers to, or answer from pages without one."""
        shown = self._full_size(pages)
        prompt = answer_prompt(self.task, shown, draft)

        def ask(chat: ChatModel, step: AgentStep) -> AgentStep:
            said: AnswerOutput = complete_as(chat, prompt, answer_output(shown.numbers))
            chosen, left_out = split(said.reference, shown.numbers)
            is_nothing = says_nothing(said.answer, has_citations=bool(chosen))
            return replace(
                step,
                outcome=StepOutcome.NO_ANSWER if is_nothing else StepOutcome.ANSWERED,
                reason=said.reason,
                said=said.answer,
                chosen=tuple(chosen),
                left_out=tuple(left_out),
            )

        return self._take(AgentRole.ANSWER, round_no, shown, ask)

    def _full_size(self, pages: Sequence[FoundPage]) -> Shown:
        chars = self.settings.page_chars
        return show(pages, self.read_image, self.limits, beside_chars=chars, instead_chars=max(chars, FULL_CHARS))

    def _take(
        self, role: AgentRole, round_no: int, shown: Shown, ask: Callable[[ChatModel, AgentStep], AgentStep]
    ) -> AgentStep:
        """The step, timed and with what it took, or the failure of it."""
        began = time.perf_counter()
        meter = MeteredChat(self.chat)
        step = AgentStep(
            round_no=round_no,
            role=role,
            outcome=StepOutcome.FAILED,
            shown=shown.numbers,
            num_images=len(shown.sent.images),
        )
        try:
            step = ask(meter, step)
        except BudgetReachedError as error:
            step = replace(step, failure=error.failure, error=str(error))
        except BizragError as error:
            step = replace(step, failure=failure_of(error), error=str(error))
        return replace(step, seconds=time.perf_counter() - began, spending=meter.spending)


def failure_of(error: BizragError) -> AgentFailure:
    """What kind of failure an error is.

    >>> failure_of(ProviderTimeoutError("no reply in 120 s"))
    <AgentFailure.TIMEOUT: 'timeout'>
    """
    match error:
        case RefusedError():
            return AgentFailure.REFUSED
        case ProviderTimeoutError():
            return AgentFailure.TIMEOUT
        case InvalidOutputError():
            return AgentFailure.INVALID_OUTPUT
        case ProviderUnusableError():
            return AgentFailure.REJECTED
        case TransientError():
            return AgentFailure.UNAVAILABLE
        case _:
            return AgentFailure.REJECTED
