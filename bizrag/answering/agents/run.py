"""One question answered by agents: rewrite, retrieve, rounds over the found pages, citations; or the plain answer."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from bizrag.answering.agents.budget import BudgetedChat
from bizrag.answering.agents.pages import FoundPage, found_pages, load_page_images
from bizrag.answering.agents.prompting import Task
from bizrag.answering.agents.roles import Agents, failure_of
from bizrag.answering.agents.rounds import Concluded, OnStep, run_rounds
from bizrag.answering.assembly.assemble import Context
from bizrag.answering.chat.answerer import says_nothing
from bizrag.answering.citations import check_markers, marker
from bizrag.answering.inference import Asked, Inference, Run
from bizrag.answering.ports import NO_ANSWER
from bizrag.answering.quoting import cite_claims
from bizrag.configuration.agent import AgentSettings
from bizrag.errors import BizragError, ConfigurationError, RefusedError
from bizrag.model.agents import AgentEnd, AgentStep, AgentTrace
from bizrag.model.answers import Answer, Trace
from bizrag.model.retrieval import Hit
from bizrag.model.spending import Spending
from bizrag.providers.chat import ChatModel, Job
from bizrag.retrieval.rerank import Reranked
from bizrag.store.engine import reading

_NO_CONTEXT = Context(passages=(), dropped=())


def _ignore(_step: AgentStep) -> None:
    """Nobody watches."""


class AgentRun(Run):
    """One question on its way through the agents."""

    def __init__(
        self, inference: Inference, asked: Asked, settings: AgentSettings, on_step: OnStep | None = None
    ) -> None:
        super().__init__(inference, asked)
        self._settings = settings
        self._on_step = on_step or _ignore

    def answer(self) -> Answer:
        """The answer with its trace in ``agents``. A step that fails ends in the plain answer, marked so.

        Raises ConfigurationError without a chat model, BadInputError or NotFoundError for what cannot be asked.
        """
        chat = self._chat(Job.AGENT)
        if chat is None:
            raise ConfigurationError(
                "the agents need a chat model: set BIZRAG_PROVIDERS__OPENAI__API_KEY or __BASE_URL "
                "(docs/providers.md), or ask without --agents"
            )
        searched_for = self._rewrite()
        # adaptive recall decides itself how many are worth a look, up to what was asked for
        num_candidates = self.asked.top_k if self.asked.adaptive else self.parts.num_candidates
        hits = self._retrieve(searched_for, num_candidates, self.asked.adaptive)
        with self._step("pages"):
            pages = self._pages(hits)
        with self._step("agents"):
            agents = self._agents(chat, searched_for)
            done = run_rounds(agents, pages, max_rounds=self._settings.max_rounds, on_step=self._on_step)
        answer, context, done = self._written(done, pages, hits, searched_for, provider=chat.identity)
        with self._step("cite"):
            answer = self._placed(answer)
        return replace(
            answer,
            seconds=time.perf_counter() - self.began,
            trace=self._trace(answer.trace, searched_for, Reranked(hits=tuple(hits)), context),
            agents=_trace_of(done, pages),
        )

    def _pages(self, hits: Sequence[Hit]) -> tuple[FoundPage, ...]:
        index = self.parts.retriever.seen(self.asked.index)
        with reading(self.parts.engine) as conn:
            noted = self.parts.annotate(conn, hits, index.index_no)
            # adaptive recall hands them over in the order of the documents
            best_first = sorted(noted, key=lambda hit: -hit.score)
            return found_pages(best_first, load_page_images(conn, hits), max_pages=self._settings.max_pages)

    def _agents(self, chat: ChatModel, searched_for: str) -> Agents:
        conversation = self._conversation()
        return Agents(
            chat=BudgetedChat(chat, self._settings),
            task=Task(
                question=self.asked.question,
                meant=searched_for,
                instructions=conversation.instructions.strip(),
                language=conversation.language or "",
            ),
            read_image=self.parts.read_image,
            limits=self._image_limits(),
            settings=self._settings,
        )

    def _written(
        self, done: Concluded, pages: Sequence[FoundPage], hits: Sequence[Hit], searched_for: str, *, provider: str
    ) -> tuple[Answer, Context, Concluded]:
        """The answer, what it was assembled from, and how it ended after all."""
        if done.end is AgentEnd.FALLBACK:
            return self._plain(done, hits, searched_for)
        answer = _answer(done.answer, pages, provider=provider.partition("?")[0])
        if answer.is_abstention and done.end is not AgentEnd.ABSTAINED:
            done = replace(done, end=AgentEnd.ABSTAINED, why="the pages do not hold the answer", answer=None)
        return answer, _NO_CONTEXT, done

    def _plain(self, done: Concluded, hits: Sequence[Hit], searched_for: str) -> tuple[Answer, Context, Concluded]:
        """The plain answer over what was found; sentences of the sources where the model fails again."""
        self._note(f"{done.why}; this is the plain answer over everything that was found")
        answerer, is_chat = self._answerer()
        read = hits if self.asked.adaptive else hits[: self.asked.top_k]
        context = self._assemble(read, searched_for, is_chat=is_chat)
        with self._step("generate"):
            given = (self.asked.question, context.passages, self._conversation())
            try:
                return answerer.answer(*given, meant=searched_for), context, done
            except RefusedError as error:
                self._note(f"the plain answer was refused: {error}")
                failed = replace(done, end=AgentEnd.FAILED, failure=failure_of(error))
                return _answer(None, (), provider=answerer.provider), context, failed
            except BizragError as error:
                self._note(f"the plain answer failed too ({error}); these are sentences of the sources")
                return self.parts.extractive.answer(*given, meant=searched_for), context, done


def _answer(step: AgentStep | None, pages: Sequence[FoundPage], *, provider: str) -> Answer:
    """The answer that a step gives, its citations checked; an abstention without one."""
    passages = [page.passage for page in pages if step is not None and page.number in step.shown]
    checked = check_markers(step.said if step else NO_ANSWER, {passage.passage_id for passage in passages})
    text = checked.text.strip()
    is_abstention = step is None or says_nothing(text, has_citations=bool(checked.passage_ids))
    notes: tuple[str, ...] = ()
    if step is not None and not is_abstention and not checked.passage_ids:
        # the pages that it refers to stand behind all of it
        text = " ".join((text, *(marker(number) for number in step.chosen)))
        notes = () if step.chosen else ("the answer cites no source",)
    return Answer(
        text=NO_ANSWER if is_abstention else text,
        citations=() if is_abstention else cite_claims(text, passages),
        is_abstention=is_abstention,
        passages=tuple(passages),
        provider=provider,
        seconds=0.0,
        trace=Trace(num_invalid_citations=checked.num_removed, num_images=step.num_images if step else 0, notes=notes),
    )


def _trace_of(done: Concluded, pages: Sequence[FoundPage]) -> AgentTrace:
    return AgentTrace(
        pages=tuple(page.page for page in pages),
        steps=done.steps,
        end=done.end,
        why=done.why,
        failure=done.failure,
        spending=sum((step.spending for step in done.steps), Spending()),
    )
