"""Filters that leave no document say so: "no answer" would blame the documents."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from bizrag.providers.embedders import Embedders
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import Settings
from bizrag.store.indexes import IndexSpec, ensure_index
from orchestration.cli import app
from query import QueryService
from query.notes import NOTHING_ANSWERS

LINE = "no document matches the filters"


@pytest.fixture
def run(service: QueryService, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    monkeypatch.setattr(QueryService, "for_holder", classmethod(lambda _class, _settings: service))
    return CliRunner(env={"COLUMNS": "120"})


@pytest.mark.parametrize("filters", ["--type exe", "--since 2130-01-01", "--type exe --collection hr"])
@pytest.mark.parametrize("command", ["ask", "search"])
def test_filters_that_leave_nothing_are_named_as_the_reason(run: CliRunner, command: str, filters: str) -> None:
    result = run.invoke(app, [command, "Who pays for hotels?", *filters.split()])
    assert result.exit_code == 0
    assert LINE in result.output


@pytest.mark.parametrize("filters", ["--pages 400-500", "--kind slide --type pdf"])
@pytest.mark.parametrize("command", ["ask", "search"])
def test_pages_and_kinds_that_leave_nothing_are_named_too(run: CliRunner, command: str, filters: str) -> None:
    result = run.invoke(app, [command, "Who pays for hotels?", *filters.split()])
    assert result.exit_code == 0
    assert "no page or kind of chunk matches the filters" in result.output
    by_words = run.invoke(app, ["search", "xylophone", "--retriever", "bm25", *filters.split()])
    assert "matches the filters" not in by_words.output


@pytest.mark.parametrize("options", ["--type pdf", "--retriever bm25", "--type exe,pdf --retriever bm25"])
def test_a_question_that_nothing_answers_is_not_blamed_on_filters(run: CliRunner, options: str) -> None:
    result = run.invoke(app, ["search", "xylophone", *options.split()])
    assert result.exit_code == 0
    assert LINE not in result.output


@pytest.mark.parametrize("command", ["ask", "search"])
@pytest.mark.parametrize("filters", ["", "--type exe"])
def test_an_index_where_nothing_answers_is_named_as_the_reason(
    settings: Settings, minilm: LocalEmbedder, monkeypatch: pytest.MonkeyPatch, command: str, filters: str
) -> None:
    with QueryService(settings) as service:
        service.__dict__["embedders"] = Embedders(settings, lambda: service.engine, given=[minilm])
        spec = IndexSpec(
            index_name="default", variant="tcte", chunk_params={}, space=minilm.space, dimensions=minilm.dimensions
        )
        with service.engine.begin() as conn:
            ensure_index(conn, spec)
        monkeypatch.setattr(QueryService, "for_holder", classmethod(lambda _class, _settings: service))
        result = CliRunner(env={"COLUMNS": "200"}).invoke(app, [command, "Who pays for hotels?", *filters.split()])
    assert result.exit_code == 0
    assert result.output.count(NOTHING_ANSWERS) == 1
    assert "nothing that was read" not in result.output
    assert LINE not in result.output
