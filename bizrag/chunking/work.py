"""What the chunks of one document share, whatever the variant: text, artifacts, descriptions, headings, places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bizrag.chunking.headings import HeadingPaths
from bizrag.chunking.params import ChunkParams
from bizrag.chunking.sections import Unit
from bizrag.model.chunks import Chunk
from bizrag.model.descriptions import ArtifactKind, Description
from bizrag.model.documents import Layout
from bizrag.model.geometry import BoundingBox, Locator
from bizrag.model.parses import Parse, PictureArtifact, TableArtifact

Artifact = TableArtifact | PictureArtifact


@dataclass(frozen=True, kw_only=True)
class DocumentWork:
    """One document on its way to chunks."""

    document_id: str
    title: str
    layout: Layout
    parse: Parse
    descriptions: Sequence[Description]
    params: ChunkParams
    # tokens of a text, special ones not counted
    count_tokens: Callable[[str], int]

    @cached_property
    def text(self) -> str:
        """The document's reading text, joined once: every chunk is a part of it."""
        return self.parse.text

    @cached_property
    def headings(self) -> HeadingPaths:
        return HeadingPaths(self.title, self.params, self.count_tokens)

    @cached_property
    def artifacts(self) -> dict[str, Artifact]:
        """Tables and pictures by placeholder."""
        return {one.placeholder: one for one in (*self.parse.tables, *self.parse.pictures)}

    @cached_property
    def slides(self) -> list[Description]:
        """The descriptions of slides in order, blank ones too."""
        slides = (one for one in self.descriptions if one.kind is ArtifactKind.SLIDE)
        return sorted(slides, key=lambda one: one.ordinal)

    @property
    def is_deck(self) -> bool:
        """Whether pages are described as a whole; a document without pages has no slides, whatever its label says."""
        return self.layout is Layout.HORIZONTAL and bool(self.slides or self.parse.pages)

    def described(self, artifact: Artifact) -> str:
        """The description of a table or picture; empty where there is none, or a logo or nothing is shown."""
        kind = ArtifactKind.TABLE if isinstance(artifact, TableArtifact) else ArtifactKind.PICTURE
        return self._said.get((kind, artifact.ordinal), "")

    @cached_property
    def _said(self) -> dict[tuple[ArtifactKind, int], str]:
        shown = (one for one in self.descriptions if one.artifact_class.is_indexed and one.text.strip())
        return {(one.kind, one.ordinal): one.text for one in shown}

    def path(self, headings: tuple[str, ...]) -> tuple[str, ...]:
        """The title and the headings above a text."""
        return (self.title, *headings) if self.title else headings


class ChunkList:
    """The chunks so far. No two of them have one public id."""

    def __init__(self) -> None:
        self.all: list[Chunk] = []
        self._ids: set[str] = set()

    @property
    def count(self) -> int:
        return len(self.all)

    def add(self, chunk: Chunk, span: tuple[int, int]) -> int:
        """Append a chunk and return its ordinal; ``span`` is its place in the document's text."""
        if chunk.chunk_id in self._ids:
            # same text in the same box: parts of one long paragraph that repeats itself
            first, *rest = chunk.locators
            chunk = replace(chunk, locators=(replace(first, char_start=span[0], char_end=span[1]), *rest))
        self._ids.add(chunk.chunk_id)
        self.all.append(chunk)
        return chunk.ordinal


def locators_of(units: Sequence[Unit]) -> tuple[Locator, ...]:
    """A box around the blocks of each page; a span of characters for what has no page or no box."""
    places: list[Locator] = []
    pages = dict.fromkeys(unit.block.page_no for unit in units)
    for page_no in pages:
        own = [unit for unit in units if unit.block.page_no == page_no]
        boxes = [unit.block.bbox for unit in own]
        if page_no is None:
            places.append(char_span(own))
        elif None in boxes:
            places.append(replace(char_span(own), page_no=page_no))
        else:
            places.append(Locator(page_no=page_no, bbox=_union(boxes)))
    return tuple(places)


def char_span(units: Sequence[Unit]) -> Locator:
    """From the first unit to the last, in the document's text."""
    return Locator(char_start=units[0].start, char_end=units[-1].end)


def _union(boxes: Iterable[BoundingBox | None]) -> BoundingBox | None:
    union: BoundingBox | None = None
    for box in boxes:
        if box is not None:
            union = union.union(box) if union else box
    return union
