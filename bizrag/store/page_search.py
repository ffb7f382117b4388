"""Hits that no statement ranked: of pages by late interaction, and of whole documents in the order of reading."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from bizrag.model.page_vectors import PagePlace
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.settings import SearchSettings
from bizrag.store.filters import resolve
from bizrag.store.hits import hit_of
from bizrag.store.nearest import prepare
from sql import statement


def live_pages(
    conn: Connection, *, index_no: int, filters: SearchFilter, settings: SearchSettings
) -> dict[PagePlace, list[int]]:
    """The pages of an index that a filter allows, with the chunks of their images, in an order that stays."""
    size = prepare(conn, index_no=index_no, settings=settings, may_walk=False)
    allowed = resolve(conn, filters, index_no=index_no, size=size)
    chunks: dict[PagePlace, list[int]] = {}
    for row in conn.execute(statement("select_live_pages"), {**allowed.binds, "index_no": index_no}):
        if allowed.holds(row.document_no):
            for page_no, chunk_no in zip(row.page_nos, row.chunk_nos, strict=True):
                chunks.setdefault(PagePlace(row.parse_id, page_no), []).append(chunk_no)
    return chunks


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
