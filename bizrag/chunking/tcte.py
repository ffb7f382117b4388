"""TCTE (MM-BizRAG 2.2.1): token-level text chunks; tables, pictures and slides are chunks of their descriptions."""

from __future__ import annotations

from bizrag.chunking.artifacts import (
    artifact_lexical,
    first_heading,
    picture_inputs,
    slide_inputs,
    spoken_slide,
    table_inputs,
)
from bizrag.chunking.fixed import fixed_pieces
from bizrag.chunking.margins import margin_chunk
from bizrag.chunking.packing import Piece, inputs_of, pack_sections
from bizrag.chunking.sections import Unit, merge_small, read_sections
from bizrag.chunking.work import Artifact, ChunkList, DocumentWork, char_span, locators_of
from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.descriptions import Description
from bizrag.model.geometry import Locator
from bizrag.model.inputs import StoredInput
from bizrag.model.parses import TableArtifact


def tcte_chunks(work: DocumentWork) -> list[Chunk]:
    """Vertical: text chunks that together hold the whole reading text once, and after each the tables and pictures
    whose placeholders it holds; then what page headers and footers alone say. Horizontal: one chunk a slide. Logo and
    Blank are left out.
    """
    chunks = ChunkList()
    if work.is_deck:
        for slide in work.slides:
            if slide.artifact_class.is_indexed and slide.text.strip():
                chunks.add(slide_chunk(work, slide, ordinal=chunks.count), (0, 0))
        return chunks.all
    for piece in text_pieces(work):
        parent = chunks.add(_text_chunk(work, piece, ordinal=chunks.count), piece.span)
        for unit in piece.units:
            artifact = artifact_at(work, unit)
            if artifact is not None and work.described(artifact):
                chunk = _artifact_chunk(work, artifact, unit, ordinal=chunks.count, parent=parent)
                chunks.add(chunk, (unit.start, unit.end))
    if (margin := margin_chunk(work, ordinal=chunks.count)) is not None:
        chunks.add(margin, (0, 0))
    return chunks.all


def text_pieces(work: DocumentWork) -> list[Piece]:
    """The document's text, cut at sentence ends and under its headings, unless chunks of fixed size are asked for."""
    if work.params.fixed_chunks:
        return fixed_pieces(work)
    sections = merge_small(read_sections(work.parse, work.params, work.count_tokens), work.params)
    return pack_sections(sections, work.params, work.headings.prefix_tokens)


def artifact_at(work: DocumentWork, unit: Unit) -> Artifact | None:
    """The table or picture whose placeholder a unit is."""
    return work.artifacts.get(work.text[unit.start : unit.end]) if unit.is_placeholder else None


def slide_chunk(
    work: DocumentWork, slide: Description, *, ordinal: int, inputs: tuple[StoredInput, ...] | None = None
) -> Chunk:
    """The chunk of a slide's description; ``inputs`` where a variant embeds more than that."""
    prefix = work.headings.prefix(())
    spoken = spoken_slide(slide.text)
    lexical = "\n".join(part for part in (work.headings.lexical(()), spoken) if part)
    own = slide_inputs(spoken, prefix, params=work.params, count_tokens=work.count_tokens)
    return Chunk(
        document_id=work.document_id,
        ordinal=ordinal,
        kind=ChunkKind.SLIDE,
        text=slide.text,
        headings=tuple(part for part in (work.title, first_heading(work.headings, slide.text)) if part),
        inputs=inputs or own,
        lexical_text=lexical,
        locators=(Locator(page_no=slide.ordinal),),
        num_tokens=work.count_tokens(slide.text),
        artifact_ordinal=slide.ordinal,
    )


def _text_chunk(work: DocumentWork, piece: Piece, *, ordinal: int) -> Chunk:
    text = work.text
    body = text[slice(*piece.span)]
    said = piece.said_headings
    paragraphs = piece.paragraphs(text)
    prefix = work.headings.prefix(piece.path, said=said)
    # a document of placeholders without a title: they are all there is to embed
    texts = paragraphs if paragraphs or prefix else [body]
    spoken = "\n".join(paragraphs)
    lexical = [part for part in (work.headings.lexical(piece.path, said=said), spoken) if part]
    return Chunk(
        document_id=work.document_id,
        ordinal=ordinal,
        kind=ChunkKind.TEXT,
        text=body,
        headings=work.path(piece.path),
        inputs=inputs_of(prefix, texts, params=work.params, count_tokens=work.count_tokens),
        lexical_text="\n".join(lexical),
        locators=locators_of(piece.units),
        num_tokens=piece.tokens,
    )


def _artifact_chunk(work: DocumentWork, artifact: Artifact, unit: Unit, *, ordinal: int, parent: int) -> Chunk:
    prefix, path = work.headings.prefix(unit.path), work.headings.lexical(unit.path)
    description = work.described(artifact)
    if isinstance(artifact, TableArtifact):
        inputs = table_inputs(artifact, description, prefix, params=work.params, count_tokens=work.count_tokens)
        kind = ChunkKind.TABLE
    else:
        inputs = picture_inputs(artifact, description, prefix, params=work.params, count_tokens=work.count_tokens)
        kind = ChunkKind.PICTURE
    own_place = Locator(page_no=artifact.page_no, bbox=artifact.bbox) if artifact.page_no is not None else None
    return Chunk(
        document_id=work.document_id,
        ordinal=ordinal,
        kind=kind,
        text=description,
        headings=work.path(unit.path),
        inputs=inputs,
        lexical_text=artifact_lexical(artifact, description, path),
        locators=(own_place or char_span([unit]),),
        num_tokens=work.count_tokens(description),
        artifact_ordinal=artifact.ordinal,
        parent_ordinal=parent,
    )
