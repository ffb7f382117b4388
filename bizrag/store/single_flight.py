"""Equal work is done once at a time: threads wait for each other on locks, processes on advisory locks."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from sql import statement

__all__ = ["SingleFlight", "single_flight"]

_T = TypeVar("_T")

_FIRST_PAUSE_SECONDS = 0.02
_LONGEST_PAUSE_SECONDS = 0.5

_flights: weakref.WeakKeyDictionary[Engine, SingleFlight] = weakref.WeakKeyDictionary()
_flights_lock = threading.Lock()


def single_flight(engine: Engine) -> SingleFlight:
    """The one of a database in this process."""
    with _flights_lock:
        if engine not in _flights:
            _flights[engine] = SingleFlight(engine)
        return _flights[engine]


class SingleFlight:
    """Holds keys. All keys of a process share one connection, which is taken while any is held."""

    def __init__(self, engine: Engine) -> None:
        # weak: the registry must not keep the engine alive
        self._engine = weakref.ref(engine)
        self._lock = threading.Lock()
        # thread locks by key, with how many threads want each
        self._keys: dict[str, tuple[threading.Lock, int]] = {}
        self._connection: Connection | None = None
        self._num_held = 0

    @contextmanager
    def holding(self, key: str) -> Generator[None]:
        """Wait until nobody else holds ``key`` (a hex digest), and hold it."""
        with self._of_threads(key):
            self._take(key)
            try:
                yield
            finally:
                self._give_back(key)

    def once(self, key: str, find: Callable[[], _T | None], make: Callable[[], _T]) -> _T:
        """What ``find`` finds, else what ``make`` makes. Of equal keys at the same time one is made; others find it.

        ``make`` leaves behind what ``find`` looks for.
        """
        if (found := find()) is not None:
            return found
        with self.holding(key):
            # whoever held it may have made it
            found = find()
            return found if found is not None else make()

    @contextmanager
    def _of_threads(self, key: str) -> Generator[None]:
        with self._lock:
            lock, wanted = self._keys.get(key, (threading.Lock(), 0))
            self._keys[key] = (lock, wanted + 1)
        try:
            with lock:
                yield
        finally:
            with self._lock:
                lock, wanted = self._keys[key]
                if wanted == 1:
                    del self._keys[key]
                else:
                    self._keys[key] = (lock, wanted - 1)

    def _take(self, key: str) -> None:
        with self._lock:
            self._num_held += 1
        pause = _FIRST_PAUSE_SECONDS
        try:
            while not self._ask("try_lock_model_call", key):
                time.sleep(pause)
                pause = min(pause * 2, _LONGEST_PAUSE_SECONDS)
        except BaseException:
            self._leave()
            raise

    def _give_back(self, key: str) -> None:
        try:
            self._ask("unlock_model_call", key)
        except DBAPIError:
            # the connection is gone, and its locks with it
            with self._lock:
                self._drop()
        finally:
            self._leave()

    def _leave(self) -> None:
        with self._lock:
            self._num_held -= 1
            if self._num_held == 0 and self._connection is not None:
                self._connection.close()
                self._connection = None

    def _ask(self, name: str, key: str) -> bool:
        """Run a statement on the shared connection; one at a time, each takes well under a millisecond."""
        with self._lock:
            if self._connection is None:
                engine = self._engine()
                assert engine is not None
                self._connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            return bool(self._connection.execute(statement(name), {"request": _number(key)}).scalar())

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None


def _number(key: str) -> int:
    """32 bits of the key, signed as Postgres wants them. Two keys with the same bits wait for each other, no more."""
    return int.from_bytes(bytes.fromhex(key[:8]), "big", signed=True)
