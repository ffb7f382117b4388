"""Ask a chat model for one output and count the calls that were really made."""

from __future__ import annotations

import threading
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel

from bizrag.providers.chat import ChatModel, ChatReply, ChatRequest, ImagePart
from bizrag.providers.prompts import messages, prompt_sha256
from bizrag.providers.structured import complete_as

T = TypeVar("T", bound=BaseModel)

# Part of every such description's key: raised when the code around the prompts changes what is asked or kept.
CHAT_DESCRIBER = 1

# of a prompt's hash: enough to tell versions apart
_PROMPT_DIGITS = 12


@dataclass(slots=True)
class Meter:
    """Counts what calls were made and what they cost. Safe for several threads."""

    calls: int = 0
    cost_usd: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def count(self, reply: ChatReply) -> None:
        """Take in a reply; one that was answered before cost nothing now."""
        if reply.is_cached:
            return
        with self._lock:
            self.calls += 1
            self.cost_usd += reply.cost_usd or 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Asks on behalf of documents, and counts."""

    documents: tuple[int, ...]
    meter: Meter

    def ask(self, chat: ChatModel, prompt: str, output: type[T], *images: ImagePart, **variables: object) -> T:
        """The answer to a prompt of providers/prompts, validated.

        Raises InvalidOutputError when it was not what was asked for twice; other errors as ``ChatModel.complete``.
        """
        metered = _Metered(chat, self.meter)
        return complete_as(metered, messages(prompt, *images, **variables), output, documents=self.documents)

    def complete(self, chat: ChatModel, request: ChatRequest) -> ChatReply:
        """The reply to a request, counted. Raises as ``ChatModel.complete``."""
        return _Metered(chat, self.meter).complete(request, documents=self.documents)


class _Metered:
    """A chat model whose replies are counted."""

    def __init__(self, chat: ChatModel, meter: Meter) -> None:
        self._chat, self._meter = chat, meter
        self.identity = chat.identity

    def complete(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> ChatReply:
        reply = self._chat.complete(request, documents=documents)
        self._meter.count(reply)
        return reply

    def stream(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> Generator[str, None, ChatReply]:
        reply = yield from self._chat.stream(request, documents=documents)
        self._meter.count(reply)
        return reply

    def discard(self, request: ChatRequest) -> None:
        self._chat.discard(request)


def describer_identity(model: str, prompt: str, **parameters: int) -> str:
    """Who describes and how: model with its parameters, prompt and code with their versions, parameters of ours.

    Part of every description's key: a change of any of them asks anew, and only what it concerns.
    """
    ours = "".join(f" {name}={value}" for name, value in sorted(parameters.items()))
    return f"{model} {prompt}:{prompt_sha256(prompt)[:_PROMPT_DIGITS]}/{CHAT_DESCRIBER}{ours}"
