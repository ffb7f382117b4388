"""What must run to bring documents up to date."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from bizrag.pipeline.services import Services
from bizrag.pipeline.versions import stage_versions
from bizrag.store.state import StaleDocument, select_stale


def plan(
    conn: Connection, services: Services, *, documents: Sequence[int] | None = None, retry_failed: bool = False
) -> list[StaleDocument]:
    """Documents with work to do, each with its first stage that must run, in the order of their numbers.

    A permanent failure is not tried again before something it depends on changes, unless ``retry_failed``.
    """
    versions = stage_versions(services.settings, services.indexes)
    stages = [version.to_json(position) for position, version in enumerate(versions)]
    return select_stale(conn, stages, documents=documents, retry_failed=retry_failed)
