"""Opening a database: addresses, checks, migrations, and what a connection knows afterwards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import psycopg
import pytest
from sqlalchemy import Engine, create_engine, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection

from bizrag.errors import ConfigurationError
from bizrag.settings import Settings
from bizrag.store import vectors
from bizrag.store.engine import connect, dagster_url, open_engine, parse_url
from bizrag.store.server import EmbeddedServer
from bizrag.store.shared_sessions import refuse_shared_sessions
from tests.conftest import run_sql


@pytest.mark.parametrize("address", ["postgres://u@h/d", "postgresql://u@h/d", "postgresql+psycopg2://u@h/d"])
def test_every_spelling_of_an_address_uses_psycopg_3(address: str) -> None:
    assert parse_url(address).render_as_string() == "postgresql+psycopg://u@h/d"


@pytest.mark.parametrize("address", ["mysql://u@h/d", "not an address"])
def test_an_address_of_something_else_is_refused(address: str) -> None:
    with pytest.raises(ConfigurationError, match="BIZRAG_DATABASE_URL"):
        parse_url(address)


def test_an_empty_database_is_migrated_and_a_second_open_has_nothing_to_do(empty_database_url: str) -> None:
    settings = Settings(_env_file=None, database_url=empty_database_url)
    first = open_engine(settings)
    with first.connect() as conn:
        applied = conn.execute(text("SELECT file_name, applied_at FROM schema_migration")).all()
    first.dispose()
    second = open_engine(settings)
    with second.connect() as conn:
        assert conn.execute(text("SELECT file_name, applied_at FROM schema_migration")).all() == applied
    second.dispose()
    assert "migrations/0001_create_core.sql" in {row.file_name for row in applied}


def test_vectors_go_in_and_come_out_as_the_same_numbers(engine: Engine) -> None:
    vector = np.array([0.25, -1.0, 3.0], dtype=np.float32)
    with engine.connect() as conn:
        stored = conn.scalar(text("SELECT CAST(:x AS vector)"), {"x": vectors.to_driver(vector)})
        half = conn.scalar(text("SELECT CAST(:x AS halfvec(3))"), {"x": vectors.to_half(vector)})
        untyped = conn.scalar(text("SELECT CAST(CAST(:x AS vector) AS text)"), {"x": vectors.to_driver(vector)})
    for value in (stored, half, untyped, vector.tolist()):
        np.testing.assert_array_equal(vectors.from_driver(value), vector)


def test_a_vector_is_rounded_as_the_database_rounds_it(engine: Engine) -> None:
    vector = np.random.default_rng(3).standard_normal(2000).astype(np.float32)
    vector[:4] = [6e-8, -3e-8, 65_504, 2.0**-14]
    rounded = text("SELECT CAST(CAST(:x AS vector) AS halfvec) = CAST(:half AS halfvec)")
    with engine.connect() as conn:
        assert conn.scalar(rounded, {"x": vectors.to_driver(vector), "half": vectors.to_half(vector)})


@pytest.mark.parametrize(("prepares", "num_prepared"), [(None, 0), (True, 1)])
def test_repeated_statements_are_prepared_where_no_pooler_may_lose_them(
    settings: Settings, prepares: bool | None, num_prepared: int
) -> None:
    engine = open_engine(settings.model_copy(update={"database_prepares": prepares}))
    with engine.connect() as conn:
        for number in range(5):
            assert conn.scalar(text("SELECT CAST(:number AS int) + 1"), {"number": number}) == number + 1
        prepared = conn.execute(text("SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%+ 1'")).all()
    engine.dispose()
    assert len(prepared) == num_prepared


def test_queries_are_never_compiled(engine: Engine) -> None:
    with engine.connect() as conn:
        assert conn.scalar(text("SHOW jit")) == "off"


def test_a_server_that_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
    address = f"postgresql://u:secret@/d?host={tmp_path}"
    settings = Settings(_env_file=None, database_url=address)
    with pytest.raises(ConfigurationError, match="no connection to") as caught:
        open_engine(settings)
    assert "secret" not in str(caught.value)


def test_a_locale_without_capitals_beyond_a_to_z_is_refused(server: EmbeddedServer) -> None:
    run_sql(server, "CREATE DATABASE of_locale_c TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'")
    url = make_url(server.url).set(database="of_locale_c").render_as_string(hide_password=False)
    try:
        with pytest.raises(ConfigurationError, match=r"capitals.*LOCALE 'en_US.UTF-8'"):
            open_engine(Settings(_env_file=None, database_url=url))
    finally:
        run_sql(server, "DROP DATABASE of_locale_c WITH (FORCE)")


def test_dagster_gets_its_own_schema_in_the_same_database(engine: Engine, settings: Settings) -> None:
    address = dagster_url(settings)
    assert dagster_url(settings) == address
    assert address.startswith("postgresql+psycopg2://")
    storage = create_engine(address)
    with storage.begin() as conn:
        conn.execute(text("CREATE TABLE runs (id int)"))
    storage.dispose()
    with engine.connect() as conn:
        assert conn.scalar(text("SELECT to_regclass('dagster.runs') IS NOT NULL"))


def test_connections_of_a_server_that_ended_them_are_replaced(engine: Engine, settings: Settings) -> None:
    other = open_engine(settings)
    with engine.connect() as first, engine.connect() as second:
        lost = [conn.scalar(text("SELECT pg_backend_pid()")) for conn in (first, second)]
    with other.connect() as conn:
        for pid in lost:
            # waits until the process is gone
            assert conn.scalar(text("SELECT pg_terminate_backend(:pid, 10000)"), {"pid": pid})
    other.dispose()
    with engine.connect() as first, engine.connect() as second:
        assert not {conn.scalar(text("SELECT pg_backend_pid()")) for conn in (first, second)} & set(lost)


def test_a_connection_is_asked_only_after_a_while(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    from bizrag.store import liveness

    asked = 0
    ask = engine.dialect.do_ping

    def counted(connection: DBAPIConnection) -> bool:
        nonlocal asked
        asked += 1
        return ask(connection)

    monkeypatch.setattr(engine.dialect, "do_ping", counted)
    for _ in range(3):
        with engine.connect() as conn:
            conn.scalar(text("SELECT 1"))
    assert asked == 0
    monkeypatch.setattr(liveness, "_TRUSTED_SECONDS", 0.0)
    for _ in range(3):
        with engine.connect() as conn:
            assert conn.scalar(text("SELECT 1")) == 1
    assert asked == 3


def test_a_connection_shows_signs_of_life_unless_its_address_says_otherwise(database_url: str) -> None:
    for address, idle in ((database_url, "60"), (f"{database_url}&keepalives_idle=5", "5")):
        engine = connect(parse_url(address))
        with engine.connect() as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, psycopg.Connection)
            assert driver.info.get_parameters()["keepalives_idle"] == idle
        engine.dispose()


def test_sessions_of_a_server_are_not_shared(engine: Engine) -> None:
    refuse_shared_sessions(engine)
