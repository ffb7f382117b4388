"""The Dagster definitions. They load offline, without a database and without secrets."""

from __future__ import annotations

import dagster as dg

from assets.ingestion import build_ingestion
from bizrag.settings import Settings
from resources.ingestion import IngestionSession, ingestion_session

INGEST_JOB = "ingest_documents"


def build_definitions(settings: Settings | None = None, session: IngestionSession | None = None) -> dg.Definitions:
    """All definitions; ``session`` replaces the resource by one that is open already."""
    ingestion = build_ingestion(settings or Settings())
    job = dg.define_asset_job(
        INGEST_JOB,
        selection=dg.AssetSelection.assets(ingestion),
        description="Bring documents up to date: chosen partitions, or the documents named in the run config.",
    )
    return dg.Definitions(
        assets=[ingestion],
        jobs=[job],
        resources={"session": session if session is not None else ingestion_session},
        executor=dg.in_process_executor,
    )


defs = build_definitions()
