"""Chunks: what is retrieved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bizrag.model.geometry import Locator
from bizrag.model.hashing import sha256_json
from bizrag.model.inputs import StoredInput


class ChunkKind(StrEnum):
    """What a chunk holds."""

    TEXT = "text"
    TABLE = "table"
    PICTURE = "picture"
    SLIDE = "slide"
    # a page as an image; the text is what a person reads of it
    PAGE = "page"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A piece of a document that can be found, with its place and what is embedded for it."""

    document_id: str
    # 0-based in reading order; a table or picture chunk follows the text chunk that holds its placeholder
    ordinal: int
    kind: ChunkKind
    # what the generator reads: text with placeholders, or a description
    text: str
    # document title first, then the headings above the chunk (HiQA: cascading metadata)
    headings: tuple[str, ...]
    # each part is embedded on its own, the best part ranks; never longer than the embedder's window
    inputs: tuple[StoredInput, ...]
    # what BM25 sees: heading path and text (for a table its cells too)
    lexical_text: str
    locators: tuple[Locator, ...]
    num_tokens: int
    # ordinal of the table or picture that the chunk describes, number of the page that it shows, else None
    artifact_ordinal: int | None = None
    # ordinal of the text chunk that holds the placeholder of this table or picture, or the text of this page
    parent_ordinal: int | None = None

    @property
    def chunk_id(self) -> str:
        """The public id: stays while text and place stay. 32 hex digits."""
        places = [locator.to_json() for locator in self.locators]
        return sha256_json([self.document_id, self.kind, self.text, places])[:32]

    @property
    def page_nos(self) -> tuple[int, ...]:
        return tuple(sorted({place.page_no for place in self.locators if place.page_no is not None}))
