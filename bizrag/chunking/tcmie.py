"""TCMIE (MM-BizRAG 2.2.3): text chunks with their tables and pictures inside, embedded as one interleaved input."""

from __future__ import annotations

from bizrag.chunking.artifacts import artifact_lexical, spoken_slide
from bizrag.chunking.interleaving import Content, interleaved_inputs
from bizrag.chunking.packing import Piece
from bizrag.chunking.tcte import artifact_at, slide_chunk, text_pieces
from bizrag.chunking.work import Artifact, ChunkList, DocumentWork, locators_of
from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.descriptions import Description
from bizrag.model.inputs import InputImage
from bizrag.model.parses import TableArtifact


def tcmie_chunks(work: DocumentWork) -> list[Chunk]:
    """The text chunks of TCTE, each with the tables and pictures whose placeholders it holds; one unit a slide.

    A chunk's text has the description after its placeholder: what the generator reads besides is put beside it.
    """
    chunks = ChunkList()
    if work.is_deck:
        images = {page.page_no: page.image_sha256 for page in work.parse.pages}
        for slide in work.slides:
            if slide.artifact_class.is_indexed and slide.text.strip():
                unit = _slide_unit(work, slide, images.get(slide.ordinal), ordinal=chunks.count)
                chunks.add(unit, (0, 0))
        return chunks.all
    for piece in text_pieces(work):
        chunks.add(_text_unit(work, piece, ordinal=chunks.count), piece.span)
    return chunks.all


def _slide_unit(work: DocumentWork, slide: Description, image_sha256: str | None, *, ordinal: int) -> Chunk:
    """Description and image, if there is one, of a slide."""
    contents: list[Content] = [line for line in spoken_slide(slide.text).splitlines() if line.strip()]
    if image_sha256:
        contents.append(InputImage(sha256=image_sha256))
    inputs = interleaved_inputs(work.headings.prefix(()), contents, params=work.params, count_tokens=work.count_tokens)
    return slide_chunk(work, slide, ordinal=ordinal, inputs=inputs)


def _text_unit(work: DocumentWork, piece: Piece, *, ordinal: int) -> Chunk:
    said = piece.said_headings
    prefix = work.headings.prefix(piece.path, said=said)
    text = _with_descriptions(work, piece)
    contents: list[Content] = []
    lexical = [work.headings.lexical(piece.path, said=said)]
    for paragraph in piece.paragraphs(work.text, with_placeholders=True):
        artifact = work.artifacts.get(paragraph)
        description = work.described(artifact) if artifact else ""
        if artifact and description:
            contents += _artifact_contents(artifact, description)
            lexical.append(artifact_lexical(artifact, description, ""))
        elif artifact is None:
            contents.append(paragraph)
            lexical.append(paragraph)
    if not contents and not prefix:
        # a document of logos without a title: their placeholders are all there is to embed
        contents = [text]
    return Chunk(
        document_id=work.document_id,
        ordinal=ordinal,
        kind=ChunkKind.TEXT,
        text=text,
        headings=work.path(piece.path),
        inputs=interleaved_inputs(prefix, contents, params=work.params, count_tokens=work.count_tokens),
        lexical_text="\n".join(part for part in lexical if part),
        locators=locators_of(piece.units),
        num_tokens=work.count_tokens(text),
    )


def _artifact_contents(artifact: Artifact, description: str) -> list[Content]:
    """What stands at a placeholder: cells and description of a table, image and description of a picture."""
    if isinstance(artifact, TableArtifact):
        return [line for line in (*artifact.markdown.splitlines(), *description.splitlines()) if line.strip()]
    image: list[Content] = [InputImage(sha256=artifact.image_sha256)] if artifact.image_sha256 else []
    # values of a native chart count as the picture's own
    chart = [line for line in artifact.chart_markdown.splitlines() if line.strip()]
    return [*image, *chart, *(line for line in description.splitlines() if line.strip())]


def _with_descriptions(work: DocumentWork, piece: Piece) -> str:
    """The piece's text, each placeholder followed by the description of what stood there."""
    source = work.text
    start, end = piece.span
    parts: list[str] = []
    at = start
    for unit in piece.units:
        artifact = artifact_at(work, unit)
        if artifact is not None and work.described(artifact):
            parts += [source[at : unit.end], "\n", work.described(artifact)]
            at = unit.end
    return "".join([*parts, source[at:end]])
