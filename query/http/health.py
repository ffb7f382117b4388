"""Whether the process lives, and whether it can answer."""

from __future__ import annotations

from typing import Literal

import structlog
from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from bizrag.errors import BizragError
from bizrag.store.indexes import list_indexes
from query.http.dependencies import ServiceDep
from query.http.problems import RETRY_SECONDS, ProblemError, responses
from query.http.warming import Models

log = structlog.get_logger(__name__)
router = APIRouter(tags=["health"])


class Health(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Readiness(BaseModel):
    """The database answers."""

    status: Literal["ready"] = "ready"
    indexes: int = Field(description="indexes that can be asked")
    models: Models = Field(description="whether the models of this process are loaded")


class ReadinessLog:
    """Tells the log when the answer to probes changes: they come every few seconds, and most hear what they heard."""

    def __init__(self) -> None:
        self._reason: str | None = None

    def is_ready(self) -> None:
        """Requests may come."""
        if self._reason is not None:
            self._reason = None
            log.info("ready")

    def is_not_ready(self, reason: str, *, passes: bool) -> None:
        """Requests cannot be answered, for this reason; one that passes by itself is nothing to look after."""
        if self._reason != reason:
            self._reason = reason
            (log.info if passes else log.warning)("not ready", reason=reason)


@router.get("/health")
async def health() -> Health:
    """The process lives; nothing else is asked, so that a slow database restarts nobody."""
    return Health()


@router.get("/ready", responses=responses(503))
def ready(service: ServiceDep, request: Request) -> Readiness:
    """The database answers and is migrated, and models are not being loaded: requests may come."""
    told: ReadinessLog = request.app.state.readiness
    models: Models = request.app.state.warming.models
    if models is Models.LOADING:
        raise _not_ready("models are being loaded", told, passes=True)
    try:
        with service.engine.begin() as conn:
            conn.execute(text("SELECT 1"))
            indexes = len(list_indexes(conn))
    except (BizragError, SQLAlchemyError) as error:
        detail = str(error) if isinstance(error, BizragError) else "the database does not answer now"
        raise _not_ready(detail, told, passes=False) from error
    told.is_ready()
    return Readiness(indexes=indexes, models=models)


def _not_ready(reason: str, told: ReadinessLog, *, passes: bool) -> ProblemError:
    """The answer to a probe that came too early; the log hears of it once."""
    told.is_not_ready(reason, passes=passes)
    return ProblemError(503, reason, headers={"Retry-After": str(RETRY_SECONDS)}, is_expected=True)
