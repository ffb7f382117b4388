"""Dagster's storage in Postgres with connections that are kept.

Dagster's own opens one for every statement of its event log and closes it again: 28 for a document of seven assets,
which was four fifths of the server's work for small documents.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any, Self

from dagster._serdes import ConfigurableClassData
from dagster_postgres import (
    DagsterPostgresStorage,
    PostgresEventLogStorage,
    PostgresRunStorage,
)
from dagster_postgres.utils import retry_pg_connection_fn
from sqlalchemy import Engine, NullPool, create_engine, text

# for as long as the transaction lasts
LOCK_TABLES = "SELECT pg_advisory_xact_lock(hashtext('bizrag: tables of Dagster'))"
# kept by each storage of a process; more are opened while they are needed
_KEPT_CONNECTIONS = 2


def _engine(postgres_url: str) -> Engine:
    """As Dagster makes it, but with a pool, which asks a connection whether it lives before it gives it out."""
    return create_engine(
        postgres_url,
        isolation_level="AUTOCOMMIT",
        pool_size=_KEPT_CONNECTIONS,
        max_overflow=-1,
        pool_pre_ping=True,
    )


@contextmanager
def _one_at_a_time(postgres_url: str) -> Generator[None]:
    """Processes that start together in an empty database make the tables one after the other.

    Dagster's own retry knows only one of the errors that two at once may get (a table that exists, not its type).
    """
    engine = create_engine(postgres_url, poolclass=NullPool)
    with retry_pg_connection_fn(engine.connect) as connection, connection.begin():
        connection.execute(text(LOCK_TABLES))
        yield


class _RunStorage(PostgresRunStorage):
    def __init__(self, postgres_url: str) -> None:
        super().__init__(postgres_url)
        self._engine = _engine(postgres_url)

    def dispose(self) -> None:
        """Close what was kept; the instance asks for it when it ends."""
        super().dispose()
        self._engine.dispose()


class _EventLogStorage(PostgresEventLogStorage):
    def __init__(self, postgres_url: str) -> None:
        self._tables: set[str] = set()
        super().__init__(postgres_url)
        self._engine = _engine(postgres_url)

    def has_table(self, table_name: str) -> bool:
        """Whether there is such a table. Asked for every materialisation; a table that was there stays."""
        if table_name not in self._tables and super().has_table(table_name):
            self._tables.add(table_name)
        return table_name in self._tables

    def dispose(self) -> None:
        """Close what was kept; the instance asks for it when it ends."""
        super().dispose()
        self._engine.dispose()


class KeptConnectionsStorage(DagsterPostgresStorage):
    """Runs, events and schedules in one Postgres: ``storage: {custom: ...}`` of dagster.yaml.

    Schedules are Dagster's own: nobody asks their storage to close anything, and a run has little to do with them.
    """

    def __init__(self, postgres_url: str, inst_data: ConfigurableClassData | None = None) -> None:
        """``postgres_url`` is an address as SQLAlchemy takes it. Tables are made where there are none."""
        with _one_at_a_time(postgres_url):
            super().__init__(postgres_url, inst_data=inst_data)
            self._run_storage = _RunStorage(postgres_url)
            self._event_log_storage = _EventLogStorage(postgres_url)

    @classmethod
    def from_config_value(cls, inst_data: ConfigurableClassData | None, config_value: Mapping[str, Any]) -> Self:
        """How Dagster makes it of the settings file."""
        return cls(config_value["postgres_url"], inst_data)
