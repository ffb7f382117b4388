"""Questions and hits."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from bizrag.model.chunks import ChunkKind
from bizrag.model.documents import Layout
from bizrag.model.geometry import Locator


class Retriever(StrEnum):
    """How hits are found."""

    DENSE = "dense"
    BM25 = "bm25"
    HYBRID = "hybrid"


class Evidence(StrEnum):
    """Which pages a question is answered from (SV-RAG: R1, R5, all pages)."""

    # the hits as they were found and reranked
    FOUND = "found"
    # hits on the best page
    R1 = "r1"
    # hits on the five best pages
    R5 = "r5"
    # every page of the documents that the question is narrowed to; nothing is searched
    ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFilter:
    """What a search is narrowed to; empty means everything, several conditions hold together.

    Raises ValueError where a range ends before it begins.
    """

    collections: tuple[str, ...] = ()
    # document ids
    documents: tuple[str, ...] = ()
    # MIME types, groups of them (image/*), or endings of file names (pdf)
    file_types: tuple[str, ...] = ()
    layouts: tuple[Layout, ...] = ()
    # days on which a file was modified last, UTC, both included; files without a date are out
    modified_from: date | None = None
    modified_to: date | None = None
    # chunks that stand on a page of this range, from 1, both included; formats without pages are out
    page_from: int | None = None
    page_to: int | None = None
    kinds: tuple[ChunkKind, ...] = ()

    def __post_init__(self) -> None:
        if self.modified_from and self.modified_to and self.modified_from > self.modified_to:
            raise ValueError(f"the range ends before it begins: {self.modified_from} to {self.modified_to}")
        if self.page_from is not None and self.page_to is not None and self.page_from > self.page_to:
            raise ValueError(f"the range ends before it begins: {self.page_from} to {self.page_to}")
        if min(self.page_from or 1, self.page_to or 1) < 1 or 0 in (self.page_from, self.page_to):
            raise ValueError("pages count from 1")

    @property
    def narrows_documents(self) -> bool:
        """Whether a condition is about documents."""
        return bool(
            self.collections
            or self.documents
            or self.file_types
            or self.layouts
            or self.modified_from
            or self.modified_to
        )

    @property
    def narrows_chunks(self) -> bool:
        """Whether a condition is about chunks inside their documents."""
        return bool(self.kinds) or self.page_from is not None or self.page_to is not None


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
    # what routes score it: cosine similarity (dense), BM25 score (bm25), and what it gains in the fusion by being of a
    # named document, in first places on another route (keyword)
    route_scores: dict[str, float] = field(default_factory=dict[str, float])
    # what a reader should know of the document: an older version answers, pages are missing
    notes: tuple[str, ...] = ()
    # of the document; two collections may hold documents of one name
    collection: str = ""

    @property
    def page_nos(self) -> tuple[int, ...]:
        return tuple(sorted({place.page_no for place in self.locators if place.page_no is not None}))
