"""``bizrag indexes``: list, alias, unalias, drop."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine
from typer.testing import CliRunner

from bizrag.errors import BizragError
from bizrag.store.indexes import IndexSpec, ensure_index, get_index
from orchestration.cli import app


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["indexes", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(autouse=True)
def database(engine: Engine, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIZRAG_DATABASE_URL", database_url)
    monkeypatch.setenv("BIZRAG_HOME", str(tmp_path))
    with engine.begin() as conn:
        for name in ("first", "second"):
            ensure_index(conn, IndexSpec(index_name=name, variant="tcte", chunk_params={}, space="a", dimensions=3))


def rows() -> dict[str, dict[str, Any]]:
    return {row["index"]: row for row in json.loads(run("list", "--json"))}


def test_an_alias_is_listed_and_moves() -> None:
    assert "answers from first" in run("alias", "answers", "first")
    assert rows()["first"]["aliases"] == ["answers"]
    assert json.loads(run("alias", "answers", "second", "--json")) == {"alias": "answers", "index": "second"}
    assert {name: row["aliases"] for name, row in rows().items()} == {"first": [], "second": ["answers"]}
    assert rows()["first"] | {"aliases": []} == {
        "index": "first",
        "aliases": [],
        "variant": "tcte",
        "space": "a",
        "dimensions": 3,
        "documents": 0,
        "chunks": 0,
        "vectors": 0,
    }
    assert "second" in run("list")


def test_what_answers_is_not_dropped_and_the_rest_is(engine: Engine) -> None:
    run("alias", "answers", "first")
    for name, reason in (
        ("first", "answers as answers"),
        ("answers", "alias of first"),
        ("third", "there is no index 'third'"),
    ):
        with pytest.raises(BizragError, match=reason):
            run("drop", name)
        with pytest.raises(BizragError, match=reason):
            run("drop", name, "--yes")
    assert set(rows()) == {"first", "second"}
    run("alias", "answers", "second")
    assert "first is gone" in run("drop", "first", "--yes")
    assert set(rows()) == {"second"}
    with engine.connect() as conn:
        assert get_index(conn, "answers").index_name == "second"


def test_the_only_index_can_be_dropped_after_its_alias() -> None:
    """No other index is there to point the alias at."""
    run("drop", "second", "--yes")
    run("alias", "answers", "first")
    with pytest.raises(
        BizragError, match=r"answers as answers: take the name away \('bizrag indexes unalias answers'\)$"
    ):
        run("drop", "first", "--yes")
    assert json.loads(run("unalias", "answers", "--json")) == {"alias": "answers", "removed": True}
    assert rows()["first"]["aliases"] == []
    assert "first is gone" in run("drop", "first", "--yes")


def test_only_an_alias_can_be_taken_away() -> None:
    run("alias", "answers", "first")
    with pytest.raises(BizragError, match=r"^there is no alias 'third'; there is: answers$"):
        run("unalias", "third")
    with pytest.raises(BizragError, match="first is the name of an index, no alias"):
        run("unalias", "first")
    assert "alias answers is gone" in run("unalias", "answers")


@pytest.mark.parametrize("given", ["n\n", "\n", ""])
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_index_is_dropped_only_when_somebody_says_so(given: str, form: list[str]) -> None:
    """As forget: a script that cannot be asked says --yes, with --json too."""
    result = CliRunner().invoke(app, ["indexes", "drop", "first", *form], input=given)
    assert result.exit_code == 1
    assert "first (0 documents, 0 chunks, 0 vectors)" in result.output
    assert "Aborted" in result.output
    assert "dropped" not in result.output
    assert set(rows()) == {"first", "second"}


def test_an_index_is_dropped_after_a_yes() -> None:
    result = CliRunner().invoke(app, ["indexes", "drop", "first", "--json"], input="y\n")
    # the runner shows question and answer where a terminal does
    assert json.loads(result.stdout[result.stdout.index("{") :]) == {"index": "first", "dropped": True}
    assert set(rows()) == {"second"}
