"""What went wrong, in plain words, for a person at the page."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from fastapi.routing import APIRoute
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from starlette.exceptions import HTTPException

from bizrag.errors import (
    AccessDeniedError,
    BadInputError,
    BizragError,
    ConfigurationError,
    NotFoundError,
    ProviderError,
    RateLimitedError,
    RefusedError,
    TooManyRequestsError,
)
from query.http.access import SESSION_COOKIE
from query.http.problems import ProblemError, on_http
from query.web.rendering import SECURITY_HEADERS, has_session, html

log = structlog.get_logger(__name__)
_PROBLEMS = {401: "A key is needed", 403: "Not allowed"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A title, what happened, what to do."""

    status: int
    title: str
    message: str
    # empty where the message says it
    advice: str = ""
    # when to come again, where that is known
    retry_after_seconds: float | None = None


def failure_of(error: Exception) -> Failure:
    """What to tell a person. Messages of our own errors are written for people; of others nothing is told."""
    match error:
        case ProblemError():
            title = _PROBLEMS.get(error.status, "That did not work")
            return Failure(status=error.status, title=title, message=_sentence(error))
        case TooManyRequestsError():
            return Failure(
                status=429,
                title="Too many requests for now",
                message=_sentence(error),
                retry_after_seconds=error.retry_after_seconds,
            )
        case NotFoundError():
            return Failure(status=404, title="Not found", message=_sentence(error))
        case BadInputError():
            return Failure(status=400, title="That cannot be asked", message=_sentence(error))
        case RefusedError():
            return Failure(status=502, title="The model refuses to answer", message=_sentence(error))
        case RateLimitedError():
            return Failure(
                status=503,
                title="The model is busy",
                message=_sentence(error),
                advice="Wait a moment and ask again. Searching works meanwhile.",
            )
        case ProviderError():
            return Failure(
                status=503,
                title="The model cannot be reached",
                message=_sentence(error),
                advice="The documents are there: Search works without the model that writes answers.",
            )
        case BizragError():
            is_set_up = not isinstance(error, ConfigurationError)
            title = "That did not work this time" if is_set_up else "Something is not set up"
            return Failure(status=503, title=title, message=_sentence(error))
        case OperationalError() | InterfaceError() | PoolTimeoutError():
            return Failure(
                status=503,
                title="The database cannot be reached",
                message="Nothing can be searched until it answers again.",
                advice="Whoever runs this server can look with: bizrag status",
            )
        case RequestValidationError():
            return Failure(status=400, title="That address is not complete", message="Part of it cannot be read.")
        case HTTPException():
            return Failure(status=error.status_code, title=str(error.detail), message="")
        case _:
            return Failure(
                status=500,
                title="Something went wrong here",
                message="It is not your question's fault. The server has written down what happened.",
            )


class PageRoute(APIRoute):
    """A route whose errors are pages."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, its errors caught."""
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            has_session.set(SESSION_COOKIE in request.cookies)
            try:
                return await handler(request)
            # whatever it is, the person at the browser gets a page
            except AccessDeniedError:
                return RedirectResponse(_sign_in_address(request), status_code=303, headers=SECURITY_HEADERS)
            except Exception as error:
                failure = explained(error)
                response = html("error", status=failure.status, failure=failure)
                if failure.retry_after_seconds is not None:
                    response.headers["Retry-After"] = str(round(failure.retry_after_seconds))
                return response

        return handle


def _sign_in_address(request: Request) -> str:
    """Where to sign in, to come back to what was looked at."""
    path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    back = path if request.method == "GET" and "/static/" not in path else "/"
    return f"/web/sign-in?{urlencode({'back': back})}"


def explained(error: Exception) -> Failure:
    """What to tell a person; what nobody expected is logged with its trace."""
    failure = failure_of(error)
    if failure.status == 500:
        log.error("a page failed", exc_info=error)
    return failure


def install(app: FastAPI) -> None:
    """Let a browser that asks for a path that there is not show a page; programs are answered as elsewhere."""

    async def on_no_route(request: Request, error: Exception) -> Response:
        if "text/html" not in request.headers.get("accept", ""):
            return await on_http(request, error)
        has_session.set(SESSION_COOKIE in request.cookies)
        failure = failure_of(NotFoundError(f"there is no page {request.url.path}"))
        return html("error", status=failure.status, failure=failure)

    app.add_exception_handler(404, on_no_route)


def _sentence(error: Exception) -> str:
    text = str(error).strip()
    first, _, _ = text.partition(" ")
    # a name of a file stays as it is
    begun = text[:1].upper() + text[1:] if first.isalpha() else text
    return begun + ("" if text.endswith((".", "!", "?")) else ".")
