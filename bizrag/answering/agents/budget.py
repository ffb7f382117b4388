"""What the agents of one question may spend: calls, tokens, time. Asked before every call, so no limit is passed."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence

from bizrag.configuration.agent import AgentSettings
from bizrag.model.agents import AgentFailure
from bizrag.providers.chat import ChatModel, ChatReply, ChatRequest, Message, TextPart
from bizrag.providers.tokens import estimate_tokens


class BudgetReachedError(Exception):
    """A call would go beyond a limit; it was not made."""

    def __init__(self, failure: AgentFailure, message: str) -> None:
        super().__init__(message)
        self.failure = failure


class BudgetedChat:
    """A chat model for one question, with its limits (implements ``ChatModel``).

    Tokens are estimated, for replies that were kept as well: the same question goes equally far the second time.
    """

    def __init__(self, chat: ChatModel, limits: AgentSettings) -> None:
        self._chat = chat
        self.identity = chat.identity
        self._limits = limits
        self._began = time.monotonic()
        self._num_calls = 0
        self._num_tokens = 0

    def complete(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> ChatReply:
        """As the model behind it. Raises BudgetReachedError where a limit does not allow the call."""
        self._reserve(request)
        reply = self._chat.complete(request, documents=documents)
        self._num_tokens += _size(reply.text)
        return reply

    def stream(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> Generator[str, None, ChatReply]:
        """As ``complete``, in one piece: nobody reads along while agents talk."""
        reply = self.complete(request, documents=documents)
        yield reply.text
        return reply

    def discard(self, request: ChatRequest) -> None:
        """As the model behind it."""
        self._chat.discard(request)

    def _reserve(self, request: ChatRequest) -> None:
        limits = self._limits
        if self._num_calls >= limits.max_calls:
            raise BudgetReachedError(AgentFailure.MAX_CALLS, f"the agents may make {limits.max_calls} calls")
        tokens = estimate_tokens(request, max_output_tokens=0)
        if self._num_tokens + tokens > limits.max_tokens:
            raise BudgetReachedError(
                AgentFailure.MAX_TOKENS,
                f"the agents may use {limits.max_tokens:,} tokens: {self._num_tokens:,} are used, "
                f"the next call takes about {tokens:,}",
            )
        if time.monotonic() - self._began > limits.max_seconds:
            raise BudgetReachedError(AgentFailure.MAX_SECONDS, f"the agents may take {limits.max_seconds:g} seconds")
        self._num_calls += 1
        self._num_tokens += tokens


def _size(text: str) -> int:
    """Tokens of a text as requests are estimated."""
    message = Message(role="assistant", parts=(TextPart(text=text),))
    return estimate_tokens(ChatRequest(messages=(message,)), max_output_tokens=0)
