"""Responses of the page: templates, files of our own, and what browsers are told about them."""

from __future__ import annotations

import hashlib
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any, cast

from fastapi import Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from bizrag.errors import NotFoundError
from query.web.wording import FILTERS, GLOBALS

#: Nothing from other places, nothing inline: what a document brings in cannot run, load or send anything.
SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
#: whether the browser of this request keeps a session, which it may end
has_session: ContextVar[bool] = ContextVar("has_session", default=False)
_MEDIA_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_YEAR_SECONDS = 31_536_000


@cache
def templates() -> Environment:
    """The templates; every value is escaped, a missing one is an error."""
    environment = Environment(
        loader=PackageLoader("query.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters = cast("dict[str, Any]", environment.filters)
    names = cast("dict[str, Any]", environment.globals)
    filters |= FILTERS
    names |= {**GLOBALS, "asset": asset_address}
    return environment


def html(template: str, /, *, status: int = 200, **values: Any) -> HTMLResponse:
    """A page; it may hold documents, so that no cache between server and browser keeps it."""
    headers = {**SECURITY_HEADERS, "Cache-Control": "private, no-store"}
    return HTMLResponse(fragment(template, **values), status_code=status, headers=headers)


def fragment(template: str, /, **values: Any) -> str:
    """A part of a page."""
    return templates().get_template(f"{template}.html.j2").render(has_session=has_session.get(), **values)


def image(data: bytes, *, etag: str) -> Response:
    """An image of a document; its address changes with its content, so that the browser may keep it."""
    media_type = "image/jpeg" if data.startswith(b"\xff\xd8") else "image/png"
    headers = {**SECURITY_HEADERS, "Cache-Control": "private, max-age=3600", "ETag": f'"{etag}"'}
    return Response(data, media_type=media_type, headers=headers)


def asset(name: str) -> Response:
    """A style sheet, script or drawing of ours; raises NotFoundError."""
    data = _assets().get(name)
    if data is None:
        raise NotFoundError(f"there is no file {name}")
    headers = {**SECURITY_HEADERS, "Cache-Control": f"public, max-age={_YEAR_SECONDS}, immutable"}
    return Response(data, media_type=_MEDIA_TYPES[name.rsplit(".", 1)[-1]], headers=headers)


@cache
def asset_address(name: str) -> str:
    """Where a file of ours lies; the address changes when the file does."""
    return f"/web/static/{name}?v={hashlib.sha256(_assets()[name]).hexdigest()[:12]}"


@cache
def _assets() -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in (files("query.web") / "static").iterdir() if entry.is_file()}
