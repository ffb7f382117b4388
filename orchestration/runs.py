"""Dagster runs in this process: one per batch of documents, recorded in the instance that the UI shows."""

from __future__ import annotations

import secrets
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Self

from sqlalchemy import Engine

from bizrag.errors import BizragError, TransientError
from bizrag.pipeline.services import Services
from bizrag.store import catalog
from bizrag.store.lost import are_of_ended_database
from orchestration.event_log_notices import without_event_log_notices
from sql import statement

if TYPE_CHECKING:
    from dagster import DagsterInstance, JobDefinition
    from dagster._utils.error import SerializableErrorInfo

    from resources.ingestion import IngestionSession

# What Dagster makes of Ctrl-C inside a step; as an error in an event, it is known by its name.
_INTERRUPTED = "DagsterExecutionInterruptedError"
# The tag by which a later process sees whether the one that executes a run still lives.
OWNER_TAG = "bizrag/owner"


class DagsterRuns:
    """The Dagster instance of an ingesting process: keeps its partitions right and records a run per batch.

    Use as a context manager. Entering it ends runs whose process was killed.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        from orchestration.instance import open_instance

        with ExitStack() as stack:
            self._instance = stack.enter_context(open_instance(self._services.settings, keep_output=False))
            self._owner = stack.enter_context(_living(self._services.engine))
            _close_orphans(self._services.engine, self._instance)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def drop(self, partition_keys: Sequence[str], *, with_events: bool = False) -> None:
        """Take documents out of Dagster before they leave the catalog; a crash in between is made good by the next run.

        ``with_events`` also deletes what Dagster was told of them: pictures of first pages, and tables.
        """
        for key in partition_keys:
            if self._instance.has_dynamic_partition(_partitions(), key):
                self._instance.delete_dynamic_partition(_partitions(), key)
        if with_events and partition_keys:
            with self._services.engine.begin() as conn:
                conn.execute(statement("delete_dagster_events"), {"partition_keys": list(partition_keys)})

    def execute(self, session: IngestionSession, documents: Sequence[int]) -> None:
        """Take documents through the stages, a run per batch.

        Raises BizragError when a run itself broke, not a document, and KeyboardInterrupt when somebody ended it.
        """
        if not documents:
            return
        job = _job(session)
        size = self._services.settings.ingest.batch_documents
        for start in range(0, len(documents), size):
            with self._services.engine.connect() as conn:
                batch = catalog.load_documents(conn, documents[start : start + size])
            if batch:
                keys = [row.partition_key for row in batch]
                self._instance.add_dynamic_partitions(_partitions(), keys)
                _execute(job, self._instance, keys, self._owner)


def has_orphans(engine: Engine) -> bool:
    """Whether a run is recorded as under way whose process is gone (killed, or the machine went down)."""
    return bool(_orphans(engine))


def _orphans(engine: Engine) -> list[str]:
    with engine.connect() as conn:
        if not conn.execute(statement("select_has_dagster")).scalar():
            return []
        return list(conn.execute(statement("select_orphaned_runs")).scalars())


def _close_orphans(engine: Engine, instance: DagsterInstance) -> None:
    """End runs whose process is gone: they would be shown as under way for ever."""
    for run_id in _orphans(engine):
        run = instance.get_run_by_id(run_id)
        if run is not None and not run.is_finished:
            instance.report_run_failed(run, "its process was killed; what it had finished is kept")


@contextmanager
def _living(engine: Engine) -> Generator[int]:
    """A number for this process; the database knows that it is alive as long as the connection is open."""
    owner = secrets.randbelow(2**31)
    conn = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    try:
        conn.execute(statement("hold_owner"), {"owner": owner})
        yield owner
    finally:
        # Closing the session would return it to the pool with its lock.
        conn.invalidate()
        conn.close()


def _partitions() -> str:
    from assets.keys import document_partitions

    name = document_partitions.name
    assert name is not None, "the documents partition has a name"
    return name


def _job(session: IngestionSession) -> JobDefinition:
    from orchestration.definitions import INGEST_JOB, build_definitions

    return build_definitions(session.services.settings, session).resolve_job_def(INGEST_JOB)


def _execute(job: JobDefinition, instance: DagsterInstance, partition_keys: Sequence[str], owner: int) -> None:
    """One Dagster run over these documents; it is canceled when somebody interrupts it."""
    with without_event_log_notices():
        result = job.execute_in_process(
            instance=instance,
            run_config={
                "ops": {"ingestion": {"config": {"documents": list(partition_keys)}}},
                "loggers": {"console": {"config": {"log_level": "CRITICAL"}}},
            },
            tags={OWNER_TAG: str(owner)},
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
            ended = are_of_ended_database(_class_names(failure.error))
            if ended is not None:
                raise TransientError(ended)
            cause = failure.error.cause if failure.error and failure.error.cause else failure.error
            reason = " ".join(cause.message.split()) if cause else "unknown reason"
            raise BizragError(f"the Dagster run {result.run_id} broke: {reason}")


def _class_names(error: SerializableErrorInfo | None) -> list[str]:
    """Of an error and its causes, the outermost first."""
    names: list[str] = []
    while error is not None:
        names.append(error.cls_name or "")
        error = error.cause or error.context
    return names
