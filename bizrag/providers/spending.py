"""What model calls cost: a chat model that keeps count of what is asked through it."""

from __future__ import annotations

import threading
from collections.abc import Generator, Sequence

from bizrag.model.spending import Spending
from bizrag.providers.chat import ChatModel, ChatReply, ChatRequest


class MeteredChat:
    """A chat model with the spending of everything that was asked through it (implements ``ChatModel``)."""

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat
        self._lock = threading.Lock()
        self.spending = Spending()
        self.identity = chat.identity

    def complete(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> ChatReply:
        """As the model behind it."""
        reply = self._chat.complete(request, documents=documents)
        self._count(reply)
        return reply

    def stream(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> Generator[str, None, ChatReply]:
        """As the model behind it."""
        reply = yield from self._chat.stream(request, documents=documents)
        self._count(reply)
        return reply

    def discard(self, request: ChatRequest) -> None:
        """As the model behind it."""
        self._chat.discard(request)

    def _count(self, reply: ChatReply) -> None:
        spent = Spending(
            num_calls=1,
            num_cached=int(reply.is_cached),
            input_tokens=reply.usage.input_tokens,
            output_tokens=reply.usage.output_tokens,
            cost_usd=reply.cost_usd,
        )
        with self._lock:
            self.spending += spent
