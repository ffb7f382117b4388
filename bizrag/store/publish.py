"""Publish: from one moment to the next a chunk set answers for a document in an index.

Everything happens in the caller's transaction, under the lock of the index: readers see the old rows or the new ones,
and statistics are exact at every commit. The transaction must be READ COMMITTED (the default); under a stricter level a
second writer fails with a serialization error, and nothing is written.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, RowMapping

from bizrag.errors import ConfigurationError, NotFoundError
from bizrag.model.hashing import sha256_text
from bizrag.store.blocks import make_blocks
from bizrag.store.indexes import IndexRow, lock_index
from bizrag.store.records import Entities, PublishReport
from bizrag.store.rows import columns
from sql import folder, statement

__all__ = ["PublishReport", "publish", "publisher", "unpublish"]

_NO_ENTITIES = Entities()


def publisher(finder: str = "") -> str:
    """Version of what computes the live rows: this code, and the SQL that tells languages, makes terms and keywords.

    ``finder`` is the model of named entities, where there is one.
    """
    functions = dict(folder("functions"))
    makers = "\n".join(functions[name] for name in ("normalise_text.sql", "text_config.sql", "pick_keywords.sql"))
    version = f"publish-3/{sha256_text(makers)[:16]}"
    return f"{version}/{finder}" if finder else version


def publish(
    conn: Connection, *, index: IndexRow, document_no: int, chunk_set_id: str, entities: Entities = _NO_ENTITIES
) -> PublishReport:
    """Let a chunk set answer for a document in an index, in place of what answered before.

    The document's language is told from its chunks, unless the index has one text-search configuration for all. What
    answers already is not written again. Raises NotFoundError when there is no such chunk set for the document,
    ConfigurationError when vectors are missing; nothing is written then.
    """
    lock_index(conn, index.index_no)
    key = {"index_no": index.index_no, "document_no": document_no}
    found = _select_publishable(conn, index, key, chunk_set_id)
    published: dict[str, Any] | None = found["published"]
    wanted = {
        "chunk_set_id": chunk_set_id,
        "publisher": publisher(entities.finder),
        "text_config": found["text_config"],
    }
    if published and all(published[name] == value for name, value in wanted.items()):
        return PublishReport(
            is_unchanged=True,
            replaced=None,
            num_chunks=published["num_chunks"],
            num_vectors=published["num_vectors"],
            num_postings=published["num_postings"],
        )
    if published:
        _remove(conn, key)
    parameters = {**key, **wanted}
    vectors = conn.execute(statement("insert_vector_rows"), {**parameters, "space": index.space}).rowcount
    lexical = conn.execute(statement("insert_postings"), parameters).mappings().one()
    conn.execute(statement("insert_index_document"), {**parameters, **columns(lexical), "num_vectors": vectors})
    conn.execute(statement("insert_keywords"), {**parameters, "entities": entities.names})
    make_blocks(conn, index.index_no)
    return PublishReport(
        is_unchanged=False,
        replaced=published["chunk_set_id"] if published else None,
        num_chunks=lexical["num_chunks"],
        num_vectors=vectors,
        num_postings=lexical["num_postings"],
    )


def unpublish(conn: Connection, *, index_no: int, document_no: int) -> None:
    """Take a document out of an index; nothing happens when it is not there."""
    lock_index(conn, index_no)
    _remove(conn, {"index_no": index_no, "document_no": document_no})


def _select_publishable(conn: Connection, index: IndexRow, key: dict[str, int], chunk_set_id: str) -> RowMapping:
    parameters = {**key, "chunk_set_id": chunk_set_id, "space": index.space}
    found = conn.execute(statement("select_publishable"), parameters).mappings().one_or_none()
    if found is None or found["document_no"] != key["document_no"]:
        raise NotFoundError(f"document {key['document_no']} has no chunk set {chunk_set_id}: chunk it first")
    if found["num_missing"]:
        raise ConfigurationError(
            f"{found['num_missing']} parts of chunk set {chunk_set_id} have no {index.space} vector: embed them first"
        )
    return found


def _remove(conn: Connection, key: dict[str, int]) -> None:
    for name in ("delete_postings", "delete_impact_slots", "delete_vector_rows", "delete_index_document"):
        conn.execute(statement(name), key)
