"""Prices by model name: exact, or a dated snapshot; anything else is unknown."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from bizrag.configuration.provider import LARGE_MODEL, SMALL_MODEL
from bizrag.errors import ConfigurationError
from bizrag.providers.chat import Usage
from bizrag.providers.prices import Price, cost_usd, price_of


def test_the_models_of_the_paper_have_prices() -> None:
    assert price_of(SMALL_MODEL) == Price(input=Decimal("0.4"), cached_input=Decimal("0.1"), output=Decimal("1.6"))
    assert price_of(LARGE_MODEL) == Price(input=Decimal(2), cached_input=Decimal("0.5"), output=Decimal(8))
    assert price_of("text-embedding-3-large") == Price(input=Decimal("0.13"))


def test_a_snapshot_with_a_price_of_its_own_has_it() -> None:
    assert price_of("gpt-4o-2024-05-13") == Price(input=Decimal(5), output=Decimal(15))
    assert price_of("gpt-4o-2024-08-06") == price_of("gpt-4o")


@pytest.mark.parametrize("model", ["llama-3", "gpt-4.1-mini-audio", "ft:gpt-4.1-mini-2025-04-14", "gpt-4", ""])
def test_an_unknown_model_has_no_price(model: str) -> None:
    assert price_of(model) is None
    assert cost_usd(Usage(input_tokens=1, output_tokens=1), price_of(model)) is None


def test_unknown_tokens_have_no_price() -> None:
    assert cost_usd(Usage(), price_of(SMALL_MODEL)) is None
    assert cost_usd(Usage(input_tokens=5), price_of(SMALL_MODEL)) is None


def test_cached_input_without_a_price_costs_as_input() -> None:
    usage = Usage(input_tokens=1_000_000, cached_tokens=400_000, output_tokens=0)
    assert cost_usd(usage, Price(input=Decimal(5))) == 5
    assert cost_usd(usage, Price(input=Decimal(5), cached_input=Decimal(1))) == Decimal("3.4")


def test_own_prices_come_first(tmp_path: Path) -> None:
    own = tmp_path / "prices.toml"
    own.write_text('[models]\n"qwen-local" = { input = 0 }\n"gpt-4.1" = { input = 1.5, output = 6 }\n')
    assert cost_usd(Usage(input_tokens=9, output_tokens=9), price_of("qwen-local", own)) == 0
    assert price_of("gpt-4.1-2025-04-14", own) == Price(input=Decimal("1.5"), output=Decimal(6))
    assert price_of(SMALL_MODEL, own) == price_of(SMALL_MODEL)


@pytest.mark.parametrize("content", [None, "models = 3", "[models]\na = { input = -1 }", "[models]\na = { inptu = 1 }"])
def test_a_bad_price_file_is_named(tmp_path: Path, content: str | None) -> None:
    own = tmp_path / "bad.toml"
    if content is not None:
        own.write_text(content)
    with pytest.raises(ConfigurationError, match=r"PRICES_PATH: .*bad\.toml cannot be read"):
        price_of("a", own)
