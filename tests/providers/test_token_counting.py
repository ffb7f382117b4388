"""Tokens are counted without a model hub, and cut texts keep whole characters."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from bizrag.errors import ConfigurationError
from bizrag.providers.token_counting import token_counter
from bizrag.settings import Settings
from bizrag.weights import openai_vocabulary_path

TEXT = "Net sales rose by 4.5 % to 94,836 million €; ❤ 日本語 <|endoftext|>"


@pytest.fixture(scope="module")
def weights(weights_path: Path) -> Settings:
    return Settings.model_validate({"weights_path": weights_path})


def test_bytes_bound_every_tokenizer(settings: Settings) -> None:
    counter = token_counter("bytes", settings)
    assert counter.count("a❤") == 4
    assert counter.cut("a❤b", 3) == "a"
    assert counter.cut("a❤b", 9) == "a❤b"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "tokens"), [("cl100k_base", 28), ("o200k_base", 27), ("minilm", 28)])
def test_tokens_are_those_of_the_model(
    weights: Settings, monkeypatch: pytest.MonkeyPatch, name: str, tokens: int
) -> None:
    if name != "minilm":
        openai_vocabulary_path(weights, name)

    def refuse(*_: object) -> None:
        raise AssertionError("counting asked the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    counter = token_counter(name, weights)
    if name != "minilm":
        # as published with tiktoken
        assert counter.count("tiktoken is great!") == 6
    # names of special tokens in a document are text
    assert counter.count(TEXT) == tokens
    assert counter.cut(TEXT, tokens) == TEXT
    assert counter.cut(TEXT, 5) in TEXT
    assert counter.count(counter.cut(TEXT, 5)) <= 5
    assert counter.count("") == 0


def test_a_tokenizer_that_is_not_there_is_named(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cl100k_base, o200k_base"):
        token_counter(str(tmp_path / "tokenizer.json"), settings).count("a")
