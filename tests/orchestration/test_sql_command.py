"""``bizrag sql STATEMENT`` on a real database: what does not fit is not cut off, and nothing is left out."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from bizrag.settings import Settings
from orchestration.cli import app


@pytest.fixture
def run(settings: Settings) -> CliRunner:
    return CliRunner(env={"BIZRAG_DATABASE_URL": settings.database_url, "BIZRAG_HOME": str(settings.home)})


def test_rows_that_fit_are_a_table(run: CliRunner) -> None:
    shown = run.invoke(app, ["sql", "SELECT 1 AS one, 'b' AS two"]).stdout
    assert [word in shown.splitlines()[1] for word in ("one", "two")] == [True, True]


def test_rows_that_do_not_fit_are_records_with_whole_values(run: CliRunner) -> None:
    shown = run.invoke(
        app, ["sql", "SELECT repeat('x', 200) AS long, E'a\\nb' AS lines FROM generate_series(1, 2)"]
    ).stdout
    assert "…" not in shown
    assert shown.count("long  | " + "x" * 200 + "\n") == 2
    assert "lines | a\n        b\n" in shown
    assert "-[ 2 ]" in shown


def test_the_views_show_whole_values_in_eighty_columns(run: CliRunner) -> None:
    shown = run.invoke(app, ["sql", "SELECT * FROM document_overview"]).stdout
    assert "…" not in shown
    assert "no rows of " in shown
    assert "source_uri" in shown


@pytest.mark.parametrize("statements", ["SELECT 1; SELECT 2", "COMMIT; CREATE TABLE escaped (x int)"])
def test_several_statements_are_refused_before_any_runs(run: CliRunner, statements: str) -> None:
    """The second one could write: a COMMIT before it ends the transaction that only reads."""
    refused = run.invoke(app, ["sql", statements])
    assert "several statements: give one at a time" in str(refused.exception)
    assert "false" in run.invoke(app, ["sql", "--json", "SELECT to_regclass('escaped') IS NOT NULL AS made"]).stdout


def test_semicolons_in_quotes_and_at_the_end_part_nothing(run: CliRunner) -> None:
    assert '"a;b"' in run.invoke(app, ["sql", "--json", "SELECT 'a;b' AS x;"]).stdout


@pytest.mark.parametrize(
    ("relation", "said"),
    [
        ("document_overvew", "did you mean document_overview"),
        ("public.documents", "did you mean document?"),
        ("xyzzy", "document_overview, "),
    ],
)
def test_a_relation_that_does_not_exist_is_told_with_those_that_do(run: CliRunner, relation: str, said: str) -> None:
    refused = str(run.invoke(app, ["sql", f"SELECT * FROM {relation}"]).exception)
    assert f'relation "{relation}" does not exist' in refused
    assert said in refused


def test_what_the_server_does_not_understand_is_one_line(run: CliRunner) -> None:
    assert "syntax error" in str(run.invoke(app, ["sql", "SELEKT 1"]).exception)


def test_an_unknown_index_is_one_line_without_the_inside_of_the_function(run: CliRunner) -> None:
    refused = run.invoke(app, ["sql", "SELECT * FROM bm25_search('nope', 'x')"])
    assert str(refused.exception) == "there is no index 'nope'; there is: none yet"
