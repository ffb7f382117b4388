"""The one place where fsspec, which ships no types, enters the sources."""

from __future__ import annotations

from typing import Any

from bizrag.errors import ConfigurationError


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
