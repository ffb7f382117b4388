"""OpenAI's chat API over the indexes: every index and alias is a model, earlier messages are the conversation."""

from __future__ import annotations

import json
import re
import time
import uuid
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from fastapi import APIRouter, Request

from bizrag.answering.citations import plain_markers
from bizrag.errors import BadInputError, NotFoundError
from bizrag.model.access import Principal
from bizrag.model.answers import Answer, Citation
from bizrag.model.conversation import Conversation, Speaker, Turn
from query.browsing import index_names
from query.http.answer_schemas import answer_info
from query.http.chat_schemas import (
    AssistantMessage,
    ChatMessage,
    ChatRequestIn,
    Choice,
    Completion,
    ModelInfo,
    ModelList,
    TokenUsage,
    chunk,
)
from query.http.dependencies import PrincipalDep, ServiceDep
from query.http.problems import KEYED, KEYED_WITH_BODY, ProblemError, openai_error
from query.http.requests import Reading
from query.http.streaming import EventStream, Item
from query.service import AskOptions

router = APIRouter(prefix="/v1", tags=["openai"])

# a list in Markdown too: most chat pages draw it, and single line ends would run together
_SOURCES = "\n\nSources:\n\n"
# the list that stands below earlier answers of ours: it is no part of what was said
_LISTED = re.compile(r"\n\nSources:\n\n(?:- \[\d+\] [^\n]*\n?)+\Z")
_SAID = {
    400: "cannot be asked",
    401: "no valid key",
    403: "not from a page of another site",
    404: "no such model",
    413: "too large",
    422: "invalid",
    429: "more than the key may ask",
    502: "the model's provider does not take the call",
    503: "come again later",
}


def _errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors that a route may answer with, in OpenAI's shape, for its description."""
    content = {"application/json": {"schema": {"type": "object"}}}
    return {status: {"description": _SAID[status], "content": content} for status in statuses}


_EVENT = {"type": "object", "properties": {"data": {"type": "string"}}, "required": ["data"]}
_EVENTS: dict[int | str, dict[str, Any]] = {
    200: {"description": "the completion, or its chunks", "content": {"text/event-stream": {"schema": _EVENT}}}
}


@router.get("/models", responses=_errors(503, *KEYED))
def list_models(service: ServiceDep, principal: PrincipalDep) -> ModelList:
    """Every index and every alias."""
    with service.reading(principal) as conn:
        rows = index_names(conn)
    return ModelList(data=[ModelInfo(id=row["name"], created=int(row["created_at"].timestamp())) for row in rows])


@router.get("/models/{model}", responses=_errors(404, 422, 503, *KEYED))
def get_model(model: str, service: ServiceDep, principal: PrincipalDep) -> ModelInfo:
    """One of them."""
    found = [item for item in list_models(service, principal).data if item.id == model]
    if not found:
        raise ProblemError(404, f"there is no index {model!r}; /v1/models lists them", code="model_not_found")
    return found[0]


@router.post(
    "/chat/completions",
    response_model=Completion,
    responses={**_EVENTS, **_errors(400, 404, 422, 502, 503, *KEYED_WITH_BODY)},
)
def complete(body: ChatRequestIn, request: Request, service: ServiceDep, principal: PrincipalDep) -> Any:
    """Answer the last message from the documents. Citations stand in the text as [1], and beside it as data."""
    question, options = _asked(body, principal)
    written = _Written(model=body.model, has_usage=bool(body.stream_options and body.stream_options.include_usage))
    if body.stream:
        return EventStream(request, partial(service.ask_stream, question, **options), written.encode)
    try:
        return written.whole(service.ask(question, **options))
    except NotFoundError as error:
        raise ProblemError(404, str(error), code="model_not_found") from error


def _asked(body: ChatRequestIn, principal: Principal) -> tuple[str, AskOptions]:
    """The question, and how to ask it. Raises BadInputError."""
    spoken = [message for message in body.messages if message.role not in ("system", "developer")]
    if not spoken or spoken[-1].role != "user":
        raise BadInputError("the last message is the question: its role must be 'user'")
    *before, last = spoken
    if last.is_unread:
        raise BadInputError("images and files of a message are not read: send the question as text")
    where = body.search or Reading()
    options = AskOptions(
        **where.options(where.k, principal),
        evidence=where.evidence,
        conversation=_conversation(body.messages, before),
    )
    options["index"] = body.model
    return last.text, options


def _conversation(messages: list[ChatMessage], before: list[ChatMessage]) -> Conversation:
    speakers = {"user": Speaker.USER, "assistant": Speaker.ASSISTANT}
    turns = [
        Turn(speaker=speakers[message.role], text=_LISTED.sub("", message.text))
        for message in before
        if message.role in speakers and message.text
    ]
    wishes = [message.text for message in messages if message.role in ("system", "developer")]
    return Conversation(history=tuple(turns), instructions="\n".join(wishes))


@dataclass(slots=True, kw_only=True)
class _Written:
    """An answer in the shapes of OpenAI's API."""

    model: str
    has_usage: bool
    completion_id: str = field(default_factory=lambda: f"chatcmpl-{uuid.uuid4().hex}")
    created: int = field(default_factory=lambda: int(time.time()))

    def whole(self, answer: Answer) -> Completion:
        """At once."""
        return Completion(
            id=self.completion_id,
            created=self.created,
            model=self.model,
            choices=[Choice(message=AssistantMessage(content=plain_markers(answer.text) + source_list(answer)))],
            usage=_usage(answer),
            citations=answer_info(answer).citations,
            abstained=answer.is_abstention,
        )

    def encode(self, item: Item) -> bytes:
        """In chunks: pieces of the text, then the list of sources, the end with the citations, and the usage."""
        match item:
            case str():
                return self._choice({"role": "assistant", "content": plain_markers(item)})
            case ProblemError():
                return _data(openai_error(item))
            case Answer():
                info = answer_info(item)
                extra = {"citations": info.model_dump(mode="json")["citations"], "abstained": info.abstained}
                listed = source_list(item)
                return b"".join(
                    (
                        self._choice({"content": listed}) if listed else b"",
                        self._choice({}, finish_reason="stop", **extra),
                        self._usage(item) if self.has_usage else b"",
                        b"data: [DONE]\n\n",
                    )
                )

    def _choice(self, delta: dict[str, Any], *, finish_reason: str | None = None, **extra: Any) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish_reason, "logprobs": None}
        return self._chunk(choices=[choice], **extra)

    def _usage(self, answer: Answer) -> bytes:
        return self._chunk(choices=[], usage=_usage(answer).model_dump())

    def _chunk(self, **values: Any) -> bytes:
        return _data(chunk(self.completion_id, self.created, self.model, **values))


def source_list(answer: Answer) -> str:
    """What stands below an answer: a line for each citation; empty without any."""
    lines = [f"- [{citation.citation_id}] {citation.doc}{_pages(citation)}" for citation in answer.citations]
    return _SOURCES + "\n".join(lines) if lines else ""


def _pages(citation: Citation) -> str:
    pages = citation.page_nos
    return f", page{'s' if len(pages) > 1 else ''} {', '.join(map(str, pages))}" if pages else ""


def _usage(answer: Answer) -> TokenUsage:
    spending = answer.trace.spending
    read, wrote = spending.input_tokens or 0, spending.output_tokens or 0
    return TokenUsage(prompt_tokens=read, completion_tokens=wrote, total_tokens=read + wrote)


def _data(value: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n".encode()
