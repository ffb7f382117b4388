"""The resource behind the ingestion assets: an open session with database, blobs, parser processes and models."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import dagster as dg

from bizrag.pipeline.events import OnWait, StageEvent
from bizrag.pipeline.services import OnPage, Services
from bizrag.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestionSession:
    """What a batch works with, and who wants to hear of it."""

    services: Services
    on_event: Callable[[StageEvent], None] | None = None
    on_page: OnPage | None = None
    on_wait: OnWait | None = None


@dg.resource(description="Database, blobs, parser processes and models; settings come from the environment of the run.")
def ingestion_session(_context: dg.InitResourceContext) -> Iterator[IngestionSession]:
    """The session of one run; everything closes when the run ends."""
    with Services(Settings()) as services:
        yield IngestionSession(services=services)
