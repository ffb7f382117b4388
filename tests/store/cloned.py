"""A migrated database that several tests of a module share."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Generator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, create_engine, make_url, text

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


@contextmanager
def filled_once(server: EmbeddedServer, template: str, fill: Callable[[Connection], object]) -> Generator[str]:
    """The name of a copy that ``fill`` filled, to be copied for every test of a module."""
    name = f"filled_{uuid.uuid4().hex[:12]}"
    with cloned(server, template, name) as engine:
        with engine.begin() as conn:
            fill(conn)
        # nobody may be connected to what is copied
        engine.dispose()
        yield name


@contextmanager
def copied(server: EmbeddedServer, name: str) -> Generator[Engine]:
    """An engine on a copy for one test."""
    with cloned(server, name, f"test_{uuid.uuid4().hex[:12]}") as engine:
        yield engine
