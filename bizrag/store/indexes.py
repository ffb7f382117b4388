"""Search indexes: create, find, alias, list, drop, and the upkeep of their tables after a batch.

Functions that take a connection run in the caller's transaction.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import IntegrityError, ProgrammingError

from bizrag.errors import ConfigurationError, NotFoundError
from bizrag.model.variants import Variant
from bizrag.settings import SearchSettings
from bizrag.store.blocks import renew_blocks
from bizrag.store.nearest import ROUTE_CONDITIONS, rows_of
from bizrag.store.records import IndexRow, IndexSpec, IndexSummary
from sql import query, statement

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
    "remove_alias",
    "set_alias",
]

# First key of the advisory locks over indexes; the second is the number of the index, 0 while one is created.
_LOCK_CLASS = 1651077730
# The same for building vector indexes, which keeps nobody else waiting.
_BUILD_LOCK_CLASS = 1651077731
# Into blocks in one transaction: two seconds.
_MAX_CHUNKS_AT_ONCE = 20_000
_FIXED = ("variant", "space", "dimensions")
#: The graph of a vector index: neighbours of a node, each chosen among so many candidates. Well chosen, so that a walk
#: compares fewer vectors for what it finds (decision 26).
HNSW_M = 16
HNSW_EF_CONSTRUCTION = 400


def lock_index(conn: Connection, index_no: int) -> None:
    """Wait until no other transaction writes to the index; held until this transaction ends."""
    conn.execute(statement("lock_index"), {"lock_class": _LOCK_CLASS, "index_no": index_no})


def ensure_index(conn: Connection, spec: IndexSpec) -> IndexRow:
    """The index of that name, created when it is missing.

    Chunk parameters, text-search configuration, k1 and b of an existing index follow the spec; documents that were
    published with another configuration answer with theirs until they are published again. Raises ConfigurationError
    when the index was built with another variant, vector space or dimensions: those make it another index; and when the
    name is an alias, whose questions an index of that name would take.
    """
    found = _select(conn, spec.index_name)
    if found is None or found.index_name != spec.index_name:
        lock_index(conn, 0)
        found = _select(conn, spec.index_name)
    if found is None:
        return _create(conn, spec)
    if found.index_name != spec.index_name:
        raise ConfigurationError(
            f"{spec.index_name} is an alias of index {found.index_name}, and the settings name an index so: name those "
            f"that are kept (BIZRAG_INDEXES='{{\"{found.index_name}\": {{...}}}}'), or take the alias away "
            f"('bizrag indexes unalias {spec.index_name}')"
        )
    for name in _FIXED:
        have, want = getattr(found, name), getattr(spec, name)
        if have != want:
            raise ConfigurationError(
                f"index {spec.index_name} was built with {name} {have}, not {want}: "
                f"take another name, or drop it ('bizrag indexes drop {spec.index_name}')"
            )
    if _changeable(found) != _changeable(spec):
        _write(conn, "update_index", spec, index_no=found.index_no)
        found = get_index(conn, spec.index_name)
    return found


def get_index(conn: Connection, name_or_alias: str) -> IndexRow:
    """The index of a name or an alias; raises NotFoundError that lists what there is."""
    found = _select(conn, name_or_alias)
    if found is None:
        names = [name for row in list_indexes(conn) for name in (row.index.index_name, *row.aliases)]
        if not names:
            raise NotFoundError("there is no index yet: 'bizrag ingest FOLDER' makes the first")
        raise NotFoundError(f"there is no index {name_or_alias!r}; there is: {', '.join(names)}")
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
        for row in conn.execute(statement("select_indexes")).mappings()
    ]


def set_alias(conn: Connection, alias: str, index_name: str) -> None:
    """Let an alias answer with another index from the end of the transaction on.

    Raises NotFoundError for an unknown index, ConfigurationError when the alias is the name of an index.
    """
    index = get_index(conn, index_name)
    existing = _select(conn, alias)
    if existing is not None and existing.index_name == alias:
        raise ConfigurationError(f"{alias} is the name of an index and cannot be an alias: choose another word")
    conn.execute(statement("upsert_alias"), {"alias": alias, "index_no": index.index_no})


def remove_alias(conn: Connection, alias: str) -> None:
    """Take an alias away; the index that it meant stays.

    Raises NotFoundError for what is no alias, naming those there are, ConfigurationError for the name of an index.
    """
    found = list_indexes(conn)
    if any(row.index.index_name == alias for row in found):
        raise ConfigurationError(f"{alias} is the name of an index, no alias: 'bizrag indexes drop {alias}' drops it")
    aliases = [name for row in found for name in row.aliases]
    if alias not in aliases:
        raise NotFoundError(f"there is no alias {alias!r}; there is: {', '.join(aliases) or 'none'}")
    conn.execute(statement("delete_alias"), {"alias": alias})


def drop_index(conn: Connection, name: str) -> None:
    """Remove an index with all its rows; chunks and vectors that other indexes use stay. Readers of it wait."""
    index = get_index(conn, name)
    lock_index(conn, index.index_no)
    conn.execute(text("SELECT drop_index_partitions(:index_no)"), {"index_no": index.index_no})
    conn.execute(statement("delete_index"), {"index_no": index.index_no})


def build_vector_index(engine: Engine, index: IndexRow, settings: SearchSettings) -> bool:
    """Build the vector index once there are ``hnsw_min_rows`` vectors; True when it was built now.

    Below that an exact scan is as fast and always right. Vectors beyond ``binary_above_dimensions`` are indexed by
    their signs; page texts and page images (PCMHE) have an index each. It is built beside reading and writing
    (concurrently), so it belongs to no transaction: what a build that was interrupted left is removed first, and
    indexes of another sort or another graph go when the new ones are there. Later vectors enter the index one by one.
    False also while another process builds it.
    """
    sort = "bits" if index.dimensions > settings.binary_above_dimensions else "hnsw"
    # one that was built otherwise has another name and gives way
    graph = f"{sort}_{HNSW_M}_{HNSW_EF_CONSTRUCTION}"
    routes = ROUTE_CONDITIONS if index.variant == Variant.PCMHE else {}
    conditions = {f"{graph}_{route}": f"WHERE {said}" for route, said in routes.items()} or {graph: ""}
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as conn:
        size = int(conn.scalar(statement("select_num_vectors"), {"index_no": index.index_no}) or 0) // len(conditions)
        if size < max(rows_of(settings.hnsw_min_rows, index.dimensions), 1):
            return False
        lock = {"lock_class": _BUILD_LOCK_CLASS, "index_no": index.index_no}
        if not conn.scalar(statement("try_lock_index_build"), lock):
            return False
        try:
            memory_mb = build_memory_mb(index.dimensions, num_vectors=size, sort=sort, settings=settings)
            conn.execute(statement("set_build"), {"memory": f"{memory_mb}MB", "workers": str(settings.build_workers)})
            is_built = _build(conn, index, sort, conditions)
            conn.execute(statement("unlock_index_build"), lock)
            return is_built
        finally:
            # the settings of the build go with the connection, as does the lock of a build that failed
            conn.invalidate()


def build_memory_mb(dimensions: int, *, num_vectors: int, sort: str, settings: SearchSettings) -> int:
    """Memory for building a vector index in MB: what its graph needs, with a quarter to spare, up to the setting.

    A node holds its vector and about 500 bytes of neighbours (m = 16). The server reserves all of it when it starts, so
    more than is needed would be taken from others.
    """
    vector_bytes = dimensions // 8 if sort == "bits" else 2 * dimensions
    needed = num_vectors * (vector_bytes + 500) * 5 // 4
    return min(max(needed // 2**20, 64), settings.build_memory_mb)


def _build(conn: Connection, index: IndexRow, sort: str, conditions: Mapping[str, str]) -> bool:
    """Indexes by name, each with its condition; True when one was built."""
    found = conn.execute(statement("select_vector_index"), {"index_no": index.index_no}).mappings()
    ready = {row["name"]: row["is_ready"] for row in found}
    places = {
        "index_no": index.index_no,
        "dimensions": index.dimensions,
        "m": HNSW_M,
        "ef_construction": HNSW_EF_CONSTRUCTION,
    }
    missing = [name for name in conditions if not ready.get(name)]
    for name in missing:
        if name in ready:
            _run_outside_transaction(conn, "drop_vector_index", {**places, "name": name})
        built = {**places, "name": name, "condition": conditions[name]}
        _run_outside_transaction(conn, f"create_vector_index_{sort}", built)
    if missing:
        for other in ready.keys() - conditions.keys():
            _run_outside_transaction(conn, "drop_vector_index", {**places, "name": other})
    return bool(missing)


def _run_outside_transaction(conn: Connection, name: str, places: dict[str, Any]) -> None:
    # Names of tables and dimensions cannot be parameters.
    conn.execute(text(query(name).format(**places)))


def maintain_index(engine: Engine, index: IndexRow, settings: SearchSettings) -> None:
    """After a batch: vector index and blocks when they are due, then what keeps reads fast: visibility map, statistics.

    Without the latter scoring reads the table besides its index: 4.9 instead of 3.5 ms at 10 % changed rows.
    """
    build_vector_index(engine, index, settings)
    _renew_blocks(engine, index)
    tables = [f"{parent}_{index.index_no}" for parent in ("posting", "term", "vector_row", "impact", "impact_slot")]
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as conn:
        conn.execute(text(f"VACUUM (ANALYZE) {', '.join([*tables, 'chunk', 'index_document', 'document'])}"))


def _renew_blocks(engine: Engine, index: IndexRow) -> None:
    is_renewed = True
    while is_renewed:
        with engine.begin() as conn:
            lock_index(conn, index.index_no)
            is_renewed = renew_blocks(conn, index.index_no, max_chunks=_MAX_CHUNKS_AT_ONCE)


def _select(conn: Connection, name: str) -> IndexRow | None:
    found = conn.execute(statement("select_index"), {"name": name}).mappings().one_or_none()
    return None if found is None else _row(dict(found))


def _create(conn: Connection, spec: IndexSpec) -> IndexRow:
    fixed = {name: getattr(spec, name) for name in ("index_name", *_FIXED)}
    index_no = _write(conn, "insert_index", spec, **fixed)
    conn.execute(
        text("SELECT create_index_partitions(:index_no, :dimensions)"),
        {"index_no": index_no, "dimensions": spec.dimensions},
    )
    return get_index(conn, spec.index_name)


def _write(conn: Connection, name: str, spec: IndexSpec, **parameters: Any) -> int:
    """Write the row of an index and return its number."""
    values = _changeable(spec)
    values["chunk_params"] = json.dumps(values["chunk_params"])
    try:
        return int(conn.execute(statement(name), {**values, **parameters}).scalar_one())
    except IntegrityError as error:
        if isinstance(error.orig, psycopg.errors.ForeignKeyViolation):
            raise ConfigurationError(
                f"the vectors of {spec.space} have not {spec.dimensions} dimensions: another model needs another space"
            ) from error
        raise
    except ProgrammingError as error:
        if isinstance(error.orig, psycopg.errors.UndefinedObject):
            raise ConfigurationError(
                f"this Postgres has no text-search configuration {spec.text_config!r}: see \\dF for what it has"
            ) from error
        raise


def _changeable(index: IndexSpec | IndexRow) -> dict[str, Any]:
    return {
        "chunk_params": dict(index.chunk_params),
        "text_config": index.text_config,
        "k1": index.k1,
        "b": index.b,
    }


def _row(found: dict[str, Any]) -> IndexRow:
    return IndexRow(**found)
