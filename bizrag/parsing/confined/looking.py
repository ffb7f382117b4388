"""First looks at files, in a child process: no byte of a stranger's file is interpreted in the process that ingests.

pdfium, lxml and Pillow read hostile files here too; what ends them ends this process alone. One look at a time: pdfium
may be entered by one thread only, and a look takes some 30 ms.
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bizrag.errors import ParseTimeoutError, PermanentError, WorkerCrashError
from bizrag.model.documents import Preview
from bizrag.parsing.confined.processes import ChildProcess, Limits
from bizrag.settings import ParsingSettings

# Files after which the process is replaced: what native code leaked is gone with it.
_RECYCLE_AFTER = 1000


class Looker:
    """One process that checks and previews files; it starts with the first file. ``close`` ends it."""

    def __init__(self, settings: ParsingSettings) -> None:
        self._settings = settings
        # a look holds no models, and a parser process may hold its own share beside it
        self._limits = Limits(
            memory_mb=settings.look_memory_mb,
            memory_setting="parsing.look_memory_mb",
            silence_seconds=settings.look_seconds,
            silence_setting="parsing.look_seconds",
        )
        self._process: ChildProcess | None = None
        # a child ends with the thread that started it: a batch, which has threads of its own, must not end it
        self._starter = ThreadPoolExecutor(1, thread_name_prefix="look_starter")
        self._lock = threading.Lock()
        self._closing = threading.Event()

    def check(self, path: Path) -> None:
        """Refuse a file that must not be parsed.

        Raises:
            BadInputError: it cannot or must not be read; one line for a person.
            PermanentError: it ended two processes.
            ParseTimeoutError: longer than ``parsing.look_seconds``.
        """
        self._ask(path, wants_preview=False)

    def preview(self, path: Path) -> Preview:
        """Check a file and look at its first pages. Raises as ``check``."""
        found = self._ask(path, wants_preview=True)
        assert found is not None, "a preview was asked for"
        return found

    def close(self) -> None:
        """End the process; a look under way ends with WorkerCrashError."""
        self._closing.set()
        with self._lock:
            self._end()
            self._starter.shutdown()

    def _ask(self, path: Path, *, wants_preview: bool) -> Preview | None:
        with self._lock:
            for is_last in (False, True):
                try:
                    return self._ask_once(path, wants_preview=wants_preview)
                except ParseTimeoutError:
                    self._end()
                    raise
                except WorkerCrashError as error:
                    self._end()
                    if self._closing.is_set():
                        raise
                    if is_last:
                        raise PermanentError(f"{error}; two processes that looked at it ended so") from error
        raise AssertionError("the second time returns or raises")

    def _ask_once(self, path: Path, *, wants_preview: bool) -> Preview | None:
        if self._process is not None and (self._process.num_asked >= _RECYCLE_AFTER or not self._process.is_running):
            self._end()
        if self._closing.is_set():
            raise WorkerCrashError(f"{path.name}: the parser pool was closed")
        if self._process is None:
            program = "bizrag.parsing.confined.look_process"
            self._process = self._starter.submit(ChildProcess, program, self._settings).result()
        request = (path, wants_preview)
        found = self._process.ask(request, path.name, self._limits, stopping=self._closing)
        assert found is None or isinstance(found, Preview), "a look is answered with a preview, nothing or an error"
        return found

    def _end(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None
