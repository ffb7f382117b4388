"""Token pooling: fewer vectors for a page, each the mean of some that lie close together.

Hierarchical pooling of Clavié, Chaffin and Adams 2024 ("Reducing the Footprint of Multi-Vector Retrieval with Minimal
Performance Impact via Token Pooling"): clusters by Ward's linkage, one mean for each. Many patches of a page are paper.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bizrag.model.page_vectors import NUM_COARSE, NUM_POOLED, PageVectors, to_halves

__all__ = ["pool_question", "pool_vectors", "summarise_page"]

_Vectors = NDArray[np.floating]


def summarise_page(vectors: _Vectors) -> PageVectors:
    """What is kept of a page whose vectors, shape (n, dimensions), are of length 1.

    Raises ValueError where float16 cannot hold them.
    """
    halves = to_halves(vectors)
    pooled, coarse = _pooled_to(halves, (NUM_POOLED, NUM_COARSE))
    return PageVectors(vectors=halves, pooled=to_halves(pooled), coarse=to_halves(coarse))


def pool_vectors(vectors: _Vectors, *, factor: int) -> _Vectors:
    """Vectors of a page, float32 [n, dimensions], as ceil(n / factor) at most; a factor of 1 changes nothing.

    Rows are taken to be of length 1, and those that come back are; clusters stand in the order of their first vectors.
    Deterministic. Time and memory grow with the square of n.

    >>> page = np.array([[1, 0], [0, 1], [0.8, 0.6], [0, 1]], dtype=np.float32)
    >>> pool_vectors(page, factor=2).astype(float).round(2).tolist()
    [[0.95, 0.32], [0.0, 1.0]]
    """
    return _pooled_to(vectors, [-(-len(vectors) // factor)])[0]


def pool_question(vectors: _Vectors, *, size: int) -> _Vectors:
    """Vectors of a question, shape (tokens, dimensions), as at most ``size``: sums of those that lie close together.

    A page's product with a sum is the sum of its products: MaxSim of fewer vectors, for a first cut.

    >>> question = np.array([[1, 0], [0, 1], [0.8, 0.6]])
    >>> pool_question(question, size=2).tolist()
    [[1.8, 0.6], [0.0, 1.0]]
    """
    if size >= len(vectors):
        return vectors
    # half a second of a command that ingests and pools nothing
    from scipy.cluster.hierarchy import fcluster, linkage

    return _sums(vectors, fcluster(linkage(vectors, method="ward"), size, criterion="maxclust"))


def _pooled_to(vectors: _Vectors, sizes: Sequence[int]) -> list[_Vectors]:
    """The vectors as at most so many, for each size; from one tree of clusters."""
    if all(size >= len(vectors) for size in sizes) or len(vectors) < 2:
        return [vectors for _ in sizes]
    from scipy.cluster.hierarchy import fcluster, linkage

    tree = linkage(vectors.astype(np.float64), method="ward")
    return [
        vectors if size >= len(vectors) else _means(vectors, fcluster(tree, size, criterion="maxclust"))
        for size in sizes
    ]


def _means(vectors: _Vectors, labels: NDArray[np.integer]) -> _Vectors:
    """The mean of each cluster at length 1, float32."""
    sums = _sums(vectors, labels)
    # opposite vectors may cancel out
    lengths = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12)
    return (sums / lengths).astype(np.float32)


def _sums(vectors: _Vectors, labels: NDArray[np.integer]) -> _Vectors:
    """The sum of each cluster, float64, in the order of their first vectors."""
    _, first, members = np.unique(labels, return_index=True, return_inverse=True)
    place = np.argsort(np.argsort(first))[members]
    sums = np.zeros((len(first), vectors.shape[1]))
    np.add.at(sums, place, vectors)
    return sums
