"""Answers while they are written: one thread works, the loop sends; the work ends when the client goes away."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import aclosing
from functools import partial

import anyio
import anyio.to_thread
import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from bizrag.model.answers import Answer
from query.http.problems import ProblemError, as_problem, request_id_of, respond

log = structlog.get_logger(__name__)

#: a piece of text, the whole at the end, or what went wrong on the way
Item = str | Answer | ProblemError
#: how often something is sent while nothing is there, so that proxies keep the connection
HEARTBEAT_SECONDS = 15.0
#: how long an error may take to become the status of the response instead of an event
_STATUS_SECONDS = 5.0
_COMMENT = b": still at work\n\n"
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class EventStream(Response):
    """Server-sent events of an answer that is being written.

    ``start`` is called in a worker thread, where its generator also runs. What fails before the first piece is an
    ordinary problem with its status; what fails later is the last event.
    """

    media_type = "text/event-stream"

    def __init__(
        self, request: Request, start: Callable[[], Generator[str, None, Answer]], encode: Callable[[Item], bytes]
    ) -> None:
        super().__init__(headers=_HEADERS)
        del self.headers["content-length"]
        self._request = request
        self._start = start
        self._encode = encode

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        worker = _Worker(self._start)
        async with anyio.create_task_group() as group:
            group.start_soon(partial(anyio.to_thread.run_sync, worker.run))
            try:
                async with aclosing(worker.items()) as items:
                    await self._send(items, scope, receive, send)
            finally:
                worker.is_unwanted.set()

    async def _send(self, items: AsyncGenerator[Item | None], scope: Scope, receive: Receive, send: Send) -> None:
        first = await anext(items)
        if isinstance(first, ProblemError):
            response = respond(first, path=scope["path"], request_id=request_id_of(self._request))
            await response(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        await self._send_item(send, first)
        async for item in items:
            await self._send_item(send, item)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send_item(self, send: Send, item: Item | None) -> None:
        body = _COMMENT if item is None else self._encode(item)
        await send({"type": "http.response.body", "body": body, "more_body": True})


class _Worker:
    """Runs a generator in a thread and hands its items to the loop."""

    def __init__(self, start: Callable[[], Generator[str, None, Answer]]) -> None:
        self._start = start
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[Item] = asyncio.Queue()
        # nobody reads on: the generator is closed at its next piece, and with it the call to the model
        self.is_unwanted = threading.Event()

    def run(self) -> None:
        """In the thread."""
        try:
            pieces = self._start()
            while not self.is_unwanted.is_set():
                try:
                    self._hand(next(pieces))
                except StopIteration as end:
                    self._hand(end.value)
                    return
            pieces.close()
        except Exception as error:
            problem = as_problem(error)
            if problem.status == 500:
                log.exception("answer failed")
            self._hand(problem)

    def _hand(self, item: Item) -> None:
        self._loop.call_soon_threadsafe(self._queue.put_nowait, item)

    async def items(self) -> AsyncGenerator[Item | None]:
        """What comes, up to the whole or an error; None where nothing came for a while."""
        seconds = _STATUS_SECONDS
        while True:
            item: Item | None = None
            with anyio.move_on_after(seconds):
                item = await self._queue.get()
            seconds = HEARTBEAT_SECONDS
            yield item
            if item is not None and not isinstance(item, str):
                return
