"""The HTTP service on a real socket, in a thread of the test."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI


@contextmanager
def running(app: FastAPI) -> Iterator[str]:
    """Serve an application on a free port of this machine; the address, without a slash at the end."""
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error", lifespan="on"))
    thread = threading.Thread(target=server.run, name="served")
    thread.start()
    try:
        until = time.monotonic() + 30
        while not server.started:
            assert thread.is_alive(), "the server ended before it listened"
            assert time.monotonic() < until, "the server does not listen"
            time.sleep(0.01)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(30)
        assert not thread.is_alive(), "the server does not end"
