"""Calls that fail: tried again, given up, refused, and the breaker that ends the tries of all."""

from __future__ import annotations

import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Engine

from bizrag.errors import (
    CircuitOpenError,
    ProviderError,
    ProviderRejectedError,
    ProviderTimeoutError,
    ProviderUnavailableError,
    ProviderUnusableError,
    RateLimitedError,
    RefusedError,
)
from bizrag.providers.chat import ChatModel
from bizrag.settings import Settings
from tests.providers.call_lab import asked, model, read, rows, spend
from tests.scripted_server import Reply, ScriptedServer, cut, fail, hang, refuse, say
from tests.waiting import wait_until


def test_retry_after_is_waited_for(chat: ChatModel, scripted: ScriptedServer, engine: Engine) -> None:
    scripted.reply(fail(429, retry_after=0.4))
    scripted.reply(say("yes"))
    assert chat.complete(asked()).text == "yes"
    refused, answered = scripted.chats
    assert answered.at - refused.at >= 0.4
    assert spend(engine) == (1, 1, 0)


def test_a_provider_that_asks_for_too_long_a_wait_is_given_up(
    settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    scripted.reply(fail(429, retry_after=2))
    chat = model(settings, scripted, engine, calls={"max_wait_seconds": 1})
    with pytest.raises(RateLimitedError):
        chat.complete(asked())
    assert len(scripted.chats) == 1


def test_a_quota_that_is_used_up_ends_all_calls_at_once(chat: ChatModel, scripted: ScriptedServer) -> None:
    scripted.reply(fail(429, "You exceeded your quota", code="insufficient_quota", retry_after=900), stays=True)
    with pytest.raises(ProviderUnusableError, match=r"has no quota left \(429\): You exceeded your quota"):
        chat.complete(asked())
    with pytest.raises(CircuitOpenError, match="has no quota left"):
        chat.complete(asked("Other."))
    assert len(scripted.chats) == 1


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (hang(12), ProviderTimeoutError),
        (fail(503), ProviderUnavailableError),
        (fail(429, retry_after=5), RateLimitedError),
    ],
    ids=["silence", "a broken server", "a server that wants a long wait"],
)
def test_a_job_whose_reply_is_waited_for_ends_in_time_whatever_the_server_does(
    settings: Settings, scripted: ScriptedServer, engine: Engine, reply: Reply, error: type[ProviderError]
) -> None:
    scripted.reply(reply, stays=True)
    calls = {"max_attempts": 50, "breaker_failures": 100, "retry_seconds": 0.2}
    hurried = model(settings, scripted, engine, job={"total_seconds": 4, "timeout_seconds": 60}, calls=calls)
    began = time.monotonic()
    with pytest.raises(error):
        hurried.complete(asked())
    # and not after the minute that a call may take, or 50 of them
    assert time.monotonic() - began < 20


def test_a_limit_of_calls_that_leaves_none_in_time_is_told_at_once(
    settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    scripted.reply(say("yes"), stays=True)
    hurried = model(settings, scripted, engine, job={"total_seconds": 1}, openai={"requests_per_minute": 1})
    assert hurried.complete(asked()).text == "yes"
    began = time.monotonic()
    with pytest.raises(ProviderTimeoutError, match="its limit of calls or tokens leaves none in time"):
        hurried.complete(asked("Other."))
    # a minute would bring the next call
    assert time.monotonic() - began < 20


def test_server_errors_are_tried_again_a_limited_number_of_times(
    settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    for reply in (fail(500), fail(503), cut("broken", after=20), say("yes")):
        scripted.reply(reply)
    assert model(settings, scripted, engine).complete(asked()).text == "yes"
    scripted.reply(fail(500), stays=True)
    with pytest.raises(ProviderUnavailableError, match="failed \\(500\\)"):
        model(settings, scripted, engine, calls={"max_attempts": 3}).complete(asked("Other."))
    assert len(scripted.chats) == 4 + 3
    assert spend(engine) == (1, 6, 0)


def test_a_timeout_is_tried_once_more(settings: Settings, scripted: ScriptedServer, engine: Engine) -> None:
    scripted.reply(hang(1), stays=True)
    with pytest.raises(ProviderTimeoutError):
        model(settings, scripted, engine, job={"timeout_seconds": 0.1}).complete(asked())
    assert len(scripted.chats) == 2


@pytest.mark.parametrize(("status", "error"), [(400, ProviderRejectedError), (404, ProviderUnusableError)])
def test_what_cannot_pass_is_not_tried_again(
    chat: ChatModel, scripted: ScriptedServer, status: int, error: type[ProviderError]
) -> None:
    scripted.reply(fail(status))
    with pytest.raises(error):
        chat.complete(asked())
    assert len(scripted.chats) == 1


def test_a_dead_key_is_tried_once_and_another_key_is_none_the_worse(
    settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    scripted.reply(fail(401, "no such key"))
    scripted.reply(say("yes"))
    chat = model(settings, scripted, engine)
    with pytest.raises(ProviderUnusableError, match=r"does not take the call \(401\): no such key"):
        chat.complete(asked())
    with pytest.raises(CircuitOpenError, match=r"failed once and .* \(401\): no such key"):
        chat.complete(asked("Other."))
    assert len(scripted.chats) == 1
    assert model(settings, scripted, engine, openai={"api_key": "sk-another"}).complete(asked()).text == "yes"


def test_a_web_page_in_place_of_a_stream_is_asked_for_once(
    settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    scripted.reply(Reply(raw=b"<html>Welcome</html>", headers={"Content-Type": "text/html"}), stays=True)
    with pytest.raises(ProviderUnusableError, match="usually ends in /v1"):
        read(model(settings, scripted, engine).stream(asked()))
    assert len(scripted.chats) == 1


def test_an_address_without_the_model_is_left_alone_after_some_calls(
    settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    """Not after one: another model of the server may answer."""
    scripted.reply(fail(404), stays=True)
    chat = model(settings, scripted, engine, calls={"breaker_failures": 3})
    for number in range(3):
        with pytest.raises(ProviderUnusableError):
            chat.complete(asked(str(number)))
    with pytest.raises(CircuitOpenError):
        chat.complete(asked())
    assert len(scripted.chats) == 3


def test_a_refusal_is_counted_and_not_kept(chat: ChatModel, scripted: ScriptedServer, engine: Engine) -> None:
    scripted.reply(refuse(), stays=True)
    for _ in range(2):
        with pytest.raises(RefusedError):
            chat.complete(asked())
    assert len(scripted.chats) == 2
    assert spend(engine) == (2, 0, 0)
    # 100 tokens in, 20 out
    assert [float(row.cost_usd) for row in rows(engine, "SELECT cost_usd FROM model_spend")] == [
        pytest.approx(2 * (100 * 0.4 + 20 * 1.6) / 1e6)
    ]


def test_the_breaker_opens_and_closes(settings: Settings, scripted: ScriptedServer, engine: Engine) -> None:
    # longer than a loaded machine stands still between two calls
    seconds = 2.0
    calls = {"max_attempts": 1, "breaker_failures": 3, "breaker_seconds": seconds}
    chat = model(settings, scripted, engine, calls=calls)
    for _ in range(4):
        scripted.reply(fail(500))
    for _ in range(3):
        with pytest.raises(ProviderUnavailableError, match="500"):
            chat.complete(asked())
    with pytest.raises(CircuitOpenError, match="3 times in a row"):
        chat.complete(asked())
    assert len(scripted.chats) == 3
    time.sleep(seconds)
    # the probe fails, so it opens again at once
    with pytest.raises(ProviderUnavailableError, match="500"):
        chat.complete(asked())
    with pytest.raises(CircuitOpenError):
        chat.complete(asked())
    time.sleep(seconds)
    scripted.reply(say("yes"), stays=True)
    assert chat.complete(asked()).text == "yes"
    assert chat.complete(asked("Other.")).text == "yes"
    assert len(scripted.chats) == 6


def test_a_server_that_is_left_alone_is_told_with_the_reason(
    settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    """The first call of a command may open the breaker: nobody has seen an error before."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
        calls = {"max_attempts": 3, "breaker_failures": 2, "retry_seconds": 0.01}
        with pytest.raises(CircuitOpenError) as told:
            model(settings, scripted, engine, calls=calls, openai={"base_url": address}).complete(asked())
    assert f"at {address} cannot be reached: [Errno 111] Connection refused" in str(told.value)
    assert "'bizrag providers --check'" in str(told.value)


def test_an_open_breaker_ends_the_tries_of_a_call(settings: Settings, scripted: ScriptedServer, engine: Engine) -> None:
    scripted.reply(fail(500), stays=True)
    with pytest.raises(CircuitOpenError):
        model(settings, scripted, engine, calls={"breaker_failures": 2}).complete(asked())
    assert len(scripted.chats) == 2


def test_one_call_probes_while_others_fail_fast(settings: Settings, scripted: ScriptedServer, engine: Engine) -> None:
    chat = model(settings, scripted, engine, calls={"max_attempts": 1, "breaker_failures": 1, "breaker_seconds": 0.1})
    scripted.reply(fail(500))
    with pytest.raises(ProviderUnavailableError):
        chat.complete(asked())
    time.sleep(0.1)
    scripted.reply(say("yes", delay_seconds=0.5))
    probe = threading.Thread(target=lambda: chat.complete(asked()))
    probe.start()
    wait_until(lambda: len(scripted.chats) == 2)
    with pytest.raises(CircuitOpenError):
        chat.complete(asked("Other."))
    probe.join()
    assert len(scripted.chats) == 2


def test_calls_that_fail_together_are_one_failure(settings: Settings, scripted: ScriptedServer, engine: Engine) -> None:
    chat = model(settings, scripted, engine, calls={"max_attempts": 2, "breaker_failures": 3, "retry_seconds": 0.3})
    for _ in range(6):
        scripted.reply(Delayed.fail)
    scripted.reply(say("yes"), stays=True)
    with ThreadPoolExecutor(6) as threads:
        replies = list(threads.map(lambda number: chat.complete(asked(str(number))), range(6)))
    assert {reply.text for reply in replies} == {"yes"}


class Delayed:
    """Six requests that are answered together."""

    _together = threading.Barrier(6)

    @classmethod
    def fail(cls, _received: object) -> Any:
        cls._together.wait(10)
        return fail(500)


def test_no_more_calls_run_at_the_same_time_than_allowed(
    settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    scripted.reply(say("yes", delay_seconds=0.1), stays=True)
    chat = model(settings, scripted, engine, openai={"max_concurrent": 2})
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda number: chat.complete(asked(str(number))), range(6)))
    assert (len(scripted.chats), scripted.most_at_once) == (6, 2)
