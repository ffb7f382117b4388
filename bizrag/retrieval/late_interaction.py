"""Late interaction: pages ranked by MaxSim between the vectors of a question and those of a page. Pure numpy.

``score(page) = sum over question vectors i of max over page vectors j of <q_i, p_j>`` (ColPali, Faysse et al. 2024;
SV-RAG, Chen et al. 2024). All pages are scored with the few means that stand for their thousand vectors, the best of
them with more means, the best of those with all vectors: means lose the order of pages that are nearly equal, so that
they only cut (docs/decisions/0023).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from bizrag.model.page_vectors import PageStack

# Vectors turned to float32 at a time: 512 KB at 128 dimensions, which stays in the cache.
_BLOCK_VECTORS = 1024
# sign, exponent and fraction of a float16 after its bits were moved to where float32 has them; and what its exponent,
# which counts from 15, is then too small by in one that counts from 127
_MOVED_BITS = np.int32(-(2**31) | (2**28 - 1))
_EXPONENT_GAP = np.float32(2.0**112)
# pages that coarse vectors keep for each that is scored exactly, and vectors of the question that compare with them
_KEPT_PER_CUT = 10
_NUM_COARSE_TOKENS = 16
# Scores of one product that differ by less, as a share of the largest, are equal: a matrix product rounds a page's
# vectors in another order when they stand elsewhere in it, or when another processor or number of threads computes it.
_ROUNDING = 1e-5

Ranking = list[tuple[int, float]]
Vectors = NDArray[np.floating]


def maxsim_scores(question: NDArray[np.floating], pages: PageStack) -> NDArray[np.float32]:
    """MaxSim of every page, shape (pages,); computed in float32.

    ``question`` has the shape (tokens, dimensions); the stack holds float16 or float32 vectors of the same dimensions.
    Raises ValueError when the dimensions differ or the question has no vectors.
    """
    if not len(pages):
        return np.empty(0, dtype=np.float32)
    tokens = _tokens(question, pages.vectors.shape[1])
    # (tokens, vectors): the maximum over a page's vectors then runs along memory, twelve times as fast
    products = np.empty((len(tokens), len(pages.vectors)), dtype=np.float32)
    at = 0
    for block in _float_blocks(pages.vectors):
        np.matmul(tokens, block.T, out=products[:, at : at + len(block)])
        at += len(block)
    return np.maximum.reduceat(products, pages.starts, axis=1).sum(axis=0)


def maxsim(question: NDArray[np.floating], page: Vectors) -> float:
    """MaxSim of one page of shape (vectors, dimensions). Raises ValueError as ``maxsim_scores``."""
    products = _widened(page) @ _tokens(question, page.shape[1]).T
    return float(products.max(axis=0).sum())


def coarse_scores(question: NDArray[np.floating], blocks: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """MaxSim of every page of blocks of shape (dimensions, vectors of each page, pages), shape (all pages,).

    Raises ValueError as ``maxsim_scores``.
    """
    scores = [np.empty(0, dtype=np.float32)]
    for block in blocks:
        width, num_vectors, num_pages = block.shape
        products = _tokens(question, width) @ block.reshape(width, -1)
        scores.append(products.reshape(-1, num_vectors, num_pages).max(axis=1).sum(axis=0))
    return np.concatenate(scores)


def rank_pages(
    question: NDArray[np.floating],
    pages: NDArray[np.integer],
    blocks: Sequence[NDArray[np.float32]],
    *,
    pooled: Callable[[Sequence[int]], PageStack],
    vectors: Callable[[Sequence[int]], Iterable[Vectors]],
    top_k: int,
    cut: int,
) -> Ranking:
    """``(page, score)`` of the ``top_k`` best of ``pages``, positions in the blocks; scores exact, ties by position.

    Ten times ``cut`` pages are kept by the blocks, which are compared with the question in few vectors; ``cut`` of them
    by their pooled vectors, or ``top_k`` where that is more. Where there are no more pages than that, the step is left
    out. ``pooled`` and ``vectors`` bring the float16 vectors of pages in this order, and are asked once at most.
    """
    cut = max(cut, top_k)
    if len(pages) > _KEPT_PER_CUT * cut:
        # scipy takes a while to load, and most indexes are not ranked like this
        from bizrag.model.token_pooling import pool_question

        few = pool_question(question, size=_NUM_COARSE_TOKENS)
        pages = _cut(pages, coarse_scores(few, blocks)[pages], _KEPT_PER_CUT * cut)
    if len(pages) > cut:
        pages = _cut(pages, maxsim_scores(question, pooled(pages.tolist())), cut)
    positions = sorted(pages.tolist())
    if not positions:
        return []
    scored = zip(positions, vectors(positions), strict=True)
    scores = [(position, maxsim(question, page)) for position, page in scored]
    return sorted(scores, key=lambda entry: (-entry[1], entry[0]))[:top_k]


def rank_exhaustively(question: NDArray[np.floating], pages: Iterable[Vectors], *, top_k: int) -> Ranking:
    """As ``rank_pages``, with exact MaxSim for every page: what the cuts are judged by."""
    scores = np.array([maxsim(question, page) for page in pages])
    return [(page, float(scores[page])) for page in _best(np.arange(len(scores)), scores, top_k).tolist()]


def _cut(pages: NDArray[np.integer], scores: NDArray[np.float32], num: int) -> NDArray[np.integer]:
    return _best(pages, scores, num, rounding=_ROUNDING * float(np.abs(scores).max()))


def _best(
    pages: NDArray[np.integer], scores: NDArray[np.floating], num: int, *, rounding: float = 0.0
) -> NDArray[np.integer]:
    """The pages with the largest scores, best first; ties, which ``rounding`` widens, by page."""
    if num < len(pages):
        # sorting all takes longer than finding where to cut
        is_kept = scores >= np.partition(scores, -num)[-num] - rounding
        pages, scores = pages[is_kept], scores[is_kept]
    order = np.argsort(-scores, kind="stable")
    is_lower = -np.diff(scores[order], prepend=scores[order[:1]]) > rounding
    return pages[order[np.lexsort((pages[order], is_lower.cumsum()))[:num]]]


def _tokens(question: NDArray[np.floating], width: int) -> NDArray[np.float32]:
    if question.ndim != 2 or not len(question) or question.shape[1] != width:
        raise ValueError(f"a question of shape (tokens, {width}) is needed, not {question.shape}")
    return question.astype(np.float32)


def _float_blocks(vectors: NDArray[np.generic]) -> Iterator[NDArray[np.float32]]:
    for start in range(0, len(vectors), _BLOCK_VECTORS):
        yield _widened(vectors[start : start + _BLOCK_VECTORS])


def _widened(vectors: NDArray[np.generic]) -> NDArray[np.float32]:
    """Finite numbers as float32. numpy turns float16 into it one by one, which takes four times as long."""
    if vectors.dtype != np.float16:
        return vectors.astype(np.float32)
    bits = vectors.view(np.int16).astype(np.int32)
    bits <<= 13
    bits &= _MOVED_BITS
    floats = bits.view(np.float32)
    floats *= _EXPONENT_GAP
    return floats
