"""Parser processes: a crash, a hang or a greedy file costs its own document, never the run.

Why not ``concurrent.futures.ProcessPoolExecutor``: one dead worker breaks that whole pool, a hung one cannot be ended,
and memory is not watched. Each process here is driven by one thread that alone decides over its life. Processes are
started with ``subprocess``, not ``multiprocessing``: nothing of the caller's main module is imported again and no
helper process (resource tracker) stays behind. POSIX only.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from multiprocessing.connection import Pipe
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bizrag.errors import BizragError, ParseTimeoutError, PermanentError, WorkerCrashError
from bizrag.model.documents import Layout
from bizrag.model.parses import Parse
from bizrag.parsing.draft import Draft
from bizrag.parsing.images import ImageSink
from bizrag.parsing.ranges import JoinedParse, PageRange, page_ranges
from bizrag.settings import Settings

_LOG = logging.getLogger(__name__)

OnPage = Callable[[int, int], None]

# How often a busy process is looked at: its memory and its silence.
_LOOK_SECONDS = 0.25
# A document that ended this many processes is not given a third.
_MAX_CRASHES = 2
_EXIT_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Job:
    """A document, or a range of its pages, for a process; ``on_page`` stays in the parent."""

    path: Path
    content_sha256: str
    layout: Layout
    on_page: OnPage | None
    # a whole document gives a Parse, some of its pages (first and last, from 1) a Draft
    pages: PageRange | None
    future: Future[Any]


class ParserPool:
    """``settings.parsing.workers`` parser processes behind a queue. Nothing starts before the first document.

    A process is replaced when it dies, after ``recycle_after`` documents, when it holds more than ``memory_mb`` and
    when it makes no progress for ``timeout_seconds``. Use as a context manager: leaving it ends every process.
    """

    def __init__(self, settings: Settings, sink: ImageSink) -> None:
        self._settings = settings
        self._sink = sink
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._drivers: list[_Driver] = []
        self._crashes: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._num_waiting = 0
        self._is_closed = False

    def submit(
        self,
        path: Path,
        *,
        content_sha256: str,
        layout: Layout,
        on_page: OnPage | None = None,
        pdf_pages: int | None = None,
    ) -> Future[Parse]:
        """Parse a file in one of the processes; documents start in the order of submission.

        ``pdf_pages`` says that the file is a PDF and how long it is: one longer than ``split_pages`` is parsed in
        ranges, by all processes that are free, and joined. ``on_page(done, total)`` is called from a thread of the
        pool. The future ends with a ``Parse`` or with the error that ``DocumentParser.parse`` raised, or with

            WorkerCrashError   the process died or needed too much memory
            ParseTimeoutError  no progress for ``timeout_seconds``
            PermanentError     the document ended its second process

        Raises:
            RuntimeError: the pool is closed.
        """
        size = self._settings.parsing.split_pages
        if not size or pdf_pages is None or pdf_pages <= size:
            job = Job(path, content_sha256, layout, on_page, None, Future())
            self._put(job)
            return job.future
        joined = JoinedParse(self._settings.parsing, content_sha256, layout, on_page)
        jobs = [
            Job(path, content_sha256, layout, joined.listener(number), pages, Future())
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
            if idle < self._num_waiting and len(self._drivers) < self._settings.parsing.workers:
                driver = _Driver(self._settings, self._sink, self._next, self._count_crash)
                self._drivers.append(driver)
                driver.start()
        self._jobs.put(job)

    def close(self) -> None:
        """End every process at once. Waiting documents are cancelled, running ones end with WorkerCrashError."""
        with self._lock:
            self._is_closed = True
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
        self._process: _Process | None = None
        self._stopping = threading.Event()
        self.is_busy = False

    def run(self) -> None:
        """Take documents until the pool says None."""
        try:
            while not self._stopping.is_set() and (job := self._next_job()) is not None:
                self.is_busy = True
                if job.future.set_running_or_notify_cancel():
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
        if self._process is not None and self._process.num_documents >= self._settings.parsing.recycle_after:
            self._end_process()
        if self._process is None:
            self._process = _Process(self._settings, self._sink)
        try:
            return self._process.parse(job, self._settings, self._stopping)
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


class _Process:
    """A running parser process and the pipe to it."""

    def __init__(self, settings: Settings, sink: ImageSink) -> None:
        self._connection, theirs = Pipe()
        environment = os.environ | {
            "HF_HUB_OFFLINE": "1",
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            # docling starts new threads for every document, and glibc gives each a heap that it does not return:
            # without this a process grew to 4 GB over 30 filings.
            "MALLOC_ARENA_MAX": "2",
        }
        self._popen = subprocess.Popen(
            [sys.executable, "-m", "bizrag.parsing.worker_process", str(theirs.fileno()), str(os.getpid())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            # Libraries print to stdout; ours belongs to the command's output.
            stdout=subprocess.DEVNULL,
            # Its own group: Ctrl-C reaches the parent alone, and LibreOffice ends together with the process.
            process_group=0,
            env=environment,
        )
        theirs.close()
        self.num_documents = 0
        self._send((settings, sink))

    def parse(self, job: Job, settings: Settings, stopping: threading.Event) -> Parse | Draft:
        """Send a document, wait for its end."""
        self.num_documents += 1
        self._send((job.path, job.content_sha256, job.layout, job.pages))
        limit, last = settings.parsing, time.monotonic()
        while True:
            message = self._receive(job)
            if message is not None:
                last = time.monotonic()
                match message:
                    case ("page", int(done), int(total)):
                        if job.on_page is not None:
                            job.on_page(done, total)
                    case ("parse", Parse() | Draft() as parse):
                        return parse
                    case ("error", BaseException() as error):
                        raise error
                    case _:
                        pass
            elif stopping.is_set():
                raise WorkerCrashError(f"{job.path.name}: the parser pool was closed")
            elif time.monotonic() - last > limit.timeout_seconds:
                raise ParseTimeoutError(
                    f"{job.path.name}: no progress for {limit.timeout_seconds:g} s (parsing.timeout_seconds)"
                )
            if (used_mb := resident_mb(self._popen.pid)) > limit.memory_mb:
                raise WorkerCrashError(
                    f"{job.path.name}: needs more than {limit.memory_mb} MB ({used_mb:.0f} MB; parsing.memory_mb)"
                )

    def end(self) -> None:
        """Kill the process and what it started, and wait until it is gone."""
        self._connection.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.wait(timeout=_EXIT_SECONDS)

    def _send(self, value: Any) -> None:
        try:
            self._connection.send(value)
        except OSError as error:
            raise WorkerCrashError("a parser process did not start or died between documents") from error

    def _receive(self, job: Job) -> Any:
        """The next message, or None when none came for a while."""
        try:
            return self._connection.recv() if self._connection.poll(_LOOK_SECONDS) else None
        except (EOFError, OSError) as error:
            try:
                status: int | None = self._popen.wait(timeout=_EXIT_SECONDS)
            except subprocess.TimeoutExpired:
                status = None
            raise WorkerCrashError(f"{job.path.name}: the parser process died ({_death(status)})") from error


def resident_mb(pid: int) -> float:
    """Memory of a process in RAM (VmRSS), in megabytes; 0.0 when it is gone or the system has no /proc."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError, ValueError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _death(status: int | None) -> str:
    if status is None:
        return "it closed its pipe"
    if status < 0:
        try:
            return signal.Signals(-status).name
        except ValueError:
            return f"signal {-status}"
    return f"exit status {status}"
