"""Calls over real HTTP with a real database: kept, shared, limited, tried again, counted."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from pydantic import BaseModel
from sqlalchemy import Engine, text

from bizrag.endpoint_settings import Endpoint, JsonOutput
from bizrag.errors import (
    CircuitOpenError,
    InvalidOutputError,
    ProviderRejectedError,
    ProviderTimeoutError,
    ProviderUnavailableError,
    RateLimitedError,
    RefusedError,
)
from bizrag.provider_settings import ChatJob
from bizrag.providers.calls import request_sha256
from bizrag.providers.chat import ChatModel, ChatReply, ChatRequest, ImagePart, Job, Message, TextPart
from bizrag.providers.factory import chat_model
from bizrag.providers.openai_chat import OpenAIChat
from bizrag.providers.openai_client import close_clients
from bizrag.providers.structured import complete_as
from bizrag.settings import Settings
from bizrag.store.blobs import BlobStore
from bizrag.store.engine import open_engine
from bizrag.store.forget import delete_unused, forget_documents
from tests.scripted_server import KEY, ScriptedServer, cut, fail, hang, refuse, say, say_json
from tests.store.conftest import Library

PRICED = "gpt-4.1-mini-2025-04-14"


def model(settings: Settings, scripted: ScriptedServer, engine: Engine, **changed: Any) -> ChatModel:
    """The chat model of descriptions of tables; ``changed``: calls, openai (server), job."""
    values = scripted.configure(settings, table=changed.get("job", {})).model_dump()
    for group in ("calls", "openai"):
        values["providers"][group] |= changed.get(group, {})
    made = chat_model(Settings.model_validate(values), Job.TABLE, engine)
    assert made is not None
    return made


@pytest.fixture
def chat(settings: Settings, scripted: ScriptedServer, engine: Engine) -> ChatModel:
    return model(settings, scripted, engine)


def asked(content: str = "Describe.", **request: Any) -> ChatRequest:
    return ChatRequest(messages=(Message(role="user", parts=(TextPart(text=content),)),), **request)


def rows(engine: Engine, statement: str) -> list[Any]:
    with engine.connect() as conn:
        return list(conn.execute(text(statement)))


def spend(engine: Engine) -> tuple[int, int, int]:
    """Calls answered, tries failed, calls without a price."""
    found = rows(
        engine,
        "SELECT coalesce(sum(num_calls), 0), coalesce(sum(num_failed), 0), coalesce(sum(num_unpriced), 0) "
        "FROM model_spend",
    )
    return tuple(map(int, found[0]))  # pyright: ignore[reportReturnType]


def read(stream: Any) -> tuple[list[str], ChatReply]:
    pieces: list[str] = []
    while True:
        try:
            pieces.append(next(stream))
        except StopIteration as end:
            return pieces, end.value


def documents(engine: Engine, *names: str) -> list[int]:
    with engine.begin() as conn:
        return [Library(conn).document(name).document_no for name in names]


# kept replies


def test_an_equal_request_is_answered_without_a_call_after_a_restart(
    settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    scripted.reply(say("A table of sales.", usage=(1000, 400, 50)))
    first = model(settings, scripted, engine).complete(asked())
    assert (first.text, first.is_cached) == ("A table of sales.", False)
    # 600 * 0.40 + 400 * 0.10 + 50 * 1.60 USD per million
    assert first.cost_usd == pytest.approx(0.00036)
    close_clients()
    engine.dispose()
    again = open_engine(settings)
    second = model(settings, scripted, again).complete(asked())
    again.dispose()
    assert (second.text, second.finish_reason, second.is_cached) == (first.text, "stop", True)
    assert (second.cost_usd, second.usage.input_tokens, second.usage.output_tokens) == (0, 0, 0)
    assert len(scripted.chats) == 1


def test_a_reply_is_kept_for_everything_that_it_depends_on() -> None:
    here = OpenAIChat(ChatJob(model="m"), Endpoint(base_url="http://127.0.0.1:1/v1"))
    red, blue = (ImagePart(sha256=colour, data=b"") for colour in ("red", "blue"))
    requests = [
        asked(),
        asked("Other."),
        asked(json_schema={"type": "object"}),
        asked(json_schema={"type": "object", "properties": {}}),
        ChatRequest(messages=(Message(role="system", parts=asked().messages[0].parts),)),
        ChatRequest(messages=(Message(role="user", parts=(red,)),)),
        ChatRequest(messages=(Message(role="user", parts=(blue,)),)),
    ]
    others = [
        OpenAIChat(here.job.model_copy(update=update), here.endpoint)
        for update in (
            {"model": "n"},
            {"temperature": 1.0},
            {"max_output_tokens": 9},
            {"extra": {"seed": 1}},
            {"json_output": JsonOutput.TEXT},
        )
    ]
    elsewhere = OpenAIChat(here.job, Endpoint(base_url="http://127.0.0.1:2/v1"))
    keys = [request_sha256(here, request) for request in requests]
    keys += [request_sha256(other, requests[0]) for other in [*others, elsewhere]]
    assert len(set(keys)) == len(keys)
    slower = OpenAIChat(here.job.model_copy(update={"timeout_seconds": 1.0}), here.endpoint)
    assert request_sha256(slower, requests[0]) == keys[0]


def test_fresh_calls_take_the_place_of_kept_ones(
    chat: ChatModel, settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    for said in ("old", "new"):
        scripted.reply(say(said))
    chat.complete(asked())
    assert model(settings, scripted, engine, calls={"fresh": True}).complete(asked()).text == "new"
    assert chat.complete(asked()).text == "new"
    assert spend(engine)[0] == len(scripted.chats) == 2


def test_what_databases_cannot_hold_is_taken_out(chat: ChatModel, scripted: ScriptedServer) -> None:
    scripted.reply(say("a\0b\ud800c"))
    first, second = chat.complete(asked("x\ud800\0y")), chat.complete(asked("x\ud800\0y"))
    assert first.text == second.text == "ab?c"
    assert scripted.chats[0].text == "x?y"


def test_equal_requests_of_threads_are_one_call(chat: ChatModel, scripted: ScriptedServer) -> None:
    scripted.reply(say("once", delay_seconds=0.3))
    with ThreadPoolExecutor(4) as threads:
        replies = list(threads.map(lambda _: chat.complete(asked()), range(4)))
    assert {reply.text for reply in replies} == {"once"}
    assert sorted(reply.is_cached for reply in replies) == [False, True, True, True]
    assert len(scripted.chats) == 1


def test_a_failed_call_lets_the_next_waiting_one_try(chat: ChatModel, scripted: ScriptedServer) -> None:
    scripted.reply(fail(400))
    scripted.reply(say("yes"))

    def outcome(_: int) -> str:
        try:
            return chat.complete(asked()).text
        except ProviderRejectedError:
            return "rejected"

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(outcome, range(2))) == ["rejected", "yes"]


# a second process


CHILD = """
import sys
import openai
from bizrag.providers.chat import ChatRequest, Job, Message, TextPart
from bizrag.providers.factory import chat_model
from bizrag.settings import Settings
from bizrag.store.engine import open_engine
settings = Settings()
chat = chat_model(settings, Job.TABLE, open_engine(settings))
print("ready", flush=True)
sys.stdin.readline()
for name in sys.argv[1:]:
    print(chat.complete(ChatRequest(messages=(Message(role="user", parts=(TextPart(text=name),)),))).text, flush=True)
"""


@contextmanager
def child(
    settings: Settings, scripted: ScriptedServer, *names: str, **variables: str
) -> Iterator[subprocess.Popen[str]]:
    """A process that asks the names one after the other, once a line is written to it."""
    environment = os.environ | {
        "BIZRAG_HOME": str(settings.home_path),
        "BIZRAG_DATABASE_URL": settings.database_url or "",
        "BIZRAG_PROVIDERS__OPENAI__BASE_URL": scripted.url,
        "BIZRAG_PROVIDERS__OPENAI__API_KEY": KEY,
        **variables,
    }
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, *names], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            yield process
        finally:
            process.kill()


def start(*processes: subprocess.Popen[str]) -> None:
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()


def test_equal_requests_of_two_processes_are_one_call(
    settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    scripted.reply(say("once", delay_seconds=0.5))
    with child(settings, scripted, "Describe.") as other:
        start(other)
        wait_until(lambda: len(scripted.chats) == 1)
        assert model(settings, scripted, engine).complete(asked()).is_cached
        assert other.communicate()[0] == "once\n"
    assert len(scripted.chats) == 1


def test_a_killed_process_repeats_the_call_in_flight_and_no_other(
    settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    scripted.reply(hang(30), when=lambda received: received.text == "c")
    scripted.reply(lambda received: say(received.text.upper()), stays=True)
    with child(settings, scripted, "a", "b", "c", "d") as other:
        start(other)
        wait_until(lambda: len(scripted.chats) == 3)
        other.kill()
    chat = model(settings, scripted, engine)
    replies = [chat.complete(asked(name)) for name in "abcd"]
    assert [reply.text for reply in replies] == ["A", "B", "C", "D"]
    assert [reply.is_cached for reply in replies] == [True, True, False, False]
    assert [received.text for received in scripted.chats] == ["a", "b", "c", "c", "d"]


def test_two_processes_share_the_limit_of_a_minute(settings: Settings, scripted: ScriptedServer) -> None:
    """120 a minute: 12 at once, then 1.8 a second. Alone, either process would never wait for its 8."""
    scripted.reply(say("yes"), stays=True)
    limit = {"BIZRAG_PROVIDERS__OPENAI__REQUESTS_PER_MINUTE": "120"}
    names = [[f"{process}{number}" for number in range(8)] for process in "ab"]
    with child(settings, scripted, *names[0], **limit) as one, child(settings, scripted, *names[1], **limit) as two:
        began = time.monotonic()
        start(one, two)
        for process in (one, two):
            assert process.communicate(timeout=60)[0] == "yes\n" * 8
    assert len(scripted.chats) == 16
    # 4 more than may come at once
    assert scripted.chats[-1].at - began > 4 / 1.8


def wait_until(is_so: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


# tries


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


def test_what_cannot_pass_is_not_tried_again(chat: ChatModel, scripted: ScriptedServer) -> None:
    scripted.reply(fail(401))
    with pytest.raises(ProviderRejectedError):
        chat.complete(asked())
    assert len(scripted.chats) == 1


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
    calls = {"max_attempts": 1, "breaker_failures": 3, "breaker_seconds": 0.5}
    chat = model(settings, scripted, engine, calls=calls)
    for _ in range(4):
        scripted.reply(fail(500))
    for _ in range(3):
        with pytest.raises(ProviderUnavailableError, match="500"):
            chat.complete(asked())
    with pytest.raises(CircuitOpenError, match="3 times in a row"):
        chat.complete(asked())
    assert len(scripted.chats) == 3
    time.sleep(0.5)
    # the probe fails, so it opens again at once
    with pytest.raises(ProviderUnavailableError, match="500"):
        chat.complete(asked())
    with pytest.raises(CircuitOpenError):
        chat.complete(asked())
    time.sleep(0.5)
    scripted.reply(say("yes"), stays=True)
    assert chat.complete(asked()).text == "yes"
    assert chat.complete(asked("Other.")).text == "yes"
    assert len(scripted.chats) == 6


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


# streams


def test_a_stream_is_kept_too(chat: ChatModel, scripted: ScriptedServer, engine: Engine) -> None:
    scripted.reply(say("one two three", usage=(10, 0, 3)))
    pieces, first = read(chat.stream(asked()))
    assert pieces == ["one", " two", " three"]
    assert first.cost_usd == pytest.approx((10 * 0.4 + 3 * 1.6) / 1e6)
    pieces, second = read(chat.stream(asked()))
    assert (pieces, second.is_cached) == (["one two three"], True)
    assert chat.complete(asked()).text == "one two three"
    assert len(scripted.chats) == 1
    assert spend(engine) == (1, 0, 0)


def test_a_stream_is_tried_again_until_it_begins(chat: ChatModel, scripted: ScriptedServer) -> None:
    for reply in (fail(500), fail(429, retry_after=0), say("one two")):
        scripted.reply(reply)
    assert read(chat.stream(asked()))[0] == ["one", " two"]


def test_a_cut_stream_is_an_error_and_not_kept(chat: ChatModel, scripted: ScriptedServer, engine: Engine) -> None:
    scripted.reply(cut("one two three", after=8))
    stream = chat.stream(asked())
    assert [next(stream), next(stream)] == ["one", " two"]
    with pytest.raises(ProviderUnavailableError):
        next(stream)
    assert rows(engine, "SELECT FROM model_call") == []
    # its price is not known
    assert spend(engine) == (1, 0, 1)


def test_a_listener_who_leaves_frees_the_place(settings: Settings, scripted: ScriptedServer, engine: Engine) -> None:
    scripted.reply(say("one two three"), stays=True)
    chat = model(settings, scripted, engine, openai={"max_concurrent": 1})
    stream = chat.stream(asked())
    assert next(stream) == "one"
    stream.close()
    assert read(chat.stream(asked("Other.")))[1].text == "one two three"
    assert spend(engine) == (2, 0, 1)


def test_an_empty_stream_is_an_empty_reply(chat: ChatModel, scripted: ScriptedServer) -> None:
    scripted.reply(say(""))
    pieces, reply = read(chat.stream(asked()))
    assert ("".join(pieces), reply.text, reply.finish_reason) == ("", "", "stop")


# outputs


class Sales(BaseModel):
    total: int


def test_an_output_that_was_repaired_is_kept_with_its_repair(chat: ChatModel, scripted: ScriptedServer) -> None:
    scripted.reply(say("12"))
    scripted.reply(say_json({"total": 12}))
    assert complete_as(chat, asked().messages, Sales).total == 12
    assert complete_as(chat, asked().messages, Sales).total == 12
    assert len(scripted.chats) == 2


def test_an_output_that_stays_bad_is_asked_for_again_next_time(
    chat: ChatModel, scripted: ScriptedServer, engine: Engine
) -> None:
    for reply in (say("no"), say("never"), say_json({"total": 12})):
        scripted.reply(reply)
    with pytest.raises(InvalidOutputError):
        complete_as(chat, asked().messages, Sales)
    assert rows(engine, "SELECT FROM model_call") == []
    assert complete_as(chat, asked().messages, Sales).total == 12
    # the bad ones were paid for as well
    assert spend(engine) == (3, 0, 0)


# what is counted and what is forgotten


def test_spend_is_counted_by_day_job_server_and_model(
    chat: ChatModel, settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    scripted.reply(say("yes", usage=(1_000_000, 250_000, 1000)), model=PRICED, stays=True)
    scripted.reply(say("yes", usage=(7, 0, 1)), model="unknown", stays=True)
    scripted.reply(say("yes", usage=None), model="silent", stays=True)
    for content in "ab":
        chat.complete(asked(content))
    model(settings, scripted, engine, job={"model": "unknown"}).complete(asked())
    assert model(settings, scripted, engine, job={"model": "silent"}).complete(asked()).cost_usd is None
    found = rows(
        engine,
        "SELECT job, endpoint, model, num_calls, num_unpriced, input_tokens, cached_tokens, output_tokens, cost_usd, "
        "day = CAST(now() AT TIME ZONE 'UTC' AS date) FROM model_spend ORDER BY model",
    )
    # twice 750,000 * 0.40 + 250,000 * 0.10 + 1,000 * 1.60 USD per million
    assert [(*row[:8], float(row[8]), row[9]) for row in found] == [
        ("table", scripted.url, PRICED, 2, 0, 2_000_000, 500_000, 2000, pytest.approx(0.6532), True),
        ("table", scripted.url, "silent", 1, 1, 0, 0, 0, 0.0, True),
        ("table", scripted.url, "unknown", 1, 1, 7, 0, 1, 0.0, True),
    ]


def test_replies_go_with_their_documents_and_spend_stays(
    chat: ChatModel, scripted: ScriptedServer, engine: Engine, settings: Settings
) -> None:
    scripted.reply(say("yes"), stays=True)
    one, two = documents(engine, "one.pdf", "two.pdf")
    chat.complete(asked("of one"), documents=[one])
    # the same table in two documents
    chat.complete(asked("of either"), documents=[one])
    chat.complete(asked("of either"), documents=[two])
    # made from both, as a rerank is
    chat.complete(asked("of both"), documents=[one, two])
    chat.complete(asked("of none"))
    before = len(scripted.chats)
    assert before == 4
    forget_documents(engine, [one])
    assert delete_unused(engine, BlobStore(settings.blobs))["model_calls"] == 2
    kept = [chat.complete(asked(content)).is_cached for content in ("of either", "of none", "of one", "of both")]
    assert kept == [True, True, False, False]
    forget_documents(engine, [two])
    assert delete_unused(engine, BlobStore(settings.blobs))["model_calls"] == 1
    assert spend(engine)[0] == len(scripted.chats) == 6


def test_a_document_that_is_gone_does_not_fail_its_call(chat: ChatModel, scripted: ScriptedServer) -> None:
    scripted.reply(say("yes"))
    assert chat.complete(asked(), documents=[12345]).text == "yes"


def test_the_key_is_in_no_log_and_no_row(
    chat: ChatModel, scripted: ScriptedServer, engine: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    scripted.reply(fail(500, f"upstream said {KEY}"))
    scripted.reply(say("yes"))
    with caplog.at_level(logging.DEBUG):
        chat.complete(asked())
    stored = [str(row) for table in ("model_call", "model_spend") for row in rows(engine, f"SELECT * FROM {table}")]
    assert len(stored) == 2
    assert [shown for shown in [*stored, caplog.text, repr(chat), str(vars(chat))] if KEY in shown] == []


# limits


def test_tokens_are_reserved_by_estimate_and_corrected_by_usage(
    settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    scripted.reply(say("yes", usage=(3000, 0, 1000)))
    model(settings, scripted, engine, openai={"tokens_per_minute": 60_000}).complete(asked())
    (row,) = rows(engine, "SELECT tokens_left, requests_left FROM model_rate")
    # a tenth of a minute's tokens may go at once; 4,000 are used, and 900 come back each second
    assert 6000 - 4000 <= row.tokens_left < 6000 - 4000 + 900 * 2


def test_a_provider_that_asks_for_silence_silences_all_processes(
    settings: Settings, scripted: ScriptedServer, engine: Engine
) -> None:
    scripted.reply(fail(429, retry_after=0.5), when=lambda received: received.text == "first")
    scripted.reply(say("yes"), stays=True)
    chat = model(settings, scripted, engine, openai={"requests_per_minute": 6000})
    with ThreadPoolExecutor(1) as thread:
        first = thread.submit(chat.complete, asked("first"))
        wait_until(lambda: rows(engine, "SELECT FROM model_rate WHERE paused_until > now()") != [])
        chat.complete(asked("second"))
        first.result()
    silenced, *after = scripted.chats
    assert min(received.at for received in after) - silenced.at >= 0.45
