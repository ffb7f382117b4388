"""What routes are given: the open service, and who asks."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Request

from bizrag.model.access import LOCAL, Principal
from query.service import QueryService


def current_service(request: Request) -> QueryService:
    """The service that the application opened, for all requests."""
    return cast("QueryService", request.app.state.service)


def current_principal() -> Principal:
    """Who asks: the person at this machine."""
    return LOCAL


ServiceDep = Annotated[QueryService, Depends(current_service)]
PrincipalDep = Annotated[Principal, Depends(current_principal)]
