"""Outputs as types: the JSON schema goes out, the reply is validated, a bad one is repaired once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from bizrag.errors import InvalidOutputError
from bizrag.providers.chat import ChatModel, ChatReply, ChatRequest, Message, TextPart
from bizrag.providers.prompts import render

__all__ = ["complete_as"]

T = TypeVar("T", bound=BaseModel)

_MAX_PROBLEMS = 10


def complete_as(chat: ChatModel, messages: Sequence[Message], output: type[T], documents: Sequence[int] = ()) -> T:
    """Ask, and get the reply as ``output``, whose aliases are the JSON keys.

    A reply that does not fit is shown to the model with what is wrong, once. Raises InvalidOutputError when that one
    does not fit either; both are then asked for anew the next time. Other errors as ``ChatModel.complete``.
    """
    request = ChatRequest(
        messages=tuple(messages),
        json_schema=output.model_json_schema(by_alias=True),
        schema_name=output.__name__.lstrip("_"),
    )
    reply = chat.complete(request, documents=documents)
    made, problems = _read(reply, output)
    if made is not None:
        return made
    repair = replace(request, messages=(*request.messages, *_asked_again(reply, problems)))
    made, problems = _read(chat.complete(repair, documents=documents), output)
    if made is None:
        chat.discard(request)
        chat.discard(repair)
        raise InvalidOutputError(f"{chat.identity} gave no valid {request.schema_name}: {'; '.join(problems)}")
    return made


def _read(reply: ChatReply, output: type[T]) -> tuple[T | None, list[str]]:
    """The output, or what is wrong with it."""
    if reply.finish_reason == "length":
        return None, ["it was cut at the limit of output tokens: be shorter"]
    try:
        return output.model_validate_json(json_text(reply.text)), []
    except ValidationError as error:
        return None, [_problem(item["loc"], item["msg"]) for item in error.errors()[:_MAX_PROBLEMS]]


def json_text(text: str) -> str:
    """The JSON object in a reply: models that nothing forces put thoughts, words or a code fence around it.

    >>> json_text('<think>{}?</think>Here: ```json\\n{"a": 1}\\n```')
    '{"a": 1}'
    """
    text = text.rpartition("</think>")[2]
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text


def _problem(place: tuple[int | str, ...], message: str) -> str:
    where = ".".join(map(str, place))
    return f"{where}: {message}" if where else message


def _asked_again(reply: ChatReply, problems: list[str]) -> tuple[Message, Message]:
    return (
        Message(role="assistant", parts=(TextPart(text=reply.text or "(nothing)"),)),
        Message(role="user", parts=(TextPart(text=render("repair_output", problems=problems)),)),
    )
