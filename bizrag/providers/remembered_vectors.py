"""An embedder that keeps the vectors of the texts that it was asked for last.

Who answers a question in steps asks for the vectors of the same sentences several times, and who asks on about a
document for those of the question before.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from bizrag.providers.embedding import TextEmbedder, Vectors

# of 384 dimensions these take 6 MB
_MOST = 4_096


class RememberedVectors:
    """A TextEmbedder over another one. Safe for several threads; two that ask for one text at once both embed it."""

    def __init__(self, embedder: TextEmbedder, *, most: int = _MOST) -> None:
        self._embedder = embedder
        self._most = most
        # the least recently asked for first
        self._vectors: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = threading.Lock()
        self.space, self.dimensions, self.max_tokens = embedder.space, embedder.dimensions, embedder.max_tokens

    @property
    def num_truncated(self) -> int:
        """Inputs that lost their end, each counted when it was embedded."""
        return self._embedder.num_truncated

    def embed(self, texts: Sequence[str], /) -> Vectors:
        """One L2-normalised row for each text, float32 [len(texts), dimensions]."""
        with self._lock:
            known = {text: self._vectors[text] for text in texts if text in self._vectors}
        missing = list(dict.fromkeys(text for text in texts if text not in known))
        if missing:
            # copies: a row alone would keep all rows of its call
            known.update((text, row.copy()) for text, row in zip(missing, self._embedder.embed(missing), strict=True))
        with self._lock:
            for text in texts:
                self._vectors[text] = known[text]
                self._vectors.move_to_end(text)
            while len(self._vectors) > self._most:
                self._vectors.popitem(last=False)
        return np.stack([known[text] for text in texts]) if texts else np.empty((0, self.dimensions), dtype=np.float32)

    def embed_query(self, text: str, /) -> Vectors:
        """The vector of a question, L2-normalised, float32 [dimensions]."""
        return self._embedder.embed_query(text)

    def count_tokens(self, text: str, /) -> int:
        """Tokens of the text without special tokens."""
        return self._embedder.count_tokens(text)
