"""The asset graph as Dagster sees it; loading it needs neither a database nor a secret."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import dagster as dg
import pytest
from dagster._core.definitions.freshness import TimeWindowFreshnessPolicy

from assets.keys import document_partitions
from bizrag.configuration.question import QuestionSettings
from bizrag.configuration.types import is_cron
from bizrag.pipeline.stages import STAGES, StageName
from bizrag.settings import CheckSettings, IndexSettings, Settings
from orchestration.definitions import build_definitions

ROOT = Path(__file__).parents[2]

# asset -> (group, what it reads)
GRAPH = {
    "documents": ("ingest", set()),
    "classifications": ("ingest", {"documents"}),
    "pages": ("parse", {"documents", "classifications"}),
    "descriptions": ("describe", {"pages", "classifications"}),
    "default/chunks": ("chunk", {"pages", "descriptions", "classifications"}),
    "default/embeddings": ("embed", {"default/chunks"}),
    "default/search_index": ("publish", {"default/chunks", "default/embeddings"}),
    "default/corpus": ("inspect", {"default/search_index"}),
}
INGESTED = set(GRAPH) - {"default/corpus"}


@pytest.fixture
def definitions() -> dg.Definitions:
    return build_definitions(Settings.model_construct(indexes={"default": IndexSettings()}))


def test_the_asset_graph_is_the_design(definitions: dg.Definitions) -> None:
    graph = definitions.resolve_asset_graph()
    found = {
        node.key.to_user_string(): (node.group_name, {key.to_user_string() for key in node.parent_keys})
        for node in graph.asset_nodes
    }
    assert found == GRAPH


def test_every_asset_says_what_one_row_is(definitions: dg.Definitions) -> None:
    for node in definitions.resolve_asset_graph().asset_nodes:
        assert node.description
        assert node.description.startswith("one row per")


def test_every_asset_is_partitioned_by_document_and_has_a_code_version(definitions: dg.Definitions) -> None:
    graph = definitions.resolve_asset_graph()
    for node in (graph.get(dg.AssetKey.from_user_string(name)) for name in INGESTED):
        assert node.partitions_def == document_partitions
        assert node.code_version
        assert node.backfill_policy == dg.BackfillPolicy.multi_run(max_partitions_per_run=50)


def test_a_second_index_adds_its_own_assets() -> None:
    settings = Settings.model_construct(
        indexes={"default": IndexSettings(), "german": IndexSettings(text_config="german")}
    )
    keys = {node.key.to_user_string() for node in build_definitions(settings).resolve_asset_graph().asset_nodes}
    assert keys - set(GRAPH) == {f"german/{name}" for name in ("chunks", "embeddings", "search_index", "corpus")}


def test_a_question_set_is_an_asset_only_where_that_is_asked_for() -> None:
    settings = Settings.model_construct(indexes={"default": IndexSettings()}, questions=QuestionSettings(as_asset=True))
    graph = build_definitions(settings).resolve_asset_graph()
    (added,) = [node for node in graph.asset_nodes if node.key.to_user_string() not in GRAPH]
    assert added.key.to_user_string() == "default/question_set"
    assert added.group_name == "evaluation"
    assert {key.to_user_string() for key in added.parent_keys} == {"default/search_index"}


@pytest.mark.parametrize(
    ("job", "assets"),
    [
        ("ingest_documents", INGESTED),
        ("ingest_everything", INGESTED),
        ("only_pages", {"pages"}),
        ("only_chunks", {"default/chunks"}),
        ("inspect_corpus", {"default/corpus"}),
    ],
)
def test_a_job_takes_its_assets(definitions: dg.Definitions, job: str, assets: set[str]) -> None:
    layer = definitions.resolve_job_def(job).asset_layer
    assert {key.to_user_string() for key in layer.selected_asset_keys} == assets


def test_every_stage_has_a_job_of_its_own(definitions: dg.Definitions) -> None:
    names = {job.name for job in definitions.resolve_all_job_defs()}
    assert {f"only_{stage.value}" for stage in StageName} <= names


def test_checks_stand_at_the_assets_that_they_are_about(definitions: dg.Definitions) -> None:
    keys = definitions.resolve_asset_graph().asset_check_keys
    assert {(key.asset_key.to_user_string(), key.name) for key in keys} == {
        ("pages", "conservation"),
        ("default/chunks", "empty_text"),
        ("default/chunks", "duplicates"),
        ("default/embeddings", "missing_vectors"),
        ("default/embeddings", "dimensions"),
        ("default/search_index", "orphan_vectors"),
        ("default/search_index", "coverage"),
    }


def test_smoke_questions_are_a_check_of_every_index() -> None:
    settings = Settings.model_construct(
        indexes={"a": IndexSettings(), "b": IndexSettings()}, checks=CheckSettings(questions=Path("q.jsonl"))
    )
    keys = build_definitions(settings).resolve_asset_graph().asset_check_keys
    assert {key.asset_key.to_user_string() for key in keys if key.name == "recall"} == {
        "a/search_index",
        "b/search_index",
    }


def test_sensors_and_schedules_run_where_sources_are_named() -> None:
    def running(settings: Settings) -> set[str]:
        definitions = build_definitions(settings)
        found = [*(definitions.sensors or []), *(definitions.schedules or [])]
        return {item.name for item in found if item.default_status.value == "RUNNING"}

    always = {"retry_failed_documents", "report_failed_runs", "nightly_inspection"}
    assert running(Settings.model_construct()) == always
    assert running(Settings.model_construct(sources={"c": "/srv/c"})) == always | {"watch_sources", "nightly_rescan"}


def test_every_job_sensor_and_schedule_says_what_it_does() -> None:
    questions = {"questions": {"set": "questions.jsonl"}, "cron": "0 6 * * *"}
    definitions = build_definitions(Settings.model_validate({"evaluation": questions}))
    repository = definitions.get_repository_def()
    described = [*repository.get_all_jobs(), *repository.sensor_defs, *repository.schedule_defs]
    assert [one.name for one in described if not one.description and not one.name.startswith("__")] == []
    assert {one.name for one in repository.schedule_defs} >= {"nightly_rescan", "nightly_inspection"}


def test_an_index_says_how_old_its_last_inspection_may_be(definitions: dg.Definitions) -> None:
    policy = definitions.resolve_asset_graph().get(dg.AssetKey(["default", "corpus"])).freshness_policy_or_from_metadata
    assert isinstance(policy, TimeWindowFreshnessPolicy)
    assert policy.warn_window is not None
    windows = (policy.warn_window.to_timedelta(), policy.fail_window.to_timedelta())
    assert windows == (timedelta(hours=26), timedelta(hours=50))


@pytest.mark.slow
def test_definitions_load_in_a_process_without_any_environment(tmp_path: Path) -> None:
    script = (
        "import sys; import orchestration.definitions as d; import dagster as dg;"
        "dg.Definitions.validate_loadable(d.defs);"
        "heavy = {'torch', 'docling', 'onnxruntime', 'transformers'} & set(sys.modules); assert not heavy, heavy"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_core_never_imports_dagster(tmp_path: Path) -> None:
    script = (
        "import sys; import query.service, bizrag.pipeline.runner, orchestration.ingest, orchestration.cli;"
        "assert not any(name.split('.')[0] == 'dagster' for name in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_workspace_file_and_project_settings_name_the_same_module() -> None:
    assert "module_name: orchestration.definitions" in (ROOT / "workspace.yaml").read_text()
    assert (ROOT / "pyproject.toml").read_text().count('"orchestration.definitions"') == 2


def test_stages_read_only_earlier_stages() -> None:
    order = list(StageName)
    for stage in STAGES:
        assert all(order.index(upstream) < order.index(stage.name) for upstream in stage.upstream)


@pytest.mark.parametrize(
    "schedule",
    [
        *("0 2 * * *", "*/15 8-18 1,15 jan-mar mon-fri", "0 22-5/2 l * *", "0 0 * * 5#2", "0 0 * * l5", "@daily"),
        *("sometimes", "", "0 25 * * *", "60 2 * * *", "0 2 * *", "0 2 * * * *", "0 2 30 2 *", "*/0 2 * * *"),
        *("0 2 * * mo", "0 2 0 * *", "0 l * * *", "0 2 * * 8", "@reboot"),
    ],
)
def test_the_settings_take_the_schedules_that_dagster_takes(schedule: str) -> None:
    """They may not ask Dagster, which is imported by none of them."""
    try:
        dg.ScheduleDefinition(job_name="a_job", cron_schedule=schedule)
    except dg.DagsterInvalidDefinitionError:
        assert not is_cron(schedule)
    else:
        assert is_cron(schedule)
