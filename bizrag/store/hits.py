"""Rows of found chunks as hits."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import RowMapping

from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit, Retriever

__all__ = ["hit_of"]


def hit_of(
    row: RowMapping,
    *,
    rank: int,
    score: float,
    retriever: Retriever,
    route_ranks: Mapping[str, int | None],
    route_scores: Mapping[str, float | None] | None = None,
) -> Hit:
    """The hit of a chunk's row with its document's names; routes that did not find it have no rank and no score."""
    return Hit(
        rank=rank,
        score=score,
        retriever=retriever,
        chunk_no=row["chunk_no"],
        chunk_id=row["chunk_id"],
        document_id=row["document_id"],
        collection=row["collection"],
        doc=row["source_uri"],
        title=row["headings"][0] if row["headings"] else row["source_uri"].rsplit("/", 1)[-1],
        kind=ChunkKind(row["kind"]),
        text=row["text"],
        headings=tuple(row["headings"]),
        locators=tuple(Locator.from_json(place) for place in row["locators"]),
        route_ranks={route: int(place) for route, place in route_ranks.items() if place is not None},
        route_scores={route: score for route, score in (route_scores or {}).items() if score is not None},
    )
