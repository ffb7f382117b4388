"""What the pages show of documents: rows of the database as records."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bizrag.model.geometry import BoundingBox, Locator

_BULLET = re.compile(r"\s*[-–—*•·▪◦‣●○■□]\s+")
# "1." or "(iv)"
_ITEM_NUMBER = re.compile(r"\s*\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})[.)]\s")


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


@dataclass(frozen=True, slots=True, kw_only=True)
class Facets:
    """What a search can be narrowed to."""

    index: str
    # names and aliases of all indexes
    indexes: tuple[str, ...]
    collections: tuple[str, ...]
    # endings of file names, without the dot
    file_endings: tuple[str, ...]
    # documents that answer in the index
    num_documents: int
    # where none does: how many are listed, by status
    listed: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedDocument:
    """A document in the list. Counts are None before the first parse."""

    document_id: str
    collection: str
    source_uri: str
    mime_type: str | None
    layout: str | None
    title: str | None
    num_pages: int | None
    num_tables: int
    num_pictures: int
    # chunks that answer, summed over all indexes
    num_live_chunks: int
    failed_stage: str | None
    error: str | None
    added_at: datetime
    changed_at: datetime
    # live, outdated, failed or waiting
    status: str
    size_bytes: int

    @property
    def name(self) -> str:
        """The file name, without folders."""
        return self.source_uri.rsplit("/", 1)[-1]

    @property
    def reason(self) -> str:
        """Why it failed; errors of files begin with the name, which stands beside it already."""
        return (self.error or "").removeprefix(f"{self.name}: ")

    @property
    def place(self) -> str:
        """Collection and folders."""
        return " / ".join([self.collection, *self.source_uri.split("/")[:-1]])

    @property
    def shown_title(self) -> str:
        """The title where it says more than the file name; else empty."""
        title = self.title or ""
        return "" if _letters(title) == _letters(self.name) else title


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentList:
    """A leaf of the list of documents."""

    documents: tuple[ListedDocument, ...]
    # documents by status, of all leaves
    counts: dict[str, int]
    collections: tuple[str, ...]

    @property
    def num_documents(self) -> int:
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPage:
    """A page or slide; sizes in points."""

    page_no: int
    width_pt: float
    height_pt: float
    # None where no image could be made
    image_sha256: str | None
    # True when the text was recognised from the image
    is_ocr: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownBlock:
    """A paragraph, heading, placeholder or furniture line."""

    ordinal: int
    kind: str
    text: str
    page_no: int | None
    bbox: BoundingBox | None
    level: int | None

    @property
    def num_bullet_chars(self) -> int:
        """Length of what begins the text of a list item: the page draws a bullet of its own in its place."""
        found = _BULLET.match(self.text) if self.kind == "list_item" else None
        return found.end() if found else 0

    @property
    def is_numbered(self) -> bool:
        """Whether it is a list item with a number, which stays."""
        return self.kind == "list_item" and _ITEM_NUMBER.match(self.text) is not None

    @property
    def shown_text(self) -> str:
        """The text without its bullet."""
        return self.text[self.num_bullet_chars :]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTable:
    """A table of a parse."""

    ordinal: int
    caption: str
    markdown: str
    num_rows: int
    num_cols: int
    page_no: int | None
    bbox: BoundingBox | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPicture:
    """A picture of a parse."""

    ordinal: int
    caption: str
    # labels inside it
    text: str
    chart_markdown: str
    page_no: int | None
    bbox: BoundingBox | None
    image_sha256: str | None
    width_px: int
    height_px: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChunk:
    """A chunk in a list; ``text`` is its beginning."""

    chunk_id: str
    ordinal: int
    kind: str
    page_nos: list[int]
    headings: list[str]
    text: str
    num_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDocument:
    """A document with what was parsed of it."""

    listed: ListedDocument
    # None before the first parse
    parse_id: str | None
    warnings: tuple[str, ...]
    failed_pages: tuple[int, ...]
    # why it was taken for a report or for slides
    reasoning: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddedInput:
    """What is embedded for a chunk: a text, or texts and images in order."""

    part: int
    text: str
    # [["text", text], ["image", hash]]; None for a text alone
    parts: list[list[str]] | None
    input_sha256: str
    # whether its vector is searched
    is_live: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkTerm:
    """A term of a chunk as BM25 counts it."""

    term: str
    # occurrences in the chunk, chunks of the index that hold the term, length of the chunk in terms
    tf: int
    df: int
    dl: int
    # whether the question has it
    is_asked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectedChunk:
    """A chunk with everything that is stored for it."""

    chunk_no: int
    document_no: int
    chunk_id: str
    chunk_set_id: str
    document_id: str
    collection: str
    source_uri: str
    ordinal: int
    kind: str
    text: str
    headings: list[str]
    locators: list[dict[str, Any]]
    num_tokens: int
    artifact_ordinal: int | None
    parent_ordinal: int | None
    text_config: str
    published_at: datetime
    lexical_text: str
    # chunks of its document
    num_chunks: int

    @property
    def places(self) -> tuple[Locator, ...]:
        return tuple(Locator.from_json(place) for place in self.locators)
