"""Documents, pages and chunks as they go out."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, Field

from bizrag.model.chunks import ChunkKind
from query.browsing import DocumentStatus
from query.http.schemas import Place


class DocumentInfo(BaseModel):
    """A document, and where it stands."""

    document_id: str = Field(description="stays when the content changes")
    collection: str
    doc: str = Field(description="path below the source root", examples=["2025/annual report.pdf"])
    title: str | None = Field(description="the written title; null before it is known")
    status: DocumentStatus = Field(
        description="live: it answers; outdated: an older version answers because a stage failed; "
        "failed: nothing answers; waiting: not there yet"
    )
    failed_stage: str | None
    error: str | None = Field(description="why it failed, in one line")
    mime_type: str | None
    layout: str | None
    num_pages: int | None = Field(description="0 for formats without pages")
    num_tables: int
    num_pictures: int
    num_live_chunks: int
    size_bytes: int | None
    added_at: datetime | None
    changed_at: datetime | None


class DocumentList(BaseModel):
    """A page of the list of documents."""

    documents: list[DocumentInfo]
    next: str | None = Field(description="give it as 'after' for the following ones; null at the end")


class PageInfo(BaseModel):
    """A page of a document as an index answers from it."""

    page_no: int = Field(description="from 1")
    width_pt: float
    height_pt: float
    is_ocr: bool = Field(description="whether its text was read from an image")
    image_sha256: str | None
    image: str | None = Field(description="where its image is; null where there is none")


class PageList(BaseModel):
    """Pages of a document; none for formats without pages."""

    pages: list[PageInfo]
    next: int | None = Field(description="give it as 'after' for the following ones; null at the end")


class PageText(PageInfo):
    """A page with its text; tables, and descriptions of pictures, stand in it between tags as passages have them."""

    text: str


class ChunkInfo(BaseModel):
    """A chunk that answers."""

    chunk_id: str
    ordinal: int = Field(description="in reading order, from 0")
    kind: ChunkKind
    pages: list[int]
    headings: list[str]
    text: str
    num_tokens: int
    locators: list[Place]


class ChunkList(BaseModel):
    """Chunks of a document, in reading order."""

    chunks: list[ChunkInfo]
    next: int | None = Field(description="give it as 'after' for the following ones; null at the end")
