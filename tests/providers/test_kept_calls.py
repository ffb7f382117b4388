"""Replies that are kept: equal requests, streams and structured outputs cost one call."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from pydantic import BaseModel
from sqlalchemy import Engine

from bizrag.configuration.endpoint import Endpoint, JsonOutput
from bizrag.configuration.provider import ChatJob
from bizrag.errors import (
    InvalidOutputError,
    ProviderRejectedError,
    ProviderUnavailableError,
)
from bizrag.providers.calls import request_sha256
from bizrag.providers.chat import ChatModel, ChatRequest, ImagePart, Message
from bizrag.providers.openai_chat import OpenAIChat
from bizrag.providers.openai_client import close_clients
from bizrag.providers.structured import complete_as
from bizrag.settings import Settings
from bizrag.store.engine import open_engine
from tests.providers.call_lab import asked, model, read, rows, spend
from tests.scripted_server import ScriptedServer, cut, fail, say, say_json


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
