"""The embedded PostgreSQL server: started once per home folder, shared by every process, alive until stopped.

    home/postgres/data         the data directory, owned by the server's user
    home/postgres/run          the folder of the Unix socket, mode 0700 (elsewhere when the path is too long)
    home/postgres/bizrag.conf  its settings, written anew at every start
    home/postgres/lock         taken while a server is started or stopped
    home/postgres/password     only when TCP was asked for

Liveness is a connection that reports our data directory; a process id alone is never believed.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import secrets
import shutil
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from sqlalchemy import URL

from bizrag import machine
from bizrag.errors import ConfigurationError, TransientError
from bizrag.home import telling_unusable
from bizrag.store import binaries, postmaster, tuning
from bizrag.store.server_user import ServerUser, make_folders, write_file
from sql import query

DATABASE = "bizrag"
SUPERUSER = "postgres"
DEFAULT_PORT = 5432

# struct sockaddr_un holds 108 bytes on Linux and 104 on macOS, the closing zero included.
_MAX_SOCKET_PATH = 103
_MAX_LOG_BYTES = 10_000_000
# pg_ctl puts paths into a shell command between double quotes.
_UNSAFE_IN_PATHS = frozenset('"$`\\\n')
# Recovery after a crash replays up to max_wal_size; a large vector index takes its time.
_START_SECONDS = 120


class EmbeddedServer:
    """The server of one home folder. Making the object starts nothing."""

    def __init__(self, home: Path, *, port: int | None = None, is_durable: bool = True) -> None:
        """``port`` opens TCP on 127.0.0.1 with a SCRAM password; without it there is only the socket.

        ``is_durable=False`` gives up safety against power loss and is for throw-away databases.
        """
        self.home = home.expanduser().absolute()
        self._root = self.home / "postgres"
        self._data = self._root / "data"
        self._port = port
        self._is_durable = is_durable

    @property
    def data(self) -> Path:
        """The data directory."""
        return self._data

    @property
    def url(self) -> str:
        """SQLAlchemy address through the socket, whether the server runs or not."""
        status = postmaster.read_status(self._data)
        host = status.socket_folder if status and status.socket_folder else str(self._socket_folder())
        place = {"host": host}
        if status and status.port and status.port != DEFAULT_PORT:
            place["port"] = str(status.port)
        return URL.create("postgresql+psycopg", username=SUPERUSER, database=DATABASE, query=place).render_as_string(
            hide_password=False
        )

    @property
    def tcp_url(self) -> str | None:
        """libpq address over TCP with its password; None when the running server listens on its socket only."""
        status = postmaster.read_status(self._data)
        if status is None or not status.is_on_tcp:
            return None
        return URL.create(
            "postgresql",
            username=SUPERUSER,
            password=self._password(),
            host="127.0.0.1",
            port=status.port,
            database=DATABASE,
        ).render_as_string(hide_password=False)

    def is_running(self) -> bool:
        """Whether a server answers for this data directory."""
        try:
            connection = self._connect(DATABASE)
        except (psycopg.OperationalError, PermissionError):
            return False
        with connection:
            row = connection.execute("SHOW data_directory").fetchone()
        return row is not None and os.path.realpath(str(row[0])) == os.path.realpath(self._data)

    def silent_pid(self) -> int | None:
        """Process id of a server of this data directory that runs and does not answer; else None.

        Raises ConfigurationError when the data directory is closed to this user.
        """
        with telling_unusable(self.home):
            return None if self.is_running() else postmaster.running_pid(self._data)

    def start(self) -> str:
        """Start the server if none answers, and return its address. Safe under several processes.

        Raises ConfigurationError when the home, the data directory or the programs cannot be used, TransientError when
        another process holds the start lock for too long.
        """
        if not self.is_running():
            with telling_unusable(self.home):
                ServerUser.for_data(self._data)  # a clear line before anything is written
                make_folders(self._root, mode=0o711 if os.geteuid() == 0 else 0o700)
                with self._lock():
                    if not self.is_running():  # another process may have been faster
                        self._start()
        self._check_port()
        return self.url

    def stop(self) -> bool:
        """Stop the server; False when none ran. Open transactions are rolled back."""
        with telling_unusable(self.home):
            return self._root.exists() and self._stop()

    def num_connections(self) -> int:
        """How many connections other programs hold; 0 where the server does not run or does not answer."""
        try:
            with self._connect("postgres") as conn:
                row = conn.execute(query("count_other_connections").encode()).fetchone()
        except psycopg.Error:
            return 0
        return int(row[0]) if row else 0

    def _stop(self) -> bool:
        with self._lock():
            if postmaster.running_pid(self._data) is None:
                return False
            user = ServerUser.for_data(self._data)
            mode = "fast" if self._is_durable else "immediate"  # without a last checkpoint
            command = ["stop", "-m", mode, "-w", "-t", str(_START_SECONDS)]
            done = self._pg_ctl(user, binaries.usable_folder(user, cache_folder=self._root), command)
            if done.returncode != 0:
                raise TransientError(f"the server in {self._data} did not stop: {_last_line(done.stdout)}")
            if not self._socket_folder().is_relative_to(self._root):
                shutil.rmtree(self._socket_folder(), ignore_errors=True)
            return True

    # --- starting ---

    def _start(self) -> None:
        if _UNSAFE_IN_PATHS & set(str(self._data)):
            raise ConfigurationError(f"{self.home} has quotes, $ or \\ in its name: set a plainer BIZRAG_HOME")
        user = ServerUser.for_data(self._data)
        user.check_can_reach(self._root)
        postmaster.end_orphans(self._data)
        programs = binaries.usable_folder(user, cache_folder=self._root)
        if not self._data.exists():
            self._initialise(user, programs)
        self._check_version(programs)
        if postmaster.running_pid(self._data) is None:
            postmaster.disown_stale_pid(self._data)
            self._write_settings(user)
            self._launch(user, programs)
        self._wait_until_it_answers()
        self._prepare_database()

    def _initialise(self, user: ServerUser, programs: Path) -> None:
        """Make the data directory beside its place and rename it, so that a killed process leaves nothing half made."""
        partial = self._root / "data.partial"
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir()
        user.own(partial, mode=0o700)
        command = [str(programs / "bin" / "initdb"), "-D", str(partial), "-U", SUPERUSER, "-E", "UTF8"]
        command += [
            "--auth-local=trust",
            "--auth-host=scram-sha-256",
            *([] if self._is_durable else ["--no-sync", "--wal-segsize=1"]),
        ]
        # C.UTF-8 sorts by bytes and knows letters of all scripts; systems without it sort by bytes all the same.
        for locale in (["--locale=C.UTF-8"], ["--locale=en_US.UTF-8", "--lc-collate=C"]):
            done = user.run([*command, *locale], home=partial, timeout_seconds=_START_SECONDS)
            if done.returncode == 0 or "locale" not in done.stdout:
                break
        if done.returncode != 0:
            raise ConfigurationError(f"no database could be made in {self._root}: {_last_line(done.stdout)}")
        with (partial / "postgresql.conf").open("a", encoding="utf-8") as conf:
            conf.write("\n# written anew at every start\ninclude_if_exists = '../bizrag.conf'\n")
        partial.rename(self._data)

    def _check_version(self, programs: Path) -> None:
        written = int((self._data / "PG_VERSION").read_text().split(".")[0])
        installed = binaries.major_version(programs)
        if written != installed:
            raise ConfigurationError(
                f"the database in {self._data} was made by PostgreSQL {written}, and {installed} is installed: "
                f"dump it with version {written} and load it, or set another BIZRAG_HOME"
            )

    def _write_settings(self, user: ServerUser) -> None:
        folder = self._socket_folder()
        self._make_private_folder(user, folder)
        # Sockets and locks of a dead server: while its process is not collected, Postgres takes it for alive.
        for leftover in folder.glob(".s.PGSQL.*"):
            leftover.unlink()
        settings = tuning.server_settings(machine.memory_mb(), is_durable=self._is_durable)
        settings |= {
            "unix_socket_directories": f'"{folder}"',
            "unix_socket_permissions": "0700",
            "listen_addresses": "127.0.0.1" if self._port else "",
            "port": str(self._port or DEFAULT_PORT),
        }
        lines = [f"{name} = '{value.replace(chr(39), chr(39) * 2)}'\n" for name, value in settings.items()]
        write_file(self._root / "bizrag.conf", "".join(lines), mode=0o644)

    def _launch(self, user: ServerUser, programs: Path) -> None:
        log = self._data / "server.log"
        if log.exists() and log.stat().st_size > _MAX_LOG_BYTES:
            log.replace(log.with_suffix(".log.1"))
        deadline = time.monotonic() + _START_SECONDS
        while True:
            done = self._pg_ctl(user, programs, ["start", "-w", "-t", str(_START_SECONDS), "-l", str(log)])
            if done.returncode == 0:
                return
            reason = _last_failure(log) or _last_line(done.stdout)
            # Backends of a killed server end by themselves; until then the new one must not touch the data.
            if "still in use" not in reason or time.monotonic() > deadline:
                raise ConfigurationError(f"the database in {self._data} did not start: {reason} (see {log})")
            time.sleep(0.2)

    def _pg_ctl(self, user: ServerUser, programs: Path, command: list[str]) -> subprocess.CompletedProcess[str]:
        arguments = [str(programs / "bin" / "pg_ctl"), "-D", str(self._data), *command]
        return user.run(
            arguments, home=self._data, timeout_seconds=_START_SECONDS + 10, defaults=tuning.SERVER_ENVIRONMENT
        )

    def _wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while True:
            try:
                self._connect("postgres").close()
                return
            except psycopg.OperationalError as error:
                if time.monotonic() > deadline:
                    raise ConfigurationError(
                        f"the server of {self._data} runs but does not answer: {_last_line(str(error))}"
                    ) from error
            time.sleep(0.05)

    def _prepare_database(self) -> None:
        with self._connect("postgres") as connection:
            if connection.execute("SELECT FROM pg_database WHERE datname = %s", [DATABASE]).fetchone() is None:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))
            if self._port:
                verifier = connection.pgconn.encrypt_password(
                    self._password().encode(), SUPERUSER.encode(), b"scram-sha-256"
                )
                connection.execute(
                    sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(SUPERUSER), verifier.decode())
                )

    # --- places ---

    def _socket_folder(self) -> Path:
        """Where the socket goes: inside the home, or a short folder of the machine when that path is too long."""
        folder = self._root / "run"
        length = len(os.fsencode(folder / f".s.PGSQL.{self._port or DEFAULT_PORT}"))
        if length <= _MAX_SOCKET_PATH and not set(str(folder)) & set("\",'"):
            return folder
        digest = hashlib.sha256(os.fsencode(self._root)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"bizrag-{digest}"

    def _make_private_folder(self, user: ServerUser, folder: Path) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        # In a folder that everybody may write to, somebody else can have been first.
        if folder.is_symlink() or found.st_uid not in (user.uid, os.geteuid()):
            raise ConfigurationError(f"{folder} belongs to another user: remove it or set a shorter BIZRAG_HOME")
        user.own(folder, mode=0o700)

    def _password(self) -> str:
        file = self._root / "password"
        if not file.exists():
            write_file(file, secrets.token_urlsafe(24), mode=0o600)
        return file.read_text()

    # --- asking and locking ---

    def _connect(self, database: str) -> psycopg.Connection:
        status = postmaster.read_status(self._data)
        if status is None or not status.socket_folder:
            raise psycopg.OperationalError("no server has written its status")
        return psycopg.connect(
            host=status.socket_folder,
            port=status.port,
            user=SUPERUSER,
            dbname=database,
            connect_timeout=10,
            autocommit=True,
            application_name="bizrag",
        )

    def _check_port(self) -> None:
        status = postmaster.read_status(self._data)
        if self._port and status and (status.port != self._port or not status.is_on_tcp):
            raise ConfigurationError(
                f"the server of {self.home} already runs without TCP on port {self._port}: run 'bizrag down' first"
            )

    @contextmanager
    def _lock(self) -> Generator[None]:
        """Only one process starts or stops the server of a home at a time."""
        descriptor = os.open(self._root / "lock", os.O_RDONLY | os.O_CREAT, 0o644)
        try:
            deadline = time.monotonic() + 2 * _START_SECONDS
            while True:
                try:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError as error:
                    if time.monotonic() > deadline:
                        raise TransientError(f"another process holds {self._root / 'lock'}: try again") from error
                time.sleep(0.02)
            yield
        finally:
            os.close(descriptor)


def _last_line(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "no message"


def _last_failure(log: Path) -> str:
    """The last fatal message of the server's log, without its time stamp; empty when there is none."""
    if not log.exists():
        return ""
    tail = log.read_bytes()[-8000:].decode("utf-8", "replace").splitlines()
    return next((line.split("FATAL:", 1)[1].strip() for line in reversed(tail) if "FATAL:" in line), "")
