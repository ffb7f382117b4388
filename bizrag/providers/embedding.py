"""The ports of embedding models: texts, texts with images, and pages as many vectors.

Belongs here: what a caller may count on. Which adapter answers is decided in ``embedders.py``, from the settings; how
the vectors are kept, in ``bizrag/store``. Constructing an adapter loads no model and makes no call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from bizrag.providers.chat import ImagePart, TextPart

__all__ = ["EmbeddingInput", "EmbeddingSpace", "MultiVectorEmbedder", "MultimodalEmbedder", "TextEmbedder", "Vectors"]

Vectors = npt.NDArray[np.float32]
# a text, or texts and images in the order in which a reader meets them
EmbeddingInput: TypeAlias = str | tuple[TextPart | ImagePart, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingSpace:
    """Where vectors compare with each other: only vectors of one space meet in one index."""

    # who computes, the model, its precision, the length: part of every embedding's key
    name: str
    dimensions: int


class TextEmbedder(Protocol):
    """Turns texts into vectors of one space. Safe for several threads.

    Raises TransientError where trying again may help (after the adapter's own retries), PermanentError otherwise.
    """

    # name of the space, see EmbeddingSpace
    space: str
    dimensions: int
    # the model's window, special tokens included
    max_tokens: int

    @property
    def num_truncated(self) -> int:
        """Inputs that did not fit the window and lost their end; stays 0 when the chunker did its work."""
        ...

    def embed(self, texts: Sequence[str], /) -> Vectors:
        """One L2-normalised row for each text of an index, float32 [len(texts), dimensions]."""
        ...

    def embed_query(self, text: str, /) -> Vectors:
        """The vector of a question, L2-normalised, float32 [dimensions]; some models read questions differently."""
        ...

    def count_tokens(self, text: str, /) -> int:
        """Tokens of the text without special tokens: a model may add two, so up to ``max_tokens - 2`` fit."""
        ...


class MultimodalEmbedder(Protocol):
    """A TextEmbedder that takes images too, alone or between texts; all of one input make one vector."""

    space: str
    dimensions: int
    max_tokens: int

    @property
    def num_truncated(self) -> int:
        """Inputs whose texts did not fit the window and lost their end."""
        ...

    def embed(self, inputs: Sequence[EmbeddingInput], /) -> Vectors:
        """One L2-normalised row for each input of an index, float32 [len(inputs), dimensions].

        Raises ValueError for an input without parts.
        """
        ...

    def embed_query(self, text: str, /) -> Vectors:
        """The vector of a question, L2-normalised, float32 [dimensions]."""
        ...

    def count_tokens(self, text: str, /) -> int:
        """Tokens of the text without special tokens; what an image takes of the window is the model's affair."""
        ...


class MultiVectorEmbedder(Protocol):
    """Turns page images and questions into many vectors each, for late interaction (ColPali). Safe for threads."""

    space: str
    # numbers in each vector
    dimensions: int

    def embed_pages(self, images: Sequence[ImagePart], /) -> list[Vectors]:
        """For each page float32 [vectors of the page, dimensions], rows L2-normalised."""
        ...

    def embed_query(self, text: str, /) -> Vectors:
        """One row for each token of the question, float32 [tokens, dimensions], rows L2-normalised."""
        ...
