"""Who makes what: of threads that need the same outputs one makes them, the others wait and find them made."""

from __future__ import annotations

import threading
from collections.abc import Collection, Generator, Hashable
from contextlib import contextmanager
from typing import TypeVar

from bizrag.pipeline.call_pool import RunStoppedError

K = TypeVar("K", bound=Hashable)


class Claims:
    """Keys that some thread works on. Safe for several threads."""

    def __init__(self) -> None:
        self._held: set[Hashable] = set()
        self._changed = threading.Condition()
        self._is_stopped = False

    def stop(self) -> None:
        """Give no key any more: what is being made is made, and nothing new begins."""
        with self._changed:
            self._is_stopped = True
            self._changed.notify_all()

    @contextmanager
    def claim(self, keys: Collection[K]) -> Generator[set[K]]:
        """Hold those of the keys that nobody holds.

        When others hold all of them it waits until they let some go, and gives none: look again what is missing.
        Raises RunStoppedError once the run is being ended.
        """
        with self._changed:
            mine = set(keys) - self._held
            if not mine:
                self._changed.wait_for(lambda: self._is_stopped or not self._held.issuperset(keys))
            if self._is_stopped:
                raise RunStoppedError
            self._held |= mine
        try:
            yield mine
        finally:
            with self._changed:
                self._held -= mine
                self._changed.notify_all()
