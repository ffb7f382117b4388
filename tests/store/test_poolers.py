"""A real pgbouncer before the server: in transaction mode what holds locks refuses it, in session mode all goes on."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from bizrag.errors import ConfigurationError
from bizrag.pipeline.services import Services
from bizrag.settings import Settings
from bizrag.store.engine import open_engine
from bizrag.store.server import EmbeddedServer
from bizrag.store.server_user import ServerUser

pytestmark = pytest.mark.skipif(shutil.which("pgbouncer") is None, reason="needs pgbouncer (a package of Debian)")

_CONFIG = """[databases]
* = host={host} port={port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listen}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
ignore_startup_parameters = extra_float_digits
"""


@pytest.fixture
def pooler(
    server: EmbeddedServer, database_url: str, settings: Settings, reachable_folder: Path
) -> Iterator[Callable[[str], Settings]]:
    """Settings whose address leads through a pooler in this mode."""
    running: list[subprocess.Popen[bytes]] = []
    url = make_url(database_url)

    def start(mode: str) -> Settings:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            listen = probe.getsockname()[1]
        file = reachable_folder / f"pgbouncer-{listen}.ini"
        host, port = url.query["host"], url.query.get("port", 5432)
        file.write_text(_CONFIG.format(host=host, port=port, listen=listen, mode=mode))
        file.chmod(0o644)
        user = ServerUser.for_data(server.data)
        as_user = ["-u", str(user.name)] if os.geteuid() == 0 else []
        running.append(subprocess.Popen(["pgbouncer", "-q", *as_user, str(file)]))
        _wait_for(listen)
        address = f"postgresql://postgres@127.0.0.1:{listen}/{url.database}"
        return settings.model_copy(update={"database_url": address})

    yield start
    for process in running:
        process.terminate()
        process.wait(20)


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_what_holds_locks_refuses_a_pooler_that_loses_them(pooler: Callable[[str], Settings]) -> None:
    pooled = pooler("transaction")
    with Services(pooled) as services, pytest.raises(ConfigurationError, match="pool_mode = session"):
        assert services.engine
    # analysts may read through it
    engine = open_engine(pooled)
    with engine.connect() as conn:
        assert conn.execute(text("SELECT count(*) FROM document")).scalar_one() == 0
    engine.dispose()


def test_a_pooler_that_keeps_sessions_is_as_good_as_the_server(pooler: Callable[[str], Settings]) -> None:
    with Services(pooler("session")) as services:
        assert services.indexes
