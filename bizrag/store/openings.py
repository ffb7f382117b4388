"""How documents begin: a first page says when and with whom a document was made."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection

from sql import statement

# the cover and what follows it
_NUM_CHUNKS, _MAX_CHARS = 2, 600


def openings_of(conn: Connection, *, index_no: int, document_ids: Collection[str]) -> dict[str, str]:
    """The first lines of some documents, by document."""
    rows = conn.execute(
        statement("select_openings"),
        {
            "index_no": index_no,
            "document_ids": list(document_ids),
            "num_chunks": _NUM_CHUNKS,
            "max_chars": _MAX_CHARS,
        },
    )
    found: dict[str, str] = {}
    for row in rows:
        document_id = str(row.document_id)
        found[document_id] = f"{found[document_id]}\n{row.text}" if document_id in found else row.text
    return found
