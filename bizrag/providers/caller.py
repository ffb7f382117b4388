"""Makes calls of one model: within its limits, tried again where that helps, stopped where it does not, counted."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, TypeVar

from tenacity import RetryCallState, Retrying, retry_if_exception, wait_random, wait_random_exponential

from bizrag.configuration.endpoint import Endpoint
from bizrag.configuration.provider import CallSettings
from bizrag.errors import (
    CircuitOpenError,
    ProviderTimeoutError,
    ProviderUnavailableError,
    RateLimitedError,
)
from bizrag.providers.chat import Usage
from bizrag.providers.guards import guard_of
from bizrag.providers.prices import cost_usd, price_of
from bizrag.store import calls as store

if TYPE_CHECKING:
    from sqlalchemy import Engine

__all__ = ["Caller"]

T = TypeVar("T")

# A call that took as long as it may is made once more, not max_attempts times: each may take minutes.
_TIMEOUT_ATTEMPTS = 2
# A try that has less time cannot succeed.
_LEAST_SECONDS = 0.5
_PASSING = (RateLimitedError, ProviderUnavailableError, ProviderTimeoutError)


class Caller:
    """Calls one model at one server for one job. Safe for several threads."""

    def __init__(self, *, job: str, model: str, endpoint: Endpoint, calls: CallSettings, engine: Engine) -> None:
        self.call = store.ModelCall(job=job, endpoint=endpoint.url, model=model)
        self._settings = calls
        self._endpoint = endpoint
        self._engine = engine
        self._limit = store.RateLimit(
            endpoint=endpoint.url,
            model=model,
            requests_per_minute=endpoint.requests_per_minute,
            tokens_per_minute=endpoint.tokens_per_minute,
        )

    def run(self, attempt: Callable[[], T], *, tokens: int, until: float | None = None) -> T:
        """The result of ``attempt``, made as often as it takes and the settings allow.

        ``attempt`` makes one request inside ``guard()``, and keeps to ``until`` itself (time.monotonic(), None: no
        end); no further try begins then. ``tokens`` is an estimate of what it uses; give it to ``correct`` with the
        usage when that is known. Raises the last error of ``attempt``, or CircuitOpenError when the server is left
        alone, or ProviderTimeoutError when the limits of the settings allow no call in time.
        """

        def once() -> T:
            self._wait_for_turn(tokens, until)
            try:
                return attempt()
            except CircuitOpenError:
                raise
            except _PASSING as error:
                self._note_failure(error)
                raise

        retrying = Retrying(
            retry=retry_if_exception(self._may_pass),
            stop=lambda state: self._is_enough(state, _left(until)),
            wait=lambda state: max(0.0, min(self._pause(state), _left(until) - _LEAST_SECONDS)),
            reraise=True,
        )
        return retrying(once)

    def guard(self) -> AbstractContextManager[None]:
        """Around one request, to its end: a place among the calls of this process, and the server's breaker."""
        return guard_of(self._endpoint, self._settings).call()

    def spend(self, usage: Usage, seconds: float) -> store.Spend:
        """What a call took, with its price."""
        price = price_of(self.call.model, self._settings.prices_path)
        return store.Spend(
            input_tokens=usage.input_tokens,
            cached_tokens=usage.cached_tokens,
            output_tokens=usage.output_tokens,
            seconds=seconds,
            cost_usd=cost_usd(usage, price),
        )

    def count(self, usage: Usage, seconds: float) -> None:
        """Count a call whose result is kept elsewhere, or nowhere."""
        with self._engine.begin() as conn:
            store.add_spend(conn, self.call, self.spend(usage, seconds))

    def correct(self, usage: Usage, *, tokens: int) -> None:
        """Tell the limiter what was really used instead of the estimate ``tokens``."""
        if self._limit.tokens_per_minute is not None and usage.input_tokens is not None:
            used = usage.input_tokens + (usage.output_tokens or 0)
            store.correct_rate(self._engine, self._limit, tokens - used)

    def _wait_for_turn(self, tokens: int, until: float | None) -> None:
        if not self._limit.is_limited:
            return
        seconds = store.reserve_rate(self._engine, self._limit, tokens)
        if seconds > _left(until):
            store.correct_rate(self._engine, self._limit, tokens)
            raise ProviderTimeoutError(
                f"{self.call.model} at {self.call.endpoint}: its limit of calls or tokens leaves none in time"
            )
        time.sleep(seconds)

    def _may_pass(self, error: BaseException) -> bool:
        if isinstance(error, RateLimitedError):
            return (error.retry_after_seconds or 0) <= self._settings.max_wait_seconds
        return isinstance(error, _PASSING) and not isinstance(error, CircuitOpenError)

    def _is_enough(self, state: RetryCallState, left: float) -> bool:
        most, error = self._settings.max_attempts, _error(state)
        if isinstance(error, ProviderTimeoutError):
            most = min(most, _TIMEOUT_ATTEMPTS)
        wait = error.retry_after_seconds if isinstance(error, RateLimitedError) else None
        return state.attempt_number >= most or left < max(wait or 0, _LEAST_SECONDS)

    def _pause(self, state: RetryCallState) -> float:
        """As long as the provider says, and a little more by chance; else longer from try to try, by chance too."""
        error = _error(state)
        if isinstance(error, RateLimitedError) and error.retry_after_seconds is not None:
            return error.retry_after_seconds + wait_random(0, self._settings.retry_seconds)(state)
        return wait_random_exponential(self._settings.retry_seconds, self._settings.max_wait_seconds)(state)

    def _note_failure(self, error: Exception) -> None:
        store.add_failure(self._engine, self.call)
        if isinstance(error, RateLimitedError) and error.retry_after_seconds and self._limit.is_limited:
            store.pause_rate(self._engine, self._limit, min(error.retry_after_seconds, self._settings.max_wait_seconds))


def _left(until: float | None) -> float:
    return math.inf if until is None else until - time.monotonic()


def _error(state: RetryCallState) -> BaseException:
    assert state.outcome is not None
    error = state.outcome.exception()
    assert error is not None
    return error
