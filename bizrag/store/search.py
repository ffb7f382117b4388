"""Search one index: dense, BM25 or both fused, in one statement; or rank all of its chunks.

The statement is ``sql/queries/search_hybrid.sql``; here the way to the nearest vectors is chosen, binds are filled and
rows become hits. What a filter means is in ``filters.py``, what assembly fetches for hits in ``fetch.py``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, RowMapping, TextClause, text

from bizrag.configuration.search import Fusion, SearchSettings
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.store.fetch import fetch_chunks
from bizrag.store.filters import resolve
from bizrag.store.hits import hit_of
from bizrag.store.named import Named, named_documents
from bizrag.store.nearest import Embedding, QuestionVector, Shape, choose_way, part, prepare, rows_of
from bizrag.store.records import IndexRow

__all__ = ["Embedding", "fetch_chunks", "rank_all", "search"]

# Written into a statement without a filter: with them its plan is the same for every question, so that one that is
# prepared is planned once. As parameters they hide how few rows are wanted and which partition is meant, and the
# database plans each question anew (1.3 ms of 12.7). A filter's plan hangs on what it allows.
_PLANNED_BY = ("index_no", "walked_rows", "reranked_rows", "compared_rows", "dense_top_k", "top_k")


def search(
    conn: Connection,
    *,
    index: IndexRow,
    text: str,
    embedding: Embedding | None,
    retriever: Retriever,
    filters: SearchFilter,
    settings: SearchSettings,
    top_k: int,
    entities: str = "",
) -> list[Hit]:
    """The best ``top_k`` chunks for a question, best first; empty when nothing matches.

    ``embedding`` is the question's vector, float32 of shape (index.dimensions,), not needed for BM25, or gives it; then
    it is asked for last, and may be computed while documents are looked up by their names. A hit's score is
    the cosine similarity (dense), the BM25 score, or the score of ``settings.fusion`` (hybrid). A question of stop
    words only has no BM25 route: hybrid is then dense alone. ``entities`` are names of the question that a model found,
    one a line: keywords of the weighted fusion too. Settings apply to the caller's transaction only, so the connection
    must not be in autocommit mode.

    Raises ValueError when the vector is missing or has the wrong shape.
    """
    dense_top_k = max(settings.dense_top_k, top_k) if retriever is not Retriever.BM25 else 0
    parameters = {
        **_question_binds(index, text),
        **_fusion_binds(settings),
        "dense_top_k": dense_top_k,
        "bm25_top_k": max(settings.bm25_top_k, top_k) if retriever is not Retriever.DENSE else 0,
        "top_k": top_k,
        "entities": entities,
    }
    vector = None if retriever is Retriever.BM25 else QuestionVector(index, embedding)
    rows, named = _run(conn, index, parameters, vector, filters, settings)
    return [
        _hit(rank, retriever, row, keyword_score=_keyword_score(row, named, settings))
        for rank, row in enumerate(rows, start=1)
    ]


def rank_all(
    conn: Connection,
    *,
    index: IndexRow,
    text: str,
    embedding: Embedding | None,
    retriever: Retriever,
    filters: SearchFilter,
    settings: SearchSettings,
) -> list[int]:
    """The numbers of all live chunks that the filter allows, best first, as the Log-Rank Index needs them.

    Exact: every vector is compared, every chunk that holds a term is scored, and fusion sees both rankings whole, where
    ``search`` cuts them at ``dense_top_k`` and ``bm25_top_k``. Chunks without a term of the question share the last
    place of the BM25 route; ties go by chunk number. Errors as in ``search``.
    """
    parameters = {
        **_question_binds(index, text),
        **_fusion_binds(settings),
        "uses_dense": retriever is not Retriever.BM25,
        "uses_bm25": retriever is not Retriever.DENSE,
    }
    parameters["embedding"] = None if retriever is Retriever.BM25 else QuestionVector(index, embedding).bind()
    return _rank(conn, index, parameters, filters, settings)


# Finding the parameters in so long a text takes a third of a millisecond.
@lru_cache(maxsize=128)
def _clause(shape: Shape, fusion: Fusion, *, is_named: bool, numbers: frozenset[tuple[str, int]]) -> TextClause:
    parts = {
        "walked": shape.walked(),
        "compared": shape.compared(),
        "named": shape.fill(part("named"), {"filtered": shape.filter}) if is_named else "",
        "named_candidates": part("named_candidates") if is_named else "",
        "fused": part("fuse_by_score" if fusion is Fusion.WEIGHTED else "fuse_by_rank"),
    }
    sql = shape.fill(part("search_hybrid"), parts)
    for name, number in numbers:
        sql = re.sub(rf":{name}\b", str(int(number)), sql)
    return text(sql)


def _run(
    conn: Connection,
    index: IndexRow,
    parameters: dict[str, Any],
    vector: QuestionVector | None,
    filters: SearchFilter,
    settings: SearchSettings,
) -> tuple[list[RowMapping], Named]:
    size = prepare(conn, index_no=index.index_no, settings=settings)
    allowed = resolve(conn, filters, index_no=index.index_no, size=size)
    way = choose_way(
        index.dimensions,
        vector_index=size["vector_index"],
        num_vectors=size["num_vectors"],
        allowed=allowed,
        dense_top_k=parameters["dense_top_k"],
        settings=settings,
    )
    if way.ef_search != settings.ef_search and way.walk != "nothing":
        prepare(conn, index_no=index.index_no, settings=settings, ef_search=way.ef_search)
    rows = {
        "walked_rows": way.walked_rows,
        "reranked_rows": way.reranked_rows,
        "compared_rows": way.compared_rows,
    }
    named = Named()
    # one route alone has nothing to fuse: its order is its ranks'
    fusion = Fusion.RRF
    if parameters["dense_top_k"] and parameters["bm25_top_k"]:
        fusion = settings.fusion
        named = named_documents(
            conn,
            index_no=index.index_no,
            num_documents=size["num_documents"],
            question=parameters["question"],
            documents=allowed.binds["documents"],
            settings=settings,
            max_vectors=rows_of(settings.exact_max_rows, index.dimensions),
        )
    binds = {**parameters, **allowed.binds, **rows, **named.binds(top_k=parameters["dense_top_k"])}
    sql = _clause(
        Shape.of(index.dimensions, way, allowed),
        fusion,
        is_named=bool(named.documents),
        numbers=frozenset() if allowed.is_filtered else frozenset((name, binds[name]) for name in _PLANNED_BY),
    )
    if fusion is Fusion.WEIGHTED:
        binds |= {"alpha": settings.alpha, "beta": settings.beta, **named.matched_binds}
    binds["embedding"] = vector.bind() if vector else None
    found = conn.execute(sql, binds).mappings().all()
    return [row for row in found if allowed.holds(row["document_no"])], named


def _rank(
    conn: Connection, index: IndexRow, parameters: dict[str, Any], filters: SearchFilter, settings: SearchSettings
) -> list[int]:
    size = prepare(conn, index_no=index.index_no, settings=settings, may_walk=False)
    allowed = resolve(conn, filters, index_no=index.index_no, size=size)
    sql = text(part("rank_all").replace("{dimensions}", str(index.dimensions)))
    found = conn.execute(sql, {**parameters, **allowed.binds}).mappings()
    return [int(row["chunk_no"]) for row in found if allowed.holds(row["document_no"])]


def _question_binds(index: IndexRow, question: str) -> dict[str, Any]:
    return {
        "index_no": index.index_no,
        # without NUL and lone surrogates, which Postgres does not take
        "question": question.replace("\0", " ").encode("utf-8", "ignore").decode("utf-8"),
    }


def _fusion_binds(settings: SearchSettings) -> dict[str, Any]:
    return {
        "rrf_k": settings.rrf_k,
        "dense_weight": settings.dense_weight,
        "bm25_weight": settings.bm25_weight,
    }


def _keyword_score(row: RowMapping, named: Named, settings: SearchSettings) -> float | None:
    """What the keyword route adds to a hit, in first places on a route of weight 1; None where it did not find it."""
    rank = row["keyword_rank"]
    return None if rank is None else named.weight * (settings.rrf_k + 1) / (settings.rrf_k + rank)


def _hit(rank: int, retriever: Retriever, row: RowMapping, *, keyword_score: float | None) -> Hit:
    score = {Retriever.DENSE: "similarity", Retriever.BM25: "bm25_score", Retriever.HYBRID: "score"}[retriever]
    ranks = {"dense": row["dense_rank"], "bm25": row["bm25_rank"], "keyword": row["keyword_rank"]}
    scores = {"dense": row["similarity"], "bm25": row["bm25_score"], "keyword": keyword_score}
    return hit_of(row, rank=rank, score=row[score], retriever=retriever, route_ranks=ranks, route_scores=scores)
