"""How documents begin: a first page says when and with whom a document was made."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection

from bizrag.model.retrieval import Retriever
from bizrag.store.called import first_chunks

_MAX_CHARS = 600


def openings_of(conn: Connection, *, index_no: int, document_ids: Collection[str]) -> dict[str, str]:
    """The first lines of some documents, by document."""
    found = first_chunks(conn, document_ids, index_no=index_no, retriever=Retriever.HYBRID)
    return {document_id: "\n".join(hit.text[:_MAX_CHARS] for hit in hits) for document_id, hits in found.items()}
