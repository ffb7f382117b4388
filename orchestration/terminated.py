"""What people terminated in Dagster: the sensor of the sources does not begin it again at its next tick."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import dagster as dg

from assets.keys import bucket_key, bucket_of
from bizrag.settings import Settings
from bizrag.store.state import StaleDocument
from orchestration.requests import documents_in_order, work_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminated:
    """Runs that somebody ended before they were through."""

    # documents by partition key, or buckets, and when their last such run ended
    ended_at: Mapping[str, datetime]
    # when such a run for everything ended
    everything_ended_at: datetime | None
    num_buckets: int

    def holds(self, item: StaleDocument) -> bool:
        """Whether a document has to wait: such a run had it, and its file is the same since."""
        key = bucket_key(bucket_of(item.document_id, self.num_buckets)) if self.num_buckets else item.partition_key
        ends = [end for end in (self.ended_at.get(key), self.everything_ended_at) if end is not None]
        return bool(ends) and item.file_changed_at <= max(ends)


def terminated_work(instance: dg.DagsterInstance, settings: Settings, now: datetime) -> Terminated:
    """What was terminated in the last ``watch.terminated_hours``.

    Ctrl-C in a terminal and a machine that goes down cancel runs too, without anybody having asked Dagster to: those
    are not among them.
    """
    since = now - timedelta(hours=settings.watch.terminated_hours)
    ordered = documents_in_order(instance)
    ended_at: dict[str, datetime] = {}
    everything: list[datetime] = []
    canceled = dg.RunsFilter(statuses=[dg.DagsterRunStatus.CANCELED], updated_after=since)
    for record in instance.get_run_records(canceled):
        end = datetime.fromtimestamp(record.end_time, UTC) if record.end_time else record.update_timestamp
        work = work_of(record.dagster_run, ordered)
        if work is None or end < since or not _was_asked_to_end(instance, record.dagster_run.run_id):
            continue
        for key in work.keys:
            ended_at[key] = max(end, ended_at.get(key, end))
        everything += [end] if work.is_everything else []
    return Terminated(
        ended_at=ended_at,
        everything_ended_at=max(everything, default=None),
        num_buckets=settings.ingest.buckets,
    )


def _was_asked_to_end(instance: dg.DagsterInstance, run_id: str) -> bool:
    asked = instance.get_records_for_run(run_id, of_type=dg.DagsterEventType.RUN_CANCELING, limit=1)
    return bool(asked.records)
