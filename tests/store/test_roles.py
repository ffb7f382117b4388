"""The reader's login reads and searches everything of ours, and can do nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError
from typer.testing import CliRunner

from bizrag.errors import ConfigurationError
from bizrag.store.engine import connect
from bizrag.store.roles import READER, reader_url
from bizrag.store.server import EmbeddedServer
from orchestration.cli import app
from tests.store.cloned import cloned
from tests.store.make_state import fill


@pytest.fixture(scope="module")
def owner(server: EmbeddedServer, template_database: str) -> Iterator[Engine]:
    """A database with documents, and Dagster's schema beside ours."""
    with cloned(server, template_database, "roles") as engine:
        with engine.begin() as conn:
            fill(conn)
            conn.execute(
                text("CREATE SCHEMA dagster; CREATE TABLE dagster.secret (n int); CREATE ROLE plain_user LOGIN")
            )
        yield engine
        with engine.begin() as conn:
            conn.execute(text("DROP OWNED BY plain_user; DROP ROLE plain_user"))


@pytest.fixture(scope="module")
def reader(owner: Engine) -> Iterator[Engine]:
    reader = connect(reader_url(owner))
    yield reader
    reader.dispose()


@pytest.fixture
def plain(owner: Engine) -> Iterator[Engine]:
    """A role that owns nothing and may make no roles."""
    engine = connect(owner.url.set(username="plain_user"))
    yield engine
    engine.dispose()


def test_the_reader_reads_every_table_and_view_and_searches(reader: Engine, owner: Engine) -> None:
    relations = (
        "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace('public') AND relkind IN ('r', 'p', 'v')"
    )
    with reader.connect() as conn:
        for name in conn.execute(text(relations)).scalars().all():
            conn.execute(text(f"SELECT * FROM {name} LIMIT 1"))
        hits = conn.execute(text("SELECT doc, chunk_id FROM bm25_search('main', 'net sales 2025')")).all()
        assert hits[0].doc == "annual report.pdf"
        near = conn.execute(text("SELECT * FROM nearest_chunks(:chunk, 'main')"), {"chunk": hits[0].chunk_id}).all()
        assert len(near) == 5
    with owner.connect() as conn:
        owned = conn.scalar(text("SELECT count(*) FROM pg_class WHERE relowner = CAST(:r AS regrole)"), {"r": READER})
        assert owned == 0


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO index_alias (alias, index_no) VALUES ('mine', 1)",
        "UPDATE document SET collection = 'mine'",
        "DELETE FROM chunk",
        "TRUNCATE posting",
        "CREATE TABLE mine (n int)",
        "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "DROP VIEW live_chunk",
        "ALTER TABLE document ADD COLUMN mine int",
        "SELECT drop_index_partitions(1)",
        "SELECT nextval('term_id_seq')",
        "SELECT * FROM dagster.secret",
        "SELECT pg_read_file('PG_VERSION')",
        "COPY document TO PROGRAM 'cat'",
        "SET ROLE postgres",
    ],
)
@pytest.mark.parametrize("is_read_only", [True, False], ids=["as it logs in", "after it switched to writing"])
def test_the_reader_cannot_write_define_or_look_elsewhere(reader: Engine, statement: str, is_read_only: bool) -> None:
    with reader.connect() as conn:
        if not is_read_only:
            conn.execute(text("SET default_transaction_read_only = off"))
            conn.commit()
        with pytest.raises(DBAPIError, match=r"permission denied|must be (owner|able)|read-only transaction"):
            conn.exec_driver_sql(statement)
        conn.rollback()
        conn.execute(text("RESET ALL"))
        conn.commit()


def test_the_readers_statements_are_read_only_and_end(reader: Engine) -> None:
    with reader.connect() as conn:
        assert conn.scalar(text("SHOW default_transaction_read_only")) == "on"
        assert conn.scalar(text("SHOW statement_timeout")) == "1min"


def test_tables_made_later_are_open_too(reader: Engine, owner: Engine) -> None:
    with owner.begin() as conn:
        conn.execute(text("CREATE TABLE later (n int); SELECT create_index_partitions(9, 8)"))
    with reader.connect() as conn:
        conn.execute(text("SELECT * FROM later"))
        conn.execute(text("SELECT * FROM posting_9"))
    assert reader_url(owner).username == READER  # nothing is closed, nothing is granted again


def test_a_new_password_is_printed_once_and_stored_as_a_hash(owner: Engine) -> None:
    first, second = reader_url(owner, new_password=True), reader_url(owner, new_password=True)
    assert first.password != second.password
    assert len(str(first.password)) >= 32
    assert reader_url(owner).password is None
    with owner.connect() as conn:
        stored = conn.scalar(text("SELECT rolpassword FROM pg_authid WHERE rolname = :r"), {"r": READER})
    assert stored.startswith("SCRAM-SHA-256$")


def test_a_server_that_forbids_roles_says_what_an_administrator_must_do(
    plain: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bizrag.store.roles.READER", "absent_reader")
    with pytest.raises(ConfigurationError, match=r"plain_user may not make roles: .* CREATE ROLE absent_reader LOGIN"):
        reader_url(plain)


def test_a_role_that_does_not_own_the_tables_cannot_open_them(plain: Engine, reader: Engine) -> None:
    with pytest.raises(ConfigurationError, match="run this command as the owner of bizrag's tables"):
        reader_url(plain, new_password=True)


@pytest.mark.parametrize("arguments", [["--read-only"], []], ids=["as the reader", "as the owner"])
def test_the_command_runs_a_statement_and_refuses_to_write(
    owner: Engine, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("BIZRAG_DATABASE_URL", owner.url.render_as_string(hide_password=False))
    run = CliRunner()
    found = run.invoke(app, ["sql", *arguments, "--json", "SELECT current_user AS me, '1:2' AS ratio"])
    assert json.loads(found.stdout) == [{"me": READER if arguments else "postgres", "ratio": "1:2"}]
    refused = run.invoke(app, ["sql", *arguments, "DELETE FROM document"])
    assert isinstance(refused.exception, ConfigurationError)
    address = run.invoke(app, ["sql", *arguments, "--json"])
    assert json.loads(address.stdout)["url"].startswith(f"postgresql://{READER if arguments else 'postgres'}@")
