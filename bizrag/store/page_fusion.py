"""Pages by two rankings of vectors, of their texts and of their images, fused over (document, page) in one statement.

The statement is ``sql/queries/search_pages.sql``; as in ``search``, each route walks the vector index or all allowed
vectors are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from sqlalchemy import Connection, RowMapping, TextClause, text

from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.settings import SearchSettings
from bizrag.store.filters import resolve
from bizrag.store.hits import hit_of
from bizrag.store.nearest import Embedding, QuestionVector, Shape, choose_way, part, prepare
from bizrag.store.records import IndexRow

__all__ = ["search_pages"]


def search_pages(
    conn: Connection,
    *,
    index: IndexRow,
    embedding: Embedding | None,
    texts: Sequence[ChunkKind],
    images: Sequence[ChunkKind],
    filters: SearchFilter,
    settings: SearchSettings,
    top_k: int,
) -> list[Hit]:
    """The best ``top_k`` pages for a question, best first, of chunks of the kinds ``texts`` and ``images``.

    A page counts once on a route, at its best place, and scores ``sum over routes of 1 / (settings.rrf_k + rank)``. Its
    hit is its text where that was found, else its image; ``route_ranks`` say where ``text`` and ``image`` found it.
    Chunks without pages stand for themselves. Raises as ``search``.
    """
    routes = [_asked(kinds, filters) for kinds in (texts, images)]
    if not any(routes):
        return []
    depth = max(settings.dense_top_k, top_k)
    size = prepare(conn, index_no=index.index_no, settings=settings)
    allowed = resolve(conn, filters, index_no=index.index_no, size=size)
    way = choose_way(
        index.dimensions,
        vector_index=size["vector_index"],
        # a page has a text and an image: each route walks a half
        num_vectors=size["num_vectors"] // 2,
        allowed=replace(allowed, num_vectors=allowed.num_vectors // 2),
        dense_top_k=depth,
        settings=settings,
    )
    if way.ef_search != settings.ef_search and way.walk != "nothing":
        prepare(conn, index_no=index.index_no, settings=settings, ef_search=way.ef_search)
    binds = {
        **allowed.binds,
        "text_kinds": [kind.value for kind in routes[0]],
        "image_kinds": [kind.value for kind in routes[1]],
        "index_no": index.index_no,
        "walked_rows": way.walked_rows,
        "reranked_rows": way.reranked_rows,
        "compared_rows": way.compared_rows,
        "dense_top_k": depth,
        "rrf_k": settings.rrf_k,
        "top_k": top_k,
        "embedding": QuestionVector(index, embedding).bind(),
    }
    rows = conn.execute(_clause(Shape.of(index.dimensions, way, allowed)), binds).mappings()
    return [_hit(rank, row) for rank, row in enumerate((r for r in rows if allowed.holds(r["document_no"])), start=1)]


def _asked(kinds: Sequence[ChunkKind], filters: SearchFilter) -> list[ChunkKind]:
    return [kind for kind in kinds if not filters.kinds or kind in filters.kinds]


# Finding the parameters in so long a text takes a third of a millisecond.
@cache
def _clause(shape: Shape) -> TextClause:
    parts = {
        "walked_texts": shape.walked(route="texts"),
        "walked_images": shape.walked(route="images"),
        "compared_texts": shape.compared(walked="walked_texts", route="texts"),
        "compared_images": shape.compared(walked="walked_images", route="images"),
    }
    return text(shape.fill(part("search_pages"), parts))


def _hit(rank: int, row: RowMapping) -> Hit:
    ranks = {"text": row["text_rank"], "image": row["image_rank"]}
    return hit_of(row, rank=rank, score=row["score"], retriever=Retriever.HYBRID, route_ranks=ranks)
