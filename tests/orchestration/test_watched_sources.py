"""A watched folder and a watched bucket, with real runs: added, changed, deleted, renamed files and files that fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from dagster import AssetKey, DagsterInstance
from sqlalchemy import text

from bizrag.parsing.confined.workers import ParserPool
from bizrag.pipeline.services import Services
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import Settings
from orchestration.definitions import build_definitions
from resources.ingestion import IngestionSession
from tests.buckets import bucket_of
from tests.orchestration.ticks import Ticks, documents_in, write_notes
from tests.scripted_server import ScriptedServer, fail

pytestmark = pytest.mark.slow

BUCKET = "reports"
PUBLISHED = AssetKey(["default", "search_index"])


@pytest.fixture
def ticks_of(services: Services, instance: DagsterInstance) -> Callable[[str], Ticks]:
    """Ticks for a place that is watched as collection c."""

    def make(place: str) -> Ticks:
        services.settings = services.settings.model_copy(update={"sources": {"c": place}})
        return Ticks(services, instance)

    return make


def live(services: Services) -> dict[str, str]:
    """Text of what answers, by path."""
    with services.engine.connect() as conn:
        rows = conn.execute(text("SELECT source_uri, string_agg(text, ' ') FROM live_chunk GROUP BY 1"))
        return {row[0]: " ".join(row[1].split()) for row in rows}


def parses(results: list[dg.ExecuteInProcessResult]) -> int:
    """Calls of the parser in some runs."""
    events = [event for result in results for event in result.asset_materializations_for_node("ingestion")]
    values = [event.metadata["calls parse"].value for event in events if "calls parse" in event.metadata]
    return sum(value for value in values if isinstance(value, int))


def test_a_folder_is_followed_through_every_change(
    ticks_of: Callable[[str], Ticks], services: Services, tmp_path: Path
) -> None:
    folder = tmp_path / "docs"
    write_notes(folder, range(4))
    ticks = ticks_of(str(folder))
    results = ticks.execute(ticks.watch()[0])
    assert parses(results) == 4
    assert ticks.instance.get_materialized_partitions(PUBLISHED) == {f"c/note_00{n}.txt" for n in range(4)}

    # one of each: added, changed, deleted, renamed
    write_notes(folder, [5])
    (folder / "note_000.txt").write_text("Note 0\n\nThe pump was replaced in June.\n")
    (folder / "note_001.txt").unlink()
    (folder / "note_002.txt").rename(folder / "moved.txt")
    requests, _ = ticks.watch()
    assert documents_in(requests) == [["c/note_000.txt", "c/note_005.txt", "c/moved.txt"]] or documents_in(
        requests
    ) == [["c/note_000.txt", "c/moved.txt", "c/note_005.txt"]]
    assert parses(ticks.execute(requests)) == 2  # the renamed file's bytes were parsed before
    found = live(services)
    assert set(found) == {"moved.txt", "note_000.txt", "note_002.txt", "note_003.txt", "note_005.txt"}
    assert "replaced in June" in found["note_000.txt"]

    # what was moved goes when it answers in its new place
    ticks.watch()
    assert set(live(services)) == {"moved.txt", "note_000.txt", "note_003.txt", "note_005.txt"}

    # back as it was: the same bytes and the same work as in the first tick, and still it is done
    write_notes(folder, [0])
    assert parses(ticks.execute(ticks.watch()[0])) in (0, 1)
    assert "serviced in May" in live(services)["note_000.txt"]
    assert set(ticks.instance.get_dynamic_partitions("documents")) == {f"c/{name}" for name in live(services)}

    # nothing is left: one inspection, then silence
    (inspection,), _ = ticks.watch()
    assert inspection.job_name == "inspect_corpus"
    assert ticks.watch() == ([], "nothing changed in 4 files")


def test_a_moved_document_answers_until_it_answers_in_its_new_place(
    ticks_of: Callable[[str], Ticks], services: Services, tmp_path: Path
) -> None:
    folder = tmp_path / "docs"
    write_notes(folder, range(5))
    ticks = ticks_of(str(folder))
    ticks.execute(ticks.watch()[0])
    before = set(live(services))
    (folder / "halls").mkdir()
    for note in sorted(folder.glob("*.txt")):
        note.rename(folder / "halls" / note.name)
    (run,) = ticks.queue(ticks.watch()[0])
    # ticks while the run waits: nothing answers from the new places yet
    ticks.watch()
    assert set(live(services)) == before
    ticks.instance.report_run_canceled(run)
    ticks.cursor = None
    requests, _ = ticks.watch()
    assert parses(ticks.execute(requests)) == 0
    ticks.watch()
    assert set(live(services)) == {f"halls/{name}" for name in before}
    assert set(ticks.instance.get_dynamic_partitions("documents")) == {f"c/halls/{name}" for name in before}


def test_twenty_documents_with_two_failing_leave_two_red_partitions_and_nothing_else(
    ticks_of: Callable[[str], Ticks], tmp_path: Path
) -> None:
    folder = tmp_path / "docs"
    write_notes(folder, range(20))
    bad = {"c/note_006.txt", "c/note_013.txt"}
    for name in bad:
        (folder / name.removeprefix("c/")).write_text("")
    ticks = ticks_of(str(folder))
    (result,) = ticks.execute(ticks.watch()[0])
    (failure,) = [event.step_failure_data.user_failure_data for event in result.all_events if event.is_step_failure]
    assert failure is not None
    assert str(failure.description).splitlines() == [
        "2 documents failed; all others of the batch are up to date",
        "- note_006.txt (documents): the file is empty (0 bytes)",
        "- note_013.txt (documents): the file is empty (0 bytes)",
    ]
    storage = ticks.instance.event_log_storage
    definitions = build_definitions(ticks.services.settings, IngestionSession(services=ticks.services))
    ingested = [node.key for node in definitions.resolve_asset_graph().asset_nodes if node.is_partitioned]
    assert len(ingested) == 7
    for key in ingested:
        done = ticks.instance.get_materialized_partitions(key)
        failed = storage.get_latest_asset_partition_materialization_attempts_without_materializations(key)
        assert (len(done), set(failed)) == (18, bad), key
        # each partition that shows failed says why
        observed = ticks.instance.fetch_observations(dg.AssetRecordsFilter(asset_key=key), limit=100).records
        reasons = {f"{record.partition_key}": record.asset_observation for record in observed}
        assert set(reasons) == bad, key
        for name, reason in reasons.items():
            said = f"failed at documents: {name.removeprefix('c/')}: the file is empty (0 bytes)"
            assert reason is not None
            assert reason.description == said, key
    # a permanent failure is not requested again; the corpus is inspected
    assert [request.job_name for request in ticks.watch()[0]] == ["inspect_corpus"]


def test_an_index_that_fails_leaves_the_partitions_of_another_as_they_are(
    scripted: ScriptedServer,
    settings: Settings,
    parsers: ParserPool,
    minilm: LocalEmbedder,
    instance: DagsterInstance,
    tmp_path: Path,
) -> None:
    write_notes(tmp_path / "docs", [0])
    endpoint = {"base_url": scripted.url, "api_key": "k"}
    refusing = {"provider": "openai", "model": "refusing", "dimensions": 8, "endpoint": endpoint}
    values = settings.model_dump() | {"sources": {"c": str(tmp_path / "docs")}}
    values["providers"]["embeddings"] = {"refusing": refusing}
    # the one that fails comes first
    wanted = Settings.model_validate(values | {"indexes": {"broken": {"embedding": "refusing"}, "default": {}}})
    scripted.reply(fail(400, "no such model"), stays=True)
    with Services(wanted, parsers=parsers, embedders=[minilm]) as services:
        ticks = Ticks(services, instance)
        (result,) = ticks.execute(ticks.watch()[0])
    (failure,) = [event.step_failure_data.user_failure_data for event in result.all_events if event.is_step_failure]
    assert failure is not None
    assert str(failure.description).startswith("1 document failed; all others of the batch are up to date\n- note_000")
    assert "(embeddings): " in str(failure.metadata["failed"].value)
    storage = instance.event_log_storage
    failed = {
        name: set(storage.get_latest_asset_partition_materialization_attempts_without_materializations(AssetKey(key)))
        for name, key in (("broken", ["broken", "search_index"]), ("default", ["default", "search_index"]))
    }
    assert failed == {"broken": {"c/note_000.txt"}, "default": set()}


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A bucket of a server that speaks S3 over HTTP."""
    with bucket_of(BUCKET, monkeypatch) as client:
        yield client


def put(bucket: Any, name: str, content: str) -> None:
    bucket.put_object(Bucket=BUCKET, Key=f"notes/{name}", Body=content.encode())


def test_a_bucket_is_followed_through_every_change(
    ticks_of: Callable[[str], Ticks], services: Services, bucket: Any
) -> None:
    for number in range(3):
        put(bucket, f"{number}.txt", f"Note {number}\n\nThe pump in hall {number} was serviced.\n")
    ticks = ticks_of(f"s3://{BUCKET}/notes")
    assert parses(ticks.execute(ticks.watch()[0])) == 3
    assert set(live(services)) == {"0.txt", "1.txt", "2.txt"}

    put(bucket, "0.txt", "Note 0\n\nThe pump was replaced.\n")
    put(bucket, "new/3.txt", "Note 1\n\nThe pump in hall 1 was serviced.\n")  # a copy of 1.txt
    bucket.delete_object(Bucket=BUCKET, Key="notes/1.txt")
    requests, _ = ticks.watch()
    assert documents_in(requests) == [["c/0.txt", "c/new/3.txt"]]
    assert parses(ticks.execute(requests)) == 1
    found = live(services)
    assert set(found) == {"0.txt", "2.txt", "new/3.txt"}
    assert "replaced" in found["0.txt"]
    assert [request.job_name for request in ticks.watch()[0]] == ["inspect_corpus"]
