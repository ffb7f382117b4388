"""Real Dagster runs over real documents: which partitions are materialised, which show failed, what is stale."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import dagster as dg
import pytest
from dagster import AssetKey, DagsterInstance
from dagster._core.definitions.data_version import CachingStaleStatusResolver, StaleStatus
from dagster._core.loader import LoadingContextForTest
from sqlalchemy import event, text
from sqlalchemy.pool import Pool

from bizrag.pipeline.events import EventStatus, StageEvent
from bizrag.pipeline.scan import scan
from bizrag.pipeline.services import Services
from bizrag.sources.listing import list_source
from orchestration.definitions import build_definitions
from orchestration.ingest import ingest
from resources.ingestion import IngestionSession

pytestmark = pytest.mark.slow

PARTITIONS = "documents"
ASSETS = (
    "documents",
    "classifications",
    "pages",
    "descriptions",
    "default/chunks",
    "default/embeddings",
    "default/search_index",
)


def key(name: str) -> AssetKey:
    return AssetKey.from_user_string(name)


def list_notes(services: Services, notes: Path, instance: DagsterInstance) -> list[str]:
    """Put the folder into the catalog and its partitions into the instance, in one order."""
    with services.engine.begin() as conn:
        keys = list(scan(conn, list_source(str(notes), collection="c"), collection="c").added_partitions)
    instance.add_dynamic_partitions(PARTITIONS, keys)
    return keys


def run_range(
    services: Services, instance: DagsterInstance, keys: Sequence[str], assets: Sequence[str] = ASSETS
) -> dg.ExecuteInProcessResult:
    """A run over a contiguous range of partitions, as a backfill starts it."""
    definitions = build_definitions(services.settings, IngestionSession(services=services))
    return definitions.resolve_implicit_global_asset_job_def().execute_in_process(
        instance=instance,
        asset_selection=[key(name) for name in assets],
        tags={"dagster/asset_partition_range_start": keys[0], "dagster/asset_partition_range_end": keys[-1]},
        raise_on_error=False,
    )


def materialised(instance: DagsterInstance, name: str) -> set[str]:
    return instance.get_materialized_partitions(key(name))


def test_a_ranged_run_materialises_the_good_documents_and_fails_exactly_the_bad(
    services: Services, instance: DagsterInstance, notes: Path
) -> None:
    keys = list_notes(services, notes, instance)
    bad = {"c/note_1.txt", "c/note_4.txt"}
    result = run_range(services, instance, keys)
    assert not result.success
    for name in ASSETS:
        assert materialised(instance, name) == set(keys) - bad, name
    failures = [event for event in result.all_events if event.is_step_failure]
    description = failures[0].step_failure_data.user_failure_data
    assert description is not None
    assert "note_1.txt" in str(description.metadata["failed"].value)
    # what the UI paints red: the range of the failed run less what was materialised
    assert set(keys) - materialised(instance, "default/search_index") == bad


def test_a_second_range_calls_nothing_and_is_materialised_all_the_same(
    services: Services, instance: DagsterInstance, notes: Path
) -> None:
    keys = list_notes(services, notes, instance)[:1]
    assert run_range(services, instance, keys).success
    again = run_range(services, instance, keys)
    assert again.success
    events = again.asset_materializations_for_node("ingestion")
    assert len(events) == len(ASSETS)
    assert all("unchanged" in event.metadata for event in events)


def test_a_run_may_take_some_stages_only(services: Services, instance: DagsterInstance, notes: Path) -> None:
    keys = list_notes(services, notes, instance)[:1]
    assert run_range(services, instance, keys, ASSETS[:3]).success
    assert materialised(instance, "pages") == set(keys)
    assert materialised(instance, "default/chunks") == set()
    assert run_range(services, instance, keys, ASSETS[3:]).success
    assert materialised(instance, "default/search_index") == set(keys)


@pytest.mark.parametrize("job", ["ingest_everything", "ingest_documents"])
def test_a_job_for_which_nothing_was_chosen_takes_all_that_have_work_to_do(
    services: Services, instance: DagsterInstance, notes: Path, job: str
) -> None:
    keys = list_notes(services, notes, instance)
    assert run_range(services, instance, keys[:1]).success
    definitions = build_definitions(services.settings, IngestionSession(services=services))
    # as the launchpad of the UI starts it: no partition, and the defaults of its fields
    as_shown = {"ops": {"ingestion": {"config": {"everything": False}}}}
    result = definitions.resolve_job_def(job).execute_in_process(
        instance=instance, run_config=as_shown, raise_on_error=False
    )
    assert materialised(instance, "default/search_index") == {keys[number] for number in (0, 2, 3, 5)}
    (failure,) = [event for event in result.all_events if event.is_step_failure]
    assert "note_1.txt" in str(failure.step_failure_data.user_failure_data)


def test_a_stage_without_its_input_fails_with_a_line_that_says_so(
    services: Services, instance: DagsterInstance, notes: Path
) -> None:
    keys = list_notes(services, notes, instance)[:1]
    assert not run_range(services, instance, keys, ["pages"]).success
    with services.engine.connect() as conn:
        error = conn.execute(text("SELECT error FROM stage_state WHERE stage = 'pages'")).scalar_one()
    assert error == "pages: an earlier stage has not run for this document; select it too"


def test_the_command_line_path_records_runs_partitions_and_observations(services: Services, notes: Path) -> None:
    from orchestration.instance import open_instance

    report = ingest(services, [str(notes)], collection="c")
    assert report.to_json()["documents"]["failed"] == 2
    with open_instance(services.settings) as instance:
        assert len(instance.get_dynamic_partitions(PARTITIONS)) == 6
        assert len(materialised(instance, "default/search_index")) == 4
        runs = instance.get_runs()
        assert [run.status for run in runs] == [dg.DagsterRunStatus.FAILURE]
        observed = instance.fetch_observations(key("documents"), limit=10).records
        assert {record.partition_key for record in observed} == {"c/note_1.txt", "c/note_4.txt"}
        (notes / "note_0.txt").unlink()
        ingest(services, [str(notes)], collection="c")
        assert "c/note_0.txt" not in instance.get_dynamic_partitions(PARTITIONS)


def test_a_document_that_is_made_elsewhere_before_the_batch_ends_does_not_show_failed(
    services: Services, instance: DagsterInstance, notes: Path
) -> None:
    """The rest of a batch may take long, and the retry sensor comes every minute: the later event is right."""
    keys = list_notes(services, notes, instance)

    def make_elsewhere(event: StageEvent) -> None:
        if event.status is EventStatus.FAILED and event.document.partition_key == "c/note_1.txt":
            for name in ASSETS:
                instance.report_runless_asset_event(dg.AssetMaterialization(key(name), partition="c/note_1.txt"))

    session = IngestionSession(services=services, on_event=make_elsewhere)
    job = build_definitions(services.settings, session).resolve_job_def("ingest_documents")
    config = {"ops": {"ingestion": {"config": {"documents": keys}}}}
    assert not job.execute_in_process(instance=instance, run_config=config, raise_on_error=False).success
    storage = instance.event_log_storage
    for name in ASSETS:
        failed = storage.get_latest_asset_partition_materialization_attempts_without_materializations(key(name))
        assert set(failed) == {"c/note_4.txt"}, name


def test_events_share_connections_and_lost_ones_are_replaced(
    services: Services, instance: DagsterInstance, notes: Path
) -> None:
    keys = list_notes(services, notes, instance)
    opened: list[int] = []
    watched = event.listens_for(Pool, "connect")(lambda connection, _: opened.append(id(connection)))
    try:
        run_range(services, instance, keys)
    finally:
        event.remove(Pool, "connect", watched)
    # six documents are some forty events, each of which would open four
    assert len(opened) < 20
    with services.engine.begin() as conn:
        # Dagster's own, which have its schema in their path
        lost = text(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() "
            "AND application_name <> 'bizrag'"
        )
        assert conn.execute(lost).scalar_one() > 0
    assert materialised(instance, "default/search_index") == {keys[number] for number in (0, 2, 3, 5)}


def test_metadata_tells_a_person_what_happened(services: Services, instance: DagsterInstance, notes: Path) -> None:
    keys = list_notes(services, notes, instance)[:1]
    result = run_range(services, instance, keys)
    by_asset = {
        event.asset_key.to_user_string(): event.metadata
        for event in result.asset_materializations_for_node("ingestion")
    }
    assert by_asset["documents"]["format"].value == "text/plain"
    assert "reasoning" in by_asset["classifications"]
    assert {"pages", "tables", "pictures", "seconds"} <= set(by_asset["pages"])
    assert by_asset["default/chunks"]["chunks"].value == 1
    assert by_asset["default/embeddings"]["embedded"].value == 1


def test_staleness_in_the_ui_follows_versions_of_data_and_code(
    services: Services, instance: DagsterInstance, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = list_notes(services, notes, instance)[:1]
    run_range(services, instance, keys)

    def stale() -> set[str]:
        """Assets that the UI would call stale for this document, with the definitions as they are now."""
        definitions = build_definitions(services.settings, IngestionSession(services=services))
        resolver = CachingStaleStatusResolver(
            instance, definitions.resolve_asset_graph(), LoadingContextForTest(instance)
        )
        return {name for name in ASSETS if resolver.get_status(key(name), keys[0]) is not StaleStatus.FRESH}

    assert stale() == set()
    monkeypatch.setattr("bizrag.pipeline.versions.DESCRIBER", "local/describer-next")
    assert "descriptions" in stale()
    assert "pages" not in stale()
