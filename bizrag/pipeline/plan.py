"""What must run to bring documents up to date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection

from bizrag.pipeline.services import Services
from bizrag.pipeline.versions import stage_versions
from bizrag.store.state import StaleDocument, iterate_stale, select_stale


def plan(
    conn: Connection, services: Services, *, documents: Sequence[int] | None = None, retry_failed: bool = False
) -> list[StaleDocument]:
    """Documents with work to do, each with its first stage that must run, in the order of their numbers.

    A permanent failure is not tried again before something it depends on changes, unless ``retry_failed``.
    """
    return select_stale(conn, _stages(services), documents=documents, retry_failed=retry_failed)


def iterate_plan(
    conn: Connection, services: Services, *, collections: Sequence[str] | None = None
) -> Iterator[StaleDocument]:
    """The plan of whole collections (default: all), row by row: it may be larger than memory should be."""
    return iterate_stale(conn, _stages(services), collections=collections)


def _stages(services: Services) -> list[dict[str, Any]]:
    versions = stage_versions(services.settings, services.indexes)
    return [version.to_json(position) for position, version in enumerate(versions)]
