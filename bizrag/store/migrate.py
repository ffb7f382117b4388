"""Bring a database to the state of the ``sql`` package.

Files in ``migrations/`` run once, in order, and are frozen from then on: their hash is kept and a changed file is
refused. Files in ``functions/``, ``views/`` and ``comments/`` are idempotent and run again when their text changed.
A migration is one transaction, unless its first line is ``-- transaction: none``; such a file holds one statement.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, LiteralString, cast

import numpy as np
import psycopg
from sqlalchemy import Engine

from bizrag.errors import ConfigurationError
from bizrag.model.hashing import sha256_text
from bizrag.model.page_vectors import HALF
from sql import folder, query

_log = logging.getLogger(__name__)

# Any constant of our own: it keeps two processes from migrating one database at the same time.
ADVISORY_LOCK = 7307218417
_FOLDERS = ("migrations", "functions", "views", "comments")
_NO_TRANSACTION = "-- transaction: none"
# what it adds is computed here, in its transaction
_POOLS_VECTORS = "migrations/0016_pool_page_vectors.sql"


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlFile:
    """A file of the ``sql`` package that shapes the database."""

    # "migrations/0001_create_core.sql"
    name: str
    text: str

    @property
    def sha256(self) -> str:
        return sha256_text(self.text)

    @property
    def is_frozen(self) -> bool:
        """Whether the file may never change once applied."""
        return self.name.startswith("migrations/")


def sql_files() -> list[SqlFile]:
    """All files in the order in which they run."""
    return [SqlFile(name=f"{kind}/{name}", text=text) for kind in _FOLDERS for name, text in folder(kind)]


def pending(applied: dict[str, str], files: Iterable[SqlFile]) -> list[SqlFile]:
    """Which files must run, given the hashes of the applied ones by name.

    Raises ConfigurationError when an applied migration was changed, or the database knows migrations that are not here.
    """
    files = list(files)
    names = {file.name for file in files}
    unknown = sorted(name for name in applied if name.startswith("migrations/") and name not in names)
    if unknown:
        raise ConfigurationError(f"the database has {unknown[-1]}, which this version does not know: upgrade bizrag")
    changed = [file.name for file in files if file.is_frozen and applied.get(file.name, file.sha256) != file.sha256]
    if changed:
        raise ConfigurationError(
            f"sql/{changed[0]} was changed after it was applied here: restore the file and write a new migration"
        )
    return [file for file in files if applied.get(file.name) != file.sha256]


def migrate(engine: Engine, *, files: Iterable[SqlFile] | None = None) -> list[str]:
    """Apply what is missing and return the names of the files that ran. Safe under several processes.

    Raises ConfigurationError when the files and the database contradict each other, or the role may not change it.
    """
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        driver = cast("psycopg.Connection[Any]", connection.connection.driver_connection)
        driver.execute("SELECT pg_advisory_lock(%s)", [ADVISORY_LOCK])
        driver.add_notice_handler(_pass_on_warning)
        try:
            return _apply_missing(driver, sql_files() if files is None else files)
        except psycopg.errors.InsufficientPrivilege as error:
            raise ConfigurationError(
                f"a migration is due that this role may not run ({_one_line(error)}): open it once as its owner"
            ) from error
        finally:
            driver.remove_notice_handler(_pass_on_warning)
            driver.execute("SELECT pg_advisory_unlock(%s)", [ADVISORY_LOCK])


def _apply_missing(connection: psycopg.Connection[Any], files: Iterable[SqlFile]) -> list[str]:
    if connection.execute("SELECT to_regclass('schema_migration')").fetchone() == (None,):
        connection.execute(cast("LiteralString", query("create_schema_migration")))
    applied = dict(connection.execute("SELECT file_name, sha256 FROM schema_migration").fetchall())
    missing = pending(applied, files)
    for file in missing:
        _apply(connection, file)
        _log.info("applied sql/%s", file.name, extra={"action": "migrate"})
    return [file.name for file in missing]


def _apply(connection: psycopg.Connection[Any], file: SqlFile) -> None:
    # Without parameters the text goes to the server as it is: several statements, no placeholder syntax.
    statements = cast("LiteralString", file.text)
    try:
        if file.text.startswith(_NO_TRANSACTION):
            connection.execute(statements)
            _record(connection, file)
        else:
            with connection.transaction():
                connection.execute(statements)
                if file.name == _POOLS_VECTORS:
                    _pool_vectors(connection)
                if file.name.startswith("views/"):
                    _protect_views(connection)
                _record(connection, file)
    except psycopg.errors.InsufficientPrivilege:
        raise
    except psycopg.Error as error:
        raise ConfigurationError(f"sql/{file.name} failed: {_one_line(error)}") from error


def _protect_views(connection: psycopg.Connection[Any]) -> None:
    # replacing a view makes it read as its owner again
    if connection.execute("SELECT to_regprocedure('protect_views(int)')").fetchone() != (None,):
        connection.execute("SELECT protect_views()")


def _pool_vectors(connection: psycopg.Connection[Any]) -> None:
    """What stands for the vectors of pages that are stored without it."""
    missing = connection.execute("SELECT parse_id, page_no, space FROM page_vectors WHERE pooled IS NULL").fetchall()
    if not missing:
        return
    from bizrag.model.token_pooling import summarise_page

    for key in missing:
        (found,) = connection.execute(
            "SELECT dimensions, halves FROM page_vectors WHERE (parse_id, page_no, space) = (%s, %s, %s)", key
        )
        page = summarise_page(np.frombuffer(found[1], dtype=HALF).reshape(-1, found[0]))
        connection.execute(
            "UPDATE page_vectors SET pooled = %s, coarse = %s WHERE (parse_id, page_no, space) = (%s, %s, %s)",
            [page.pooled.tobytes(), page.coarse.tobytes(), *key],
        )


def _pass_on_warning(notice: psycopg.errors.Diagnostic) -> None:
    if notice.severity_nonlocalized == "WARNING":
        _log.warning("%s", notice.message_primary, extra={"action": "migrate"})


def _record(connection: psycopg.Connection[Any], file: SqlFile) -> None:
    connection.execute(
        "INSERT INTO schema_migration (file_name, sha256) VALUES (%s, %s) "
        "ON CONFLICT (file_name) DO UPDATE SET sha256 = excluded.sha256, applied_at = now()",
        [file.name, file.sha256],
    )


def _one_line(error: psycopg.Error) -> str:
    return " ".join(str(error).split())
