"""Who makes a request: told from its key, its session cookie, or, where there is no key, from its coming from here.

This is asked at every request. Browsers send cookies whether their user wants it or not, and pages of others can make
a browser talk to this machine: what comes without a key in a header must come from our own page, unless it only reads.
"""

from __future__ import annotations

from typing import Any, Final, cast
from urllib.parse import urlsplit

from fastapi import Request, Response

from bizrag.errors import AccessDeniedError
from bizrag.model.access import LOCAL, Principal
from bizrag.store.keys import authenticate, close_session, had_keys, open_session
from query.access import is_loopback, principal_of_key
from query.http.problems import ProblemError
from query.service import QueryService

SESSION_COOKIE: Final = "bizrag_session"
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def current_principal(request: Request, *, is_counted: bool = True) -> Principal:
    """Who asks; it counts as one of the requests that a key may make, unless it is not counted.

    A key (``Authorization: Bearer bizrag_...``) comes before a session. Without either the caller is the owner where
    the connection reached a loopback address and no key was ever made.

    Raises AccessDeniedError (401), TooManyRequestsError (429), ProblemError 403 for a request from a foreign page.
    """
    service = cast("QueryService", request.app.state.service)
    try:
        return _shown(request, service, is_counted=is_counted)
    except AccessDeniedError:
        # programs send a made-up key where none is needed: nothing is closed that is open without it
        if not _is_local(request) or had_keys(service.engine):
            raise
        refuse_foreign_pages(request)
        return LOCAL


def _shown(request: Request, service: QueryService, *, is_counted: bool) -> Principal:
    if (header := request.headers.get("authorization")) is not None:
        return principal_of_key(service, _bearer(header), is_counted=is_counted)
    if (value := request.cookies.get(SESSION_COOKIE)) is not None:
        refuse_foreign_pages(request)
        return principal_of_key(service, value, is_session=True, is_counted=is_counted)
    raise AccessDeniedError("this service needs a key: send it as Authorization: Bearer bizrag_...")


def sign_in(request: Request, response: Response, key: str) -> Principal:
    """Open a session for a browser whose user gave a key, and set its cookie; raises as ``current_principal``.

    The cookie is a random value, not the key: scripts cannot read it, other sites cannot send it.
    """
    refuse_foreign_pages(request)
    service = cast("QueryService", request.app.state.service)
    seconds = round(3600 * service.settings.access.session_hours)
    with service.engine.begin() as conn:
        caller = authenticate(conn, key.strip())
        value = open_session(conn, caller, seconds=seconds)
    response.set_cookie(SESSION_COOKIE, value, max_age=seconds, **_cookie(request))
    return caller.principal


def sign_out(request: Request, response: Response) -> None:
    """End the session of a browser."""
    refuse_foreign_pages(request)
    if (value := request.cookies.get(SESSION_COOKIE)) is not None:
        service = cast("QueryService", request.app.state.service)
        with service.engine.begin() as conn:
            close_session(conn, value)
    response.delete_cookie(SESSION_COOKIE, **_cookie(request))


def refuse_foreign_pages(request: Request) -> None:
    """Raises ProblemError 403 for a request that a page of another site made its browser send.

    Browsers say where a request comes from (Sec-Fetch-Site; older ones Origin alone), and pages cannot change it. What
    only reads may be linked to from anywhere: the page that links does not see what comes.
    """
    if request.method in _SAFE_METHODS:
        return
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    if site is not None:
        is_own = site in ("same-origin", "none")
    else:
        is_own = origin is None or urlsplit(origin).netloc == request.headers.get("host")
    if not is_own:
        raise ProblemError(403, "this request came from a page of another site: use the page of this service, or a key")


def _bearer(header: str) -> str:
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise AccessDeniedError("the Authorization header is not 'Bearer bizrag_...': send the key so")
    return secret.strip()


def _is_local(request: Request) -> bool:
    """Whether the connection reached a loopback address under a loopback name.

    A foreign name for this machine's own address is how pages of others read from it (DNS rebinding).
    """
    server = cast("tuple[str, int | None] | None", request.scope.get("server"))
    host = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    return server is not None and is_loopback(server[0]) and is_loopback(host)


def _cookie(request: Request) -> dict[str, Any]:
    return {"path": "/", "httponly": True, "samesite": "strict", "secure": request.url.scheme == "https"}
