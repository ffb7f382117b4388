"""The database is killed, or its disk is full, while documents are ingested: one line, and the same command goes on.

It is a server of the test's own, the embedded one, which the next command starts again.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import psycopg
import pytest
from psycopg import sql
from sqlalchemy.exc import InterfaceError, OperationalError

from bizrag.errors import BizragError
from bizrag.settings import Settings
from bizrag.store.engine import open_engine, parse_url
from bizrag.store.lost import FULL, LOST, are_of_ended_database, ended_database
from bizrag.store.server import EmbeddedServer
from orchestration.instance import open_instance
from tests.processes import command_of

_BIZRAG = [sys.executable, "-c", "from orchestration.cli import main; main()"]


@pytest.fixture
def own_server(reachable_folder: Path) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer(reachable_folder / "lost", is_durable=False)
    server.start()
    yield server
    server.stop()
    shutil.rmtree(server.home)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "note.txt").write_text("The boiler is serviced in May.")
    return folder


def kill(server: EmbeddedServer) -> None:
    """No more server."""
    os.kill(int((server.data / "postmaster.pid").read_text().splitlines()[0]), signal.SIGKILL)


def drop_connections(server: EmbeddedServer) -> None:
    """As a server does that is started anew, or one that another takes over from."""
    address = parse_url(server.url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True, application_name="other") as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = 'bizrag'"
        )


@pytest.mark.slow
@pytest.mark.parametrize("lose", [kill, drop_connections])
def test_a_database_that_is_lost_is_one_line_and_the_same_command_goes_on(
    own_server: EmbeddedServer,
    lose: Callable[[EmbeddedServer], None],
    reachable_folder: Path,
    weights_path: Path,
    folder: Path,
) -> None:
    home = reachable_folder / "lost"
    environment = os.environ | {"BIZRAG_HOME": str(home), "BIZRAG_WEIGHTS_PATH": str(weights_path)}
    command = [*_BIZRAG, "ingest", str(folder), "--json"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    _wait_for_parser(process)
    lose(own_server)
    printed, said = process.communicate(timeout=300)
    assert _without_progress(said) == ["error: the database went away during the run; run the same command to go on"]
    assert (process.returncode, printed) == (1, "")

    again = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True)
    report = json.loads(again.stdout)
    assert report["documents"]["failed"] == report["rows"]["stale"] == 0
    assert report["rows"]["chunks"] > 0


def _without_progress(said: str) -> list[str]:
    """The lines on standard error without those that tell, on a slow machine, how far a run is."""
    progress = re.compile(r"still |\d+ of \d+ documents done")
    return [line for line in said.splitlines() if line and not progress.match(line)]


def _wait_for_parser(process: subprocess.Popen[str]) -> None:
    """Until a document is being parsed: in the middle of a run of Dagster."""
    deadline = time.monotonic() + 240
    while not any("worker_process" in command_of(child) for child in psutil.Process(process.pid).children()):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.1)


@contextmanager
def full_disk(server: EmbeddedServer, table: str) -> Generator[None]:
    """No row goes into the table any more: the server answers as it does when its disk is full, with the same code."""
    address = parse_url(server.url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$"
        )
        named = sql.Identifier(*table.split("."))
        made = sql.SQL("CREATE TRIGGER full_disk BEFORE INSERT ON {} EXECUTE FUNCTION public.refuse()").format(named)
        connection.execute(made)
        yield
        connection.execute(sql.SQL("DROP TRIGGER full_disk ON {}").format(named))
        connection.execute("DROP FUNCTION public.refuse()")


@pytest.mark.slow
def test_a_database_that_runs_and_does_not_answer_is_not_told_to_be_started(own_server: EmbeddedServer) -> None:
    """As with a full disk: 'bizrag up' would not help, and the log says what would."""
    pid = int((own_server.data / "postmaster.pid").read_text().splitlines()[0])
    environment = os.environ | {"BIZRAG_HOME": str(own_server.home)}
    os.kill(pid, signal.SIGSTOP)
    try:
        found = subprocess.run(
            [*_BIZRAG, "status"], env=environment, capture_output=True, text=True, timeout=60, check=False
        )
    finally:
        os.kill(pid, signal.SIGCONT)
    assert (found.returncode, found.stdout) == (1, "")
    assert f"error: the database runs (process {pid}) but does not answer" in found.stderr
    assert str(own_server.data / "server.log") in found.stderr


@pytest.mark.slow
@pytest.mark.parametrize("table", ["dagster.event_logs", "public.parse"])
def test_a_full_disk_is_one_line_and_the_same_command_goes_on(
    own_server: EmbeddedServer, table: str, weights_path: Path, folder: Path
) -> None:
    environment = os.environ | {"BIZRAG_HOME": str(own_server.home), "BIZRAG_WEIGHTS_PATH": str(weights_path)}
    command = [*_BIZRAG, "ingest", str(folder), "--json"]
    values = {"home": own_server.home, "database_url": own_server.url}
    settings = Settings.model_validate(values)
    open_engine(settings).dispose()
    with open_instance(settings, keep_output=False) as instance:
        assert instance.get_runs_count() == 0  # Dagster's tables are there
    with full_disk(own_server, table):
        ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert _without_progress(ended.stderr) == [f"error: {FULL}"]
    assert (ended.returncode, ended.stdout) == (1, "")

    again = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True)
    report = json.loads(again.stdout)
    assert report["documents"]["failed"] == report["rows"]["stale"] == 0


def test_a_lost_database_and_a_full_one_are_told_from_one_that_refuses() -> None:
    closed = OperationalError("SELECT 1", {}, psycopg.OperationalError("server closed the connection unexpectedly"))
    shut_down = OperationalError("SELECT 1", {}, psycopg.errors.AdminShutdown("terminating connection"))
    full = OperationalError("INSERT", {}, psycopg.errors.DiskFull("no space left on device"))
    refused = OperationalError("SELECT 1", {}, psycopg.errors.LockNotAvailable("canceled on lock timeout"))
    try:
        raise BizragError("too many retries") from InterfaceError("", {}, psycopg.InterfaceError("closed"))
    except BizragError as error:
        wrapped = error
    assert [ended_database(error) for error in (closed, shut_down, wrapped, full)] == [LOST, LOST, LOST, FULL]
    assert [ended_database(error) for error in (refused, ValueError("x"))] == [None, None]
    assert are_of_ended_database(["OperationalError", "DiskFull"]) == FULL


@pytest.mark.slow
def test_who_stops_a_database_that_others_use_is_told(own_server: EmbeddedServer) -> None:
    environment = os.environ | {"BIZRAG_HOME": str(own_server.home)}
    environment.pop("BIZRAG_DATABASE_URL", None)

    def down() -> subprocess.CompletedProcess[str]:
        return subprocess.run([*_BIZRAG, "down"], env=environment, capture_output=True, text=True, check=True)

    address = parse_url(own_server.url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address):
        told = down()
    assert told.stdout == "database stopped\n"
    assert told.stderr.startswith("warning: 1 connection was open: what held them")
    assert (down().stderr, down().stdout) == ("", "database was not running\n")
