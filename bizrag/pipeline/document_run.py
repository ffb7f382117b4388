"""One document on its way through the stages: each stage that must run is computed, then stored in one transaction."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from bizrag.describing.asking import Asker, Meter
from bizrag.errors import BizragError, ConfigurationError, NotFoundError, TransientError
from bizrag.model.hashing import fingerprint
from bizrag.model.parses import Parse
from bizrag.pipeline import work
from bizrag.pipeline.batch import Batch
from bizrag.pipeline.call_pool import RunStoppedError
from bizrag.pipeline.document_record import DocumentRecord
from bizrag.pipeline.events import EventStatus, Facts, Outcome, StageEvent, Wait
from bizrag.pipeline.parse_work import ParseWork
from bizrag.pipeline.stages import STAGE_BY_NAME, StageName, StageVersion
from bizrag.scrub import scrub
from bizrag.store import catalog
from bizrag.store.catalog import DocumentRow
from bizrag.store.indexes import IndexRow
from bizrag.store.state import StageState, load_states, record_failure, record_success

log = structlog.get_logger(__name__)


class StageFailedError(Exception):
    """A stage of the document failed; that is recorded and reported already."""


class DocumentForgottenError(Exception):
    """The document was forgotten before this process had it."""


class DocumentRun:
    """A document in a run, which this process has locked. Its methods are called one after the other, by any thread.

    Events go to the batch. Raises StageFailedError when a stage failed, or DocumentForgottenError: the document ends
    there; RunStoppedError or CancelledError when the run is being ended; SQLAlchemyError as it comes.
    """

    def __init__(self, batch: Batch, document: DocumentRow) -> None:
        self.document = document
        # what must be parsed, once ``look`` is through
        self.parse_work: ParseWork | None = None
        self.record = DocumentRecord(document)
        self._batch = batch
        self._services = batch.services
        self._parse_started = 0.0
        self._states: dict[tuple[str, int], StageState] = {}
        self._facts: Facts = {}
        # of the stage at work
        self._meter = Meter()
        # the stage, its pages so far, and since when; None while it queues for a thread or a parser
        self._doing: tuple[StageName, tuple[int, int] | None, float | None] = (StageName.DOCUMENTS, None, None)

    # --- the way through the stages ---

    def look(self) -> None:
        """Everything up to the parse."""
        services = self._services
        with services.engine.connect() as conn:
            # a listing that was read since may have changed its marks, or somebody forgot it
            fresh = catalog.load_documents(conn, [self.document.document_no])
            if not fresh:
                raise DocumentForgottenError(self.document.source_uri)
            self._states = load_states(conn, self.document.document_no)
        self.document = document = fresh[0]
        self._facts = {
            "source.0": {"mark": document.change_mark, "name": document.name},
            **{f"{stage}.{index_no}": state.outputs for (stage, index_no), state in self._states.items()},
        }
        self._shared(StageName.DOCUMENTS, lambda: work.look_at_document(services, document))
        self._shared(
            StageName.CLASSIFICATIONS,
            lambda: work.classify_document(
                services, document, self._facts, asker=self._asker(), pool=self._batch.calls
            ),
        )
        version = self._batch.version(StageName.PAGES)
        if StageName.PAGES not in self._batch.stages or self._is_done(version):
            return
        self._parse_started = time.perf_counter()
        with self._failing(version, self._parse_started):
            self._require_inputs(version)
            self.parse_work = ParseWork(services, document, self._facts)

    @property
    def wait(self) -> Wait:
        """What it is at, and for how long; 0 s while it queues: what takes long is the document ahead of it."""
        stage, pages, since = self._doing
        seconds = 0.0 if since is None else time.monotonic() - since
        return Wait(document=self.document.source_uri, stage=stage, pages=pages, seconds=seconds)

    def queue(self) -> None:
        """Say that it is through with what it was at, and waits for its turn."""
        self._doing = (self._doing[0], None, None)

    def submit_parse(self) -> Future[Parse]:
        """Give the document to a parser process."""
        self.queue()
        with self._failing(self._batch.version(StageName.PAGES), self._parse_started):
            return self._require_parse_work().submit(on_start=self._on_parse_start, on_page=self._on_page)

    def finish(self, parse: Future[Parse] | None, *, calls: int) -> None:
        """Everything from the parse on.

        ``parse`` is done; None where no parse is needed. ``calls`` is 0 where another document of the same content
        asked for it.
        """
        services, facts = self._services, self._facts
        if parse is None:
            self._shared(StageName.PAGES, lambda: self._require_parse_work().stored())
        else:
            self._shared(
                StageName.PAGES,
                lambda: self._require_parse_work().outcome(parse.result(), calls=calls),
                started=self._parse_started,
            )
        self._shared(
            StageName.DESCRIPTIONS,
            lambda: work.describe_document(services, facts, asker=self._asker(), pool=self._batch.calls),
        )
        failed: StageFailedError | None = None
        for index in self._batch.indexes.values():
            try:
                self._into(index)
            except StageFailedError as error:  # the other indexes are none the worse for it
                failed = error
        if failed is not None:
            raise failed

    def _into(self, index: IndexRow) -> None:
        services, document, facts, claims = self._services, self.document, self._facts, self._batch.embedding
        self._indexed(StageName.CHUNKS, index, lambda i: work.chunk(services, document, facts, i))
        self._indexed(StageName.EMBEDDINGS, index, lambda i: work.embed(services, facts, i, claims))
        self._indexed(StageName.SEARCH_INDEX, index, lambda i: work.publish_document(services, document, facts, i))

    # --- one stage ---

    def _shared(self, stage: StageName, compute: Callable[[], Outcome], started: float | None = None) -> None:
        if stage in self._batch.stages:
            self._step(self._batch.version(stage), compute, started)

    def _indexed(self, stage: StageName, index: IndexRow, compute: Callable[[IndexRow], Outcome]) -> None:
        if stage in self._batch.stages:
            self._step(self._batch.version(stage, index.index_no), lambda: compute(index), None)

    def _step(self, version: StageVersion, compute: Callable[[], Outcome], started: float | None) -> None:
        self._batch.check_running()
        self._doing = (version.stage, None, time.monotonic())
        if self._is_done(version):
            state = self._states[version.stage, version.index_no]
            self._emit(version, EventStatus.UNCHANGED, outputs=state.outputs)
            return
        began = started or time.perf_counter()
        self._meter = Meter()
        with self._failing(version, began):
            key = self._require_inputs(version)
            outcome = compute()
            calls = self._calls(outcome)
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
                    calls=calls,
                    version=version.static,
                )
        self._facts[f"{version.stage}.{version.index_no}"] = outcome.outputs
        self._emit(
            version,
            EventStatus.DONE,
            outputs=outcome.outputs,
            metadata=outcome.metadata,
            calls=calls,
            seconds=seconds,
        )

    @contextmanager
    def _failing(self, version: StageVersion, began: float) -> Generator[None]:
        """Turn an error inside into a recorded failure of the document; database errors and the run's end pass."""
        try:
            yield
        except (SQLAlchemyError, RunStoppedError, CancelledError):
            raise
        except Exception as error:
            self._fail(version, error, time.perf_counter() - began)
            raise StageFailedError(f"{self.document.source_uri}: {version.stage}") from error

    def _fail(self, version: StageVersion, error: Exception, seconds: float) -> None:
        """Record the failure and say so."""
        message = str(error) if isinstance(error, BizragError) else f"{type(error).__name__}: {error}"
        message = scrub(" ".join(message.split()))
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
                error=message,
                # a full disk, a share that is gone, a key that is not set: not the document's fault
                is_transient=isinstance(error, TransientError | ConfigurationError | OSError | MemoryError),
                seconds=seconds,
                version=version.static,
            )
        self._emit(version, EventStatus.FAILED, outputs={}, calls=self._calls(None), seconds=seconds, error=message)

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

    def _require_parse_work(self) -> ParseWork:
        assert self.parse_work is not None, "the parse is prepared before it is made or read"
        return self.parse_work

    def _asker(self) -> Asker:
        return Asker(documents=(self.document.document_no,), meter=self._meter)

    def _calls(self, outcome: Outcome | None) -> dict[str, int]:
        """What the stage called: what it says itself, and the model calls that were counted."""
        chat = {"chat": self._meter.calls} if self._meter.calls else {}
        return {**(outcome.calls if outcome else {}), **chat}

    # --- telling ---

    def _on_parse_start(self) -> None:
        # a long document is parsed in ranges: a later one leaves the pages that are done
        self._doing = (StageName.PAGES, self._doing[1], time.monotonic())

    def _on_page(self, done: int, total: int) -> None:
        self._doing = (StageName.PAGES, (done, total), time.monotonic())
        if self._batch.on_page is not None:
            self._batch.on_page(self.document.source_uri, done, total)

    def _emit(
        self,
        version: StageVersion,
        status: EventStatus,
        *,
        outputs: dict[str, Any],
        metadata: dict[str, Any] | None = None,
        calls: dict[str, int] | None = None,
        seconds: float = 0.0,
        error: str | None = None,
    ) -> None:
        index = self._batch.indexes.get(version.index_no)
        event = StageEvent(
            document=self.document,
            stage=version.stage,
            index_name=index.index_name if index else None,
            status=status,
            fingerprint=self._fingerprint(version),
            inputs={
                upstream: self._facts.get(version.facts_key(upstream), {})
                for upstream in STAGE_BY_NAME[version.stage].upstream
            },
            outputs=outputs,
            metadata=metadata or {},
            calls=calls or {},
            cost_usd=0.0 if status is EventStatus.UNCHANGED else self._meter.cost_usd,
            seconds=seconds,
            error=error,
        )
        self.record.add(event)
        self._batch.emit(event)
