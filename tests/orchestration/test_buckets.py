"""Documents spread over buckets: few partitions for very many documents."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest
from dagster import AssetKey, DagsterInstance
from sqlalchemy import text

from assets.keys import bucket_key, bucket_of
from bizrag.model.documents import document_id
from bizrag.pipeline.plan import iterate_plan
from bizrag.pipeline.services import Services
from bizrag.settings import IngestSettings, Settings
from orchestration.definitions import build_definitions
from orchestration.requests import OpenWork, divide
from resources.ingestion import IngestionSession
from tests.orchestration.ticks import Ticks, write_notes

BUCKETS = 8
INGESTED = [
    AssetKey.from_user_string(name)
    for name in (
        "documents",
        "classifications",
        "pages",
        "descriptions",
        "default/chunks",
        "default/embeddings",
        "default/search_index",
    )
]


def bucket(name: str) -> str:
    return bucket_key(bucket_of(document_id("c", name), BUCKETS))


@pytest.fixture
def ticks(services: Services, tmp_path: Path) -> Iterator[Ticks]:
    ingest = IngestSettings(buckets=BUCKETS)
    changes = {"sources": {"c": str(tmp_path / "docs")}, "ingest": ingest}
    services.settings = services.settings.model_copy(update=changes)
    with DagsterInstance.ephemeral() as instance:
        yield Ticks(services, instance)


@pytest.mark.slow
def test_runs_take_the_documents_of_their_bucket_that_have_work(ticks: Ticks, tmp_path: Path) -> None:
    write_notes(tmp_path / "docs", range(12))
    (tmp_path / "docs" / "note_003.txt").write_text("")
    names = [f"note_{number:03}.txt" for number in range(12)]
    bad = bucket("note_003.txt")
    requests, _ = ticks.watch()
    assert {request.partition_key for request in requests} == {bucket(name) for name in names}
    results = dict(zip([request.partition_key for request in requests], ticks.execute(requests), strict=True))
    assert {key for key, result in results.items() if not result.success} == {bad}
    for key in INGESTED:
        assert ticks.instance.get_materialized_partitions(key) == set(results) - {bad}, key
    assert list(ticks.instance.get_dynamic_partitions("documents")) == []
    assert [request.job_name for request in ticks.watch()[0]] == ["inspect_corpus"]

    # one changed document: its bucket alone, and in it that document alone
    other = next(name for name in names if bucket(name) != bad)
    (tmp_path / "docs" / other).write_text("Note\n\nThe valve was replaced.\n")
    requests, _ = ticks.watch()
    assert [request.partition_key for request in requests] == [bucket(other)]
    (result,) = ticks.execute(requests)
    done = {event.asset_key: event.metadata for event in result.asset_materializations_for_node("ingestion")}
    assert done[AssetKey("documents")]["brought up to date"].value == 1
    assert done[AssetKey("pages")]["calls parse"].value == 1

    # mended: the bucket is green
    write_notes(tmp_path / "docs", [3])
    assert all(result.success for result in ticks.execute(ticks.watch()[0]))
    assert bad in ticks.instance.get_materialized_partitions(AssetKey("documents"))


def test_a_bucket_whose_run_was_terminated_waits(ticks: Ticks, tmp_path: Path) -> None:
    write_notes(tmp_path / "docs", range(12))
    requests, _ = ticks.watch()
    for run in ticks.queue(requests):
        if run.tags["dagster/partition"] == bucket("note_003.txt"):
            ticks.instance.report_run_canceling(run)
        ticks.instance.report_run_canceled(run)
    again, _ = ticks.watch()
    assert {request.partition_key for request in requests} - {request.partition_key for request in again} == {
        bucket("note_003.txt")
    }


def test_partitions_are_static_and_a_bucket_is_a_batch() -> None:
    settings = Settings.model_construct(ingest=IngestSettings(buckets=1024))
    (node, *_) = [node for node in build_definitions(settings).resolve_asset_graph().asset_nodes if node.is_partitioned]
    assert isinstance(node.partitions_def, dg.StaticPartitionsDefinition)
    assert len(node.partitions_def.get_partition_keys()) == 1024
    assert node.backfill_policy == dg.BackfillPolicy.multi_run(max_partitions_per_run=1)


def test_sql_and_python_agree_on_buckets(settings: Settings) -> None:
    ids = [document_id("c", f"{number}.pdf") for number in range(200)]
    with Services(settings) as services, services.engine.connect() as conn:
        statement = text("SELECT document_bucket(i, 1024) FROM unnest(CAST(:ids AS text[])) i")
        rows = conn.execute(statement, {"ids": ids})
        assert [row[0] for row in rows] == [bucket_of(item, 1024) for item in ids]


@pytest.mark.slow
def test_a_hundred_thousand_documents_are_planned_row_by_row(settings: Settings) -> None:
    buckets = 1024
    chosen = settings.model_copy(update={"ingest": IngestSettings(buckets=buckets)})
    with Services(chosen) as services:
        assert services.indexes
        with services.engine.begin() as conn:
            conn.execute(
                text(
                    "INSERT INTO document (document_id, collection, source_root, source_uri, partition_key, size_bytes,"
                    " change_mark) SELECT md5(CAST(i AS text)), 'c', '/r', i || '.pdf', 'c/' || i || '.pdf', 1, 'x'"
                    " FROM generate_series(1, 100000) i"
                )
            )
        with services.engine.connect() as conn:
            tracemalloc.start()
            number = sum(1 for _ in iterate_plan(conn, services))
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert number == 100_000
            # a few thousand rows at a time, not a hundred thousand (which are more than 50 MB)
            assert peak < 20e6
            requests = divide(iterate_plan(conn, services), chosen, OpenWork(num_runs=0, keys=frozenset()))
    assert len(requests.batches) == chosen.watch.max_open_runs
    assert all(len(batch) == 1 for batch in requests.batches)
    definitions = build_definitions(chosen, IngestionSession(services=services))
    assert definitions.resolve_asset_graph()
