"""Calls of models in the database: replies that answer again, spend by day, limits that processes share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from sqlalchemy import Connection, Engine

from sql import statement

__all__ = [
    "ModelCall",
    "RateLimit",
    "Spend",
    "add_failure",
    "add_spend",
    "correct_rate",
    "delete_call",
    "find_reply",
    "pause_rate",
    "reserve_rate",
    "save_call",
]

_SECONDS_PER_MINUTE = 60.0
# Of what a minute allows a tenth may come at once, the rest evenly: no 60 seconds then see more than the limit.
_BURST = 0.1
# A limit that nobody reaches.
_UNLIMITED = 1e12


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """Which model is asked for what."""

    job: str
    endpoint: str
    model: str

    def to_row(self) -> dict[str, str]:
        """Its columns."""
        return {"job": self.job, "endpoint": self.endpoint, "model": self.model}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spend:
    """What a call took; tokens and price are None where they are not known."""

    input_tokens: int | None = None
    cached_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float = 0.0
    cost_usd: Decimal | None = None

    def to_row(self) -> dict[str, object]:
        """Its columns."""
        return {
            "input_tokens": self.input_tokens,
            "cached_tokens": self.cached_tokens,
            "output_tokens": self.output_tokens,
            "seconds": self.seconds,
            "cost_usd": self.cost_usd,
        }


def find_reply(
    engine: Engine, request_sha256: str, documents: Sequence[int]
) -> tuple[str, Literal["stop", "length"]] | None:
    """Text and finish reason of the reply to an equal request, which now serves ``documents`` too."""
    with engine.begin() as conn:
        row = conn.execute(statement("select_model_call"), {"request_sha256": request_sha256}).one_or_none()
        if row is None:
            return None
        _link(conn, request_sha256, documents)
    return row.response, row.finish_reason


def save_call(
    engine: Engine,
    call: ModelCall,
    spend: Spend,
    *,
    request_sha256: str,
    response: str,
    finish_reason: str,
    documents: Sequence[int],
) -> None:
    """Keep a reply and count what it took, at once and together: a crash later repeats nothing of it."""
    row = {
        "request_sha256": request_sha256,
        "response": response,
        "finish_reason": finish_reason,
        "num_documents": len(set(documents)),
    }
    with engine.begin() as conn:
        conn.execute(statement("upsert_model_call"), {**call.to_row(), **spend.to_row(), **row})
        _link(conn, request_sha256, documents)
        add_spend(conn, call, spend)


def delete_call(engine: Engine, request_sha256: str) -> None:
    """Forget a reply; what it took stays counted."""
    with engine.begin() as conn:
        conn.execute(statement("delete_model_call"), {"request_sha256": request_sha256})


def add_spend(conn: Connection, call: ModelCall, spend: Spend) -> None:
    """Count a call that was answered."""
    known = {name: value or 0 for name, value in spend.to_row().items()}
    counts = {"num_calls": 1, "num_failed": 0, "num_unpriced": int(spend.cost_usd is None)}
    conn.execute(statement("add_model_spend"), {**call.to_row(), **known, **counts})


def add_failure(engine: Engine, call: ModelCall) -> None:
    """Count a try that failed."""
    nothing = {name: value or 0 for name, value in Spend().to_row().items()}
    counts = {"num_calls": 0, "num_failed": 1, "num_unpriced": 0}
    with engine.begin() as conn:
        conn.execute(statement("add_model_spend"), {**call.to_row(), **nothing, **counts})


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimit:
    """What a model may be asked in a minute, by all processes of the database together; None is no limit."""

    endpoint: str
    model: str
    requests_per_minute: int | None
    tokens_per_minute: int | None

    @property
    def is_limited(self) -> bool:
        """Whether there is anything to wait for."""
        return self.requests_per_minute is not None or self.tokens_per_minute is not None


def reserve_rate(engine: Engine, limit: RateLimit, tokens: int) -> float:
    """Take a request of ``tokens``; seconds to wait before making it."""
    values: dict[str, object] = {"endpoint": limit.endpoint, "model": limit.model, "tokens": float(tokens)}
    for name, per_minute in (("request", limit.requests_per_minute), ("token", limit.tokens_per_minute)):
        whole = float(per_minute or _UNLIMITED)
        values[f"{name}_burst"] = max(whole * _BURST, 1.0)
        values[f"{name}s_per_second"] = whole * (1 - _BURST) / _SECONDS_PER_MINUTE
    with engine.begin() as conn:
        return float(conn.execute(statement("reserve_model_rate"), values).scalar_one())


def correct_rate(engine: Engine, limit: RateLimit, tokens: int) -> None:
    """Give back tokens that were taken and not used; negative takes what was used beyond."""
    values = {"endpoint": limit.endpoint, "model": limit.model, "tokens": float(tokens)}
    with engine.begin() as conn:
        conn.execute(statement("correct_model_rate"), values)


def pause_rate(engine: Engine, limit: RateLimit, seconds: float) -> None:
    """Let no process start a call for some seconds."""
    values = {"endpoint": limit.endpoint, "model": limit.model, "seconds": seconds}
    with engine.begin() as conn:
        conn.execute(statement("pause_model_rate"), values)


def _link(conn: Connection, request_sha256: str, documents: Sequence[int]) -> None:
    if documents:
        values = {"request_sha256": request_sha256, "documents": list(documents)}
        conn.execute(statement("insert_model_call_documents"), values)
