"""Whether the process lives, and whether it can answer."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from bizrag.errors import BizragError
from bizrag.store.indexes import list_indexes
from query.http.dependencies import ServiceDep
from query.http.problems import RETRY_SECONDS, ProblemError, responses
from query.http.warming import Models

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Readiness(BaseModel):
    """The database answers."""

    status: Literal["ready"] = "ready"
    indexes: int = Field(description="indexes that can be asked")
    models: Models = Field(description="whether the models of this process are loaded")


@router.get("/health")
async def health() -> Health:
    """The process lives; nothing else is asked, so that a slow database restarts nobody."""
    return Health()


@router.get("/ready", responses=responses(503))
def ready(service: ServiceDep, request: Request) -> Readiness:
    """The database answers and is migrated, and models are not being loaded: requests may come."""
    models: Models = request.app.state.warming.models
    if models is Models.LOADING:
        raise ProblemError(503, "models are being loaded", headers={"Retry-After": str(RETRY_SECONDS)})
    try:
        with service.engine.begin() as conn:
            conn.execute(text("SELECT 1"))
            return Readiness(indexes=len(list_indexes(conn)), models=models)
    except (BizragError, SQLAlchemyError) as error:
        detail = str(error) if isinstance(error, BizragError) else "the database does not answer now"
        raise ProblemError(503, detail, headers={"Retry-After": str(RETRY_SECONDS)}) from error
