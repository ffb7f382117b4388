"""Keep Dagster's notices of events that it could not store off standard error: who runs it is told by the exception."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager, redirect_stderr
from typing import Any, TextIO, cast

# Dagster writes it past all loggers, with what the drivers say of each try.
_NOTICE = "Exception while writing logger call to event log"


@contextmanager
def without_event_log_notices() -> Generator[None]:
    """Standard error without those notices."""
    with redirect_stderr(cast("TextIO", _Filtered(sys.stderr))):
        yield


class _Filtered:
    """A stream that passes on everything else; a progress bar asks it what it asks the stream."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return len(text) if text.startswith(_NOTICE) else self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
