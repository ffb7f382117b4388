"""What is said when the home, or a folder in it, cannot be made or written."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
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


def _concerns(home: Path, error: OSError) -> bool:
    if not isinstance(error.filename, str | bytes):
        return False
    place = Path(_text(error))
    return place.is_relative_to(home) or home.is_relative_to(place)


def _text(error: OSError) -> str:
    return os.fsdecode(error.filename)
