"""What the first hits of a fused ranking say of a question: puts them into order.

Fusion by ranks finds the passages that may answer, and knows neither how much better one is than the next nor whether
the words of the question stand together in it. So the first hits are ranked again by a linear model of features
(Metzler and Croft, "Linear feature-based models for information retrieval", 2007): the scores of the routes that found
them, the words of the question that passage and headings say, and sequential dependence (Metzler and Croft, "A Markov
Random Field Model for Term Dependencies", 2005), words that follow each other as in the question and words that share a
window of the text. What the passage says and its BM25 score are shares from 0 to 1 that count alike; similarity is
counted in deviations, the keyword route by what it gains. Weights learned on one half of 3,000 questions did no better
on the other half (Dawes, "The robust beauty of improper linear models in decision making", 1979).
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, takewhile
from statistics import fmean, pstdev

from bizrag.configuration.search import SearchSettings
from bizrag.model.retrieval import Hit
from bizrag.model.terms import term_weights, terms

# terms from the first to the last of a window
_WINDOW = 20
# Of what terms weigh that no passage says: where all passages say nearly all of a question, its words tell no passage
# from another, and weigh no more for being the only ones.
_LEAST_SHARE = 1 / 3
# What a similarity adds that is a standard deviation above the mean of the hits. Similarities of different models lie
# close together or far apart, so how far they differ is counted against the others of the question.
_PER_DEVIATION = 0.2
_LEAST_DEVIATION = 0.01
# passages whose terms are remembered, some 10 MB: they are found again and again
_KEPT_PASSAGES = 4096


def order_first_hits(question: str, hits: Sequence[Hit], *, settings: SearchSettings) -> list[Hit]:
    """All hits, the first ``settings.ordered_top_k`` of them by what they say of the question.

    Scores of these are above all others; equal ones stay as they were fused. Each route counts with its weight in the
    settings, and what no route with a weight found, which scores 0, stays behind.
    """
    first = list(takewhile(lambda hit: hit.score > 0, hits[: settings.ordered_top_k]))
    if len(first) < 2:
        return list(hits)
    totals = [
        said
        + settings.dense_weight * _PER_DEVIATION * deviation
        + settings.bm25_weight * share
        + hit.route_scores.get("keyword", 0.0)
        for hit, said, deviation, share in zip(
            first, _said(question, first), _deviations(first), _bm25_shares(first), strict=True
        )
    ]
    floor = min(hit.score for hit in first) - min(totals)
    ordered = sorted(zip(first, totals, strict=True), key=lambda scored: -scored[1])
    return [
        *(replace(hit, rank=rank, score=floor + total) for rank, (hit, total) in enumerate(ordered, start=1)),
        *hits[len(first) :],
    ]


@dataclass(frozen=True, slots=True)
class _Passage:
    """What is compared of a hit."""

    # in order, after those of the heading that it stands under
    terms: tuple[str, ...]
    held: frozenset[str]
    # of all headings
    of_headings: frozenset[str]


def _said(question: str, hits: Sequence[Hit]) -> list[float]:
    """What each hit says of the question, 0 to 4: its terms, those in a window, those that follow each other, and those
    in headings.
    """
    asked = terms(question)
    passages = [_passage(hit.headings, hit.text) for hit in hits]
    weights = _weights_of_said(asked, [passage.held for passage in passages])
    pairs = {pair: min(weights[term] for term in pair) for pair in pairwise(asked)}
    of_pairs, of_terms = (_whole(counted.values(), len(hits)) for counted in (pairs, weights))
    return [
        in_sequence(passage.terms, pairs) / of_pairs
        + (in_window(passage.terms, weights) + _held(passage.held, weights) + _held(passage.of_headings, weights))
        / of_terms
        for passage in passages
    ]


def _deviations(hits: Sequence[Hit]) -> list[float]:
    """By how many standard deviations the similarity of each hit is above their mean; that of one that the vectors did
    not find is taken for the least that they found.
    """
    similarities = [hit.route_scores["dense"] for hit in hits if "dense" in hit.route_scores]
    if not similarities:
        return [0.0] * len(hits)
    mean, deviation = fmean(similarities), max(pstdev(similarities), _LEAST_DEVIATION)
    least = min(similarities)
    return [(hit.route_scores.get("dense", least) - mean) / deviation for hit in hits]


def _bm25_shares(hits: Sequence[Hit]) -> list[float]:
    """The BM25 score of each hit against the best; that of one that BM25 did not find is taken for the least."""
    scores = [hit.route_scores["bm25"] for hit in hits if "bm25" in hit.route_scores]
    if not scores:
        return [0.0] * len(hits)
    # a term that all chunks have may score 0
    best, least = max(scores) or 1.0, min(scores)
    return [hit.route_scores.get("bm25", least) / best for hit in hits]


def in_sequence(said: Sequence[str], pairs: Mapping[tuple[str, str], float]) -> float:
    """What the pairs of terms weigh that follow each other in a passage as they do in the question.

    >>> in_sequence(["china", "net", "sale"], {("net", "sale"): 2.0, ("sale", "china"): 3.0})
    2.0
    """
    return sum(pairs[pair] for pair in {pair for pair in pairwise(said) if pair in pairs})


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


def _held(said: Collection[str], weights: Mapping[str, float]) -> float:
    return sum(weight for term, weight in weights.items() if term in said)


def _weights_of_said(asked: Sequence[str], held: Sequence[Collection[str]]) -> dict[str, float]:
    """What each term of the question weighs: less, the more passages hold it, and nothing where none does."""
    weights = term_weights(asked, held)
    return {term: weight if any(term in said for said in held) else 0.0 for term, weight in weights.items()}


def _whole(weights: Collection[float], num_passages: int) -> float:
    """What counts as all that can be found of these weights, above 0."""
    of_unsaid = math.log1p((num_passages + 0.5) / 0.5)
    return max(sum(weights), _LEAST_SHARE * of_unsaid * max(len(weights), 1))


@lru_cache(maxsize=_KEPT_PASSAGES)
def _passage(headings: tuple[str, ...], text: str) -> _Passage:
    # the first chunk of a section says its heading
    heading = headings[-1] if headings else ""
    said = tuple(terms(text if text.startswith(heading) else f"{heading}\n{text}"))
    return _Passage(said, frozenset(said), frozenset(term for above in headings for term in terms(above)))
