"""Questions and hits."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import Locator


class Retriever(StrEnum):
    """How hits are found."""

    DENSE = "dense"
    BM25 = "bm25"
    HYBRID = "hybrid"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFilter:
    """What a search is narrowed to; empty means everything."""

    collections: tuple[str, ...] = ()
    # document ids
    documents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A chunk found for a question. Scores compare inside one retriever only."""

    # from 1
    rank: int
    score: float
    retriever: Retriever
    # internal number of the chunk; chunk_id is the public one
    chunk_no: int
    chunk_id: str
    document_id: str
    # source_uri of the document, for people
    doc: str
    title: str
    kind: ChunkKind
    text: str
    headings: tuple[str, ...]
    locators: tuple[Locator, ...]
    # rank in each route that found the chunk, from 1: {"dense": 3, "bm25": 1}
    route_ranks: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def page_nos(self) -> tuple[int, ...]:
        return tuple(sorted({place.page_no for place in self.locators if place.page_no is not None}))
