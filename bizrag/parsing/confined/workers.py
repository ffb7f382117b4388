"""Parser processes: a crash, a hang or a greedy file costs its own document, never the run.

Why not ``concurrent.futures.ProcessPoolExecutor``: one dead worker breaks that whole pool, a hung one cannot be ended,
and memory is not watched. Each process here is driven by one thread that alone decides over its life.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bizrag.errors import BizragError, ParseTimeoutError, PermanentError, WorkerCrashError
from bizrag.model.documents import Layout
from bizrag.model.parses import Parse
from bizrag.parsing.confined.looking import Looker
from bizrag.parsing.confined.processes import ChildProcess, Limits
from bizrag.parsing.draft import Draft
from bizrag.parsing.images.sinks import ImageSink
from bizrag.parsing.ranges import JoinedParse, PageRange, page_ranges
from bizrag.settings import Settings

_LOG = logging.getLogger(__name__)

OnPage = Callable[[int, int], None]
OnStart = Callable[[], None]

# A document that ended this many processes is not given a third.
_MAX_CRASHES = 2


@dataclass(frozen=True, slots=True)
class Job:
    """A document, or a range of its pages, for a process; ``on_start`` and ``on_page`` stay in the parent."""

    path: Path
    content_sha256: str
    layout: Layout
    on_start: OnStart | None
    on_page: OnPage | None
    # a whole document gives a Parse, some of its pages (first and last, from 1) a Draft
    pages: PageRange | None
    future: Future[Any]


class ParserPool:
    """``settings.parsing.num_workers`` parser processes behind a queue. Nothing starts before the first document.

    A process is replaced when it dies, after ``recycle_after`` documents, when it holds more than ``memory_mb`` and
    when it makes no progress for ``timeout_seconds``. Use as a context manager: leaving it ends every process.
    """

    def __init__(self, settings: Settings, sink: ImageSink) -> None:
        self._settings = settings
        self._num_workers = settings.parsing.num_workers
        self._sink = sink
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._drivers: list[_Driver] = []
        self._crashes: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._num_waiting = 0
        self._is_closed = False
        # files are looked at in a process of its own, which starts with the first: the parsers are busy for minutes
        self.looker = Looker(settings.parsing)

    def submit(
        self,
        path: Path,
        *,
        content_sha256: str,
        layout: Layout,
        on_start: OnStart | None = None,
        on_page: OnPage | None = None,
        pdf_pages: int | None = None,
    ) -> Future[Parse]:
        """Parse a file in one of the processes; documents start in the order of submission.

        ``pdf_pages`` says that the file is a PDF and how long it is: one longer than ``split_pages`` is parsed in
        ranges, by all processes that are free, and joined. ``on_start()`` is called when a process takes the
        document or a range of it, ``on_page(done, total)`` with each page, both from threads of the pool. The future
        ends with a ``Parse`` or with the error that ``DocumentParser.parse`` raised, or with

            WorkerCrashError   the process died or needed too much memory
            ParseTimeoutError  no progress for ``timeout_seconds``
            PermanentError     the document ended its second process

        Raises:
            RuntimeError: the pool is closed.
        """
        size = self._settings.parsing.split_pages
        if not size or pdf_pages is None or pdf_pages <= size:
            job = Job(path, content_sha256, layout, on_start, on_page, None, Future())
            self._put(job)
            return job.future
        joined = JoinedParse(self._settings.parsing, content_sha256, layout, on_page)
        jobs = [
            Job(path, content_sha256, layout, on_start, joined.listener(number), pages, Future())
            for number, pages in enumerate(page_ranges(pdf_pages, size))
        ]
        joined.expect([job.future for job in jobs], pdf_pages)
        for job in jobs:
            self._put(job)
        return joined.future

    def _put(self, job: Job) -> None:
        with self._lock:
            if self._is_closed:
                raise RuntimeError("the parser pool is closed")
            self._num_waiting += 1
            idle = sum(not driver.is_busy for driver in self._drivers)
            if idle < self._num_waiting and len(self._drivers) < self._num_workers:
                driver = _Driver(self._settings, self._sink, self._next, self._count_crash)
                self._drivers.append(driver)
                driver.start()
        self._jobs.put(job)

    def close(self) -> None:
        """End every process at once. Waiting documents are cancelled, running ones end with WorkerCrashError."""
        with self._lock:
            self._is_closed = True
        self.looker.close()
        for driver in self._drivers:
            driver.stop()
        while True:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is not None:
                job.future.cancel()
        for _ in self._drivers:
            self._jobs.put(None)
        for driver in self._drivers:
            driver.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _next(self) -> Job | None:
        job = self._jobs.get()
        with self._lock:
            self._num_waiting -= job is not None
        return job

    def _count_crash(self, content_sha256: str) -> int:
        with self._lock:
            self._crashes[content_sha256] += 1
            return self._crashes[content_sha256]


class _Driver(threading.Thread):
    """Feeds one process with documents, watches it, ends and replaces it."""

    def __init__(
        self, settings: Settings, sink: ImageSink, next_job: Callable[[], Job | None], count_crash: Callable[[str], int]
    ) -> None:
        # A daemon: an interpreter that exits without close() does not wait for a document. The processes end by
        # themselves when their parent is gone.
        super().__init__(name="parser-driver", daemon=True)
        self._settings = settings
        self._sink = sink
        self._next_job = next_job
        self._count_crash = count_crash
        self._process: ChildProcess | None = None
        self._stopping = threading.Event()
        self.is_busy = False

    def run(self) -> None:
        """Take documents until the pool says None."""
        try:
            while not self._stopping.is_set() and (job := self._next_job()) is not None:
                self.is_busy = True
                if job.future.set_running_or_notify_cancel():
                    if job.on_start is not None:
                        job.on_start()
                    self._run_job(job)
                self.is_busy = False
        finally:
            self._end_process()

    def stop(self) -> None:
        """Make ``run`` return soon, whatever the process does."""
        self._stopping.set()

    def _run_job(self, job: Job) -> None:
        try:
            job.future.set_result(self._parse(job))
        except BizragError as error:
            job.future.set_exception(error)
        except Exception as error:  # nothing may end the driver: its later documents would wait for ever
            _LOG.exception("the driver of a parser process failed")
            self._end_process()
            job.future.set_exception(WorkerCrashError(f"{job.path.name}: {type(error).__name__}: {error}"))

    def _parse(self, job: Job) -> Parse | Draft:
        if self._process is not None and self._process.num_asked >= self._settings.parsing.recycle_after:
            self._end_process()
        if self._process is None:
            self._process = ChildProcess("bizrag.parsing.confined.worker_process", (self._settings, self._sink))
        try:
            request = (job.path, job.content_sha256, job.layout, job.pages)
            parsing = self._settings.parsing
            limits = Limits(
                memory_mb=parsing.memory_mb,
                memory_setting="parsing.memory_mb",
                silence_seconds=parsing.timeout_seconds,
                silence_setting="parsing.timeout_seconds",
            )
            found = self._process.ask(request, job.path.name, limits, on_page=job.on_page, stopping=self._stopping)
            assert isinstance(found, Parse | Draft), "a parser process answers with a parse or an error"
            return found
        except (WorkerCrashError, ParseTimeoutError) as error:
            # Dead, silent or greedy: in each case the process is of no more use.
            self._end_process()
            if not self._stopping.is_set() and self._count_crash(job.content_sha256) >= _MAX_CRASHES:
                raise PermanentError(
                    f"{error}; it ended {_MAX_CRASHES} parser processes and is not tried again"
                ) from error
            raise

    def _end_process(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None
