"""The retriever: a question in, ranked chunks out. Embeds the question; how is ranked, the index's variant says."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import replace
from functools import lru_cache

from sqlalchemy import Connection, Engine

from bizrag.configuration.search import Fusion, SearchSettings
from bizrag.errors import BadInputError
from bizrag.model.captions import named_caption
from bizrag.model.counted_parts import asked_count
from bizrag.model.listings import asked_listing, listing_of_members
from bizrag.model.measures import asks_figures
from bizrag.model.periods import asks_latest, asks_several, compares_years, without_periods
from bizrag.model.places import Part, named_part
from bizrag.model.provisions import named_provision
from bizrag.model.releases import asked_version
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.model.variants import EmbedderKind, Variant
from bizrag.model.words import is_latin
from bizrag.providers.embedders import Embedders
from bizrag.providers.embedding import Vectors
from bizrag.providers.local_embedding import LOCAL_SPACE
from bizrag.providers.named_entities import find_names
from bizrag.retrieval.captioned import with_captioned, with_counted, with_part
from bizrag.retrieval.compared import find_compared
from bizrag.retrieval.dated import documents_to_open, find_dated, marked
from bizrag.retrieval.listed import find_listed, find_members
from bizrag.retrieval.measured import with_measured
from bizrag.retrieval.members import WIDER, may_be_of_members, with_each_member
from bizrag.retrieval.rankings import Ranking, rank_adaptively, rank_hits
from bizrag.retrieval.series import find_asked, find_series, of_each, of_one_first
from bizrag.settings import Settings
from bizrag.store.captioned_chunks import captioned_chunks
from bizrag.store.document_tables import tables_of
from bizrag.store.engine import reading
from bizrag.store.indexes import IndexRow, get_index
from bizrag.store.openings import openings_of
from bizrag.store.page_memory import PageMemory
from bizrag.store.page_search import document_hits
from bizrag.store.part_chunks import counted_chunks, part_chunks
from bizrag.store.series import Dated
from bizrag.tracing import span

#: hits that one search may ask for
MAX_TOP_K = 1000
# texts whose tokens are remembered, about 10 MB
_COUNTED_TEXTS = 4096
_MB = 1_000_000
# per cent of the hits that are of the document of a series that a question asks for
_SHARE_OF_ASKED = 60
# hits of each document of a kind that is asked about, at least
_HITS_OF_MEMBER = 3


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
        document's figures, tables, sections or references brings all of them, beyond ``top_k``.

        Raises BadInputError for an empty question or a ``top_k`` out of range, NotFoundError for an unknown index,
        ConfigurationError when the settings have no embedding of the index's space.
        """
        top_k = self._settings.search.fused_top_k if top_k is None else top_k
        question = _storable(question)
        if not question.strip():
            raise BadInputError("the question is empty: ask for something")
        if not 1 <= top_k <= MAX_TOP_K:
            raise BadInputError(f"top_k is {top_k}: give a number from 1 to {MAX_TOP_K}")
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
                    filters=filters or SearchFilter(),
                    settings=_by_words_alone(settings) if is_unread else settings,
                    top_k=top_k,
                    entities=entities,
                    page_memory=self.page_memory,
                )
                is_adaptive = settings.adaptive if adaptive is None else adaptive
                hits = rank_adaptively(conn, ranking) if is_adaptive else _hits_as_asked(conn, ranking, counts_all)
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


def _hits_as_asked(conn: Connection, ranking: Ranking, counts_all: bool) -> list[Hit]:
    """The best hits, first those that the question names: a figure, section or page by its number, a document by its
    period or day; of each document of a series or family, where it asks for several.
    """
    if listed := _listed(conn, ranking):
        return listed if counts_all else listed[: ranking.top_k]
    hits = _with_captioned(conn, ranking, _with_part(conn, ranking, rank_hits(conn, ranking), counts_all))
    if len(ranking.filters.documents) == 1:
        return hits
    compared = find_compared(
        conn,
        hits,
        lambda name: rank_hits(conn, replace(ranking, question=name)),
        question=ranking.question,
        index_no=ranking.index.index_no,
    )
    if not (compared or asks_several(ranking.question) or compares_years(ranking.question)):
        if members := _of_members(conn, ranking):
            return members if counts_all else members[: ranking.top_k]
        if may_be_of_members(ranking.question, hits):
            more = rank_hits(conn, replace(ranking, top_k=min(WIDER * ranking.top_k, MAX_TOP_K)))
            hits = with_each_member(hits, more)
        return _of_asked_period(conn, ranking, hits)
    series = compared or find_series(conn, hits, question=ranking.question, index_no=ranking.index.index_no)
    allowed = ranking.filters.documents
    series = [one for one in series if not allowed or one.document_id in allowed]
    if len(series) < 2:
        return hits
    asked = without_periods(ranking.question)
    places = {hit.document_id: -place for place, hit in enumerate(reversed(hits))}
    dealt = of_each(
        # the one with the best hit first
        sorted(series, key=lambda one: places.get(one.document_id, 1)),
        lambda filters, top_k: rank_hits(conn, replace(ranking, question=asked, filters=filters, top_k=top_k)),
        filters=ranking.filters,
        top_k=ranking.top_k,
    )
    return _with_measured(conn, ranking, dealt, dict.fromkeys(hit.document_id for hit in dealt))


def _listed(conn: Connection, ranking: Ranking) -> list[Hit]:
    """How each document begins that the question is for, where it is for documents and narrowed to none of them."""
    listing = asked_listing(ranking.question)
    if listing is None or not _is_of_all(ranking):
        return []
    find, collections = _by_words(conn, ranking), ranking.filters.collections
    return find_listed(conn, find, listing, index_no=ranking.index.index_no, collections=collections)


def _is_of_all(ranking: Ranking) -> bool:
    """Whether all documents are asked by their words, or all of some collections."""
    narrowed = replace(ranking.filters, collections=())
    has_words = Variant(ranking.index.variant).has_words
    return has_words and not narrowed.narrows_documents and not narrowed.narrows_chunks


def _by_words(conn: Connection, ranking: Ranking) -> Callable[[str, int], list[Hit]]:
    """What gives the best hits for words that stand in them, so many."""
    return lambda words, top_k: rank_hits(conn, replace(ranking, question=words, retriever=Retriever.BM25, top_k=top_k))


def _of_members(conn: Connection, ranking: Ranking) -> list[Hit]:
    """The best hits of each document of the kind that the question is asked of; empty where there are no such."""
    listing = listing_of_members(ranking.question)
    if listing is None or not _is_of_all(ranking):
        return []
    find, collections = _by_words(conn, ranking), ranking.filters.collections
    members = find_members(conn, find, listing, index_no=ranking.index.index_no, collections=collections)
    if not members:
        return []
    return of_each(
        members,
        lambda filters, top_k: rank_hits(conn, replace(ranking, filters=filters, top_k=top_k)),
        filters=ranking.filters,
        top_k=max(ranking.top_k, _HITS_OF_MEMBER * len(members)),
    )


def _of_asked_period(conn: Connection, ranking: Ranking, hits: list[Hit]) -> list[Hit]:
    """The best hits; first those of the document that is meant, where the question says which one of a series is."""
    one = find_asked(conn, hits, question=ranking.question, index_no=ranking.index.index_no)
    # what is the latest of a kind, its dates say before names of files that may be called "new"
    dated = _of_asked_day(conn, ranking, hits) if one is None or asks_latest(ranking.question) else None
    one = dated or one
    if one is None or (ranking.filters.documents and one.document_id not in ranking.filters.documents):
        return hits
    share = -(-ranking.top_k * _SHARE_OF_ASKED // 100)
    own = of_each(
        [one],
        lambda filters, top_k: rank_hits(conn, replace(ranking, filters=filters, top_k=top_k)),
        filters=ranking.filters,
        top_k=share,
    )
    found = of_one_first(one, hits, own, top_k=ranking.top_k)
    if dated is not None:
        return marked(found, dated.document_id)
    return _with_measured(conn, ranking, found, [one.document_id])


def _of_asked_day(conn: Connection, ranking: Ranking, hits: list[Hit]) -> Dated | None:
    """The document of a day or month that the question names, as its name or opening says."""
    document_ids = documents_to_open(hits, question=ranking.question)
    if len(document_ids) < 2:
        return None
    openings = openings_of(conn, index_no=ranking.index.index_no, document_ids=document_ids)
    found = find_dated(hits, openings, question=ranking.question)
    return Dated(document_id=found.document_id, source_uri=found.doc) if found else None


def _with_measured(conn: Connection, ranking: Ranking, hits: list[Hit], document_ids: Collection[str]) -> list[Hit]:
    """The hits, before them the tables of some documents with a row that is called what is asked for."""
    if ranking.filters.narrows_chunks or not asks_figures(ranking.question) or not hits:
        return hits
    tables = tables_of(conn, index_no=ranking.index.index_no, document_ids=document_ids, retriever=hits[0].retriever)
    return with_measured(ranking.question, hits, tables, top_k=ranking.top_k)


def _with_captioned(conn: Connection, ranking: Ranking, hits: list[Hit]) -> list[Hit]:
    """The hits, before them the figure or table of their first document that the question names by its number."""
    named = named_caption(ranking.question)
    if named is None or ranking.filters.narrows_chunks or not hits:
        return hits
    first = hits[0]
    captioned = captioned_chunks(
        conn,
        named,
        index_no=ranking.index.index_no,
        document_id=first.document_id,
        retriever=first.retriever,
    )
    return with_captioned(hits, captioned, top_k=ranking.top_k)


def _with_part(conn: Connection, ranking: Ranking, hits: list[Hit], counts_all: bool) -> list[Hit]:
    """The hits, before them the section, page or release of their first document that the question names by its number,
    or its figures, tables, sections or references, where it asks for their number: all of them where ``counts_all``.
    """
    if ranking.filters.narrows_chunks or not hits:
        return hits
    index_no, first = ranking.index.index_no, hits[0]
    document_id, retriever = first.document_id, first.retriever
    if (kind := asked_count(ranking.question)) is not None:
        counted = counted_chunks(conn, kind, index_no=index_no, document_id=document_id, retriever=retriever)
        top_k = min(max(ranking.top_k, len(counted)), MAX_TOP_K) if counts_all else ranking.top_k
        return with_counted(hits, counted, top_k=top_k)
    if (named := named_part(ranking.question)) is not None:
        part, number = named[0], named[1]["number"]
    elif (provision := named_provision(ranking.question)) is not None:
        part, number = Part.SECTION, provision[0].number
    else:
        part, number = Part.RELEASE, asked_version(ranking.question)
    if not number:
        return hits
    own = part_chunks(conn, part, number, index_no=index_no, document_id=document_id, retriever=retriever)
    return with_part(hits, own, top_k=ranking.top_k)


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
