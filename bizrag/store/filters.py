"""What a filter means in one index: which documents and chunks it allows, and how many vectors that leaves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, RowMapping

from bizrag.model.retrieval import SearchFilter
from sql import statement

# the largest page number whose successor the database can count
_MAX_PAGE = 2**31 - 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """What is left of an index. ``binds`` are the filter's parameters in the statements of a search."""

    binds: dict[str, Any]
    # about how many vectors; exact where nothing is asked of chunks
    num_vectors: int
    # vectors of second and further parts among the documents' vectors
    num_further_parts: int
    is_filtered: bool
    # where the filter left all documents and the statements know nothing of it: their numbers
    documents: frozenset[int] | None = None

    def holds(self, document_no: int) -> bool:
        """Whether a found document is allowed: one that came between two statements may not be."""
        return self.documents is None or document_no in self.documents


def resolve(conn: Connection, filters: SearchFilter, *, index_no: int, size: RowMapping) -> Allowed:
    """What a filter leaves of an index with this ``size`` (a row of prepare_search.sql).

    A filter that leaves all documents costs nothing further.
    """
    chunks = _chunk_binds(filters)
    allowed = Allowed(
        binds={"documents": None, **chunks},
        num_vectors=int(size["num_vectors"]),
        num_further_parts=max(int(size["num_further_parts"]), 0),
        is_filtered=filters.narrows_chunks,
    )
    if filters.narrows_documents:
        allowed = _narrow(conn, allowed, _document_binds(filters, index_no), num_documents=size["num_documents"])
    # the estimate decides whether a vector index is walked
    if filters.narrows_chunks and allowed.num_vectors and size["vector_index"] is not None:
        estimate = conn.execute(statement("estimate_vectors"), {"index_no": index_no, **chunks}).scalar_one()
        share = min(float(estimate) / max(int(size["num_vectors"]), 1), 1.0)
        allowed = replace(allowed, num_vectors=round(allowed.num_vectors * share))
    return allowed


def has_documents(conn: Connection, filters: SearchFilter, *, index_no: int) -> bool:
    """Whether the filters' conditions on documents leave any of an index."""
    found = conn.execute(statement("select_allowed_documents"), _document_binds(filters, index_no)).mappings().one()
    return bool(found["num_documents"])


def _narrow(conn: Connection, allowed: Allowed, binds: dict[str, Any], *, num_documents: int) -> Allowed:
    found = conn.execute(statement("select_allowed_documents"), binds).mappings().one()
    if found["num_documents"] == num_documents:
        numbers: list[str] = found["documents"].strip("{}").split(",")
        return replace(allowed, documents=frozenset(int(number) for number in numbers if number))
    return replace(
        allowed,
        binds={**allowed.binds, "documents": found["documents"]},
        num_vectors=int(found["num_vectors"]),
        num_further_parts=max(int(found["num_further_parts"]), 0),
        is_filtered=True,
    )


def _chunk_binds(filters: SearchFilter) -> dict[str, Any]:
    """The conditions on chunks, null where there is none."""
    first = None if filters.page_from is None else min(filters.page_from, _MAX_PAGE)
    last = None if filters.page_to is None else min(filters.page_to, _MAX_PAGE)
    return {
        "kinds": [kind.value for kind in filters.kinds] or None,
        "page_from": first,
        "page_to": last,
        # the same as a range of the database: an end left out is open
        "pages": None if first is None and last is None else f"[{first or ''},{last or ''}]",
    }


def _document_binds(filters: SearchFilter, index_no: int) -> dict[str, Any]:
    types = [name.lower() for name in filters.file_types]
    return {
        "index_no": index_no,
        "collections": list(filters.collections) or None,
        "document_ids": list(filters.documents) or None,
        "file_endings": [name.removeprefix(".") for name in types if "/" not in name] or None,
        "mime_types": [name for name in types if "/" in name and not name.endswith("/*")] or None,
        "mime_groups": [name.removesuffix("/*") for name in types if name.endswith("/*")] or None,
        "layouts": [layout.value for layout in filters.layouts] or None,
        "modified_from": filters.modified_from,
        "modified_to": filters.modified_to,
    }
