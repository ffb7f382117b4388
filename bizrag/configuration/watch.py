"""Settings of what Dagster does by itself, and of when the corpus counts as sound."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, Field, SecretStr

from bizrag.configuration.types import Cron


class WatchSettings(BaseModel):
    """What Dagster does by itself while its daemon runs."""

    seconds: int = Field(default=60, ge=5, description="pause between two listings of the sources")
    max_open_runs: int = Field(default=20, ge=1, description="runs that wait or work before more are requested")
    max_deleted_share: float = Field(
        default=0.5,
        ge=0,
        le=1,
        description="largest share of a source that is deleted unasked, a single file always; more asks for "
        "'bizrag ingest'; 0: nothing is",
    )
    terminated_hours: float = Field(
        default=12.0,
        ge=0,
        description="documents of a run that somebody terminated are not requested again for so long, unless their "
        "file changes; 0: they are at once",
    )
    retry_attempts: int = Field(default=5, ge=1, description="attempts at a document whose failure may pass")
    retry_minutes: float = Field(default=5.0, gt=0, description="wait before the second attempt, doubled each time")
    rescan_cron: Cron = Field(default="0 2 * * *", description="when all bytes are hashed again, in UTC")
    inspect_cron: Cron = Field(default="0 5 * * *", description="when the corpus is inspected, in UTC")
    failure_webhook: SecretStr | None = Field(
        default=None, description='URL that is sent {"text": "..."} when a run fails, as chat tools take it'
    )


class CheckSettings(BaseModel):
    """When the corpus counts as sound."""

    questions: Path | None = Field(
        default=None, description="questions with pages (JSONL, as for bizrag eval) that every index must still find"
    )
    min_recall: float = Field(default=0.8, ge=0, le=1, description="smallest page recall in ten hits of the questions")
    max_lost_share: float = Field(
        default=0.001, ge=0, le=1, description="largest share of a text layer's tokens that may reach no chunk"
    )
    max_duplicate_share: float = Field(default=0.2, ge=0, le=1, description="largest share of chunks said twice")
