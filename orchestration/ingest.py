"""Bring the index to the state of folders: list, compare, forget what is gone, and run what is stale through Dagster.

Nothing of Dagster is imported when nothing changed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import structlog
from sqlalchemy import text

from bizrag.errors import BadInputError, BizragError
from bizrag.pipeline.events import EventStatus, StageEvent
from bizrag.pipeline.plan import plan
from bizrag.pipeline.scan import GoneDocument, Scan, scan
from bizrag.pipeline.services import OnPage, Services
from bizrag.pipeline.stages import StageName
from bizrag.sources.listing import list_source
from bizrag.store import catalog
from bizrag.store.forget import delete_unused, forget_documents
from bizrag.store.indexes import maintain_index
from bizrag.store.state import StaleDocument, select_failures
from sql import query

if TYPE_CHECKING:
    from dagster import DagsterInstance, JobDefinition

log = structlog.get_logger(__name__)

# Keys in one call to the partition store; more would exceed the driver's bind parameters.
_PARTITIONS_PER_CALL = 10_000
# What Dagster makes of Ctrl-C inside a step; as an error in an event, it is known by its name.
_INTERRUPTED = "DagsterExecutionInterruptedError"


class IngestListener:
    """Hears what happens; the default hears nothing."""

    def planned(self, documents: int) -> None:
        """So many documents have work to do."""

    def event(self, event: StageEvent) -> None:
        """A stage of a document ended."""

    def page(self, document: str, done: int, total: int) -> None:
        """A page of a document was parsed."""

    def note(self, line: str) -> None:
        """Something a person may want to know while waiting."""


@dataclass(slots=True, kw_only=True)
class IngestReport:
    """What an ingestion did."""

    listed: int = 0
    added: int = 0
    changed: int = 0
    deleted: int = 0
    # one entry per document or place that failed: doc, stage, error
    failed: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    calls: Counter[str] = field(default_factory=Counter[str])
    # seconds of work by stage, parallel parsing counted in full
    stage_seconds: dict[str, float] = field(default_factory=dict[str, float])
    chunks: int = 0
    stale: int = 0
    orphaned: int = 0
    seconds: float = 0.0

    @property
    def unchanged(self) -> int:
        return max(0, self.listed - self.added - self.changed - len(self.failed))

    def to_json(self) -> dict[str, Any]:
        """The public form of ``bizrag ingest --json``."""
        return {
            "documents": {
                "added": self.added,
                "changed": self.changed,
                "unchanged": self.unchanged,
                "deleted": self.deleted,
                "failed": len(self.failed),
            },
            "calls": {name: self.calls[name] for name in ("parse", "chat", "embed_texts")},
            "rows": {"chunks": self.chunks, "stale": self.stale, "orphaned": self.orphaned},
            "failed": self.failed,
            "stage_seconds": {name: round(seconds, 3) for name, seconds in self.stage_seconds.items()},
            "seconds": round(self.seconds, 3),
            # Local models cost nothing.
            "cost_usd": 0.0,
        }


def ingest(
    services: Services, places: Sequence[str], *, collection: str, listener: IngestListener | None = None
) -> IngestReport:
    """Bring the indexes of the settings to the state of folders, files or buckets.

    A place that does not exist, and a document that cannot be read, is reported and ends nothing else.
    """
    began = time.perf_counter()
    listener = listener or IngestListener()
    report = IngestReport()
    scans = _scan_all(services, places, collection, report)
    gone = [item for found in scans for item in found.gone]
    listed = sorted({number for found in scans for number in found.listed})
    report.listed, report.deleted = len(listed), len(gone)
    forget_documents(services.engine, [item.document_no for item in gone])
    with services.engine.connect() as conn:
        stale = plan(conn, services, documents=listed)
    listener.planned(len(stale))
    added_partitions = [key for found in scans for key in found.added_partitions]
    if stale or gone or added_partitions:
        _run(services, stale, gone, added_partitions, listener, _Tally(report))
        for index in services.indexes.values():
            maintain_index(services.engine, index, services.settings.search)
        delete_unused(services.engine, services.blobs)
    _summarise(services, listed, report)
    report.seconds = time.perf_counter() - began
    return report


def _scan_all(services: Services, places: Sequence[str], collection: str, report: IngestReport) -> list[Scan]:
    scans: list[Scan] = []
    for place in places:
        try:
            listing = list_source(place, collection=collection)
        except BadInputError as error:
            report.failed.append({"doc": place, "stage": "source", "error": str(error)})
            continue
        with services.engine.begin() as conn:
            scans.append(scan(conn, listing, collection=collection))
    return scans


class _Tally:
    """Counts what the runner reports."""

    def __init__(self, report: IngestReport) -> None:
        self._report = report
        self._first_reads: set[int] = set()
        self._new_contents: set[int] = set()
        self._failed: set[int] = set()

    def count(self, event: StageEvent) -> None:
        """Take in one event."""
        number = event.document.document_no
        self._report.calls.update(event.calls)
        seconds = self._report.stage_seconds
        seconds[event.stage.value] = seconds.get(event.stage.value, 0.0) + event.seconds
        if event.status is EventStatus.FAILED:
            self._failed.add(number)
        elif event.stage is StageName.DOCUMENTS and event.status is EventStatus.DONE:
            if event.document.content_sha256 is None:
                self._first_reads.add(number)
            elif event.document.content_sha256 != event.outputs["content"]:
                self._new_contents.add(number)
        self._report.added = len(self._first_reads - self._failed)
        self._report.changed = len(self._new_contents - self._failed)


def _run(
    services: Services,
    stale: Sequence[StaleDocument],
    gone: Sequence[GoneDocument],
    added_partitions: Sequence[str],
    listener: IngestListener,
    tally: _Tally,
) -> None:
    """Keep Dagster's partitions right and run the stale documents in batches, in this process."""
    from orchestration.instance import open_instance

    def on_event(event: StageEvent) -> None:
        tally.count(event)
        listener.event(event)

    with open_instance(services.settings, keep_output=False) as instance:
        _update_partitions(instance, gone, added_partitions)
        if not stale:
            return
        job = _job(services, on_event, listener.page)
        size = services.settings.ingest.batch_documents
        for start in range(0, len(stale), size):
            numbers = [item.document_no for item in stale[start : start + size]]
            with services.engine.connect() as conn:
                keys = [row.partition_key for row in catalog.load_documents(conn, numbers)]
            _execute(job, instance, keys)


def _update_partitions(
    instance: DagsterInstance, gone: Sequence[GoneDocument], added_partitions: Sequence[str]
) -> None:
    from assets.keys import document_partitions

    name = document_partitions.name
    assert name is not None, "the documents partition has a name"
    for item in gone:
        if instance.has_dynamic_partition(name, item.partition_key):
            instance.delete_dynamic_partition(name, item.partition_key)
    for start in range(0, len(added_partitions), _PARTITIONS_PER_CALL):
        instance.add_dynamic_partitions(name, list(added_partitions[start : start + _PARTITIONS_PER_CALL]))


def _job(services: Services, on_event: Callable[[StageEvent], None], on_page: OnPage) -> JobDefinition:
    from orchestration.definitions import INGEST_JOB, build_definitions
    from resources.ingestion import IngestionSession

    session = IngestionSession(services=services, on_event=on_event, on_page=on_page)
    return build_definitions(services.settings, session).resolve_job_def(INGEST_JOB)


def _execute(job: JobDefinition, instance: DagsterInstance, partition_keys: Sequence[str]) -> None:
    """One Dagster run over these documents.

    Raises BizragError when the run itself broke, not a document, and KeyboardInterrupt when somebody ended it; the run
    is canceled then.
    """
    result = job.execute_in_process(
        instance=instance,
        run_config={
            "ops": {"ingestion": {"config": {"documents": list(partition_keys)}}},
            "loggers": {"console": {"config": {"log_level": "CRITICAL"}}},
        },
        raise_on_error=False,
    )
    for event in result.all_events:
        if not event.is_step_failure:
            continue
        failure = event.step_failure_data
        if failure.error and failure.error.cls_name == _INTERRUPTED:
            run = instance.get_run_by_id(result.run_id)
            if run is not None:
                instance.report_run_canceled(run, "interrupted in the terminal; documents that were through are kept")
            raise KeyboardInterrupt
        if failure.user_failure_data is None:  # not the Failure that lists documents
            cause = failure.error.cause if failure.error and failure.error.cause else failure.error
            reason = cause.message.strip() if cause else "unknown reason"
            raise BizragError(f"the Dagster run {result.run_id} broke: {reason}")


def _summarise(services: Services, listed: Sequence[int], report: IngestReport) -> None:
    with services.engine.connect() as conn:
        for failure in select_failures(conn, listed):
            report.failed.append({"doc": failure.source_uri, "stage": failure.stage, "error": failure.error})
        row = conn.execute(text(query("count_rows"))).mappings().one()
    report.chunks, report.stale, report.orphaned = int(row["chunks"]), int(row["stale"]), int(row["orphaned"])
