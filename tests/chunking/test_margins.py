"""What page headers and footers say and the text does not is a chunk of its own."""

from __future__ import annotations

from dataclasses import replace

from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.documents import Layout
from bizrag.model.geometry import Locator
from bizrag.model.parses import BlockKind
from tests.chunking.test_chunk_document import chunks_of, document

HEADER, FOOTER, TEXT = BlockKind.PAGE_HEADER, BlockKind.PAGE_FOOTER, BlockKind.TEXT
BODY = (TEXT, "The pump is switched off before the cover is opened.")


def margins(*blocks: tuple[BlockKind, str], title: str = "Pump.pdf", pages: bool = True) -> list[Chunk]:
    body, *more = chunks_of(document(*blocks, pages=pages), title=title)
    assert body.text == BODY[1]
    return more


def test_a_letterhead_and_the_number_of_a_document_are_found() -> None:
    (chunk,) = margins((HEADER, "Northgate Hospital\n SOP-031 · Version 4.0"), BODY, (FOOTER, "IBAN DE30 5075 0094"))
    assert chunk.text == "Northgate Hospital SOP-031 · Version 4.0\nIBAN DE30 5075 0094"
    assert (chunk.kind, chunk.ordinal, chunk.headings) == (ChunkKind.TEXT, 1, ("Pump.pdf",))
    assert chunk.inputs == (f"Pump\n{chunk.text}",)
    assert chunk.lexical_text == f"Pump\n{chunk.text}"
    assert [(place.page_no, place.bbox is not None) for place in chunk.locators] == [(1, True), (1, True)]


def test_what_the_text_or_the_title_says_is_not_repeated() -> None:
    assert margins((HEADER, "The cover of the pump"), BODY, (FOOTER, "Page 3 of 12"), title="Manual.pdf") == []
    assert margins((HEADER, "Operating manual 2025"), BODY, title="Operating manual 2025.pdf") == []


def test_a_line_that_comes_back_with_another_number_is_said_once() -> None:
    blocks = [(HEADER, f"Rules of the house, page {number}") for number in (1, 2, 3)]
    assert [one.text for one in margins(*blocks, BODY)] == ["Rules of the house, page 1"]


def test_each_line_has_its_place() -> None:
    parse = document((HEADER, "Northgate"), BODY, (FOOTER, "Confidential"), pages=True)
    last = replace(parse.blocks[2], page_no=2)
    chunk = chunks_of(replace(parse, blocks=(*parse.blocks[:2], last)))[-1]
    first, second = (parse.blocks[0].bbox, parse.blocks[2].bbox)
    assert chunk.locators == (Locator(page_no=1, bbox=first), Locator(page_no=2, bbox=second))


def test_what_has_no_page_and_slides_have_no_such_chunk() -> None:
    assert margins((HEADER, "Northgate"), BODY, pages=False) == []
    assert chunks_of(document((HEADER, "Northgate"), BODY, pages=True), layout=Layout.HORIZONTAL) == []
