"""The options of search and ask that narrow them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from typer.testing import CliRunner

from bizrag.model.chunks import ChunkKind
from bizrag.model.documents import Layout
from bizrag.model.retrieval import SearchFilter
from orchestration.cli import app
from orchestration.cli.asking import page_range
from query import QueryService


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the commands ask the service."""
    calls: list[dict[str, Any]] = []

    def search(_service: QueryService, _question: str, **options: Any) -> list[Any]:
        calls.append(options)
        return []

    monkeypatch.setattr(QueryService, "search", search)
    return calls


def test_options_become_a_filter(asked: list[dict[str, Any]]) -> None:
    options = "--type pdf --type image/* --layout vertical --since 2025-01-02 --until 2025-03-04 --pages 3-10"
    result = CliRunner().invoke(app, ["search", "x", "--json", *options.split(), "--kind", "table", "--kind", "slide"])
    assert (result.exit_code, result.output.strip()) == (0, "[]")
    assert asked[0]["filters"] == SearchFilter(
        file_types=("pdf", "image/*"),
        layouts=(Layout.VERTICAL,),
        modified_from=date(2025, 1, 2),
        modified_to=date(2025, 3, 4),
        page_from=3,
        page_to=10,
        kinds=(ChunkKind.TABLE, ChunkKind.SLIDE),
    )


def test_without_options_there_is_no_filter(asked: list[dict[str, Any]]) -> None:
    assert CliRunner().invoke(app, ["search", "x"]).exit_code == 0
    assert asked[0]["filters"] == SearchFilter()


@pytest.mark.parametrize("options", ["--pages x", "--pages 5-3", "--pages 0", "--since 2025-02-30", "--kind chart"])
def test_options_that_mean_nothing_are_refused(asked: list[dict[str, Any]], options: str) -> None:
    for command in ("search", "ask"):
        assert CliRunner().invoke(app, [command, "x", *options.split()]).exit_code == 2
    assert asked == []


def test_pages_are_written_as_people_write_them() -> None:
    assert [page_range(value) for value in ("3", "3-10", "3-", "-10")] == [(3, 3), (3, 10), (3, None), (None, 10)]
