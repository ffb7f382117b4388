"""Settings of evaluations that Dagster keeps up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, Field

from bizrag.configuration.types import Cron, Words


class EvaluationSettings(BaseModel):
    """Question sets that are assets, with their history; none by default."""

    questions: dict[str, Path] = Field(
        default_factory=dict,
        description='question files (as for bizrag eval) by the name of their asset, as JSON: {"own": "q.jsonl"}',
    )
    pipelines: Path | None = Field(
        default=None, description="pipelines to compare (TOML or JSON); default: every way in which default is searched"
    )
    collection: str | None = Field(default=None, description="collection that is asked; default: all")
    judges: Words = Field(
        default=(),
        description="judges of the answers, with commas: fast_rag_eval,faithfulness; empty: no answers are written",
    )
    reports: Path | None = Field(
        default=None, description="folder of the reports, one folder a set; default: evaluation in home"
    )
    cron: Annotated[Cron | None, BeforeValidator(lambda given: given or None)] = Field(
        default=None, description="when all sets are asked, in UTC; default: only by hand"
    )
