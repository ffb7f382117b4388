"""Remove documents and whatever nothing uses any more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, Engine

from bizrag.store.blobs import BlobStore
from bizrag.store.publish import unpublish
from bizrag.store.rows import columns
from sql import statement

# In this order: each frees what the next looks at.
_UNUSED = (
    "delete_unused_chunk_sets",
    "delete_unused_page_vectors",
    "delete_unused_parses",
    "delete_unused_descriptions",
    "delete_unused_embeddings",
    "delete_unused_classifications",
    "delete_unused_contents",
    "delete_unused_model_calls",
)


def forget_documents(engine: Engine, documents: Sequence[int], *, keep_out: bool = False) -> None:
    """Take documents out of every index and out of the catalog, one transaction each.

    A document that another process is working on is waited for. With ``keep_out`` their places are remembered, so that
    files that are still there do not come back with the next listing.
    """
    for document_no in documents:
        with engine.begin() as conn:
            conn.execute(statement("lock_document"), {"document_no": document_no})
            if keep_out:
                conn.execute(statement("insert_forgotten_document"), {"document_no": document_no})
            indexes = conn.execute(statement("select_indexes_of_document"), {"document_no": document_no})
            for index_no in sorted(row[0] for row in indexes):
                unpublish(conn, index_no=index_no, document_no=document_no)
            conn.execute(statement("delete_document"), {"document_no": document_no})


def delete_unused(engine: Engine, blobs: BlobStore) -> dict[str, int]:
    """Delete derived rows and images that nothing refers to; returns how many of each.

    Nothing is deleted, and the result is empty, while any process ingests: what it has just made is not referred to
    yet. The next ingestion cleans up then.
    """
    lock = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    try:
        if not lock.execute(statement("try_lock_cleaning")).scalar():
            return {}
        counts: dict[str, int] = {}
        with engine.begin() as conn:
            for name in _UNUSED:
                counts[name.removeprefix("delete_unused_")] = conn.execute(statement(name)).rowcount
            used = used_blobs(conn)
        unused = [sha256 for sha256 in blobs.iterate() if sha256 not in used]
        for sha256 in unused:
            blobs.delete(sha256)
        return counts | {"blobs": len(unused)}
    finally:
        # Closing the session would return it to the pool with its lock.
        lock.invalidate()
        lock.close()


def used_blobs(conn: Connection) -> set[str]:
    """Hashes of all images that something refers to."""
    return {row[0] for row in conn.execute(statement("select_used_blobs"))}


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenDocument:
    """A place that ingestion passes over."""

    document_id: str
    collection: str
    source_uri: str
    forgotten_at: datetime


def forgotten_documents(conn: Connection, *, collection: str | None = None) -> list[ForgottenDocument]:
    """The places whose documents were forgotten for good, by collection and path."""
    rows = conn.execute(statement("select_forgotten_documents"), {"collection": collection}).mappings()
    return [ForgottenDocument(**columns(row)) for row in rows]


def let_in_again(conn: Connection, name: str, *, collection: str | None = None) -> list[str]:
    """Lift what ``keep_out`` did for a path or file name; returns the paths. The next ingestion takes them."""
    rows = conn.execute(statement("delete_forgotten_document"), {"name": name, "collection": collection})
    return sorted(str(row[0]) for row in rows)
