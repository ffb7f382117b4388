"""Texts and images in one space, over HTTP: chat messages at an OpenAI-compatible server, or Cohere's embed API.

An OpenAI-compatible server takes one input per request, as the one message of a conversation (vLLM's form)::

    POST /v1/embeddings
    {"model": ..., "encoding_format": "base64", "messages": [{"role": "user", "content": [
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,..."}}, {"type": "text", "text": "..."}]}]}

Cohere takes up to 96, and tells questions from passages by itself::

    POST /v2/embed
    {"model": ..., "input_type": "search_document", "embedding_types": ["float"], "output_dimension": 1536,
     "truncate": "NONE", "inputs": [{"content": [...the same parts...]}]}
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from pydantic import BaseModel

from bizrag.configuration.embedding import MultimodalEndpoint
from bizrag.providers.chat import TextPart, Usage
from bizrag.providers.embedding import EmbeddingInput, EmbeddingSpace, Vectors
from bizrag.providers.embedding_endpoint import (
    EmbeddingEndpoint,
    EmbeddingRequest,
    EndpointEmbedder,
    Rows,
    Window,
    batches,
    num_bytes,
)
from bizrag.providers.images import data_url, image_part
from bizrag.providers.openai_embedding import PATH, embedding_body, read_embeddings

__all__ = ["ChatEmbedder", "CohereEmbedder"]

# Cohere takes images up to 5 MB and requests up to 20 MB, both as base64
_IMAGE_BYTES = 3_500_000
_BATCH_BYTES = 15_000_000
# what a page image takes of a limit on tokens, roughly
_IMAGE_TOKENS = 1500

_Content = list[dict[str, Any]]


class _EndpointMultimodalEmbedder(EndpointEmbedder, ABC):
    """What is common to a MultimodalEmbedder behind HTTP: inputs become parts of messages."""

    def __init__(
        self, space: EmbeddingSpace, embedding: MultimodalEndpoint, endpoint: EmbeddingEndpoint, window: Window
    ) -> None:
        super().__init__(space, endpoint, window)
        self._embedding = embedding

    def embed(self, inputs: Sequence[EmbeddingInput]) -> Vectors:
        """One L2-normalised row for each input, float32 [len(inputs), dimensions]."""
        prefix = self._embedding.passage_prefix
        return self._endpoint.embed(self._requests([self._content(item, prefix) for item in inputs]))

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question, float32 [dimensions]."""
        content = self._content(text, self._embedding.query_prefix)
        (request,) = self._requests([content], is_query=True)
        return self._endpoint.embed_question(request)

    @abstractmethod
    def _requests(self, contents: Sequence[_Content], *, is_query: bool = False) -> list[EmbeddingRequest]: ...

    def _content(self, item: EmbeddingInput, prefix: str) -> _Content:
        """The parts of an input: texts within the window, the first with the prefix; images within their limit."""
        parts = (TextPart(text=item),) if isinstance(item, str) else item
        if not parts:
            raise ValueError("an input needs a text or an image")
        texts = [part.text for part in parts if isinstance(part, TextPart)]
        fitting = iter(self._window.fit([prefix + texts[0], *texts[1:]]) if texts else [])
        return [
            # no API takes a text without a character
            {"type": "text", "text": next(fitting) or " "}
            if isinstance(part, TextPart)
            else {
                "type": "image_url",
                "image_url": {
                    "url": data_url(image_part(part.data, max_px=self._embedding.image_max_px, max_bytes=_IMAGE_BYTES))
                },
            }
            for part in parts
        ]

    def _num_tokens(self, content: _Content) -> int:
        return sum(self.count_tokens(part["text"]) if part["type"] == "text" else _IMAGE_TOKENS for part in content)


class ChatEmbedder(_EndpointMultimodalEmbedder):
    """Chat messages at an OpenAI-compatible server: vLLM with nomic-embed-multimodal, Qwen3-VL-Embedding and others."""

    def _requests(self, contents: Sequence[_Content], *, is_query: bool = False) -> list[EmbeddingRequest]:
        del is_query  # such models tell a question by its prefix
        return [
            EmbeddingRequest(
                path=PATH,
                body=embedding_body(self._embedding, {"messages": [{"role": "user", "content": content}]}),
                num_inputs=1,
                num_tokens=self._num_tokens(content),
                read=read_embeddings,
            )
            for content in contents
        ]


class CohereEmbedder(_EndpointMultimodalEmbedder):
    """Cohere's embed-v4.0, and servers that speak its API."""

    def _requests(self, contents: Sequence[_Content], *, is_query: bool = False) -> list[EmbeddingRequest]:
        sizes = [(self._num_tokens(content), _num_bytes(content)) for content in contents]
        limits = {"max_inputs": self._embedding.batch_inputs, "max_tokens": self._embedding.batch_tokens}
        return [
            EmbeddingRequest(
                path="/embed",
                body=self._body(contents[part], "search_query" if is_query else "search_document"),
                num_inputs=part.stop - part.start,
                num_tokens=sum(tokens for tokens, _ in sizes[part]),
                read=_read_cohere,
            )
            for part in batches(sizes, **limits, max_bytes=_BATCH_BYTES)
        ]

    def _body(self, contents: Sequence[_Content], input_type: str) -> dict[str, Any]:
        dimensions = {"output_dimension": self.dimensions} if self._embedding.sends_dimensions else {}
        return {
            "model": self._embedding.model,
            "input_type": input_type,
            "embedding_types": ["float"],
            # an input that is too long is an error, not half an input
            "truncate": "NONE",
            **dimensions,
            "inputs": [{"content": content} for content in contents],
        }


def _num_bytes(content: _Content) -> int:
    return sum(num_bytes(part["text"] if part["type"] == "text" else part["image_url"]["url"]) for part in content)


class _Units(BaseModel):
    input_tokens: int | None = None
    image_tokens: int | None = None


class _Meta(BaseModel):
    billed_units: _Units | None = None


class _CohereReply(BaseModel):
    embeddings: dict[str, list[list[float]]]
    meta: _Meta | None = None


def _read_cohere(answer: Any) -> Rows:
    """The vectors of an answer, which come in the order of the inputs. Raises ValidationError when it is none."""
    reply = _CohereReply.model_validate(answer)
    units = reply.meta.billed_units if reply.meta else None
    counts = [units.input_tokens, units.image_tokens] if units else []
    tokens = sum(count for count in counts if count is not None) if any(counts) else None
    return Rows(
        vectors=[np.array(vector, dtype=np.float32) for vector in reply.embeddings.get("float", [])],
        usage=Usage(input_tokens=tokens, output_tokens=0),
    )
