"""The port of chat models: a conversation of texts and images in, a text out, whole or as it is written."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol

__all__ = ["ChatModel", "ChatReply", "ChatRequest", "ImagePart", "Job", "Message", "TextPart", "Usage"]


class Job(StrEnum):
    """What a model is asked for; every job has its own model and parameters in the settings."""

    CLASSIFY = "classify"
    TITLE = "title"
    TABLE = "table"
    PICTURE = "picture"
    SLIDE = "slide"
    REWRITE = "rewrite"
    RERANK = "rerank"
    ANSWER = "answer"
    JUDGE = "judge"
    JUDGE_BINARY = "judge_binary"
    FORMAT = "format"
    AGENT = "agent"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPart:
    """A piece of text in a message."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImagePart:
    """An image in a message, encoded as the provider takes it."""

    # hash of ``data``: what a cached call is keyed by
    sha256: str
    data: bytes = field(repr=False)
    # image/png, image/jpeg
    mime_type: str = "image/png"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    parts: tuple[TextPart | ImagePart, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """What a model is asked. The model and its parameters belong to the ChatModel."""

    messages: tuple[Message, ...]
    # JSON schema of the output, where the answer must be JSON; schema_name names it for the provider
    json_schema: dict[str, Any] | None = None
    schema_name: str = "output"
    # time.monotonic() at which nobody waits for the reply any more; no part of what is asked
    until: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of a call as the provider counts them; None where it does not say."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """What a model said."""

    text: str
    usage: Usage = Usage()
    # cut at the limit of output tokens; what a content filter stops raises RefusedError instead
    finish_reason: Literal["stop", "length"] = "stop"
    # True when no call was made: an equal one was answered before
    is_cached: bool = False
    seconds: float = 0.0
    # None where the price of the model is not known
    cost_usd: float | None = None


class ChatModel(Protocol):
    """A chat model of one job. Safe for several threads."""

    @property
    def identity(self) -> str:
        """Who computes and with which parameters, part of every output's key: ``openai/gpt-4.1-mini-2025-04-14?...``"""
        ...

    def complete(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> ChatReply:
        """The whole reply. ``documents`` are the numbers of the documents that the call serves.

        Raises TransientError where trying again may help (after the adapter's own retries), PermanentError otherwise.
        """
        ...

    def stream(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> Generator[str, None, ChatReply]:
        """The reply in pieces as it is written; the generator returns the whole (``reply = yield from ...``).

        Raises as ``complete``; a stream that breaks off raises too.
        """
        ...

    def discard(self, request: ChatRequest) -> None:
        """The reply to this request was of no use: an equal request shall be a new call."""
        ...
