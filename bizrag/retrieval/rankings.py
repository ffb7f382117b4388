"""How each variant ranks (MM-BizRAG 2.2): from an embedded question to hits that say which routes found them.

TCTE and the text baseline fuse vectors and BM25; PCMHE fuses the ranking of page texts with that of page images;
TCMIE and VisRAG have one ranking of vectors; ColPali ranks pages by late interaction. BM25 alone is there wherever an
index holds words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from bizrag.configuration.search import Fusion
from bizrag.errors import BadInputError
from bizrag.model.abbreviations import with_abbreviations
from bizrag.model.chunks import ChunkKind
from bizrag.model.page_vectors import PageStack
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.model.variants import Variant
from bizrag.retrieval.adaptive_k import adaptive_count, union_in_order
from bizrag.retrieval.first_hits import order_first_hits
from bizrag.retrieval.late_interaction import rank_pages
from bizrag.settings import SearchSettings
from bizrag.store.page_fusion import search_pages
from bizrag.store.page_memory import PageMemory
from bizrag.store.page_search import live_pages, page_hits
from bizrag.store.page_vectors import Halves, stream_page_vectors
from bizrag.store.records import IndexRow
from bizrag.store.search import search

#: PCMHE: the kinds of chunks that each of its routes ranks
PAGE_TEXTS = (ChunkKind.TEXT, ChunkKind.SLIDE)
PAGE_IMAGES = (ChunkKind.PAGE,)
MAXSIM_ROUTE = "maxsim"
# The two ways in which a passage is known (ViDoRAG 5.1): its text, or what stands for an image. Each is ranked and cut
# by itself. Where a page is a text and an image, the description of a slide is its text.
_MODALITIES = (
    (ChunkKind.TEXT, ChunkKind.TABLE),
    (ChunkKind.PICTURE, ChunkKind.SLIDE, ChunkKind.PAGE),
)
_PAGE_MODALITIES = (PAGE_TEXTS, PAGE_IMAGES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """What is asked of one index. ``vectors`` gives what its embedder makes of the question; None for BM25 alone."""

    index: IndexRow
    question: str
    # float32 of shape (dimensions,), for late interaction (tokens, dimensions)
    vectors: Callable[[], NDArray[np.float32]] | None
    retriever: Retriever
    filters: SearchFilter
    settings: SearchSettings
    top_k: int
    # names in the question that a model found, one a line
    entities: str = ""
    # for late interaction: what earlier questions have read
    page_memory: PageMemory = field(default_factory=lambda: PageMemory(max_bytes=0))


def rank_hits(conn: Connection, ranking: Ranking) -> list[Hit]:
    """The best hits for a question in the way of the index's variant, best first.

    Raises BadInputError when BM25 is asked of an index of page images, which holds no words.
    """
    variant = Variant(ranking.index.variant)
    if ranking.retriever is Retriever.BM25:
        if not variant.has_words:
            raise BadInputError(f"index {ranking.index.index_name} holds page images and no words: search it by dense")
        return _search(conn, ranking)
    match variant:
        case Variant.TCTE | Variant.TEXT_ONLY:
            return _search_in_order(conn, ranking)
        case Variant.TCMIE | Variant.VISRAG:
            return _search(conn, replace(ranking, retriever=Retriever.DENSE))
        case Variant.PCMHE:
            return _fuse_pages(conn, ranking)
        case Variant.COLPALI:
            return _rank_by_patches(conn, ranking)


def rank_adaptively(conn: Connection, ranking: Ranking) -> list[Hit]:
    """As ``rank_hits``, as many of each modality as similarities tell from the rest, in document order (ViDoRAG 5.1).

    ``ranking.top_k`` is K of each modality. Raises as ``rank_hits``.
    """
    kept: list[list[Hit]] = []
    is_paged = Variant(ranking.index.variant) is Variant.PCMHE
    for kinds in _PAGE_MODALITIES if is_paged else _MODALITIES:
        asked = tuple(kind for kind in kinds if not ranking.filters.kinds or kind in ranking.filters.kinds)
        if asked:
            one = replace(ranking, filters=replace(ranking.filters, kinds=asked), top_k=2 * ranking.top_k)
            hits = rank_hits(conn, one)
            kept.append(hits[: adaptive_count(_similarities(conn, one, hits), k=ranking.top_k)])
    return union_in_order(kept)


def _similarities(conn: Connection, ranking: Ranking, hits: Sequence[Hit]) -> list[float]:
    """What tells how many of ``hits``, a modality's, are kept: the similarities of its nearest chunks, best first.

    Fused scores say at which places routes found a chunk and not how near it is: those of every question look alike.
    BM25 and MaxSim, which stand alone, are taken as they are.
    """
    if hits and hits[0].retriever is Retriever.HYBRID:
        hits = _search(conn, replace(ranking, retriever=Retriever.DENSE))
    return [hit.score for hit in hits]


def _search_in_order(conn: Connection, ranking: Ranking) -> list[Hit]:
    """The hits of a search; where routes are fused by rank, of a question that has both common abbreviations and what
    they stand for, the first ones by what they say of its own words.
    """
    settings = ranking.settings
    if ranking.retriever is not Retriever.HYBRID:
        return _search(conn, ranking)
    asked = replace(ranking, question=with_abbreviations(ranking.question))
    if settings.ordered_top_k == 0 or settings.fusion is not Fusion.RRF:
        return _search(conn, asked)
    hits = _search(conn, replace(asked, top_k=max(ranking.top_k, settings.ordered_top_k)))
    return order_first_hits(ranking.question, hits, settings=settings)[: ranking.top_k]


def _search(conn: Connection, ranking: Ranking) -> list[Hit]:
    return search(
        conn,
        index=ranking.index,
        text=ranking.question,
        embedding=ranking.vectors,
        retriever=ranking.retriever,
        filters=ranking.filters,
        settings=ranking.settings,
        top_k=ranking.top_k,
        entities=ranking.entities,
    )


def _fuse_pages(conn: Connection, ranking: Ranking) -> list[Hit]:
    return search_pages(
        conn,
        index=ranking.index,
        embedding=ranking.vectors,
        texts=PAGE_TEXTS,
        images=PAGE_IMAGES,
        filters=ranking.filters,
        settings=ranking.settings,
        top_k=ranking.top_k,
    )


def _rank_by_patches(conn: Connection, ranking: Ranking) -> list[Hit]:
    """Pages by MaxSim, the best of them by exact vectors; pages of one content in two documents are two hits."""
    index = ranking.index
    question = ranking.vectors() if ranking.vectors is not None else None
    if question is None or question.ndim != 2:
        raise ValueError(f"late interaction needs vectors of shape (tokens, {index.dimensions})")
    live = live_pages(conn, index=index, filters=ranking.filters, settings=ranking.settings, memory=ranking.page_memory)

    def pooled(positions: Sequence[int]) -> PageStack:
        return ranking.page_memory.pooled(conn, live.places(positions), space=index.space)

    def vectors(positions: Sequence[int]) -> Iterator[Halves]:
        return stream_page_vectors(conn, live.places(positions), space=index.space)

    ranked = rank_pages(
        question,
        np.unique(live.positions),
        live.coarse.blocks,
        pooled=pooled,
        vectors=vectors,
        top_k=ranking.top_k,
        cut=ranking.settings.maxsim_cut,
    )
    numbers = [(number, score) for position, score in ranked for number in live.chunks_at(position)]
    return page_hits(conn, numbers[: ranking.top_k], route=MAXSIM_ROUTE)
