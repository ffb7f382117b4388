"""Multi-vectors of pages in the database: written once, read back as numpy arrays for late interaction.

A page of 1,000 vectors with 128 dimensions has 256 KB of float16, 16 KB of pooled vectors that stand for them and
3 KB of coarse ones: few are read of all pages, all of few pages. All functions run in the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, LiteralString, cast

import numpy as np
import psycopg
from numpy.typing import NDArray
from sqlalchemy import Connection

from bizrag.errors import NotFoundError
from bizrag.model.page_vectors import HALF, PagePlace, PageVectors
from sql import statement

Halves = NDArray[np.float16]


def save_page_vectors(conn: Connection, *, parse_id: str, space: str, pages: Mapping[int, PageVectors]) -> None:
    """Store the vectors of pages of a stored parse, by page number; a page that has some in this space keeps them."""
    rows = [_row(parse_id, page_no, space, vectors) for page_no, vectors in sorted(pages.items())]
    if rows:
        # Rows of this size gain nothing from COPY, which knows no ON CONFLICT; the driver sends bytes as they are.
        conn.execute(statement("insert_page_vectors"), rows)


def missing_pages(conn: Connection, *, chunk_set_id: str, space: str) -> list[tuple[int, str]]:
    """``(page number, hash of the image)`` of the page images of a chunk set that have no vectors in a space yet."""
    rows = conn.execute(statement("select_missing_pages"), {"chunk_set_id": chunk_set_id, "space": space})
    return [(int(page_no), str(image_sha256)) for page_no, image_sha256 in rows]


def load_coarse_vectors(conn: Connection, places: Sequence[PagePlace], *, space: str) -> dict[PagePlace, Halves]:
    """Coarse vectors, shape (up to 12, dimensions), of the pages that have vectors in a space, in order."""
    return dict(_stream(conn, "select_coarse_vectors", places, space))


def load_pooled_vectors(conn: Connection, places: Sequence[PagePlace], *, space: str) -> dict[PagePlace, Halves]:
    """Pooled vectors, shape (up to 64, dimensions), of pages, in order. Raises NotFoundError when a page has none."""
    found = dict(_stream(conn, "select_pooled_vectors", places, space))
    if missing := [place for place in places if place not in found]:
        raise _missing(missing[0], space)
    return found


def stream_page_vectors(conn: Connection, places: Sequence[PagePlace], *, space: str) -> Iterator[Halves]:
    """All vectors of pages, one page after the other in the order of ``places``.

    Raises NotFoundError when a page has none. The connection is busy until all are taken.
    """
    expected = iter(places)
    for place, vectors in _stream(conn, "select_page_vectors", places, space):
        if place != (wanted := next(expected)):
            raise _missing(wanted, space)
        yield vectors
    for wanted in expected:
        raise _missing(wanted, space)


def _stream(conn: Connection, name: str, places: Sequence[PagePlace], space: str) -> Iterator[tuple[PagePlace, Halves]]:
    """Vectors by page, as the database sends them: a result of 10 MB in one piece takes twice as long."""
    parameters = {
        "space": space,
        "parses": [place.parse_id for place in places],
        "pages": [place.page_no for place in places],
    }
    compiled = statement(name).compile(dialect=conn.dialect)
    driver = cast("psycopg.Connection[Any]", conn.connection.driver_connection)
    # binary: as text, bytes take twice their size on the way
    with driver.cursor(binary=True) as cursor:
        rows = cursor.stream(cast("LiteralString", str(compiled)), compiled.construct_params(parameters))
        for position, dimensions, data in rows:
            yield places[position - 1], np.frombuffer(data, dtype=HALF).reshape(-1, dimensions)


def _missing(place: PagePlace, space: str) -> NotFoundError:
    return NotFoundError(f"page {place.page_no} of parse {place.parse_id} has no {space} vectors: embed it first")


def _row(parse_id: str, page_no: int, space: str, page: PageVectors) -> dict[str, Any]:
    num_vectors, dimensions = page.vectors.shape
    return {
        "parse_id": parse_id,
        "page_no": page_no,
        "space": space,
        "dimensions": dimensions,
        "num_vectors": num_vectors,
        "pooled": page.pooled.tobytes(),
        "coarse": page.coarse.tobytes(),
        "halves": page.vectors.tobytes(),
    }
