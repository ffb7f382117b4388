"""Metrics: one pure function each, with its formula and source.

Undefined is None, never 0: a question without known pages has no page recall, and a mean is over the questions where
the metric is defined. Ranks count from 1. Rankings may repeat an item (two chunks of one page): it counts at its first
place, and cut-offs count distinct items.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence

from bizrag.evaluation.evidence import Piece, piece_is_in
from bizrag.model.words import tokens


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


def evidence_recall_at_k(texts: Sequence[str], pieces: Sequence[Piece], *, k: int) -> float | None:
    """Share of the evidence pieces that stand in one of the first k texts; None without pieces.

    Words and numbers compare in their normal form (``bizrag.model.words``), so "3 .88" is 3.88, "(1,234)" is 1234.
    Our own definition; a piece is a sentence of the evidence or a row of an evidence table.
    """
    if not pieces:
        return None
    found = [tokens(text) for text in texts[:k]]
    return sum(any(piece_is_in(piece, text) for text in found) for piece in pieces) / len(pieces)


def precision(predicted: Collection[Hashable], relevant: Collection[Hashable]) -> float | None:
    """``|predicted and relevant| / |predicted|``, both as sets; None when nothing was predicted or nothing is relevant.

    For citations: the share of cited pages that are gold pages.
    """
    given, wanted = set(predicted), set(relevant)
    if not given or not wanted:
        return None
    return len(given & wanted) / len(given)


def recall(predicted: Collection[Hashable], relevant: Collection[Hashable]) -> float | None:
    """``|predicted and relevant| / |relevant|``, both as sets; None when nothing is relevant."""
    wanted = set(relevant)
    return len(set(predicted) & wanted) / len(wanted) if wanted else None


def token_recall(answer: str, reference: str) -> float | None:
    """Share of the reference's tokens (with repeats) present in the answer; None for a reference without tokens.

    The SlideVQA measure of MM-BizRAG (section on evaluation): precision is left out because longer answers are fine.

    >>> token_recall("Sales were $1,200 in 2025.", "1200 dollars")
    0.5
    """
    wanted = Counter(tokens(reference))
    if not wanted:
        return None
    return (wanted & Counter(tokens(answer))).total() / wanted.total()


def mean(values: Iterable[float | None]) -> float | None:
    """The arithmetic mean of the defined values; None when there are none.

    >>> mean([1.0, None, 0.0]), mean([None])
    (0.5, None)
    """
    defined = [value for value in values if value is not None]
    return sum(defined) / len(defined) if defined else None


def _distinct(items: Iterable[Hashable]) -> list[Hashable]:
    return list(dict.fromkeys(items))
