"""Token pooling: fewer vectors for a page, each the mean of some that lie close together.

Hierarchical pooling of Clavié, Chaffin and Adams 2024 ("Reducing the Footprint of Multi-Vector Retrieval with Minimal
Performance Impact via Token Pooling"): clusters by Ward's linkage, one mean for each. Many patches of a page are paper.
"""

from __future__ import annotations

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage

from bizrag.providers.embedding import Vectors

__all__ = ["pool_vectors"]


def pool_vectors(vectors: Vectors, *, factor: int) -> Vectors:
    """Vectors of a page, float32 [n, dimensions], as ceil(n / factor) at most; a factor of 1 changes nothing.

    Rows are taken to be of length 1, and those that come back are; clusters stand in the order of their first vectors.
    Deterministic. Time and memory grow with the square of n.

    >>> page = np.array([[1, 0], [0, 1], [0.8, 0.6], [0, 1]], dtype=np.float32)
    >>> pool_vectors(page, factor=2).astype(float).round(2).tolist()
    [[0.95, 0.32], [0.0, 1.0]]
    """
    wanted = -(-len(vectors) // factor)
    if wanted >= len(vectors) or len(vectors) < 2:
        return vectors
    labels = fcluster(linkage(vectors.astype(np.float64), method="ward"), wanted, criterion="maxclust")
    _, first, members = np.unique(labels, return_index=True, return_inverse=True)
    place = np.argsort(np.argsort(first))[members]
    sums = np.zeros((len(first), vectors.shape[1]))
    np.add.at(sums, place, vectors)
    # opposite vectors may cancel out
    lengths = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12)
    return (sums / lengths).astype(np.float32)
