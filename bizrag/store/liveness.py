"""Whether a connection that lay in the pool still has its server: its socket says so, and in doubt the server."""

from __future__ import annotations

import selectors
import time
from typing import Any, cast

import psycopg
from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError

# A server that is killed closes its sockets, which costs nothing to see; a network that drops packets does not.
_TRUSTED_SECONDS = 5.0


def replace_lost_connections(engine: Engine) -> None:
    """Give out no connection whose server is gone, without asking the server every time.

    SQLAlchemy's ``pool_pre_ping`` asks before each use: five of some twenty statements of a question.
    """

    @event.listens_for(engine, "checkin")
    def note_time(_connection: psycopg.Connection[Any] | None, record: Any) -> None:
        record.info["returned_at"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def look(connection: psycopg.Connection[Any], record: Any, _proxy: object) -> None:
        idle_seconds = time.monotonic() - record.info.get("returned_at", time.monotonic())
        if idle_seconds < _TRUSTED_SECONDS and not _has_news(connection):
            return
        try:
            engine.dialect.do_ping(cast("DBAPIConnection", connection))
        except psycopg.Error as error:
            # the pool then opens another one
            raise DisconnectionError(str(error)) from error

    assert callable(note_time)
    assert callable(look)


def _has_news(connection: psycopg.Connection[Any]) -> bool:
    """Whether the server sent something that nobody asked for: that it ends, or the end of the stream."""
    if connection.closed:
        return True
    with selectors.DefaultSelector() as selector:
        selector.register(connection.fileno(), selectors.EVENT_READ)
        return bool(selector.select(timeout=0))
