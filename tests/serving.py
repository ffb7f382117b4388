"""The HTTP service on a socket: uvicorn in a thread, on a free port of loopback."""

from __future__ import annotations

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
