"""Chat models behind the OpenAI API: OpenAI, Azure, vLLM, a llama.cpp server, or any other that speaks it.

One call is one request here: what is cached, limited, tried again and counted is decided around it (``calls``).
"""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from bizrag.configuration.endpoint import Endpoint, JsonOutput
from bizrag.configuration.provider import ChatJob
from bizrag.errors import ProviderUnavailableError, RefusedError
from bizrag.providers.chat import ChatReply, ChatRequest, ImagePart, Message, TextPart, Usage
from bizrag.providers.images import data_url
from bizrag.providers.json_schema import is_strict, strict_schema
from bizrag.providers.openai_client import CONNECT_SECONDS, not_the_api, open_client, typed_errors
from bizrag.providers.prompts import render

if TYPE_CHECKING:
    from openai.types import CompletionUsage
    from openai.types.chat import ChatCompletion

__all__ = ["OpenAIChat"]

# of a request for whose reply the time is nearly over
_LEAST_SECONDS = 0.1


class OpenAIChat:
    """The chat model of one job at one server."""

    def __init__(self, job: ChatJob, endpoint: Endpoint) -> None:
        self.job = job
        self.endpoint = endpoint

    @property
    def json_output(self) -> JsonOutput:
        """How the server is made to answer with JSON: the job knows its model best."""
        return self.job.json_output or self.endpoint.json_output

    @property
    def parameters(self) -> dict[str, Any]:
        """What of the settings a reply depends on."""
        return {
            "model": self.job.model,
            "temperature": self.job.temperature,
            "max_output_tokens": self.job.max_output_tokens,
            "extra": self.job.extra,
            "json_output": self.json_output.value,
        }

    @property
    def identity(self) -> str:
        """Model and parameters. Not the address: the same model at another place says the same."""
        parameters = {"temperature": self.job.temperature, "max_output_tokens": self.job.max_output_tokens}
        shown = "&".join(f"{name}={value}" for name, value in parameters.items() if value is not None)
        extra = f"&{json.dumps(self.job.extra, sort_keys=True)}" if self.job.extra else ""
        return f"openai/{self.job.model}?{shown}{extra}"

    def complete(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> ChatReply:
        """One request, one reply."""
        from openai.types.chat import ChatCompletion

        del documents  # a server is told nothing of them
        started = time.perf_counter()
        with typed_errors(self.endpoint, self.job.model):
            completion = self._create(self.body(request), self._patience(request))
        if not isinstance(completion, ChatCompletion) or not completion.choices:
            raise not_the_api(self.endpoint)
        return self._reply(completion, time.perf_counter() - started)

    def stream(self, request: ChatRequest, *, documents: Sequence[int] = ()) -> Generator[str, None, ChatReply]:
        """One request, the reply in pieces; it counts as whole only when the server says how it ended."""
        from openai.types.chat import ChatCompletionChunk

        del documents
        started = time.perf_counter()
        options = {"stream_options": {"include_usage": True}} if self.endpoint.stream_usage else {}
        pieces: list[str] = []
        refusal, ended, usage = "", "", Usage()
        # whether what came is an answer of this API; None while nothing came
        speaks: bool | None = None
        with (
            typed_errors(self.endpoint, self.job.model),
            self._create({**self.body(request), "stream": True, **options}, self._patience(request)) as chunks,
        ):
            if "event-stream" not in chunks.response.headers.get("content-type", ""):
                speaks = False
            for chunk in chunks:
                if not isinstance(chunk, ChatCompletionChunk):
                    raise not_the_api(self.endpoint)
                speaks = bool(speaks or chunk.choices)
                usage = _usage(chunk.usage) if chunk.usage else usage
                for choice in chunk.choices or ():
                    ended = choice.finish_reason or ended
                    refusal += choice.delta.refusal or ""
                    if choice.delta.content:
                        pieces.append(_clean(choice.delta.content))
                        yield pieces[-1]
        self._check_end(refusal, ended, usage)
        if speaks is False:
            raise not_the_api(self.endpoint)
        if not ended:
            raise ProviderUnavailableError(f"{self.job.model} at {self.endpoint.url} broke off in the middle")
        return ChatReply(
            text="".join(pieces), usage=usage, finish_reason=_ended(ended), seconds=time.perf_counter() - started
        )

    def discard(self, request: ChatRequest) -> None:
        """Nothing is kept here."""

    def body(self, request: ChatRequest) -> dict[str, Any]:
        """What is sent; images as data URLs."""
        messages = list(request.messages)
        form: dict[str, Any] = {}
        if request.json_schema is not None:
            if self.json_output is JsonOutput.SCHEMA:
                form = _schema_format(request.json_schema, request.schema_name)
            else:
                messages = _with_schema(messages, request.json_schema)
            if self.json_output is JsonOutput.OBJECT:
                form = {"type": "json_object"}
        return {
            "model": self.job.model,
            "messages": [_message(message) for message in messages],
            self.endpoint.output_limit_field: self.job.max_output_tokens,
            **({"temperature": self.job.temperature} if self.job.temperature is not None else {}),
            **({"response_format": form} if form else {}),
            **self.job.extra,
        }

    def _patience(self, request: ChatRequest) -> float:
        """Seconds of silence after which the server is given up."""
        if request.until is None:
            return self.job.timeout_seconds
        return min(self.job.timeout_seconds, max(request.until - time.monotonic(), _LEAST_SECONDS))

    def _create(self, body: dict[str, Any], seconds: float) -> Any:
        import openai
        import orjson
        from openai.types.chat import ChatCompletion, ChatCompletionChunk

        timeout = openai.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds))
        client = open_client(self.endpoint)
        # create() would look through every part of every message for fields to rename: 7 ms of an answer with images;
        # its encoder takes as long. Azure's client reads the deployment from the body.
        is_azure = isinstance(client, openai.AzureOpenAI)
        return client.post(
            "/chat/completions",
            cast_to=ChatCompletion,
            body=body if is_azure else None,
            content=None if is_azure else orjson.dumps(body),
            options={"timeout": timeout},
            stream=bool(body.get("stream")),
            stream_cls=openai.Stream[ChatCompletionChunk],
        )

    def _reply(self, completion: ChatCompletion, seconds: float) -> ChatReply:
        choice = completion.choices[0]
        usage = _usage(completion.usage) if completion.usage else Usage()
        self._check_end(choice.message.refusal or "", choice.finish_reason, usage)
        return ChatReply(
            text=_clean(choice.message.content or ""),
            usage=usage,
            finish_reason=_ended(choice.finish_reason),
            seconds=seconds,
        )

    def _check_end(self, refusal: str, ended: str, usage: Usage) -> None:
        if refusal or ended == "content_filter":
            said = (
                f" refuses: {' '.join(refusal.split())[:300]}" if refusal else ": a content filter stopped the answer"
            )
            raise RefusedError(
                self.job.model + said, input_tokens=usage.input_tokens, output_tokens=usage.output_tokens
            )


def _clean(text: str) -> str:
    """Text without what UTF-8 and databases cannot hold: fonts and models give halves of characters and NULs."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def _ended(reason: str) -> Literal["stop", "length"]:
    return "length" if reason == "length" else "stop"


def _usage(usage: CompletionUsage) -> Usage:
    details = usage.prompt_tokens_details
    return Usage(
        input_tokens=usage.prompt_tokens,
        output_tokens=usage.completion_tokens,
        cached_tokens=details.cached_tokens if details else None,
    )


def _message(message: Message) -> dict[str, Any]:
    """A message as the API takes it; one text stays a plain string, which is all that some servers take."""
    match message.parts:
        case (TextPart(text=text),):
            return {"role": message.role, "content": _clean(text)}
        case parts:
            return {"role": message.role, "content": [_part(part) for part in parts]}


def _part(part: TextPart | ImagePart) -> dict[str, Any]:
    match part:
        case TextPart(text=text):
            return {"type": "text", "text": _clean(text)}
        case ImagePart():
            return {"type": "image_url", "image_url": {"url": data_url(part)}}


def _schema_format(schema: dict[str, Any], name: str) -> dict[str, Any]:
    strict = is_strict(schema)
    return {
        "type": "json_schema",
        "json_schema": {"name": name, "strict": strict, "schema": strict_schema(schema) if strict else schema},
    }


def _with_schema(messages: Sequence[Message], schema: dict[str, Any]) -> list[Message]:
    """The messages with the schema at the end of the last one."""
    last = messages[-1]
    asked = TextPart(text=render("json_output", json_schema=json.dumps(schema, ensure_ascii=False)))
    return [*messages[:-1], Message(role=last.role, parts=(*last.parts, asked))]
