"""docs/postgres.md: the login that it has an administrator make runs everything and administers nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Engine, create_engine, make_url, text
from sqlalchemy.exc import DBAPIError, ProgrammingError

from bizrag.model.access import Principal, Role
from bizrag.store.access import acting_as
from bizrag.store.engine import connect, prepare
from bizrag.store.keys import add_key
from bizrag.store.roles import reader_url
from bizrag.store.server import EmbeddedServer
from tests.store.make_state import fill

PAGE = Path(__file__).parents[2] / "docs" / "postgres.md"
LOGIN = "limited_owner"


def _statements() -> tuple[list[str], list[str]]:
    """What is run in the administrator's database, and then in the new one; the login has a name of this test."""
    (block,) = re.findall(r"```sql\n(.*?)\n```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    block = re.sub(r"--.*", "", block).replace("change me too", "b").replace("change me", "a")
    block = re.sub(r"\bbizrag\b", LOGIN, block)
    before, after = ([part.strip() for part in half.split(";")] for half in block.split(rf"\connect {LOGIN}"))
    return [part for part in before if part], [part for part in after if part]


def _run(engine: Engine, statements: list[str]) -> None:
    with engine.connect() as conn:
        for statement in statements:
            try:
                conn.execute(text(statement))
            except ProgrammingError as error:
                # roles belong to the whole server, where other tests make them too
                if not isinstance(error.orig, psycopg.errors.DuplicateObject):
                    raise
    engine.dispose()


@pytest.fixture
def limited(server: EmbeddedServer) -> Iterator[Engine]:
    """The address that the page has people use."""
    url = make_url(server.url)
    administrator = create_engine(url.set(database="postgres"), isolation_level="AUTOCOMMIT")
    first, then = _statements()
    _run(administrator, first)
    _run(create_engine(url.set(database=LOGIN), isolation_level="AUTOCOMMIT"), then)
    engine = connect(url.set(database=LOGIN, username=LOGIN))
    yield engine
    engine.dispose()
    with administrator.connect() as conn:
        conn.execute(text(f"DROP DATABASE {LOGIN} WITH (FORCE)"))
        conn.execute(text(f"DROP OWNED BY {LOGIN}"))
        conn.execute(text(f"DROP ROLE {LOGIN}"))
    administrator.dispose()


def test_the_login_of_the_page_writes_serves_and_administers_nothing(limited: Engine) -> None:
    prepare(limited)
    with limited.begin() as conn:
        fill(conn)
    add_key(limited, "reader")
    some = acting_as(limited, Principal(name="reader", role=Role.READER, collections=("docs",)))
    analyst = connect(reader_url(limited))
    count = text("SELECT count(*) FROM document")
    with limited.connect() as whole, some.connect() as part, analyst.connect() as read:
        assert (
            0
            < part.execute(count).scalar_one()
            <= whole.execute(count).scalar_one()
            == read.execute(count).scalar_one()
        )
    analyst.dispose()
    for forbidden in (
        "CREATE ROLE other",
        "CREATE DATABASE other",
        "SELECT * FROM pg_authid",
        "ALTER SYSTEM SET jit = on",
    ):
        with limited.connect().execution_options(isolation_level="AUTOCOMMIT") as conn, pytest.raises(DBAPIError):
            conn.execute(text(forbidden))
