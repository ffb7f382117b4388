"""Text embeddings: the port, and all-MiniLM-L6-v2 on onnxruntime as its local adapter."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from bizrag.settings import Settings
from bizrag.weights import minilm_dir

__all__ = ["LocalEmbedder", "TextEmbedder", "local_embedder"]

Vectors = npt.NDArray[np.float32]

# Tokens in one model call. More only costs memory: attention scores grow with batch x length squared
# (16 texts of 256 tokens: 50 MB a layer), and beyond the processor's cache it costs time as well.
_CALL_TOKENS = 1024


class TextEmbedder(Protocol):
    """Turns texts into vectors of one space. Vectors of two spaces never meet in one index."""

    # what computes, in which precision: part of every embedding's key
    space: str
    dimensions: int
    # the model's window, special tokens included
    max_tokens: int
    # texts that did not fit the window and lost their end; stays 0 when the chunker did its work
    num_truncated: int

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One L2-normalised row for each text, float32 [len(texts), dimensions]."""
        ...

    def count_tokens(self, text: str) -> int:
        """Tokens of the text without special tokens: the model adds two, so up to ``max_tokens - 2`` fit."""
        ...


def local_embedder(settings: Settings) -> LocalEmbedder:
    """The packaged embedder. Weights are fetched when they are missing, loaded at the first use.

    Raises ConfigurationError when the weights cannot be had.
    """
    return LocalEmbedder(
        minilm_dir(settings),
        threads=settings.providers.embedding_threads,
        batch_size=settings.providers.embedding_batch,
    )


class LocalEmbedder:
    """all-MiniLM-L6-v2, fp32: mean of the token vectors over the mask, then L2 (sentence-transformers' pooling).

    fp32 and not int8: quantised kernels differ between processors, so the same text would get different vectors.
    One instance may serve several threads.
    """

    space = "minilm-l6-v2/onnx-fp32"
    dimensions = 384
    max_tokens = 256

    def __init__(self, folder: Path, *, threads: int = 2, batch_size: int = 32) -> None:
        self._folder = folder
        self._threads = threads
        self._batch_size = batch_size
        self._lock = threading.Lock()
        self._tokenizer: Any = None
        self._session: Any = None
        self.num_truncated = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One L2-normalised row for each text, float32 [len(texts), 384].

        Texts of like length share a call, so that little is padded; a vector does not depend on its neighbours beyond
        rounding (1e-6).
        """
        ids = [self._token_ids(text) for text in texts]
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        order = sorted(range(len(ids)), key=lambda row: len(ids[row]))
        for rows in self._calls(order, ids):
            vectors[rows] = self._run([ids[row] for row in rows])
        return vectors

    def count_tokens(self, text: str) -> int:
        """Tokens of the text without ``[CLS]`` and ``[SEP]``: up to ``max_tokens - 2`` fit the window."""
        return len(self._loaded_tokenizer().encode(text, add_special_tokens=False))

    def _token_ids(self, text: str) -> list[int]:
        """Token ids with special tokens, cut to the window; a cut is counted."""
        ids: list[int] = self._loaded_tokenizer().encode(text).ids
        if len(ids) <= self.max_tokens:
            return ids
        with self._lock:
            self.num_truncated += 1
        return [*ids[: self.max_tokens - 1], ids[-1]]

    def _calls(self, order: list[int], ids: list[list[int]]) -> Iterator[list[int]]:
        """Split rows in order of length into calls that respect both limits."""
        call: list[int] = []
        for row in order:
            # rows come shortest first: this one would set the width of the whole call
            if call and (len(call) == self._batch_size or (len(call) + 1) * len(ids[row]) > _CALL_TOKENS):
                yield call
                call = []
            call.append(row)
        if call:
            yield call

    def _run(self, ids: list[list[int]]) -> Vectors:
        """Vectors of one call, float32 [len(ids), 384]."""
        width = max(len(row) for row in ids)
        tokens = np.zeros((len(ids), width), dtype=np.int64)
        mask = np.zeros_like(tokens)
        for number, row in enumerate(ids):
            tokens[number, : len(row)] = row
            mask[number, : len(row)] = 1
        hidden: Vectors = self._loaded_session().run(["h"], {"input_ids": tokens, "attention_mask": mask})[0]
        weights = mask[:, :, None].astype(np.float32)
        # [CLS] and [SEP] are always there, so no row has an empty mask
        means = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
        return means / np.linalg.norm(means, axis=1, keepdims=True)

    def _loaded_tokenizer(self) -> Any:
        if self._tokenizer is None:
            from tokenizers import Tokenizer

            with self._lock:
                tokenizer: Any = Tokenizer.from_file(str(self._folder / "tokenizer.json"))
                # the file cuts at 128 tokens and pads to 128; both are done here
                tokenizer.no_truncation()
                tokenizer.no_padding()
                self._tokenizer = tokenizer
        return self._tokenizer

    def _loaded_session(self) -> Any:
        if self._session is None:
            import onnxruntime

            with self._lock:
                if self._session is None:
                    options: Any = onnxruntime.SessionOptions()
                    options.intra_op_num_threads = self._threads
                    options.inter_op_num_threads = 1
                    # waiting threads sleep: parser processes want the cores in between
                    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
                    self._session = onnxruntime.InferenceSession(
                        str(self._folder / "model.onnx"), sess_options=options, providers=["CPUExecutionProvider"]
                    )
        return self._session
