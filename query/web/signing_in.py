"""Signing in with a key, for browsers: they keep a session's cookie, never the key."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from bizrag.errors import AccessDeniedError
from query.http.access import sign_in, sign_out
from query.web import rendering
from query.web.failures import PageRoute

router = APIRouter(route_class=PageRoute, include_in_schema=False)

_SEE_OTHER = 303


@router.get("/web/sign-in")
def sign_in_page(back: Annotated[str, Query(max_length=8000)] = "/") -> Response:
    """The page to sign in on; ``back`` is where to go afterwards."""
    return rendering.html("sign_in", back=own_path(back), message="")


@router.post("/web/sign-in")
def sign_in_with_key(
    request: Request,
    key: Annotated[str, Form(max_length=1000)] = "",
    back: Annotated[str, Form(max_length=8000)] = "/",
) -> Response:
    """Open a session and go where the person wanted to go."""
    response = RedirectResponse(own_path(back), status_code=_SEE_OTHER, headers=rendering.SECURITY_HEADERS)
    try:
        sign_in(request, response, key)
    except AccessDeniedError:
        message = "This key is not known, or has ended. Ask whoever runs this service for one."
        return rendering.html("sign_in", status=401, back=own_path(back), message=message)
    return response


@router.post("/web/sign-out")
def sign_out_here(request: Request) -> Response:
    """End the session."""
    response = RedirectResponse("/web/sign-in", status_code=_SEE_OTHER, headers=rendering.SECURITY_HEADERS)
    sign_out(request, response)
    return response


def own_path(value: str) -> str:
    """A path of this service; anything that may lead elsewhere becomes the first page.

    >>> own_path("/web/documents?name=a"), own_path("//elsewhere.example"), own_path("https://elsewhere.example")
    ('/web/documents?name=a', '/', '/')
    """
    is_ours = value.startswith("/") and not value.startswith(("//", "/\\")) and value.isprintable()
    return value if is_ours else "/"
