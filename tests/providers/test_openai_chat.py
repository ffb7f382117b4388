"""The adapter over real HTTP: what is sent, what comes back, and what errors become."""

from __future__ import annotations

import io
import logging
import socket
from collections.abc import Generator
from email.utils import formatdate

import pytest
from PIL import Image

from bizrag.configuration.endpoint import Endpoint, JsonOutput
from bizrag.configuration.provider import ChatJob
from bizrag.errors import (
    PermanentError,
    ProviderError,
    ProviderRejectedError,
    ProviderTimeoutError,
    ProviderUnavailableError,
    ProviderUnusableError,
    RateLimitedError,
    RefusedError,
    TransientError,
)
from bizrag.model.hashing import sha256_bytes
from bizrag.providers.chat import ChatReply, ChatRequest, ImagePart, Message, TextPart, Usage
from bizrag.providers.openai_chat import OpenAIChat
from bizrag.providers.openai_client import close_clients, open_client, retry_after_seconds
from tests.scripted_server import KEY, Reply, ScriptedServer, cut, fail, filtered, hang, refuse, say, too_long

SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {"TITLE": {"type": "string", "default": "", "maxLength": 9}},
}


def chat(scripted: ScriptedServer, *, job: ChatJob | None = None, **endpoint: object) -> OpenAIChat:
    return OpenAIChat(
        job or ChatJob(model="m"), Endpoint.model_validate({"base_url": scripted.url, "api_key": KEY} | endpoint)
    )


def asked(*parts: str | ImagePart, schema: dict[str, object] | None = None) -> ChatRequest:
    shown = tuple(TextPart(text=part) if isinstance(part, str) else part for part in parts)
    return ChatRequest(
        messages=(Message(role="system", parts=(TextPart(text="Be short."),)), Message(role="user", parts=shown)),
        json_schema=schema,
    )


def picture(colour: str) -> ImagePart:
    buffer = io.BytesIO()
    Image.new("RGB", (5, 3), colour).save(buffer, "PNG")
    return ImagePart(sha256=sha256_bytes(buffer.getvalue()), data=buffer.getvalue())


def read(stream: Generator[str, None, ChatReply]) -> tuple[list[str], ChatReply]:
    pieces: list[str] = []
    while True:
        try:
            pieces.append(next(stream))
        except StopIteration as end:
            return pieces, end.value


def test_a_call_sends_model_parameters_and_key_and_returns_text_and_usage(scripted: ScriptedServer) -> None:
    scripted.reply(say("Paris", usage=(120, 20, 7)))
    job = ChatJob(model="m", temperature=0.5, max_output_tokens=33, extra={"seed": 7})
    reply = chat(scripted, job=job).complete(asked("Capital of France?"))
    assert (reply.text, reply.finish_reason) == ("Paris", "stop")
    assert reply.usage == Usage(input_tokens=120, output_tokens=7, cached_tokens=20)
    (sent,) = scripted.chats
    assert sent.body == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be short."},
            {"role": "user", "content": "Capital of France?"},
        ],
        "temperature": 0.5,
        "max_completion_tokens": 33,
        "seed": 7,
    }
    assert sent.headers["authorization"] == f"Bearer {KEY}"


def test_what_a_server_does_not_know_is_left_out(scripted: ScriptedServer) -> None:
    scripted.reply(say("yes", usage=None))
    job = ChatJob(model="m", temperature=None, max_output_tokens=5)
    reply = chat(scripted, job=job, output_limit_field="max_tokens").complete(asked("?"))
    assert reply.usage == Usage()
    assert set(scripted.chats[0].body) == {"model", "messages", "max_tokens"}


def test_images_arrive_as_they_were_sent(scripted: ScriptedServer) -> None:
    scripted.reply(say("two"))
    red, blue = picture("red"), picture("blue")
    chat(scripted).complete(asked(red, blue, "Which colours?"))
    (sent,) = scripted.chats
    assert sent.images == [red.data, blue.data]
    assert [Image.open(io.BytesIO(data)).getpixel((0, 0)) for data in sent.images] == [(255, 0, 0), (0, 0, 255)]
    content = sent.messages[1]["content"]
    assert [part["type"] for part in content] == ["image_url", "image_url", "text"]
    assert content[0]["image_url"]["url"].startswith("data:image/png;base64,")


@pytest.mark.parametrize("mode", JsonOutput)
def test_the_schema_goes_to_servers_as_they_take_it(scripted: ScriptedServer, mode: JsonOutput) -> None:
    scripted.reply(say("{}"))
    chat(scripted, json_output=mode).complete(asked("Title?", schema=SCHEMA))
    sent = scripted.chats[0]
    strict = {
        "type": "object",
        "properties": {"TITLE": {"type": "string"}},
        "required": ["TITLE"],
        "additionalProperties": False,
    }
    forms = {
        JsonOutput.SCHEMA: {
            "type": "json_schema",
            "json_schema": {"name": "output", "strict": True, "schema": strict},
        },
        JsonOutput.OBJECT: {"type": "json_object"},
        JsonOutput.TEXT: None,
    }
    assert sent.body.get("response_format") == forms[mode]
    assert ('"maxLength": 9' in sent.text) == (mode is not JsonOutput.SCHEMA)


def test_a_schema_with_free_keys_is_sent_as_it_is(scripted: ScriptedServer) -> None:
    scripted.reply(say("{}"))
    schema: dict[str, object] = {
        "type": "object",
        "properties": {"a": {"type": "object", "additionalProperties": {"type": "string"}}},
    }
    chat(scripted).complete(asked("?", schema=schema))
    form = scripted.chats[0].body["response_format"]["json_schema"]
    assert (form["strict"], form["schema"]) == (False, schema)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (fail(400), ProviderRejectedError),
        (fail(401), ProviderUnusableError),
        (fail(403), ProviderUnusableError),
        (fail(404), ProviderUnusableError),
        (fail(413), ProviderRejectedError),
        (fail(422), ProviderRejectedError),
        (fail(501), ProviderRejectedError),
        (fail(500, "image input is not supported"), ProviderRejectedError),
        (fail(400, code="content_filter"), RefusedError),
        (refuse(), RefusedError),
        (filtered(), RefusedError),
        (fail(408), ProviderTimeoutError),
        (fail(409), ProviderUnavailableError),
        (fail(429), RateLimitedError),
        (fail(429, code="insufficient_quota"), ProviderUnusableError),
        (fail(500), ProviderUnavailableError),
        (fail(503), ProviderUnavailableError),
        (cut("a whole answer", after=40), ProviderUnavailableError),
        (Reply(raw=b'{"choices": [{"message": '), ProviderUnavailableError),
        (Reply(raw=b'{"detail": "moved"}'), ProviderUnusableError),
        (Reply(raw=b'{"choices": []}'), ProviderUnusableError),
        (Reply(raw=b"<html>hello</html>", headers={"Content-Type": "text/html"}), ProviderUnusableError),
    ],
)
def test_every_failure_is_permanent_or_transient(
    scripted: ScriptedServer, reply: Reply, expected: type[ProviderError]
) -> None:
    scripted.reply(reply)
    with pytest.raises(expected) as caught:
        chat(scripted).complete(asked("?"))
    assert type(caught.value) is expected
    assert isinstance(caught.value, PermanentError) != isinstance(caught.value, TransientError)
    assert "\n" not in str(caught.value)
    assert len(scripted.chats) == 1


def test_a_slow_server_is_left(scripted: ScriptedServer) -> None:
    scripted.reply(hang(1.0))
    with pytest.raises(ProviderTimeoutError, match="took too long"):
        chat(scripted, job=ChatJob(model="m", timeout_seconds=0.1)).complete(asked("?"))


def test_nobody_listens() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
        with pytest.raises(ProviderUnavailableError, match="cannot be reached"):
            OpenAIChat(ChatJob(model="m"), Endpoint(base_url=address)).complete(asked("?"))
    close_clients()


def test_a_cut_at_the_output_limit_is_said(scripted: ScriptedServer) -> None:
    scripted.reply(too_long("The capital of"))
    assert chat(scripted).complete(asked("?")).finish_reason == "length"


def test_retry_after_is_read_as_seconds_and_as_a_date(scripted: ScriptedServer) -> None:
    scripted.reply(fail(429, retry_after=2.5))
    with pytest.raises(RateLimitedError) as caught:
        chat(scripted).complete(asked("?"))
    assert caught.value.retry_after_seconds == 2.5
    in_the_past, far = formatdate(0, usegmt=True), formatdate(4_000_000_000, usegmt=True)
    assert retry_after_seconds(in_the_past) == 0
    assert (retry_after_seconds(far) or 0) > 1e8
    assert retry_after_seconds("soon") is retry_after_seconds(None) is None


def test_a_stream_comes_in_pieces_and_ends_with_the_whole(scripted: ScriptedServer) -> None:
    scripted.reply(say("The capital is Paris.", usage=(9, 0, 4)))
    pieces, reply = read(chat(scripted).stream(asked("?")))
    assert pieces == ["The", " capital", " is", " Paris."]
    assert (reply.text, reply.finish_reason) == ("The capital is Paris.", "stop")
    assert reply.usage == Usage(input_tokens=9, output_tokens=4, cached_tokens=0)


def test_a_stream_without_token_counts_is_a_setting(scripted: ScriptedServer) -> None:
    scripted.reply(say("yes"))
    assert read(chat(scripted, stream_usage=False).stream(asked("?")))[1].usage == Usage()
    assert "stream_options" not in scripted.chats[0].body


def test_a_stream_that_breaks_off_raises_after_its_pieces(scripted: ScriptedServer) -> None:
    scripted.reply(cut("one two three", after=8))
    stream = chat(scripted).stream(asked("?"))
    assert [next(stream), next(stream)] == ["one", " two"]
    with pytest.raises(ProviderUnavailableError):
        next(stream)


def test_a_stream_without_an_end_is_no_answer(scripted: ScriptedServer) -> None:
    """Some proxies close cut streams politely."""
    events = b'data: {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": ' + (
        b'[{"index": 0, "delta": {"content": "one"}, "finish_reason": null}]}\n\n'
    )
    scripted.reply(Reply(raw=events, headers={"Content-Type": "text/event-stream"}))
    stream = chat(scripted).stream(asked("?"))
    assert next(stream) == "one"
    with pytest.raises(ProviderUnavailableError, match="broke off"):
        next(stream)


@pytest.mark.parametrize(
    "reply",
    [
        Reply(raw=b"<html>\n\n<p>Welcome</p></html>", headers={"Content-Type": "text/html"}),
        Reply(raw=b'{"choices": []}'),
        Reply(raw=b'data: {"choices": []}\n\ndata: [DONE]\n\n', headers={"Content-Type": "text/event-stream"}),
        Reply(raw=b'data: {"detail": "moved"}\n\n', headers={"Content-Type": "text/event-stream"}),
        Reply(raw=b"data: [1]\n\n", headers={"Content-Type": "text/event-stream"}),
    ],
    ids=["a web page", "no stream", "no choices", "another object", "no object"],
)
def test_a_stream_of_something_else_is_told_as_an_answer_of_something_else(
    scripted: ScriptedServer, reply: Reply
) -> None:
    scripted.reply(reply)
    with pytest.raises(ProviderUnusableError, match="does not answer as the OpenAI API does: its address"):
        read(chat(scripted).stream(asked("?")))


def test_a_stream_that_breaks_off_before_anything_came_is_no_stream_of_something_else(scripted: ScriptedServer) -> None:
    scripted.reply(Reply(raw=b"", headers={"Content-Type": "text/event-stream"}))
    with pytest.raises(ProviderUnavailableError, match="broke off"):
        read(chat(scripted).stream(asked("?")))


@pytest.mark.parametrize("reply", [refuse(), filtered()])
def test_a_stream_can_be_refused(scripted: ScriptedServer, reply: Reply) -> None:
    scripted.reply(reply)
    with pytest.raises(RefusedError):
        read(chat(scripted).stream(asked("?")))


def test_the_key_is_in_no_error_no_log_and_no_repr(scripted: ScriptedServer, caplog: pytest.LogCaptureFixture) -> None:
    scripted.reply(fail(401, f"Incorrect API key provided: {KEY}."))
    model = chat(scripted)
    with caplog.at_level(logging.DEBUG), pytest.raises(ProviderUnusableError) as caught:
        model.complete(asked("?"))
    assert "Incorrect API key provided: [key]." in str(caught.value)
    shown = [str(caught.value), repr(caught.value), repr(model), repr(model.endpoint), str(model.endpoint), caplog.text]
    assert caplog.text
    assert [text for text in shown if KEY in text] == []
    assert scripted.chats[0].headers["authorization"].endswith(KEY)


def test_azure_calls_name_the_deployment_and_the_version(scripted: ScriptedServer) -> None:
    scripted.reply(say("yes"))
    chat(scripted, base_url=scripted.url.removesuffix("/v1"), azure_api_version="2024-10-21").complete(asked("?"))
    (sent,) = scripted.received
    assert sent.path == "/openai/deployments/m/chat/completions?api-version=2024-10-21"
    assert sent.headers["api-key"] == KEY


def test_one_client_serves_a_server(scripted: ScriptedServer) -> None:
    endpoint = Endpoint(base_url=scripted.url)
    assert open_client(endpoint) is open_client(Endpoint(base_url=scripted.url + "/"))
    assert open_client(endpoint).max_retries == 0


def test_no_test_reaches_a_real_provider() -> None:
    with pytest.raises(AssertionError, match=r"a test called api\.openai\.com"):
        OpenAIChat(ChatJob(), Endpoint()).complete(asked("?"))
    close_clients()


def test_the_identity_names_model_and_parameters_and_no_place() -> None:
    job = ChatJob(model="m", temperature=None, max_output_tokens=9, extra={"b": 1, "a": 2})
    here, there = (OpenAIChat(job, Endpoint(base_url=url)).identity for url in ("http://a/v1", "http://b/v1"))
    assert here == there == 'openai/m?max_output_tokens=9&{"a": 2, "b": 1}'
    assert OpenAIChat(ChatJob(model="m"), Endpoint()).identity == "openai/m?temperature=0.0&max_output_tokens=2000"
