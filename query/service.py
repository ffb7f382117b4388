"""Search and ask: opens the database and the models when they are first needed, and puts the core's parts together."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypedDict, Unpack

from bizrag.model.answers import Answer
from bizrag.model.conversation import ALONE, Conversation
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.settings import RerankMode, Settings
from query.documents import check_collection, list_documents, resolve_document
from query.notes import with_notes
from query.observing import Kind, Observed, Observer, observing

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from bizrag.answering.agents.rounds import OnStep
    from bizrag.answering.inference import Asked, Inference
    from bizrag.evaluation.cases import EvalCase
    from bizrag.evaluation.runner import EvalReport, IndexedDocument, ProgressFn
    from bizrag.providers.embedders import Embedders
    from bizrag.retrieval.retriever import HybridRetriever
    from bizrag.store.engine import Connections

DEFAULT_INDEX = "default"
DEFAULT_TOP_K = 10
#: hits that are assembled for an answer (MM-BizRAG 1.5 keeps 20 of 30 after reranking)
ANSWER_TOP_K = 20


class SearchOptions(TypedDict, total=False):
    """How to search: see ``QueryService.search``."""

    index: str
    collection: str | None
    doc: str | None
    filters: SearchFilter | None
    top_k: int
    retriever: Retriever


class AskOptions(SearchOptions, total=False):
    """How to ask: see ``QueryService.ask``."""

    rerank: RerankMode | None
    conversation: Conversation


class QueryService:
    """Reads from the indexes of one database. Everything opens when it is first used; safe for several threads."""

    def __init__(self, settings: Settings, *, connections: Connections | None = None) -> None:
        self.settings = settings
        # who is told of every question
        self.observers: list[Observer] = []
        self._connections = connections

    @cached_property
    def engine(self) -> Engine:
        """The database, started and migrated."""
        from bizrag.store.engine import open_engine

        return open_engine(self.settings, self._connections)

    @cached_property
    def embedders(self) -> Embedders:
        """The models that turn questions into vectors: every index has its own."""
        from bizrag.providers.embedders import Embedders

        return Embedders(self.settings, lambda: self.engine)

    @cached_property
    def retriever(self) -> HybridRetriever:
        """Dense, BM25 and both fused."""
        from bizrag.retrieval.retriever import HybridRetriever

        return HybridRetriever(self.engine, self.embedders, self.settings)

    @cached_property
    def inference(self) -> Inference:
        """What answers: with chat models where they are configured."""
        from functools import cache, partial

        from bizrag.answering.extractive import ExtractiveAnswerer
        from bizrag.answering.inference import Inference
        from bizrag.providers.factory import chat_model
        from bizrag.store.blobs import BlobStore

        return Inference(
            engine=self.engine,
            retriever=self.retriever,
            # loads nothing before it answers
            extractive=ExtractiveAnswerer(self.embedders.packaged()),
            chat=cache(partial(chat_model, self.settings, engine=self.engine)),
            read_image=BlobStore(self.settings.blobs).get,
            annotate=with_notes,
            settings=self.settings.answering,
            num_candidates=self.settings.search.fused_top_k,
        )

    @property
    def writes_answers(self) -> bool:
        """Whether a chat model writes the answers, which is worth streaming."""
        from bizrag.providers.chat import Job

        return self.inference.chat(Job.ANSWER) is not None

    def search(
        self,
        question: str,
        *,
        index: str = DEFAULT_INDEX,
        collection: str | None = None,
        doc: str | None = None,
        filters: SearchFilter | None = None,
        top_k: int = DEFAULT_TOP_K,
        retriever: Retriever = Retriever.HYBRID,
    ) -> list[Hit]:
        """The best chunks for a question, best first.

        ``index`` is a name or an alias, ``doc`` a path below the source root, a file name or a part of one that only
        one document has; ``filters`` narrow further, by file type, layout, date, pages and kind of chunk. Raises
        NotFoundError for an unknown index, collection or document, BadInputError for an empty question.
        """
        options = SearchOptions(index=index, retriever=retriever, top_k=top_k)
        with self._observing(Kind.SEARCH, question, options) as observed:
            narrowed = self.filters(index=index, collection=collection, doc=doc, further=filters)
            hits = self.retriever.retrieve(question, index=index, filters=narrowed, retriever=retriever, top_k=top_k)
            observed.found(hits)
            with self.engine.begin() as conn:
                return with_notes(conn, hits, index)

    def ask(
        self,
        question: str,
        *,
        rerank: RerankMode | None = None,
        conversation: Conversation = ALONE,
        **options: Unpack[SearchOptions],
    ) -> Answer:
        """An answer from the best ``top_k`` (20) chunks with citations, or an abstention. Options as in ``search``.

        ``rerank`` None means the setting, where a chat model is configured; ``conversation`` is what was said before,
        and the wishes for the answer. Raises as ``search``, and what the chat model raises.
        """
        with self._observing(Kind.ASK, question, options) as observed:
            answer = self.inference.answer(self._asked(question, rerank, conversation, options))
            observed.answered(answer)
            return answer

    def ask_stream(
        self,
        question: str,
        *,
        rerank: RerankMode | None = None,
        conversation: Conversation = ALONE,
        **options: Unpack[SearchOptions],
    ) -> Generator[str, None, Answer]:
        """As ``ask``, in pieces as the answer is written; the generator returns the whole."""
        with self._observing(Kind.ASK, question, options) as observed:
            answer = yield from self.inference.stream(self._asked(question, rerank, conversation, options))
            observed.answered(answer)
            return answer

    def _observing(self, kind: Kind, question: str, options: SearchOptions) -> AbstractContextManager[Observed]:
        return observing(
            self.observers,
            kind,
            question,
            index=options.get("index", DEFAULT_INDEX),
            retriever=options.get("retriever", Retriever.HYBRID),
            top_k=options.get("top_k", ANSWER_TOP_K),
        )

    def ask_agents(
        self,
        question: str,
        *,
        conversation: Conversation = ALONE,
        on_step: OnStep | None = None,
        **options: Unpack[SearchOptions],
    ) -> Answer:
        """As ``ask``, by agents that look at the found pages in rounds (ViDoRAG); ``Answer.agents`` has every step.

        ``on_step`` hears of each step as it is done. A step that fails ends in the plain answer, marked so. Raises as
        ``search``, and ConfigurationError where no chat model is configured.
        """
        from bizrag.answering.agents import AgentRun

        with self._observing(Kind.ASK, question, options) as observed:
            asked = self._asked(question, None, conversation, options)
            answer = AgentRun(self.inference, asked, self.settings.agents, on_step).answer()
            observed.answered(answer)
            return answer

    def _asked(
        self, question: str, rerank: RerankMode | None, conversation: Conversation, options: SearchOptions
    ) -> Asked:
        from bizrag.answering.inference import Asked

        index = options.get("index", DEFAULT_INDEX)
        return Asked(
            question=question,
            index=index,
            filters=self.filters(
                index=index,
                collection=options.get("collection"),
                doc=options.get("doc"),
                further=options.get("filters"),
            ),
            retriever=options.get("retriever", Retriever.HYBRID),
            top_k=options.get("top_k", ANSWER_TOP_K),
            rerank=rerank,
            conversation=conversation,
        )

    def filters(
        self, *, index: str, collection: str | None, doc: str | None, further: SearchFilter | None = None
    ) -> SearchFilter:
        """What a search is narrowed to, names resolved."""
        narrowed = further or SearchFilter()
        if collection is None and doc is None:
            return narrowed
        from bizrag.store.indexes import get_index

        with self.engine.begin() as conn:
            if doc is not None:
                document = resolve_document(conn, doc, index=index, collection=collection)
                return replace(narrowed, documents=(document.document_id,))
            check_collection(conn, index_no=get_index(conn, index).index_no, collection=collection)
        return replace(narrowed, collections=(collection,) if collection else ())

    def documents(self, *, index: str = DEFAULT_INDEX, collection: str | None = None) -> list[IndexedDocument]:
        """The documents that the index answers from."""
        with self.engine.begin() as conn:
            return list_documents(conn, index=index, collection=collection)

    def page_image(self, document_id: str, page_no: int, *, index: str = DEFAULT_INDEX) -> bytes | None:
        """The image of a page as the index answers from it; None where there is none."""
        from bizrag.store.blobs import BlobStore
        from bizrag.store.fetch import fetch_page_image
        from bizrag.store.indexes import get_index

        with self.engine.begin() as conn:
            row = get_index(conn, index)
            sha256 = fetch_page_image(conn, index_no=row.index_no, document_id=document_id, page_no=page_no)
        return BlobStore(self.settings.blobs).get(sha256) if sha256 else None

    def evaluate(
        self,
        cases: Sequence[EvalCase],
        *,
        index: str = DEFAULT_INDEX,
        collection: str | None = None,
        with_answers: bool = True,
        retrievers: Sequence[Retriever] | None = None,
        progress: ProgressFn | None = None,
    ) -> EvalReport:
        """Ask an index all questions: every retriever that it has, and the answerer (on hybrid hits) on demand.

        Raises NotFoundError for an unknown index or collection.
        """
        from bizrag.evaluation.runner import evaluate

        collections = (collection,) if collection else ()

        def find(question: str, retriever: Retriever, document_ids: tuple[str, ...], top_k: int) -> list[Hit]:
            filters = SearchFilter(collections=collections, documents=document_ids)
            return self.retriever.retrieve(question, index=index, filters=filters, retriever=retriever, top_k=top_k)

        def answer(question: str, document_ids: tuple[str, ...]) -> Answer:
            filters = SearchFilter(collections=collections, documents=document_ids)
            return self.ask(question, index=index, filters=filters)

        return evaluate(
            cases,
            documents=self.documents(index=index, collection=collection),
            retrieve=find,
            answer=answer if with_answers else None,
            retrievers=self._retrievers(index) if retrievers is None else retrievers,
            progress=progress,
        )

    def _retrievers(self, index: str) -> list[Retriever]:
        """How an index can be searched: one of page images holds no words for BM25."""
        from bizrag.model.variants import Variant
        from bizrag.store.indexes import get_index

        with self.engine.begin() as conn:
            variant = Variant(get_index(conn, index).variant)
        return [retriever for retriever in Retriever if variant.has_words or retriever is not Retriever.BM25]

    def close(self) -> None:
        """Return the connections; safe to call twice."""
        if "engine" in self.__dict__:
            self.__dict__.pop("engine").dispose()
            self.__dict__.pop("retriever", None)
            self.__dict__.pop("inference", None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def search(question: str, *, settings: Settings | None = None, **options: Unpack[SearchOptions]) -> list[Hit]:
    """``QueryService.search`` for one question, with the settings of the environment."""
    with QueryService(settings or Settings.model_validate({})) as service:
        return service.search(question, **options)


def ask(question: str, *, settings: Settings | None = None, **options: Unpack[AskOptions]) -> Answer:
    """``QueryService.ask`` for one question, with the settings of the environment."""
    with QueryService(settings or Settings.model_validate({})) as service:
        return service.ask(question, **options)
