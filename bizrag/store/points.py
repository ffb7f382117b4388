"""The vectors of an index, for people who look at them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from bizrag.store import vectors
from sql import statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """Chunks of an index: row ``i`` of ``vectors``, float32 (chunks, dimensions), belongs to the i-th of each."""

    # path of the document below its source root
    docs: tuple[str, ...]
    # the nearest heading; empty where there is none
    headings: tuple[str, ...]
    vectors: NDArray[np.float32]


def select_points(conn: Connection, *, index_no: int, max_points: int) -> Points:
    """Up to ``max_points`` chunks with the vectors of their first parts; the same ones in every run."""
    rows = conn.execute(statement("select_map_vectors"), {"index_no": index_no, "max_points": max_points}).all()
    return Points(
        docs=tuple(row.source_uri for row in rows),
        headings=tuple(row.headings[-1] if len(row.headings) > 1 else "" for row in rows),
        vectors=np.array([vectors.from_driver(row.embedding) for row in rows], dtype=np.float32),
    )


def target_similarity(
    conn: Connection, *, index_no: int, question: NDArray[np.float32], document_id: str, page_nos: Collection[int]
) -> float | None:
    """Cosine of a question's vector, shape (dimensions,), with the nearest one of a document on some of its pages.

    None where the index has no vector there.
    """
    parameters = {
        "index_no": index_no,
        "embedding": vectors.to_half(question),
        "document_id": document_id,
        "page_nos": sorted(page_nos),
    }
    found: float | None = conn.execute(statement("select_target_similarity"), parameters).scalar_one()
    return found
