"""What the sensor of the sources requests, tick by tick. Nothing is parsed here; runs wait, or are reported failed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest
from dagster import DagsterInstance

from bizrag.errors import BizragError
from bizrag.pipeline.services import Services
from bizrag.settings import IngestSettings, Settings, WatchSettings
from orchestration.definitions import build_definitions
from orchestration.requests import EVERYTHING_JOB, Requests
from orchestration.watching import WatchCursor
from resources.ingestion import IngestionSession
from tests.orchestration.ticks import Ticks, documents_in, write_notes


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    write_notes(folder, range(5))
    return folder


@pytest.fixture
def ticks(settings: Settings, folder: Path) -> Iterator[Ticks]:
    chosen = {"sources": {"c": str(folder)}, "ingest": IngestSettings(batch_documents=2)}
    with Services(settings.model_copy(update=chosen)) as services, DagsterInstance.ephemeral() as instance:
        yield Ticks(services, instance)


def names(*numbers: int) -> list[str]:
    return [f"c/note_{number:03}.txt" for number in numbers]


def test_the_first_tick_requests_every_document_once_in_batches(ticks: Ticks) -> None:
    requests, _ = ticks.watch()
    assert documents_in(requests) == [names(0, 1), names(2, 3), names(4)]
    assert list(ticks.instance.get_dynamic_partitions("documents")) == names(0, 1, 2, 3, 4)
    assert all(request.tags["bizrag/reason"] == "watch" for request in requests)


def test_what_a_run_has_already_is_not_requested_again(ticks: Ticks, folder: Path) -> None:
    ticks.queue(ticks.watch()[0])
    assert ticks.watch() == ([], "3 runs are at work")
    write_notes(folder, [7])
    assert documents_in(ticks.watch()[0]) == [names(7)]


def test_only_so_many_runs_are_open_at_once(ticks: Ticks) -> None:
    ticks.services.settings = ticks.services.settings.model_copy(update={"watch": WatchSettings(max_open_runs=2)})
    ticks.queue(ticks.watch()[0])
    runs = ticks.instance.get_runs()
    assert len(runs) == 2
    ticks.instance.report_run_canceled(runs[1])
    assert documents_in(ticks.watch()[0]) == [names(0, 1)]


def test_work_of_a_canceled_run_is_requested_again_under_another_key(ticks: Ticks, folder: Path) -> None:
    first = ticks.queue(ticks.watch()[0])
    write_notes(folder, [7])
    for run in first:
        ticks.instance.report_run_canceled(run)
    again, _ = ticks.watch()
    assert documents_in(again) == [names(0, 1), names(2, 3), names(4, 7)]
    assert len(set(ticks.run_keys)) == len(ticks.run_keys)


def test_what_somebody_terminated_waits_until_its_file_changes(ticks: Ticks, folder: Path) -> None:
    first, second, third = ticks.queue(ticks.watch()[0])
    ticks.instance.report_run_canceling(first)
    ticks.instance.report_run_canceled(first)
    requests, reason = ticks.watch()
    assert (requests, reason) == ([], "2 runs are at work")
    for run in (second, third):
        ticks.instance.report_run_canceled(run)
    requests, _ = ticks.watch()
    assert documents_in(requests) == [names(2, 3), names(4)]
    ticks.queue(requests)
    (folder / "note_001.txt").write_text("Note 1, as it is now.\n")
    later = time.time() + 60
    os.utime(folder / "note_001.txt", (later, later))
    assert documents_in(ticks.watch()[0]) == [names(1)]


def test_the_sensor_says_what_it_leaves_alone_and_for_how_long(ticks: Ticks, folder: Path) -> None:
    for run in ticks.queue(ticks.watch()[0]):
        ticks.instance.report_run_canceling(run)
        ticks.instance.report_run_canceled(run)
    requests, reason = ticks.watch()
    assert requests == []
    assert reason.startswith("5 documents wait: a run that had them was terminated. They are requested again 12 hours")
    # a person has decided about these files, not about those that come
    write_notes(folder, [7])
    assert documents_in(ticks.watch()[0]) == [names(7)]
    watch = WatchSettings(terminated_hours=0)
    ticks.services.settings = ticks.services.settings.model_copy(update={"watch": watch})
    assert documents_in(ticks.watch()[0]) == [names(0, 1), names(2, 3), names(4, 7)]


def test_a_run_for_everything_that_was_terminated_holds_everything(ticks: Ticks) -> None:
    ticks.watch()
    definitions = build_definitions(ticks.services.settings, IngestionSession(services=ticks.services))
    run = ticks.instance.create_run_for_job(definitions.resolve_job_def(EVERYTHING_JOB))
    ticks.instance.report_run_canceling(run)
    ticks.instance.report_run_canceled(run)
    ticks.cursor = None
    assert ticks.watch()[1].startswith("5 documents wait")


def test_the_same_work_again_waits_longer_each_time(ticks: Ticks) -> None:
    for run in ticks.queue(ticks.watch()[0]):
        ticks.instance.report_run_failed(run)
    requests, reason = ticks.watch()
    assert requests == []
    assert reason.startswith("the same work was requested before and is not done: again in ")
    cursor = WatchCursor.load(ticks.cursor)
    waits: list[float] = []
    for _ in range(8):
        cursor = cursor.after(Requests(batches=(), digest=cursor.work), now=1000.0)
        waits.append(cursor.not_before - 1000)
    assert waits == [120, 240, 480, 960, 1920, 3600, 3600, 3600]


def test_work_is_requested_after_a_person_has_reset_the_cursor(ticks: Ticks) -> None:
    first = ticks.queue(ticks.watch()[0])
    ticks.cursor = None
    assert ticks.watch()[0] == []
    for run in first:
        ticks.instance.report_run_canceled(run)
    assert len(ticks.watch()[0]) == len(first)


def test_deleted_documents_are_forgotten_with_their_partitions(ticks: Ticks, folder: Path) -> None:
    ticks.watch()
    (folder / "note_002.txt").unlink()
    (folder / "note_004.txt").rename(folder / "note_009.txt")
    requests, _ = ticks.watch()
    assert documents_in(requests) == [names(0, 1), names(3, 9)]
    assert list(ticks.instance.get_dynamic_partitions("documents")) == names(0, 1, 3, 9)


def test_a_document_that_a_run_has_is_forgotten_later(ticks: Ticks, folder: Path) -> None:
    runs = ticks.queue(ticks.watch()[0])
    (folder / "note_002.txt").unlink()
    ticks.watch()
    assert names(2)[0] in ticks.instance.get_dynamic_partitions("documents")
    for run in runs:
        ticks.instance.report_run_canceled(run)
    ticks.watch()
    assert names(2)[0] not in ticks.instance.get_dynamic_partitions("documents")


def test_a_source_that_lost_most_of_its_documents_is_left_alone(ticks: Ticks, folder: Path) -> None:
    write_notes(folder, range(30))
    ticks.queue(ticks.watch()[0])
    for note in sorted(folder.iterdir())[1:]:
        note.unlink()
    for run in ticks.instance.get_runs():
        ticks.instance.report_run_canceled(run)
    ticks.cursor = None
    # the documents are still there, and still have work to do
    requests, reason = ticks.watch()
    assert (len(documents_in(requests)), reason) == (15, "")
    assert len(ticks.instance.get_dynamic_partitions("documents")) == 30


@pytest.mark.parametrize(("num_left", "is_followed"), [(3, True), (2, False), (1, False)])
def test_a_small_source_is_left_alone_by_the_same_share(
    ticks: Ticks, folder: Path, num_left: int, is_followed: bool
) -> None:
    ticks.execute(ticks.watch()[0])
    for note in sorted(folder.iterdir())[num_left:]:
        note.unlink()
    if is_followed:
        ticks.watch()
    else:
        with pytest.raises(BizragError, match=rf"{5 - num_left} of 5 documents are gone .* bizrag ingest "):
            ticks.watch()
    kept = range(num_left if is_followed else 5)
    assert list(ticks.instance.get_dynamic_partitions("documents")) == names(*kept)


def test_a_single_file_is_followed_whatever_share_it_is(ticks: Ticks, folder: Path) -> None:
    for note in sorted(folder.iterdir())[2:]:
        note.unlink()
    ticks.watch()
    assert list(ticks.instance.get_dynamic_partitions("documents")) == names(0, 1)
    for number in (0, 1):
        (folder / f"note_{number:03}.txt").unlink()
        ticks.watch()
        assert list(ticks.instance.get_dynamic_partitions("documents")) == names(*range(number + 1, 2))


def test_where_the_share_is_nothing_no_deletion_is_followed_unasked(ticks: Ticks, folder: Path) -> None:
    watch = WatchSettings(max_deleted_share=0)
    ticks.services.settings = ticks.services.settings.model_copy(update={"watch": watch})
    ticks.watch()
    (folder / "note_000.txt").unlink()
    ticks.watch()
    assert list(ticks.instance.get_dynamic_partitions("documents")) == names(0, 1, 2, 3, 4)


def test_a_folder_that_is_renamed_loses_nothing(ticks: Ticks, folder: Path) -> None:
    ticks.watch()
    (folder / "sub").mkdir()
    for note in sorted(folder.glob("*.txt"))[1:]:
        note.rename(folder / "sub" / note.name)
    ticks.watch()
    found = set(ticks.instance.get_dynamic_partitions("documents"))
    assert found == {"c/note_000.txt", *(f"c/sub/note_00{number}.txt" for number in range(1, 5))}


def test_a_source_that_lost_its_few_documents_all_at_once_is_left_alone(ticks: Ticks, folder: Path) -> None:
    """A share that is not mounted is an empty folder."""
    ticks.queue(ticks.watch()[0])
    for note in folder.iterdir():
        note.unlink()
    with pytest.raises(BizragError, match=r"5 documents of it were kept; .* --collection c --allow-empty"):
        ticks.watch()
    assert list(ticks.instance.get_dynamic_partitions("documents")) == names(0, 1, 2, 3, 4)


def test_a_source_that_cannot_be_listed_keeps_no_other_from_being_watched(ticks: Ticks, tmp_path: Path) -> None:
    sources = {"gone": str(tmp_path / "nowhere"), **ticks.services.settings.sources}
    ticks.services.settings = ticks.services.settings.model_copy(update={"sources": sources})
    ticks.queue(ticks.watch()[0])
    with pytest.raises(BizragError, match=r"gone: .*nowhere: no such file or folder"):
        ticks.watch()


def test_without_sources_a_tick_says_how_to_name_one(ticks: Ticks) -> None:
    ticks.services.settings = ticks.services.settings.model_copy(update={"sources": {}})
    assert "BIZRAG_SOURCES" in ticks.watch()[1]


def test_an_empty_source_settles_with_one_inspection_and_is_not_planned_again(ticks: Ticks, folder: Path) -> None:
    for note in folder.iterdir():
        note.unlink()
    (inspection,), _ = ticks.watch()
    assert inspection.job_name == "inspect_corpus"
    assert ticks.watch() == ([], "nothing changed in 0 files")
    write_notes(folder, [1])
    assert documents_in(ticks.watch()[0]) == [names(1)]


@pytest.mark.parametrize("everything", [True, False])
def test_a_run_over_everything_leaves_nothing_to_request(ticks: Ticks, everything: bool) -> None:
    # without documents and partitions it takes all, whether its config says so or not
    config = {"ops": {"ingestion": {"config": {"everything": everything}}}}
    ticks.queue([dg.RunRequest(job_name="ingest_everything", run_config=config)])
    assert ticks.watch() == ([], "1 runs are at work")


def test_documents_of_a_ui_backfill_count_as_taken(ticks: Ticks) -> None:
    ticks.watch()
    tags = {"dagster/asset_partition_range_start": names(1)[0], "dagster/asset_partition_range_end": names(3)[0]}
    ticks.queue([dg.RunRequest(job_name="ingest_documents", tags=tags)])
    ticks.cursor = None
    assert documents_in(ticks.watch()[0]) == [names(0, 4)]


def test_a_cursor_is_small_and_survives_being_written(ticks: Ticks, folder: Path) -> None:
    write_notes(folder, range(200))
    ticks.watch()
    assert ticks.cursor is not None
    assert len(ticks.cursor) < 400
    assert WatchCursor.load(ticks.cursor).dump() == ticks.cursor
