"""Read again what was ingested: which documents to hash, and marking those that are not what they were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Engine

from bizrag.store.rows import columns
from sql import statement

_ROWS_AT_ONCE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredContent:
    """A document and the hash of its bytes as they were ingested."""

    document_no: int
    collection: str
    source_root: str
    source_uri: str
    content_sha256: str


def iterate_contents(
    engine: Engine, collections: Sequence[str] | None, *, with_etags: bool
) -> Iterator[list[StoredContent]]:
    """Ingested documents in batches; those whose source gives etags only when asked for."""
    after = 0
    while True:
        with engine.connect() as conn:
            rows = conn.execute(
                statement("select_contents_to_check"),
                {
                    "after": after,
                    "collections": list(collections) if collections is not None else None,
                    "all_of_them": with_etags,
                    "num_rows": _ROWS_AT_ONCE,
                },
            ).mappings()
            batch = [StoredContent(**columns(row)) for row in rows]
        if not batch:
            return
        yield batch
        after = batch[-1].document_no


def mark_changed(conn: Connection, documents: Sequence[int]) -> None:
    """Have documents read again although the listing says that nothing changed."""
    conn.execute(statement("mark_documents_changed"), {"documents": list(documents)})
