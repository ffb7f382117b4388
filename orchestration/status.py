"""What ``bizrag status`` says: read from the database alone, without starting it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection

from bizrag.errors import TransientError
from bizrag.pipeline.plan import plan
from bizrag.pipeline.services import Services
from bizrag.settings import Settings
from bizrag.store.forget import forgotten_documents
from bizrag.store.indexes import list_indexes
from bizrag.store.state import Cause, DocumentState, StaleDocument, select_document_states, select_left_indexes
from query.opened import OpenParts
from sql import statement

_AT_WORK = "an ingestion is at it now"
# Why a document waits, in words; {stage} is the first stage that must run.
_REASONS = {
    Cause.NEW: "new, not read yet",
    Cause.CHANGED: "the file may have changed",
    Cause.VERSION: "{stage}: code, model or settings changed",
    Cause.INPUTS: "{stage}: an earlier stage gave something new, a run was cut short",
    Cause.MISSING: "{stage}: not made yet (a run was cut short, or the index is new)",
    Cause.FAILED: "{stage}: failed, tried again with the next ingestion",
}


def read_status(settings: Settings, *, with_documents: bool = False) -> dict[str, Any]:
    """Documents by state, indexes, what waits and why, failures; every document too, where asked. Of the collections of
    the key in the settings, where there is one. Indexes that the settings do not name are told apart.

    Raises TransientError where a server runs and does not answer.
    """
    if not _is_running(settings):
        return {"database": {"running": False, "url": None}, "documents": 0, "indexes": [], "failed": []}
    with OpenParts.for_holder(settings) as parts, Services(settings) as services, parts.reading() as conn:
        stale = {item.document_no: item for item in plan(conn, services)}
        reasons = _reasons(stale.values(), at_work=set(conn.execute(statement("select_documents_at_work")).scalars()))
        states = select_document_states(conn, indexes=services.index_nos)
        described = [_describe(state, reasons.get(state.document_no)) for state in states]
        found = {
            "database": {"running": True, "url": services.engine.url.set(drivername="postgresql").render_as_string()},
            "documents": len(states),
            "states": dict(Counter(item["state"] for item in described)),
            "stale_documents": len(stale),
            "stale": _by_reason(reasons.values()),
            "forgotten_documents": len(forgotten_documents(conn)),
            "left_indexes": [asdict(index) for index in select_left_indexes(conn, services.index_nos)],
            "indexes": _indexes(conn, is_narrowed=parts.principal.collections is not None),
            "failed": [
                _failure(state, stale.get(state.document_no)) for state in states if state.failed_stage is not None
            ],
        }
    return found | ({"document_states": described} if with_documents else {})


def _reasons(stale: Iterable[StaleDocument], *, at_work: Set[int]) -> dict[int, str]:
    """Why documents have work to do, in plain words, by their number; ``at_work`` are those that a process has."""
    return {
        item.document_no: _AT_WORK if item.document_no in at_work else _REASONS[item.cause].format(stage=item.stage)
        for item in stale
    }


def _by_reason(reasons: Iterable[str]) -> list[dict[str, Any]]:
    return [{"reason": reason, "documents": number} for reason, number in Counter(reasons).most_common()]


def _describe(state: DocumentState, reason: str | None) -> dict[str, Any]:
    """A document for a person: live, outdated, failed or waiting, and what comes next."""
    is_live = state.published_at is not None
    if state.failed_stage is not None:
        word = "outdated" if is_live else "failed"
    elif reason is not None:
        word = "stale" if is_live else "waiting"
    else:
        word = "live" if is_live else "empty"
    return {
        "doc": state.source_uri,
        "collection": state.collection,
        "state": word,
        "work": reason,
        "stage": state.failed_stage,
        "error": state.error,
        "attempts": state.attempts,
        "failed_pages": list(state.failed_pages),
        "answers_since": state.published_at.isoformat() if state.published_at is not None else None,
    }


def _failure(state: DocumentState, stale: StaleDocument | None) -> dict[str, Any]:
    return {
        "doc": state.source_uri,
        "collection": state.collection,
        "stage": state.failed_stage,
        "error": state.error,
        "attempts": state.attempts,
        "answers_with_old_version": state.published_at is not None,
        # a permanent failure is left alone until the file or a setting changes, or somebody asks for it
        "tried_again": stale is not None,
    }


def _indexes(conn: Connection, *, is_narrowed: bool) -> list[dict[str, Any]]:
    """Every index with its size; for who sees some collections only with their documents, chunks are not counted."""
    return [
        {
            "index": index.index.index_name,
            "space": index.index.space,
            "documents": _num_seen(conn, index.index.index_no) if is_narrowed else index.num_documents,
            "chunks": None if is_narrowed else index.num_chunks,
        }
        for index in list_indexes(conn)
    ]


def _num_seen(conn: Connection, index_no: int) -> int:
    parameters = {"index_no": index_no}
    return int(conn.execute(statement("select_search_facets"), parameters).mappings().one()["num_documents"])


def _is_running(settings: Settings) -> bool:
    if settings.database_url is not None:
        return True
    from bizrag.store.server import EmbeddedServer

    server = EmbeddedServer(settings.home_path)
    if server.is_running():
        return True
    if (pid := server.silent_pid()) is not None:
        log = server.data / "server.log"
        raise TransientError(
            f"the database runs (process {pid}) but does not answer: it starts, or its disk is full; see {log}"
        )
    return False
