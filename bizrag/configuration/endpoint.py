"""Settings of one server of models: its address, its key, its limits.

Keys come from the environment only, as SecretStr: they are in no log, no error and no repr.
"""

from __future__ import annotations

import os
from enum import StrEnum
from typing import Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator

OPENAI_URL = "https://api.openai.com/v1"
COHERE_URL = "https://api.cohere.com/v2"


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
