"""The Dagster definitions. They load offline, without a database and without secrets."""

from __future__ import annotations

import dagster as dg
from dagster._core.definitions.unresolved_asset_job_definition import UnresolvedAssetJobDefinition

from assets.checks import build_checks
from assets.corpus import build_corpus
from assets.evaluation import build_evaluations
from assets.ingestion import build_ingestion
from assets.keys import asset_key
from assets.question_sets import build_question_sets
from bizrag.pipeline.stages import STAGE_BY_NAME, StageName
from bizrag.settings import Settings
from orchestration.alerts import build_failure_sensor
from orchestration.requests import EVERYTHING_JOB, INGEST_JOB
from orchestration.rescanning import build_rescan_schedule, rescan_job
from orchestration.retrying import build_retry_sensor
from orchestration.watching import INSPECT_JOB, build_watch_sensor
from resources.ingestion import IngestionSession, ingestion_session

EVALUATE_JOB = "evaluate"


def build_definitions(settings: Settings | None = None, session: IngestionSession | None = None) -> dg.Definitions:
    """All definitions; ``session`` replaces the resource by one that is open already."""
    settings = settings or Settings()
    ingestion, corpus, checks = build_ingestion(settings), build_corpus(settings), build_checks(settings)
    ingest = dg.define_asset_job(
        INGEST_JOB,
        selection=dg.AssetSelection.assets(ingestion).without_checks(),
        description="Bring documents up to date: chosen partitions, or the documents named in the run config; "
        "without either, all that have work to do.",
    )
    everything = dg.define_asset_job(
        EVERYTHING_JOB,
        selection=dg.AssetSelection.assets(ingestion).without_checks(),
        description="Bring all documents that have work to do up to date, in one run; no partition is to be chosen.",
    )
    inspect = dg.define_asset_job(
        INSPECT_JOB,
        selection=dg.AssetSelection.assets(corpus) | dg.AssetSelection.checks(checks),
        description="Index vectors, remove what nothing uses, count and check the corpus.",
    )
    evaluations = build_evaluations(settings)
    return dg.Definitions(
        assets=[ingestion, corpus, *build_question_sets(settings), *evaluations],
        asset_checks=[checks],
        jobs=[ingest, everything, inspect, rescan_job, *_stage_jobs(settings), *_evaluation_jobs(evaluations)],
        sensors=[
            build_watch_sensor(settings, [ingest, inspect]),
            build_retry_sensor(settings),
            build_failure_sensor(settings),
        ],
        schedules=[
            build_rescan_schedule(settings),
            _inspection_schedule(settings, inspect),
            *_evaluation_schedules(settings),
        ],
        resources={"session": session if session is not None else ingestion_session},
        executor=dg.in_process_executor,
    )


def _stage_jobs(settings: Settings) -> list[UnresolvedAssetJobDefinition]:
    """One stage alone, for chosen documents: to make it again after it was changed by hand, or to look at it."""
    return [
        dg.define_asset_job(
            f"only_{stage.value}",
            selection=[
                asset_key(stage, name) for name in (settings.indexes if STAGE_BY_NAME[stage].is_per_index else [None])
            ],
            description=f"The stage {stage.value} of chosen documents, and nothing after it.",
        )
        for stage in StageName
    ]


def _evaluation_jobs(evaluations: list[dg.AssetsDefinition]) -> list[UnresolvedAssetJobDefinition]:
    """One job for all question sets, where there are any."""
    if not evaluations:
        return []
    selection = dg.AssetSelection.assets(*evaluations)
    return [dg.define_asset_job(EVALUATE_JOB, selection=selection, description="Ask the configured question sets.")]


def _evaluation_schedules(settings: Settings) -> list[dg.ScheduleDefinition]:
    """Only where a time is set: answers and judges may cost money."""
    if not settings.evaluation.cron or not settings.evaluation.questions:
        return []
    return [
        dg.ScheduleDefinition(
            name="evaluation_schedule",
            job_name=EVALUATE_JOB,
            description="Asks the configured question sets and keeps the figures.",
            cron_schedule=settings.evaluation.cron,
            execution_timezone="UTC",
            default_status=dg.DefaultScheduleStatus.RUNNING,
        )
    ]


def _inspection_schedule(settings: Settings, inspect: UnresolvedAssetJobDefinition) -> dg.ScheduleDefinition:
    return dg.ScheduleDefinition(
        name="nightly_inspection",
        description="Indexes vectors, removes what nothing uses, counts and checks the corpus; "
        "when: BIZRAG_WATCH__INSPECT_CRON.",
        job=inspect,
        cron_schedule=settings.watch.inspect_cron,
        execution_timezone="UTC",
        default_status=dg.DefaultScheduleStatus.RUNNING,
    )


defs = build_definitions()
