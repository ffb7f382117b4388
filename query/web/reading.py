"""What the pages read from the database, all of it through ``reading``: a caller sees what is theirs to see."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, RowMapping, text

from bizrag.errors import NotFoundError
from bizrag.model.access import Principal
from bizrag.model.geometry import BoundingBox
from bizrag.store.indexes import get_index, list_indexes
from bizrag.store.rows import columns
from query.service import QueryService
from query.web.records import (
    ChunkTerm,
    DocumentList,
    EmbeddedInput,
    Facets,
    InspectedChunk,
    ListedDocument,
    ShownBlock,
    ShownChunk,
    ShownDocument,
    ShownPage,
    ShownPicture,
    ShownTable,
)
from sql import query

#: documents on a leaf of the list
LEAF_SIZE = 50
#: rows of a kind that a page shows at most
MAX_ROWS = 2000
#: terms that the chunk inspector shows
MAX_TERMS = 60


@contextmanager
def reading(service: QueryService, principal: Principal) -> Generator[Connection]:
    """A transaction that sees what the caller may see."""
    with service.reading(principal) as conn:
        yield conn


def read_facets(conn: Connection, index: str) -> Facets:
    """What a search of an index can be narrowed to; nothing at all before the first ingestion."""
    there_are = list_indexes(conn)
    names = tuple(name for row in there_are for name in (row.index.index_name, *row.aliases))
    if index not in names:
        return Facets(index=index, indexes=names, collections=(), file_endings=(), num_documents=0)
    row = _rows(conn, "select_search_facets", index_no=get_index(conn, index).index_no)[0]
    return Facets(
        index=index,
        indexes=names,
        collections=tuple(row["collections"]),
        file_endings=tuple(row["file_endings"]),
        num_documents=row["num_documents"],
        listed={} if row["num_documents"] else _count_listed(conn, collection=None, name=None),
    )


def read_documents(
    conn: Connection, *, collection: str | None, status: str | None, name: str | None, leaf: int
) -> DocumentList:
    """A leaf of the list of documents, from 1; ``name`` is a part of a path or a title."""
    narrowed = {"collection": collection, "name": name}
    rows = _rows(
        conn,
        "select_listed_documents",
        **narrowed,
        status=status,
        num_rows=LEAF_SIZE,
        num_before=(leaf - 1) * LEAF_SIZE,
    )
    return DocumentList(
        documents=tuple(_listed(row) for row in rows),
        counts=_count_listed(conn, **narrowed),
        collections=tuple(row["collection"] for row in _rows(conn, "select_collections")),
    )


def _count_listed(conn: Connection, *, collection: str | None, name: str | None) -> dict[str, int]:
    rows = _rows(conn, "count_listed_documents", collection=collection, name=name)
    return {row["status"]: row["num_documents"] for row in rows}


def read_document(conn: Connection, document_id: str, *, index: str) -> ShownDocument:
    """A document; raises NotFoundError."""
    index_no = index_number(conn, index)
    rows = _rows(conn, "select_shown_document", document_id=document_id, index_no=index_no)
    if not rows:
        raise NotFoundError("there is no such document: it may have been removed since the link was made")
    row = rows[0]
    return ShownDocument(
        listed=_listed(row),
        parse_id=row["parse_id"],
        warnings=tuple(row["warnings"]),
        failed_pages=tuple(row["failed_pages"]),
        reasoning=row["reasoning"],
    )


def read_pages(conn: Connection, parse_id: str | None) -> list[ShownPage]:
    """The pages of a parse; none for formats without pages."""
    return [ShownPage(**columns(row)) for row in _rows(conn, "select_shown_pages", parse_id=parse_id)]


def read_blocks(conn: Connection, parse_id: str | None, page_no: int | None = None) -> list[ShownBlock]:
    """The blocks of a page, or of a whole document, in reading order."""
    rows = _rows(conn, "select_shown_blocks", parse_id=parse_id, page_no=page_no, num_rows=MAX_ROWS)
    return [ShownBlock(**_boxed(row)) for row in rows]


def read_tables(conn: Connection, parse_id: str | None, page_no: int | None = None) -> list[ShownTable]:
    """The tables of a page, or of a whole document."""
    rows = _rows(conn, "select_shown_tables", parse_id=parse_id, page_no=page_no, num_rows=MAX_ROWS)
    return [ShownTable(**_boxed(row)) for row in rows]


def read_pictures(conn: Connection, parse_id: str | None, page_no: int | None = None) -> list[ShownPicture]:
    """The pictures of a page, or of a whole document."""
    rows = _rows(conn, "select_shown_pictures", parse_id=parse_id, page_no=page_no, num_rows=MAX_ROWS)
    return [ShownPicture(**_boxed(row)) for row in rows]


def read_chunks(conn: Connection, document_id: str, *, index: str, page_no: int | None = None) -> list[ShownChunk]:
    """The chunks of a document, or of one of its pages, that answer in an index."""
    rows = _rows(
        conn,
        "select_shown_chunks",
        index_no=index_number(conn, index),
        document_id=document_id,
        page_no=page_no,
        num_rows=MAX_ROWS,
    )
    return [ShownChunk(**columns(row)) for row in rows]


def read_chunk(conn: Connection, chunk_id: str, *, index: str) -> InspectedChunk:
    """A chunk that answers; raises NotFoundError."""
    rows = _rows(conn, "select_inspected_chunk", index_no=index_number(conn, index), chunk_id=chunk_id)
    if not rows:
        raise NotFoundError(
            f"no chunk {chunk_id} answers in index {index}: its document may have changed since the link was made"
        )
    return InspectedChunk(**columns(rows[0]))


def read_inputs(conn: Connection, chunk: InspectedChunk, *, index: str) -> list[EmbeddedInput]:
    """What is embedded for a chunk."""
    rows = _rows(conn, "select_inspected_inputs", index_no=index_number(conn, index), chunk_no=chunk.chunk_no)
    return [EmbeddedInput(**columns(row)) for row in rows]


def read_terms(conn: Connection, chunk: InspectedChunk, question: str, *, index: str) -> list[ChunkTerm]:
    """The terms of a chunk: those of the question first, then the rarest."""
    rows = _rows(
        conn,
        "select_inspected_terms",
        index_no=index_number(conn, index),
        document_no=chunk.document_no,
        chunk_no=chunk.chunk_no,
        question=question,
        num_rows=MAX_TERMS,
    )
    return [ChunkTerm(**columns(row)) for row in rows]


def has_image(conn: Connection, document_id: str, image_sha256: str, *, index: str) -> bool:
    """Whether an image belongs to a document that answers in an index."""
    rows = _rows(
        conn,
        "select_shown_blob",
        index_no=index_number(conn, index),
        document_id=document_id,
        image_sha256=image_sha256,
    )
    return bool(rows[0]["is_there"])


def index_number(conn: Connection, index: str) -> int:
    """The number of an index; 0, which none has, before the first ingestion. Raises NotFoundError for a wrong name."""
    return get_index(conn, _storable(index)).index_no if list_indexes(conn) else 0


def _rows(conn: Connection, statement: str, /, **values: Any) -> list[RowMapping]:
    binds = {name: _storable(value) if isinstance(value, str) else value for name, value in values.items()}
    return list(conn.execute(text(query(statement)), binds).mappings())


def _storable(value: str) -> str:
    """Text without NUL characters and lone surrogates, which no database takes."""
    return value.replace("\0", " ").encode("utf-8", "ignore").decode("utf-8")


def _listed(row: RowMapping) -> ListedDocument:
    return ListedDocument(**{field.name: row[field.name] for field in fields(ListedDocument)})


def _boxed(row: RowMapping) -> dict[str, Any]:
    return {**columns(row), "bbox": BoundingBox.from_json(row["bbox"]) if row["bbox"] else None}
