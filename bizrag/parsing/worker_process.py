"""The program of a parser process: ``python -m bizrag.parsing.worker_process FD PARENT_PID``.

It reads settings and an image sink from the pipe FD, then documents, one after the other, and answers with progress,
a ``Parse`` or an error. It never outlives its parent: a closed pipe or a dead parent ends it, whatever it is doing.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
import threading
import time
import warnings
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from bizrag.errors import BizragError, WorkerCrashError

if TYPE_CHECKING:
    from bizrag.parsing.parser import DocumentParser

_PR_SET_PDEATHSIG = 1
_PARENT_LOOK_SECONDS = 1.0


def main(fd: int, parent_pid: int) -> None:
    """Serve documents until the pipe closes."""
    _die_with_parent(parent_pid)
    # Ctrl-C is the parent's to handle.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    connection: Connection[Any, Any] = Connection(fd)
    try:
        settings, sink = connection.recv()
        from bizrag.parsing.parser import DocumentParser

        parser = DocumentParser(settings, sink)
        while True:
            _serve(connection, parser)
            _return_memory()
    except (EOFError, OSError):
        return


def _serve(connection: Connection[Any, Any], parser: DocumentParser) -> None:
    path, content_sha256, layout, pages = connection.recv()
    lock = threading.Lock()

    def on_page(done: int, total: int) -> None:
        with lock:
            connection.send(("page", done, total))

    try:
        if pages is None:
            parse = parser.parse(path, content_sha256=content_sha256, layout=layout, on_page=on_page)
        else:
            parse = parser.parse_range(path, layout=layout, pages=pages, on_page=on_page)
    except BizragError as error:
        # the chain of causes may not be picklable, and the line says it all
        connection.send(("error", type(error)(str(error))))
    except (MemoryError, Exception) as error:
        detail = " ".join(str(error).split())[:300]
        connection.send(("error", WorkerCrashError(f"{path.name}: {type(error).__name__}: {detail}")))
    else:
        connection.send(("parse", parse))


def _return_memory() -> None:
    """Give freed pages back to the system; glibc keeps them otherwise, and the next document is judged by them."""
    gc.collect()
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


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
