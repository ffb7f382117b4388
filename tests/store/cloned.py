"""A migrated database that several tests of a module share."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy import Engine, create_engine, make_url, text

from bizrag.store.engine import connect
from bizrag.store.server import EmbeddedServer


@contextmanager
def cloned(server: EmbeddedServer, template: str, name: str) -> Generator[Engine]:
    """An engine on a copy of the template database; the copy is dropped afterwards."""
    url = make_url(server.url)
    admin = create_engine(url.set(database="postgres"), isolation_level="AUTOCOMMIT")
    with admin.connect() as conn:
        conn.execute(text(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy"))
    engine = connect(url.set(database=name))
    try:
        yield engine
    finally:
        engine.dispose()
        with admin.connect() as conn:
            conn.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        admin.dispose()
