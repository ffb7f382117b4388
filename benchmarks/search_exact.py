"""What a search should find: every vector compared, every posting scored, fused in Python. And how it is called."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sqlalchemy import Connection, Engine, text

from benchmarks.search_load import statement
from benchmarks.search_questions import KnownItem
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.settings import SearchSettings, Settings
from bizrag.store import vectors
from bizrag.store.records import IndexRow
from bizrag.store.search import search
from tests.store.rank_fusion import reciprocal_rank_fusion


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question and its vector, float32 of shape (dimensions,)."""

    question: str
    vector: np.ndarray
    # numbers of chunks of which one should be found
    golds: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowed:
    """A filter in the words of the exact statements."""

    collection: str | None = None
    page_no: int | None = None

    @property
    def filters(self) -> SearchFilter:
        """The same filter as users give it."""
        return SearchFilter(
            collections=(self.collection,) if self.collection else (), page_from=self.page_no, page_to=self.page_no
        )


EVERYTHING = Narrowed()


def embed_questions(items: Sequence[KnownItem], first_chunk: int) -> list[Asked]:
    """Questions with the packaged embedder's vectors."""
    from bizrag.providers.local_embedding import local_embedder

    found = local_embedder(Settings()).embed([item.question for item in items])
    return [
        Asked(question=item.question, vector=vector, golds=frozenset(first_chunk + place for place in item.golds))
        for item, vector in zip(items, found, strict=True)
    ]


def first_chunk(conn: Connection, index: IndexRow) -> int:
    """Number of the first chunk that was loaded."""
    return int(conn.execute(text(statement("select_first_chunk")), {"index_no": index.index_no}).scalar_one())


def timed_search(
    engine: Engine,
    index: IndexRow,
    asked: Asked,
    *,
    retriever: Retriever = Retriever.HYBRID,
    narrowed: Narrowed = EVERYTHING,
    top_k: int = 10,
) -> tuple[float, list[Hit]]:
    """Seconds of one search as the query service makes it, a connection of the pool included, and its hits."""
    began = time.perf_counter()
    with engine.begin() as conn:
        hits = search(
            conn,
            index=index,
            text=asked.question,
            embedding=None if retriever is Retriever.BM25 else asked.vector,
            retriever=retriever,
            filters=narrowed.filters,
            settings=SearchSettings(),
            top_k=top_k,
        )
    return time.perf_counter() - began, hits


def exact_ranking(
    conn: Connection,
    index: IndexRow,
    asked: Asked,
    *,
    retriever: Retriever = Retriever.HYBRID,
    narrowed: Narrowed = EVERYTHING,
    top_k: int = 10,
) -> list[int]:
    """The first ``top_k`` chunk numbers by full comparison, candidates of each route as the settings say."""
    settings = SearchSettings()
    parameters = {"index_no": index.index_no, "collection": narrowed.collection, "page_no": narrowed.page_no}
    routes: dict[str, list[int]] = {}
    if retriever is not Retriever.BM25:
        nearest = statement("select_nearest_exact").format(dimensions=int(index.dimensions))
        embedding = vectors.to_half(asked.vector)
        found = conn.execute(
            text(nearest), {**parameters, "embedding": embedding, "top_k": max(settings.dense_top_k, top_k)}
        )
        routes["dense"] = list(found.scalars())
    if retriever is not Retriever.DENSE:
        found = conn.execute(
            text(statement("select_bm25_exact")),
            {**parameters, "question": asked.question, "top_k": max(settings.bm25_top_k, top_k)},
        )
        routes["bm25"] = list(found.scalars())
    return [chunk for chunk, _ in reciprocal_rank_fusion(routes, k=settings.rrf_k)][:top_k]


def count_allowed(conn: Connection, index: IndexRow, narrowed: Narrowed) -> int:
    """How many live chunks a filter allows."""
    parameters = {"index_no": index.index_no, "collection": narrowed.collection, "page_no": narrowed.page_no}
    return int(conn.execute(text(statement("count_allowed")), parameters).scalar_one())


def recall(found: Sequence[int], wanted: Sequence[int]) -> float:
    """Share of what is wanted that was found; 1.0 when nothing is.

    >>> recall([3, 1], [1, 2]), recall([], [])
    (0.5, 1.0)
    """
    return len(set(found) & set(wanted)) / len(set(wanted)) if wanted else 1.0
