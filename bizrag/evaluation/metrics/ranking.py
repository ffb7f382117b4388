"""Metrics of rankings. Ranks count from 1.

Rankings may repeat an item (two chunks of one page): it counts at its first place, and cut-offs count distinct items.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterable, Sequence


def recall_at_k(ranking: Iterable[Hashable], relevant: Collection[Hashable], *, k: int) -> float | None:
    """``|relevant in the first k distinct items| / |relevant|``; None without relevant items.

    Manning, Raghavan and Schuetze, "Introduction to Information Retrieval" (2008), chapter 8. Page recall takes
    (document, page) pairs, document recall takes documents.

    >>> recall_at_k(["a", "a", "b", "c"], {"b", "c"}, k=2)
    0.5
    """
    wanted = set(relevant)
    if not wanted:
        return None
    return len(wanted & set(_distinct(ranking)[:k])) / len(wanted)


def precision_at_k(ranking: Iterable[Hashable], relevant: Collection[Hashable], *, k: int) -> float | None:
    """``|relevant in the first k distinct items| / k``, also when fewer than k were found; None without relevant items.

    As trec_eval computes ``P_k``.

    >>> precision_at_k(["a", "a", "b"], {"b"}, k=4)
    0.25
    """
    wanted = set(relevant)
    if not wanted:
        return None
    return len(wanted & set(_distinct(ranking)[:k])) / k


def hit_at_k(ranking: Iterable[Hashable], relevant: Collection[Hashable], *, k: int) -> float | None:
    """1.0 when any relevant item is among the first k distinct items, else 0.0; None without relevant items.

    SV-RAG's top-k accuracy for questions with one evidence page, widened to "any of them".
    """
    wanted = set(relevant)
    if not wanted:
        return None
    return float(not wanted.isdisjoint(_distinct(ranking)[:k]))


def reciprocal_rank_at_k(ranking: Iterable[Hashable], relevant: Collection[Hashable], *, k: int) -> float | None:
    """``1 / rank`` of the first relevant distinct item within the first k, 0.0 when none is; None without relevant.

    Voorhees, "The TREC-8 Question Answering Track Report" (1999); its mean over questions is MRR@k.

    >>> reciprocal_rank_at_k(["a", "a", "b"], {"b"}, k=10)
    0.5
    """
    wanted = set(relevant)
    if not wanted:
        return None
    places = (rank for rank, item in enumerate(_distinct(ranking)[:k], start=1) if item in wanted)
    return next((1.0 / rank for rank in places), 0.0)


def ndcg_at_k(ranking: Iterable[Hashable], relevant: Collection[Hashable], *, k: int) -> float | None:
    """``DCG / ideal DCG`` of the first k distinct items, gain 1 for a relevant one, discount ``log2(rank + 1)``.

    Jaervelin and Kekaelaeinen, "Cumulated gain-based evaluation of IR techniques" (2002), in the form that trec_eval
    computes. None without relevant items.

    >>> ndcg_at_k(["b", "a"], {"a"}, k=10)  # 1 / log2(3)
    0.6309297535714575
    """
    wanted = set(relevant)
    if not wanted:
        return None
    gained = sum(_discount(rank) for rank, item in enumerate(_distinct(ranking)[:k], start=1) if item in wanted)
    return gained / sum(_discount(rank) for rank in range(1, min(len(wanted), k) + 1))


def log_rank_index(ranking: Sequence[Hashable], relevant: Collection[Hashable], *, gamma: float) -> float | None:
    """Mean over the relevant items of ``1 - log(1 + gamma (r - 1)) / log(1 + gamma (N - 1))`` (HiQA, Log-Rank Index).

    ``ranking`` is the full exact ranking of all N items, r the place of a relevant one: 1 is best, 0 the last place.
    None without relevant items, and for N = 1, where the formula divides by zero. Raises ValueError when a relevant
    item is not ranked or an item stands there twice: a ranking that is cut off would flatter.

    >>> log_rank_index(["a", "b", "c"], {"c"}, gamma=1.0), log_rank_index(["a", "b", "c"], {"a"}, gamma=1.0)
    (0.0, 1.0)
    """
    places = {item: rank for rank, item in enumerate(ranking, start=1)}
    if len(places) != len(ranking):
        raise ValueError("an item stands in the ranking twice")
    wanted = set(relevant)
    missing = wanted - places.keys()
    if missing:
        raise ValueError(f"the ranking does not hold {len(missing)} of {len(wanted)} relevant items: rank all")
    if not wanted or len(ranking) == 1:
        return None
    whole = math.log1p(gamma * (len(ranking) - 1))
    return sum(1 - math.log1p(gamma * (places[item] - 1)) / whole for item in wanted) / len(wanted)


def _discount(rank: int) -> float:
    return 1 / math.log2(rank + 1)


def _distinct(items: Iterable[Hashable]) -> list[Hashable]:
    return list(dict.fromkeys(items))
