"""Multi-vectors of pages in the database: written once, read back as numpy arrays for late interaction.

A page of 1,000 vectors with 128 dimensions has 16 KB of sign bits and 256 KB of float16: the bits of all pages are
read for the first cut, float16 for the pages that it leaves. All functions run in the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, LiteralString, cast

import numpy as np
import psycopg
from numpy.typing import NDArray
from sqlalchemy import Connection

from bizrag.errors import NotFoundError
from bizrag.model.page_vectors import HALF, PagePlace, PageStack, pack_signs, stack_pages, to_halves
from sql import statement


def save_page_vectors(
    conn: Connection, *, parse_id: str, space: str, pages: Mapping[int, NDArray[np.floating]]
) -> None:
    """Store the vectors of pages of a stored parse: page number to shape (vectors of the page, dimensions).

    A page that has vectors in this space keeps them. Raises ValueError for numbers that float16 cannot hold.
    """
    rows = [_row(parse_id, page_no, space, to_halves(vectors)) for page_no, vectors in sorted(pages.items())]
    if rows:
        # Rows of this size gain nothing from COPY, which knows no ON CONFLICT; the driver sends bytes as they are.
        conn.execute(statement("insert_page_vectors"), rows)


def missing_pages(conn: Connection, *, chunk_set_id: str, space: str) -> list[tuple[int, str]]:
    """``(page number, hash of the image)`` of the page images of a chunk set that have no vectors in a space yet."""
    rows = conn.execute(statement("select_missing_pages"), {"chunk_set_id": chunk_set_id, "space": space})
    return [(int(page_no), str(image_sha256)) for page_no, image_sha256 in rows]


def load_page_signs(conn: Connection, places: Sequence[PagePlace], *, space: str) -> dict[PagePlace, NDArray[np.uint8]]:
    """Packed signs, shape (vectors of the page, bytes), of the pages that have vectors in a space, in order."""
    rows = _fetch(conn, "select_page_signs", _choice(places, space))
    return {
        places[position - 1]: np.frombuffer(data, dtype=np.uint8).reshape(num_vectors, -1)
        for position, num_vectors, data in rows
    }


def load_page_vectors(conn: Connection, places: Sequence[PagePlace], *, space: str) -> PageStack:
    """The float16 vectors of pages, in the order of ``places``. Raises NotFoundError when a page has none."""
    rows = _fetch(conn, "select_page_vectors", _choice(places, space))
    if len(rows) != len(places):
        raise NotFoundError(
            f"{len(places) - len(rows)} of {len(places)} pages have no {space} vectors: embed them first"
        )
    return stack_pages([np.frombuffer(data, dtype=HALF).reshape(-1, dimensions) for dimensions, _, data in rows])


def _choice(places: Sequence[PagePlace], space: str) -> dict[str, Any]:
    return {
        "space": space,
        "parses": [place.parse_id for place in places],
        "pages": [place.page_no for place in places],
    }


def _row(parse_id: str, page_no: int, space: str, halves: NDArray[np.float16]) -> dict[str, Any]:
    return {
        "parse_id": parse_id,
        "page_no": page_no,
        "space": space,
        "dimensions": halves.shape[1],
        "num_vectors": len(halves),
        "sign_bits": pack_signs(halves).tobytes(),
        "halves": halves.tobytes(),
    }


def _fetch(conn: Connection, name: str, parameters: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Rows of a statement through a binary cursor: as text, bytes take twice their size on the way."""
    compiled = statement(name).compile(dialect=conn.dialect)
    driver = cast("psycopg.Connection[Any]", conn.connection.driver_connection)
    with driver.cursor(binary=True) as cursor:
        cursor.execute(cast("LiteralString", str(compiled)), compiled.construct_params(parameters))
        return cursor.fetchall()
