"""The one place where fsspec, which ships no types, enters the sources."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from bizrag.errors import BizragError, ConfigurationError, SourceUnavailableError


def open_url(url: str) -> tuple[Any, str]:
    """The file system of an fsspec URL, and the path on it.

    Raises ConfigurationError when no driver for the protocol is installed.
    """
    from fsspec.core import url_to_fs

    try:
        found: tuple[Any, Any] = url_to_fs(url)
    except (ImportError, ValueError) as error:
        raise ConfigurationError(f"{url}: {error}") from error
    return found[0], str(found[1])


@contextmanager
def telling_unavailable(url: str) -> Generator[None]:
    """Turn what a driver raises into one line: of the network, of keys and rights, of a server that fails.

    Raises SourceUnavailableError: such errors pass, and no document is at fault. FileNotFoundError comes as it is: what
    it means is known to who asked.
    """
    try:
        yield
    except (BizragError, FileNotFoundError):
        raise
    except PermissionError as error:
        raise SourceUnavailableError(
            f"{url}: access is refused ({_said(error)}); check the key and its rights"
        ) from error
    # botocore, aiohttp and the others share no base class
    except Exception as error:
        raise SourceUnavailableError(f"{url}: cannot be read now: {_said(error)}") from error


def _said(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
