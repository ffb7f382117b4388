"""Hits that no statement ranked: of pages by late interaction, and of whole documents in the order of reading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from bizrag.model.chunks import ChunkKind
from bizrag.model.page_vectors import PagePlace
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.settings import SearchSettings
from bizrag.store.filters import resolve
from bizrag.store.hits import hit_of
from bizrag.store.nearest import prepare
from bizrag.store.page_memory import CoarsePages, PageMemory, PageSetKey
from bizrag.store.records import IndexRow
from sql import statement


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LivePages:
    """The page images of an index that a filter allows, in an order that stays; arrays of shape (images,)."""

    coarse: CoarsePages
    # among the coarse pages; two documents of one content have the same
    positions: NDArray[np.int64]
    chunk_nos: NDArray[np.int64]

    def places(self, positions: Sequence[int]) -> list[PagePlace]:
        """The pages at some positions."""
        return [self.coarse.places[position] for position in positions]

    def chunks_at(self, position: int) -> list[int]:
        """The chunks of a page."""
        return self.chunk_nos[self.positions == position].tolist()


def live_pages(
    conn: Connection, *, index: IndexRow, filters: SearchFilter, settings: SearchSettings, memory: PageMemory
) -> LivePages:
    """The pages of an index that a filter allows and that have vectors in its space."""
    allowed = None
    if filters.narrows_documents:
        size = prepare(conn, index_no=index.index_no, settings=settings, may_walk=False)
        allowed = resolve(conn, filters, index_no=index.index_no, size=size)
    documents = None if allowed is None else allowed.binds["documents"]
    rows = conn.execute(statement("select_live_page_sets"), {"index_no": index.index_no, "documents": documents})
    are_asked = not filters.kinds or ChunkKind.PAGE in filters.kinds
    keys = [PageSetKey(*row) for row in rows if are_asked and (allowed is None or allowed.holds(row[0]))]
    sets = memory.page_sets(conn, keys)
    coarse = memory.coarse(conn, sets, space=index.space)
    positions = _joined([coarse.positions_of(pages) for pages in sets])
    page_nos = _joined([pages.page_nos for pages in sets])
    is_live = (positions >= 0) & (page_nos >= (filters.page_from or 1))
    if filters.page_to is not None:
        is_live &= page_nos <= filters.page_to
    chunk_nos = _joined([pages.chunk_nos for pages in sets])
    return LivePages(coarse=coarse, positions=positions[is_live], chunk_nos=chunk_nos[is_live])


def document_hits(conn: Connection, *, index_no: int, filters: SearchFilter, settings: SearchSettings) -> list[Hit]:
    """Every chunk that a filter allows, as hits with score 0 in the order of reading, document after document."""
    size = prepare(conn, index_no=index_no, settings=settings, may_walk=False)
    allowed = resolve(conn, filters, index_no=index_no, size=size)
    rows = conn.execute(statement("select_allowed_chunks"), {**allowed.binds, "index_no": index_no})
    return page_hits(conn, [(row.chunk_no, 0.0) for row in rows if allowed.holds(row.document_no)], route="document")


def page_hits(conn: Connection, ranked: Sequence[tuple[int, float]], *, route: str) -> list[Hit]:
    """Hits for ``(chunk number, score)``, best first; chunks that are gone meanwhile are left out."""
    rows = conn.execute(statement("select_hits"), {"chunk_nos": [number for number, _ in ranked]}).mappings()
    found = {row["chunk_no"]: row for row in rows}
    kept = [(found[number], score) for number, score in ranked if number in found]
    return [
        hit_of(row, rank=rank, score=score, retriever=Retriever.DENSE, route_ranks={route: rank})
        for rank, (row, score) in enumerate(kept, start=1)
    ]


def _joined(arrays: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    return np.concatenate([np.empty(0, dtype=np.int64), *arrays])
