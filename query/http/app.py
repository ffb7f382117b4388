"""The application: its routes, and what is open while it runs."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI

from bizrag.settings import Settings
from query.http import health, problems, search
from query.service import QueryService
from query.web import routes as web

_DESCRIPTION = "Search and ask enterprise documents; every answer cites page and box."


def create_app(settings: Settings, *, service: QueryService | None = None) -> FastAPI:
    """The HTTP service of one database.

    ``service`` is one that is open already, which stays open; without it one is opened, and closed at the end.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        yield
        if service is None:
            opened.close()

    opened = service or QueryService(settings)
    app = FastAPI(title="bizrag", version=version("bizrag"), description=_DESCRIPTION, lifespan=lifespan)
    app.state.settings = settings
    app.state.service = opened
    problems.install(app)
    app.include_router(health.router)
    app.include_router(search.router)
    app.include_router(web.router)
    return app
