"""The sensor that watches the sources for added, changed, deleted and renamed files.

The manifest is the document table. A tick lists, lets the catalog compare, forgets what is gone and plans in SQL, all
with the code of ``bizrag ingest``; then it requests runs. Its cursor holds a digest, never the files.
"""

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime

import dagster as dg
from dagster._core.definitions.unresolved_asset_job_definition import UnresolvedAssetJobDefinition

from bizrag.errors import BizragError
from bizrag.pipeline.plan import iterate_plan
from bizrag.pipeline.scan import refuse_emptied, scan, still_needed
from bizrag.pipeline.services import Services
from bizrag.pipeline.versions import stage_versions
from bizrag.settings import Settings
from bizrag.sources.listing import Listing, list_source
from bizrag.store import catalog
from bizrag.store.forget import forget_documents
from bizrag.store.state import StaleDocument
from orchestration.partitions import sync_partitions
from orchestration.requests import OpenWork, Requests, divide, open_work, run_requests
from orchestration.terminated import Terminated, terminated_work
from resources.ingestion import IngestionSession

JobLike = dg.JobDefinition | UnresolvedAssetJobDefinition
INSPECT_JOB = "inspect_corpus"
_LONGEST_WAIT_MINUTES = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchCursor:
    """What a tick hands to the next."""

    # of the listings, the stages' versions and the catalog
    state: str = ""
    # nothing was left to do then
    is_settled: bool = False
    # what was requested last, how often in a row, and when it may be requested again (seconds since 1970)
    work: str = ""
    repeats: int = 0
    not_before: float = 0.0

    @staticmethod
    def load(text: str | None) -> "WatchCursor":
        """A cursor as dump() wrote it; a fresh one when there is none."""
        return WatchCursor(**json.loads(text)) if text else WatchCursor()

    def dump(self) -> str:
        """The cursor as text."""
        return json.dumps(asdict(self))

    def after(self, requests: Requests, now: float) -> "WatchCursor":
        """The cursor once this work is requested; the same work again means that runs broke, and waits longer."""
        repeats = self.repeats + 1 if requests.digest == self.work else 0
        return replace(
            self,
            work=requests.digest,
            repeats=repeats,
            not_before=now + 60 * min(2**repeats, _LONGEST_WAIT_MINUTES),
            is_settled=False,
        )


def build_watch_sensor(settings: Settings, jobs: Sequence[JobLike]) -> dg.SensorDefinition:
    """The sensor of the sources that the settings name; it runs from the start when there are any.

    ``jobs``: that which ingests, and that which inspects once nothing is left to do.
    """

    @dg.sensor(
        name="watch_sources",
        jobs=list(jobs),
        minimum_interval_seconds=settings.watch.seconds,
        default_status=dg.DefaultSensorStatus.RUNNING if settings.sources else dg.DefaultSensorStatus.STOPPED,
        description="Lists the watched folders and buckets, and requests runs for documents that have work to do.",
    )
    def watch_sources(
        context: dg.SensorEvaluationContext, session: dg.ResourceParam[IngestionSession]
    ) -> dg.SensorResult | dg.SkipReason:
        return watch(context, session.services)

    return watch_sources


def watch(context: dg.SensorEvaluationContext, services: Services) -> dg.SensorResult | dg.SkipReason:
    """One tick: bring catalog and partitions to the state of the sources, and request runs for what has work to do.

    Raises BizragError when a source cannot be listed or lost suspiciously much, once there is nothing else to do.
    """
    settings = services.settings
    if not settings.sources:
        return dg.SkipReason('no sources: set BIZRAG_SOURCES, such as {"reports": "s3://bucket/reports"}')
    cursor = WatchCursor.load(context.cursor)
    listings, problems = _list_sources(settings)
    if cursor.is_settled and not problems and cursor.state == _state(services, listings):
        return dg.SkipReason(f"nothing changed in {sum(len(listing.files) for listing in listings.values())} files")
    busy = open_work(context.instance)
    problems += _compare(services, listings, busy)
    sync_partitions(context.instance, services)
    held = _Held(terminated_work(context.instance, settings, datetime.now(UTC)))
    with services.engine.connect() as conn:
        stale = iterate_plan(conn, services, collections=list(settings.sources))
        requests = divide((item for item in stale if not item.attempts and held.passes(item)), settings, busy)
    for problem in problems:
        context.log.error(problem)
    if requests:
        return _request(requests, cursor, settings)
    if problems:
        raise BizragError("; ".join(problems))
    if busy.num_runs:
        return dg.SensorResult(skip_reason=f"{busy.num_runs} runs are at work", cursor=cursor.dump())
    if held.num_documents:
        return dg.SensorResult(skip_reason=held.reason(settings), cursor=cursor.dump())
    settled = replace(cursor, is_settled=True, state=_state(services, listings), work="")
    inspection = dg.RunRequest(job_name=INSPECT_JOB, run_key=f"inspect-{time.time():.3f}")
    return dg.SensorResult(run_requests=[inspection], cursor=settled.dump())


class _Held:
    """Counts what waits because its run was terminated."""

    def __init__(self, terminated: Terminated) -> None:
        self._terminated = terminated
        self.num_documents = 0

    def passes(self, item: StaleDocument) -> bool:
        """False for a document that has to wait."""
        if not self._terminated.holds(item):
            return True
        self.num_documents += 1
        return False

    def reason(self, settings: Settings) -> str:
        """What a person reads at the sensor."""
        waits = "1 document waits" if self.num_documents == 1 else f"{self.num_documents} documents wait"
        return (
            f"{waits}: a run that had them was terminated. They are requested again "
            f"{settings.watch.terminated_hours:g} hours after that, or when their files change; at once by a run from "
            "this page or 'bizrag ingest'"
        )


def _request(requests: Requests, cursor: WatchCursor, settings: Settings) -> dg.SensorResult:
    now = time.time()
    if requests.digest == cursor.work and now < cursor.not_before:
        wait = f"the same work was requested before and is not done: again in {cursor.not_before - now:.0f} seconds"
        return dg.SensorResult(skip_reason=wait, cursor=cursor.dump())
    cursor = cursor.after(requests, now)
    runs = run_requests(requests, settings, reason="watch", now=now)
    return dg.SensorResult(run_requests=runs, cursor=cursor.dump())


def _list_sources(settings: Settings) -> tuple[dict[str, Listing], list[str]]:
    """Listings by collection, and what could not be listed."""
    listings: dict[str, Listing] = {}
    problems: list[str] = []
    for collection, place in settings.sources.items():
        try:
            listings[collection] = list_source(place, collection=collection, own=settings.own_places)
        # A bucket's driver raises errors of its own; one source must not keep the others from being watched.
        except Exception as error:
            kind = "" if isinstance(error, BizragError) else f"{type(error).__name__}: "
            problems.append(f"{collection}: {kind}{error}")
    return listings, problems


def _state(services: Services, listings: dict[str, Listing]) -> str:
    digest = hashlib.sha256()
    for listing in listings.values():
        for file in listing.files:
            digest.update(f"{listing.source_root}\n{file.source_uri}\n{catalog.change_mark(file)}\n".encode())
    with services.engine.connect() as conn:
        digest.update(catalog.read_catalog_mark(conn).encode())
    digest.update("".join(item.static for item in stage_versions(services.settings, services.indexes)).encode())
    return digest.hexdigest()


def _compare(services: Services, listings: dict[str, Listing], busy: OpenWork) -> list[str]:
    """Record what is new or changed, forget what is gone; returns what a person has to look at."""
    problems: list[str] = []
    for collection, listing in listings.items():
        try:
            with services.engine.begin() as conn:
                found = scan(conn, listing, collection=collection)
            refuse_emptied(listing, found.gone, collection=collection)
        except BizragError as error:
            problems.append(f"{collection}: {error}")
            continue
        # what was moved is lost to nobody
        num_gone = sum(not item.is_moved for item in found.gone)
        before = len(found.gone) + len(found.listed) - len(found.added)
        if num_gone > _most_deleted(services.settings.watch.max_deleted_share, before):
            problems.append(
                f"{collection}: {num_gone} of {before} documents are gone from {listing.source_root}, and were kept; "
                f"if that is right: bizrag ingest {listing.source_root} --collection {collection}"
            )
            continue
        with services.engine.connect() as conn:
            needed = still_needed(conn, found.gone)
        # A run that has the document would break; the next tick sees it again.
        going = [item for item in found.gone if item.partition_key not in busy.keys and item.document_no not in needed]
        forget_documents(services.engine, [item.document_no for item in going])
    return problems


def _most_deleted(share: float, before: int) -> float:
    """So many documents of a source may vanish at once. One file is deleted by a person, however few there are.

    >>> _most_deleted(0.5, 30), _most_deleted(0.5, 3), _most_deleted(0.5, 1), _most_deleted(0.0, 3)
    (15.0, 1.5, 1, 0)
    """
    return max(share * before, 1) if share else 0
