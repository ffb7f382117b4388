"""Ask: an answer as JSON, or as server-sent events while it is written."""

from __future__ import annotations

import json
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from bizrag.errors import BadInputError
from bizrag.model.access import Principal
from bizrag.model.answers import Answer
from bizrag.model.conversation import Conversation, Speaker, Turn
from bizrag.model.retrieval import Evidence
from bizrag.providers.chat import Job
from bizrag.settings import RerankMode
from query.http.answer_schemas import AnswerInfo, answer_info
from query.http.dependencies import PrincipalDep, ServiceDep
from query.http.problems import KEYED_WITH_BODY, ProblemError, problem_body, request_id_of, responses
from query.http.requests import Question, Reading
from query.http.streaming import EventStream, Item
from query.service import AskOptions, QueryService

router = APIRouter(tags=["ask"])

Words = Annotated[str, StringConstraints(max_length=20_000)]


class TurnIn(BaseModel):
    """What was said before."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    role: Speaker
    text: Words


class AskRequest(Reading):
    """A question, and what stands around it."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, json_schema_extra={"examples": [{"question": "How much were net sales in 2025?"}]}
    )

    question: Question = Field(description="the question")
    rerank: RerankMode | None = Field(default=None, description="how a chat model reorders; null: the setting")
    history: tuple[TurnIn, ...] = Field(default=(), max_length=100, description="earlier turns, oldest first")
    background: Words = Field(default="", description="what the question takes for granted, such as abbreviations")
    instructions: Words = Field(default="", description="wishes for the answer: its form, its length")
    language: Annotated[str, StringConstraints(max_length=100)] | None = Field(
        default=None, description="language of the answer; null: that of the question"
    )
    stream: bool = Field(default=False, description="answer with server-sent events")

    def ask_options(self, principal: Principal) -> AskOptions:
        """As ``QueryService`` takes them."""
        turns = tuple(Turn(speaker=turn.role, text=turn.text) for turn in self.history)
        conversation = Conversation(
            history=turns, background=self.background, instructions=self.instructions, language=self.language
        )
        options = self.options(self.k, principal)
        return AskOptions(**options, rerank=self.rerank, evidence=self.evidence, conversation=conversation)


_EVENT = {
    "type": "object",
    "properties": {
        "event": {"enum": ["piece", "answer", "error"]},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["event", "data"],
}
_EVENTS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The answer; with 'stream' events instead: `piece` with `{\"text\"}`, then `answer` with the "
        "whole as below, or `error` with a problem.",
        "content": {"text/event-stream": {"schema": _EVENT}},
    }
}


@router.post(
    "/ask",
    response_model=AnswerInfo,
    responses={**_EVENTS, **responses(400, 404, 422, 502, 503, *KEYED_WITH_BODY)},
)
def ask(body: AskRequest, request: Request, service: ServiceDep, principal: PrincipalDep) -> AnswerInfo | Response:
    """Answer from the documents with citations, or say that nothing was found.

    With `stream`, or when the client accepts `text/event-stream`, pieces come as they are written.
    """
    if body.evidence is Evidence.ALL and body.rerank not in (None, RerankMode.NONE):
        raise BadInputError("all pages of a document are read in their order: leave 'rerank' out")
    require_reranker(service, body.rerank)
    options = body.ask_options(principal)
    if body.stream or "text/event-stream" in request.headers.get("accept", ""):
        start = partial(service.ask_stream, body.question, **options)
        return EventStream(request, start, partial(_event, request_id=request_id_of(request)))
    return answer_info(service.ask(body.question, **options))


def require_reranker(service: QueryService, rerank: RerankMode | None) -> None:
    """Raises BadInputError where reranking is asked for and no chat model is there to do it."""
    if rerank not in (None, RerankMode.NONE) and service.inference.chat(Job.RERANK) is None:
        raise BadInputError(f"reranking {rerank} needs a chat model, and this service has none: leave 'rerank' out")


def _event(item: Item, *, request_id: str | None) -> bytes:
    match item:
        case str():
            return server_sent("piece", {"text": item})
        case Answer():
            return server_sent("answer", answer_info(item).model_dump(mode="json"))
        case ProblemError():
            return server_sent("error", problem_body(item, request_id=request_id))


def server_sent(event: str, data: dict[str, Any]) -> bytes:
    """An event as it goes over the line.

    >>> server_sent("piece", {"text": "a"})
    b'event: piece\\ndata: {"text": "a"}\\n\\n'
    """
    return f"event: {event}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()
