"""Search: the same by POST with a JSON body and by GET with parameters."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Query

from query.http.dependencies import PrincipalDep, ServiceDep
from query.http.problems import KEYED, KEYED_WITH_BODY, responses
from query.http.requests import SearchRequest
from query.http.schemas import SearchResponse, found_chunks

router = APIRouter(tags=["search"])


@router.post("/search", responses=responses(400, 404, 422, 503, *KEYED_WITH_BODY))
def search(request: SearchRequest, service: ServiceDep, principal: PrincipalDep) -> SearchResponse:
    """Find chunks, best first, each with its place."""
    began = time.perf_counter()
    hits = service.search(request.query, **request.options(request.k, principal))
    return SearchResponse(hits=found_chunks(hits), seconds=round(time.perf_counter() - began, 4))


@router.get("/search", responses=responses(400, 404, 422, 503, *KEYED))
def search_by_parameters(
    request: Annotated[SearchRequest, Query()], service: ServiceDep, principal: PrincipalDep
) -> SearchResponse:
    """Find chunks, best first: ``/search?query=net+sales&k=3``."""
    return search(request, service, principal)
