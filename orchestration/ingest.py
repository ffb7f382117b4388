"""Bring the index to the state of folders: list, compare, forget what is gone, and run what is stale through Dagster.

Nothing of Dagster is imported when nothing changed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from bizrag.errors import BadInputError, NotFoundError, SourceUnavailableError
from bizrag.pipeline.estimating import observed_ratios
from bizrag.pipeline.events import StageEvent
from bizrag.pipeline.plan import plan
from bizrag.pipeline.scan import GoneDocument, Scan, refuse_emptied, scan
from bizrag.pipeline.services import Services
from bizrag.sources.listing import list_source
from bizrag.store import catalog
from bizrag.store.forget import delete_unused, forget_documents
from bizrag.store.indexes import maintain_index
from bizrag.store.state import select_failures, select_left_indexes
from orchestration.forecast import Forecast
from orchestration.report import IngestListener, IngestReport, Tally
from orchestration.runs import DagsterRuns, has_orphans
from sql import statement


def ingest(
    services: Services,
    places: Sequence[str],
    *,
    collection: str,
    allow_empty: bool = False,
    listener: IngestListener | None = None,
) -> IngestReport:
    """Bring the indexes of the settings to the state of folders, files or buckets.

    A place that does not exist, and a document that cannot be read, is reported and ends nothing else. So is a place
    that lost all its documents, which are kept unless ``allow_empty``.
    """
    began = time.perf_counter()
    report = IngestReport()
    scans = _scan_all(services, places, collection, report, allow_empty=allow_empty)
    gone = [item for found in scans for item in found.gone]
    # of two places one may lie in the other: what the first listed is then gone from there
    listed = sorted({n for found in scans for n in found.listed} - {item.document_no for item in gone})
    report.listed, report.deleted = len(listed), len(gone)
    report.kept_out = [name for found in scans for name in found.kept_out]
    report.skipped = [name for found in scans for name in found.skipped]
    with services.engine.connect() as conn:
        stale = [item.document_no for item in plan(conn, services, documents=listed)]
    _run(services, stale, report, listener, gone=gone)
    _summarise(services, listed, report, tried=stale)
    report.seconds = time.perf_counter() - began
    return report


def retry(
    services: Services,
    names: Sequence[str] = (),
    *,
    collection: str | None = None,
    listener: IngestListener | None = None,
) -> IngestReport:
    """Try failed documents again, all or those named, whatever failed; nothing is listed anew.

    Raises NotFoundError when a name means no document, or one that has not failed.
    """
    began = time.perf_counter()
    with services.engine.connect() as conn:
        chosen = [catalog.find_by_name(conn, name, collection=collection) for name in names]
        failures = select_failures(conn, chosen or None, indexes=services.index_nos)
        failed = sorted({item.document_no for item in failures if collection in (None, item.collection)})
        if sound := set(chosen) - set(failed):
            fine = ", ".join(row.source_uri for row in catalog.load_documents(conn, sorted(sound)))
            raise NotFoundError(f"nothing to retry: {fine} did not fail; 'bizrag status --failed' lists what did")
        stale = [item.document_no for item in plan(conn, services, documents=failed, retry_failed=True)]
    report = IngestReport(listed=len(failed))
    _run(services, stale, report, listener)
    _summarise(services, failed, report, tried=stale)
    report.seconds = time.perf_counter() - began
    return report


def _scan_all(
    services: Services, places: Sequence[str], collection: str, report: IngestReport, *, allow_empty: bool
) -> list[Scan]:
    scans: list[Scan] = []
    for place in places:
        try:
            listing = list_source(place, collection=collection, own=services.settings.own_places)
            with services.engine.begin() as conn:
                found = scan(conn, listing, collection=collection)
            if not allow_empty:
                refuse_emptied(listing, found.gone, collection=collection)
        except (BadInputError, SourceUnavailableError) as error:
            report.failed.append({"doc": place, "stage": "source", "error": str(error), "is_earlier": False})
            continue
        report.left_out += listing.left_out
        for line in listing.refused:
            name = line.split(": ", 1)[0]
            report.failed.append({"doc": name, "stage": "source", "error": line, "is_earlier": False})
        if not (found.listed or found.kept_out or listing.refused):
            report.empty.append(place)
        scans.append(found)
    return scans


def _run(
    services: Services,
    stale: Sequence[int],
    report: IngestReport,
    listener: IngestListener | None,
    *,
    gone: Sequence[GoneDocument] = (),
) -> None:
    """Forget what is gone, run what is stale, look after the indexes and clean up; nothing when there is nothing."""
    hears, forecast = listener or IngestListener(), Forecast()
    hears.planned(len(stale))
    if not (stale or gone or has_orphans(services.engine)):
        return
    from resources.ingestion import IngestionSession

    with services.engine.connect() as conn:
        forecast.observed = observed_ratios(conn)
        before = conn.execute(statement("select_ingestion_spend")).one()
        live = conn.execute(statement("select_live_contents"), {"documents": list(stale)}).mappings()
        tally = Tally(report, live={row["document_no"]: row["contents"] for row in live})

    def on_event(event: StageEvent) -> None:
        tally.count(event)
        forecast.hear(event)
        hears.event(event)

    session = IngestionSession(services=services, on_event=on_event, on_page=hears.page, on_wait=hears.waiting)
    with DagsterRuns(services) as runs:
        _forget(services, runs, [item for item in gone if not item.is_moved])
        runs.execute(session, stale)
        # under their old names until they answer under the new ones
        _forget(services, runs, [item for item in gone if item.is_moved])
    report.forecast = forecast.to_json()
    with services.engine.connect() as conn:
        # those that another process makes meanwhile count too
        after = conn.execute(statement("select_ingestion_spend")).one()
    report.has_unpriced = after.num_unpriced > before.num_unpriced
    report.cost_usd += float(after.embed_usd - before.embed_usd)
    for index in services.indexes.values():
        maintain_index(services.engine, index, services.settings.search)
    delete_unused(services.engine, services.blobs)


def _forget(services: Services, runs: DagsterRuns, gone: Sequence[GoneDocument]) -> None:
    runs.drop([item.partition_key for item in gone])
    forget_documents(services.engine, [item.document_no for item in gone])


def _summarise(services: Services, listed: Sequence[int], report: IngestReport, *, tried: Sequence[int]) -> None:
    """What has failed and what is live; a failure of a document that this run did not try is an earlier one."""
    now = set(tried)
    with services.engine.connect() as conn:
        for failure in select_failures(conn, listed, indexes=services.index_nos):
            told = {"doc": failure.source_uri, "stage": failure.stage, "error": failure.error}
            report.failed.append(told | {"is_earlier": failure.document_no not in now})
        row = conn.execute(statement("count_rows")).mappings().one()
        report.left_indexes = [index for index in select_left_indexes(conn, services.index_nos) if index.behind]
    report.chunks, report.stale, report.orphaned = int(row["chunks"]), int(row["stale"]), int(row["orphaned"])
