"""Migrations are frozen once applied; functions and views run again when their text changes."""

from __future__ import annotations

import threading

import pytest
from sqlalchemy import Engine, text

from bizrag.errors import ConfigurationError
from bizrag.store.engine import connect, parse_url
from bizrag.store.migrate import SqlFile, migrate, pending

FIRST = SqlFile(name="migrations/0001_create_a.sql", text="CREATE TABLE a (n int); INSERT INTO a VALUES (1);")
SECOND = SqlFile(name="migrations/0002_create_b.sql", text="CREATE TABLE b (n int);")
VIEW = SqlFile(name="views/c.sql", text="CREATE OR REPLACE VIEW c AS SELECT n FROM a;")


@pytest.fixture
def empty(empty_database_url: str) -> Engine:
    return connect(parse_url(empty_database_url))


def test_files_run_once_and_in_order(empty: Engine) -> None:
    assert migrate(empty, files=[FIRST, VIEW]) == [FIRST.name, VIEW.name]
    assert migrate(empty, files=[FIRST, SECOND, VIEW]) == [SECOND.name]
    assert migrate(empty, files=[FIRST, SECOND, VIEW]) == []
    with empty.connect() as conn:
        assert conn.scalar(text("SELECT count(*) FROM c")) == 1
    empty.dispose()


def test_a_changed_view_runs_again_and_a_changed_migration_is_refused(empty: Engine) -> None:
    migrate(empty, files=[FIRST, VIEW])
    changed_view = SqlFile(name=VIEW.name, text="CREATE OR REPLACE VIEW c AS SELECT n + 1 AS n FROM a;")
    with pytest.raises(ConfigurationError, match=r"views/c\.sql failed"):
        migrate(empty, files=[FIRST, SqlFile(name=VIEW.name, text="CREATE VIEW c AS SELECT 1;")])
    empty.dispose()
    assert pending({FIRST.name: FIRST.sha256, VIEW.name: VIEW.sha256}, [FIRST, changed_view]) == [changed_view]
    with pytest.raises(ConfigurationError, match=r"0001_create_a\.sql was changed"):
        pending({FIRST.name: SECOND.sha256}, [FIRST])


def test_a_database_from_a_newer_version_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="upgrade bizrag"):
        pending({FIRST.name: FIRST.sha256, SECOND.name: SECOND.sha256}, [FIRST])


def test_a_failing_migration_leaves_nothing(empty: Engine) -> None:
    broken = SqlFile(name="migrations/0002_break.sql", text="CREATE TABLE b (n int); SELECT 1 / 0;")
    with pytest.raises(ConfigurationError, match="division by zero"):
        migrate(empty, files=[FIRST, broken])
    with empty.connect() as conn:
        assert conn.scalar(text("SELECT to_regclass('b')")) is None
    assert migrate(empty, files=[FIRST, SECOND]) == [SECOND.name]
    empty.dispose()


def test_a_statement_that_needs_no_transaction_runs_outside_one(empty: Engine) -> None:
    index = SqlFile(
        name="migrations/0002_index_a.sql", text="-- transaction: none\nCREATE INDEX CONCURRENTLY a_n ON a (n);"
    )
    assert migrate(empty, files=[FIRST, index]) == [FIRST.name, index.name]
    empty.dispose()


def test_two_processes_at_once_apply_each_file_once(empty_database_url: str) -> None:
    engines = [connect(parse_url(empty_database_url)) for _ in range(4)]
    ran: list[str] = []
    threads = [threading.Thread(target=lambda e=e: ran.extend(migrate(e, files=[FIRST, SECOND]))) for e in engines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ran) == [FIRST.name, SECOND.name]
    for engine in engines:
        engine.dispose()
