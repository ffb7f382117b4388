"""Errors as responses: ``application/problem+json`` (RFC 9457), with the status that fits the error's class."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from starlette.exceptions import HTTPException
from starlette.routing import Match

from bizrag.errors import (
    AccessDeniedError,
    BadInputError,
    BizragError,
    NotFoundError,
    ProviderRejectedError,
    ProviderUnusableError,
    RateLimitedError,
    RefusedError,
    TooManyRequestsError,
    TransientError,
)

log = structlog.get_logger(__name__)

MEDIA_TYPE = "application/problem+json"
#: when to come again after a failure that passes, where nothing better is known
RETRY_SECONDS = 5
_INTERNAL = "something went wrong here; the service's log says what, under the request's id"
_TITLES = {
    400: "Bad input",
    401: "No valid key",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    413: "Request too large",
    422: "Invalid request",
    429: "Too many requests",
    500: "Internal error",
    502: "The model's provider refused",
    503: "Not available now",
}

_JSON_TYPE = re.compile(r"application/(?:[\w.-]+\+)?json\b", re.IGNORECASE)
_METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE")

_OPENAI_INVALID = "invalid_request_error"
_OPENAI_TYPES = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}


class Problem(BaseModel):
    """What went wrong, in the form of RFC 9457."""

    type: str = Field(default="about:blank", examples=["about:blank"])
    title: str = Field(description="the sort of problem", examples=["Not found"])
    status: int = Field(description="the HTTP status again", examples=[404])
    detail: str = Field(
        description="what, where and what to do, in one line",
        examples=["there is no index 'drafts'; there is: default"],
    )
    request_id: str | None = Field(default=None, description="the id under which the service's log knows the request")
    errors: list[dict[str, Any]] | None = Field(default=None, description="the fields that are wrong, for status 422")


class ProblemError(Exception):
    """A response that is a problem; routes raise it where no class of ``bizrag.errors`` says it."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        code: str | None = None,
        is_expected: bool = False,
    ) -> None:
        super().__init__(detail)
        # a state that who raises it tells the log about, and no failure
        self.is_expected = is_expected
        # for clients of OpenAI's API
        self.code = code
        self.status = status
        self.detail = detail
        self.headers = dict(headers or {})


def responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems that a route may answer with, for its description."""
    content = {MEDIA_TYPE: {"schema": Problem.model_json_schema()}}
    return {status: {"description": _TITLES[status], "content": content} for status in statuses}


#: what a route may answer that asks who asks, and of those one that takes a body
KEYED = (401, 429)
KEYED_WITH_BODY = (*KEYED, 403, 413)


def as_problem(error: Exception) -> ProblemError:
    """The response that an error becomes; what is ours to repair says nothing of the inside."""
    match error:
        case ProblemError():
            return error
        case AccessDeniedError():
            return ProblemError(401, str(error), headers={"WWW-Authenticate": "Bearer"})
        case TooManyRequestsError():
            after = {"Retry-After": str(max(math.ceil(error.retry_after_seconds), 1))}
            return ProblemError(429, str(error), headers=after)
        case NotFoundError():
            return ProblemError(404, str(error))
        case BadInputError():
            return ProblemError(400, str(error))
        case RefusedError():
            return ProblemError(422, str(error))
        case ProviderRejectedError() | ProviderUnusableError():
            return ProblemError(502, str(error))
        case RateLimitedError():
            return _unavailable(str(error), error.retry_after_seconds)
        case TransientError():
            return _unavailable(str(error))
        case PoolTimeoutError() | OperationalError():
            return _unavailable("the database does not answer now")
        case BizragError():
            return ProblemError(500, str(error))
        case _:
            return ProblemError(500, _INTERNAL)


def _unavailable(detail: str, seconds: float | None = None) -> ProblemError:
    after = max(1, round(RETRY_SECONDS if seconds is None else seconds))
    return ProblemError(503, detail, headers={"Retry-After": str(after)})


def respond(
    problem: ProblemError,
    *,
    path: str,
    request_id: str | None = None,
    errors: Sequence[Mapping[str, Any]] | None = None,
) -> JSONResponse:
    """A problem as it goes out: below ``/v1/`` in the shape that clients of OpenAI's API read."""
    if path.startswith("/v1/"):
        return JSONResponse(openai_error(problem), problem.status, headers=problem.headers)
    body = problem_body(problem, request_id=request_id, errors=errors)
    return JSONResponse(body, problem.status, headers=problem.headers, media_type=MEDIA_TYPE)


def problem_body(
    problem: ProblemError, *, request_id: str | None = None, errors: Sequence[Mapping[str, Any]] | None = None
) -> dict[str, Any]:
    """A problem as JSON."""
    body = Problem(
        title=_TITLES.get(problem.status, "Problem"),
        status=problem.status,
        detail=problem.detail,
        request_id=request_id,
        errors=[dict(item) for item in errors] if errors is not None else None,
    )
    return body.model_dump(exclude_none=True)


def openai_error(problem: ProblemError) -> dict[str, Any]:
    """A problem as clients of OpenAI's API read it."""
    return {
        "error": {
            "message": problem.detail,
            "type": _OPENAI_TYPES.get(problem.status, "server_error" if problem.status >= 500 else _OPENAI_INVALID),
            "param": None,
            "code": problem.code,
        }
    }


def install(app: FastAPI) -> None:
    """Let an application answer all errors so."""
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, on_http)
    for kind in (ProblemError, BizragError, DBAPIError, PoolTimeoutError):
        app.add_exception_handler(kind, _on_error)


async def _on_invalid(request: Request, error: Exception) -> JSONResponse:
    """A request that is not as described; what was sent is not sent back."""
    errors = [_wrong_field(item, request) for item in cast("RequestValidationError", error).errors()]
    detail = "; ".join(f"{item['field']}: {item['message']}" for item in errors)
    return _respond(request, ProblemError(422, detail), errors)


def _wrong_field(item: Mapping[str, Any], request: Request) -> dict[str, str]:
    if item["loc"] == ("body",) and not _JSON_TYPE.match(request.headers.get("content-type", "")):
        # curl says that its data are a form where nothing is said
        return {"field": "body", "message": "no JSON: send it with the header Content-Type: application/json"}
    if item["type"] == "json_invalid":
        *field, position = item["loc"]
        return {"field": ".".join(map(str, field)), "message": f"no JSON: {item['ctx']['error']}, at letter {position}"}
    return {"field": ".".join(map(str, item["loc"])), "message": str(item["msg"])}


async def on_http(request: Request, error: Exception) -> JSONResponse:
    """What the framework refuses: no such route, no such method."""
    known = cast("HTTPException", error)
    detail, headers = str(known.detail), dict(known.headers or {})
    if known.status_code == 405:
        headers["Allow"] = _allowed(request)
        detail = f"{request.url.path} does not take {request.method}, but {headers['Allow']}"
    elif known.status_code == 404:
        detail = f"there is no route {request.url.path}; /openapi.json describes those there are"
    return _respond(request, ProblemError(known.status_code, detail, headers=headers))


def _allowed(request: Request) -> str:
    """Every method of the path: the router names only those of the first route that has it."""

    def is_routed(method: str) -> bool:
        scope = dict(request.scope) | {"method": method}
        return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)

    methods = [method for method in _METHODS if is_routed(method)]
    # wherever there is GET (query/http/heads.py)
    return ", ".join(sorted({*methods, "HEAD"} if "GET" in methods else methods))


async def _on_error(request: Request, error: Exception) -> JSONResponse:
    problem = as_problem(error)
    if problem.status >= 500 and not problem.is_expected:
        log.error("request failed", path=request.url.path, error=type(error).__name__, exc_info=problem.status == 500)
    return _respond(request, problem)


def _respond(
    request: Request, problem: ProblemError, errors: Sequence[Mapping[str, Any]] | None = None
) -> JSONResponse:
    return respond(problem, path=request.url.path, request_id=request_id_of(request), errors=errors)


def request_id_of(request: Request) -> str | None:
    """The id that the service gave the request."""
    return getattr(request.state, "request_id", None)
