"""The analysts' login: a role that reads everything of ours, owns nothing and writes nothing."""

from __future__ import annotations

import secrets
from typing import Any, cast

import psycopg
from sqlalchemy import URL, Connection, Engine, text
from sqlalchemy.exc import ProgrammingError

from bizrag.errors import ConfigurationError
from sql import query

READER = "bizrag_reader"
# A person may raise it for a session: SET statement_timeout = '10min'.
SECONDS_PER_STATEMENT = 60


def reader_url(engine: Engine, *, new_password: bool = False) -> URL:
    """The address of the database for the reader's role, which is made when it is missing.

    ``new_password`` gives the role another password, and the address holds it; otherwise the address has none: the
    embedded server's socket asks for none, libpq finds others in ``~/.pgpass`` or ``PGPASSWORD``.

    Raises ConfigurationError, which says what an administrator must do, when the server forbids to make roles.
    """
    password = secrets.token_urlsafe(24) if new_password else None
    with engine.begin() as conn:
        gaps = conn.execute(text(query("select_reader_gaps")), {"reader": READER}).mappings().one()
        if password or not gaps["is_there"] or gaps["num_closed"]:
            _create(conn, password, is_there=gaps["is_there"])
    return engine.url.set(username=READER, password=password)


def _create(conn: Connection, password: str | None, *, is_there: bool) -> None:
    parameters = {
        "reader": READER,
        "seconds_per_statement": SECONDS_PER_STATEMENT,
        "password_hash": _hashed(conn, password) if password else None,
    }
    try:
        conn.execute(text("SELECT create_reader(:reader, :seconds_per_statement, :password_hash)"), parameters)
    except ProgrammingError as error:
        if not isinstance(error.orig, psycopg.errors.InsufficientPrivilege):
            raise
        reason = " ".join(str(error.orig).splitlines()[0].split())
        if is_there:
            what = "may not give it rights: run this command as the owner of bizrag's tables"
        else:
            what = (
                f"may not make roles: have an administrator run CREATE ROLE {READER} LOGIN PASSWORD '...', "
                "then run this command again"
            )
        raise ConfigurationError(
            f"no login {READER} for readers: role {conn.engine.url.username} {what} ({reason})"
        ) from error


def _hashed(conn: Connection, password: str) -> str:
    """The password as the server stores it, so that it stands in no log."""
    driver = cast("psycopg.Connection[Any]", conn.connection.driver_connection)
    return driver.pgconn.encrypt_password(password.encode(), READER.encode(), b"scram-sha-256").decode()
