"""Clients of servers that speak the OpenAI API, one for each server and process, and what their errors mean."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, cast

from bizrag.configuration.endpoint import Endpoint
from bizrag.errors import (
    ProviderError,
    ProviderRejectedError,
    ProviderTimeoutError,
    ProviderUnavailableError,
    ProviderUnusableError,
    RateLimitedError,
    RefusedError,
)

if TYPE_CHECKING:
    import openai

__all__ = ["close_clients", "not_the_api", "open_client", "typed_errors"]

CONNECT_SECONDS = 10.0
_MESSAGE_CHARS = 300
# OpenAI answers 429 to both; only one passes by waiting
_NO_QUOTA = "insufficient_quota"
_FILTERED = "content_filter"
# of a key that is missing, wrong, ended or not paid for
_NO_KEY = (401, 402)
# of the very request that was sent: its form, its length, its images
_OF_THE_REQUEST = (400, 413, 414, 415, 422, 431, 451)

_clients: dict[tuple[str, str | None, str | None], openai.OpenAI] = {}
_lock = threading.Lock()


def open_client(endpoint: Endpoint) -> openai.OpenAI:
    """The client of a server; it keeps connections, so all calls of a process share it. It never tries again itself."""
    import openai

    key = endpoint.key.get_secret_value() if endpoint.key is not None else None
    place = (endpoint.url, endpoint.azure_api_version, key)
    with _lock:
        if place not in _clients:
            # a server without keys ignores this one; the library wants some
            api_key = key or "none"
            _clients[place] = (
                openai.AzureOpenAI(
                    azure_endpoint=endpoint.url,
                    api_version=endpoint.azure_api_version,
                    api_key=api_key,
                    max_retries=0,
                )
                if endpoint.azure_api_version
                else openai.OpenAI(base_url=endpoint.url, api_key=api_key, max_retries=0)
            )
        return _clients[place]


def close_clients() -> None:
    """Close the connections of this process; the next call opens new ones."""
    with _lock:
        for client in _clients.values():
            client.close()
        _clients.clear()


@contextmanager
def typed_errors(endpoint: Endpoint, model: str) -> Generator[None]:
    """Turn what the client raises into errors of ours: one line, transient or permanent, without the key."""
    import openai

    try:
        yield
    except openai.OpenAIError as error:
        raise _typed(error, endpoint, model) from error
    except ValueError as error:
        # a reply, or an event of a stream, that is not JSON
        raise ProviderUnavailableError(f"{model} at {endpoint.url} broke off: {_line(error, endpoint)}") from error


def _typed(error: openai.OpenAIError, endpoint: Endpoint, model: str) -> ProviderError:
    import openai

    who, what = f"{model} at {endpoint.url}", _line(error, endpoint)
    match error:
        case openai.APITimeoutError():
            return ProviderTimeoutError(f"{who} took too long")
        case openai.APIConnectionError():
            # the library's own words are "Connection error."
            cause = _line(error.__cause__, endpoint) if error.__cause__ else what
            return ProviderUnavailableError(f"{who} cannot be reached: {cause} (does it run, is its address right?)")
        case openai.APIStatusError():
            return _typed_status(error, who, what)
        case openai.APIError() if error.code == _FILTERED:
            return RefusedError(f"{who}: a content filter stopped it: {what}")
        case _:
            return ProviderUnavailableError(f"{who} failed: {what}")


def _typed_status(error: openai.APIStatusError, who: str, what: str) -> ProviderError:
    status = error.status_code
    if status == 429 and _NO_QUOTA not in (error.code, error.type):
        wait = retry_after_seconds(error.response.headers.get("retry-after"))
        return RateLimitedError(f"{who} wants fewer calls (429): {what}", retry_after_seconds=wait)
    if status == 429:
        return ProviderUnusableError(f"{who} has no quota left (429): {what}", is_for_all=True)
    if status == 408:
        return ProviderTimeoutError(f"{who} took too long (408): {what}")
    if status == 400 and error.code == _FILTERED:
        return RefusedError(f"{who}: a content filter stopped it: {what}")
    # 501: this server will never do it; a llama.cpp server without eyes says so of images with 500
    if status == 501 or (status == 500 and "not supported" in what) or status in _OF_THE_REQUEST:
        return ProviderRejectedError(f"{who} does not take the call ({status}): {what}")
    if 400 <= status < 500 and status not in (409, 425):
        return ProviderUnusableError(f"{who} does not take the call ({status}): {what}", is_for_all=status in _NO_KEY)
    return ProviderUnavailableError(f"{who} failed ({status}): {what}")


def not_the_api(endpoint: Endpoint, *, answers: str = "as the OpenAI API does") -> ProviderUnusableError:
    """A server that answers with something else: a web page, a proxy's notice."""
    return ProviderUnusableError(f"{endpoint.url} does not answer {answers}: its address usually ends in /v1")


def retry_after_seconds(header: str | None) -> float | None:
    """Seconds to wait by a Retry-After header, which has seconds or a date; None without a readable one.

    >>> retry_after_seconds("1.5")
    1.5
    """
    if header is None:
        return None
    try:
        return max(float(header), 0.0)
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max((until - datetime.now(UTC)).total_seconds(), 0.0)


def _line(error: BaseException, endpoint: Endpoint) -> str:
    """What the server says, in one line. Servers repeat keys in their messages."""
    import openai

    said = str(error)
    body = error.body if isinstance(error, openai.APIStatusError) else None
    if isinstance(body, dict):
        said = str(cast("dict[str, object]", body).get("message") or said)
    if endpoint.key is not None:
        said = said.replace(endpoint.key.get_secret_value(), "[key]")
    line = " ".join(said.split())
    return line if len(line) <= _MESSAGE_CHARS else line[:_MESSAGE_CHARS] + " ..."
