"""Marks that lie, and failures that pass: real runs over real files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import dagster as dg
import pytest
from dagster import DagsterInstance
from sqlalchemy import text

from bizrag.configuration.watch import WatchSettings
from bizrag.pipeline.services import Services
from bizrag.settings import Settings
from bizrag.store.state import Cause, StaleDocument
from orchestration.rescanning import rescan_job
from orchestration.retrying import is_due
from resources.ingestion import IngestionSession
from tests.orchestration.ticks import Ticks, documents_in, write_notes


@pytest.fixture
def ticks(services: Services, tmp_path: Path) -> Iterator[Ticks]:
    services.settings = services.settings.model_copy(update={"sources": {"c": str(tmp_path / "docs")}})
    with DagsterInstance.ephemeral() as instance:
        yield Ticks(services, instance)


def rescan(ticks: Ticks, **config: object) -> dict[str, object]:
    """What a full scan reports."""
    result = rescan_job.execute_in_process(
        instance=ticks.instance,
        resources={"session": IngestionSession(services=ticks.services)},
        run_config={"ops": {"hash_documents": {"config": config}}},
    )
    (output,) = [event for event in result.all_events if event.event_type is dg.DagsterEventType.STEP_OUTPUT]
    return {name: value.value for name, value in output.step_output_data.metadata.items()}


@pytest.mark.slow
def test_other_bytes_under_the_same_size_and_time_are_found(ticks: Ticks, tmp_path: Path) -> None:
    write_notes(tmp_path / "docs", range(3))
    ticks.execute(ticks.watch()[0])
    assert [request.job_name for request in ticks.watch()[0]] == ["inspect_corpus"]
    note = tmp_path / "docs" / "note_001.txt"
    before = note.stat()
    note.write_text(note.read_text().replace("May", "Jun"))
    os.utime(note, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert note.stat().st_size == before.st_size
    assert ticks.watch() == ([], "nothing changed in 3 files")

    assert rescan(ticks, collections=["other"])["read"] == 0
    found = rescan(ticks)
    assert (found["read"], found["changed"], found["marked"]) == (3, 1, "- c/note_001.txt")
    requests, _ = ticks.watch()
    assert documents_in(requests) == [["c/note_001.txt"]]
    ticks.execute(requests)
    with ticks.services.engine.connect() as conn:
        answers = conn.execute(text("SELECT text FROM live_chunk WHERE source_uri = 'note_001.txt'")).scalars().all()
    assert "serviced in Jun" in " ".join(answers)
    assert rescan(ticks)["changed"] == 0


@pytest.mark.slow
def test_a_file_that_cannot_be_read_is_marked_and_fails_in_ingestion_not_in_the_scan(
    ticks: Ticks, tmp_path: Path
) -> None:
    write_notes(tmp_path / "docs", range(2))
    ticks.execute(ticks.watch()[0])
    (tmp_path / "docs" / "note_000.txt").unlink()
    assert {name: rescan(ticks)[name] for name in ("read", "changed", "unreadable")} == {
        "read": 2,
        "changed": 1,
        "unreadable": 1,
    }


WATCH = WatchSettings(retry_attempts=4, retry_minutes=5)


@pytest.mark.parametrize(
    ("attempts", "minutes", "is_tried"),
    [(1, 4.9, False), (1, 5, True), (2, 9.9, False), (2, 10, True), (3, 19.9, False), (3, 20, True), (4, 999, False)],
)
def test_a_failure_is_tried_again_later_each_time_and_not_for_ever(
    attempts: int, minutes: float, is_tried: bool
) -> None:
    failed_at = datetime(2026, 1, 1, tzinfo=UTC)
    item = stale(attempts, failed_at)
    assert is_due(item, WATCH, failed_at + timedelta(minutes=minutes)) is is_tried


def test_what_never_failed_is_not_tried_again() -> None:
    assert not is_due(stale(0, None), WATCH, datetime(2026, 1, 1, tzinfo=UTC))


def stale(attempts: int, failed_at: datetime | None) -> StaleDocument:
    return StaleDocument(
        document_no=1,
        document_id="d",
        partition_key="c/a.txt",
        file_changed_at=datetime(2025, 12, 31, tzinfo=UTC),
        stage="pages",
        index_no=0,
        cause=Cause.FAILED,
        attempts=attempts,
        failed_at=failed_at,
    )


def test_only_failures_that_may_pass_are_requested_when_their_time_has_come(settings: Settings, tmp_path: Path) -> None:
    write_notes(tmp_path / "docs", range(4))
    chosen = settings.model_copy(update={"sources": {"c": str(tmp_path / "docs")}, "watch": WATCH})
    with Services(chosen) as services, DagsterInstance.ephemeral() as instance:
        ticks = Ticks(services, instance)
        assert ticks.retry() == ([], "no failure that may pass")
        ticks.watch()
        fail(services, "note_000.txt", attempts=1, minutes_ago=6, is_transient=True)
        fail(services, "note_001.txt", attempts=1, minutes_ago=1, is_transient=True)
        fail(services, "note_002.txt", attempts=4, minutes_ago=999, is_transient=True)
        fail(services, "note_003.txt", attempts=1, minutes_ago=6, is_transient=False)
        requests, _ = ticks.retry()
        assert documents_in(requests) == [["c/note_000.txt"]]
        assert requests[0].tags["bizrag/reason"] == "retry"
        ticks.queue(requests)
        assert ticks.retry() == ([], "3 documents wait for another attempt or failed 4 times")
        # failed documents are no work of the other sensor, before or after their time
        ticks.cursor = None
        assert documents_in(ticks.watch()[0]) == []


def fail(services: Services, name: str, *, attempts: int, minutes_ago: float, is_transient: bool) -> None:
    """A failure of the first stage with the fingerprint that it has now."""
    from bizrag.model.hashing import fingerprint
    from bizrag.pipeline.stages import StageName
    from bizrag.pipeline.versions import stage_versions
    from bizrag.store.state import record_failure

    version = next(v for v in stage_versions(services.settings, services.indexes) if v.stage is StageName.DOCUMENTS)
    with services.engine.begin() as conn:
        row = conn.execute(
            text("SELECT document_no, change_mark FROM document WHERE source_uri = :n"), {"n": name}
        ).one()
        record_failure(
            conn,
            document_no=row[0],
            stage="documents",
            index_no=0,
            fingerprint=fingerprint(version.static, row[1]),
            error_class="ProviderTimeoutError",
            error="no answer",
            is_transient=is_transient,
            seconds=1.0,
        )
        conn.execute(
            text("UPDATE stage_state SET attempts = :attempts, finished_at = :at WHERE document_no = :no"),
            {"attempts": attempts, "at": datetime.now(UTC) - timedelta(minutes=minutes_ago), "no": row[0]},
        )
