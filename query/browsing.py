"""Documents, their pages, chunks and images, as they answer; in the caller's transaction, so in the caller's rights."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, RowMapping

from bizrag.errors import NotFoundError
from bizrag.store.indexes import get_index
from query.documents import offered
from sql import statement


class DocumentStatus(StrEnum):
    """Where a document stands (view document_overview)."""

    LIVE = "live"
    # an older version answers because a stage failed
    OUTDATED = "outdated"
    FAILED = "failed"
    WAITING = "waiting"


def browse_documents(
    conn: Connection,
    *,
    collection: str | None = None,
    status: DocumentStatus | None = None,
    after_id: str | None = None,
    limit: int,
) -> Sequence[RowMapping]:
    """Documents by collection and path, answering or not.

    Raises NotFoundError for an unknown ``collection`` or ``after_id``.
    """
    if collection is not None:
        _check_collection(conn, collection)
    if after_id is not None:
        get_document(conn, after_id)
    values = {"document_id": None, "collection": collection, "status": status, "after_id": after_id, "limit": limit}
    return _rows(conn, "select_document_overviews", values)


def get_document(conn: Connection, document_id: str) -> RowMapping:
    """One document; raises NotFoundError."""
    values = {"document_id": document_id, "collection": None, "status": None, "after_id": None, "limit": 1}
    rows = _rows(conn, "select_document_overviews", values)
    if not rows:
        raise NotFoundError(f"there is no document {document_id}: take the id that a hit or a citation names")
    return rows[0]


def browse_pages(
    conn: Connection, document_id: str, *, index: str, after: int = 0, limit: int, with_text: bool = False
) -> Sequence[RowMapping]:
    """Pages of the version that answers in an index. Raises NotFoundError for an unknown document or index."""
    return _of_document(
        conn, "select_pages_of_document", document_id, index, after=after, limit=limit, with_text=with_text
    )


def browse_text_blocks(conn: Connection, document_id: str, *, index: str) -> Sequence[RowMapping]:
    """The text that answers in an index, block by block. Raises NotFoundError for an unknown document or index."""
    return _of_document(conn, "select_text_blocks_of_document", document_id, index)


def browse_chunks(
    conn: Connection, document_id: str, *, index: str, page_no: int | None = None, after: int = -1, limit: int
) -> Sequence[RowMapping]:
    """Chunks that answer in an index, in reading order. Raises NotFoundError for an unknown document or index."""
    return _of_document(
        conn, "select_live_chunks_of_document", document_id, index, page_no=page_no, after=after, limit=limit
    )


def require_image(conn: Connection, document_id: str, image_sha256: str) -> None:
    """Raises NotFoundError unless the image is a page or a picture of the document."""
    values = {"document_id": document_id, "image_sha256": image_sha256}
    if not conn.scalar(statement("select_is_image_of_document"), values):
        raise NotFoundError(f"document {document_id} has no image {image_sha256}")


def index_names(conn: Connection) -> Sequence[RowMapping]:
    """Names of indexes and aliases: name, index_name, variant, created_at."""
    return _rows(conn, "select_index_names", {})


def _check_collection(conn: Connection, collection: str) -> None:
    """Raises NotFoundError for a collection to which no document belongs, not even one that failed."""
    known = [str(row["collection"]) for row in _rows(conn, "select_collections", {})]
    if collection not in known:
        raise NotFoundError(f"there is no collection {collection!r}; there is: {offered(known) or 'none yet'}")


def _of_document(conn: Connection, name: str, document_id: str, index: str, **values: Any) -> Sequence[RowMapping]:
    index_no = get_index(conn, index).index_no
    get_document(conn, document_id)
    return _rows(conn, name, {"index_no": index_no, "document_id": document_id, **values})


def _rows(conn: Connection, name: str, values: dict[str, Any]) -> Sequence[RowMapping]:
    return conn.execute(statement(name), values).mappings().all()
