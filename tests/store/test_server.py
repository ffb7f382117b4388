"""The embedded server under real processes: start, attach, crash, other users. Each test has a home of its own."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
from sqlalchemy import text

from bizrag.errors import ConfigurationError
from bizrag.settings import Settings
from bizrag.store import binaries, postmaster
from bizrag.store.engine import open_engine
from bizrag.store.server import EmbeddedServer
from bizrag.store.server_user import UNPRIVILEGED_USER, ServerUser
from bizrag.store.tuning import server_settings

# Most start servers of their own, several with other processes.
pytestmark = pytest.mark.slow

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root hands the server to another user")

# Starts a server in another process, or asks it something; root first becomes the unprivileged user when asked.
START_IN_PROCESS = """
import os, pwd, sys
from pathlib import Path
import psycopg
from bizrag.store.server import EmbeddedServer
if sys.argv[2] == "drop" and os.geteuid() == 0:
    user = pwd.getpwnam("nobody")
    os.setgroups([]); os.setgid(user.pw_gid); os.setuid(user.pw_uid)
server = EmbeddedServer(Path(sys.argv[1]), is_durable=False)
try:
    print(getattr(server, sys.argv[3])())
except Exception as error:
    sys.exit(f"{type(error).__name__}: {error}")
if sys.argv[2] == "drop":
    print(os.geteuid(), server.stop(), server.is_running())
"""


@pytest.fixture
def home(reachable_folder: Path) -> Iterator[Path]:
    folder = reachable_folder / uuid.uuid4().hex[:8]
    yield folder
    throw_away(folder).stop()


def throw_away(home: Path, port: int | None = None) -> EmbeddedServer:
    return EmbeddedServer(home, port=port, is_durable=False)


def start_in_process(home: Path, *, rights: str = "keep", ask: str = "start") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", START_IN_PROCESS, str(home), rights, ask],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def connect(server: EmbeddedServer) -> psycopg.Connection:
    return psycopg.connect(server.url.replace("+psycopg", ""), autocommit=True)


def test_a_stopped_server_starts_again_with_its_data(home: Path) -> None:
    server = EmbeddedServer(home)  # durable, as in production
    assert not server.is_running()
    server.start()
    with connect(server) as conn:
        # freed memory stays with the server
        pid = (server.data / "postmaster.pid").read_text().splitlines()[0]
        assert b"MALLOC_TRIM_THRESHOLD_=33554432" in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        conn.execute("CREATE TABLE kept (n int)")
        assert conn.execute("SHOW fsync").fetchone() == ("on",)
        assert conn.execute("SHOW jit").fetchone() == ("off",)
        assert conn.execute("SHOW listen_addresses").fetchone() == ("",)
    assert server.stop()
    assert not server.stop()
    assert not server.is_running()
    server.start()
    with connect(server) as conn:
        assert conn.execute("SELECT count(*) FROM kept").fetchone() == (0,)


def test_statements_are_prepared_on_it_because_no_pooler_stands_before_it(home: Path) -> None:
    engine = open_engine(Settings(_env_file=None, home=home))
    with engine.connect() as conn:
        for _ in range(5):
            conn.execute(text("SELECT 1"))
        assert conn.scalar(text("SELECT count(*) FROM pg_prepared_statements WHERE statement = 'SELECT 1'")) == 1
    engine.dispose()
    assert EmbeddedServer(home).stop()


def test_several_processes_at_once_share_one_server_that_outlives_them(home: Path) -> None:
    starters = [start_in_process(home) for _ in range(4)]
    printed = [starter.communicate(timeout=60) for starter in starters]
    assert [starter.returncode for starter in starters] == [0] * 4, printed
    server = throw_away(home)
    assert {out.strip() for out, _ in printed} == {server.url}
    assert server.is_running()


def test_a_killed_server_recovers_what_was_committed(home: Path) -> None:
    server = EmbeddedServer(home)
    server.start()
    with connect(server) as conn:
        conn.execute("CREATE TABLE kept AS SELECT 1 AS n")
    pid = postmaster.running_pid(server.data)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    wait_until_dead(server)
    server.start()
    with connect(server) as conn:
        assert conn.execute("SELECT n FROM kept").fetchone() == (1,)
    assert postmaster.running_pid(server.data) != pid


def test_a_process_with_a_dead_servers_number_is_neither_believed_nor_stopped(home: Path) -> None:
    server = throw_away(home)
    server.start()
    pid = postmaster.running_pid(server.data)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    wait_until_dead(server)
    owner = server.data.stat().st_uid  # only a process of the same user can be mistaken for the server
    with subprocess.Popen(["sleep", "20"], cwd="/", user=owner if os.geteuid() == 0 else None) as stranger:
        status = server.data / "postmaster.pid"
        status.write_text("\n".join([str(stranger.pid), *status.read_text().split("\n")[1:]]))
        assert not server.is_running()
        assert not server.stop()
        server.start()
        assert server.is_running()
        assert stranger.poll() is None
        stranger.kill()


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="only Linux tells in which folder a process is")
def has_ended(pid: int) -> bool:
    """Whether a process runs no more; who started it may not have taken note."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_a_home_that_was_deleted_under_its_server_gets_a_new_one_that_stays(home: Path) -> None:
    first = throw_away(home)
    first.start()
    orphan = postmaster.running_pid(home / "postgres" / "data")
    assert orphan is not None
    shutil.rmtree(home)
    second = throw_away(home)
    second.start()
    # the first one would have ended by itself within a minute, and taken the socket of the second along
    assert has_ended(orphan)
    assert second.is_running()


def test_data_of_another_major_version_are_refused(home: Path) -> None:
    server = throw_away(home)
    server.start()
    server.stop()
    (server.data / "PG_VERSION").write_text("17\n")
    with pytest.raises(ConfigurationError, match="was made by PostgreSQL 17, and 18 is installed"):
        server.start()
    (server.data / "PG_VERSION").write_text("18\n")


def test_a_broken_setting_is_told_with_the_servers_own_words(home: Path) -> None:
    server = throw_away(home)
    server.start()
    server.stop()
    with (server.data / "postgresql.conf").open("a") as conf:
        conf.write("work_mem = nonsense\n")
    with pytest.raises(ConfigurationError, match=r"did not start: .*server\.log"):
        server.start()


def test_a_deep_home_gets_a_short_socket_folder(home: Path) -> None:
    deep = home.joinpath(*["a-folder-with-a-long-name"] * 5)
    server = throw_away(deep)
    server.start()
    try:
        status = postmaster.read_status(server.data)
        assert status is not None
        assert not Path(status.socket_folder).is_relative_to(deep)
        assert stat.S_IMODE(Path(status.socket_folder).stat().st_mode) == 0o700
        assert throw_away(deep).is_running()
    finally:
        server.stop()
    assert not Path(status.socket_folder).exists()


def test_a_home_with_blanks_and_umlauts_works_and_one_with_quotes_is_refused(home: Path) -> None:
    server = throw_away(home / "Bücher und Akten's")
    server.start()
    try:
        assert throw_away(server.home).is_running()
    finally:
        server.stop()
    with pytest.raises(ConfigurationError, match="plainer BIZRAG_HOME"):
        throw_away(home / "$HOME").start()


def test_tcp_is_opened_on_request_and_asks_for_the_password(home: Path, unused_port: int) -> None:
    server = throw_away(home, port=unused_port)
    server.start()
    assert server.tcp_url is not None
    with psycopg.connect(server.tcp_url) as conn:
        assert conn.execute("SELECT current_database()").fetchone() == ("bizrag",)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(server.tcp_url.replace(server.tcp_url.split(":")[2].split("@")[0], "wrong"))
    assert stat.S_IMODE((home / "postgres" / "password").stat().st_mode) == 0o600
    with pytest.raises(ConfigurationError, match="bizrag down"):
        throw_away(home, port=unused_port + 1).start()
    assert throw_away(home).start() == server.url


def test_nobody_else_may_enter_the_data_or_the_socket_folder(home: Path) -> None:
    server = throw_away(home)
    server.start()
    for folder in (server.data, home / "postgres" / "run"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_plain_user_runs_its_own_server(reachable_folder: Path) -> None:
    home = reachable_folder / "plain"
    home.mkdir()
    if os.geteuid() == 0:
        user = pwd.getpwnam(UNPRIVILEGED_USER)
        os.chown(home, user.pw_uid, user.pw_gid)
    starter = start_in_process(home, rights="drop")
    out, err = starter.communicate(timeout=60)
    assert starter.returncode == 0, err
    expected = pwd.getpwnam(UNPRIVILEGED_USER).pw_uid if os.geteuid() == 0 else os.geteuid()
    assert out.splitlines()[1] == f"{expected} True False"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="the place where nothing can be made is Linux's")
def test_a_home_where_nothing_can_be_made_is_one_line() -> None:
    with pytest.raises(ConfigurationError, match=r"/proc/nope cannot be made or written \(.*\): set BIZRAG_HOME to"):
        throw_away(Path("/proc/nope")).start()


@pytest.mark.parametrize("below", ["", "home"])
def test_a_file_in_place_of_the_home_is_one_line(reachable_folder: Path, below: str) -> None:
    place = reachable_folder / "a_file"
    place.write_text("A file.")
    with pytest.raises(ConfigurationError, match=r"a_file\S* cannot be made or written \(Not a directory\)"):
        throw_away(place / below).start()


@as_root
def test_whether_a_server_runs_in_a_closed_home_is_one_line(reachable_folder: Path) -> None:
    home = reachable_folder / "closed"
    (home / "postgres" / "data").mkdir(parents=True)
    (home / "postgres" / "data" / "postmaster.pid").write_text("1\n")
    home.chmod(0o700)
    with start_in_process(home, rights="drop", ask="silent_pid") as asked:
        _, err = asked.communicate(timeout=60)
    assert asked.returncode == 1
    assert re.fullmatch(
        r"ConfigurationError: \S+ is closed to this user: set BIZRAG_HOME to a folder of your own\n", err
    )


@as_root
def test_root_uses_a_plain_users_home_as_that_user(reachable_folder: Path) -> None:
    home = reachable_folder / "theirs"
    home.mkdir()
    user = pwd.getpwnam(UNPRIVILEGED_USER)
    os.chown(home, user.pw_uid, user.pw_gid)
    starter = start_in_process(home, rights="drop")
    out, err = starter.communicate(timeout=60)
    assert starter.returncode == 0, out + err
    server = throw_away(home)
    server.start()
    assert server.stop()
    assert server.data.stat().st_uid == user.pw_uid


@as_root
def test_a_plain_user_is_told_that_the_home_is_roots(home: Path) -> None:
    throw_away(home).start()
    os.chown(home / "postgres" / "data", 2, 2)  # any other user than the one that asks
    try:
        starter = start_in_process(home, rights="drop")
        _, err = starter.communicate(timeout=60)
        assert err.startswith("ConfigurationError: the database in")
        assert "belongs to user bin" in err
    finally:
        user = pwd.getpwnam(UNPRIVILEGED_USER)
        os.chown(home / "postgres" / "data", user.pw_uid, user.pw_gid)


@as_root
def test_a_home_that_the_servers_user_cannot_enter_is_named_and_left_closed(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    with pytest.raises(ConfigurationError, match=f"runs as user {UNPRIVILEGED_USER}, who may not enter"):
        throw_away(closed / "home").start()
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700


@as_root
def test_programs_in_a_closed_folder_are_copied_once(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    package = binaries.packaged_folder().parent
    for folder in (package, package.with_name(f"{package.name}.libs")):
        shutil.copytree(folder, closed / folder.name, symlinks=True)
    monkeypatch.setattr(binaries, "packaged_folder", lambda: closed / package.name / "pginstall")
    server = throw_away(home)
    server.start()
    (copy,) = (home / "postgres").glob("postgres-*")
    made = copy.stat().st_ctime_ns
    server.stop()
    server.start()
    assert copy.stat().st_ctime_ns == made
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700


def test_a_user_without_a_name_is_told_what_postgres_needs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 54321)
    with pytest.raises(ConfigurationError, match="user id 54321 has no name"):
        ServerUser.for_data(tmp_path / "missing")


@pytest.mark.parametrize(("memory_mb", "buffers"), [(512, "64MB"), (8_192, "512MB"), (262_144, "1024MB")])
def test_memory_settings_follow_the_machine_within_limits(memory_mb: int, buffers: str) -> None:
    assert server_settings(memory_mb, is_durable=True)["shared_buffers"] == buffers


def wait_until_dead(server: EmbeddedServer) -> None:
    deadline = time.monotonic() + 10
    while postmaster.running_pid(server.data) is not None:
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture
def unused_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
