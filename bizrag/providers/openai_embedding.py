"""Text embeddings at the OpenAI API or any server that speaks it (vLLM, a llama.cpp server, Azure)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import Any

import numpy as np
from pydantic import BaseModel, field_validator

from bizrag.configuration.embedding import MultimodalEndpoint, TextEndpoint
from bizrag.providers.chat import Usage
from bizrag.providers.embedding import EmbeddingSpace, Vectors
from bizrag.providers.embedding_endpoint import (
    EmbeddingEndpoint,
    EmbeddingRequest,
    EndpointEmbedder,
    Rows,
    Window,
    batches,
    num_bytes,
)

__all__ = ["OpenAIEmbedder", "embedding_body", "read_embeddings"]

PATH = "/embeddings"
# far above what 2,048 texts of a batch have
_BATCH_BYTES = 20_000_000


class OpenAIEmbedder(EndpointEmbedder):
    """A TextEmbedder: texts in batches, vectors as base64, which is a quarter of their JSON."""

    def __init__(
        self, space: EmbeddingSpace, embedding: TextEndpoint, endpoint: EmbeddingEndpoint, window: Window
    ) -> None:
        super().__init__(space, endpoint, window)
        self._embedding = embedding

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One L2-normalised row for each text, float32 [len(texts), dimensions]."""
        return self._endpoint.embed(self._requests([self._embedding.passage_prefix + text for text in texts]))

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question, float32 [dimensions]."""
        (request,) = self._requests([self._embedding.query_prefix + text])
        return self._endpoint.embed_question(request)

    def _requests(self, texts: Sequence[str]) -> list[EmbeddingRequest]:
        # the API refuses a text without a character
        fitting = [self._window.fit([text])[0] or " " for text in texts]
        sizes = [(self.count_tokens(text), num_bytes(text)) for text in fitting]
        limits = {"max_inputs": self._embedding.batch_inputs, "max_tokens": self._embedding.batch_tokens}
        return [
            EmbeddingRequest(
                path=PATH,
                body=embedding_body(self._embedding, {"input": fitting[part]}),
                num_inputs=part.stop - part.start,
                num_tokens=sum(tokens for tokens, _ in sizes[part]),
                read=read_embeddings,
            )
            for part in batches(sizes, **limits, max_bytes=_BATCH_BYTES)
        ]


def embedding_body(embedding: TextEndpoint | MultimodalEndpoint, content: dict[str, Any]) -> dict[str, Any]:
    """A request of the API with that content."""
    dimensions = {"dimensions": embedding.dimensions} if embedding.sends_dimensions else {}
    return {"model": embedding.model, "encoding_format": "base64", **dimensions, **content}


class _Item(BaseModel):
    index: int
    embedding: list[float] | str

    @field_validator("embedding")
    @classmethod
    def _is_base64(cls, value: list[float] | str) -> list[float] | str:
        if isinstance(value, str):
            try:
                data = base64.b64decode(value, validate=True)
            except binascii.Error as error:
                raise ValueError("it is no base64") from error
            if len(data) % 4:
                raise ValueError("it is no list of float32")
        return value

    def vector(self) -> Vectors:
        """float32 [dimensions], whichever form the server chose."""
        if isinstance(self.embedding, str):
            return np.frombuffer(base64.b64decode(self.embedding), dtype="<f4")
        return np.array(self.embedding, dtype=np.float32)


class _Usage(BaseModel):
    prompt_tokens: int | None = None


class _Reply(BaseModel):
    data: list[_Item]
    usage: _Usage | None = None


def read_embeddings(answer: Any) -> Rows:
    """The vectors of an answer in the order of the inputs, whatever the order in which the server sent them.

    Raises ValidationError when it is none.
    """
    reply = _Reply.model_validate(answer)
    by_index = {item.index: item.vector() for item in reply.data}
    # an index that is missing or comes twice leaves fewer vectors than inputs, which the caller refuses
    in_order = [by_index[index] for index in sorted(by_index) if 0 <= index < len(reply.data)]
    # vectors are no tokens: with their number unknown a call would have no known price
    usage = Usage(input_tokens=reply.usage.prompt_tokens if reply.usage else None, output_tokens=0)
    return Rows(vectors=in_order, usage=usage)
