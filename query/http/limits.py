"""What every request meets first: an id, a size limit, a limit on how many are here, and an end when its client goes.

Written against ASGI itself: the middleware classes of Starlette hide when a client went away.
"""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import anyio
import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from query.http.metrics import Metrics
from query.http.problems import ProblemError, as_problem, respond

log = structlog.get_logger(__name__)

_GIVEN_ID = re.compile(r"[A-Za-z0-9._:-]{1,100}")


@dataclass(slots=True)
class Gate:
    """ASGI middleware; ``app`` is what stands behind it."""

    app: ASGIApp
    max_body_bytes: int
    # requests in work or waiting
    max_open: int
    metrics: Metrics
    # paths below these limit themselves: their requests may last for hours
    unlimited: tuple[str, ...] = ()
    num_open: int = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = _request_id(Headers(scope=scope))
        scope.setdefault("state", {})["request_id"] = request_id
        passing = _Passing(send, request_id)
        began = time.perf_counter()
        self.metrics.entered()
        try:
            await self._tell(scope, receive, passing, request_id)
        finally:
            self.metrics.left(
                method=scope["method"],
                route=getattr(scope.get("route"), "path", "other"),
                status=passing.status,
                seconds=time.perf_counter() - began,
            )

    async def _tell(self, scope: Scope, receive: Receive, passing: _Passing, request_id: str) -> None:
        """Let a request pass, and turn what it raises into its response."""
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            try:
                await self._admit(scope, receive, passing)
            except _ClientGoneError:
                log.info("client went away", path=scope["path"])
            except Exception as error:
                if passing.has_begun:
                    raise
                problem = as_problem(error)
                if problem.status == 500:
                    log.exception("request failed", path=scope["path"])
                await respond(problem, path=scope["path"], request_id=request_id)(scope, receive, passing)

    async def _admit(self, scope: Scope, receive: Receive, send: _Passing) -> None:
        if scope["path"].startswith(self.unlimited):
            await self.app(scope, receive, send)
            return
        if self.num_open >= self.max_open:
            raise ProblemError(503, "too many requests are waiting: come again later", headers={"Retry-After": "1"})
        self.num_open += 1
        try:
            body = await _read(receive, Headers(scope=scope), self.max_body_bytes)
            await _until_gone(lambda inner: self.app(scope, inner, send), body, receive, send)
        finally:
            self.num_open -= 1


class _ClientGoneError(Exception):
    """Nobody waits for the response any more."""


class _Passing:
    """Sends what comes, with the request's id in the headers."""

    def __init__(self, send: Send, request_id: str) -> None:
        self._send = send
        self._request_id = request_id
        self.has_begun = False
        self.is_complete = False
        # what proxies note of a client who went away before there was an answer
        self.status = 499

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            self.status = message["status"]
            MutableHeaders(scope=message)["X-Request-ID"] = self._request_id
        if message["type"] == "http.response.body" and not message.get("more_body", False):
            self.is_complete = True
        await self._send(message)


def _request_id(headers: Headers) -> str:
    """The one that the client or a proxy gave, where it is harmless in a log; else a new one."""
    given = headers.get("x-request-id", "")
    return given if _GIVEN_ID.fullmatch(given) else uuid.uuid4().hex


async def _read(receive: Receive, headers: Headers, limit: int) -> bytes:
    """The body of a request; raises ProblemError 413 when it is too large, by its own word or in truth."""
    too_large = ProblemError(413, f"the request is larger than {limit} bytes", headers={"Connection": "close"})
    announced = headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > limit:
        raise too_large
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _ClientGoneError
        part: bytes = message.get("body", b"")
        size += len(part)
        if size > limit:
            raise too_large
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)


async def _until_gone(
    work: Callable[[Receive], Awaitable[None]], body: bytes, receive: Receive, send: _Passing
) -> None:
    """Work on a request until it is answered; when its client goes away, no step is begun that was not under way."""
    failed: list[Exception] = []
    is_done = False
    unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    gone = anyio.Event()

    async def replay() -> dict[str, Any]:
        if unread:
            return dict(unread.pop())
        await gone.wait()
        return {"type": "http.disconnect"}

    async with anyio.create_task_group() as group:

        async def watch() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            gone.set()
            # a server says so too when the response is out
            if not send.is_complete:
                group.cancel_scope.cancel()

        group.start_soon(watch)
        # an exception that left the group would come out wrapped
        try:
            await work(replay)
            is_done = True
        except Exception as error:
            failed.append(error)
        group.cancel_scope.cancel()
    if failed:
        raise failed[0]
    if not is_done:
        raise _ClientGoneError
