"""Turn work into run requests: for exactly what has work to do, and never for what a run has already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import dagster as dg
from dagster._core.storage.dagster_run import NOT_FINISHED_STATUSES

from assets.keys import bucket_key, bucket_of, document_partitions
from bizrag.model.hashing import sha256_json
from bizrag.settings import Settings
from bizrag.store.state import StaleDocument

INGEST_JOB = "ingest_documents"
EVERYTHING_JOB = "ingest_everything"
_RANGE_START, _RANGE_END = "dagster/asset_partition_range_start", "dagster/asset_partition_range_end"
_PARTITION = "dagster/partition"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenWork:
    """What runs that have not ended are to do."""

    num_runs: int
    # documents by partition key, or buckets
    keys: frozenset[str]
    # a run takes all documents that have work to do
    has_everything: bool = False


def open_work(instance: dg.DagsterInstance) -> OpenWork:
    """Documents and partitions that waiting and working runs have."""
    ordered = documents_in_order(instance)
    keys: set[str] = set()
    num_runs = 0
    has_everything = False
    for run in instance.get_runs(filters=dg.RunsFilter(statuses=NOT_FINISHED_STATUSES)):
        found = work_of(run, ordered)
        if found is not None:
            num_runs += 1
            keys.update(found.keys)
            has_everything |= found.is_everything
    return OpenWork(num_runs=num_runs, keys=frozenset(keys), has_everything=has_everything)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunWork:
    """What one run is to do."""

    # documents by partition key, or buckets
    keys: frozenset[str]
    # it takes all documents that have work to do
    is_everything: bool


def documents_in_order(instance: dg.DagsterInstance) -> Callable[[], list[str]]:
    """All partition keys as Dagster's ranges count them; read when they are first needed, and kept."""
    return cache(lambda: list(instance.get_dynamic_partitions(str(document_partitions.name))))


def work_of(run: dg.DagsterRun, ordered: Callable[[], list[str]]) -> RunWork | None:
    """What a run is to ingest, None for one that ingests nothing; ``ordered``: see documents_in_order."""
    config: Mapping[str, Any] = run.run_config
    batch = config.get("ops", {}).get("ingestion", {}).get("config", {})
    keys: list[str] = list(batch.get("documents", []))
    if _PARTITION in run.tags:
        keys.append(run.tags[_PARTITION])
    if _RANGE_START in run.tags:
        keys += _between(ordered(), run.tags[_RANGE_START], run.tags[_RANGE_END])
    # one for which nothing was chosen takes all
    is_of_all = bool(batch.get("everything")) or (not keys and run.job_name in (INGEST_JOB, EVERYTHING_JOB))
    return RunWork(keys=frozenset(keys), is_everything=is_of_all) if keys or is_of_all else None


def _between(ordered: list[str], first: str, last: str) -> list[str]:
    """The keys of a range; its ends alone when one of them is gone."""
    if first not in ordered or last not in ordered:
        return [first, last]
    return ordered[ordered.index(first) : ordered.index(last) + 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Requests:
    """Runs for some work."""

    batches: tuple[tuple[str, ...], ...]
    # what is asked for: the same digest, the same work
    digest: str

    def __bool__(self) -> bool:
        return bool(self.batches)


def divide(work: Iterable[StaleDocument], settings: Settings, busy: OpenWork) -> Requests:
    """As many batches as may be open at once: of documents, or of one bucket each. The rest has to wait."""
    room = 0 if busy.has_everything else max(0, settings.watch.max_open_runs - busy.num_runs)
    size, buckets = settings.ingest.batch_documents, settings.ingest.buckets
    if buckets:
        keys = {bucket_key(bucket_of(item.document_id, buckets)) for item in work} if room else set[str]()
        batches = [(key,) for key in sorted(keys - busy.keys)[:room]]
    else:
        free = (item.partition_key for item in work if item.partition_key not in busy.keys)
        chosen = list(islice(free, room * size))
        batches = [tuple(chosen[start : start + size]) for start in range(0, len(chosen), size)]
    return Requests(batches=tuple(batches), digest=sha256_json([list(batch) for batch in batches])[:16])


def run_requests(requests: Requests, settings: Settings, *, reason: str, now: float) -> list[dg.RunRequest]:
    """A run per batch; ``now`` in seconds since 1970.

    Dagster starts a run key once and never again. With the time in it, work that comes back (a file that is as it was
    once) is not taken for done, also after a person has reset the cursor; work of open runs is not in ``requests``.
    """
    named = not settings.ingest.buckets
    return [
        dg.RunRequest(
            job_name=INGEST_JOB,
            run_key=f"{reason}-{now:.3f}-{requests.digest}-{number}",
            run_config={"ops": {"ingestion": {"config": {"documents": list(batch)}}}} if named else {},
            partition_key=None if named else batch[0],
            tags={"bizrag/reason": reason} | ({"bizrag/documents": str(len(batch))} if named else {}),
        )
        for number, batch in enumerate(requests.batches)
    ]
