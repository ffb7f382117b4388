"""The HTTP service on a socket: uvicorn in a thread, on a free port of loopback."""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from threading import Thread

import uvicorn
from fastapi import FastAPI

_START_SECONDS = 30


@contextmanager
def serving(app: FastAPI) -> Generator[str]:
    """The address of an application while it is served."""
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning"))
    thread = Thread(target=server.run)
    thread.start()
    try:
        give_up = time.monotonic() + _START_SECONDS
        while not server.started:
            if not thread.is_alive() or time.monotonic() > give_up:
                raise RuntimeError("the service did not start")
            time.sleep(0.01)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        # a reader who left is answered to the end of a step: what that uses must not be closed under it
        give_up = time.monotonic() + _START_SECONDS
        while _is_answering() and time.monotonic() < give_up:
            time.sleep(0.05)
        gc.collect()


def _is_answering() -> bool:
    """Whether a thread of the service is in the middle of a request."""
    workers = {thread.ident for thread in threading.enumerate() if thread.name.startswith("AnyIO")}
    for ident, top in sys._current_frames().items():
        frame = top if ident in workers else None
        while frame is not None:
            if "/query/" in frame.f_code.co_filename:
                return True
            frame = frame.f_back
    return False
