"""The inside of a child process that reads files of strangers: its limits, its pipe, its end.

It never outlives its parent: a closed pipe or a dead parent ends it, whatever it is doing. It may not reach the
network where it need not, may not grow without end, and leaves no memory image on disk when it dies.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from bizrag.errors import BizragError, WorkerCrashError
from bizrag.garbage import collect_and_keep, collect_seldom
from bizrag.settings import ParsingSettings

_PR_SET_PDEATHSIG = 1
_PARENT_LOOK_SECONDS = 1.0
# Private writable memory beyond what may be resident: models map buffers that they do not touch. The watch over
# resident memory comes first; this limit stands between two of its looks.
_SPARE_DATA_MB = 4_000
# Beyond this Pillow warns, beyond twice as much it refuses, whoever opens the image: 120 million pixels.
MAX_IMAGE_PIXELS = 60_000_000

OnPage = Callable[[int, int], None]
#: answers one request; its first argument is the request, its second tells of progress
Answer = Callable[[Any, OnPage], object]


def serve(fd: int, parent_pid: int, start: Callable[[Any], Answer]) -> None:
    """Answer requests that come through the pipe ``fd`` until it closes; ``start`` gets the parent's first message."""
    collect_seldom()
    _die_with_parent(parent_pid)
    # Ctrl-C is the parent's to handle.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    connection: Connection[Any, Any] = Connection(fd)
    try:
        answer = start(connection.recv())
        num_modules = 0
        while True:
            _answer(connection, answer)
            num_modules = collect_and_keep(num_modules)
            _return_memory()
    except (EOFError, OSError):
        return


def _answer(connection: Connection[Any, Any], answer: Answer) -> None:
    request = connection.recv()
    lock = threading.Lock()

    def on_page(done: int, total: int) -> None:
        with lock:
            connection.send(("page", done, total))

    try:
        value = answer(request, on_page)
    except BizragError as error:
        # the chain of causes may not be picklable, and the line says it all
        connection.send(("error", type(error)(str(error))))
    except (MemoryError, Exception) as error:
        detail = " ".join(str(error).split())[:300]
        connection.send(("error", WorkerCrashError(f"{request[0].name}: {type(error).__name__}: {detail}")))
    else:
        connection.send(("done", value))


def confine(settings: ParsingSettings, *, memory_mb: int) -> None:
    """Limits that hold whatever a library does: memory, size of written files, no core file, pixels of an image."""
    from PIL import Image

    data_bytes = (memory_mb + _SPARE_DATA_MB) * 1_000_000
    file_bytes = int(max(settings.max_file_mb, settings.max_unpacked_mb) * 2e6)
    for kind, limit in (
        (resource.RLIMIT_DATA, data_bytes),
        (resource.RLIMIT_FSIZE, file_bytes),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        soft = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(kind, (soft, hard))
    Image.MAX_IMAGE_PIXELS = MAX_IMAGE_PIXELS


def refuse_network() -> None:
    """No connection to another machine from now on, and no name looked up; sockets of this machine's files stay."""

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "socket.getaddrinfo":
            raise PermissionError("a parser process may not look up names in the network")
        if event in ("socket.connect", "socket.sendto") and not isinstance(arguments[1], str | bytes):
            raise PermissionError("a parser process may not reach the network")

    sys.addaudithook(hook)


def _return_memory() -> None:
    """Give freed pages back to the system; glibc keeps them otherwise, and the next document is judged by them."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _die_with_parent(parent_pid: int) -> None:
    if sys.platform == "linux":
        # The kernel ends us with the thread that started us, even inside native code that never returns.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)

    def watch() -> None:
        while os.getppid() == parent_pid:
            time.sleep(_PARENT_LOOK_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
