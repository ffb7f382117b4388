"""Multi-vectors of pages (late interaction): one vector per image patch, and fewer that stand for them.

The bytes here are what the store keeps: float16 little-endian, row after row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

HALF = np.dtype("<f2")
#: vectors at most that stand for a page where pages are cut off: 16 KB and 3 KB of float16 at 128 dimensions
NUM_POOLED, NUM_COARSE = 64, 12
_LARGEST_HALF = float(np.finfo(np.float16).max)


class PagePlace(NamedTuple):
    """A page of a parse; the parse may serve several documents.

    A tuple, because each question looks up all pages of an index by their places.
    """

    parse_id: str
    # from 1
    page_no: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PageVectors:
    """The vectors of a page, float16 of shape (n, dimensions), and means of them that stand for the page."""

    vectors: NDArray[np.float16]
    # (up to NUM_POOLED, dimensions)
    pooled: NDArray[np.float16]
    # (up to NUM_COARSE, dimensions)
    coarse: NDArray[np.float16]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PageStack:
    """The vectors of several pages below each other; page ``i`` has the rows ``starts[i]`` to ``starts[i + 1]``."""

    # (number of vectors, dimensions) float16 or float32
    vectors: NDArray[np.generic]
    # (pages,) int64, rising, first 0: every page has a vector at least
    starts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts)


def stack_pages(pages: Sequence[NDArray[np.generic]]) -> PageStack:
    """Pages of shapes (vectors of the page, width) as one stack; no page is an empty stack.

    Raises ValueError for a page without vectors and for pages of different widths.

    >>> stack_pages([np.zeros((2, 8)), np.zeros((3, 8))]).starts.tolist()
    [0, 2]
    """
    if not pages:
        return PageStack(vectors=np.empty((0, 0)), starts=np.empty(0, dtype=np.int64))
    if not all(len(page) for page in pages):
        raise ValueError("every page of a stack needs vectors")
    starts = np.concatenate(([0], np.cumsum([len(page) for page in pages])[:-1])).astype(np.int64)
    return PageStack(vectors=np.concatenate(pages), starts=starts)


def stack_coarse(pages: Sequence[NDArray[np.generic]]) -> NDArray[np.float32]:
    """Coarse vectors of pages as one block, shape (dimensions, NUM_COARSE, pages): what one product compares.

    A page of fewer vectors repeats its first, which changes no maximum. Raises ValueError for no pages, a page without
    vectors, and pages of different widths.

    >>> stack_coarse([np.array([[1, 2]]), np.array([[3, 4], [5, 6]])])[:, :2].tolist()
    [[[1.0, 3.0], [1.0, 5.0]], [[2.0, 4.0], [2.0, 6.0]]]
    """
    if not pages or not all(len(page) for page in pages):
        raise ValueError("every page of a block needs vectors")
    filled = [np.concatenate([page, np.repeat(page[:1], NUM_COARSE - len(page), axis=0)]) for page in pages]
    return np.ascontiguousarray(np.stack(filled).transpose(2, 1, 0), dtype=np.float32)


def to_halves(vectors: NDArray[np.floating]) -> NDArray[np.float16]:
    """Vectors, shape (n, dimensions), as float16.

    Raises ValueError when they are no table of numbers, or one is infinite, undefined or too large for float16 (65504).

    >>> to_halves(np.array([[0.5, -1.0]])).tobytes().hex()
    '003800bc'
    """
    if vectors.ndim != 2 or 0 in vectors.shape:
        raise ValueError(f"vectors of a page have the shape (n, dimensions), not {vectors.shape}")
    # An undefined number fails every comparison.
    if not bool((np.abs(vectors) <= _LARGEST_HALF).all()):
        raise ValueError("a vector holds a number that float16 cannot hold")
    return vectors.astype(HALF)
