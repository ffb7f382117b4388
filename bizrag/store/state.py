"""The state of every stage of every document, and the plan: what must run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, text

from sql import query


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
    rows = conn.execute(text(query("select_stage_states")), {"document_no": document_no}).mappings()
    return {(row["stage"], row["index_no"]): StageState(**row) for row in rows}


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
) -> None:
    """Write that a stage succeeded, in the transaction that stores its output."""
    conn.execute(
        text(query("upsert_stage_success")),
        {
            "document_no": document_no,
            "stage": stage,
            "index_no": index_no,
            "fingerprint": fingerprint,
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
) -> None:
    """Write that a stage failed; what answered before goes on answering."""
    conn.execute(
        text(query("upsert_stage_failure")),
        {
            "document_no": document_no,
            "stage": stage,
            "index_no": index_no,
            "fingerprint": fingerprint,
            "error_class": error_class,
            "error": error.replace("\0", ""),
            "is_transient": is_transient,
            "seconds": seconds,
        },
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StaleDocument:
    """A document with work to do and its first stage that must run."""

    document_no: int
    stage: str
    index_no: int


def select_stale(
    conn: Connection,
    stages: Sequence[dict[str, Any]],
    *,
    documents: Sequence[int] | None = None,
    retry_failed: bool = False,
) -> list[StaleDocument]:
    """What must run, by SQL alone.

    ``stages`` are rows of StageVersion.to_json; ``documents`` narrows the plan to some document numbers.
    """
    rows = conn.execute(
        text(query("select_stale_documents")),
        {
            "stages": json.dumps(list(stages)),
            "documents": list(documents) if documents is not None else None,
            "retry_failed": retry_failed,
        },
    ).mappings()
    return [StaleDocument(**row) for row in rows]


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


def select_failures(conn: Connection, documents: Sequence[int] | None = None) -> list[Failure]:
    """Failed stages, sorted by document."""
    rows = conn.execute(
        text(query("select_failures")), {"documents": list(documents) if documents is not None else None}
    ).mappings()
    names = Failure.__dataclass_fields__
    return [Failure(**{key: value for key, value in row.items() if key in names}) for row in rows]
