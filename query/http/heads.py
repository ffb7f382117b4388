"""HEAD wherever there is GET (RFC 9110, 9.3.2): monitors and link checkers ask so, and FastAPI's routes know none."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.types import ASGIApp, Message, Receive, Scope, Send


@dataclass(slots=True)
class Heads:
    """ASGI middleware: what stands behind it is asked by GET, and its headers go out without the body."""

    app: ASGIApp
    # a GET of these is a stream that does not end
    left_out: tuple[str, ...] = ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request. The scope is copied: the server looks there whether it may send a body."""
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].startswith(self.left_out):
            await self.app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self.app({**scope, "method": "GET"}, receive, send_head)
