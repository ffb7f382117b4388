"""From a parse and its descriptions to chunks (MM-BizRAG 3.3, TCTE)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from bizrag.chunking.artifacts import (
    first_heading,
    picture_inputs,
    picture_lexical,
    slide_inputs,
    table_inputs,
    table_lexical,
)
from bizrag.chunking.headings import HeadingPaths
from bizrag.chunking.packing import Piece, inputs_of, pack_sections
from bizrag.chunking.params import ChunkParams
from bizrag.chunking.sections import Unit, merge_small, read_sections
from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.descriptions import ArtifactKind, Description
from bizrag.model.documents import Layout
from bizrag.model.geometry import BoundingBox, Locator
from bizrag.model.parses import Parse, PictureArtifact, TableArtifact

# Part of a chunk set's identity: a change of the rules is a new version.
CHUNKER = "tcte-2"


def chunk_document(
    *,
    document_id: str,
    title: str,
    layout: Layout,
    parse: Parse,
    descriptions: Sequence[Description],
    params: ChunkParams,
    count_tokens: Callable[[str], int],
) -> list[Chunk]:
    """The chunks of a document in reading order, ordinals from 0 without gaps.

    Vertical: text chunks that together hold the whole reading text once, and after each the tables and pictures whose
    placeholders it holds. Horizontal: one chunk a slide. Logo and Blank are left out. ``count_tokens`` counts without
    special tokens; no input is longer than ``params.input_tokens``.
    """
    headings = HeadingPaths(title, params, count_tokens)
    work = _Work(document_id=document_id, parse=parse, params=params, count_tokens=count_tokens, headings=headings)
    slides = [one for one in descriptions if one.kind is ArtifactKind.SLIDE]
    # a document without pages has no slides, whatever the classifier says
    if layout is Layout.HORIZONTAL and (slides or parse.pages):
        return work.slide_chunks(slides)
    return work.text_and_artifact_chunks(descriptions)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Work:
    """What all chunks of one document share."""

    document_id: str
    parse: Parse
    params: ChunkParams
    count_tokens: Callable[[str], int]
    headings: HeadingPaths

    def slide_chunks(self, slides: Iterable[Description]) -> list[Chunk]:
        chunks: list[Chunk] = []
        for slide in sorted(slides, key=lambda one: one.ordinal):
            if not slide.artifact_class.is_indexed or not slide.text.strip():
                continue
            heading = first_heading(self.headings, slide.text)
            prefix = self.headings.prefix(())
            lexical = "\n".join(part for part in (self.headings.lexical(()), slide.text) if part)
            chunks.append(
                Chunk(
                    document_id=self.document_id,
                    ordinal=len(chunks),
                    kind=ChunkKind.SLIDE,
                    text=slide.text,
                    headings=tuple(part for part in (self.headings.title, heading) if part),
                    inputs=slide_inputs(slide.text, prefix, params=self.params, count_tokens=self.count_tokens),
                    lexical_text=lexical,
                    locators=(Locator(page_no=slide.ordinal),),
                    num_tokens=self.count_tokens(slide.text),
                    artifact_ordinal=slide.ordinal,
                )
            )
        return chunks

    def text_and_artifact_chunks(self, descriptions: Sequence[Description]) -> list[Chunk]:
        text = self.parse.text
        sections = merge_small(read_sections(self.parse, self.params, self.count_tokens), self.params)
        artifacts = {one.placeholder: one for one in (*self.parse.tables, *self.parse.pictures)}
        said = {(one.kind, one.ordinal): one for one in descriptions if one.artifact_class.is_indexed}
        chunks = _Chunks()
        for piece in pack_sections(sections, self.params, self.headings.prefix_tokens):
            parent = chunks.add(self._text_chunk(piece, text, ordinal=chunks.count), piece.span)
            for unit in piece.units:
                artifact = artifacts.get(text[unit.start : unit.end]) if unit.is_placeholder else None
                if artifact is None:
                    continue
                kind = ArtifactKind.TABLE if isinstance(artifact, TableArtifact) else ArtifactKind.PICTURE
                found = said.get((kind, artifact.ordinal))
                if found and found.text.strip():
                    chunk = self._artifact_chunk(artifact, found.text, unit, ordinal=chunks.count, parent=parent)
                    chunks.add(chunk, (unit.start, unit.end))
        return chunks.all

    def _text_chunk(self, piece: Piece, text: str, *, ordinal: int) -> Chunk:
        start, end = piece.span
        body = text[start:end]
        said = piece.said_headings
        paragraphs = piece.paragraphs(text)
        prefix = self.headings.prefix(piece.path, said=said)
        # a document of placeholders without a title: they are all there is to embed
        texts = paragraphs if paragraphs or prefix else [body]
        spoken = "\n".join(paragraphs)
        lexical = [part for part in (self.headings.lexical(piece.path, said=said), spoken) if part]
        return Chunk(
            document_id=self.document_id,
            ordinal=ordinal,
            kind=ChunkKind.TEXT,
            text=body,
            headings=self._path(piece.path),
            inputs=inputs_of(prefix, texts, params=self.params, count_tokens=self.count_tokens),
            lexical_text="\n".join(lexical),
            locators=_locators(piece.units),
            num_tokens=piece.tokens,
        )

    def _artifact_chunk(
        self, artifact: TableArtifact | PictureArtifact, description: str, unit: Unit, *, ordinal: int, parent: int
    ) -> Chunk:
        prefix, path = self.headings.prefix(unit.path), self.headings.lexical(unit.path)
        if isinstance(artifact, TableArtifact):
            inputs = table_inputs(artifact, description, prefix, params=self.params, count_tokens=self.count_tokens)
            kind, lexical = ChunkKind.TABLE, table_lexical(artifact, description, path)
        else:
            inputs = picture_inputs(artifact, description, prefix, params=self.params, count_tokens=self.count_tokens)
            kind, lexical = ChunkKind.PICTURE, picture_lexical(artifact, description, path)
        own_place = Locator(page_no=artifact.page_no, bbox=artifact.bbox) if artifact.page_no is not None else None
        return Chunk(
            document_id=self.document_id,
            ordinal=ordinal,
            kind=kind,
            text=description,
            headings=self._path(unit.path),
            inputs=inputs,
            lexical_text=lexical,
            locators=(own_place or _char_span([unit]),),
            num_tokens=self.count_tokens(description),
            artifact_ordinal=artifact.ordinal,
            parent_ordinal=parent,
        )

    def _path(self, path: tuple[str, ...]) -> tuple[str, ...]:
        return (self.headings.title, *path) if self.headings.title else path


class _Chunks:
    """The chunks so far. No two of them have one public id."""

    def __init__(self) -> None:
        self.all: list[Chunk] = []
        self._ids: set[str] = set()

    @property
    def count(self) -> int:
        return len(self.all)

    def add(self, chunk: Chunk, span: tuple[int, int]) -> int:
        """Append a chunk and return its ordinal."""
        if chunk.chunk_id in self._ids:
            # same text in the same box: parts of one long paragraph that repeats itself
            first, *rest = chunk.locators
            chunk = replace(chunk, locators=(replace(first, char_start=span[0], char_end=span[1]), *rest))
        self._ids.add(chunk.chunk_id)
        self.all.append(chunk)
        return chunk.ordinal


def _locators(units: Sequence[Unit]) -> tuple[Locator, ...]:
    """A box around the blocks of each page; a span of characters for what has no page or no box."""
    places: list[Locator] = []
    pages = dict.fromkeys(unit.block.page_no for unit in units)
    for page_no in pages:
        own = [unit for unit in units if unit.block.page_no == page_no]
        boxes = [unit.block.bbox for unit in own]
        if page_no is None:
            places.append(_char_span(own))
        elif None in boxes:
            places.append(replace(_char_span(own), page_no=page_no))
        else:
            places.append(Locator(page_no=page_no, bbox=_union(boxes)))
    return tuple(places)


def _union(boxes: Iterable[BoundingBox | None]) -> BoundingBox | None:
    union: BoundingBox | None = None
    for box in boxes:
        if box is not None:
            union = union.union(box) if union else box
    return union


def _char_span(units: Sequence[Unit]) -> Locator:
    return Locator(char_start=units[0].start, char_end=units[-1].end)
