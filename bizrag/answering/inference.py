"""Inference: rewrite, retrieve, rerank, assemble, answer, cite (MM-BizRAG, appendix D), each step timed.

Steps that need a chat model are left out where none is configured for them; without any, answers are extractive.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import TypeVar

from sqlalchemy import Connection, Engine

from bizrag.answering.assembly.assemble import Budget, Context, assemble
from bizrag.answering.assembly.following import with_following_slides
from bizrag.answering.assembly.front import with_front
from bizrag.answering.assembly.long_tables import shorten_tables
from bizrag.answering.assembly.phi import phi_of
from bizrag.answering.assembly.surroundings import load_surroundings, narrow_citations
from bizrag.answering.chat.answerer import ChatAnswerer
from bizrag.answering.chat.sent_images import ImageLimits
from bizrag.answering.citations import number_citations
from bizrag.answering.ports import Answerer
from bizrag.answering.quoting import cited_figures
from bizrag.errors import ConfigurationError
from bizrag.model.answers import Answer, Trace
from bizrag.model.conversation import ALONE, Conversation
from bizrag.model.retrieval import Evidence, Hit, Retriever, SearchFilter
from bizrag.model.spending import Spending
from bizrag.providers.chat import ChatModel, Job
from bizrag.providers.spending import MeteredChat
from bizrag.retrieval.evidence import keep_evidence
from bizrag.retrieval.measured import BY_ROW
from bizrag.retrieval.rerank import ListwiseReranker, PointwiseReranker, Reranked, Reranker
from bizrag.retrieval.retriever import HybridRetriever
from bizrag.retrieval.rewrite import Rewriter
from bizrag.settings import AnsweringSettings, RerankMode
from bizrag.store.engine import reading
from bizrag.tracing import span

T = TypeVar("T")

#: what the extractive answerer reads at most, in tokens of the embedder: it scores every sentence
EXTRACTIVE_TOKENS = 12_000
_MB = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, and how it is to be answered."""

    question: str
    index: str
    filters: SearchFilter = field(default_factory=SearchFilter)
    retriever: Retriever = Retriever.HYBRID
    # hits that are assembled
    top_k: int = 20
    # as many of each modality as similarities tell from the rest, up to top_k; None: as the settings say
    adaptive: bool | None = None
    # pages that are read; None: as the settings say
    evidence: Evidence | None = None
    # None: as the settings say
    rerank: RerankMode | None = None
    conversation: Conversation = ALONE
    # None: the day on which it is asked
    today: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Inference:
    """Answers questions from the indexes of one database. Safe for several threads."""

    engine: Engine
    retriever: HybridRetriever
    # who answers where no chat model is configured
    extractive: Answerer
    # the chat model of a job; None where none is configured
    chat: Callable[[Job], ChatModel | None]
    # blob -> bytes; raises NotFoundError
    read_image: Callable[[str], bytes]
    # hits of an index (its number), with what a reader should know of their documents
    annotate: Callable[[Connection, Sequence[Hit], int], Sequence[Hit]]
    settings: AnsweringSettings
    # candidates that are reranked
    num_candidates: int

    def answer(self, asked: Asked) -> Answer:
        """The answer whole. Raises as ``stream``."""
        return drained(Run(self, asked).steps(streams=False))

    def stream(self, asked: Asked) -> Generator[str, None, Answer]:
        """The answer in pieces as it is written; the generator returns the whole, citations placed, steps timed.

        Raises BadInputError, NotFoundError or ConfigurationError for what cannot be asked, and what the chat model of
        the answer raises. Rewriting and reranking never raise for a failing model: the trace says what was left out.
        """
        return Run(self, asked).steps(streams=True)


def _share_of_each(hits: Sequence[Hit]) -> int | None:
    """The tokens of a passage at most, where the row of a measure is asked of several documents: all are to be read."""
    documents = {hit.document_id for hit in hits if BY_ROW in hit.route_ranks}
    return EXTRACTIVE_TOKENS // (2 * len(documents)) if len(documents) > 1 else None


class Run:
    """One question on its way: the steps, their times, notes and spending. Agents take some of them too."""

    def __init__(self, inference: Inference, asked: Asked) -> None:
        self.parts = inference
        self.asked = asked
        self.seconds: dict[str, float] = {}
        self.notes: list[str] = []
        self.meters: list[MeteredChat] = []
        self.began = time.perf_counter()

    def steps(self, *, streams: bool) -> Generator[str, None, Answer]:
        """All steps; pieces only when it ``streams``."""
        searched_for = self._rewrite()
        # Asked for first: what is not configured must fail before anything is searched.
        reranker = self._reranker()
        reranked = self._found(reranker, searched_for)
        answerer, is_chat = self._answerer()
        context = self._assemble(reranked.hits, searched_for, is_chat=is_chat)
        with self._step("generate"):
            written = answerer.stream if streams else answerer.answer
            made = written(self.asked.question, context.passages, self._conversation(), meant=searched_for)
            answer = made if isinstance(made, Answer) else (yield from self._first_timed(made))
        with self._step("cite"):
            answer = self._placed(answer)
        return replace(
            answer,
            seconds=time.perf_counter() - self.began,
            trace=self._trace(answer.trace, searched_for, reranked, context),
        )

    def _rewrite(self) -> str:
        chat = self._chat(Job.REWRITE)
        conversation = self.asked.conversation
        if chat is None or not (conversation.history or conversation.background.strip()):
            return self.asked.question
        with self._step("rewrite"):
            today = self.asked.today or datetime.now().astimezone().date()
            rewritten = Rewriter(chat).rewrite(self.asked.question, conversation, today=today)
        self._note(rewritten.note)
        return rewritten.text

    def _found(self, reranker: Reranker | None, question: str) -> Reranked:
        """The hits that are read: the best, those on the best pages, or whole documents."""
        evidence = self.asked.evidence or self.parts.settings.evidence
        if evidence is Evidence.ALL:
            with self._step("retrieve"):
                found = self.parts.retriever.whole_documents(index=self.asked.index, filters=self.asked.filters)
            return Reranked(hits=tuple(found))
        # scores of two modalities do not compare, so the best pages are those of one ranking
        adaptive = self.asked.adaptive if evidence is Evidence.FOUND else False
        if self.asked.adaptive and not adaptive:
            self._note(f"adaptive recall left out: evidence {evidence} says how many pages are read")
        # adaptive recall decides itself how many are worth reading: reranked, they are all read
        wanted = self.asked.top_k if adaptive or reranker is None else self.parts.num_candidates
        hits = self._retrieve(question, wanted, adaptive)
        reranked = self._rerank(reranker, question, hits, keep=len(hits) if adaptive else self.asked.top_k)
        # adaptive recall hands them over in the order of the documents
        best_first = sorted(reranked.hits, key=lambda hit: -hit.score) if reranker is None else reranked.hits
        return replace(reranked, hits=tuple(keep_evidence(best_first, evidence)))

    def _retrieve(self, question: str, top_k: int, adaptive: bool | None) -> list[Hit]:
        with self._step("retrieve"):
            return self.parts.retriever.retrieve(
                question,
                index=self.asked.index,
                filters=self.asked.filters,
                retriever=self.asked.retriever,
                top_k=max(top_k, self.asked.top_k),
                adaptive=adaptive,
                counts_all=True,
            )

    def _reranker(self) -> Reranker | None:
        """As asked for, else as the settings say; raises ConfigurationError when asked for without a model."""
        mode = self.asked.rerank or self.parts.settings.rerank
        if mode is RerankMode.NONE:
            return None
        chat = self._chat(Job.RERANK)
        if chat is None:
            if self.asked.rerank is None:
                return None
            raise ConfigurationError(
                f"reranking {mode} needs a chat model: set BIZRAG_PROVIDERS__OPENAI__API_KEY or __BASE_URL"
            )
        max_chars = self.parts.settings.rerank_chars
        if mode is RerankMode.POINTWISE:
            concurrency = self.parts.settings.rerank_concurrency
            return PointwiseReranker(chat, concurrency=concurrency, max_chars=max_chars)
        return ListwiseReranker(chat, max_chars=max_chars)

    def _rerank(self, reranker: Reranker | None, question: str, hits: list[Hit], *, keep: int) -> Reranked:
        """The best ``keep`` in their new order."""
        if reranker is None:
            return Reranked(hits=tuple(hits))
        with self._step("rerank"):
            reranked = reranker.rerank(question, hits)
        self._note(reranked.note)
        return replace(reranked, hits=reranked.hits[:keep])

    def _answerer(self) -> tuple[Answerer, bool]:
        """Who answers, and whether it is a chat model."""
        chat = self._chat(Job.ANSWER)
        if chat is None:
            return self.parts.extractive, False
        return ChatAnswerer(chat=chat, read_image=self.parts.read_image, limits=self._image_limits()), True

    def _image_limits(self) -> ImageLimits:
        settings = self.parts.settings
        return ImageLimits(
            max_px=settings.max_image_px,
            max_bytes=int(settings.max_image_mb * _MB),
            max_total_bytes=int(settings.max_images_mb * _MB),
        )

    def _assemble(self, hits: Sequence[Hit], question: str, *, is_chat: bool) -> Context:
        settings = self.parts.settings
        budget = (
            Budget(max_tokens=settings.context_tokens, max_images=settings.max_images)
            if is_chat
            else Budget(max_tokens=EXTRACTIVE_TOKENS, max_passage_tokens=_share_of_each(hits))
        )
        with self._step("assemble"):
            index = self.parts.retriever.seen(self.asked.index)
            with reading(self.parts.engine) as conn:
                hits = with_front(conn, hits, question)
                hits = with_following_slides(
                    conn, hits, count=settings.following_slides, page_to=self.asked.filters.page_to
                )
                hits = self.parts.annotate(conn, hits, index.index_no)
                # a letter for each token that may be read: a table takes a third of them at most
                hits = shorten_tables(hits, question, max_chars=budget.max_tokens)
                phi = phi_of(index.variant)
                surroundings = load_surroundings(conn, hits, phi)
            count_tokens = self.parts.retriever.token_counter(self.asked.index)
            return assemble(hits, surroundings, phi=phi, budget=budget, count_tokens=count_tokens)

    def _conversation(self) -> Conversation:
        """With the wishes of the settings where the question brings none."""
        given, settings = self.asked.conversation, self.parts.settings
        return replace(
            given,
            instructions=given.instructions or settings.instructions,
            language=given.language or settings.language,
        )

    def _first_timed(self, pieces: Generator[str, None, Answer]) -> Generator[str, None, Answer]:
        while True:
            try:
                piece = next(pieces)
            except StopIteration as end:
                answer: Answer = end.value
                return answer
            self.seconds.setdefault("first_token", time.perf_counter() - self.began)
            yield piece

    def _placed(self, answer: Answer) -> Answer:
        """Citations numbered and placed, with the figures they rest on."""
        numbered = number_citations(answer)
        with reading(self.parts.engine) as conn:
            placed = narrow_citations(conn, numbered)
        return replace(placed, figures=cited_figures(placed))

    def _trace(self, written: Trace, searched_for: str, reranked: Reranked, context: Context) -> Trace:
        return replace(
            written,
            searched_for=searched_for,
            seconds=self.seconds,
            notes=(*self.notes, *written.notes),
            num_unknown_ranks=reranked.num_unknown,
            num_missing_ranks=reranked.num_missing,
            num_repeated_ranks=reranked.num_repeated,
            dropped=(*context.dropped, *written.dropped),
            spending=sum((meter.spending for meter in self.meters), Spending()),
        )

    def _chat(self, job: Job) -> ChatModel | None:
        chat = self.parts.chat(job)
        if chat is None:
            return None
        self.meters.append(MeteredChat(chat))
        return self.meters[-1]

    def _note(self, note: str) -> None:
        if note:
            self.notes.append(note)

    @contextmanager
    def _step(self, name: str) -> Generator[None]:
        began = time.perf_counter()
        with span(name):
            yield
        self.seconds[name] = time.perf_counter() - began


def drained(pieces: Generator[object, None, T]) -> T:
    """What a generator returns, its pieces thrown away."""
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            made: T = end.value
            return made
