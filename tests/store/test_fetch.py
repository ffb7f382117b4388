"""What assembly fetches around hits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, text

from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.geometry import BoundingBox, Locator
from bizrag.store.fetch import (
    fetch_artifact_chunks,
    fetch_chunks,
    fetch_chunks_at,
    fetch_descriptions,
    fetch_page_images,
    fetch_pictures,
    fetch_tables,
)


def chunk(ordinal: int, kind: ChunkKind, value: str, **place: int) -> Chunk:
    return Chunk(
        document_id="d",
        ordinal=ordinal,
        kind=kind,
        text=value,
        headings=("Report", "Results"),
        inputs=(value,),
        lexical_text=value,
        locators=(Locator(page_no=2),),
        num_tokens=3,
        artifact_ordinal=place.get("artifact"),
        parent_ordinal=place.get("parent"),
    )


@pytest.fixture
def chunk_set(conn: Connection, library: Callable[[Connection], Any]) -> str:
    shelf = library(conn)
    document = shelf.document("a.pdf")
    stored = shelf.save(
        document,
        [
            chunk(0, ChunkKind.TEXT, "Sales grew. <<table_1>>"),
            chunk(1, ChunkKind.TABLE, "Sales were 5 in 2025.", artifact=1, parent=0),
            chunk(2, ChunkKind.TEXT, "See <<picture_1>> and <<table_12>>"),
            chunk(3, ChunkKind.PICTURE, "A bar chart.", artifact=1, parent=2),
        ],
    )
    parse = {"id": shelf.parse(document)}
    conn.execute(
        text(
            "INSERT INTO page (parse_id, page_no, width_pt, height_pt, text, image_sha256) "
            "VALUES (:id, 2, 595, 842, '', 'page two'), (:id, 3, 595, 842, '', NULL)"
        ),
        parse,
    )
    conn.execute(
        text(
            "INSERT INTO table_artifact (parse_id, ordinal, artifact_sha256, page_no, caption, num_rows, num_cols, "
            "cells, markdown, bbox) VALUES (:id, 1, 'x', 2, 'Sales', 1, 2, '[]', '| 2025 | 5 |', '{1,2,3,4.5}')"
        ),
        parse,
    )
    conn.execute(
        text(
            "INSERT INTO picture_artifact (parse_id, ordinal, artifact_sha256, page_no, caption, text, image_sha256, "
            "width_px, height_px) VALUES (:id, 1, 'y', 3, 'Growth', 'FY25', 'abc', 10, 10)"
        ),
        parse,
    )
    return stored


def test_a_table_hit_finds_its_text_and_its_markdown(conn: Connection, chunk_set: str) -> None:
    (hit,) = [c for c in fetch_chunks(conn, range(1, 100)).values() if c.kind is ChunkKind.TABLE]
    assert (hit.chunk_set_id, hit.artifact_ordinal, hit.parent_ordinal) == (chunk_set, 1, 0)
    assert hit.headings == ("Report", "Results")
    parent = fetch_chunks_at(conn, [(chunk_set, 0), (chunk_set, 0), (chunk_set, 99)])
    assert {place: found.text for place, found in parent.items()} == {(chunk_set, 0): "Sales grew. <<table_1>>"}
    table = fetch_tables(conn, [(chunk_set, 1), (chunk_set, 2)])
    assert {place: (found.caption, found.markdown, found.page_no) for place, found in table.items()} == {
        (chunk_set, 1): ("Sales", "| 2025 | 5 |", 2)
    }
    assert table[chunk_set, 1].bbox == BoundingBox(l=1, t=2, r=3, b=4.5)


def test_a_text_hit_finds_the_descriptions_of_what_stood_there(conn: Connection, chunk_set: str) -> None:
    table, chart = (ChunkKind.TABLE, (chunk_set, 1)), (ChunkKind.PICTURE, (chunk_set, 1))
    found = fetch_artifact_chunks(conn, [table, chart, (ChunkKind.TABLE, (chunk_set, 9))])
    assert {mark: chunk.text for mark, chunk in found.items()} == {
        table: "Sales were 5 in 2025.",
        chart: "A bar chart.",
    }
    picture = fetch_pictures(conn, [(chunk_set, 1)])[chunk_set, 1]
    assert (picture.caption, picture.text, picture.image_sha256, picture.page_no) == ("Growth", "FY25", "abc", 3)
    assert picture.bbox is None


def test_pages_bring_their_images_where_there_are_any(conn: Connection, chunk_set: str) -> None:
    places = [(chunk_set, 2), (chunk_set, 3), (chunk_set, 4)]
    assert fetch_page_images(conn, places) == {(chunk_set, 2): "page two"}


def test_neighbours_are_found_by_ordinal(conn: Connection, chunk_set: str) -> None:
    found = fetch_chunks_at(conn, [(chunk_set, ordinal) for ordinal in (-1, 1, 3)])
    assert sorted(ordinal for _, ordinal in found) == [1, 3]


def test_nothing_wanted_is_nothing_found(conn: Connection) -> None:
    assert fetch_chunks(conn, []) == {}
    assert fetch_chunks_at(conn, []) == {}


def test_descriptions_that_are_no_chunks_are_those_of_the_last_describer(conn: Connection, chunk_set: str) -> None:
    """PCMHE and TCMIE make no chunks of descriptions. A parse keeps those of earlier describers too."""
    parse_id = conn.scalar(text("SELECT parse_id FROM chunk_set WHERE chunk_set_id = :id"), {"id": chunk_set})
    for describer, ordinal, artifact_class, said in (
        ("local", 1, "Chart", "Bars."),
        ("model", 1, "Chart", "Bars rise to 5."),
        ("local", 2, "Picture", "A face."),
        ("model", 2, "Logo", "The logo."),
    ):
        key = {"p": parse_id, "d": describer, "o": ordinal, "a": f"{ordinal} by {describer}"}
        row = {**key, "c": artifact_class, "t": said}
        conn.execute(text("INSERT INTO description VALUES (:a, :d, 'picture', :c, :t)"), row)
        conn.execute(text("INSERT INTO parse_description VALUES (:p, :d, 'picture', :o, :a)"), key)
    marks = [(ChunkKind.PICTURE, (chunk_set, ordinal)) for ordinal in (1, 2, 9)]

    def found(describers: str) -> dict[int, str]:
        conn.execute(text("DELETE FROM stage_state"))
        conn.execute(
            text(
                "INSERT INTO stage_state (document_no, stage, status, fingerprint, done_fingerprint, outputs) "
                "SELECT document_no, 'descriptions', 'done', 'f', 'f', CAST(:outputs AS jsonb) FROM chunk_set "
                "WHERE chunk_set_id = :id"
            ),
            {"id": chunk_set, "outputs": f'{{"describers": {describers}}}'},
        )
        return {ordinal: said for (_, (_, ordinal)), said in fetch_descriptions(conn, marks).items()}

    # a logo of the describer that counts is none of the other's pictures
    assert found('["model", "local"]') == {1: "Bars rise to 5."}
    assert found('["local"]') == {1: "Bars.", 2: "A face."}
    assert fetch_descriptions(conn, [(ChunkKind.TABLE, place) for _, place in marks]) == {}
