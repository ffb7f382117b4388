"""The retriever: a question in, ranked chunks out. Embeds the question; how is ranked, the index's variant says."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import lru_cache

from sqlalchemy import Engine

from bizrag.configuration.search import Fusion, SearchSettings
from bizrag.errors import BadInputError
from bizrag.model.phrasing import plainly_asked
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.model.synonyms import in_written_words, written_words
from bizrag.model.variants import EmbedderKind, Variant
from bizrag.model.words import is_latin
from bizrag.providers.embedders import Embedders
from bizrag.providers.embedding import Vectors
from bizrag.providers.local_embedding import LOCAL_SPACE
from bizrag.providers.named_entities import find_names
from bizrag.retrieval.asked_hits import MAX_TOP_K, hits_as_asked
from bizrag.retrieval.rankings import Ranking, rank_adaptively
from bizrag.settings import Settings
from bizrag.store.engine import reading
from bizrag.store.indexes import IndexRow, get_index
from bizrag.store.page_memory import PageMemory
from bizrag.store.page_search import document_hits
from bizrag.tracing import span

# texts whose tokens are remembered, about 10 MB
_COUNTED_TEXTS = 4096
_MB = 1_000_000


class HybridRetriever:
    """Dense, BM25 or both fused by reciprocal rank (MM-BizRAG, appendix D), or the rankings of another variant.

    A question is embedded by the model that the searched index was built with. The packaged one has read Latin letters
    only: questions in others find by their words. Safe for several threads.
    """

    def __init__(
        self, engine: Engine, embedders: Embedders, settings: Settings, *, page_memory: PageMemory | None = None
    ) -> None:
        """``page_memory`` is that of another retriever of the same database, where both are to share what they keep."""
        self.page_memory = page_memory or PageMemory(max_bytes=settings.search.page_cache_mb * _MB)
        self._engine = engine
        self._embedders = embedders
        self._settings = settings
        # what a name or an alias meant at its last use: a guess, which the transaction that searches confirms
        self._last_seen: dict[str, IndexRow] = {}
        # by space; passages are read again and again, and counting twenty takes as long as searching
        self._counters: dict[str, Callable[[str], int]] = {}
        self._beside = ThreadPoolExecutor(1, thread_name_prefix="embed")
        self._is_beside_taken = threading.Lock()

    def retrieve(
        self,
        question: str,
        *,
        index: str = "default",
        filters: SearchFilter | None = None,
        retriever: Retriever = Retriever.HYBRID,
        top_k: int | None = None,
        adaptive: bool | None = None,
        counts_all: bool = False,
    ) -> list[Hit]:
        """The best chunks for a question, best first; ``top_k`` None means the setting ``search.fused_top_k``.

        ``index`` is a name or an alias; it is resolved in the transaction that searches, so a search never meets an
        alias halfway. ``filters`` narrow to collections and documents. ``adaptive`` keeps of each modality as many hits
        as their similarities tell from the rest, from half of ``top_k`` to ``top_k``, in the order of the documents;
        None means the setting ``search.adaptive``. A question over several periods is asked of each document of the
        series that it is about, where nothing narrows it to one. With ``counts_all`` a question for the number of a
        document's figures, tables, sections or references brings all of them, beyond ``top_k``. Where routes are fused
        and no hit has an everyday word of the question ("staff"), what the hits say for it ("employees") is searched
        for in its place.

        Raises BadInputError for an empty question or a ``top_k`` out of range, NotFoundError for an unknown index,
        ConfigurationError when the settings have no embedding of the index's space.
        """
        top_k = self._settings.search.fused_top_k if top_k is None else top_k
        question = _storable(question)
        if not question.strip():
            raise BadInputError("the question is empty: ask for something")
        if not 1 <= top_k <= MAX_TOP_K:
            raise BadInputError(f"top_k is {top_k}: give a number from 1 to {MAX_TOP_K}")
        filters = filters or SearchFilter()

        def find(question: str) -> list[Hit]:
            return self._find(question, index, filters, retriever, top_k, adaptive=adaptive, counts_all=counts_all)

        if retriever is not Retriever.HYBRID:
            # one route alone is asked what it is asked
            return find(question)
        hits = find(asked := plainly_asked(question))
        if filters.narrows_chunks:
            return hits
        said = written_words(asked, [" ".join((hit.doc, hit.title, *hit.headings, hit.text)) for hit in hits])
        return find(in_written_words(asked, said)) if said else hits

    def _find(
        self,
        question: str,
        index: str,
        filters: SearchFilter,
        retriever: Retriever,
        top_k: int,
        *,
        adaptive: bool | None,
        counts_all: bool,
    ) -> list[Hit]:
        """The best chunks for a question in these words. Parameters and errors as of ``retrieve``."""
        row = self.seen(index)
        settings = self._settings.search
        entities = self._names(question) if retriever is Retriever.HYBRID else ""
        while True:
            embedding = None if retriever is Retriever.BM25 else self._embedding(row, question)
            with span("search"), self._engine.begin() as conn:
                guess, row = row, get_index(conn, index)
                self._last_seen[index] = row
                if embedding is not None and row.space != guess.space:
                    continue  # the alias went to an index of another model
                # who asks for neighbours gets them
                is_unread = retriever is Retriever.HYBRID and row.space == LOCAL_SPACE.name and not is_latin(question)
                ranking = Ranking(
                    index=row,
                    question=question,
                    vectors=embedding,
                    retriever=retriever,
                    filters=filters,
                    settings=_by_words_alone(settings) if is_unread else settings,
                    top_k=top_k,
                    entities=entities,
                    page_memory=self.page_memory,
                )
                is_adaptive = settings.adaptive if adaptive is None else adaptive
                hits = rank_adaptively(conn, ranking) if is_adaptive else hits_as_asked(conn, ranking, counts_all)
                return [hit for hit in hits if hit.score > 0] if is_unread else hits

    def whole_documents(self, *, index: str = "default", filters: SearchFilter | None = None) -> list[Hit]:
        """All chunks of the documents that ``filters`` name, in the order of reading; nothing is ranked or embedded.

        Raises BadInputError where no document is named, NotFoundError for an unknown index.
        """
        filters = filters or SearchFilter()
        if not filters.documents:
            raise BadInputError("all pages are read of a document that is named only: say which one, with doc")
        row = self._look(index)
        with self._engine.begin() as conn:
            return document_hits(conn, index_no=row.index_no, filters=filters, settings=self._settings.search)

    def seen(self, index: str) -> IndexRow:
        """An index, by name or alias, as its last search saw it: what the hits of that search are of."""
        return self._last_seen.get(index) or self._look(index)

    def token_counter(self, index: str) -> Callable[[str], int]:
        """How the texts of an index, by name or alias, are counted: by its embedder, where that reads texts."""
        row = self.seen(index)
        if row.space not in self._counters:
            if _is_multi_vector(row):
                count = self._embedders.packaged().count_tokens
            else:
                count = self._embedders.text(row.index_name, space=row.space).count_tokens
            self._counters[row.space] = lru_cache(maxsize=_COUNTED_TEXTS)(count)
        return self._counters[row.space]

    def _embedding(self, row: IndexRow, question: str) -> Callable[[], Vectors]:
        """What gives the question's vector. Only a model in this process may be waited for inside a transaction.

        The packaged one computes beside the caller, who asks the database meanwhile which documents are named; of
        questions at the same time one, because each waits with a connection.
        """
        if row.space == LOCAL_SPACE.name and self._is_beside_taken.acquire(blocking=False):
            coming = self._beside.submit(copy_context().run, self._embed, row, question)
            coming.add_done_callback(lambda _: self._is_beside_taken.release())
            return coming.result
        vector = self._embed(row, question)
        return lambda: vector

    def _embed(self, row: IndexRow, question: str) -> Vectors:
        """The question's vector, or its vectors for late interaction."""
        with span("embed"):
            if _is_multi_vector(row):
                return self._embedders.pages(row.index_name, space=row.space).embed_query(question)
            return self._embedders.text(row.index_name, space=row.space).embed_query(question)

    def _names(self, question: str) -> str:
        """Named entities of the question, where a pipeline is set and the fusion counts keywords of questions."""
        if self._settings.search.fusion is not Fusion.WEIGHTED:
            return ""
        return find_names(self._settings.entities, question)

    def _look(self, index: str) -> IndexRow:
        with reading(self._engine) as conn:
            row = self._last_seen[index] = get_index(conn, index)
        return row


def _by_words_alone(settings: SearchSettings) -> SearchSettings:
    """The settings of a search for a question in letters that the packaged model has not read: to it all texts in them
    are alike, so its neighbours count nothing.
    """
    return settings.model_copy(update={"dense_weight": 0.0, "alpha": 0.0})


def _is_multi_vector(index: IndexRow) -> bool:
    return Variant(index.variant).embedder_kind is EmbedderKind.MULTI_VECTOR


def _storable(text: str) -> str:
    """Text without NUL characters and lone surrogates, which no database takes."""
    return text.replace("\0", " ").encode("utf-8", "ignore").decode("utf-8")
