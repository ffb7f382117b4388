"""The resource behind the ingestion assets: an open session with database, blobs, parser processes and models."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass

import dagster as dg

from bizrag.pipeline.events import StageEvent
from bizrag.pipeline.services import OnPage, Services
from bizrag.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestionSession:
    """What a batch works with, and who wants to hear of it."""

    services: Services
    on_event: Callable[[StageEvent], None] | None = None
    on_page: OnPage | None = None


class IngestionResource(dg.ConfigurableResourceFactory[IngestionSession]):
    """Opens a session for a run and closes it afterwards. Settings come from the environment when the run starts."""

    @contextmanager
    def yield_for_execution(self, context: dg.InitResourceContext) -> Generator[IngestionSession]:
        """The session of one run."""
        with Services(Settings()) as services:
            yield IngestionSession(services=services)
