"""A child process that reads files of strangers, and the pipe to it: asked, watched, ended.

Started with ``subprocess``, not ``multiprocessing``: nothing of the caller's main module is imported again and no
helper process (resource tracker) stays behind. POSIX only.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Pipe
from pathlib import Path
from typing import Any

from bizrag.errors import ParseTimeoutError, WorkerCrashError

# How often a busy process is looked at: its memory and its silence.
_LOOK_SECONDS = 0.25
_EXIT_SECONDS = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one file may take of a process."""

    # resident megabytes of the process, and the setting that says so
    memory_mb: int
    memory_setting: str
    # longest time without a sign of life, and the setting that says so
    silence_seconds: float
    silence_setting: str


class ChildProcess:
    """A running program ``python -m MODULE FD PARENT_PID``, which answers one request after the other.

    Its first message is ``hello``. It answers a request with ("page", done, total) any number of times, then once with
    ("done", value) or ("error", exception).
    """

    def __init__(self, module: str, hello: object) -> None:
        self._connection, theirs = Pipe()
        environment = os.environ | {
            "HF_HUB_OFFLINE": "1",
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            # docling starts new threads for every document, and glibc gives each a heap that it does not return:
            # without this a process grew to 4 GB over 30 filings.
            "MALLOC_ARENA_MAX": "2",
        }
        self._popen = subprocess.Popen(
            [sys.executable, "-m", module, str(theirs.fileno()), str(os.getpid())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            # Libraries print to stdout; ours belongs to the command's output.
            stdout=subprocess.DEVNULL,
            # Its own group: Ctrl-C reaches the parent alone, and LibreOffice ends together with the process.
            process_group=0,
            env=environment,
        )
        theirs.close()
        self.num_asked = 0
        self._send(hello)

    def ask(
        self,
        request: object,
        name: str,
        limits: Limits,
        *,
        stopping: threading.Event,
        on_page: Callable[[int, int], None] | None = None,
    ) -> Any:
        """Send a request about the file ``name``, wait for its end.

        Raises what the process answers, and WorkerCrashError when it died, grew too large or ``stopping`` was set,
        ParseTimeoutError when it kept silent. After those two it is of no more use: ``end`` it.
        """
        self.num_asked += 1
        self._send(request)
        last = time.monotonic()
        while True:
            message = self._receive(name)
            if message is not None:
                last = time.monotonic()
                match message:
                    case ("page", int(done), int(total)):
                        if on_page is not None:
                            on_page(done, total)
                    case ("done", value):
                        return value
                    case ("error", BaseException() as error):
                        raise error
                    case _:
                        pass
            elif stopping.is_set():
                raise WorkerCrashError(f"{name}: the parser pool was closed")
            elif time.monotonic() - last > limits.silence_seconds:
                raise ParseTimeoutError(
                    f"{name}: no progress for {limits.silence_seconds:g} s ({limits.silence_setting})"
                )
            if (used_mb := resident_mb(self._popen.pid)) > limits.memory_mb:
                raise WorkerCrashError(
                    f"{name}: needs more than {limits.memory_mb} MB ({used_mb:.0f} MB; {limits.memory_setting})"
                )

    @property
    def is_running(self) -> bool:
        """Whether it can be asked: it ends by itself with the thread that started it."""
        return self._popen.poll() is None

    def end(self) -> None:
        """Kill the process and what it started, and wait until it is gone.

        A machine that swaps takes long to free gigabytes. What was killed is no more use to anybody: a wait that ends
        before it is gone is no error of the document.
        """
        self._connection.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._popen.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(timeout=_EXIT_SECONDS)

    def _send(self, value: object) -> None:
        try:
            self._connection.send(value)
        except OSError as error:
            raise WorkerCrashError("a parser process did not start or died between documents") from error

    def _receive(self, name: str) -> Any:
        """The next message, or None when none came for a while."""
        try:
            return self._connection.recv() if self._connection.poll(_LOOK_SECONDS) else None
        except (EOFError, OSError) as error:
            try:
                status: int | None = self._popen.wait(timeout=_EXIT_SECONDS)
            except subprocess.TimeoutExpired:
                status = None
            raise WorkerCrashError(f"{name}: the parser process died ({_death(status)})") from error


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
