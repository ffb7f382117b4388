"""Fusion of rankings in plain Python: what the statements of the store must give too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

# what is ranked: a number, or the (document, page) of a chunk; ties need an order
Item = TypeVar("Item", int, tuple[int, int, int])


def reciprocal_rank_fusion(
    rankings: Mapping[str, Sequence[Item]], *, k: int = 60, weights: Mapping[str, float] | None = None
) -> list[tuple[Item, float]]:
    """``score(d) = sum over rankings r of w_r / (k + rank_r(d))``, ranks from 1, best first, ties by id.

    Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods",
    SIGIR 2009. ``rankings`` maps the name of a route to its ids, best first; an id that repeats counts at its first
    place only. ``weights`` maps routes to w_r, 1.0 where a route is missing. With k = 0 the first place of one route
    outweighs nearly everything; a larger k flattens the difference between neighbouring ranks.

    Raises ValueError for a negative k.

    >>> reciprocal_rank_fusion({"dense": [7, 3], "bm25": [3]}, k=1)
    [(3, 0.8333333333333333), (7, 0.5)]
    """
    if k < 0:
        raise ValueError(f"k must not be negative: {k}")
    scores: dict[Item, float] = {}
    # Routes in a fixed order, so that sums of floats do not depend on how the mapping was built.
    for route in sorted(rankings):
        weight = 1.0 if weights is None else weights.get(route, 1.0)
        for rank, item in enumerate(dict.fromkeys(rankings[route]), start=1):
            scores[item] = scores.get(item, 0.0) + weight / (k + rank)
    return sorted(scores.items(), key=lambda entry: (-entry[1], entry[0]))
