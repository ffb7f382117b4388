"""Settings of embedding models: one typed group for each way of computing, and named presets of them.

A preset is changed by its name (``BIZRAG_PROVIDERS__EMBEDDINGS__OPENAI__DIMENSIONS=1024``); another name makes another
embedding, and an index takes one by its name. The defaults are the models of MM-BizRAG (table 6):
text-embedding-3-large, nomic-embed-multimodal-3b and embed-v4.0, with ColPali and VisRAG as baselines.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, Field, TypeAdapter

from bizrag.configuration.endpoint import Endpoint

__all__ = [
    "EmbeddingSettings",
    "LateInteractionModel",
    "LocalEmbedding",
    "MultimodalEndpoint",
    "PageModel",
    "Pooling",
    "Precision",
    "TextEndpoint",
    "embedding_presets",
    "with_presets",
]


class Precision(StrEnum):
    """Numbers that a model computes with: the same model in two precisions makes two spaces."""

    FLOAT32 = "float32"
    BFLOAT16 = "bfloat16"
    FLOAT16 = "float16"


class LocalEmbedding(BaseModel):
    """The packaged all-MiniLM-L6-v2; see ``providers.embedding_threads``."""

    provider: Literal["local"] = "local"


class _Endpoint(BaseModel):
    """A model behind an HTTP endpoint."""

    model: str = Field(min_length=1, description="model name as the endpoint knows it")
    dimensions: int = Field(ge=1, le=16_000, description="numbers in a vector; what comes back must have as many")
    sends_dimensions: bool = Field(
        default=True, description="ask the endpoint for that many; false for models that have one length only"
    )
    max_tokens: int = Field(default=512, ge=64, description="tokens that the model reads of one input")
    tokenizer: str = Field(
        default="bytes",
        description="how tokens are counted: cl100k_base, o200k_base, minilm (as the packaged embedder "
        "counts), the path of a tokenizer.json, or bytes (no text has more tokens than bytes)",
    )
    precision: str = Field(
        default="float32", description="numbers that the endpoint computes with: part of the space's name"
    )
    endpoint: Endpoint | None = Field(
        default=None, description="another server than PROVIDERS__OPENAI (for cohere: than its own): __BASE_URL, ..."
    )
    query_prefix: str = Field(default="", description="text before every question, where the model was trained so")
    passage_prefix: str = Field(default="", description="text before every text that is embedded for an index")
    batch_inputs: int = Field(default=128, ge=1, le=2048, description="inputs in one request")
    batch_tokens: int = Field(default=100_000, ge=64, description="tokens of text in one request")
    concurrency: int = Field(default=4, ge=1, description="requests at a time")
    timeout_seconds: float = Field(default=60.0, gt=0, description="longest wait for one answer")


class TextEndpoint(_Endpoint):
    """Texts at the OpenAI API or a compatible address."""

    provider: Literal["openai"]


class MultimodalEndpoint(_Endpoint):
    """Texts and images together: chat messages at an OpenAI-compatible address (as vLLM takes them), or Cohere."""

    provider: Literal["openai-multimodal", "cohere"]
    image_max_px: int = Field(default=1536, ge=64, description="longest side of an image; larger ones are scaled down")


class _Visual(BaseModel):
    """A vision model in this process (extra ``visual``)."""

    model: str = Field(min_length=1, description="folder of a checkpoint, or its name on the model hub")
    revision: str | None = Field(default=None, description="revision on the model hub")
    dimensions: int = Field(ge=1, le=16_000, description="numbers in a vector; the checkpoint must make as many")
    precision: Precision = Field(default=Precision.BFLOAT16, description="numbers that the model computes with")
    device: str = Field(default="auto", description="auto (a GPU where there is one), cpu, cuda, cuda:1, mps")
    batch_pages: int = Field(default=4, ge=1, description="pages at a time")
    image_max_px: int = Field(default=1536, ge=64, description="longest side of an image; larger ones are scaled down")


class LateInteractionModel(_Visual):
    """ColPali and its relatives: vectors of image patches against vectors of the question's tokens."""

    provider: Literal["colpali"]
    pool_factor: int = Field(
        default=1,
        ge=1,
        le=100,
        description="vectors of a page that become one, their mean, on average: 3 keeps a third of them; 1 keeps all",
    )


class Pooling(StrEnum):
    """How the vectors of all tokens become one."""

    # mean with weights that rise by position (VisRAG)
    WEIGHTED_MEAN = "weighted_mean"
    # the last token (DSE, Qwen3-VL-Embedding)
    LAST_TOKEN = "last_token"  # noqa: S105
    MEAN = "mean"


class PageModel(_Visual):
    """VisRAG and its relatives: one vector per page image or text."""

    provider: Literal["visrag"]
    pooling: Pooling = Field(
        default=Pooling.WEIGHTED_MEAN,
        description="weighted_mean (VisRAG), last_token or mean, as the model was trained",
    )
    runs_remote_code: bool = Field(
        default=False, description="run the Python code that comes with the checkpoint, as VisRAG-Ret needs"
    )
    max_tokens: int = Field(default=2048, ge=64, description="tokens that the model reads of one input")
    query_prefix: str = Field(default="", description="text before every question, where the model was trained so")


EmbeddingSettings = Annotated[
    LocalEmbedding | TextEndpoint | MultimodalEndpoint | LateInteractionModel | PageModel,
    Field(discriminator="provider"),
]

_ENTRIES: TypeAdapter[dict[str, EmbeddingSettings]] = TypeAdapter(dict[str, EmbeddingSettings])
_PRESETS: dict[str, dict[str, Any]] = {
    "local": {"provider": "local"},
    "openai": {
        "provider": "openai",
        "model": "text-embedding-3-large",
        "dimensions": 3072,
        "max_tokens": 8191,
        "tokenizer": "cl100k_base",
    },
    "cohere": {
        "provider": "cohere",
        "model": "embed-v4.0",
        "dimensions": 1536,
        "max_tokens": 128_000,
        "tokenizer": "o200k_base",
        # the endpoint's own limit
        "batch_inputs": 96,
    },
    "nomic": {
        "provider": "openai-multimodal",
        "model": "nomic-ai/nomic-embed-multimodal-3b",
        "dimensions": 2048,
        "sends_dimensions": False,
        "max_tokens": 8192,
        "tokenizer": "o200k_base",
        "precision": "bfloat16",
    },
    "colpali": {"provider": "colpali", "model": "vidore/colpali-v1.3-hf", "dimensions": 128},
    "visrag": {
        "provider": "visrag",
        "model": "openbmb/VisRAG-Ret",
        "dimensions": 2304,
        "query_prefix": "Represent this query for retrieving relevant documents: ",
    },
}


def embedding_presets() -> dict[str, EmbeddingSettings]:
    """The presets as settings."""
    return _ENTRIES.validate_python(_PRESETS)


def with_presets(given: Any) -> Any:
    """What somebody set, on top of the presets: an entry of a preset's name changes only what it says.

    A value that is no mapping is returned as it is, for the validation to refuse. An entry that names another
    provider replaces its preset.
    """
    if not isinstance(given, dict):
        return given
    merged: dict[str, Any] = {name: dict(preset) for name, preset in _PRESETS.items()}
    for name, entry in cast("dict[str, Any]", given).items():
        preset: dict[str, Any] = merged.get(name, {})
        changes: dict[str, Any] = cast("dict[str, Any]", entry) if isinstance(entry, dict) else {}
        is_change = bool(changes) and changes.get("provider", preset.get("provider")) == preset.get("provider")
        merged[name] = {**preset, **changes} if is_change else entry
    return merged
