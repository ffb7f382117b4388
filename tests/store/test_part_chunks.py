"""The chunks of a section or page, and those with the numbers of figures, are fetched without a search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from bizrag.model.captions import named_caption
from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.counted_parts import Counted
from bizrag.model.geometry import Locator
from bizrag.model.places import Part
from bizrag.model.retrieval import Retriever
from bizrag.store.captioned_chunks import captioned_chunks
from bizrag.store.part_chunks import counted_chunks, part_chunks
from bizrag.store.publish import publish

_TEXTS = (
    (ChunkKind.TEXT, 1, ("Fares", "1 Aims"), "1 Aims\n\nFigure 2 is explained in section 4.1, on page 4."),
    (ChunkKind.PICTURE, 2, ("Fares", "1 Aims"), "Figure\u00a01: The lines"),
    (ChunkKind.TEXT, 3, ("Fares", "4 Rules"), "4 Rules\n\nOf fares.\n\n4.1 Dogs\n\nA dog pays half."),
    (ChunkKind.TEXT, 4, ("Fares", "4 Rules", "4.1 Dogs"), "It rides in the last car.\n\n4.1 pounds are its weight."),
    (ChunkKind.PICTURE, 4, ("Fares", "4 Rules", "4.10 Cats"), "Figure 3. The depots"),
    (
        ChunkKind.TEXT,
        5,
        ("Fares",),
        "7.2 Dogs ride.\n\n7.3 Subject to clause 7.2, a cat rides free in its box on any line.",
    ),
    (ChunkKind.TEXT, 5, ("Fares", "Changes"), "4.1 - 2024-05-06\n\nDogs pay half.\n\n4.0 - 2024-01-02\n\nFirst rules."),
    (ChunkKind.TEXT, 6, ("Fares", "Changes", "5.2 (May 2025)", "Fixed"), "Cats ride in a box."),
)


@pytest.fixture
def place(conn: Connection, library: Callable[[Connection], Any]) -> dict[str, Any]:
    """Where a document answers: the keywords of the functions under test."""
    shelf = library(conn)
    index, document = shelf.index(), shelf.document("fares.pdf")
    chunks = [
        Chunk(
            document_id=document.source.document_id,
            ordinal=ordinal,
            kind=kind,
            text=value,
            headings=headings,
            inputs=(value,),
            lexical_text=value,
            locators=(Locator(page_no=page_no),),
            num_tokens=9,
        )
        for ordinal, (kind, page_no, headings, value) in enumerate(_TEXTS)
    ]
    publish(conn, index=index, document_no=document.document_no, chunk_set_id=shelf.save(document, chunks))
    return {
        "index_no": index.index_no,
        "document_id": document.source.document_id,
        "retriever": Retriever.HYBRID,
    }


@pytest.mark.parametrize(
    ("part", "number", "pages"),
    [
        (Part.SECTION, "4.1", [3, 4]),
        (Part.SECTION, "4", [3, 4, 4]),
        (Part.PAGE, "4", [4, 4]),
        (Part.PAGE, "9", []),
        (Part.SECTION, "7.3", [5]),
        (Part.RELEASE, "4.1", [5]),
        (Part.RELEASE, "5.2", [6]),
        (Part.RELEASE, "5.2.0", [6]),
    ],
)
def test_the_chunks_of_a_part(
    conn: Connection, place: dict[str, Any], part: Part, number: str, pages: list[int]
) -> None:
    assert [page for hit in part_chunks(conn, part, number, **place) for page in hit.page_nos] == pages


def test_figures_are_brought_with_the_text_that_speaks_of_a_lost_one(conn: Connection, place: dict[str, Any]) -> None:
    hits = counted_chunks(conn, Counted.FIGURES, **place)
    assert sorted(hit.text.split("\n")[0] for hit in hits) == [
        "1 Aims",
        "Figure 3. The depots",
        "Figure\u00a01: The lines",
    ]


def test_a_caption_may_have_any_blank_before_its_number(conn: Connection, place: dict[str, Any]) -> None:
    named = named_caption("What does Figure 1 show?")
    assert named is not None
    assert [hit.page_nos for hit in captioned_chunks(conn, named, **place)] == [(2,)]
