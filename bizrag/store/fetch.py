"""What assembly needs around hits: chunks by number or place, the text chunks that hold placeholders, tables, pictures.

Everything is read in batches: one query for all hits of an answer, and none for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping

from bizrag.model.chunks import ChunkKind
from bizrag.model.descriptions import ArtifactClass
from bizrag.model.geometry import BoundingBox, Locator
from bizrag.model.parses import TableArtifact
from bizrag.store.parses import table_from_row
from bizrag.store.records import StoredChunk, StoredPicture, StoredTable
from sql import statement

# (chunk_set_id, ordinal)
Place = tuple[str, int]
# a table or picture, by its ordinal among its kind
Mark = tuple[ChunkKind, Place]


def fetch_chunks(conn: Connection, chunk_nos: Iterable[int]) -> dict[int, StoredChunk]:
    """Chunks by number; numbers that are gone are left out."""
    if not (numbers := list(chunk_nos)):
        return {}
    rows = conn.execute(statement("select_chunks"), {"chunk_nos": numbers}).mappings().all()
    return {row["chunk_no"]: _chunk(row) for row in rows}


def fetch_chunks_at(conn: Connection, places: Iterable[Place]) -> dict[Place, StoredChunk]:
    """Chunks by their place in their set: parents of table chunks, neighbours (ordinal - 1, ordinal + 1)."""
    chunks = map(_chunk, _select_at(conn, "select_chunks_by_place", places))
    return {(chunk.chunk_set_id, chunk.ordinal): chunk for chunk in chunks}


def fetch_artifact_chunks(conn: Connection, marks: Iterable[Mark]) -> dict[Mark, StoredChunk]:
    """The chunks that describe tables or pictures."""
    chunks = map(_chunk, _select_marked(conn, "select_chunks_by_artifact", marks))
    return {
        (chunk.kind, (chunk.chunk_set_id, chunk.artifact_ordinal)): chunk
        for chunk in chunks
        if chunk.artifact_ordinal is not None
    }


def fetch_page_image(conn: Connection, *, index_no: int, document_id: str, page_no: int) -> str | None:
    """The hash of a page's image, of the version that answers in the index; None where there is none."""
    parameters = {"index_no": index_no, "document_id": document_id, "page_no": page_no}
    return conn.execute(statement("select_page_image"), parameters).scalar()


def fetch_tables(conn: Connection, places: Iterable[Place]) -> dict[Place, StoredTable]:
    """Tables of the parses behind chunk sets, by (chunk_set_id, table ordinal)."""
    rows = _select_at(conn, "select_tables_by_place", places)
    return {
        (row["chunk_set_id"], row["ordinal"]): StoredTable(
            ordinal=row["ordinal"],
            caption=row["caption"],
            markdown=row["markdown"],
            page_no=row["page_no"],
            bbox=_box(row["bbox"]),
        )
        for row in rows
    }


def fetch_pictures(conn: Connection, places: Iterable[Place]) -> dict[Place, StoredPicture]:
    """Pictures of the parses behind chunk sets, by (chunk_set_id, picture ordinal)."""
    rows = _select_at(conn, "select_pictures_by_place", places)
    return {
        (row["chunk_set_id"], row["ordinal"]): StoredPicture(
            ordinal=row["ordinal"],
            caption=row["caption"],
            text=row["text"],
            chart_markdown=row["chart_markdown"],
            page_no=row["page_no"],
            bbox=_box(row["bbox"]),
            image_sha256=row["image_sha256"],
        )
        for row in rows
    }


def fetch_descriptions(conn: Connection, marks: Iterable[Mark]) -> dict[Mark, str]:
    """Descriptions of tables and pictures, for chunk sets in which they are no chunks.

    Those of logos and of pictures that show nothing are left out.
    """
    rows = _select_marked(conn, "select_descriptions_by_place", marks)
    return {
        (ChunkKind(row["kind"]), (row["chunk_set_id"], row["ordinal"])): row["text"]
        for row in rows
        if ArtifactClass(row["artifact_class"]).is_indexed
    }


def fetch_page_images(conn: Connection, places: Iterable[Place]) -> dict[Place, str]:
    """Blobs of the page images of the parses behind chunk sets, by (chunk_set_id, page_no)."""
    rows = _select_at(conn, "select_page_images_by_place", places)
    return {(row["chunk_set_id"], row["page_no"]): row["image_sha256"] for row in rows}


def fetch_chunk_blocks(conn: Connection, chunk_nos: Iterable[int]) -> dict[int, list[tuple[Locator, str]]]:
    """The paragraphs of text chunks, and those of slides with their pictures: place and words, in reading order."""
    found: dict[int, list[tuple[Locator, str]]] = {}
    if numbers := list(chunk_nos):
        for row in conn.execute(statement("select_chunk_blocks"), {"chunks": numbers}).mappings():
            place = Locator(page_no=row["page_no"], bbox=_box(row["bbox"]))
            found.setdefault(row["chunk_no"], []).append((place, row["text"]))
    return found


def fetch_chunk_tables(conn: Connection, chunk_nos: Iterable[int]) -> dict[int, list[TableArtifact]]:
    """The tables of chunks that describe a table or a slide, with their cells."""
    found: dict[int, list[TableArtifact]] = {}
    if numbers := list(chunk_nos):
        for row in conn.execute(statement("select_chunk_tables"), {"chunks": numbers}).mappings():
            values = {str(name): value for name, value in row.items() if name != "chunk_no"}
            found.setdefault(row["chunk_no"], []).append(table_from_row(values))
    return found


def _box(value: list[float] | None) -> BoundingBox | None:
    return BoundingBox.from_json(value) if value else None


def _select_at(conn: Connection, name: str, places: Iterable[Place], **parameters: Any) -> Sequence[RowMapping]:
    listed = list(places)
    if not listed:
        return []
    parameters["chunk_set_ids"] = [place[0] for place in listed]
    parameters["ordinals"] = [place[1] for place in listed]
    return conn.execute(statement(name), parameters).mappings().all()


def _select_marked(conn: Connection, name: str, marks: Iterable[Mark]) -> Sequence[RowMapping]:
    listed = list(marks)
    return _select_at(conn, name, [place for _, place in listed], kinds=[kind.value for kind, _ in listed])


def _chunk(row: RowMapping) -> StoredChunk:
    return StoredChunk(
        chunk_no=row["chunk_no"],
        chunk_id=row["chunk_id"],
        chunk_set_id=row["chunk_set_id"],
        ordinal=row["ordinal"],
        kind=ChunkKind(row["kind"]),
        text=row["text"],
        headings=tuple(row["headings"]),
        locators=tuple(Locator.from_json(place) for place in row["locators"]),
        num_tokens=row["num_tokens"],
        artifact_ordinal=row["artifact_ordinal"],
        parent_ordinal=row["parent_ordinal"],
    )
