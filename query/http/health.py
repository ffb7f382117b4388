"""Whether the process lives, and whether it can answer."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from bizrag.errors import BizragError
from bizrag.store.indexes import list_indexes
from query.http.dependencies import ServiceDep
from query.http.problems import RETRY_SECONDS, ProblemError, responses

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Readiness(BaseModel):
    """The database answers."""

    status: Literal["ready"] = "ready"
    indexes: int = Field(description="indexes that can be asked")


@router.get("/health")
async def health() -> Health:
    """The process lives; nothing else is asked, so that a slow database restarts nobody."""
    return Health()


@router.get("/ready", responses=responses(503))
def ready(service: ServiceDep) -> Readiness:
    """The database answers and is migrated: requests may come."""
    try:
        with service.engine.begin() as conn:
            conn.execute(text("SELECT 1"))
            return Readiness(indexes=len(list_indexes(conn)))
    except (BizragError, SQLAlchemyError) as error:
        detail = str(error) if isinstance(error, BizragError) else "the database does not answer now"
        raise ProblemError(503, detail, headers={"Retry-After": str(RETRY_SECONDS)}) from error
