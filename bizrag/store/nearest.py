"""How the nearest vectors are found: by walking a vector index, or by comparing all that a filter allows."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from pgvector import HalfVector
from sqlalchemy import Connection, RowMapping

from bizrag.settings import SearchSettings
from bizrag.store.filters import Allowed
from bizrag.store.records import IndexRow
from bizrag.store.vectors import to_half
from sql import query, statement

#: The vectors of page texts and of page images lie apart: a question is nearer to all texts than to any image, so one
#: graph for both would be walked through all texts before it came to images. Each has an index, and this is its
#: condition. IS TRUE keeps the index on kinds out of it, which serves where vectors are compared.
_ROUTE_KINDS = {"texts": "kind <> 'page'", "images": "kind = 'page'"}
ROUTE_CONDITIONS = {route: f"({kinds}) IS TRUE" for route, kinds in _ROUTE_KINDS.items()}

#: a vector, or what gives it
Embedding = np.ndarray | Callable[[], np.ndarray]

# Further parts of long chunks take places among the nearest vectors; a walk reads at most this many times top_k for
# them. Where that is not enough, all vectors are compared.
_MAX_OVERFETCH = 4
# pgvector's largest ef_search
_MAX_EF_SEARCH = 1000
# Vectors that settings.ef_search is for. In a larger index it grows by the root: of the ten nearest of a million, ten
# copies each, 300 candidates held .90 and 633 .98 (40 questions).
_EF_SEARCH_VECTORS = 100_000
# A walk under a filter goes on until it has met one allowed vector of so many: near copies take the places of a walk's
# candidates, and the more vectors, the more copies. Of a million vectors, ten copies each, and a filter of a half, 70
# rows held .84 of the ten nearest, 1,250 .995 (40 questions).
_VECTORS_PER_MET = 400
_COMMENT = re.compile(r"^ *--.*\n", re.MULTILINE)
# the vectors that the settings count in; longer ones take longer to compare
_COUNTED_DIMENSIONS = 384


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How the nearest vectors are found, in rows."""

    # hnsw, bits, or nothing: every allowed vector is compared
    walk: str
    ef_search: int
    # rows that a walk keeps, and rows by signs that it ranks again
    walked_rows: int
    reranked_rows: int
    # rows that comparing keeps: enough for dense_top_k chunks whatever their parts
    compared_rows: int


def choose_way(
    dimensions: int,
    *,
    vector_index: str | None,
    num_vectors: int,
    allowed: Allowed,
    dense_top_k: int,
    settings: SearchSettings,
) -> Way:
    """Walk the vector index or compare all allowed vectors.

    Few allowed vectors are compared: that is exact, and faster than a walk that meets few of them. A walk under a
    filter keeps so many candidates that as many allowed ones are among them as without a filter, and goes on in large
    indexes. Where that many candidates are beyond pgvector's limit all are compared, however many: a walk that went on
    from fewer lost 3 % of the ten best under a filter of 10 % (100,000 vectors of 384 dimensions).
    """
    walked_rows = dense_top_k + min(allowed.num_further_parts, _MAX_OVERFETCH * dense_top_k)
    reranked_rows = min(math.ceil(walked_rows * settings.binary_overfetch), max(walked_rows, _MAX_EF_SEARCH))
    candidates = max(settings.ef_search, min(reranked_rows, _MAX_EF_SEARCH) if vector_index == "bits" else 0)
    share = min(max(allowed.num_vectors, 1) / max(num_vectors, 1), 1.0)
    if allowed.is_filtered:
        met_rows = math.ceil(allowed.num_vectors / _VECTORS_PER_MET)
        walked_rows, reranked_rows = max(walked_rows, met_rows), max(reranked_rows, met_rows)
    least = settings.ef_search * math.sqrt(max(num_vectors / _EF_SEARCH_VECTORS, 1))
    is_few = allowed.num_vectors <= rows_of(settings.exact_max_rows, dimensions) or candidates / share > _MAX_EF_SEARCH
    walks = vector_index is not None and dense_top_k > 0 and not (allowed.is_filtered and is_few)
    return Way(
        walk=vector_index if walks else "nothing",
        ef_search=min(math.ceil(max(candidates / share, least)), _MAX_EF_SEARCH),
        walked_rows=walked_rows,
        reranked_rows=reranked_rows,
        # each chunk has one first part: beyond dense_top_k rows only further parts can stand in the way
        compared_rows=dense_top_k + allowed.num_further_parts if dense_top_k else 0,
    )


def rows_of(num_rows: int, dimensions: int) -> int:
    """How many vectors of these dimensions take as long to compare as ``num_rows`` of 384 dimensions.

    >>> rows_of(20_000, 384), rows_of(20_000, 3072), rows_of(20_000, 8)
    (20000, 2500, 20000)
    """
    return num_rows * _COUNTED_DIMENSIONS // max(dimensions, _COUNTED_DIMENSIONS)


def prepare(
    conn: Connection, *, index_no: int, settings: SearchSettings, ef_search: int | None = None, may_walk: bool = True
) -> RowMapping:
    """Settings of a search for this transaction, and the size of the index: a row of ``prepare_search.sql``."""
    parameters = {
        "index_no": index_no,
        "ef_search": ef_search or settings.ef_search,
        "max_scan_tuples": settings.max_scan_tuples,
        "may_walk": may_walk,
    }
    return conn.execute(statement("prepare_search"), parameters).mappings().one()


@dataclass(frozen=True, slots=True)
class QuestionVector:
    """The vector of a question to an index."""

    index: IndexRow
    embedding: Embedding | None

    def bind(self) -> HalfVector:
        """As the statements take it. Raises ValueError when it is missing or has the wrong shape."""
        vector = self.embedding() if callable(self.embedding) else self.embedding
        if vector is None or vector.shape != (self.index.dimensions,):
            shape = None if vector is None else vector.shape
            raise ValueError(
                f"a search in {self.index.index_name} needs a vector of shape ({self.index.dimensions},), not {shape}"
            )
        return to_half(vector)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Which parts a statement that ranks has: what does not apply is not there to be planned (1.5 ms of 10)."""

    dimensions: int
    # hnsw, bits or nothing
    walk: str
    # vectors are compared where the walk finds too few; not where BM25 alone is asked
    compares: bool
    # the filter names documents; it asks something of chunks or documents
    has_documents: bool
    is_filtered: bool

    @classmethod
    def of(cls, dimensions: int, way: Way, allowed: Allowed) -> Shape:
        """The shape for a way and what a filter leaves."""
        return cls(
            dimensions=dimensions,
            walk=way.walk,
            compares=way.compared_rows > 0,
            has_documents=allowed.binds["documents"] is not None,
            is_filtered=allowed.is_filtered,
        )

    def walked(self, *, route: str = "") -> str:
        """The walk; of page texts or page images (``ROUTE_CONDITIONS``) in their own index."""
        parts = {
            "of_route": f"AND {ROUTE_CONDITIONS[route]}" if route else "",
            "filtered": part("filter_walked") if self.is_filtered else "",
        }
        return self.fill(part("no_vectors" if self.walk == "nothing" else f"walk_{self.walk}"), parts)

    def compared(self, *, walked: str = "walked", route: str = "") -> str:
        """The vectors that are compared where the walk so called found too little: of some documents or of all."""
        if not self.compares:
            return part("no_vectors")
        parts = {"walked": walked, "of_route": f"AND {_ROUTE_KINDS[route]}" if route else "", "filtered": self.filter}
        return self.fill(part("compare_documents" if self.has_documents else "compare_all"), parts)

    @property
    def filter(self) -> str:
        """What a filter asks of the chunks of vectors that are compared."""
        return part("filter_compared") if self.is_filtered else ""

    def fill(self, sql: str, parts: Mapping[str, str]) -> str:
        """A statement with its parts, for vectors of this length: vector indexes are over casts to it."""
        for name, inner in parts.items():
            sql = sql.replace(f"{{{name}}}", inner)
        return sql.replace("{dimensions}", str(int(self.dimensions)))


def part(name: str) -> str:
    """A statement, or what stands in one, without its comments."""
    return _COMMENT.sub("", query(name)).rstrip().removesuffix(";")
