"""Documents: identity, preview and classification."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bizrag.model.hashing import sha256_text


class Layout(StrEnum):
    """How a document is composed (MM-BizRAG: the structure split)."""

    # report-like: text flows, tables and figures stand in it
    VERTICAL = "vertical"
    # slide-like: a page is one composition and is described as a whole
    HORIZONTAL = "horizontal"


def document_id(collection: str, source_uri: str) -> str:
    """The identity of a document: where it stands, never what it contains. 32 hex digits.

    >>> document_id("docs", "a.pdf") == document_id("docs", "b.pdf")
    False
    """
    return sha256_text(f"{collection}\n{source_uri}")[:32]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file as a source lists it, before its bytes are read."""

    collection: str
    # URL or absolute path of the folder or bucket
    source_root: str
    # path below the root, with forward slashes
    source_uri: str
    size_bytes: int
    # change marks of the file system or bucket: equal marks mean that the bytes need no reading
    modified_at: datetime | None
    etag: str | None = None

    @property
    def document_id(self) -> str:
        return document_id(self.collection, self.source_uri)

    @property
    def name(self) -> str:
        """The file name, without folders."""
        return self.source_uri.rsplit("/", 1)[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePreview:
    """What the first pages show without parsing: enough for classification and a title."""

    page_no: int
    width_pt: float
    height_pt: float
    text: str
    # share of the page area under bitmaps, 0 to 1
    bitmap_coverage: float
    # words on the page, and the median height of their letters in points (0.0 where none is known)
    num_words: int
    median_font_pt: float
    # the page says its words by an image: on landscape pages they were counted and measured there, not read
    is_image: bool = False
    # the letters of that image stand on their side
    is_sideways: bool = False
    # small PNG of the page; None where the format has no pages
    image_png: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A look at a file: format, number of pages, producer, first two pages."""

    mime_type: str
    # None where the format has no pages
    num_pages: int | None
    # program names from the file's metadata, empty when unknown
    producer: str
    creator: str
    # title from the file's metadata, empty when unknown
    metadata_title: str
    # first one or two pages; for formats without pages one entry with the leading text and no image
    pages: tuple[PagePreview, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Classification:
    """The structure label and the written title of a document."""

    layout: Layout
    # one sentence for a person
    reasoning: str
    # at most 12 words, with the original file extension
    title: str
