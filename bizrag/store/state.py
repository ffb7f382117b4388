"""The state of every stage of every document, and the plan: what must run."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection

from bizrag.store.rows import columns
from sql import statement

# Rows of the plan that are in memory at once.
_ROWS_AT_ONCE = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class StageState:
    """What a stage of a document did last."""

    stage: str
    index_no: int
    status: str
    # of the last attempt; equal to done_fingerprint when it succeeded
    fingerprint: str
    done_fingerprint: str | None
    # named hashes of the last success
    outputs: dict[str, Any]
    attempts: int
    error_class: str | None
    error: str | None
    is_transient: bool

    def is_done(self, fingerprint: str) -> bool:
        """Whether the stage succeeded with this fingerprint, and that was its last attempt."""
        return self.status == "done" and self.fingerprint == fingerprint


def load_states(conn: Connection, document_no: int) -> dict[tuple[str, int], StageState]:
    """States of a document by (stage, index_no)."""
    rows = conn.execute(statement("select_stage_states"), {"document_no": document_no}).mappings()
    return {(row["stage"], row["index_no"]): StageState(**columns(row)) for row in rows}


def record_success(
    conn: Connection,
    *,
    document_no: int,
    stage: str,
    index_no: int,
    fingerprint: str,
    outputs: dict[str, Any],
    seconds: float,
    calls: dict[str, int],
    version: str | None = None,
) -> None:
    """Write that a stage succeeded, in the transaction that stores its output; ``version`` is StageVersion.static."""
    conn.execute(
        statement("upsert_stage_success"),
        {
            "document_no": document_no,
            "stage": stage,
            "index_no": index_no,
            "fingerprint": fingerprint,
            "version": version,
            "outputs": json.dumps(outputs),
            "seconds": seconds,
            "calls": json.dumps(calls),
        },
    )


def record_failure(
    conn: Connection,
    *,
    document_no: int,
    stage: str,
    index_no: int,
    fingerprint: str,
    error_class: str,
    error: str,
    is_transient: bool,
    seconds: float,
    version: str | None = None,
) -> None:
    """Write that a stage failed; what answered before goes on answering."""
    conn.execute(
        statement("upsert_stage_failure"),
        {
            "document_no": document_no,
            "stage": stage,
            "index_no": index_no,
            "fingerprint": fingerprint,
            "version": version,
            "error_class": error_class,
            "error": error.replace("\0", ""),
            "is_transient": is_transient,
            "seconds": seconds,
        },
    )


class Cause(StrEnum):
    """Why a stage must run."""

    NEW = "new"
    # the listing says that the bytes may have changed
    CHANGED = "changed"
    # code, model or parameters of the stage are others now
    VERSION = "version"
    # an earlier stage gave something else, and this one has not run since: a run was cut short
    INPUTS = "inputs"
    # the stage never ran: a new index, or a run that was cut short
    MISSING = "missing"
    # it failed and is tried again
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class StaleDocument:
    """A document with work to do, its first stage that must run, and why."""

    document_no: int
    document_id: str
    partition_key: str
    # what its source says, or when it was first seen there
    file_changed_at: datetime
    stage: str
    index_no: int
    cause: Cause
    # how often this very work has failed, and when it did last
    attempts: int
    failed_at: datetime | None


def select_stale(
    conn: Connection,
    stages: Sequence[dict[str, Any]],
    *,
    documents: Sequence[int] | None = None,
    retry_failed: bool = False,
) -> list[StaleDocument]:
    """What must run, as a list: see iterate_stale."""
    return list(iterate_stale(conn, stages, documents=documents, retry_failed=retry_failed))


def iterate_stale(
    conn: Connection,
    stages: Sequence[dict[str, Any]],
    *,
    documents: Sequence[int] | None = None,
    collections: Sequence[str] | None = None,
    retry_failed: bool = False,
) -> Iterator[StaleDocument]:
    """What must run, by SQL alone, in the order of document numbers; rows stay on the server until they are read.

    ``stages`` are rows of StageVersion.to_json; ``documents`` and ``collections`` narrow the plan.
    """
    with conn.execute(
        statement("select_stale_documents").execution_options(yield_per=_ROWS_AT_ONCE),
        {
            "stages": json.dumps(list(stages)),
            "documents": list(documents) if documents is not None else None,
            "collections": list(collections) if collections is not None else None,
            "retry_failed": retry_failed,
        },
    ) as rows:
        for row in rows.mappings():
            values: dict[str, Any] = {**columns(row), "cause": Cause(row["cause"])}
            yield StaleDocument(**values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A failed stage of a document, for a person."""

    document_no: int
    collection: str
    source_uri: str
    stage: str
    error_class: str
    error: str
    attempts: int
    is_transient: bool
    # an older version of the document is in an index
    answers_with_old_version: bool


def select_failures(
    conn: Connection, documents: Sequence[int] | None = None, *, indexes: Collection[int] | None = None
) -> list[Failure]:
    """Failed stages, sorted by document: those before indexes, and in the indexes of these numbers (None: all)."""
    rows = conn.execute(statement("select_failures"), _chosen(documents, indexes)).mappings()
    names = Failure.__dataclass_fields__
    return [Failure(**{key: value for key, value in row.items() if key in names}) for row in rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftIndex:
    """An index that answers questions and that ingestion does not keep up to date."""

    index: str
    documents: int
    # documents that it answers from an older version, or lacks
    behind: int


def select_left_indexes(conn: Connection, kept: Collection[int]) -> list[LeftIndex]:
    """The indexes but those of these numbers, by name."""
    rows = conn.execute(statement("select_indexes_left_behind"), {"indexes": list(kept)}).mappings()
    return [LeftIndex(**columns(row)) for row in rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentState:
    """Where a document stands, apart from what is stale."""

    document_no: int
    collection: str
    source_uri: str
    # since when it answers; None when nothing of it does
    published_at: datetime | None
    # the failure that came last; None when no stage is failed
    failed_stage: str | None
    error_class: str | None
    error: str | None
    attempts: int | None
    is_transient: bool | None
    failed_at: datetime | None
    # pages missing in the version that answers
    failed_pages: tuple[int, ...]
    num_pages: int | None


def select_document_states(
    conn: Connection, documents: Sequence[int] | None = None, *, indexes: Collection[int] | None = None
) -> list[DocumentState]:
    """All documents, or some, by collection and path, with failures as in ``select_failures``."""
    rows = conn.execute(statement("select_document_states"), _chosen(documents, indexes)).mappings()
    return [_document_state(dict(row)) for row in rows]


def _chosen(documents: Sequence[int] | None, indexes: Collection[int] | None) -> dict[str, list[int] | None]:
    return {
        "documents": None if documents is None else list(documents),
        "indexes": None if indexes is None else list(indexes),
    }


def _document_state(row: dict[str, Any]) -> DocumentState:
    row["failed_pages"] = tuple(row["failed_pages"])
    return DocumentState(**row)


@dataclass(frozen=True, slots=True, kw_only=True)
class BucketState:
    """How far the documents of a bucket are in a stage."""

    bucket: int
    stage: str
    index_no: int
    # in the bucket, whether they came to this stage or not
    num_documents: int
    num_done: int
    num_failed: int
    # over what they made
    output_sha256: str


def load_bucket_states(
    conn: Connection, numbers: Sequence[int], buckets: int
) -> dict[tuple[int, str, int], BucketState]:
    """States by (bucket, stage, index_no) of some of so many buckets; stages that no document came to are left out."""
    rows = conn.execute(statement("select_bucket_states"), {"numbers": list(numbers), "buckets": buckets}).mappings()
    states = [BucketState(**columns(row)) for row in rows]
    return {(state.bucket, state.stage, state.index_no): state for state in states}
