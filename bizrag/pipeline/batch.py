"""What all documents of a run share: services, stages, the threads that ask models, and where events go."""

from __future__ import annotations

import threading
from collections.abc import Callable

from bizrag.pipeline.call_pool import CallPool, RunStoppedError
from bizrag.pipeline.claims import Claims
from bizrag.pipeline.events import StageEvent
from bizrag.pipeline.services import OnPage, Services
from bizrag.pipeline.stages import StageName, StageVersion
from bizrag.pipeline.versions import stage_versions
from bizrag.store.indexes import IndexRow


class Batch:
    """The frame of one run. ``emit`` takes events from any thread."""

    def __init__(
        self,
        services: Services,
        *,
        stages: frozenset[StageName],
        indexes: frozenset[str] | None,
        on_page: OnPage | None,
        emit: Callable[[StageEvent], None],
    ) -> None:
        self.services = services
        self.stages = stages
        self.on_page = on_page
        self.emit = emit
        self.calls = CallPool(services.settings.describing.concurrent_calls)
        # texts that are being embedded
        self.embedding = Claims()
        self.indexes: dict[int, IndexRow] = {
            index.index_no: index for name, index in services.indexes.items() if indexes is None or name in indexes
        }
        self.versions: list[StageVersion] = [
            version
            for version in stage_versions(services.settings, services.indexes)
            if version.index_no == 0 or version.index_no in self.indexes
        ]
        self._stopping = threading.Event()

    def version(self, stage: StageName, index_no: int = 0) -> StageVersion:
        """The stage of that name: the shared one, or that of an index."""
        return next(item for item in self.versions if item.stage is stage and item.index_no == index_no)

    def stop(self) -> None:
        """Have documents end after the stage that they are in, and begin no model call and no slice of vectors."""
        self._stopping.set()
        self.calls.cancel()
        self.embedding.stop()

    def check_running(self) -> None:
        """Raises RunStoppedError once the run is being ended."""
        if self._stopping.is_set():
            raise RunStoppedError
