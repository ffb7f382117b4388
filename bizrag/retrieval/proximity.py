"""Where the words of a question stand in a passage: puts the first hits of a fused ranking into order.

Neither BM25 nor a passage's vector knows whether the words of a question stand together. Sequential dependence (Metzler
and Croft, "A Markov Random Field Model for Term Dependencies", 2005) adds to the single words those that follow each
other as in the question, and those that share a window of the text. The single words are in the fused score already.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from bizrag.model.retrieval import Hit
from bizrag.model.terms import term_weights, terms

# terms from the first to the last of a window
_WINDOW = 20
# Of what terms weigh that no passage says: where all passages say nearly all of a question, its words tell no passage
# from another, and weigh no more for being the only ones.
_LEAST_SHARE = 1 / 3
# passages whose terms are remembered, some 10 MB: they are found again and again
_KEPT_PASSAGES = 4096


def order_by_proximity(question: str, hits: Sequence[Hit], *, top_k: int, weight: float) -> list[Hit]:
    """All hits, the first ``top_k`` of them by their score and what proximity adds to it; ranks are counted anew.

    In sequence and in a window each add up to ``weight`` times the best score.
    """
    first = hits[:top_k]
    if len(first) < 2 or weight == 0:
        return list(hits)
    asked = terms(question)
    passages = [_terms_of(hit.headings[-1] if hit.headings else "", hit.text) for hit in first]
    weights = _weights_of_said(asked, passages)
    pairs = {pair: min(weights[term] for term in pair) for pair in pairwise(asked)}
    of_pairs, of_terms = (_whole(counted.values(), len(first)) for counted in (pairs, weights))
    step = weight * max(hit.score for hit in first)
    scored = [
        replace(
            hit, score=hit.score + step * (in_sequence(said, pairs) / of_pairs + in_window(said, weights) / of_terms)
        )
        for hit, said in zip(first, passages, strict=True)
    ]
    ordered = [*sorted(scored, key=lambda hit: -hit.score), *hits[top_k:]]
    return [replace(hit, rank=rank) for rank, hit in enumerate(ordered, start=1)]


def in_sequence(said: Sequence[str], pairs: Mapping[tuple[str, str], float]) -> float:
    """What the pairs of terms weigh that follow each other in a passage as they do in the question.

    >>> in_sequence(["china", "net", "sale"], {("net", "sale"): 2.0, ("sale", "china"): 3.0})
    2.0
    """
    return sum(pairs[pair] for pair in pairs.keys() & set(pairwise(said)))


def in_window(said: Sequence[str], weights: Mapping[str, float], *, window: int = _WINDOW) -> float:
    """The most that the question's terms weigh in any ``window`` terms of a passage in a row, each counted once.

    >>> in_window(["net", "sale", "of", "the", "year", "china"], {"net": 1.0, "sale": 2.0, "china": 4.0}, window=3)
    4.0
    """
    inside: deque[tuple[int, str]] = deque()
    counts: Counter[str] = Counter()
    held = best = 0.0
    for place, term in enumerate(said):
        if term not in weights:
            continue
        inside.append((place, term))
        held += weights[term] if counts[term] == 0 else 0.0
        counts[term] += 1
        while inside[0][0] <= place - window:
            _, gone = inside.popleft()
            counts[gone] -= 1
            held -= weights[gone] if counts[gone] == 0 else 0.0
        best = max(best, held)
    return best


def _weights_of_said(asked: Sequence[str], passages: Sequence[Sequence[str]]) -> dict[str, float]:
    """What each term of the question weighs: less, the more passages say it, and nothing where none does."""
    held = [set(said) for said in passages]
    weights = term_weights(asked, held)
    return {term: weight if any(term in said for said in held) else 0.0 for term, weight in weights.items()}


def _whole(weights: Collection[float], num_passages: int) -> float:
    """What counts as all that can be found of these weights, above 0."""
    of_unsaid = math.log1p((num_passages + 0.5) / 0.5)
    return max(sum(weights), _LEAST_SHARE * of_unsaid * max(len(weights), 1))


@lru_cache(maxsize=_KEPT_PASSAGES)
def _terms_of(heading: str, text: str) -> tuple[str, ...]:
    """The terms of a passage after those of the heading that it stands under, which the first of a section says."""
    return tuple(terms(text if text.startswith(heading) else f"{heading}\n{text}"))
