"""Take documents through the stages: parsing in worker processes, and beside it looking, describing and embedding.

The runner yields an event per document and stage as it goes, a document's in order. A failed stage ends its document
and no other; its error is recorded on the document, and the version that answered before goes on answering.
Interrupting the generator leaves a clean state: every stage is one transaction, and every model's answer is kept when
it comes.
"""

from __future__ import annotations

import queue
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection

from bizrag.model.parses import Parse
from bizrag.pipeline.batch import Batch
from bizrag.pipeline.call_pool import RunStoppedError
from bizrag.pipeline.document_run import DocumentForgottenError, DocumentRun, StageFailedError
from bizrag.pipeline.events import OnWait, StageEvent, Wait
from bizrag.pipeline.services import OnPage, Services
from bizrag.pipeline.stages import StageName
from bizrag.store import catalog
from bizrag.store.catalog import DocumentRow
from sql import statement

# Documents whose parse waits behind those that the workers hold, so that no worker ever waits for this process.
_QUEUED_PARSES = 2
_LOCK_WAIT_SECONDS = 0.5
#: what takes longer is told, and told again as often
WAIT_SECONDS = 10.0


def run_documents(
    services: Services,
    documents: Sequence[int],
    *,
    stages: frozenset[StageName] = frozenset(StageName),
    indexes: frozenset[str] | None = None,
    on_page: OnPage | None = None,
    on_wait: OnWait | None = None,
) -> Generator[StageEvent]:
    """Bring documents up to date, and yield an event for every selected stage of each.

    Stages that are not selected do not run; a document whose selected stage lacks an earlier one's output fails there.
    ``indexes`` names the indexes to keep up to date (default: all of the settings). ``on_page(document, done, total)``
    hears of pages while they are parsed, ``on_wait`` every ten seconds of what takes longer than that. Database errors
    end the run; all other errors end one document.

    Closing the generator ends the run after the stages and model calls that are under way.
    """
    with services.engine.connect() as conn:
        rows = deque(catalog.load_documents(conn, documents))
    lock = services.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    try:
        lock.execute(statement("lock_ingestion"))
        messages: queue.SimpleQueue[_Message] = queue.SimpleQueue()
        batch = Batch(services, stages=stages, indexes=indexes, on_page=on_page, emit=messages.put)
        run = _Run(batch, rows, lock, messages, on_wait)
        try:
            yield from run.events()
        finally:
            run.close()
    finally:
        # Closing the session would return it to the pool with its locks.
        lock.invalidate()
        lock.close()


@dataclass(frozen=True, slots=True)
class _Looked:
    """The document is looked at: its parse comes next."""

    run: DocumentRun


@dataclass(frozen=True, slots=True)
class _Parsed:
    """A parse ended, well or not."""

    parse_id: str


@dataclass(frozen=True, slots=True)
class _Ended:
    """The document is through; with an error only where that ends the run."""

    run: DocumentRun
    error: BaseException | None = None


_Message = StageEvent | _Looked | _Parsed | _Ended


@dataclass(slots=True)
class _Parsing:
    """A parse under way, or not stored yet, and the documents that wait for it; the first one asked for it."""

    future: Future[Parse]
    runs: list[DocumentRun] = field(default_factory=list[DocumentRun])
    is_done: bool = False


class _Run:
    """Moves documents between the threads and processes; everything here happens in the consumer's thread."""

    def __init__(
        self,
        batch: Batch,
        rows: deque[DocumentRow],
        lock: Connection,
        messages: queue.SimpleQueue[_Message],
        on_wait: OnWait | None,
    ) -> None:
        settings = batch.services.settings
        self._batch = batch
        self._rows = rows
        self._lock = lock
        self._messages = messages
        self._on_wait = on_wait
        self._told_at = time.monotonic()
        self._active: set[DocumentRun] = set()
        # those of them that are looked at or parsed
        self._ahead: set[DocumentRun] = set()
        self._parsing: dict[str, _Parsing] = {}
        # those whose bytes another process parses
        self._elsewhere: list[DocumentRun] = []
        # documents that another process works on, by number, and since when that is known
        self._held: dict[int, tuple[DocumentRow, float]] = {}
        # Two pools: documents to finish never keep the parsers waiting for documents to look at.
        self._looking = ThreadPoolExecutor(settings.ingest.concurrent_documents, "look")
        self._finishing = ThreadPoolExecutor(settings.ingest.concurrent_documents, "finish")
        self._max_ahead = settings.parsing.num_workers + _QUEUED_PARSES
        self._max_active = self._max_ahead + settings.ingest.concurrent_documents

    def events(self) -> Iterator[StageEvent]:
        """What happens, until all documents are through."""
        while self._rows or self._active:
            is_elsewhere = self._look_elsewhere()
            is_waiting = self._admit() or is_elsewhere
            self._tell_waits()
            try:
                message = self._messages.get(timeout=_LOCK_WAIT_SECONDS if is_waiting else WAIT_SECONDS)
            except queue.Empty:
                continue
            match message:
                case StageEvent():
                    yield message
                case _Looked(run):
                    self._parse(run)
                case _Parsed(parse_id):
                    self._finish_parsed(parse_id)
                case _Ended(run, error):
                    self._leave(run, error)

    def _tell_waits(self) -> None:
        """A person who looks on learns what takes so long, and that it is still under way."""
        now = time.monotonic()
        if self._on_wait is None or now - self._told_at < WAIT_SECONDS:
            return
        self._told_at = now
        own = [replace(run.wait, is_elsewhere=run in self._elsewhere) for run in self._active]
        held = [_held_wait(document, now - since) for document, since in self._held.values()]
        waits = sorted([*own, *held], key=lambda wait: -wait.seconds)
        if long := [wait for wait in waits if wait.seconds >= WAIT_SECONDS]:
            self._on_wait(long)

    def close(self) -> None:
        """Wait for the stages and model calls that are under way; nothing new begins."""
        self._batch.stop()
        self._looking.shutdown(wait=True, cancel_futures=True)
        self._finishing.shutdown(wait=True, cancel_futures=True)
        self._batch.calls.close()

    def _admit(self) -> bool:
        """Take up documents while there is room; True when other processes hold some that are left."""
        before, self._held = self._held, dict[int, tuple[DocumentRow, float]]()
        while len(self._rows) > len(self._held) and self._has_room():
            document = self._rows.popleft()
            if not self._ask("try_lock_document", document_no=document.document_no):
                self._rows.append(document)
                self._held[document.document_no] = before.get(document.document_no, (document, time.monotonic()))
                continue
            run = DocumentRun(self._batch, document)
            self._active.add(run)
            self._ahead.add(run)
            self._looking.submit(self._do, run, run.look, _Looked(run))
        return bool(self._held)

    def _has_room(self) -> bool:
        return len(self._ahead) < self._max_ahead and len(self._active) < self._max_active

    def _parse(self, run: DocumentRun) -> None:
        """Have the document parsed, unless nothing must be or the same bytes are parsed for another one."""
        work = run.parse_work
        if work is None:
            self._finish(run, None)
        elif work.parse_id in self._parsing:
            parsing = self._parsing[work.parse_id]
            parsing.runs.append(run)
            if parsing.is_done:
                self._finish(run, parsing.future)
        elif work.is_stored():
            self._finish(run, None)
        elif not self._ask("try_lock_output", output=work.parse_id):
            self._elsewhere.append(run)
        elif work.is_stored():  # since we asked
            self._ask("unlock_output", output=work.parse_id)
            self._finish(run, None)
        else:
            try:
                future = run.submit_parse()
            except StageFailedError:
                self._ask("unlock_output", output=work.parse_id)
                self._leave(run, None)
                return
            self._parsing[work.parse_id] = _Parsing(future, [run])
            parse_id = work.parse_id
            future.add_done_callback(lambda _: self._messages.put(_Parsed(parse_id)))

    def _look_elsewhere(self) -> bool:
        """Go on with documents whose parse another process has stored, or given up; True when some are left."""
        waiting = self._elsewhere
        self._elsewhere = []
        for run in waiting:
            self._parse(run)
        return bool(self._elsewhere)

    def _finish_parsed(self, parse_id: str) -> None:
        parsing = self._parsing[parse_id]
        parsing.is_done = True
        for position, run in enumerate(parsing.runs):
            self._finish(run, parsing.future, calls=1 if position == 0 else 0)

    def _finish(self, run: DocumentRun, parse: Future[Parse] | None, *, calls: int = 0) -> None:
        self._ahead.discard(run)
        run.queue()
        self._finishing.submit(self._do, run, lambda: run.finish(parse, calls=calls), _Ended(run))

    def _do(self, run: DocumentRun, phase: Callable[[], None], then: _Message) -> None:
        """In a thread: a part of a document's way, and how it ended."""
        try:
            phase()
        except (StageFailedError, DocumentForgottenError, RunStoppedError, CancelledError):
            self._messages.put(_Ended(run))
        except BaseException as error:
            self._messages.put(_Ended(run, error))
        else:
            self._messages.put(then)

    def _leave(self, run: DocumentRun, error: BaseException | None) -> None:
        """Give the document back. Raises the error that ends the run."""
        run.record.write()
        self._active.discard(run)
        self._ahead.discard(run)
        parse_id = run.parse_work.parse_id if run.parse_work else ""
        # stored by now: later documents of the same content find it
        if parse_id in self._parsing and self._parsing[parse_id].runs[0] is run:
            del self._parsing[parse_id]
            self._ask("unlock_output", output=parse_id)
        self._ask("unlock_document", document_no=run.document.document_no)
        if error is not None:
            raise error

    def _ask(self, name: str, **parameters: Any) -> bool:
        """Take or give back a lock on the run's own connection."""
        return bool(self._lock.execute(statement(name), parameters).scalar())


def _held_wait(document: DocumentRow, seconds: float) -> Wait:
    return Wait(document=document.source_uri, stage=StageName.DOCUMENTS, pages=None, seconds=seconds, is_elsewhere=True)
