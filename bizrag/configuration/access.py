"""Settings of keys, limits and the log of questions."""

from __future__ import annotations

from pydantic import BaseModel, Field, SecretStr


class AccessSettings(BaseModel):
    """Who may ask, and how often."""

    key: SecretStr | None = Field(
        default=None,
        description="key with which the command line acts: it sees and does what the key's holder may",
    )
    requests_per_minute: int | None = Field(
        default=None, ge=1, description="requests of a key in a minute, where the key says nothing else; empty: any"
    )
    session_hours: float = Field(default=12.0, gt=0, le=720, description="how long a login to the web page holds")


class AuditSettings(BaseModel):
    """The log of questions, a table of the database."""

    is_on: bool = Field(
        default=False, description="whether questions are logged: who, when, narrowed to what, what was found"
    )
    keeps_text: bool = Field(default=False, description="whether the log keeps the text of questions")
    retention_days: int = Field(default=90, ge=1, description="days after which lines of the log are removed")
