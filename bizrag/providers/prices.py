"""What a call costs, by a versioned price file; an unknown model costs an unknown amount, never nothing."""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from bizrag.errors import ConfigurationError
from bizrag.providers.chat import Usage

__all__ = ["Price", "cost_usd", "price_of"]

_MILLION = 1_000_000
_SNAPSHOT = re.compile(r"-\d{4}-\d{2}-\d{2}$")


class Price(BaseModel):
    """USD per million tokens."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: Decimal = Field(ge=Decimal(0))
    # input that the provider had cached; None: as other input
    cached_input: Decimal | None = Field(default=None, ge=Decimal(0))
    output: Decimal = Field(default=Decimal(0), ge=Decimal(0))


class _PriceFile(BaseModel):
    models: dict[str, Price]


def price_of(model: str, own_prices: Path | None = None) -> Price | None:
    """The price of a model: its own entry, or that of the model it is a dated snapshot of. None when there is none.

    Raises ConfigurationError when ``own_prices`` cannot be read.
    """
    known = _packaged() if own_prices is None else {**_packaged(), **_own(own_prices)}
    return known.get(model) or known.get(_SNAPSHOT.sub("", model))


def cost_usd(usage: Usage, price: Price | None) -> Decimal | None:
    """What a call cost; None when price or tokens are not known.

    >>> cost_usd(Usage(input_tokens=1000, cached_tokens=500, output_tokens=100), price_of("gpt-4.1"))
    Decimal('0.00205')
    """
    if price is None or usage.input_tokens is None or usage.output_tokens is None:
        return None
    cached = usage.cached_tokens or 0
    of_cached = price.input if price.cached_input is None else price.cached_input
    whole = (usage.input_tokens - cached) * price.input + cached * of_cached + usage.output_tokens * price.output
    return (whole / _MILLION).normalize()


@cache
def _packaged() -> dict[str, Price]:
    return _read((files(__package__ or "") / "prices.toml").read_text(encoding="utf-8"))


@cache
def _own(path: Path) -> dict[str, Price]:
    try:
        return _read(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        line = " ".join(str(error).split())
        raise ConfigurationError(f"BIZRAG_PROVIDERS__CALLS__PRICES_PATH: {path} cannot be read: {line}") from error


def _read(content: str) -> dict[str, Price]:
    return _PriceFile.model_validate(tomllib.loads(content, parse_float=Decimal)).models
