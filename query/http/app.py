"""The application: its routes, and what is open while it runs."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.metadata import version

import anyio.to_thread
from fastapi import FastAPI

from bizrag.configuration.serving import ServingSettings
from bizrag.settings import Settings
from bizrag.store.engine import Connections
from query.http import ask, chat, documents, health, metrics, problems, search
from query.http.heads import Heads
from query.http.limits import Gate
from query.http.logs import log_question
from query.http.warming import Warming
from query.mcp import create_server
from query.service import QueryService
from query.web import failures
from query.web import routes as web

_DESCRIPTION = "Search and ask enterprise documents; every answer cites page and box."
#: where assistants find their tools
MCP_PATH = "/mcp"


def create_app(settings: Settings, *, service: QueryService | None = None, warms: bool = False) -> FastAPI:
    """The HTTP service of one database.

    ``service`` is one that is open already, which stays open; without it one is opened, and closed at the end. With
    ``warms`` models are loaded as soon as it runs; /ready waits for them.
    """
    serving = settings.serving
    opened = service or QueryService(settings, connections=_connections(serving))
    tools = create_server(opened)
    tool_routes = tools.streamable_http_app(
        streamable_http_path=MCP_PATH, stateless_http=True, host=serving.host
    ).routes

    warming = Warming(opened)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        # routes run in threads: so many at a time as there are connections
        anyio.to_thread.current_default_thread_limiter().total_tokens = serving.threads
        if warms:
            warming.start()
        async with tools.session_manager.run():
            yield
        if service is None:
            opened.close()

    app = FastAPI(
        title="bizrag",
        version=version("bizrag"),
        description=_DESCRIPTION,
        lifespan=lifespan,
        # FastAPI's pages load scripts from elsewhere
        docs_url=None,
        redoc_url=None,
        # its spans would hold addresses, and so questions; ours do not
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
    )
    # a service that is given may have served another application before
    if log_question not in opened.observers:
        opened.observers.append(log_question)
    numbers = metrics.Metrics(opened)
    opened.observers.append(numbers.observe)
    app.state.metrics = numbers
    app.state.settings = settings
    app.state.service = opened
    app.state.warming = warming
    app.state.readiness = health.ReadinessLog()
    problems.install(app)
    failures.install(app)
    for part in (health, metrics, search, ask, documents, chat, web):
        app.include_router(part.router)
    app.router.routes.extend(tool_routes)
    app.add_middleware(
        Gate,
        max_body_bytes=int(serving.max_body_kb * 1000),
        metrics=numbers,
        max_open=serving.threads + serving.max_waiting,
        # the protocol's own server limits these, and may keep them open
        unlimited=(MCP_PATH,),
    )
    # the last one stands in front
    app.add_middleware(Heads, left_out=(MCP_PATH,))
    return app


def _connections(serving: ServingSettings) -> Connections:
    """A connection for each thread; a model call waits without one, but notes its cost with another."""
    return Connections(kept=serving.threads, extra=4, wait_seconds=10, statement_seconds=serving.statement_seconds)
