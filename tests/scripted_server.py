"""A real HTTP server on the loopback that speaks the OpenAI API and says what a test told it to say.

Replies wait in a queue; the first whose model and condition fit a request is used, once unless it stays. A request
that nothing fits gets a 500 and fails the test at its end (``unexpected``). Every request is kept, images decoded.

    scripted.reply(say_json({"title": "Annual report"}), model="gpt-4.1-mini-2025-04-14")
    scripted.reply(fail(429, retry_after=0))
    scripted.reply(say("yes"), when=lambda received: "Is it" in received.text, stays=True)
    scripted.reply(lambda received: say(received.text.upper()), stays=True)
"""

from __future__ import annotations

import base64
import functools
import hashlib
import json
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from bizrag.settings import Settings

KEY = "sk-scripted-server-key"


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A request as it came."""

    path: str
    # names in lower case
    headers: dict[str, str]
    body: dict[str, Any]
    at: float

    @property
    def model(self) -> str:
        return self.body.get("model", "")

    @property
    def messages(self) -> list[dict[str, Any]]:
        return self.body.get("messages", [])

    @property
    def texts(self) -> list[str]:
        """The texts of all messages, or what is to be embedded, in order."""
        if "input" in self.body:
            given = self.body["input"]
            return [given] if isinstance(given, str) else given
        return [part["text"] for part in self._parts() if part["type"] == "text"]

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    @property
    def images(self) -> list[bytes]:
        """The images of all messages, decoded."""
        urls = [part["image_url"]["url"] for part in self._parts() if part["type"] == "image_url"]
        return [base64.b64decode(url.partition(";base64,")[2], validate=True) for url in urls]

    @property
    def is_embedding(self) -> bool:
        return self.path.endswith(("/embeddings", "/embed"))

    def embeddings(self) -> dict[str, Any]:
        """The embeddings that are asked for, as the server answers when nothing is scripted."""
        return _cohere_embeddings(self.body) if self.path.endswith("/embed") else _embeddings(self.body)

    def _parts(self) -> Iterator[dict[str, Any]]:
        for message in [*self.messages, *self.body.get("inputs", [])]:
            content = message["content"]
            yield from [{"type": "text", "text": content}] if isinstance(content, str) else content


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What the server does with a request."""

    text: str | None = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    # the body instead of one made of the other fields
    raw: bytes | None = None
    error: dict[str, Any] | None = None
    refusal: str | None = None
    finish_reason: str = "stop"
    # input, cached input, output
    usage: tuple[int, int, int] | None = (100, 0, 20)
    # before anything is sent
    delay_seconds: float = 0.0
    # before every word of a stream
    word_seconds: float = 0.0
    # characters of a stream, or bytes of a body, after which the connection is closed
    cut_after: int | None = None


def say(text: str, *, delay_seconds: float = 0.0, usage: tuple[int, int, int] | None = (100, 0, 20)) -> Reply:
    """A text."""
    return Reply(text=text, delay_seconds=delay_seconds, usage=usage)


def say_json(value: Any) -> Reply:
    """A JSON value as the text."""
    return Reply(text=json.dumps(value, ensure_ascii=False))


def fail(
    status: int, message: str = "scripted", *, code: str | None = None, retry_after: float | str | None = None
) -> Reply:
    """An error of the API."""
    headers = {"Retry-After": str(retry_after)} if retry_after is not None else {}
    return Reply(status=status, headers=headers, error={"message": message, "code": code, "type": "scripted"})


def hang(seconds: float) -> Reply:
    """A reply that comes late."""
    return Reply(text="late", delay_seconds=seconds)


def cut(text: str, *, after: int) -> Reply:
    """A reply that breaks off."""
    return Reply(text=text, cut_after=after)


def refuse(reason: str = "I cannot help with that.") -> Reply:
    """A model that refuses."""
    return Reply(refusal=reason)


def filtered() -> Reply:
    """An answer that a content filter stopped."""
    return Reply(text="", finish_reason="content_filter")


def too_long(text: str) -> Reply:
    """An answer that was cut at the limit of output tokens."""
    return Reply(text=text, finish_reason="length")


Answer = Reply | Callable[[Received], Reply]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rule:
    answer: Answer
    model: str | None
    when: Callable[[Received], bool] | None
    stays: bool

    def fits(self, received: Received) -> bool:
        return (self.model is None or self.model == received.model) and (self.when is None or self.when(received))


class ScriptedServer:
    """The server, and what a test says to it and reads from it."""

    def __init__(self) -> None:
        self._rules: list[_Rule] = []
        self._lock = threading.Lock()
        self.received: list[Received] = []
        self.unexpected: list[Received] = []
        # requests that were answered side by side, at most
        self.most_at_once = 0
        self._running: list[Received] = []
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The address for ``base_url``."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def chats(self) -> list[Received]:
        """Requests for chat, in the order in which they came."""
        return [item for item in self.received if item.path.endswith("/chat/completions")]

    @property
    def embeddings(self) -> list[Received]:
        """Requests for embeddings, in the order in which they came."""
        return [item for item in self.received if item.is_embedding]

    def reply(
        self,
        answer: Answer,
        *,
        model: str | None = None,
        when: Callable[[Received], bool] | None = None,
        stays: bool = False,
    ) -> None:
        """Put an answer at the end of the queue; one that stays answers whatever comes after those before it."""
        with self._lock:
            self._rules.append(_Rule(answer=answer, model=model, when=when, stays=stays))

    def configure(self, settings: Settings, **jobs: dict[str, Any]) -> Settings:
        """Settings whose models are here; ``jobs`` change single jobs: ``answer={"model": "small"}``."""
        from bizrag.settings import Settings

        values = settings.model_dump()
        values["providers"]["openai"] |= {"base_url": self.url, "api_key": KEY}
        values["providers"]["calls"] |= {"retry_seconds": 0.01}
        for job, changed in jobs.items():
            values["providers"]["jobs"][job] |= changed
        return Settings.model_validate(values)

    def reset(self) -> None:
        """Forget everything."""
        with self._lock:
            self._rules.clear()
            self.received.clear()
            self.unexpected.clear()
            self.most_at_once = 0
            # those of an earlier test may still be waiting for their end
            self._running = []

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    @contextmanager
    def counted(self, received: Received) -> Generator[None]:
        """Around the making of an answer."""
        with self._lock:
            running = self._running
            running.append(received)
            self.most_at_once = max(self.most_at_once, len(running))
        try:
            yield
        finally:
            with self._lock:
                running.remove(received)

    def answer(self, received: Received) -> Reply:
        """What is said to a request."""
        with self._lock:
            self.received.append(received)
            rule = next((rule for rule in self._rules if rule.fits(received)), None)
            if rule is not None and not rule.stays:
                self._rules.remove(rule)
            if rule is None and not received.is_embedding:
                self.unexpected.append(received)
                return fail(500, "nothing is scripted for this request")
        if rule is None:
            return Reply(raw=json.dumps(received.embeddings()).encode())
        return rule.answer(received) if callable(rule.answer) else rule.answer


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, scripted: ScriptedServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.scripted = scripted


class _Handler(BaseHTTPRequestHandler):
    """HTTP/1.1: connections stay open, as those of the real APIs do."""

    protocol_version = "HTTP/1.1"
    # headers and body are two writes: the second one would wait for the answer to the first, 40 ms
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        body = json.loads(self.rfile.read(length))
        received = Received(
            path=self.path,
            headers={name.lower(): value for name, value in self.headers.items()},
            body=body,
            at=time.monotonic(),
        )
        assert isinstance(self.server, _Server)
        scripted = self.server.scripted
        with scripted.counted(received):
            reply = scripted.answer(received)
            time.sleep(reply.delay_seconds)
        try:
            if reply.status == 200 and body.get("stream") and reply.raw is None:
                self._send_stream(reply, body)
            else:
                self._send_whole(reply, body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client waited long enough

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing."""

    def _send_whole(self, reply: Reply, body: dict[str, Any]) -> None:
        if reply.raw is not None:
            payload = reply.raw
        elif reply.error is not None:
            payload = json.dumps({"error": reply.error}).encode()
        else:
            payload = json.dumps(_completion(reply, body["model"])).encode()
        self.send_response(reply.status)
        headers = {"Content-Type": "application/json", "Content-Length": str(len(payload))} | reply.headers
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(payload if reply.cut_after is None else payload[: reply.cut_after])
        self.wfile.flush()
        self.close_connection = self.close_connection or reply.cut_after is not None

    def _send_stream(self, reply: Reply, body: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for event in _events(reply, body):
            line = f"data: {event}\n\n".encode()
            self.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")
            self.wfile.flush()
        if reply.cut_after is None:
            self.wfile.write(b"0\r\n\r\n")
        self.close_connection = self.close_connection or reply.cut_after is not None


def _completion(reply: Reply, model: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": reply.text, "refusal": reply.refusal}
    return {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": reply.finish_reason}],
        "usage": _usage(reply),
    }


def _usage(reply: Reply) -> dict[str, Any] | None:
    if reply.usage is None:
        return None
    given, cached, written = reply.usage
    return {
        "prompt_tokens": given,
        "completion_tokens": written,
        "total_tokens": given + written,
        "prompt_tokens_details": {"cached_tokens": cached},
    }


def _events(reply: Reply, body: dict[str, Any]) -> Iterator[str]:
    """The data of the events of a stream: words one by one, how it ended, tokens if asked for."""
    base = {"id": "chatcmpl-scripted", "object": "chat.completion.chunk", "created": 1, "model": body["model"]}

    def chunk(delta: dict[str, Any], finish_reason: str | None = None) -> str:
        return json.dumps(base | {"choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}]})

    yield chunk({"role": "assistant", "content": ""})
    if reply.refusal is not None:
        yield chunk({"refusal": reply.refusal})
    said = 0
    for piece in (reply.text or "").split(" "):
        time.sleep(reply.word_seconds)
        text = piece if said == 0 else f" {piece}"
        if reply.cut_after is not None and said + len(text) > reply.cut_after:
            return
        said += len(text)
        yield chunk({"content": text})
    yield chunk({}, reply.finish_reason)
    if body.get("stream_options", {}).get("include_usage"):
        yield json.dumps(base | {"choices": [], "usage": _usage(reply)})
    yield "[DONE]"


def _embeddings(body: dict[str, Any]) -> dict[str, Any]:
    """Vectors for texts (``input``) or for one conversation (``messages``), as floats or base64."""
    if "messages" in body:
        given: list[Any] = [body["messages"][0]["content"]]
    else:
        given = [body["input"]] if isinstance(body["input"], str) else body["input"]
    vectors = [vector_of(item, body.get("dimensions", 1536)) for item in given]
    as_base64 = body.get("encoding_format") == "base64"
    data = [
        {
            "object": "embedding",
            "index": index,
            "embedding": base64.b64encode(vector.tobytes()).decode() if as_base64 else vector.tolist(),
        }
        for index, vector in enumerate(vectors)
    ]
    tokens = sum(len(str(item)) // 4 + 1 for item in given)
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "data": data, "model": body["model"], "usage": usage}


def _cohere_embeddings(body: dict[str, Any]) -> dict[str, Any]:
    """The same as Cohere says it."""
    vectors = [vector_of(item["content"], body.get("output_dimension", 1536)).tolist() for item in body["inputs"]]
    units = {"input_tokens": len(vectors), "images": 0}
    return {"id": "scripted", "embeddings": {"float": vectors}, "meta": {"billed_units": units}}


def vector_of(item: str | list[dict[str, Any]], dimensions: int) -> np.ndarray:
    """The vector that the server gives for a text, or for parts of a message, float32 [dimensions], of length 1.

    It is the sum of the vectors of the words, so that texts with words in common are near each other. An image counts
    as a word; every part counts more than the one before it, so that their order matters.
    """
    parts: list[dict[str, Any]] = [{"type": "text", "text": item}] if isinstance(item, str) else item
    vector = np.zeros(dimensions, dtype=np.float32)
    for place, part in enumerate(parts):
        words = part["text"].lower().split() if part["type"] == "text" else [part["image_url"]["url"]]
        for word in words or [""]:
            vector += (1 + place) * _word_vector(word, dimensions)
    return vector / np.linalg.norm(vector)


@functools.lru_cache(maxsize=10_000)
def _word_vector(word: str, dimensions: int) -> np.ndarray:
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
    return np.random.default_rng(seed).standard_normal(dimensions).astype(np.float32)
