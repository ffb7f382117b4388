"""The one place where vectors cross between numpy and the database driver.

Drivers return different types for vectors and releases change them; everything else sees float32 arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, LiteralString, cast

import numpy as np
import psycopg
from pgvector import HalfVector, Vector
from pgvector.psycopg import register_vector
from sqlalchemy import Connection


def register(connection: psycopg.Connection[Any]) -> None:
    """Teach a connection the vector types; a database without pgvector is left as it is."""
    was_autocommit = connection.autocommit
    # Looking up the types must not leave a transaction open on a pooled connection.
    connection.autocommit = True
    try:
        if connection.execute("SELECT to_regtype('vector') IS NOT NULL").fetchone() == (True,):
            register_vector(connection)
    finally:
        connection.autocommit = was_autocommit


def to_half(vector: np.ndarray) -> HalfVector:
    """A vector, shape (dimensions,), as the driver sends it in binary: float16, rounded as the database rounds.

    >>> to_half(np.array([0.5, -1.0], dtype=np.float32)).to_list()
    [0.5, -1.0]
    """
    return HalfVector(vector)


def to_driver(vector: np.ndarray) -> Vector:
    """A vector, shape (dimensions,), as the driver sends it in binary: float32."""
    return Vector(vector.astype(np.float32, copy=False))


def copy_rows(conn: Connection, statement: str, types: Sequence[str], rows: Iterable[tuple[object, ...]]) -> None:
    """Send rows by a binary ``COPY ... FROM STDIN`` in the caller's transaction; ``types`` are those of the columns."""
    driver = cast("psycopg.Connection[Any]", conn.connection.driver_connection)
    with driver.cursor() as cursor, cursor.copy(cast("LiteralString", statement)) as copy:
        copy.set_types(types)
        for row in rows:
            copy.write_row(row)


def from_driver(value: object) -> np.ndarray:
    """A vector as the driver returned it (text, list or pgvector's own types) as float32, shape (dimensions,).

    >>> from_driver("[0.5,-1]").tolist()
    [0.5, -1.0]
    """
    if isinstance(value, str):
        return np.array([float(part) for part in value.strip("[]").split(",")], dtype=np.float32)
    if isinstance(value, Vector | HalfVector):
        return value.to_numpy().astype(np.float32)
    return np.asarray(value, dtype=np.float32)
