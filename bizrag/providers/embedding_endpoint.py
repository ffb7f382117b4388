"""Requests for embeddings over HTTP: in batches side by side, within limits, tried again, counted, and checked.

What a request says and how its answer reads belongs to the adapters (``openai_embedding``, ``multimodal_embedding``).
All speak through the OpenAI client, Cohere's API too, which takes a bearer key like any other: it keeps connections,
and its errors are typed in one place.
"""

from __future__ import annotations

import base64
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import ValidationError

from bizrag.configuration.embedding import MultimodalEndpoint, TextEndpoint
from bizrag.configuration.endpoint import COHERE_URL, OPENAI_URL, Endpoint
from bizrag.configuration.provider import CallSettings
from bizrag.errors import ConfigurationError, InvalidOutputError
from bizrag.model.hashing import sha256_json
from bizrag.providers.caller import Caller
from bizrag.providers.chat import Usage
from bizrag.providers.embedding import EmbeddingSpace, Vectors
from bizrag.providers.openai_client import CONNECT_SECONDS, not_the_api, open_client, typed_errors
from bizrag.providers.token_counting import TokenCounter
from bizrag.store.calls import find_reply, save_call
from bizrag.store.single_flight import single_flight

if TYPE_CHECKING:
    from sqlalchemy import Engine

__all__ = ["EmbeddingEndpoint", "EmbeddingRequest", "EndpointEmbedder", "Rows", "Window", "batches", "num_bytes"]

# what a model may add to every input
SPECIAL_TOKENS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Vectors as a server sent them, in the order of the inputs, and what it counted."""

    vectors: Sequence[Vectors]
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingRequest:
    """One request."""

    # below the address of the server: /embeddings
    path: str
    body: dict[str, Any]
    num_inputs: int
    # an estimate for the limiter
    num_tokens: int
    # turns the JSON of the answer into vectors; raises ValidationError for another form
    read: Callable[[Any], Rows]


class EmbeddingEndpoint:
    """One embedding model at one server. Opens nothing before the first request; safe for several threads."""

    def __init__(
        self,
        embedding: TextEndpoint | MultimodalEndpoint,
        endpoint: Endpoint,
        calls: CallSettings,
        engine: Callable[[], Engine],
    ) -> None:
        self.embedding = embedding
        self._endpoint = endpoint
        self._calls = calls
        self._engine = engine

    def embed(self, requests: Sequence[EmbeddingRequest]) -> Vectors:
        """The vectors of all inputs in order, float32 [inputs, dimensions], L2-normalised.

        Raises the first error of a request; those that wait are then not made.
        """
        if not requests:
            return np.zeros((0, self.embedding.dimensions), dtype=np.float32)
        if len(requests) == 1:
            return self._rows(requests[0])
        threads = ThreadPoolExecutor(min(self.embedding.concurrency, len(requests)))
        try:
            return np.concatenate(list(threads.map(self._rows, requests)))
        finally:
            threads.shutdown(cancel_futures=True)

    def embed_question(self, request: EmbeddingRequest) -> Vectors:
        """The vector of the only input, float32 [dimensions], L2-normalised: that of an equal request, or of a call.

        Passages are kept as the vectors of an index; a question is kept here, with the replies of chat models. Of equal
        requests at the same time one is a call.
        """
        asked = [self._endpoint.url, request.path, request.body, self.embedding.precision, self.embedding.dimensions]
        key = sha256_json(["question", *asked])
        return single_flight(self._engine()).once(key, lambda: self._find(key), lambda: self._ask(key, request))

    @cached_property
    def _caller(self) -> Caller:
        if self._endpoint.key is None and self._endpoint.url in (OPENAI_URL, COHERE_URL):
            raise ConfigurationError(
                f"no key for the embedding model {self.embedding.model}: set BIZRAG_PROVIDERS__OPENAI__API_KEY, for "
                "cohere COHERE_API_KEY, or give the embedding a server of its own (__ENDPOINT__BASE_URL)"
            )
        return Caller(
            job="embed",
            model=self.embedding.model,
            endpoint=self._endpoint,
            calls=self._calls,
            engine=self._engine(),
        )

    def _rows(self, request: EmbeddingRequest) -> Vectors:
        rows, seconds = self._call(request)
        self._caller.count(rows.usage, seconds)
        return self._checked(rows.vectors, request.num_inputs)

    def _find(self, key: str) -> Vectors | None:
        found = None if self._calls.fresh else find_reply(self._engine(), key, ())
        return None if found is None else np.frombuffer(base64.b64decode(found[0]), dtype="<f4")

    def _ask(self, key: str, request: EmbeddingRequest) -> Vectors:
        rows, seconds = self._call(request)
        try:
            (vector,) = self._checked(rows.vectors, 1)
        except Exception:
            # what cannot be kept has its price too
            self._caller.count(rows.usage, seconds)
            raise
        save_call(
            self._engine(),
            self._caller.call,
            self._caller.spend(rows.usage, seconds),
            request_sha256=key,
            response=base64.b64encode(vector.astype("<f4").tobytes()).decode("ascii"),
            finish_reason="stop",
            documents=(),
        )
        return vector

    def _call(self, request: EmbeddingRequest) -> tuple[Rows, float]:
        """What the server answers, and the seconds that it took with all tries."""
        started = time.perf_counter()
        rows = self._caller.run(lambda: self._send(request), tokens=request.num_tokens)
        self._caller.correct(rows.usage, tokens=request.num_tokens)
        return rows, time.perf_counter() - started

    def _send(self, request: EmbeddingRequest) -> Rows:
        import httpx2

        timeout = httpx2.Timeout(self.embedding.timeout_seconds, connect=CONNECT_SECONDS)
        with self._caller.guard():
            with typed_errors(self._endpoint, self.embedding.model):
                answer = open_client(self._endpoint).post(
                    request.path, cast_to=object, body=request.body, options={"timeout": timeout}
                )
            return self._read(request, answer)

    def _read(self, request: EmbeddingRequest, answer: object) -> Rows:
        try:
            return request.read(answer)
        except ValidationError as error:
            if not isinstance(answer, dict):
                raise not_the_api(self._endpoint, answers="with embeddings") from error
            raise self._invalid(f"its answer has another form ({error.errors()[0]['loc']})") from error

    def _checked(self, vectors: Sequence[Vectors], num_inputs: int) -> Vectors:
        """The vectors as rows of length 1, when they are what was asked for."""
        if len(vectors) != num_inputs:
            raise self._invalid(f"it sent {len(vectors)} vectors for {num_inputs} inputs")
        lengths = {len(vector) for vector in vectors}
        if lengths != {self.embedding.dimensions}:
            shown = ", ".join(map(str, sorted(lengths)))
            raise ConfigurationError(
                f"{self._who} makes vectors of {shown} numbers, not of {self.embedding.dimensions} (some servers "
                "ignore what is asked for): make an index whose embedding has these dimensions "
                "(BIZRAG_PROVIDERS__EMBEDDINGS__<NAME>__DIMENSIONS)"
            )
        rows = np.stack(vectors).astype(np.float32)
        norms = np.linalg.norm(rows.astype(np.float64), axis=1, keepdims=True)
        # an undefined number fails every comparison
        if not bool(((norms > 0) & np.isfinite(norms)).all()):
            raise self._invalid("it sent a vector of zeros, or one with numbers that are undefined")
        return (rows / norms).astype(np.float32)

    @property
    def _who(self) -> str:
        return f"{self.embedding.model} at {self._endpoint.url}"

    def _invalid(self, reason: str) -> InvalidOutputError:
        return InvalidOutputError(f"{self._who}: {reason}")


def num_bytes(text: str) -> int:
    """Bytes of the text in UTF-8."""
    return len(text.encode("utf-8", "surrogatepass"))


class Window:
    """What a model reads of a text; what does not fit is cut off, and counted. Safe for several threads."""

    def __init__(self, counter: TokenCounter, *, max_tokens: int) -> None:
        self.max_tokens = max_tokens
        self.num_truncated = 0
        self.counter = counter
        self._lock = threading.Lock()

    def fit(self, texts: Sequence[str]) -> list[str]:
        """The texts of one input, which share the window; the end of the last ones goes when it is too small."""
        room = self.max_tokens - SPECIAL_TOKENS
        # no text has more tokens than bytes: most need no counting
        if sum(map(num_bytes, texts)) <= room:
            return list(texts)
        fitting: list[str] = []
        for text in texts:
            num_tokens = self.counter.count(text)
            fitting.append(text if num_tokens <= room else self.counter.cut(text, room))
            room = max(room - num_tokens, 0)
        if fitting != list(texts):
            with self._lock:
                self.num_truncated += 1
        return fitting


class EndpointEmbedder:
    """What is common to embedders behind HTTP."""

    def __init__(self, space: EmbeddingSpace, endpoint: EmbeddingEndpoint, window: Window) -> None:
        self.space = space.name
        self.dimensions = space.dimensions
        self.max_tokens = window.max_tokens
        self._endpoint = endpoint
        self._window = window

    @property
    def num_truncated(self) -> int:
        """Inputs whose texts lost their end."""
        return self._window.num_truncated

    def count_tokens(self, text: str) -> int:
        """Tokens of the text by the configured tokenizer, without special tokens."""
        return self._window.counter.count(text)


def batches(sizes: Sequence[tuple[int, int]], *, max_inputs: int, max_tokens: int, max_bytes: int) -> Iterator[slice]:
    """Slices of inputs for one request each, by their ``(tokens, bytes)``; an input that is too large goes alone.

    >>> [(s.start, s.stop) for s in batches([(5, 0), (5, 0), (5, 0)], max_inputs=9, max_tokens=10, max_bytes=1)]
    [(0, 2), (2, 3)]
    """
    start, tokens, size = 0, 0, 0
    for position, (more_tokens, more_bytes) in enumerate(sizes):
        is_full = position - start >= max_inputs or tokens + more_tokens > max_tokens or size + more_bytes > max_bytes
        if is_full and position > start:
            yield slice(start, position)
            start, tokens, size = position, 0, 0
        tokens, size = tokens + more_tokens, size + more_bytes
    if sizes:
        yield slice(start, len(sizes))
