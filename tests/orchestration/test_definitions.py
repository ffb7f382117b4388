"""The asset graph as Dagster sees it; loading it needs neither a database nor a secret."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import dagster as dg
import pytest

from assets.keys import document_partitions
from bizrag.pipeline.stages import STAGES, StageName
from bizrag.settings import IndexSettings, Settings
from orchestration.definitions import INGEST_JOB, build_definitions

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
}


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
    for node in definitions.resolve_asset_graph().asset_nodes:
        assert node.partitions_def == document_partitions
        assert node.code_version
        assert node.backfill_policy == dg.BackfillPolicy.multi_run(max_partitions_per_run=50)


def test_a_second_index_adds_its_own_three_assets() -> None:
    settings = Settings.model_construct(
        indexes={"default": IndexSettings(), "german": IndexSettings(text_config="german")}
    )
    keys = {node.key.to_user_string() for node in build_definitions(settings).resolve_asset_graph().asset_nodes}
    assert keys - set(GRAPH) == {"german/chunks", "german/embeddings", "german/search_index"}


def test_the_job_takes_all_assets(definitions: dg.Definitions) -> None:
    job = definitions.resolve_job_def(INGEST_JOB)
    assert {key.to_user_string() for key in job.asset_layer.selected_asset_keys} == set(GRAPH)


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
