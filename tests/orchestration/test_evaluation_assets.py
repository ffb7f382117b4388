"""Question sets as assets: real runs, with numbers that the UI plots, and a report that a later run is held against."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from dagster import DagsterInstance

from bizrag.configuration.evaluation import EvaluationSettings
from bizrag.pipeline.services import Services
from bizrag.settings import IndexSettings, Settings
from orchestration.definitions import EVALUATE_JOB, build_definitions
from orchestration.ingest import ingest
from resources.ingestion import IngestionSession
from tests.orchestration.ticks import write_notes


def test_nothing_is_there_unless_a_set_is_configured() -> None:
    definitions = build_definitions(Settings.model_construct(indexes={"default": IndexSettings()}))
    assert not [node for node in definitions.resolve_asset_graph().asset_nodes if node.key.path[0] == "evaluation"]
    assert EVALUATE_JOB not in [job.name for job in definitions.resolve_all_job_defs()]


def test_a_set_is_an_asset_that_reads_the_indexes_and_runs_when_wanted() -> None:
    sets = EvaluationSettings(questions={"own": Path("q.jsonl"), "other": Path("o.jsonl")}, cron="0 6 * * 1")
    settings = Settings.model_construct(indexes={"default": IndexSettings()}, evaluation=sets)
    definitions = build_definitions(settings)
    node = definitions.resolve_asset_graph().get(dg.AssetKey(["evaluation", "own"]))
    assert (node.group_name, {key.to_user_string() for key in node.parent_keys}) == (
        "evaluation",
        {"default/search_index"},
    )
    assert node.description
    assert node.description.startswith("one row per")
    (schedule,) = [one for one in definitions.schedules or [] if one.name == "evaluation_schedule"]
    assert isinstance(schedule, dg.ScheduleDefinition)
    assert (schedule.cron_schedule, schedule.job_name) == ("0 6 * * 1", EVALUATE_JOB)


@pytest.mark.slow
def test_a_run_gives_numbers_and_a_report_and_a_second_one_computes_nothing(services: Services, tmp_path: Path) -> None:
    write_notes(tmp_path / "docs", range(4))
    ingest(services, [str(tmp_path / "docs")], collection="c")
    path = tmp_path / "own.jsonl"
    cases = [
        {"id": f"q{number}", "question": f"When was hall {number} serviced?", "answer": "May"}
        | {"doc": f"note_{number:03}.txt"}
        for number in range(4)
    ]
    path.write_text("".join(json.dumps(case) + "\n" for case in cases))
    wanted = EvaluationSettings(questions={"own": path}, judges=("lexical",), reports=tmp_path / "reports")
    services.settings = services.settings.model_copy(update={"evaluation": wanted})
    with DagsterInstance.ephemeral() as instance:
        first, second = (materialize(services, instance) for _ in range(2))
        history = instance.fetch_materializations(dg.AssetKey(["evaluation", "own"]), limit=5).records
    assert len(history) == 2
    assert first["hybrid doc_recall@5"].value == 1.0
    assert isinstance(first["hybrid lexical.recall"].value, float)
    assert first["hybrid lexical failed"].value == 0
    assert (tmp_path / "reports" / "own" / "report.html").as_uri() == first["report"].value
    assert "## Retrieval: hybrid" in str(first["tables"].value)
    # four questions: three retrievers, and the answers of one
    assert [(one["computed"].value, one["kept"].value) for one in (first, second)] == [(16, 0), (0, 16)]
    assert "worse than last time" not in first
    assert second["worse than last time"].value == 0
    assert second["hybrid doc_recall@5"].value == first["hybrid doc_recall@5"].value


def materialize(services: Services, instance: DagsterInstance) -> Mapping[str, Any]:
    definitions = build_definitions(services.settings, IngestionSession(services=services))
    result = definitions.resolve_job_def(EVALUATE_JOB).execute_in_process(instance=instance)
    (event,) = result.asset_materializations_for_node("evaluation__own")
    return event.metadata
