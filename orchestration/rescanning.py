"""The job that hashes all bytes again: sizes, times and etags may say that nothing changed, and lie."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import dagster as dg
from pydantic import Field

from bizrag.errors import BizragError
from bizrag.settings import Settings
from bizrag.sources.reading import content_sha256, local_copy
from bizrag.store.recheck import StoredContent, iterate_contents, mark_changed
from resources.ingestion import IngestionSession

# Reading waits for disks and networks more than it computes.
_READERS = 4


class Rescan(dg.Config):
    """Which documents to read again."""

    collections: list[str] = Field(default_factory=list, description="collections to read; empty: all")
    with_etags: bool = Field(
        default=False, description="read buckets too, whose etags change with the bytes and cost nothing to compare"
    )


@dg.op(
    description="Hashes the bytes of all documents and marks those that are not what was ingested; the sensor of the "
    "sources, 'bizrag ingest' or a backfill then brings them up to date.",
)
def hash_documents(
    context: dg.OpExecutionContext, config: Rescan, session: dg.ResourceParam[IngestionSession]
) -> dg.Output[int]:
    """Marks changed documents batch by batch, so that ending it loses nothing."""
    engine = session.services.engine
    counts = {"read": 0, "changed": 0, "unreadable": 0}
    examples: list[str] = []
    with ThreadPoolExecutor(_READERS) as readers:
        for batch in iterate_contents(engine, config.collections or None, with_etags=config.with_etags):
            found = list(zip(batch, readers.map(_hash, batch), strict=True))
            changed = [item for item, sha256 in found if sha256 != item.content_sha256]
            with engine.begin() as conn:
                mark_changed(conn, [item.document_no for item in changed])
            counts["read"] += len(batch)
            counts["changed"] += len(changed)
            counts["unreadable"] += sum(sha256 is None for _, sha256 in found)
            examples += [f"- {item.collection}/{item.source_uri}" for item in changed]
            context.log.info("%(read)d read, %(changed)d changed, %(unreadable)d unreadable", counts)
    metadata: dict[str, Any] = {**counts, "marked": dg.MetadataValue.md("\n".join(examples[:100]) or "none")}
    return dg.Output(counts["changed"], metadata=metadata)


def _hash(item: StoredContent) -> str | None:
    """The hash of the bytes as they are now; None when they cannot be read, which ingestion then reports."""
    try:
        with local_copy(item.source_root, item.source_uri) as path:
            return content_sha256(path)
    except BizragError:
        return None


@dg.job(
    name="rescan_sources",
    description="Hash everything again and mark what is not as it was ingested.",
    executor_def=dg.in_process_executor,
)
def rescan_job() -> None:
    """The only step."""
    hash_documents()


def build_rescan_schedule(settings: Settings) -> dg.ScheduleDefinition:
    """Every night, where sources are watched."""
    running = dg.DefaultScheduleStatus.RUNNING if settings.sources else dg.DefaultScheduleStatus.STOPPED
    return dg.ScheduleDefinition(
        name="nightly_rescan",
        description="Hashes the bytes of all documents again, since sizes and times may lie; on where BIZRAG_SOURCES "
        "names sources; when: BIZRAG_WATCH__RESCAN_CRON.",
        job=rescan_job,
        cron_schedule=settings.watch.rescan_cron,
        execution_timezone="UTC",
        default_status=running,
    )
