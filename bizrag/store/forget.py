"""Remove documents and whatever nothing uses any more."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Engine, text

from bizrag.store.blobs import BlobStore
from bizrag.store.publish import unpublish
from sql import query

# Outputs younger than this may belong to a stage that is about to record them.
GRACE_SECONDS = 3600.0

_UNUSED = (
    "delete_unused_chunk_sets",
    "delete_unused_parses",
    "delete_unused_descriptions",
    "delete_unused_embeddings",
    "delete_unused_classifications",
    "delete_unused_contents",
)


def forget_documents(engine: Engine, documents: Sequence[int]) -> None:
    """Take documents out of every index and out of the catalog, one transaction each."""
    for document_no in documents:
        with engine.begin() as conn:
            indexes = conn.execute(text(query("select_indexes_of_document")), {"document_no": document_no})
            for index_no in sorted(row[0] for row in indexes):
                unpublish(conn, index_no=index_no, document_no=document_no)
            conn.execute(text(query("delete_document")), {"document_no": document_no})


def delete_unused(engine: Engine, blobs: BlobStore, *, grace_seconds: float = GRACE_SECONDS) -> dict[str, int]:
    """Delete derived rows and images that nothing refers to; returns how many of each."""
    counts: dict[str, int] = {}
    with engine.begin() as conn:
        for name in _UNUSED:
            result = conn.execute(text(query(name)), {"grace_seconds": grace_seconds})
            counts[name.removeprefix("delete_unused_")] = result.rowcount
        used = used_blobs(conn)
    counts["blobs"] = blobs.delete_unused(used, grace_seconds=grace_seconds)
    return counts


def used_blobs(conn: Connection) -> set[str]:
    """Hashes of all images that something refers to."""
    return {row[0] for row in conn.execute(text(query("select_used_blobs")))}
