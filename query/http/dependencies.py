"""What routes are given: the open service, and who asks."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Request, Security
from fastapi.security import HTTPBearer

from bizrag.model.access import Principal
from query.http.access import current_principal
from query.service import QueryService


def current_service(request: Request) -> QueryService:
    """The service that the application opened, for all requests."""
    return cast("QueryService", request.app.state.service)


# describes keys in /openapi.json; who asks is told by ``current_principal``
_KEY = HTTPBearer(
    scheme_name="key",
    bearerFormat="bizrag_...",
    description="A key of `bizrag keys add`. Where no key was ever made, this machine needs none.",
    auto_error=False,
)


def asking_principal(request: Request, _: Annotated[object, Security(_KEY)]) -> Principal:
    """Who asks; it counts as a request of their key."""
    return current_principal(request)


def uncounted_principal(request: Request) -> Principal:
    """Who looks at a page with pictures: one look loads hundreds of them, so that only the page itself counts."""
    return current_principal(request, is_counted=False)


ServiceDep = Annotated[QueryService, Depends(current_service)]
PrincipalDep = Annotated[Principal, Depends(asking_principal)]
UncountedDep = Annotated[Principal, Depends(uncounted_principal)]
