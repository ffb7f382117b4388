"""Slides after a slide that was found, from a real database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection, Engine

from bizrag.answering.assembly.following import with_following_slides
from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.documents import SourceFile
from bizrag.model.geometry import Locator
from bizrag.model.hashing import sha256_text
from bizrag.model.parses import Page, Parse
from bizrag.model.retrieval import Hit, Retriever
from bizrag.store import catalog, parses

S, P, T = ChunkKind.SLIDE, ChunkKind.PAGE, ChunkKind.TEXT


def stored(conn: Connection, name: str, kinds: Sequence[tuple[ChunkKind, int]]) -> dict[int, Hit]:
    """Chunks of these kinds on these pages in the database; as hits, by their place."""
    source = SourceFile(
        collection="c", source_root="memory://", source_uri=name, size_bytes=1, modified_at=datetime.now(UTC)
    )
    (document_no,) = catalog.upsert_documents(conn, [(source, f"c/{name}")])
    page = Page(page_no=1, width_pt=960, height_pt=540, text=name)
    parse = Parse(
        content_sha256=sha256_text(name), parser_fingerprint="test", pages=(page,), blocks=(), tables=(), pictures=()
    )
    parses.save_parse(conn, parse, output_sha256=parses.parse_output_sha256(parse))
    chunks = [
        Chunk(
            document_id=source.document_id,
            ordinal=place,
            kind=kind,
            text=f"{name} {place}",
            headings=(),
            inputs=(f"{name} {place}",),
            lexical_text="",
            locators=(Locator(page_no=page_no),),
            num_tokens=2,
        )
        for place, (kind, page_no) in enumerate(kinds)
    ]
    catalog.save_chunk_set(
        conn, chunk_set_id=name, document_no=document_no, parse_id=parse.parse_id, output_sha256=name, chunks=chunks
    )
    numbers = conn.exec_driver_sql(
        "SELECT ordinal, chunk_no FROM chunk WHERE chunk_set_id = %s ORDER BY ordinal", (name,)
    ).all()
    return {
        place: Hit(
            rank=0,
            score=1.0,
            retriever=Retriever.HYBRID,
            chunk_no=number,
            chunk_id=chunks[place].chunk_id,
            document_id=source.document_id,
            doc=name,
            title=name,
            kind=chunks[place].kind,
            text=chunks[place].text,
            headings=(),
            locators=chunks[place].locators,
            route_ranks={"dense": 1},
        )
        for place, number in numbers
    }


@pytest.mark.parametrize(
    ("found", "count", "page_to", "expected"),
    [
        pytest.param(["deck 0"], 0, None, ["deck 0"], id="none unless they are asked for"),
        pytest.param(["deck 0", "deck 4"], 1, None, ["deck 0", "deck 1", "deck 4"], id="the last slide has none after"),
        pytest.param(["deck 1"], 2, None, ["deck 1", "deck 3", "deck 4"], id="the image of a page is no slide"),
        pytest.param(["deck 0", "deck 1"], 1, None, ["deck 0", "deck 1", "deck 3"], id="each once, at its best place"),
        pytest.param(["deck 1"], 2, 5, ["deck 1", "deck 3"], id="not after the pages that are asked about"),
        pytest.param(["report 0"], 1, None, ["report 0"], id="text is cut by meaning and brings nothing"),
    ],
)
def test_the_slides_after_a_slide_come_behind_it(
    engine: Engine, found: list[str], count: int, page_to: int | None, expected: list[str]
) -> None:
    with engine.begin() as conn:
        # page 4 is blank and no chunk
        deck = stored(conn, "deck", [(S, 1), (S, 2), (P, 2), (S, 5), (S, 6)])
        report = stored(conn, "report", [(T, 1), (S, 2)])
        known = {hit.text: hit for hit in (*deck.values(), *report.values())}
        hits = with_following_slides(conn, [known[text] for text in found], count=count, page_to=page_to)
    assert [hit.text for hit in hits] == expected
    assert all(not hit.route_ranks for hit in hits if hit.text not in found)
