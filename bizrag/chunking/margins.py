"""What page headers and footers say and the text does not: a letterhead, a document's number, its version, an account.

Headers and footers are no part of the reading text, and most only repeat it. What they alone say is a chunk of its own,
the last of a document, so that it is found. Pure.
"""

from __future__ import annotations

import re
from itertools import groupby

from bizrag.chunking.packing import inputs_of
from bizrag.chunking.work import DocumentWork
from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.parses import Block
from bizrag.model.words import is_number, tokens

# words that stand beside the number of a page, and those that lead elsewhere
_PAGE_WORDS = "page pages p pg of sheet seite seiten s von blatt página pagina pág de di folio sur continued contents"
_OF_PAGES = frozenset(tokens(_PAGE_WORDS))
# shorter numbers are those of pages
_LONG_NUMBER = 4
_BLANKS = re.compile(r"\s+")


def margin_lines(work: DocumentWork) -> list[Block]:
    """Headers and footers, each with a word that neither the text, the title nor one before it says."""
    said = set(tokens(" ".join((work.text, work.title, *(one.text for one in work.descriptions)))))
    found: list[Block] = []
    for block in work.parse.blocks:
        # what has no page stands nowhere that could be shown
        if block.kind.is_furniture and block.page_no is not None:
            own = {one for one in tokens(block.text) if not is_number(one) or len(one) >= _LONG_NUMBER} - _OF_PAGES
            if not own <= said:
                found.append(block)
            said |= own
    return found


def margin_chunk(work: DocumentWork, *, ordinal: int) -> Chunk | None:
    """The chunk of what only headers and footers say; None where they say nothing more."""
    lines = margin_lines(work)
    if not lines:
        return None
    texts = [_BLANKS.sub(" ", line.text).strip() for line in lines]
    text = "\n".join(texts)
    return Chunk(
        document_id=work.document_id,
        ordinal=ordinal,
        kind=ChunkKind.TEXT,
        text=text,
        headings=work.path(()),
        inputs=inputs_of(work.headings.prefix(()), texts, params=work.params, count_tokens=work.count_tokens),
        lexical_text="\n".join(part for part in (work.headings.lexical(()), text) if part),
        locators=tuple(
            Locator(page_no=page_no, bbox=box)
            for page_no, own in groupby(lines, key=lambda line: line.page_no)
            for box in dict.fromkeys(line.bbox for line in own)
        ),
        num_tokens=work.count_tokens(text),
    )
