"""What a process knows of a server: how many calls run there, and whether it works at all."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from contextlib import contextmanager

from bizrag.configuration.endpoint import Endpoint
from bizrag.configuration.provider import CallSettings
from bizrag.errors import (
    CircuitOpenError,
    ProviderError,
    ProviderTimeoutError,
    ProviderUnavailableError,
    ProviderUnusableError,
)

__all__ = ["CircuitBreaker", "Guard", "guard_of", "reset_guards"]


class CircuitBreaker:
    """Stops calling a server that failed ``max_failures`` times in a row; after ``seconds`` one call probes it.

    Calls that run side by side fail together when a server stumbles. Such a volley is one failure: a call counts only
    when it began after the last failure that counted. A failure that the next call would meet for certain is enough.
    """

    def __init__(self, name: str, *, max_failures: int, seconds: float) -> None:
        self._name = name
        self._max_failures = max_failures
        self._seconds = seconds
        self._lock = threading.Lock()
        self._num_failures = 0
        self._failed_at = float("-inf")
        self._cause = ""
        # None while calls are let through
        self._open_until: float | None = None
        self._is_probing = False

    def enter(self) -> float:
        """Ask to make a call; when it began. Raises CircuitOpenError instead while the server is left alone."""
        with self._lock:
            now = time.monotonic()
            if self._open_until is not None:
                if self._is_probing or now < self._open_until:
                    times = "once" if self._num_failures == 1 else f"{self._num_failures} times in a row"
                    raise CircuitOpenError(
                        f"{self._name} failed {times} and is left alone for a while. "
                        f"The last time {self._cause}. 'bizrag providers --check' asks whether it answers"
                    )
                self._is_probing = True
            return now

    def succeed(self) -> None:
        """The server answered: all is well."""
        with self._lock:
            self._num_failures, self._open_until, self._is_probing = 0, None, False

    def fail(self, began: float, cause: str, *, is_certain: bool = False) -> None:
        """The server did not answer a call that began then; ``is_certain``: it will not answer the next one either."""
        with self._lock:
            now, self._cause = time.monotonic(), cause
            if began >= self._failed_at:
                self._num_failures += 1
                self._failed_at = now
            if is_certain or self._is_probing or self._num_failures >= self._max_failures:
                self._open_until, self._is_probing = now + self._seconds, False

    def give_up(self) -> None:
        """The caller went away: nothing is known; the next one may probe."""
        with self._lock:
            self._is_probing = False


class Guard:
    """The breaker of a server and the places for calls to it."""

    def __init__(self, endpoint: Endpoint, calls: CallSettings) -> None:
        self._places = threading.BoundedSemaphore(endpoint.max_concurrent)
        self._breaker = CircuitBreaker(endpoint.url, max_failures=calls.breaker_failures, seconds=calls.breaker_seconds)

    @contextmanager
    def call(self) -> Generator[None]:
        """Around one request. An error of the request is not one of the server, which answered."""
        with self._places:
            began = self._breaker.enter()
            try:
                yield
            except (ProviderUnavailableError, ProviderTimeoutError) as error:
                self._breaker.fail(began, str(error))
                raise
            except ProviderUnusableError as error:
                self._breaker.fail(began, str(error), is_certain=error.is_for_all)
                raise
            except ProviderError:
                self._breaker.succeed()
                raise
            except BaseException:
                self._breaker.give_up()
                raise
            self._breaker.succeed()


_guards: dict[tuple[str, str | None, int, int, float], Guard] = {}
_lock = threading.Lock()


def guard_of(endpoint: Endpoint, calls: CallSettings) -> Guard:
    """The guard of a server, one for all jobs of this process that call it with the same key."""
    secret = endpoint.key.get_secret_value() if endpoint.key is not None else None
    key = (endpoint.url, secret, endpoint.max_concurrent, calls.breaker_failures, calls.breaker_seconds)
    with _lock:
        if key not in _guards:
            _guards[key] = Guard(endpoint, calls)
        return _guards[key]


def reset_guards() -> None:
    """Forget what was learnt of all servers."""
    with _lock:
        _guards.clear()
