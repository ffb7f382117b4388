"""Search and ask, for whoever may: the core's parts put together (``query/opened.py`` opens them)."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict, Unpack

from bizrag.model.access import Principal
from bizrag.model.answers import Answer
from bizrag.model.conversation import ALONE, Conversation
from bizrag.model.retrieval import Evidence, Hit, Retriever, SearchFilter
from bizrag.settings import RerankMode, Settings
from bizrag.store.indexes import get_index
from query.documents import check_collection, list_documents, resolve_document
from query.notes import NOTHING_ANSWERS, with_notes, with_trace_notes, with_unused_wishes
from query.observing import Kind, Observed, in_one_context, narrowing, observing
from query.opened import OpenParts

if TYPE_CHECKING:
    from bizrag.answering.agents.rounds import OnStep
    from bizrag.answering.inference import Asked
    from bizrag.evaluation.gold import IndexedDocument

DEFAULT_INDEX = "default"
DEFAULT_TOP_K = 10
#: hits that are assembled for an answer (MM-BizRAG, appendix D, keeps 20 of 30 after reranking)
ANSWER_TOP_K = 20


class SearchOptions(TypedDict, total=False):
    """How to search: see ``QueryService.search``."""

    index: str
    collection: str | None
    doc: str | None
    filters: SearchFilter | None
    top_k: int
    retriever: Retriever
    principal: Principal | None
    adaptive: bool | None


class AskOptions(SearchOptions, total=False):
    """How to ask: see ``QueryService.ask``."""

    rerank: RerankMode | None
    conversation: Conversation
    evidence: Evidence | None


class QueryService(OpenParts):
    """Reads from the indexes of one database. Everything opens when it is first used; safe for several threads."""

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
        adaptive: bool | None = None,
        principal: Principal | None = None,
    ) -> list[Hit]:
        """The best chunks for a question, best first.

        ``index`` is a name or an alias, ``doc`` a path below the source root, a file name or a part of one that only
        one document has; ``filters`` narrow further, by file type, layout, date, pages and kind of chunk. ``adaptive``
        keeps of each modality what similarities tell from the rest, half of ``top_k`` to ``top_k``, in the order of the
        documents; None means the setting. What ``principal`` may not read is not there: an index, a collection, a
        document; None is who the service reads for. Raises NotFoundError for an unknown one of them, BadInputError for
        an empty question.
        """
        options = SearchOptions(
            index=index, collection=collection, doc=doc, retriever=retriever, top_k=top_k, principal=principal
        )
        if filters is not None:
            options["filters"] = filters
        with self._observing(Kind.SEARCH, question, options) as observed:
            narrowed = self.filters(index=index, collection=collection, doc=doc, further=filters, principal=principal)
            hits = self.retriever_of(principal).retrieve(
                question, index=index, filters=narrowed, retriever=retriever, top_k=top_k, adaptive=adaptive
            )
            observed.found(hits)
            with self.reading(principal) as conn:
                return with_notes(conn, hits, get_index(conn, index).index_no)

    def ask(
        self,
        question: str,
        *,
        rerank: RerankMode | None = None,
        conversation: Conversation = ALONE,
        evidence: Evidence | None = None,
        **options: Unpack[SearchOptions],
    ) -> Answer:
        """An answer from the best ``top_k`` (20) chunks with citations, or an abstention. Options as in ``search``.

        ``rerank`` None means the setting, where a chat model is configured; ``conversation`` is what was said before,
        and the wishes for the answer (without a chat model they have no effect, and the trace's notes say so);
        ``evidence`` says which pages are read (SV-RAG: the best, the five best, all of
        a document), None means the setting. Raises as ``search``, what the chat model raises, and TypeError for an
        option that ``search`` has not.
        """
        with self._observing(Kind.ASK, question, options) as observed:
            inference = self.inference_of(options.get("principal"))
            answer = inference.answer(self._asked(question, rerank, conversation, options, evidence))
            observed.answered(answer)
            return self._noted(with_unused_wishes(answer, question, conversation, inference), options)

    def ask_stream(
        self,
        question: str,
        *,
        rerank: RerankMode | None = None,
        conversation: Conversation = ALONE,
        evidence: Evidence | None = None,
        **options: Unpack[SearchOptions],
    ) -> Generator[str, None, Answer]:
        """As ``ask``, in pieces as the answer is written; the generator returns the whole."""
        return in_one_context(self._pieces(question, rerank, conversation, options, evidence))

    def _pieces(
        self,
        question: str,
        rerank: RerankMode | None,
        conversation: Conversation,
        options: SearchOptions,
        evidence: Evidence | None,
    ) -> Generator[str, None, Answer]:
        with self._observing(Kind.ASK, question, options) as observed:
            inference = self.inference_of(options.get("principal"))
            answer = yield from inference.stream(self._asked(question, rerank, conversation, options, evidence))
            observed.answered(answer)
            return self._noted(with_unused_wishes(answer, question, conversation, inference), options)

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
            inference = self.inference_of(options.get("principal"))
            answer = AgentRun(inference, asked, self.settings.agents, on_step).answer()
            observed.answered(answer)
            return self._noted(answer, options)

    def _noted(self, answer: Answer, options: SearchOptions) -> Answer:
        """The answer, with a note where there is nothing in the index that it could be made from."""
        index, principal = options.get("index", DEFAULT_INDEX), options.get("principal")
        if answer.passages or self.has_documents(SearchFilter(), index=index, principal=principal):
            return answer
        return with_trace_notes(answer, [NOTHING_ANSWERS])

    def _observing(self, kind: Kind, question: str, options: SearchOptions) -> AbstractContextManager[Observed]:
        if unknown := options.keys() - SearchOptions.__annotations__.keys():
            # a filter under a wrong name would be no filter
            raise TypeError(f"unknown options {sorted(unknown)}; there are {sorted(SearchOptions.__annotations__)}")
        return observing(
            self.observers,
            kind,
            question,
            index=options.get("index", DEFAULT_INDEX),
            retriever=options.get("retriever", Retriever.HYBRID),
            top_k=options.get("top_k", ANSWER_TOP_K),
            principal=options.get("principal") or self.principal,
            narrowed=narrowing(options.get("collection"), options.get("doc"), options.get("filters")),
        )

    def _asked(
        self,
        question: str,
        rerank: RerankMode | None,
        conversation: Conversation,
        options: SearchOptions,
        evidence: Evidence | None = None,
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
                principal=options.get("principal"),
            ),
            retriever=options.get("retriever", Retriever.HYBRID),
            top_k=options.get("top_k", ANSWER_TOP_K),
            adaptive=self.settings.search.adaptive if options.get("adaptive") is None else options.get("adaptive"),
            rerank=rerank,
            conversation=conversation,
            evidence=evidence,
        )

    def filters(
        self,
        *,
        index: str,
        collection: str | None,
        doc: str | None,
        further: SearchFilter | None = None,
        principal: Principal | None = None,
    ) -> SearchFilter:
        """What a search is narrowed to, names resolved. The caller's collections are in it only so that the search
        knows how little there is to search; that nothing else is found, the database sees to.
        """
        narrowed = further or SearchFilter()
        may_read = (principal or self.principal).collections
        if may_read and not narrowed.collections:
            narrowed = replace(narrowed, collections=may_read)
        if collection is None and doc is None:
            return narrowed
        with self.reading(principal) as conn:
            if doc is not None:
                document = resolve_document(conn, doc, index=index, collection=collection)
                return replace(narrowed, documents=(document.document_id,))
            check_collection(conn, index_no=get_index(conn, index).index_no, collection=collection)
        return replace(narrowed, collections=(collection,) if collection else ())

    def has_documents(
        self, filters: SearchFilter, *, index: str = DEFAULT_INDEX, principal: Principal | None = None
    ) -> bool:
        """Whether the index answers from any document that the filters leave, of those that the caller may read."""
        from bizrag.store.filters import has_documents

        with self.reading(principal) as conn:
            return has_documents(conn, filters, index_no=get_index(conn, index).index_no)

    def documents(
        self, *, index: str = DEFAULT_INDEX, collection: str | None = None, principal: Principal | None = None
    ) -> list[IndexedDocument]:
        """The documents that the index answers from, of those that the caller may read."""
        with self.reading(principal) as conn:
            return list_documents(conn, index=index, collection=collection)

    def page_image(
        self, document_id: str, page_no: int, *, index: str = DEFAULT_INDEX, principal: Principal | None = None
    ) -> bytes | None:
        """The image of a page as the index answers from it; None where the caller sees none."""
        from bizrag.store.fetch import fetch_page_image

        with self.reading(principal) as conn:
            row = get_index(conn, index)
            sha256 = fetch_page_image(conn, index_no=row.index_no, document_id=document_id, page_no=page_no)
        return self.read_image(sha256) if sha256 else None

    def read_image(self, sha256: str) -> bytes:
        """A stored image; raises NotFoundError."""
        from bizrag.store.blobs import BlobStore

        return BlobStore(self.settings.blobs).get(sha256)

    def with_settings(self, settings: Settings) -> QueryService:
        """The same database and the same loaded models under other settings of search and answering.

        It lives as long as this service: only this one is closed.
        """
        other = QueryService(settings)
        other.__dict__ |= {"engine": self.engine, "embedders": self.embedders, "principal": self.principal}
        return other


def search(question: str, *, settings: Settings | None = None, **options: Unpack[SearchOptions]) -> list[Hit]:
    """``QueryService.search`` for one question, with the settings of the environment."""
    with QueryService.for_holder(settings or Settings.model_validate({})) as service:
        return service.search(question, **options)


def ask(question: str, *, settings: Settings | None = None, **options: Unpack[AskOptions]) -> Answer:
    """``QueryService.ask`` for one question, with the settings of the environment."""
    with QueryService.for_holder(settings or Settings.model_validate({})) as service:
        return service.ask(question, **options)
