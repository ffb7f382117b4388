"""The status file of a PostgreSQL server, and whether its process is really the server.

A process id in ``postmaster.pid`` proves nothing: after a crash or a container restart the number may belong to any
program. A process counts only when its command line names our data directory.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

# No system gives a process this number (Linux ends at 2**22), so Postgres takes the file for a dead server's.
_NO_PROCESS = 2**31 - 2
# a server that is told to end at once does
_ORPHAN_SECONDS = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerStatus:
    """What a server wrote about itself; the later fields are empty while it starts."""

    pid: int
    port: int | None
    socket_folder: str
    is_on_tcp: bool


def read_status(data: Path) -> ServerStatus | None:
    """The status file of a data directory; None when no server wrote one or it cannot be read."""
    try:
        lines = (data / "postmaster.pid").read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return None
    lines += [""] * (8 - len(lines))
    try:
        return ServerStatus(
            pid=int(lines[0]),
            port=int(lines[3]) if lines[3] else None,
            socket_folder=lines[4].split(",")[0].strip('" '),
            is_on_tcp=bool(lines[5].strip()),
        )
    except ValueError:
        return None


def running_pid(data: Path) -> int | None:
    """Process id of the server of this data directory; None when it is dead, whoever has its number now."""
    status = read_status(data)
    if status is None or status.pid == _NO_PROCESS:
        return None
    return status.pid if _serves(status.pid, data) else None


def disown_stale_pid(data: Path) -> None:
    """Let a new server start where a dead one left its status file.

    Postgres refuses to start while the file's process id exists, even when it belongs to another program by now. The id
    is replaced and the rest stays: from the shared memory key Postgres sees whether children of the dead server still
    write to the data.
    """
    file = data / "postmaster.pid"
    status = read_status(data)
    if status is None:
        return
    rest = file.read_text(encoding="utf-8").split("\n", 1)[1:]
    # In place, so that the owner stays; never through a link that somebody put there.
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_TRUNC | os.O_NOFOLLOW), "w", encoding="utf-8") as handle:
        handle.write("\n".join((str(_NO_PROCESS), *rest)))


def end_orphans(data: Path) -> None:
    """End servers whose data directory was deleted under them, before a new one takes its place.

    Within a minute they would end by themselves and remove the socket of the new server, which has the same name. Only
    Linux tells where a process has its folder; elsewhere nothing happens.
    """
    orphans = [pid for pid in _process_ids() if _serves(pid, data) and _has_lost_its_folder(pid, data)]
    for pid in orphans:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGQUIT)
    deadline = time.monotonic() + _ORPHAN_SECONDS
    while any(_serves(pid, data) for pid in orphans) and time.monotonic() < deadline:
        time.sleep(0.05)


def _process_ids() -> list[int]:
    with suppress(OSError):
        return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return []


def _has_lost_its_folder(pid: int, data: Path) -> bool:
    """Whether the folder that a server works in, its data directory, is no longer there."""
    try:
        return str(Path(f"/proc/{pid}/cwd").readlink()) == f"{data} (deleted)"
    except OSError:
        return False


def _serves(pid: int, data: Path) -> bool:
    """Whether a living process is a postgres with ``-D data``."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # another user's process: its command line is public all the same
    try:
        # Empty for a zombie, which cannot write any more.
        arguments = (Path("/proc") / str(pid) / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
    except FileNotFoundError:
        printed = subprocess.run(
            ["ps", "-ww", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False
        )
        return "postgres" in printed.stdout and f"-D {data}" in printed.stdout
    return Path(arguments[0]).name.startswith("postgres") and str(data) in arguments
