"""Page-level chunks: PCMHE (MM-BizRAG 2.2.2) and the baselines that know page images only (ColPali, VisRAG)."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.chunking.artifacts import spoken_slide
from bizrag.chunking.interleaving import interleaved_inputs
from bizrag.chunking.packing import Piece
from bizrag.chunking.plain_text import page_plain_texts
from bizrag.chunking.sections import Section, merge_small, read_sections
from bizrag.chunking.tcte import slide_chunk
from bizrag.chunking.work import ChunkList, DocumentWork, locators_of
from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.inputs import InputImage, StoredInput
from bizrag.model.parses import Block, Page, is_placeholder

# a page is in one chunk of a kind: its place needs no span of characters
_NOWHERE = (0, 0)


def pcmhe_chunks(work: DocumentWork) -> list[Chunk]:
    """Per page its text, placeholders kept, and its image; per slide its description and its image.

    A page without text or without an image has only the other chunk. What has no page is chunked by its sections;
    blank slides are left out.
    """
    chunks = ChunkList()
    if work.is_deck:
        images = {page.page_no: page for page in work.parse.pages}
        for slide in work.slides:
            if slide.artifact_class.is_indexed and slide.text.strip():
                inputs = _inputs(work, work.headings.prefix(()), spoken_slide(slide.text).splitlines())
                parent = chunks.add(slide_chunk(work, slide, ordinal=chunks.count, inputs=inputs), _NOWHERE)
                _add_image(work, chunks, images.get(slide.ordinal), slide.text, parent)
        return chunks.all
    blocks = _blocks_by_page(work)
    if not blocks:
        for section in merge_small(read_sections(work.parse, work.params, work.count_tokens), work.params):
            span = section.units[0].start, section.units[-1].end
            chunks.add(_section_chunk(work, section, span, ordinal=chunks.count), span)
    pages = {page.page_no: page for page in work.parse.pages}
    for page_no in sorted({*blocks, *pages}):
        own = blocks.get(page_no, [])
        text = "\n\n".join(block.text for block in own)
        parent = None
        if text.strip():
            parent = chunks.add(_page_text_chunk(work, page_no, own, text, ordinal=chunks.count), _NOWHERE)
        _add_image(work, chunks, pages.get(page_no), text, parent)
    return chunks.all


def page_image_chunks(work: DocumentWork) -> list[Chunk]:
    """One chunk a page, embedded by its image alone; pages without an image have none."""
    chunks = ChunkList()
    texts = page_plain_texts(work.parse)
    for page in work.parse.pages:
        _add_image(work, chunks, page, texts.get(page.page_no, ""))
    return chunks.all


def _add_image(work: DocumentWork, chunks: ChunkList, page: Page | None, text: str, parent: int | None = None) -> None:
    """The chunk of a page's image beside that of its text, if any; nothing where the page was not rendered."""
    if page is None or page.image_sha256 is None:
        return
    chunk = Chunk(
        document_id=work.document_id,
        ordinal=chunks.count,
        kind=ChunkKind.PAGE,
        # a scan may hold no text: then it says which page it is
        text=text if text.strip() else f"Page {page.page_no}",
        headings=(work.title,) if work.title else (),
        inputs=((InputImage(sha256=page.image_sha256),),),
        lexical_text="",
        locators=(Locator(page_no=page.page_no),),
        num_tokens=0,
        artifact_ordinal=page.page_no,
        parent_ordinal=parent,
    )
    chunks.add(chunk, _NOWHERE)


def _blocks_by_page(work: DocumentWork) -> dict[int, list[Block]]:
    """The reading text's blocks by page; empty where no block knows its page.

    A single block without a page stands where the one before it stands.
    """
    blocks = [block for block in work.parse.blocks if not block.kind.is_furniture]
    page_no = next((block.page_no for block in blocks if block.page_no is not None), None)
    found: dict[int, list[Block]] = {}
    if page_no is None:
        return found
    for block in blocks:
        page_no = block.page_no or page_no
        found.setdefault(page_no, []).append(block)
    return found


def _page_text_chunk(work: DocumentWork, page_no: int, blocks: Sequence[Block], text: str, *, ordinal: int) -> Chunk:
    spoken = [block.text for block in blocks if not is_placeholder(block.text)]
    lexical = [part for part in (work.headings.lexical(()), *spoken) if part]
    return Chunk(
        document_id=work.document_id,
        ordinal=ordinal,
        kind=ChunkKind.TEXT,
        text=text,
        headings=(work.title,) if work.title else (),
        inputs=_inputs(work, work.headings.prefix(()), [block.text for block in blocks]),
        lexical_text="\n".join(lexical),
        locators=(Locator(page_no=page_no),),
        num_tokens=work.count_tokens(text),
    )


def _section_chunk(work: DocumentWork, section: Section, span: tuple[int, int], *, ordinal: int) -> Chunk:
    text = work.text[slice(*span)]
    paragraphs = Piece(units=tuple(section.units)).paragraphs(work.text, with_placeholders=True)
    said = tuple(unit.path[-1] for unit in section.units if unit.is_heading and unit.path)
    path = work.headings.lexical(section.path, said=said)
    lexical = [part for part in (path, *paragraphs) if part and not is_placeholder(part)]
    return Chunk(
        document_id=work.document_id,
        ordinal=ordinal,
        kind=ChunkKind.TEXT,
        text=text,
        headings=work.path(section.path),
        inputs=_inputs(work, work.headings.prefix(section.path, said=said), paragraphs),
        lexical_text="\n".join(lexical),
        locators=locators_of(section.units),
        num_tokens=work.count_tokens(text),
    )


def _inputs(work: DocumentWork, prefix: str, paragraphs: Sequence[str]) -> tuple[StoredInput, ...]:
    texts = [text for text in paragraphs if text.strip()]
    return interleaved_inputs(prefix, texts, params=work.params, count_tokens=work.count_tokens)
