"""Settings of the HTTP service."""

from __future__ import annotations

from pydantic import BaseModel, Field


class ServingSettings(BaseModel):
    """How ``bizrag serve`` takes requests."""

    host: str = Field(default="127.0.0.1", description="address to listen on; the default is this machine only")
    port: int = Field(default=8080, ge=0, le=65535, description="port to listen on; 0: any that is free")
    threads: int = Field(
        default=16, ge=1, le=500, description="requests worked on at the same time; so many database connections"
    )
    max_waiting: int = Field(
        default=200, ge=0, description="requests that may wait for a thread; more are told to come again later"
    )
    statement_seconds: float = Field(
        default=30.0, gt=0, description="longest time of one database statement of a request"
    )
    max_body_kb: float = Field(default=256.0, gt=0, description="larger requests are refused")
