"""The shapes of OpenAI's chat API, as far as its clients send and read them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StringConstraints

from query.http.answer_schemas import CitationInfo
from query.http.requests import Name, Reading

_Text = Annotated[str, StringConstraints(max_length=100_000)]


class ContentPart(BaseModel):
    """A part of a message; only text is read."""

    type: str
    text: _Text = ""


class ChatMessage(BaseModel):
    """A message of the conversation."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: _Text | list[ContentPart] | None = None

    @property
    def text(self) -> str:
        """What it says; images and files are not read."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.type in ("text", "input_text"))
        return self.content or ""

    @property
    def is_unread(self) -> bool:
        """Whether it holds something, and nothing of it is text."""
        return isinstance(self.content, list) and bool(self.content) and not self.text.strip()


class StreamOptions(BaseModel):
    """How to stream."""

    include_usage: StrictBool | None = False


class ChatRequestIn(BaseModel):
    """A chat completion; what OpenAI's models know and an index does not (temperature, tools) is passed over."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={
            "examples": [
                {"model": "default", "messages": [{"role": "user", "content": "How much were net sales in 2025?"}]}
            ]
        },
    )

    model: Name = Field(description="an index or an alias")
    messages: list[ChatMessage] = Field(min_length=1, max_length=200)
    stream: StrictBool | None = False
    stream_options: StreamOptions | None = None
    n: Annotated[int, Field(ge=1, le=1)] | None = None
    search: Reading | None = Field(
        default=None, description="an extra of bizrag: where to search and what to read; the index is the model"
    )


class ModelInfo(BaseModel):
    """An index that can be asked."""

    id: str
    object: Literal["model"] = "model"
    created: int = Field(description="seconds since 1970")
    owned_by: str = "bizrag"


class ModelList(BaseModel):
    """All indexes and aliases."""

    object: Literal["list"] = "list"
    data: list[ModelInfo]


class AssistantMessage(BaseModel):
    """The answer."""

    role: Literal["assistant"] = "assistant"
    content: str
    refusal: None = None


class Choice(BaseModel):
    """There is always one."""

    index: int = 0
    message: AssistantMessage
    finish_reason: Literal["stop"] = "stop"
    logprobs: None = None


class TokenUsage(BaseModel):
    """Tokens of the chat models that worked on the answer; 0 without any, or where a provider does not say."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class Completion(BaseModel):
    """A chat completion."""

    id: str
    object: Literal["chat.completion"] = "chat.completion"
    created: int
    model: str
    choices: list[Choice]
    usage: TokenUsage
    citations: list[CitationInfo] = Field(description="an extra of bizrag: what the [1] in the text stand for")
    abstained: bool = Field(description="an extra of bizrag: the sources do not suffice")


def chunk(completion_id: str, created: int, model: str, **values: Any) -> dict[str, Any]:
    """A piece of a streamed completion."""
    return {
        "id": completion_id,
        "object": "chat.completion.chunk",
        "created": created,
        "model": model,
        **values,
    }
