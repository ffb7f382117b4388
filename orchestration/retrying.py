"""The sensor that tries documents again whose failure may pass, a bounded number of times."""

from datetime import UTC, datetime, timedelta

import dagster as dg

from bizrag.pipeline.plan import plan
from bizrag.pipeline.services import Services
from bizrag.settings import Settings, WatchSettings
from bizrag.store.state import StaleDocument, select_failures
from orchestration.requests import INGEST_JOB, divide, open_work, run_requests
from resources.ingestion import IngestionSession


def build_retry_sensor(settings: Settings) -> dg.SensorDefinition:
    """The sensor that tries passing failures again, a bounded number of times."""

    @dg.sensor(
        name="retry_failed_documents",
        job_name=INGEST_JOB,
        minimum_interval_seconds=settings.watch.seconds,
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Tries documents again whose failure may pass, such as a provider that was down; later each time.",
    )
    def retry_failed_documents(
        context: dg.SensorEvaluationContext, session: dg.ResourceParam[IngestionSession]
    ) -> dg.SensorResult | dg.SkipReason:
        return retry(context, session.services)

    return retry_failed_documents


def retry(context: dg.SensorEvaluationContext, services: Services) -> dg.SensorResult | dg.SkipReason:
    """One tick: request documents whose last failure may pass, until they have failed too often."""
    settings = services.settings
    with services.engine.connect() as conn:
        failures = select_failures(conn, indexes=services.index_nos)
        failed = sorted({item.document_no for item in failures if item.is_transient})
        if not failed:
            return dg.SkipReason("no failure that may pass")
        stale = plan(conn, services, documents=failed)
    now = datetime.now(UTC)
    due = [item for item in stale if is_due(item, settings.watch, now)]
    requests = divide(due, settings, open_work(context.instance))
    if not requests:
        return dg.SkipReason(
            f"{len(failed)} documents wait for another attempt or failed {settings.watch.retry_attempts} times"
        )
    return dg.SensorResult(run_requests=run_requests(requests, settings, reason="retry", now=now.timestamp()))


def is_due(item: StaleDocument, settings: WatchSettings, now: datetime) -> bool:
    """Whether a failed document is to be tried now: 5, 10, 20, ... minutes after its failures, so many times."""
    if item.failed_at is None or item.attempts >= settings.retry_attempts:
        return False
    return now >= item.failed_at + timedelta(minutes=settings.retry_minutes * 2 ** (item.attempts - 1))
