"""Drive the sensors as the daemon does: evaluate a tick, and start what it requests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import dagster as dg
from dagster import DagsterInstance

from bizrag.pipeline.services import Services
from orchestration.definitions import build_definitions
from orchestration.retrying import retry
from orchestration.watching import watch
from resources.ingestion import IngestionSession


class Ticks:
    """The sensors of one instance, with their cursors."""

    def __init__(self, services: Services, instance: DagsterInstance) -> None:
        self.services = services
        self.instance = instance
        self.cursor: str | None = None
        self.run_keys: list[str] = []

    def watch(self) -> tuple[list[dg.RunRequest], str]:
        """A tick of the sources' sensor: requests, and why there are none."""
        result = watch(dg.build_sensor_context(self.instance, cursor=self.cursor), self.services)
        if isinstance(result, dg.SkipReason):
            return [], str(result.skip_message)
        self.cursor = result.cursor
        return self._taken(result)

    def retry(self) -> tuple[list[dg.RunRequest], str]:
        """A tick of the retries' sensor."""
        result = retry(dg.build_sensor_context(self.instance), self.services)
        if isinstance(result, dg.SkipReason):
            return [], str(result.skip_message)
        return self._taken(result)

    def _taken(self, result: dg.SensorResult) -> tuple[list[dg.RunRequest], str]:
        requests = list(result.run_requests or [])
        # The daemon starts a run key once and never again.
        fresh = [request for request in requests if request.run_key not in self.run_keys]
        self.run_keys += [str(request.run_key) for request in requests]
        return fresh, str(result.skip_reason.skip_message) if result.skip_reason else ""

    def queue(self, requests: Sequence[dg.RunRequest]) -> list[dg.DagsterRun]:
        """Record the runs as waiting, and execute nothing."""
        definitions = build_definitions(self.services.settings, IngestionSession(services=self.services))
        return [
            self.instance.create_run_for_job(
                definitions.resolve_job_def(str(request.job_name)),
                run_config=dict(request.run_config),
                tags=dict(request.tags)
                | ({"dagster/partition": request.partition_key} if request.partition_key else {}),
            )
            for request in requests
        ]

    def execute(self, requests: Sequence[dg.RunRequest]) -> list[dg.ExecuteInProcessResult]:
        """Run what was requested, one after the other."""
        definitions = build_definitions(self.services.settings, IngestionSession(services=self.services))
        return [
            definitions.resolve_job_def(str(request.job_name)).execute_in_process(
                instance=self.instance,
                run_config=dict(request.run_config) or None,
                partition_key=request.partition_key,
                tags=dict(request.tags),
                raise_on_error=False,
            )
            for request in requests
        ]


def documents_in(requests: Sequence[dg.RunRequest]) -> list[list[str]]:
    """The documents that ingesting runs name."""
    return [
        list(request.run_config["ops"]["ingestion"]["config"]["documents"])
        for request in requests
        if request.job_name == "ingest_documents"
    ]


def write_notes(folder: Path, numbers: Sequence[int]) -> None:
    """Small text files, note_N.txt."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        (folder / f"note_{number:03}.txt").write_text(
            f"Note {number}\n\nThe pump in hall {number} was serviced in May.\n"
        )
