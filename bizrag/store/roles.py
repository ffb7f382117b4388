"""The analysts' logins: roles that read all collections or some, own nothing and write nothing."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any, cast

import psycopg
from sqlalchemy import URL, Connection, Engine, RowMapping, text
from sqlalchemy.exc import ProgrammingError

from bizrag.errors import BadInputError, ConfigurationError
from sql import statement

READER = "bizrag_reader"
# A person may raise it for a session: SET statement_timeout = '10min'.
SECONDS_PER_STATEMENT = 60


def reader_name(person: str | None) -> str:
    """The role of a person or a team; None: of all readers together. Raises BadInputError for what is no name.

    >>> reader_name("finance"), reader_name(None)
    ('bizrag_reader_finance', 'bizrag_reader')
    """
    if person is None:
        return READER
    if re.fullmatch(r"[a-z][a-z0-9_]{0,39}", person) is None:
        raise BadInputError(f"{person!r} is no name for a login: up to 40 small letters, digits and _")
    return f"{READER}_{person}"


def reader_url(
    engine: Engine, *, name: str | None = None, collections: Sequence[str] | None = None, new_password: bool = False
) -> URL:
    """The address of the database for a reader's role, which is made when it is missing.

    ``collections`` says what a new role may read, None for all; given for a role that is there, they replace what it
    may read. They stand in a table of the owner's, not in a setting, because a person may set whatever there is to set.

    ``new_password`` gives the role another password, and the address holds it; otherwise the address has none: the
    embedded server's socket asks for none, libpq finds others in ``~/.pgpass`` or ``PGPASSWORD``.

    Raises ConfigurationError, which says what an administrator must do, when the server forbids to make roles.
    """
    name = name or READER
    password = secrets.token_urlsafe(24) if new_password else None
    with engine.begin() as conn:
        gaps = conn.execute(statement("select_reader_gaps"), {"reader": name}).mappings().one()
        if password or collections is not None or not gaps["is_ready"]:
            _create(conn, name, password, collections, gaps)
    return engine.url.set(username=name, password=password)


def _create(
    conn: Connection, name: str, password: str | None, collections: Sequence[str] | None, gaps: RowMapping
) -> None:
    parameters = {
        "reader": name,
        "seconds_per_statement": SECONDS_PER_STATEMENT,
        "password_hash": _hashed(conn, name, password) if password else None,
    }
    try:
        if collections is not None or not gaps["has_collections"]:
            said = {"reader": name, "collections": [None] if collections is None else list(collections)}
            conn.execute(statement("set_reader_collections"), said)
        conn.execute(text("SELECT create_reader(:reader, :seconds_per_statement, :password_hash)"), parameters)
    except ProgrammingError as error:
        if not isinstance(error.orig, psycopg.errors.InsufficientPrivilege):
            raise
        reason = " ".join(str(error.orig).splitlines()[0].split())
        if gaps["is_there"]:
            what = "may not give it rights: run this command as the owner of bizrag's tables"
        else:
            what = (
                f"may not make roles: have an administrator run CREATE ROLE {name} LOGIN PASSWORD '...', "
                "then run this command again"
            )
        raise ConfigurationError(
            f"no login {name} for readers: role {conn.engine.url.username} {what} ({reason})"
        ) from error


def _hashed(conn: Connection, name: str, password: str) -> str:
    """The password as the server stores it, so that it stands in no log."""
    driver = cast("psycopg.Connection[Any]", conn.connection.driver_connection)
    return driver.pgconn.encrypt_password(password.encode(), name.encode(), b"scram-sha-256").decode()
