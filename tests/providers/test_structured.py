"""Outputs as types over real HTTP: valid, repaired once, or an error that lets the item be tried again."""

from __future__ import annotations

import json
from typing import Literal

import pytest
from pydantic import BaseModel, Field

from bizrag.configuration.endpoint import Endpoint
from bizrag.configuration.provider import ChatJob
from bizrag.errors import InvalidOutputError, TransientError
from bizrag.providers.chat import Message, TextPart
from bizrag.providers.json_schema import is_strict, strict_schema
from bizrag.providers.openai_chat import OpenAIChat
from bizrag.providers.structured import complete_as
from tests.scripted_server import Reply, ScriptedServer, say, say_json, too_long


class Kind(BaseModel):
    kind: Literal["standard", "presentation"] = Field(alias="DOCUMENT TYPE")
    size: int = Field(default=1, alias="SIZE")


ASKED = (Message(role="user", parts=(TextPart(text="Which?"),)),)


@pytest.fixture
def chat(scripted: ScriptedServer) -> OpenAIChat:
    return OpenAIChat(ChatJob(model="m"), Endpoint(base_url=scripted.url))


def test_the_schema_is_that_of_the_type_with_its_json_keys(chat: OpenAIChat, scripted: ScriptedServer) -> None:
    scripted.reply(say_json({"DOCUMENT TYPE": "standard", "SIZE": 3}))
    made = complete_as(chat, ASKED, Kind)
    assert (made.kind, made.size) == ("standard", 3)
    form = scripted.chats[0].body["response_format"]["json_schema"]
    assert (form["name"], form["strict"]) == ("Kind", True)
    assert form["schema"]["required"] == ["DOCUMENT TYPE", "SIZE"]


@pytest.mark.parametrize(
    "text",
    [
        '```json\n{"DOCUMENT TYPE": "standard"}\n```',
        '<think>{"DOCUMENT TYPE": "presentation"}</think>\n{"DOCUMENT TYPE": "standard"}',
        'Here you are: {"DOCUMENT TYPE": "standard"} I hope it helps.',
    ],
)
def test_words_around_the_json_are_passed_over(chat: OpenAIChat, scripted: ScriptedServer, text: str) -> None:
    scripted.reply(say(text))
    assert complete_as(chat, ASKED, Kind).kind == "standard"
    assert len(scripted.chats) == 1


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        (say("standard"), "Invalid JSON"),
        (say_json({"DOCUMENT TYPE": "letter"}), "DOCUMENT TYPE: Input should be 'standard' or 'presentation'"),
        (say_json({}), "DOCUMENT TYPE: Field required"),
        (say(""), "Invalid JSON"),
        (too_long('{"DOCUMENT TYPE": "standard"}'), "it was cut at the limit"),
    ],
)
def test_a_bad_output_is_repaired_once(chat: OpenAIChat, scripted: ScriptedServer, bad: Reply, problem: str) -> None:
    scripted.reply(bad)
    scripted.reply(say_json({"DOCUMENT TYPE": "presentation"}))
    assert complete_as(chat, ASKED, Kind).kind == "presentation"
    first, second = scripted.chats
    assert second.messages[: len(first.messages)] == first.messages
    assert [message["role"] for message in second.messages[-2:]] == ["assistant", "user"]
    assert second.messages[-2]["content"] == (bad.text or "(nothing)")
    assert problem in second.messages[-1]["content"]
    assert second.body["response_format"] == first.body["response_format"]


def test_two_bad_outputs_are_an_error_that_may_pass(chat: OpenAIChat, scripted: ScriptedServer) -> None:
    scripted.reply(say("no"), stays=True)
    with pytest.raises(InvalidOutputError, match=r"openai/m.* gave no valid Kind: Invalid JSON") as caught:
        complete_as(chat, ASKED, Kind)
    assert isinstance(caught.value, TransientError)
    assert len(scripted.chats) == 2


class Inner(BaseModel):
    name: str = Field(max_length=5)


class Outer(BaseModel):
    inner: list[Inner] = []
    default: Inner | None = None
    free: dict[str, int] = {}


def test_strict_schemas_close_objects_and_require_all_keys() -> None:
    class Nested(BaseModel):
        inner: list[Inner] = []
        default: Inner | None = None

    made = strict_schema(Nested.model_json_schema())
    assert made["required"] == ["inner", "default"]
    assert made["additionalProperties"] is made["$defs"]["Inner"]["additionalProperties"] is False
    assert '"maxLength"' not in json.dumps(made)
    # a property may have the name of a keyword
    assert made["properties"]["default"]["anyOf"][0] == {"$ref": "#/$defs/Inner"}
    assert is_strict(Nested.model_json_schema())


def test_objects_with_free_keys_are_not_strict() -> None:
    assert not is_strict(Outer.model_json_schema())
    assert not is_strict({"type": "object"})
    assert not is_strict({"anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": True}]})
