"""Late interaction: pages ranked by MaxSim between the vectors of a question and those of a page. Pure numpy.

``score(page) = sum over question vectors i of max over page vectors j of <q_i, p_j>`` (ColPali, Faysse et al. 2024;
SV-RAG, Chen et al. 2024). All pages are scored with the signs of their numbers alone, a sixteenth of the bytes; the
best of them again with float16. Signs lose the order of pages that are nearly equal, so that they only cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bizrag.model.page_vectors import PageStack

# Vectors turned to float32 at a time: 2 MB at 128 dimensions, which stays in the cache.
_BLOCK_VECTORS = 4096
# (256, 8): the eight signs that a byte stands for, -1.0 and 1.0
_SIGNS = 2 * np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(np.float32) - 1

Ranking = list[tuple[int, float]]


def maxsim_scores(question: NDArray[np.floating], pages: PageStack) -> NDArray[np.float32]:
    """MaxSim of every page, shape (pages,); computed in float32.

    ``question`` has the shape (tokens, dimensions); the stack holds float16 or float32 vectors of the same dimensions.
    Raises ValueError when the dimensions differ or the question has no vectors.
    """
    width = pages.vectors.shape[1]
    return _scores(question, pages, width, (block.astype(np.float32) for block in _blocks(pages.vectors)))


def sign_scores(question: NDArray[np.floating], pages: PageStack) -> NDArray[np.float32]:
    """MaxSim of every page with -1 and 1 in place of its numbers, shape (pages,); the question stays as it is.

    ``question`` has the shape (tokens, dimensions); the stack holds packed signs, (vectors, dimensions / 8) uint8.
    Scores compare with each other only. Raises ValueError when the dimensions differ or the question has no vectors.
    """
    width = 8 * pages.vectors.shape[1]
    if question.ndim == 2 and width - 8 < question.shape[1] < width:
        question = np.pad(question, ((0, 0), (0, width - question.shape[1])))  # bits that fill the last byte
    signs = (_SIGNS.take(block, axis=0).reshape(len(block), width) for block in _blocks(pages.vectors))
    return _scores(question, pages, width, signs)


def first_cut(question: NDArray[np.floating], signs: PageStack, *, cut: int) -> list[int]:
    """Positions in the stack of the ``cut`` pages with the best sign scores, best first."""
    return [position for position, _ in best_first(sign_scores(question, signs), top_k=cut)]


def rerank(question: NDArray[np.floating], positions: Sequence[int], pages: PageStack, *, top_k: int) -> Ranking:
    """``(position, score)`` of the best pages by exact MaxSim; page ``i`` of the stack stands for ``positions[i]``."""
    if len(positions) != len(pages):
        raise ValueError(f"{len(positions)} positions for {len(pages)} pages")
    scores = dict(zip(positions, map(float, maxsim_scores(question, pages)), strict=True))
    return sorted(scores.items(), key=lambda entry: (-entry[1], entry[0]))[:top_k]


def rank_pages(
    question: NDArray[np.floating],
    signs: PageStack,
    load: Callable[[Sequence[int]], PageStack],
    *,
    top_k: int,
    cut: int,
) -> Ranking:
    """``(position, score)`` of the ``top_k`` best pages of ``signs``, scores exact, ties by position.

    ``load(positions)`` returns the float16 vectors of these pages in this order; it is asked once, for ``cut`` pages
    or ``top_k`` when that is more.
    """
    positions = first_cut(question, signs, cut=max(cut, top_k))
    return rerank(question, positions, load(positions), top_k=top_k) if positions else []


def rank_exhaustively(question: NDArray[np.floating], pages: PageStack, *, top_k: int) -> Ranking:
    """As ``rank_pages``, with exact MaxSim for every page: what a first cut is judged by."""
    return best_first(maxsim_scores(question, pages), top_k=top_k)


def best_first(scores: NDArray[np.floating], *, top_k: int) -> Ranking:
    """``(position, score)`` of the largest scores, ties by position.

    >>> best_first(np.array([0.5, 2.0, 2.0]), top_k=2)
    [(1, 2.0), (2, 2.0)]
    """
    order = np.argsort(-scores, kind="stable")[:top_k]
    return [(int(position), float(scores[position])) for position in order]


def _scores(
    question: NDArray[np.floating], pages: PageStack, width: int, blocks: Iterator[NDArray[np.float32]]
) -> NDArray[np.float32]:
    """MaxSim of the pages whose vectors come in blocks of shape (up to _BLOCK_VECTORS, width)."""
    if not len(pages):
        return np.empty(0, dtype=np.float32)
    if question.ndim != 2 or not len(question) or question.shape[1] != width:
        raise ValueError(f"a question of shape (tokens, {width}) is needed, not {question.shape}")
    tokens = question.astype(np.float32)
    # (tokens, vectors): the maximum over a page's vectors then runs along memory, twelve times as fast
    products = np.empty((len(tokens), len(pages.vectors)), dtype=np.float32)
    at = 0
    for block in blocks:
        np.matmul(tokens, block.T, out=products[:, at : at + len(block)])
        at += len(block)
    return np.maximum.reduceat(products, pages.starts, axis=1).sum(axis=0)


def _blocks(vectors: NDArray[Any]) -> Iterator[NDArray[Any]]:
    for start in range(0, len(vectors), _BLOCK_VECTORS):
        yield vectors[start : start + _BLOCK_VECTORS]
