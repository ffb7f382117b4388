"""The home: whom belongs what is made in it, and what is said when it cannot be made or written."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from bizrag.errors import ConfigurationError


@contextmanager
def telling_unusable(home: Path) -> Generator[None]:
    """Turn an error of the file system on the way to the home, or in it, into one line that says what to do."""
    try:
        yield
    except PermissionError as error:
        raise ConfigurationError(
            f"{error.filename} is closed to this user: set BIZRAG_HOME to a folder of your own"
        ) from error
    except OSError as error:
        if not _concerns(home, error):
            raise
        raise ConfigurationError(
            f"{_text(error)} cannot be made or written ({error.strerror}): set BIZRAG_HOME to a folder that can be"
        ) from error


def make_owned_folder(folder: Path) -> None:
    """Make a folder and its missing parents; what root makes belongs to the owner of the folder that it lies in.

    After one ``sudo bizrag ingest`` the owner of a home can still write all of it.
    """
    if folder.exists():
        return
    make_owned_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        give_to_owner(descriptor, folder.parent)
    finally:
        os.close(descriptor)


def give_to_owner(descriptor: int, folder: Path) -> None:
    """Give the open file or folder that root has made to the owner of the folder that it lies in.

    By its descriptor, as the owner could put something else in its place meanwhile. Nothing happens for other users,
    and where root may not give (a container without that right, a mount without owners).
    """
    if os.geteuid() != 0:
        return
    owner, own = folder.stat(), os.fstat(descriptor)
    if (owner.st_uid, owner.st_gid) != (own.st_uid, own.st_gid):
        with suppress(PermissionError):
            os.fchown(descriptor, owner.st_uid, owner.st_gid)


def _concerns(home: Path, error: OSError) -> bool:
    if not isinstance(error.filename, str | bytes):
        return False
    place = Path(_text(error))
    return place.is_relative_to(home) or home.is_relative_to(place)


def _text(error: OSError) -> str:
    return os.fsdecode(error.filename)
