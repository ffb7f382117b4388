"""The threads in which an ingestion asks models: a few calls at a time, equal ones once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar, cast

T = TypeVar("T")


class RunStoppedError(Exception):
    """The run is being ended: what has not begun is not done any more."""


class CallPool:
    """Runs work in ``size`` threads. Safe for several threads."""

    def __init__(self, size: int) -> None:
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="model-call")
        self._lock = threading.Lock()
        self._work: dict[Hashable, Future[Any]] = {}

    def submit(self, key: Hashable, work: Callable[[], T]) -> Future[T]:
        """Do the work, unless work with this key is under way or succeeded in this run: then its future is returned.

        Raises RunStoppedError when the pool is closed.
        """
        with self._lock:
            known = self._work.get(key)
            if known is not None and not _has_failed(known):
                return cast("Future[T]", known)
            try:
                future = self._threads.submit(work)
            except RuntimeError as error:
                raise RunStoppedError from error
            self._work[key] = future
            return future

    def cancel(self) -> None:
        """Begin nothing more; what is under way goes on."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Begin nothing more, and wait for what is under way: its answers are paid for and kept."""
        self._threads.shutdown(wait=True, cancel_futures=True)


def _has_failed(future: Future[Any]) -> bool:
    return future.done() and (future.cancelled() or future.exception() is not None)
