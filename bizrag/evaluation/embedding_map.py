"""The space of an index on a plane, and how close together it holds what belongs together (HiQA 5.3). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

# t-SNE of fewer points has no neighbourhoods
_LEAST_POINTS = 10
_PERPLEXITY = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Cohesion:
    """Mean cosine similarities of chunks, and of questions with chunks; None where there is no such pair."""

    # two chunks of one document
    within_documents: float | None
    # two chunks of different documents
    between_documents: float | None
    # two chunks of different documents under the same heading
    homologous: float | None
    # a question and the nearest chunk on the pages that answer it
    question_to_target: float | None = None
    # a question and any chunk of the map
    question_to_chunks: float | None = None


def pca(vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """The two directions of most variance, shape (points, 2); signs such that the largest coordinate is positive."""
    centred = np.asarray(vectors, dtype=np.float64) - vectors.mean(axis=0, dtype=np.float64)
    values, directions = np.linalg.eigh(centred.T @ centred)
    plane = centred @ directions[:, np.argsort(values)[::-1][:2]]
    signs = np.sign(plane[np.abs(plane).argmax(axis=0), np.arange(plane.shape[1])])
    return plane * np.where(signs == 0, 1, signs)


def tsne(vectors: NDArray[np.float32], *, seed: int = 0) -> NDArray[np.float64]:
    """t-SNE (van der Maaten and Hinton 2008) by cosine, started from PCA, shape (points, 2); PCA for fewer than 10."""
    if len(vectors) < _LEAST_POINTS:
        return pca(vectors)
    # takes a second to load
    from sklearn.manifold import TSNE

    perplexity = min(_PERPLEXITY, (len(vectors) - 1) / 3)
    model: Any = TSNE(n_components=2, metric="cosine", init="pca", perplexity=perplexity, random_state=seed)
    return np.asarray(model.fit_transform(np.asarray(vectors, dtype=np.float64)), dtype=np.float64)


def cohesion(vectors: NDArray[np.float32], docs: Sequence[str], headings: Sequence[str]) -> Cohesion:
    """How similar chunks are within a document, between documents, and under one heading of different documents.

    ``vectors`` has the shape (chunks, dimensions); ``docs`` and ``headings`` say where each chunk stands. Chunks
    without a heading have no homologous ones.
    """
    lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    unit = np.asarray(vectors / lengths, dtype=np.float64)
    everything = _pair_sum(unit)
    of_document = [_pair_sum(unit[group]) for group in _groups(docs)]
    by_heading = [group for group in _groups(headings) if headings[int(group[0])].strip()]
    pairs_of_heading = [_pair_sum(unit[group]) for group in by_heading]
    # chunks of one document under one heading are its own, not homologous
    own = [_pair_sum(unit[group[inner]]) for group in by_heading for inner in _groups([docs[int(at)] for at in group])]
    within = _total(of_document)
    return Cohesion(
        within_documents=_mean(within),
        between_documents=_mean(_difference(everything, within)),
        homologous=_mean(_difference(_total(pairs_of_heading), _total(own))),
    )


def mean_similarity(questions: NDArray[np.float32], vectors: NDArray[np.float32]) -> float | None:
    """Mean cosine of every question, shape (questions, dimensions), with every chunk, shape (chunks, dimensions).

    >>> mean_similarity(np.array([[2.0, 0.0]]), np.array([[1.0, 0.0], [0.0, 3.0]]))
    0.5
    """
    if not len(questions) or not len(vectors):
        return None
    means = [
        (rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)).mean(axis=0, dtype=np.float64)
        for rows in (questions, vectors)
    ]
    return float(means[0] @ means[1])


def _groups(names: Sequence[str]) -> list[NDArray[np.intp]]:
    """Places of each name, in the order of the names."""
    _, inverse = np.unique(np.array([name.casefold() for name in names], dtype=object), return_inverse=True)
    return [np.flatnonzero(inverse == number) for number in range(int(inverse.max(initial=-1)) + 1)]


def _pair_sum(unit: NDArray[np.float64]) -> tuple[float, int]:
    """Sum of the cosines of all pairs of rows, and how many pairs there are: from the length of the rows' sum."""
    whole = unit.sum(axis=0)
    return (float(whole @ whole) - float((unit * unit).sum())) / 2, len(unit) * (len(unit) - 1) // 2


def _total(sums: Sequence[tuple[float, int]]) -> tuple[float, int]:
    return sum(part[0] for part in sums), sum(part[1] for part in sums)


def _difference(first: tuple[float, int], second: tuple[float, int]) -> tuple[float, int]:
    return first[0] - second[0], first[1] - second[1]


def _mean(total: tuple[float, int]) -> float | None:
    return total[0] / total[1] if total[1] else None
