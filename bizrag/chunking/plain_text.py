"""The baseline without layout (MM-BizRAG 4.1): the text of the pages in chunks of whole sentences.

What a text layer or OCR gives is all there is: no headings, no title, no descriptions. Tables are the text of their
cells, pictures the text inside them, and page headers and footers are text like any other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from bizrag.chunking.packing import inputs_of
from bizrag.chunking.sentences import fitting_spans, line_spans, sentence_spans
from bizrag.chunking.work import Artifact, ChunkList, DocumentWork
from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.parses import Block, BlockKind, Parse, TableArtifact

_BLOCK_GAP = 2  # blocks of the document's text are joined by a blank line


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sentence:
    """A sentence of a block's plain text, a row of a table, or a part of an overlong one."""

    block: Block
    plain: str
    # span in the plain text
    first: int
    last: int
    tokens: int
    # place in the document's text; that of the placeholder for what stands in a table or picture
    start: int
    end: int


def text_only_chunks(work: DocumentWork) -> list[Chunk]:
    """Chunks of consecutive sentences that fill the embedder's window; they go on over the end of a page."""
    chunks = ChunkList()
    for sentences in _packed(list(_read_sentences(work)), work.params.input_tokens):
        chunk = _chunk(work, sentences, ordinal=chunks.count)
        chunks.add(chunk, (sentences[0].start, sentences[-1].end))
    return chunks.all


def page_plain_texts(parse: Parse) -> dict[int | None, str]:
    """The text of each page as a reader without layout has it; None is the text that stands on no page."""
    artifacts = _artifacts(parse)
    texts: defaultdict[int | None, list[str]] = defaultdict(list)
    for block in parse.blocks:
        plain = _plain(block, artifacts)
        if plain.strip():
            texts[block.page_no].append(plain)
    return {page_no: "\n".join(parts) for page_no, parts in texts.items()}


def _artifacts(parse: Parse) -> dict[str, Artifact]:
    return {one.placeholder: one for one in (*parse.tables, *parse.pictures)}


def _plain(block: Block, artifacts: dict[str, Artifact]) -> str:
    """A block's text; of a table the cells row by row, of a picture the text inside."""
    artifact = artifacts.get(block.text.strip())
    if artifact is None:
        return block.text
    if isinstance(artifact, TableArtifact):
        cells = sorted(artifact.cells, key=lambda cell: (cell.row_start, cell.col_start))
        rows = groupby(cells, key=lambda cell: cell.row_start)
        return "\n".join(" ".join(cell.text for cell in row if cell.text) for _, row in rows)
    return artifact.text


def _read_sentences(work: DocumentWork) -> Iterator[_Sentence]:
    artifacts = _artifacts(work.parse)
    num_chars = len(work.text)
    offset = 0
    for block in work.parse.blocks:
        plain = _plain(block, artifacts)
        place_end = offset + len(block.text)
        # furniture is not in the document's text: it stands where the text goes on
        following = offset if block.kind.is_furniture else place_end + _BLOCK_GAP
        is_own_text = plain == block.text and not block.kind.is_furniture
        spans = line_spans(plain) if block.kind is BlockKind.TABLE else sentence_spans(plain)
        for span in spans:
            for (first, last), tokens in fitting_spans(
                plain, span, limit=work.params.input_tokens, count_tokens=work.count_tokens
            ):
                yield _Sentence(
                    block=block,
                    plain=plain,
                    first=first,
                    last=last,
                    tokens=tokens,
                    # furniture behind the last text stands at its end: no gap follows there
                    start=offset + first if is_own_text else min(offset, num_chars),
                    end=offset + last if is_own_text else min(place_end, following, num_chars),
                )
        offset = following


def _packed(sentences: Sequence[_Sentence], room: int) -> Iterator[list[_Sentence]]:
    current: list[_Sentence] = []
    used = 0
    for sentence in sentences:
        if current and used + sentence.tokens > room:
            yield current
            current = []
            used = 0
        current.append(sentence)
        used += sentence.tokens
    if current:
        yield current


def _chunk(work: DocumentWork, sentences: Sequence[_Sentence], *, ordinal: int) -> Chunk:
    runs = [list(run) for _, run in groupby(sentences, key=lambda sentence: sentence.block.ordinal)]
    paragraphs = [run[0].plain[run[0].first : run[-1].last] for run in runs]
    text = "\n".join(paragraphs)
    pages = dict.fromkeys(sentence.block.page_no for sentence in sentences)
    span = Locator(char_start=sentences[0].start, char_end=sentences[-1].end)
    return Chunk(
        document_id=work.document_id,
        ordinal=ordinal,
        kind=ChunkKind.TEXT,
        text=text,
        # shown with the hit, neither embedded nor searched
        headings=(work.title,) if work.title else (),
        inputs=inputs_of("", paragraphs, params=work.params, count_tokens=work.count_tokens),
        lexical_text=text,
        locators=tuple(Locator(page_no=page) for page in pages if page is not None) or (span,),
        num_tokens=sum(sentence.tokens for sentence in sentences),
    )
