"""Search indexes: create, find, alias, list, drop, and the upkeep of their tables after a batch.

Functions that take a connection run in the caller's transaction.
"""

from __future__ import annotations

import json
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import ProgrammingError

from bizrag.errors import ConfigurationError, NotFoundError
from bizrag.settings import SearchSettings
from bizrag.store.records import IndexRow, IndexSpec, IndexSummary
from sql import query

__all__ = [
    "IndexRow",
    "IndexSpec",
    "build_vector_index",
    "drop_index",
    "ensure_index",
    "get_index",
    "list_indexes",
    "lock_index",
    "maintain_index",
    "set_alias",
]

# First key of the advisory locks over indexes; the second is the number of the index, 0 while one is created.
_LOCK_CLASS = 1651077730
_FIXED = ("variant", "space", "dimensions", "text_config")


def lock_index(conn: Connection, index_no: int) -> None:
    """Wait until no other transaction writes to the index; held until this transaction ends."""
    conn.execute(text(query("lock_index")), {"lock_class": _LOCK_CLASS, "index_no": index_no})


def ensure_index(conn: Connection, spec: IndexSpec) -> IndexRow:
    """The index of that name, created when it is missing.

    Chunk parameters, k1 and b of an existing index follow the spec. Raises ConfigurationError when it was built with
    another variant, vector space, dimensions or text-search configuration: those make it another index.
    """
    found = _select(conn, spec.index_name)
    if found is None or found.index_name != spec.index_name:
        lock_index(conn, 0)
        found = _select(conn, spec.index_name)
    if found is None or found.index_name != spec.index_name:
        return _create(conn, spec)
    for name in _FIXED:
        have, want = getattr(found, name), getattr(spec, name)
        if have != want:
            raise ConfigurationError(
                f"index {spec.index_name} was built with {name} {have}, not {want}: take another name or drop it"
            )
    if (dict(found.chunk_params), found.k1, found.b) != (dict(spec.chunk_params), spec.k1, spec.b):
        conn.execute(text(query("update_index")), {**_changeable(spec), "index_no": found.index_no})
        found = get_index(conn, spec.index_name)
    return found


def get_index(conn: Connection, name_or_alias: str) -> IndexRow:
    """The index of a name or an alias; raises NotFoundError that lists what there is."""
    found = _select(conn, name_or_alias)
    if found is None:
        names = [name for row in list_indexes(conn) for name in (row.index.index_name, *row.aliases)]
        there_is = ", ".join(names) if names else "none yet, run 'bizrag ingest' first"
        raise NotFoundError(f"there is no index {name_or_alias!r}; there is: {there_is}")
    return found


def list_indexes(conn: Connection) -> list[IndexSummary]:
    """All indexes by name."""
    return [
        IndexSummary(
            index=_row({name: row[name] for name in IndexRow.__slots__}),
            aliases=tuple(row["aliases"]),
            num_documents=row["num_documents"],
            num_chunks=row["num_chunks"],
            num_vectors=row["num_vectors"],
        )
        for row in conn.execute(text(query("select_indexes"))).mappings()
    ]


def set_alias(conn: Connection, alias: str, index_name: str) -> None:
    """Let an alias answer with another index from the end of the transaction on.

    Raises NotFoundError for an unknown index, ConfigurationError when the alias is the name of an index.
    """
    index = get_index(conn, index_name)
    existing = _select(conn, alias)
    if existing is not None and existing.index_name == alias:
        raise ConfigurationError(f"{alias} is the name of an index and cannot be an alias: choose another word")
    conn.execute(text(query("upsert_alias")), {"alias": alias, "index_no": index.index_no})


def drop_index(conn: Connection, name: str) -> None:
    """Remove an index with all its rows; chunks and vectors that other indexes use stay. Readers of it wait."""
    index = get_index(conn, name)
    lock_index(conn, index.index_no)
    conn.execute(text("SELECT drop_index_partitions(:index_no)"), {"index_no": index.index_no})
    conn.execute(text(query("delete_index")), {"index_no": index.index_no})


def build_vector_index(conn: Connection, index: IndexRow, settings: SearchSettings) -> bool:
    """Build the HNSW index once there are ``hnsw_min_rows`` vectors; True when it was built now.

    Below that an exact scan is as fast and always right. Later vectors enter the HNSW index one by one.
    """
    lock_index(conn, index.index_no)
    size = conn.scalar(
        text("SELECT num_vectors FROM index_stat WHERE index_no = :index_no"), {"index_no": index.index_no}
    )
    if size is None or size < max(settings.hnsw_min_rows, 1):
        return False
    parameters = {"index_no": index.index_no, "dimensions": index.dimensions}
    return bool(conn.scalar(text("SELECT create_vector_index(:index_no, :dimensions)"), parameters))


def maintain_index(engine: Engine, index: IndexRow, settings: SearchSettings) -> None:
    """After a batch: the HNSW index when it is due, then what keeps reads fast (visibility map and statistics).

    Without it scoring reads the table besides its index: 4.9 instead of 3.5 ms at 10 % changed rows.
    """
    with engine.begin() as conn:
        build_vector_index(conn, index, settings)
    tables = [f"{parent}_{index.index_no}" for parent in ("posting", "term", "vector_row")]
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as conn:
        conn.execute(text(f"VACUUM (ANALYZE) {', '.join([*tables, 'chunk', 'index_document', 'document'])}"))


def _select(conn: Connection, name: str) -> IndexRow | None:
    found = conn.execute(text(query("select_index")), {"name": name}).mappings().one_or_none()
    return None if found is None else _row(dict(found))


def _create(conn: Connection, spec: IndexSpec) -> IndexRow:
    parameters = {
        **_changeable(spec),
        "index_name": spec.index_name,
        "variant": spec.variant,
        "space": spec.space,
        "dimensions": spec.dimensions,
        "text_config": spec.text_config,
    }
    try:
        index_no = conn.scalar(text(query("insert_index")), parameters)
    except ProgrammingError as error:
        if isinstance(error.orig, psycopg.errors.UndefinedObject):
            raise ConfigurationError(
                f"this Postgres has no text-search configuration {spec.text_config!r}: see \\dF for what it has"
            ) from error
        raise
    conn.execute(
        text("SELECT create_index_partitions(:index_no, :dimensions)"),
        {"index_no": index_no, "dimensions": spec.dimensions},
    )
    return get_index(conn, spec.index_name)


def _changeable(spec: IndexSpec) -> dict[str, Any]:
    return {"chunk_params": json.dumps(dict(spec.chunk_params)), "k1": spec.k1, "b": spec.b}


def _row(found: dict[str, Any]) -> IndexRow:
    return IndexRow(**found)
