"""Tokens of a text as a model behind an endpoint counts them, without asking the endpoint or a model hub.

Belongs here: counting, and cutting at a number of tokens. The vocabularies of OpenAI's models are fetched like weights
and read by tiktoken; other models have a ``tokenizer.json`` that the user supplies.
"""

from __future__ import annotations

import gzip
import os
import tempfile
import threading
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from bizrag.errors import ConfigurationError
from bizrag.settings import Settings
from bizrag.weights import minilm_dir, openai_vocabulary_path

__all__ = ["BYTES", "PACKAGED", "TokenCounter", "token_counter"]

BYTES = "bytes"
# the tokenizer of the packaged embedder
PACKAGED = "minilm"
# name of the encoding: name of its file in tiktoken's cache, the SHA-1 of the vocabulary's address
_OPENAI = {
    "cl100k_base": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
    "o200k_base": "fb374d419588a4632f3f557e76b4b70aebbca790",
}
# tiktoken takes its cache from an environment variable of the process
_ENVIRONMENT = threading.Lock()


class TokenCounter(Protocol):
    """Counts tokens without special tokens, and cuts. Safe for several threads; loads at its first use."""

    def count(self, text: str, /) -> int:
        """Tokens of the text."""
        ...

    def cut(self, text: str, num_tokens: int, /) -> str:
        """The beginning of the text that has at most so many tokens."""
        ...


def token_counter(name: str, settings: Settings) -> TokenCounter:
    """The counter of a setting ``tokenizer``; nothing is loaded before it counts.

    ``cl100k_base``, ``o200k_base``; ``minilm`` (the packaged embedder's: chunks are then cut as for it); ``bytes``; or
    the path of a ``tokenizer.json``. The first use raises ConfigurationError when files cannot be had.
    """
    if name == BYTES:
        return _Bytes()
    if name in _OPENAI:
        return _Tiktoken(name, lambda: openai_vocabulary_path(settings, name))
    if name == PACKAGED:
        return _TokenizerFile(lambda: minilm_dir(settings) / "tokenizer.json")
    return _TokenizerFile(lambda: Path(name).expanduser())


class _Bytes:
    """A bound for a model whose tokenizer is not known: no tokenizer makes more tokens of a text than it has bytes."""

    def count(self, text: str) -> int:
        return len(text.encode("utf-8", "surrogatepass"))

    def cut(self, text: str, num_tokens: int) -> str:
        return text.encode("utf-8", "ignore")[:num_tokens].decode("utf-8", "ignore")


class _Tiktoken:
    """OpenAI's byte-pair encodings."""

    def __init__(self, name: str, vocabulary: Callable[[], Path]) -> None:
        self._name = name
        self._vocabulary = vocabulary

    def count(self, text: str) -> int:
        # text of a document never means a special token, whatever it looks like
        return len(self._encoding.encode_ordinary(text))

    def cut(self, text: str, num_tokens: int) -> str:
        tokens = self._encoding.encode_ordinary(text)[:num_tokens]
        return str(self._encoding.decode_bytes(tokens).decode("utf-8", "ignore"))

    @cached_property
    def _encoding(self) -> Any:
        import tiktoken

        packed = self._vocabulary().read_bytes()
        with _ENVIRONMENT, tempfile.TemporaryDirectory() as cache:
            (Path(cache) / _OPENAI[self._name]).write_bytes(gzip.decompress(packed))
            before = os.environ.get("TIKTOKEN_CACHE_DIR")
            os.environ["TIKTOKEN_CACHE_DIR"] = cache
            try:
                return tiktoken.get_encoding(self._name)
            finally:
                if before is None:
                    del os.environ["TIKTOKEN_CACHE_DIR"]
                else:
                    os.environ["TIKTOKEN_CACHE_DIR"] = before


class _TokenizerFile:
    """A ``tokenizer.json`` of the tokenizers library."""

    def __init__(self, find: Callable[[], Path]) -> None:
        self._find = find

    def count(self, text: str) -> int:
        return len(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def cut(self, text: str, num_tokens: int) -> str:
        offsets: list[tuple[int, int]] = self._tokenizer.encode(text, add_special_tokens=False).offsets
        return text[: offsets[num_tokens - 1][1]] if len(offsets) > num_tokens else text

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        path = self._find()
        try:
            tokenizer: Any = Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises nothing more exact
            raise ConfigurationError(
                f"the tokenizer {path} cannot be read ({error}): name cl100k_base, o200k_base, minilm, bytes or "
                "the path of a tokenizer.json"
            ) from error
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer
