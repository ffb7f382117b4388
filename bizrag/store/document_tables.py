"""The tables of some documents, without a search: what a question names stands in the label of a row."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection

from bizrag.model.retrieval import Hit, Retriever
from bizrag.store.hits import hit_of
from sql import statement

# no search ranked them
_NO_SCORE = 0.0


def tables_of(
    conn: Connection, *, index_no: int, document_ids: Collection[str], retriever: Retriever
) -> dict[str, list[Hit]]:
    """The chunks that describe tables, by document and in the order of reading; ranks count from 1 in each."""
    rows = conn.execute(
        statement("select_tables_of_documents"), {"index_no": index_no, "document_ids": list(document_ids)}
    )
    found: dict[str, list[Hit]] = {}
    for row in rows.mappings():
        own = found.setdefault(str(row["document_id"]), [])
        own.append(hit_of(row, rank=len(own) + 1, score=_NO_SCORE, retriever=retriever, route_ranks={}))
    return found
