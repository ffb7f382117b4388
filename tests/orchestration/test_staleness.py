"""What Dagster's own resolver calls stale after a change: exactly the stages that the change reaches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import pytest
from dagster import AssetKey, DagsterInstance
from dagster._core.definitions.data_version import CachingStaleStatusResolver, StaleStatus
from dagster._core.loader import LoadingContextForTest

from bizrag.pipeline.services import Services
from bizrag.settings import IndexSettings
from orchestration.definitions import build_definitions
from resources.ingestion import IngestionSession
from tests.orchestration.ticks import Ticks, write_notes

pytestmark = pytest.mark.slow

SHARED = ("documents", "classifications", "pages", "descriptions")
PER_INDEX = ("chunks", "embeddings", "search_index")
INDEXES = {"default": IndexSettings(), "german": IndexSettings(text_config="german")}


@pytest.fixture
def ticks(services: Services, tmp_path: Path) -> Iterator[Ticks]:
    """One document, ingested into two indexes."""
    write_notes(tmp_path / "docs", [0])
    changes = {"sources": {"c": str(tmp_path / "docs")}, "indexes": INDEXES}
    services.settings = services.settings.model_copy(update=changes)
    with DagsterInstance.ephemeral() as instance:
        ticks = Ticks(services, instance)
        ticks.execute(ticks.watch()[0])
        yield ticks


def stale(ticks: Ticks) -> dict[str, list[str]]:
    """Reasons by asset for the document, with the definitions as they are now."""
    definitions = build_definitions(ticks.services.settings, IngestionSession(services=ticks.services))
    graph = definitions.resolve_asset_graph()
    resolver = CachingStaleStatusResolver(ticks.instance, graph, LoadingContextForTest(ticks.instance))
    names = [*SHARED, *(f"{index}/{name}" for index in ticks.services.settings.indexes for name in PER_INDEX)]
    found: dict[str, list[str]] = {}
    for name in names:
        key = AssetKey.from_user_string(name)
        if resolver.get_status(key, "c/note_000.txt") is not StaleStatus.FRESH:
            found[name] = [cause.reason for cause in resolver.get_stale_causes(key, "c/note_000.txt")]
    return found


def run_only(ticks: Ticks, job: str) -> None:
    """A job of one stage for the document, as a person launches it: with the partition chosen."""
    (result,) = ticks.execute([dg.RunRequest(job_name=job, partition_key="c/note_000.txt")])
    assert result.success


def test_nothing_is_stale_after_a_run(ticks: Ticks) -> None:
    assert stale(ticks) == {}


def test_a_changed_prompt_makes_its_stage_stale_and_what_it_did_not_change_fresh_again(
    ticks: Ticks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bizrag.pipeline.versions.DESCRIBER", "local/describer-next")
    found = stale(ticks)
    assert found.pop("descriptions") == ["has a new code version"]
    # what comes after it is stale because it is
    assert set(found) == {f"{index}/{name}" for index in INDEXES for name in PER_INDEX} or found == {}
    run_only(ticks, "only_descriptions")
    # the new descriptions are the old ones: nothing after them has to run
    assert stale(ticks) == {}


def test_a_changed_index_setting_makes_only_that_index_stale(ticks: Ticks) -> None:
    changed = INDEXES | {"german": IndexSettings(text_config="french")}
    ticks.services.settings = ticks.services.settings.model_copy(update={"indexes": changed})
    assert stale(ticks) == {"german/search_index": ["has a new code version"]}


def test_new_bytes_make_stale_what_has_not_run_since(ticks: Ticks, tmp_path: Path) -> None:
    (tmp_path / "docs" / "note_000.txt").write_text("Note 0\n\nThe valve was replaced in June.\n")
    ticks.watch()
    run_only(ticks, "only_documents")
    found = stale(ticks)
    assert "documents" not in found
    assert found["classifications"] == ["has a new dependency data version"]
    assert found["pages"]
    ticks.cursor = None
    ticks.execute(ticks.watch()[0])
    assert stale(ticks) == {}
