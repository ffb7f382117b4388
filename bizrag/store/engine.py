"""Open the database: the embedded server or another Postgres, checked, migrated, with a small pool of connections."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, OperationalError, ProgrammingError

from bizrag.errors import ConfigurationError
from bizrag.settings import Settings
from bizrag.store import vectors
from bizrag.store.liveness import replace_lost_connections
from bizrag.store.migrate import migrate, pending, sql_files
from bizrag.store.shared_sessions import refuse_shared_sessions
from sql import statement

MIN_SERVER_VERSION = 14
MIN_VECTOR_VERSION = (0, 8)
DAGSTER_SCHEMA = "dagster"
# times that a connection runs a statement before it prepares it
_PREPARED_AFTER = 3
# An address translator forgets a silent connection after some minutes, and with it the locks of an ingestion that
# waits for a parser; the system's own sign of life comes after two hours. Sockets of this machine know none.
_KEEPALIVES = {"keepalives_idle": 60, "keepalives_interval": 10, "keepalives_count": 6}
#: execution option of an engine whose transactions take a role
ACTS_FOR_SOMEBODY = "acts_for_somebody"


def database_url(settings: Settings) -> URL:
    """The address of the database, with the psycopg 3 driver; starts the embedded server when none is configured."""
    if settings.database_url is not None:
        return parse_url(settings.database_url)
    try:
        # Unix only: file locks and user ids
        from bizrag.store.server import EmbeddedServer
    except ImportError as error:
        raise ConfigurationError(
            "the embedded server needs Linux or macOS: set BIZRAG_DATABASE_URL to a Postgres with pgvector >= 0.8"
        ) from error
    return make_url(EmbeddedServer(settings.home_path).start())


def parse_url(address: str) -> URL:
    """A libpq or SQLAlchemy address (``postgres://``, ``postgresql://``, ``postgresql+...://``) for psycopg 3.

    >>> parse_url("postgres://reader@db.example/corpus").drivername
    'postgresql+psycopg'
    """
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise ConfigurationError("BIZRAG_DATABASE_URL is not an address like postgresql://user@host/name") from error
    if url.drivername.split("+")[0] not in ("postgres", "postgresql"):
        raise ConfigurationError(f"BIZRAG_DATABASE_URL names {url.drivername}: only Postgres works, postgresql://...")
    return url.set(drivername="postgresql+psycopg")


@dataclass(frozen=True, slots=True, kw_only=True)
class Connections:
    """How many connections an engine keeps, and what they may be used for."""

    kept: int = 5
    # more, while they are needed
    extra: int = 10
    # longest wait for a free one
    wait_seconds: float = 30.0
    # longest statement; None: no limit
    statement_seconds: float | None = None


def open_engine(settings: Settings, connections: Connections | None = None, *, holds_locks: bool = False) -> Engine:
    """The database of the settings, ready to use: started, checked and migrated.

    Opening a database that is up to date costs one connection and one query. ``holds_locks``: of a session, longer than
    a transaction. Raises ConfigurationError when the server cannot be reached or is too old, when pgvector is missing
    or too old, when migrations contradict the database, or when sessions are shared where locks are held.
    """
    url = database_url(settings)
    prepares = settings.database_url is None if settings.database_prepares is None else settings.database_prepares
    engine = connect(url, prepares=prepares)
    try:
        prepare(engine)
        if holds_locks and settings.database_url is not None:
            refuse_shared_sessions(engine)
    except BaseException:
        engine.dispose()
        raise
    if connections is None:
        return engine
    # limits on statements are not meant for migrations
    engine.dispose()
    return connect(url, connections, prepares=prepares)


def connect(url: URL, connections: Connections | None = None, *, prepares: bool = False) -> Engine:
    """An engine whose connections know vectors and never compile queries; nothing is checked yet.

    ``prepares``: statements that a connection repeats are prepared on the server. Their plans stay good for all values,
    because a search's statement is made of what its filter and its way need (``store.nearest.Shape``).
    """
    limits = connections or Connections()
    engine = create_engine(
        url,
        pool_size=limits.kept,
        max_overflow=limits.extra,
        pool_timeout=limits.wait_seconds,
        connect_args={
            "prepare_threshold": _PREPARED_AFTER if prepares else None,
            "application_name": "bizrag",
            **{name: value for name, value in _KEEPALIVES.items() if name not in url.query},
        },
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: psycopg.Connection[Any], _record: object) -> None:
        connection.autocommit = True
        # Compiling takes longer than any of our queries runs.
        connection.execute("SET jit = off")
        if limits.statement_seconds is not None:
            milliseconds = round(1000 * limits.statement_seconds)
            connection.execute("SELECT set_config('statement_timeout', %s, false)", [str(milliseconds)])
        connection.autocommit = False
        vectors.register(connection)

    assert callable(set_up)
    replace_lost_connections(engine)
    return engine


@contextmanager
def reading(engine: Engine) -> Generator[Connection]:
    """A connection for statements that only read, each for itself: without the two round trips of a transaction.

    Where the engine acts for somebody (``access.py``) it is a transaction: the role is that of a transaction.
    """
    if engine.get_execution_options().get(ACTS_FOR_SOMEBODY):
        with engine.begin() as connection:
            yield connection
    else:
        with engine.connect() as connection:
            yield connection.execution_options(isolation_level="AUTOCOMMIT")


def prepare(engine: Engine) -> None:
    """Check the server and pgvector, and migrate when something is missing."""
    try:
        with engine.connect() as connection:
            state = connection.execute(statement("select_database_state")).mappings().one()
    except ProgrammingError as error:
        if not isinstance(error.orig, psycopg.errors.UndefinedTable | psycopg.errors.InsufficientPrivilege):
            raise
        state = None
    except OperationalError as error:
        raise ConfigurationError(f"no connection to {_place(engine.url)}: {_one_line(error)}") from error
    if state is None:
        with engine.begin() as connection:
            _install_vector(connection)
    else:
        _check_server(state["server_version"], state["encoding"])
        _check_vector(state["vector_version"])
        if not pending(state["applied"], sql_files()):
            return
    refuse_shared_sessions(engine)
    migrate(engine)
    engine.dispose()  # connections made before the extension existed do not know vectors


def dagster_url(settings: Settings | URL | str) -> str:
    """Address of Dagster's storage: the same Postgres, schema ``dagster``, with the psycopg2 driver that Dagster uses.

    Creates the schema when it is missing.
    """
    url = database_url(settings) if isinstance(settings, Settings) else parse_url(_render(settings))
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            if connection.scalar(text("SELECT to_regnamespace(:name)"), {"name": DAGSTER_SCHEMA}) is None:
                # IF NOT EXISTS alone fails for one of two that begin at once
                connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('bizrag: schema of Dagster'))"))
                connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {DAGSTER_SCHEMA}"))
    except OperationalError as error:
        raise ConfigurationError(f"no connection to {_place(url)}: {_one_line(error)}") from error
    finally:
        engine.dispose()
    given = url.query.get("options", "")
    options = " ".join([*([given] if isinstance(given, str) else given), f"-csearch_path={DAGSTER_SCHEMA}"]).strip()
    return _render(url.set(drivername="postgresql+psycopg2").update_query_dict({"options": options}))


def _install_vector(connection: Connection) -> None:
    """Make the extension if this role may; otherwise say who must."""
    abilities = connection.execute(statement("select_server_abilities")).mappings().one()
    _check_server(abilities["server_version"], abilities["encoding"])
    if not abilities["knows_capitals"]:
        raise ConfigurationError(
            "the database's locale knows no capitals but A to Z, so Ä would not be found as ä: create the database "
            "with one that does, CREATE DATABASE ... TEMPLATE template0 LOCALE 'en_US.UTF-8' (or 'C.UTF-8')"
        )
    if abilities["vector_version"] is None:
        _check_vector(abilities["vector_available"])
        try:
            connection.execute(text("CREATE EXTENSION IF NOT EXISTS vector"))
        except ProgrammingError as error:
            raise ConfigurationError(
                "this role may not install pgvector: have an administrator run CREATE EXTENSION vector in the database"
            ) from error
    else:
        _check_vector(abilities["vector_version"])


def _check_server(version_num: int, encoding: str) -> None:
    if version_num < MIN_SERVER_VERSION * 10_000:
        raise ConfigurationError(
            f"found PostgreSQL {version_num // 10_000}, need {MIN_SERVER_VERSION}: upgrade the server"
        )
    if encoding != "UTF8":
        raise ConfigurationError(f"the database's encoding is {encoding}, need UTF8: create it with ENCODING 'UTF8'")


def _check_vector(version: str | None) -> None:
    needed = ".".join(map(str, MIN_VECTOR_VERSION))
    if version is None:
        raise ConfigurationError(
            f"found no pgvector, need {needed}: install it on the server (package postgresql-NN-pgvector) or use the "
            "embedded server"
        )
    if tuple(int(part) for part in re.findall(r"\d+", version)[:2]) < MIN_VECTOR_VERSION:
        raise ConfigurationError(
            f"found pgvector {version}, need {needed}: install the newer package and run ALTER EXTENSION vector UPDATE"
        )


def _place(url: URL) -> str:
    return url.render_as_string(hide_password=True)


def _render(url: URL | str) -> str:
    return url if isinstance(url, str) else url.render_as_string(hide_password=False)


def _one_line(error: OperationalError) -> str:
    return " ".join(str(error.orig).split())
