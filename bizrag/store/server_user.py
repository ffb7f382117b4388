"""Who runs the embedded server: the calling user, or an unprivileged one when the caller is root.

Postgres refuses to run as root. No user is created and no permission of an existing folder is changed.
"""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from bizrag.errors import ConfigurationError

# Owns nothing on any Unix, so files that the server writes stay out of everybody's way.
UNPRIVILEGED_USER = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerUser:
    """The user whose process the server is."""

    name: str
    uid: int
    gid: int
    # False when the caller is root and gives up its rights for the server
    is_caller: bool

    @classmethod
    def for_data(cls, data: Path) -> Self:
        """The owner of an existing data directory, else the caller, else (for root) ``nobody``.

        Raises ConfigurationError when the data belongs to somebody else, or the user has no name on this machine.
        """
        caller = os.geteuid()
        owner = data.stat().st_uid if data.exists() else caller
        if caller != 0:
            if owner != caller:
                raise ConfigurationError(
                    f"the database in {data} belongs to {_name_of(owner)}: run as that user or set another BIZRAG_HOME"
                )
            return cls._from_entry(_entry_of(caller), is_caller=True)
        entry = _entry_of(owner) if owner != 0 else _unprivileged_entry()
        return cls._from_entry(entry, is_caller=False)

    @classmethod
    def _from_entry(cls, entry: pwd.struct_passwd, *, is_caller: bool) -> Self:
        return cls(name=entry.pw_name, uid=entry.pw_uid, gid=entry.pw_gid, is_caller=is_caller)

    def run(
        self, command: list[str], *, home: Path, timeout_seconds: float, defaults: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a program as this user; its standard output and error come back as one text.

        ``defaults`` are environment variables for it, where the caller has not set them.
        """
        rights: dict[str, Any] = (
            {} if self.is_caller else {"user": self.uid, "group": self.gid, "extra_groups": [], "umask": 0o077}
        )
        # A home that the user may enter: programs look for dot files there, and root's home is closed to it.
        return subprocess.run(
            command,
            cwd="/",
            env={**(defaults or {}), **os.environ, "HOME": str(home)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=timeout_seconds,
            check=False,
            **rights,
        )

    def may_enter(self, folder: Path) -> bool:
        """Whether the operating system lets this user into a folder."""
        return self._test("-x", folder)

    def may_execute(self, program: Path) -> bool:
        """Whether the operating system lets this user run a program."""
        return self._test("-x", program)

    def _test(self, flag: str, path: Path) -> bool:
        # Asking the system covers what mode bits do not show: access lists, read-only mounts, user namespaces.
        return (
            self.run(
                ["/bin/sh", "-c", 'test "$1" "$2"', "sh", flag, str(path)], home=Path("/"), timeout_seconds=10
            ).returncode
            == 0
        )

    def own(self, path: Path, *, mode: int) -> None:
        """Give a path that bizrag made to this user."""
        if not self.is_caller:
            os.chown(path, self.uid, self.gid)
        path.chmod(mode)

    def check_can_reach(self, folder: Path) -> None:
        """Raise ConfigurationError that names the closed folder when this user cannot come to ``folder``."""
        for place in [*reversed(folder.parents), folder]:
            if not self.may_enter(place):
                raise ConfigurationError(
                    f"the database server runs as user {self.name}, who may not enter {place}: set BIZRAG_HOME to a "
                    "folder that this user can reach, for example /var/lib/bizrag"
                )


def make_folders(folder: Path, *, mode: int) -> None:
    """Make a folder and its missing parents; existing ones keep their permissions.

    Root's new parents are open for passing through whatever the umask is, because the server's user must pass.
    """
    if folder.exists():
        return
    make_folders(folder.parent, mode=0o755 if os.geteuid() == 0 else 0o700)
    folder.mkdir(exist_ok=True)
    folder.chmod(mode)


def write_file(path: Path, text: str, *, mode: int) -> None:
    """Write a small file, never through a link: root writes into folders that an unprivileged user may own."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, mode)
    with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
        os.fchmod(descriptor, mode)
        handle.write(text)


def _entry_of(uid: int) -> pwd.struct_passwd:
    try:
        return pwd.getpwuid(uid)
    except KeyError as error:
        raise ConfigurationError(
            f"user id {uid} has no name on this machine, and PostgreSQL needs one: add a line for it to /etc/passwd, "
            "or set BIZRAG_DATABASE_URL to a running server"
        ) from error


def _unprivileged_entry() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam(UNPRIVILEGED_USER)
    except KeyError as error:
        raise ConfigurationError(
            f"PostgreSQL does not run as root and there is no user {UNPRIVILEGED_USER}: run bizrag as a plain user, "
            "or set BIZRAG_DATABASE_URL to a running server"
        ) from error


def _name_of(uid: int) -> str:
    try:
        return f"user {pwd.getpwuid(uid).pw_name}"
    except KeyError:
        return f"user id {uid}"
