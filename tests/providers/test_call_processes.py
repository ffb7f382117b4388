"""Calls of several processes: shared replies, shared limits, and what a killed one repeats."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from sqlalchemy import Engine

from bizrag.settings import Settings
from tests.providers.call_lab import asked, model, rows
from tests.scripted_server import KEY, ScriptedServer, fail, hang, say
from tests.waiting import wait_until

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
) -> Generator[subprocess.Popen[str]]:
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


@pytest.mark.slow
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
