"""What ``bizrag status`` says: read from the database alone, without starting it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import text

from bizrag.pipeline.plan import plan
from bizrag.pipeline.services import Services
from bizrag.settings import Settings
from bizrag.store.indexes import list_indexes
from bizrag.store.state import select_failures
from sql import query


def read_status(settings: Settings) -> dict[str, Any]:
    """Live documents and chunks by index, failures, and how many documents have work to do."""
    if not _is_running(settings):
        return {"database": {"running": False, "url": None}, "documents": 0, "indexes": [], "failed": []}
    with Services(settings) as services, services.engine.connect() as conn:
        failures = select_failures(conn)
        return {
            "database": {"running": True, "url": services.engine.url.render_as_string()},
            "documents": conn.execute(text(query("count_rows"))).mappings().one()["documents"],
            "stale_documents": len(plan(conn, services)),
            "indexes": [
                {
                    "index": index.index.index_name,
                    "space": index.index.space,
                    "documents": index.num_documents,
                    "chunks": index.num_chunks,
                }
                for index in list_indexes(conn)
            ],
            "failed": [
                {
                    "doc": failure.source_uri,
                    "collection": failure.collection,
                    "stage": failure.stage,
                    "error": failure.error,
                    "attempts": failure.attempts,
                    "answers_with_old_version": failure.answers_with_old_version,
                }
                for failure in failures
            ],
        }


def _is_running(settings: Settings) -> bool:
    if settings.database_url is not None:
        return True
    from bizrag.store.server import EmbeddedServer

    return EmbeddedServer(settings.home_path).is_running()
