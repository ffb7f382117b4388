"""Commands that serve others: HTTP for people and programs, tools for assistants."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from bizrag.settings import Settings
from orchestration.cli.listening import listen
from orchestration.cli.output import err, warn

if TYPE_CHECKING:
    import socket

    from fastapi import FastAPI

Host = Annotated[
    str | None, typer.Option(help="address to listen on; default: the setting serving.host, this machine only")
]
Port = Annotated[int | None, typer.Option(min=0, max=65535, help="port; default: the setting serving.port; 0: any")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(serve)
    app.command()(mcp)


def serve(host: Host = None, port: Port = None) -> None:
    """Answer over HTTP: web page, API (/search, /ask, /documents), OpenAI's API (/v1) and MCP (/mcp), until Ctrl-C."""
    settings = _settings(host, port)
    with listen(settings.serving.host, settings.serving.port) as listener:
        _run(_open(settings), listener)


def mcp(
    *,
    http: Annotated[
        bool, typer.Option("--http", help="over HTTP at /mcp, as 'bizrag serve' does, not over a pipe")
    ] = False,
    host: Host = None,
    port: Port = None,
) -> None:
    """Offer search, ask and get_page to an assistant that starts this command (Model Context Protocol)."""
    if http:
        serve(host, port)
        return
    from query.http import logs
    from query.mcp import create_server
    from query.service import QueryService

    # standard output belongs to the protocol
    logs.configure(level=logging.WARNING)
    # a key that does not count is said now; every call looks again
    with QueryService.for_holder(Settings()) as service, _until_ctrl_c():
        create_server(service).run("stdio")


def _settings(host: str | None, port: int | None) -> Settings:
    settings = Settings()
    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    return settings.model_copy(update={"serving": settings.serving.model_copy(update=given)})


def _open(settings: Settings) -> FastAPI:
    """The application, with the database opened: what is wrong is said before anybody asks.

    Raises ConfigurationError where others could reach it and there is no key.
    """
    from bizrag.store.shared_sessions import refuse_shared_sessions
    from query.access import check_address, has_only_ended_keys
    from query.http import logs, telemetry
    from query.http.app import create_app

    logs.configure()
    telemetry.start()
    app = create_app(settings, warms=True)
    try:
        check_address(app.state.service, settings.serving.host)
        if settings.database_url is not None:
            refuse_shared_sessions(app.state.service.engine)
        if has_only_ended_keys(app.state.service):
            warn("every key has ended, so nobody is answered: make one with 'bizrag keys add NAME'")
        with app.state.service.engine.connect():
            return app
    except BaseException:
        app.state.service.close()
        raise


def _run(app: FastAPI, listener: socket.socket) -> None:
    import uvicorn

    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    err.print(escape(f"bizrag answers at http://{shown}:{port} (Ctrl-C ends it)"), soft_wrap=True)
    if not ipaddress.ip_address(host).is_loopback:
        err.print("other machines can reach it: put it behind a proxy that speaks TLS", soft_wrap=True)
    config = uvicorn.Config(
        app,
        # our own record of each question says more than a line of each request
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=10,
        server_header=False,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
    # also where a script started it in the background: there only the server itself heeds Ctrl-C
    err.print("stopped")


@contextmanager
def _until_ctrl_c() -> Generator[None]:
    """Ctrl-C is how a person ends a server: nothing went wrong, and nothing is to be said of it but that it ended."""
    try:
        yield
    except KeyboardInterrupt:
        err.print("stopped")
