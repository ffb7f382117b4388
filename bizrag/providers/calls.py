"""A chat model whose replies are kept: an equal request is answered without a call, also by another process, also after
a crash. Around the calls that remain: limits, tries, breaker, prices (``caller``)."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bizrag.configuration.provider import CallSettings
from bizrag.errors import RefusedError
from bizrag.model.hashing import sha256_json
from bizrag.providers.caller import Caller
from bizrag.providers.chat import ChatReply, ChatRequest, ImagePart, Job, Message, TextPart, Usage
from bizrag.providers.openai_chat import OpenAIChat
from bizrag.providers.tokens import estimate_tokens
from bizrag.store import calls as store
from bizrag.store.single_flight import single_flight

if TYPE_CHECKING:
    from sqlalchemy import Engine

__all__ = ["KeptChat", "request_sha256"]

# What a reply that was kept takes.
_NOTHING = Usage(input_tokens=0, output_tokens=0, cached_tokens=0)


class KeptChat:
    """A chat model of one job with the replies that the database keeps."""

    def __init__(self, model: OpenAIChat, job: Job, calls: CallSettings, engine: Engine) -> None:
        self._model = model
        self._engine = engine
        self._is_fresh = calls.fresh
        self._caller = Caller(job=job.value, model=model.job.model, endpoint=model.endpoint, calls=calls, engine=engine)

    @property
    def identity(self) -> str:
        """Model and parameters."""
        return self._model.identity

    def complete(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> ChatReply:
        """The kept reply to an equal request, or a call. Of equal requests at the same time one is a call."""
        key = request_sha256(self._model, request)
        return single_flight(self._engine).once(
            key, lambda: self._find(key, documents), lambda: self._call(key, request, documents)
        )

    def stream(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> Generator[str, None, ChatReply]:
        """As ``complete``, in pieces; a kept reply is one piece. Tried again only until the first piece came."""
        key = request_sha256(self._model, request)
        kept = self._find(key, documents)
        if kept is not None:
            yield kept.text
            return kept
        tokens = self._estimate(request)
        started = self._caller.run(lambda: _Started(self._caller.guard(), self._model.stream(request)), tokens=tokens)
        try:
            with started.open_call:
                reply = yield from started.pieces()
        except BaseException:
            # what was begun has its price, which nobody tells when the end is not heard
            self._caller.count(Usage(), 0.0)
            raise
        return self._save(key, reply, documents, tokens=tokens)

    def discard(self, request: ChatRequest) -> None:
        """Forget the reply to this request."""
        store.delete_call(self._engine, request_sha256(self._model, request))

    def _find(self, key: str, documents: Sequence[int]) -> ChatReply | None:
        found = None if self._is_fresh else store.find_reply(self._engine, key, documents)
        if found is None:
            return None
        return ChatReply(text=found[0], finish_reason=found[1], usage=_NOTHING, is_cached=True, cost_usd=0.0)

    def _call(self, key: str, request: ChatRequest, documents: Sequence[int]) -> ChatReply:
        tokens = self._estimate(request)
        total = self._model.job.total_seconds
        hurried = request if total is None else replace(request, until=time.monotonic() + total)

        def once() -> ChatReply:
            with self._caller.guard():
                return self._model.complete(hurried)

        try:
            reply = self._caller.run(once, tokens=tokens, until=hurried.until)
        except RefusedError as error:
            # a refusal has its price
            self._caller.count(Usage(input_tokens=error.input_tokens, output_tokens=error.output_tokens), 0.0)
            raise
        return self._save(key, reply, documents, tokens=tokens)

    def _save(self, key: str, reply: ChatReply, documents: Sequence[int], *, tokens: int) -> ChatReply:
        self._caller.correct(reply.usage, tokens=tokens)
        spend = self._caller.spend(reply.usage, reply.seconds)
        store.save_call(
            self._engine,
            self._caller.call,
            spend,
            request_sha256=key,
            response=reply.text,
            finish_reason=reply.finish_reason,
            documents=documents,
        )
        return replace(reply, cost_usd=float(spend.cost_usd) if spend.cost_usd is not None else None)

    def _estimate(self, request: ChatRequest) -> int:
        return estimate_tokens(request, max_output_tokens=self._model.job.max_output_tokens)


class _Started:
    """A stream whose first piece is there, inside its guard."""

    def __init__(self, guard: AbstractContextManager[None], stream: Generator[str, None, ChatReply]) -> None:
        self._stream = stream
        self._first: str | None = None
        self._reply: ChatReply | None = None
        with ExitStack() as stack:
            stack.enter_context(guard)
            stack.callback(stream.close)
            try:
                self._first = next(stream)
            except StopIteration as end:
                self._reply = end.value
            # closes the stream and leaves the guard, which hears of an error
            self.open_call = stack.pop_all()

    def pieces(self) -> Generator[str, None, ChatReply]:
        """All pieces, then the whole."""
        if self._first is not None:
            yield self._first
        if self._reply is not None:
            return self._reply
        return (yield from self._stream)


def request_sha256(model: OpenAIChat, request: ChatRequest) -> str:
    """What a kept reply is found by: everything that the reply depends on, images by their hashes."""
    return sha256_json(
        {
            "endpoint": model.endpoint.url,
            "parameters": model.parameters,
            "messages": [_message(message) for message in request.messages],
            "schema": [request.schema_name, request.json_schema] if request.json_schema is not None else None,
        }
    )


def _message(message: Message) -> list[Any]:
    return [message.role, [_part(part) for part in message.parts]]


def _part(part: TextPart | ImagePart) -> dict[str, str]:
    return {"text": part.text} if isinstance(part, TextPart) else {"image": part.sha256, "type": part.mime_type}
