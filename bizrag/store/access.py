"""Act for somebody else: transactions of an engine become those of a role that owns nothing and sees some collections.

Role and collections are set with SET LOCAL when a transaction begins and end with it, so neither the pool nor a pooler
between here and the server can hand them, or their absence, to the next user of a connection. What they mean is decided
in the database: ``sql/functions/protect_tables.sql``.
"""

from __future__ import annotations

import json
from typing import Any, LiteralString, cast

import psycopg
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.exc import ProgrammingError

from bizrag.errors import ConfigurationError
from bizrag.model.access import Principal
from bizrag.store.engine import ACTS_FOR_SOMEBODY
from sql import query, statement

SERVICE = "bizrag_service"
#: what the setting ``bizrag.collections`` says for all collections
_ALL = "*"


def acting_as(engine: Engine, principal: Principal) -> Engine:
    """An engine on the same pool whose transactions read as ``principal``; the owner's is the engine itself.

    Raises ConfigurationError when the role is missing and this login may not make it. A connection of the engine in
    autocommit mode is refused: it has no transaction that the role could be set for.
    """
    if not principal.is_restricted:
        return engine
    ensure_service(engine)
    restricted = engine.execution_options(**{ACTS_FOR_SOMEBODY: True})
    said = _ALL if principal.collections is None else json.dumps(principal.collections)

    @event.listens_for(restricted, "begin")
    def take_role(conn: Connection) -> None:
        driver = cast("psycopg.Connection[Any]", conn.connection.driver_connection)
        if driver.autocommit:
            raise RuntimeError("a restricted reader needs transactions: autocommit would read as the owner")
        driver.execute(cast("LiteralString", query("act_as_service")), [said])

    assert callable(take_role)
    return restricted


def ensure_service(engine: Engine) -> None:
    """Make the role that keys act as, or open to it what it lacks; raises ConfigurationError where it may not."""
    with engine.begin() as conn:
        gaps = conn.execute(statement("select_service_gaps")).mappings().one()
        if gaps["is_ready"] and not gaps["num_closed"]:
            return
        try:
            conn.execute(text("SELECT create_service()"))
        except ProgrammingError as error:
            if not isinstance(error.orig, psycopg.errors.InsufficientPrivilege):
                raise
            reason = " ".join(str(error.orig).splitlines()[0].split())
            role = engine.url.username
            raise ConfigurationError(
                f"keys need the role {SERVICE}, which {role} may not make: have an administrator run CREATE ROLE "
                f"{SERVICE} NOLOGIN; GRANT {SERVICE} TO {role}, then try again as the owner of the tables ({reason})"
            ) from error
