"""Take documents through the stages: parsing in worker processes, everything else here while they work.

The runner yields an event per document and stage as it goes. A failed stage ends its document and no other; its error
is recorded on the document, and the version that answered before goes on answering. Interrupting the generator leaves
a clean state: every stage is one transaction.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait

import structlog
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from bizrag.errors import BizragError, NotFoundError, TransientError
from bizrag.model.hashing import fingerprint
from bizrag.model.parses import Parse
from bizrag.pipeline import work
from bizrag.pipeline.events import EventStatus, Outcome, StageEvent
from bizrag.pipeline.services import OnPage, Services
from bizrag.pipeline.stages import STAGE_BY_NAME, StageName, StageVersion
from bizrag.pipeline.versions import stage_versions
from bizrag.store import catalog
from bizrag.store.catalog import DocumentRow
from bizrag.store.indexes import IndexRow
from bizrag.store.state import load_states, record_failure, record_success
from sql import query

log = structlog.get_logger(__name__)

# Documents whose parse waits behind those that the workers hold, so that no worker ever waits for this process.
_QUEUED_PARSES = 2
_LOCK_WAIT_SECONDS = 0.5


class _StageFailedError(Exception):
    """A stage of the document failed; the event that says so is attached."""

    def __init__(self, event: StageEvent) -> None:
        super().__init__(event.error)
        self.event = event


def run_documents(
    services: Services,
    documents: Sequence[int],
    *,
    stages: frozenset[StageName] = frozenset(StageName),
    indexes: frozenset[str] | None = None,
    on_page: OnPage | None = None,
) -> Generator[StageEvent]:
    """Bring documents up to date, and yield an event for every selected stage of each.

    Stages that are not selected do not run; a document whose selected stage lacks an earlier one's output fails there.
    ``indexes`` names the indexes to keep up to date (default: all of the settings). ``on_page(document, done, total)``
    hears of pages while they are parsed. Database errors end the run; all other errors end one document.
    """
    batch = _Batch(services, stages, indexes, on_page)
    with services.engine.connect() as conn:
        rows = deque(catalog.load_documents(conn, documents))
    lock = services.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    try:
        lock.execute(text(query("lock_ingestion")))
        yield from _interleave(batch, rows, lock)
    finally:
        # Closing the session would return it to the pool with its locks.
        lock.invalidate()
        lock.close()


def _interleave(batch: _Batch, rows: deque[DocumentRow], lock: Connection) -> Iterator[StageEvent]:
    """Keep the parser processes fed, and finish documents whose parse is there."""
    parsing: dict[Future[Parse], list[_DocumentRun]] = {}
    window = batch.services.settings.parsing.workers + _QUEUED_PARSES
    while rows or parsing:
        skipped = 0
        while rows and len(parsing) < window and skipped < len(rows):
            document = rows.popleft()
            if not _try_lock(lock, document):
                rows.append(document)
                skipped += 1
                continue
            run = _DocumentRun.of(batch, document)
            if run is not None:
                yield from run.start(parsing)
            if run is None or run.future is None:
                _unlock(lock, document)
        if not parsing:
            if rows:
                time.sleep(_LOCK_WAIT_SECONDS)
            continue
        done, _ = wait(parsing, timeout=_LOCK_WAIT_SECONDS if rows and skipped else None, return_when=FIRST_COMPLETED)
        for future in done:
            for position, run in enumerate(parsing.pop(future)):
                yield from run.finish(future, calls=1 if position == 0 else 0)
                _unlock(lock, run.document)


def _try_lock(lock: Connection, document: DocumentRow) -> bool:
    return bool(lock.execute(text(query("try_lock_document")), {"document_no": document.document_no}).scalar())


def _unlock(lock: Connection, document: DocumentRow) -> None:
    lock.execute(text(query("unlock_document")), {"document_no": document.document_no})


class _Batch:
    """What all documents of a run share."""

    def __init__(
        self,
        services: Services,
        stages: frozenset[StageName],
        indexes: frozenset[str] | None,
        on_page: OnPage | None,
    ) -> None:
        self.services = services
        self.stages = stages
        self.on_page = on_page
        self.indexes: dict[int, IndexRow] = {
            index.index_no: index for name, index in services.indexes.items() if indexes is None or name in indexes
        }
        self.versions: list[StageVersion] = [
            version
            for version in stage_versions(services.settings, services.indexes)
            if version.index_no == 0 or version.index_no in self.indexes
        ]

    def version(self, stage: StageName) -> StageVersion:
        """The shared stage of that name."""
        return next(version for version in self.versions if version.stage is stage)


class _DocumentRun:
    """One document on its way through the stages."""

    def __init__(self, batch: _Batch, document: DocumentRow) -> None:
        self.document = document
        self.future: Future[Parse] | None = None
        self._batch = batch
        self._services = batch.services
        self._parse_work: work.ParseWork | None = None
        self._parse_started = 0.0
        with self._services.engine.connect() as conn:
            self._states = load_states(conn, document.document_no)
        self._facts: work.Facts = {
            "source.0": {"mark": document.change_mark, "name": document.name},
            **{f"{stage}.{index_no}": state.outputs for (stage, index_no), state in self._states.items()},
        }

    @classmethod
    def of(cls, batch: _Batch, document: DocumentRow) -> _DocumentRun | None:
        """The run of a document that this process has locked; None when it was forgotten meanwhile."""
        with batch.services.engine.connect() as conn:
            # a listing that was read since may have changed its marks too
            fresh = catalog.load_documents(conn, [document.document_no])
        return cls(batch, fresh[0]) if fresh else None

    # --- the way through the stages ---

    def start(self, parsing: dict[Future[Parse], list[_DocumentRun]]) -> Iterator[StageEvent]:
        """Everything up to the parse; the rest too when there is nothing to parse."""
        services, document = self._services, self.document
        try:
            yield from self._shared(StageName.DOCUMENTS, lambda: work.look_at_document(services, document))
            yield from self._shared(
                StageName.CLASSIFICATIONS, lambda: work.classify_document(services, document, self._facts)
            )
            if self._submit_parse(parsing):
                return
            yield from self._shared(StageName.PAGES, lambda: self._require_parse_work().stored())
            yield from self._after_parse()
        except _StageFailedError as failed:
            yield failed.event

    def finish(self, future: Future[Parse], *, calls: int) -> Iterator[StageEvent]:
        """Everything from the parse on; ``calls`` is 0 where another document of the same content asked for it."""
        try:
            yield from self._shared(
                StageName.PAGES,
                lambda: self._require_parse_work().outcome(future.result(), calls=calls),
                started=self._parse_started,
            )
            yield from self._after_parse()
        except _StageFailedError as failed:
            yield failed.event

    def _submit_parse(self, parsing: dict[Future[Parse], list[_DocumentRun]]) -> bool:
        """Start the parse if the stage must run and nothing stored or under way answers it."""
        version = self._batch.version(StageName.PAGES)
        if StageName.PAGES not in self._batch.stages or self._is_done(version):
            return False
        self._parse_started = time.perf_counter()
        with self._failing(version, self._parse_started):
            self._require_inputs(version)
            self._parse_work = parse_work = work.ParseWork(self._services, self.document, self._facts)
            if parse_work.is_stored:
                return False
            for future, runs in parsing.items():
                if runs[0]._require_parse_work().parse_id == parse_work.parse_id:
                    runs.append(self)
                    self.future = future
                    return True
            self.future = parse_work.submit(self._on_page)
        parsing[self.future] = [self]
        return True

    def _after_parse(self) -> Iterator[StageEvent]:
        services, document, facts = self._services, self.document, self._facts
        yield from self._shared(StageName.DESCRIPTIONS, lambda: work.describe_document(services, document, facts))
        for index in self._batch.indexes.values():
            try:
                yield from self._into(index)
            except _StageFailedError as failed:  # the other indexes are none the worse for it
                yield failed.event

    def _into(self, index: IndexRow) -> Iterator[StageEvent]:
        services, document, facts = self._services, self.document, self._facts
        yield from self._indexed(StageName.CHUNKS, index, lambda i: work.chunk(services, document, facts, i))
        yield from self._indexed(StageName.EMBEDDINGS, index, lambda i: work.embed(services, facts, i))
        yield from self._indexed(StageName.SEARCH_INDEX, index, lambda i: work.publish_document(document, facts, i))

    # --- one stage ---

    def _shared(
        self, stage: StageName, compute: Callable[[], Outcome], started: float | None = None
    ) -> Iterator[StageEvent]:
        if stage in self._batch.stages:
            yield self._step(self._batch.version(stage), None, compute, started)

    def _indexed(
        self, stage: StageName, index: IndexRow, compute: Callable[[IndexRow], Outcome]
    ) -> Iterator[StageEvent]:
        if stage in self._batch.stages:
            version = next(
                item for item in self._batch.versions if item.stage is stage and item.index_no == index.index_no
            )
            yield self._step(version, index, lambda: compute(index), None)

    def _step(
        self,
        version: StageVersion,
        index: IndexRow | None,
        compute: Callable[[], Outcome],
        started: float | None,
    ) -> StageEvent:
        if self._is_done(version):
            state = self._states[version.stage, version.index_no]
            return self._event(version, index, EventStatus.UNCHANGED, outputs=state.outputs)
        began = started or time.perf_counter()
        with self._failing(version, began):
            key = self._require_inputs(version)
            outcome = compute()
            with self._services.engine.begin() as conn:
                outcome.save(conn)
                # A parse waits for a worker and runs beside other work: its own clock counts.
                seconds = outcome.seconds if outcome.seconds is not None else time.perf_counter() - began
                record_success(
                    conn,
                    document_no=self.document.document_no,
                    stage=version.stage,
                    index_no=version.index_no,
                    fingerprint=key,
                    outputs=outcome.outputs,
                    seconds=seconds,
                    calls=outcome.calls,
                    version=version.static,
                )
        self._facts[f"{version.stage}.{version.index_no}"] = outcome.outputs
        return self._event(
            version,
            index,
            EventStatus.DONE,
            outputs=outcome.outputs,
            metadata=outcome.metadata,
            calls=outcome.calls,
            seconds=seconds,
        )

    def _failing(self, version: StageVersion, began: float) -> _RecordFailure:
        return _RecordFailure(self, version, began)

    def _is_done(self, version: StageVersion) -> bool:
        state = self._states.get((version.stage, version.index_no))
        return state is not None and state.is_done(self._fingerprint(version))

    def _fingerprint(self, version: StageVersion) -> str:
        """The stage's key for this document, or an empty one while something it reads does not exist."""
        inputs: list[str] = []
        for key, output in version.to_json(0)["reads"]:
            value = self._facts.get(key, {}).get(output)
            if value is None:
                return ""
            inputs.append(value)
        return fingerprint(version.static, *inputs)

    def _require_inputs(self, version: StageVersion) -> str:
        """The stage's key; NotFoundError when a stage that it reads has never run."""
        key = self._fingerprint(version)
        if not key:
            raise NotFoundError(f"{version.stage}: an earlier stage has not run for this document; select it too")
        return key

    def _require_parse_work(self) -> work.ParseWork:
        assert self._parse_work is not None, "the parse is submitted before it is read"
        return self._parse_work

    def _on_page(self, done: int, total: int) -> None:
        if self._batch.on_page is not None:
            self._batch.on_page(self.document.source_uri, done, total)

    def fail(self, version: StageVersion, error: Exception, seconds: float) -> StageEvent:
        """Record the failure and say so."""
        message = str(error) if isinstance(error, BizragError) else f"{type(error).__name__}: {error}"
        if not isinstance(error, BizragError):
            log.error(
                "stage failed unexpectedly", document=self.document.source_uri, stage=version.stage, exc_info=error
            )
        with self._services.engine.begin() as conn:
            record_failure(
                conn,
                document_no=self.document.document_no,
                stage=version.stage,
                index_no=version.index_no,
                fingerprint=self._fingerprint(version),
                error_class=type(error).__name__,
                error=" ".join(message.split()),
                is_transient=isinstance(error, TransientError),
                seconds=seconds,
                version=version.static,
            )
        index = self._batch.indexes.get(version.index_no)
        return self._event(
            version, index, EventStatus.FAILED, outputs={}, seconds=seconds, error=" ".join(message.split())
        )

    def _event(
        self,
        version: StageVersion,
        index: IndexRow | None,
        status: EventStatus,
        *,
        outputs: dict[str, str],
        metadata: dict[str, object] | None = None,
        calls: dict[str, int] | None = None,
        seconds: float = 0.0,
        error: str | None = None,
    ) -> StageEvent:
        stage = STAGE_BY_NAME[version.stage]
        return StageEvent(
            document=self.document,
            stage=version.stage,
            index_name=index.index_name if index else None,
            status=status,
            fingerprint=self._fingerprint(version),
            inputs={upstream: self._facts.get(version.facts_key(upstream), {}) for upstream in stage.upstream},
            outputs=outputs,
            metadata=metadata or {},
            calls=calls or {},
            seconds=seconds,
            error=error,
        )


class _RecordFailure:
    """Turns an error inside into a recorded failure of the document; database errors pass."""

    def __init__(self, run: _DocumentRun, version: StageVersion, began: float) -> None:
        self._run, self._version, self._began = run, version, began

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, SQLAlchemyError):
            event = self._run.fail(self._version, error, time.perf_counter() - self._began)
            raise _StageFailedError(event) from error
