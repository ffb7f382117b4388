"""Search one index: dense, BM25 or both fused, in one statement.

The statement is ``sql/queries/search_hybrid.sql``; here its settings and binds are filled and rows become hits. What
assembly fetches for hits is in ``fetch.py``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sqlalchemy import Connection, RowMapping, text

from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.settings import SearchSettings
from bizrag.store import vectors
from bizrag.store.fetch import fetch_chunks
from bizrag.store.records import IndexRow
from sql import query

__all__ = ["fetch_chunks", "search"]

# Further parts of long chunks take places among the nearest vectors; more than this many times top_k is not read.
_MAX_OVERFETCH = 4


def search(
    conn: Connection,
    *,
    index: IndexRow,
    text: str,
    embedding: np.ndarray | None,
    retriever: Retriever,
    filters: SearchFilter,
    settings: SearchSettings,
    top_k: int,
) -> list[Hit]:
    """The best ``top_k`` chunks for a question, best first; empty when nothing matches.

    ``embedding`` is the question's vector, float32 of shape (index.dimensions,), not needed for BM25. A hit's score is
    the cosine similarity (dense), the BM25 score, or the fused score (hybrid). A question of stop words only has no
    BM25 route: hybrid is then dense alone. Settings apply to the caller's transaction only, so the connection must not
    be in autocommit mode.

    Raises ValueError when the vector is missing or has the wrong shape.
    """
    uses_dense = retriever is not Retriever.BM25
    if uses_dense and (embedding is None or embedding.shape != (index.dimensions,)):
        shape = None if embedding is None else embedding.shape
        raise ValueError(
            f"{retriever} search in {index.index_name} needs a vector of shape ({index.dimensions},), not {shape}"
        )
    parameters = {
        "index_no": index.index_no,
        "question": _storable(text),
        "embedding": vectors.to_literal(embedding) if uses_dense and embedding is not None else None,
        "is_filtered": bool(filters.collections or filters.documents),
        "collections": list(filters.collections),
        "documents": list(filters.documents),
        "dense_top_k": max(settings.dense_top_k, top_k) if uses_dense else 0,
        "bm25_top_k": max(settings.bm25_top_k, top_k) if retriever is not Retriever.DENSE else 0,
        "rrf_k": settings.rrf_k,
        "dense_weight": settings.dense_weight,
        "bm25_weight": settings.bm25_weight,
        "top_k": top_k,
    }
    return [_hit(rank, retriever, row) for rank, row in enumerate(_run(conn, index, parameters, settings), start=1)]


def _storable(question: str) -> str:
    """A question without NUL and lone surrogates, which Postgres does not take."""
    return question.replace("\0", " ").encode("utf-8", "ignore").decode("utf-8")


def statement(index: IndexRow) -> str:
    """The hybrid statement for an index. Dimensions are part of its text because the HNSW index is over that cast."""
    return query("search_hybrid").replace("{dimensions}", str(int(index.dimensions)))


def _run(conn: Connection, index: IndexRow, parameters: dict[str, Any], settings: SearchSettings) -> list[RowMapping]:
    prepared = conn.execute(
        text(query("prepare_search")), {"index_no": index.index_no, "ef_search": settings.ef_search}
    ).one()
    further_parts = max(prepared.num_further_parts or 0, 0)
    dense_rows = parameters["dense_top_k"] + min(further_parts, _MAX_OVERFETCH * parameters["dense_top_k"])
    return list(conn.execute(text(statement(index)), {**parameters, "dense_rows": dense_rows}).mappings())


def _hit(rank: int, retriever: Retriever, row: RowMapping) -> Hit:
    score = {Retriever.DENSE: "similarity", Retriever.BM25: "bm25_score", Retriever.HYBRID: "rrf_score"}[retriever]
    ranks = {"dense": row["dense_rank"], "bm25": row["bm25_rank"]}
    return Hit(
        rank=rank,
        score=row[score],
        retriever=retriever,
        chunk_no=row["chunk_no"],
        chunk_id=row["chunk_id"],
        document_id=row["document_id"],
        doc=row["source_uri"],
        title=row["headings"][0] if row["headings"] else row["source_uri"].rsplit("/", 1)[-1],
        kind=ChunkKind(row["kind"]),
        text=row["text"],
        headings=tuple(row["headings"]),
        locators=tuple(Locator.from_json(place) for place in row["locators"]),
        route_ranks={route: int(place) for route, place in ranks.items() if place is not None},
    )
