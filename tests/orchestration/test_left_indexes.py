"""An index that answers and that ingestion does not keep is told of; naming another index leaves none behind."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bizrag.configuration.index import IndexSettings
from bizrag.model.variants import Cascade
from bizrag.pipeline.services import Services
from bizrag.settings import Settings
from bizrag.store.state import LeftIndex
from orchestration.cli import app
from orchestration.ingest import ingest
from query import QueryService

BARE = IndexSettings(cascade=Cascade.NONE)


def run(settings: Settings, *arguments: str, indexes: Mapping[str, str]) -> str:
    environment = {
        "BIZRAG_DATABASE_URL": settings.database_url,
        "BIZRAG_HOME": str(settings.home),
        "BIZRAG_WEIGHTS_PATH": str(settings.weights),
        **indexes,
    }
    result = CliRunner().invoke(app, list(arguments), env=environment, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def indexes_of(monkeypatch: pytest.MonkeyPatch, variables: Mapping[str, str], file: Path, **given: Any) -> set[str]:
    with monkeypatch.context() as patch:
        for name, value in variables.items():
            patch.setenv(name, value)
        return set(Settings(_env_file=file, **given).indexes)


def test_variables_of_one_index_leave_the_default_beside_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    one, file = {"BIZRAG_INDEXES__SECOND__EMBEDDING": "openai"}, tmp_path / ".env"
    assert indexes_of(monkeypatch, {}, file) == {"default"}
    assert indexes_of(monkeypatch, one, file) == {"default", "second"}
    assert indexes_of(monkeypatch, {}, file, indexes={"mine": {}}) == {"mine"}
    whole = {"BIZRAG_INDEXES": '{"bare": {"cascade": "none"}}'}
    assert indexes_of(monkeypatch, whole, file) == {"bare"}
    assert indexes_of(monkeypatch, whole | one, file) == {"bare", "second"}
    file.write_text("BIZRAG_INDEXES__THIRD__CASCADE=none\n")
    assert indexes_of(monkeypatch, one, file) == {"default", "second", "third"}
    file.write_text('BIZRAG_INDEXES={"third": {}}\n')
    assert indexes_of(monkeypatch, one, file) == {"second", "third"}


def test_what_is_said_of_the_default_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIZRAG_INDEXES__DEFAULT__CASCADE", "none")
    monkeypatch.setenv("BIZRAG_INDEXES__SECOND__CASCADE", "full")
    assert Settings(_env_file=None).indexes["default"] == BARE


@pytest.mark.slow
def test_an_index_that_is_not_kept_is_told_of_until_it_is_dropped(services: Services, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.txt").write_text("The pump of hall seven runs at 40 bar.\n")
    (folder / "b.txt").write_text("The gate of hall nine opens at six.\n")
    assert ingest(services, [str(folder)], collection="c").left_indexes == []
    settings = services.settings.model_copy(update={"indexes": {"bare": BARE}})
    embedders = [services.embedders.packaged()]
    with Services(settings, parsers=services.parsers, embedders=embedders) as bare:
        # nothing in it is old yet
        assert ingest(bare, [str(folder)], collection="c").left_indexes == []
        (folder / "a.txt").write_text("The pump of hall seven runs at 55 bar.\n")
        (folder / "c.txt").write_text("The lamp of hall ten was replaced.\n")
        report = ingest(bare, [str(folder)], collection="c")
        assert report.left_indexes == [LeftIndex(index="default", documents=2, behind=2)]
        assert report.to_json()["left_indexes"] == [{"index": "default", "documents": 2, "behind": 2}]
    with QueryService(services.settings) as service:
        assert "40 bar" in service.search("pump pressure of hall seven", index="default")[0].text

    only_bare = {"BIZRAG_INDEXES": '{"bare": {"cascade": "none"}}'}
    found = run(services.settings, "status", indexes=only_bare)
    told = "index default answers, but the settings do not name it, so nothing keeps it up to date: 2 documents"
    assert told in found
    assert "live      up to date, but not in every index that answers (below)" in found
    again = run(services.settings, "ingest", str(folder), "--collection", "c", indexes=only_bare)
    assert told in again
    one = {"BIZRAG_INDEXES__BARE__CASCADE": "none"}
    chosen = run(services.settings, "ingest", str(folder), "--collection", "c", "--index", "bare", indexes=one)
    assert "'bizrag ingest --index default' mends it" in chosen
    # as the manual says it, both are kept
    kept = run(services.settings, "ingest", str(folder), "--collection", "c", indexes=one)
    assert "index default" not in kept
    assert json.loads(run(services.settings, "status", "--json", indexes=one))["left_indexes"] == []
    assert "index default" in run(services.settings, "status", indexes=only_bare)
    with QueryService(services.settings) as service:
        assert "55 bar" in service.search("pump pressure of hall seven", index="default")[0].text

    dropped = run(services.settings, "indexes", "drop", "default", "--yes", indexes=only_bare)
    assert "makes it again" not in dropped
    assert "index default" not in run(services.settings, "status", indexes=only_bare)
