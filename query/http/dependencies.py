"""What routes are given: the open service, and who asks."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Request

from bizrag.model.access import Principal
from query.http.access import current_principal
from query.service import QueryService


def current_service(request: Request) -> QueryService:
    """The service that the application opened, for all requests."""
    return cast("QueryService", request.app.state.service)


ServiceDep = Annotated[QueryService, Depends(current_service)]
PrincipalDep = Annotated[Principal, Depends(current_principal)]
