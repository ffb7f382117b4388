"""What the search side of the store takes and returns: indexes, publish reports, stored chunks and artifacts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import BoundingBox, Locator


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexSpec:
    """An index as somebody wants it."""

    # lower-case letters, digits and underscores
    index_name: str
    variant: str
    chunk_params: Mapping[str, Any]
    # name and size of the vectors
    space: str
    dimensions: int
    # a Postgres text-search configuration for all documents; None: every document has that of its language
    text_config: str | None = None
    # BM25: saturation of repeated terms, and how much length counts
    k1: float = 1.2
    b: float = 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRow:
    """An index as the database has it."""

    index_no: int
    index_name: str
    variant: str
    chunk_params: Mapping[str, Any]
    space: str
    dimensions: int
    text_config: str | None
    k1: float
    b: float


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexSummary:
    """An index and its size."""

    index: IndexRow
    aliases: tuple[str, ...]
    num_documents: int
    num_chunks: int
    num_vectors: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Entities:
    """Names that a model found where a document begins, and which model: keywords besides those of the patterns."""

    # one a line
    names: str = ""
    # identifies the model; empty: none was asked
    finder: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishReport:
    """What one publish did."""

    # True when the chunk set already answered: nothing was written
    is_unchanged: bool
    # the chunk set that answered before, if any
    replaced: str | None
    num_chunks: int
    num_vectors: int
    num_postings: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredChunk:
    """A chunk with its place in its set: what assembly works on."""

    chunk_no: int
    chunk_id: str
    chunk_set_id: str
    # 0-based in reading order
    ordinal: int
    kind: ChunkKind
    text: str
    headings: tuple[str, ...]
    locators: tuple[Locator, ...]
    num_tokens: int
    # ordinal of the described table or picture, page number of the described slide
    artifact_ordinal: int | None
    # ordinal of the text chunk that holds the placeholder
    parent_ordinal: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTable:
    """A table of the parse that a chunk set was made from."""

    # 1-based; the placeholder is <<table_ordinal>>
    ordinal: int
    caption: str
    markdown: str
    page_no: int | None
    bbox: BoundingBox | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPicture:
    """A picture of the parse that a chunk set was made from."""

    # 1-based; the placeholder is <<picture_ordinal>>
    ordinal: int
    caption: str
    # text inside the picture, and the values of a native chart as a markdown table; often empty
    text: str
    chart_markdown: str
    page_no: int | None
    bbox: BoundingBox | None = None
    # blob of the crop
    image_sha256: str | None = None
