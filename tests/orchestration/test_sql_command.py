"""``bizrag sql STATEMENT`` on a real database: what does not fit is not cut off, and nothing is left out."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from bizrag.errors import ConfigurationError
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


@pytest.mark.parametrize("statement", ["", "SET work_mem = '1MB'", "-- hi", "COPY (SELECT 1) TO STDOUT", "LOCK chunk"])
def test_a_statement_without_rows_is_one_line(run: CliRunner, statement: str) -> None:
    refused = run.invoke(app, ["sql", "--", statement])
    assert isinstance(refused.exception, ConfigurationError)
    assert str(refused.exception).startswith("the statement has no rows to show: give one that reads")


def test_an_error_after_the_first_rows_is_one_line(run: CliRunner) -> None:
    refused = run.invoke(app, ["sql", "SELECT 1 / (3 - g) FROM generate_series(1, 5) AS g"])
    assert str(refused.exception) == "division by zero"


def test_a_million_rows_end_after_a_thousand(run: CliRunner) -> None:
    shown = run.invoke(app, ["sql", "SELECT generate_series(1, 1000000) AS n"])
    assert "│ 1000 │" in shown.stdout
    assert "│ 1001 │" not in shown.stdout
    assert "the first 1,000 rows; there are more" in shown.stderr


def test_the_limit_is_for_people_and_programs_and_silent_where_it_cuts_nothing(run: CliRunner) -> None:
    three = "SELECT g AS n FROM generate_series(1, 3) AS g"
    assert json.loads(run.invoke(app, ["sql", "--json", "--limit", "2", three]).stdout) == [{"n": 1}, {"n": 2}]
    shown = run.invoke(app, ["sql", "--limit", "3", three])
    assert ("│ 3 │" in shown.stdout, shown.stderr) == (True, "")
    assert len(json.loads(run.invoke(app, ["sql", "--json", "SELECT generate_series(1, 3000)"]).stdout)) == 3000


def test_people_are_shown_what_the_server_writes(run: CliRunner) -> None:
    columns = "true AS b, '{\"a\": [1]}'::jsonb AS j, '\\x00'::bytea AS x, '100%' AS p, NULL AS n"
    shown = run.invoke(app, ["sql", f"SELECT {columns}"]).stdout
    cells = [cell.strip() for cell in shown.splitlines()[3].split("│")[1:-1]]
    assert cells == [
        "yes",
        '{"a": [1]}',
        "\\x00",
        "100%",
        "",
    ]


def test_programs_are_given_json_without_loss(run: CliRunner) -> None:
    columns = "'NaN'::float8 AS f, '{1,-Infinity}'::float8[] AS r, '\\x00ff'::bytea AS x, true AS b, '{}'::jsonb AS j"
    shown = run.invoke(app, ["sql", "--json", f"SELECT {columns}"]).stdout

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    assert json.loads(shown, parse_constant=refuse) == [
        {"f": "NaN", "r": [1.0, "-Infinity"], "x": "\\x00ff", "b": True, "j": {}}
    ]
    refused = run.invoke(app, ["sql", "--json", "SELECT 1 AS a, 2 AS a"])
    assert "several columns are named a" in str(refused.exception)


def test_a_statement_is_read_from_a_pipe(run: CliRunner) -> None:
    assert json.loads(run.invoke(app, ["sql", "--json"], input="SELECT 1 AS one;\n").stdout) == [{"one": 1}]


def test_an_empty_input_prints_the_address(run: CliRunner) -> None:
    printed = run.invoke(app, ["sql"], input="\n").stdout
    assert printed.startswith("postgresql://")
    assert json.loads(run.invoke(app, ["sql", "--json"], input="").stdout)["url"] == printed.strip()
