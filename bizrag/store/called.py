"""How the documents begin that words of a question may name, without a search among their texts."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import Connection, RowMapping

from bizrag.model.retrieval import Hit, Retriever
from bizrag.store.hits import hit_of
from sql import statement

# the cover and what follows it
_NUM_CHUNKS = 2
# documents that are looked at
_MOST = 400
# no search ranked them
_NO_SCORE = 0.0


def called_documents(conn: Connection, words: str, *, index_no: int, retriever: Retriever) -> dict[str, list[Hit]]:
    """The first chunks of the documents whose file name, title or first page holds one of some words, by document,
    those that they name best first; ranks count from 1 in each.
    """
    rows = conn.execute(
        statement("select_called_documents"),
        {"index_no": index_no, "words": words, "documents": None, "most": _MOST, "num_chunks": _NUM_CHUNKS},
    )
    return _by_document(rows.mappings(), retriever)


def first_chunks(
    conn: Connection, document_ids: Collection[str], *, index_no: int, retriever: Retriever
) -> dict[str, list[Hit]]:
    """The first chunks of some documents, by document, in the order of reading."""
    rows = conn.execute(
        statement("select_first_chunks"),
        {"index_no": index_no, "document_ids": list(document_ids), "num_chunks": _NUM_CHUNKS},
    )
    found = _by_document(rows.mappings(), retriever)
    return {document_id: found[document_id] for document_id in document_ids if document_id in found}


def _by_document(rows: Iterable[RowMapping], retriever: Retriever) -> dict[str, list[Hit]]:
    found: dict[str, list[Hit]] = {}
    for row in rows:
        own = found.setdefault(str(row["document_id"]), [])
        own.append(hit_of(row, rank=len(own) + 1, score=_NO_SCORE, retriever=retriever, route_ranks={}))
    return found
