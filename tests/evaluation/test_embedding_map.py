"""Cohesion is what all pairs give, planes keep what is near."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest

from bizrag.evaluation.embedding_map import Cohesion, cohesion, pca, tsne


def test_cohesion_is_the_mean_cosine_of_the_pairs() -> None:
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((30, 8)).astype(np.float32)
    docs = [f"d{number % 4}" for number in range(30)]
    headings = [("", "Net sales", "net sales", "Costs")[number % 3 + (number > 15)] for number in range(30)]
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def mean(chosen: Callable[[int, int], bool]) -> float:
        pairs = itertools.combinations(range(30), 2)
        return float(np.mean([unit[a] @ unit[b] for a, b in pairs if chosen(a, b)]))

    found = cohesion(vectors, docs, headings)

    assert found.within_documents == pytest.approx(mean(lambda a, b: docs[a] == docs[b]), abs=1e-6)
    assert found.between_documents == pytest.approx(mean(lambda a, b: docs[a] != docs[b]), abs=1e-6)
    same = {"": "", "Net sales": "s", "net sales": "s", "Costs": "c"}
    assert found.homologous == pytest.approx(
        mean(lambda a, b: docs[a] != docs[b] and same[headings[a]] == same[headings[b]] != ""), abs=1e-6
    )


def test_what_has_no_pair_has_no_figure() -> None:
    alone = cohesion(np.eye(2, 4, dtype=np.float32), ["a", "b"], ["", ""])
    assert alone == Cohesion(within_documents=None, between_documents=0.0, homologous=None)


@pytest.mark.slow
def test_both_planes_keep_two_heaps_apart_and_are_the_same_in_every_run() -> None:
    rng = np.random.default_rng(1)
    heaps = np.concatenate([rng.normal(mean, 0.1, (20, 6)) + np.eye(6)[int(mean > 0)] * 3 for mean in (-1.0, 1.0)])
    vectors = heaps.astype(np.float32)
    for project in (pca, tsne):
        plane = project(vectors)
        assert plane.shape == (40, 2)
        assert np.array_equal(plane, project(vectors))
        first, second = plane[:20], plane[20:]
        spread = max(np.linalg.norm(heap - heap.mean(axis=0), axis=1).mean() for heap in (first, second))
        assert np.linalg.norm(first.mean(axis=0) - second.mean(axis=0)) > 2 * spread


def test_few_points_are_placed_by_pca() -> None:
    vectors = np.random.default_rng(2).standard_normal((5, 4)).astype(np.float32)
    assert np.array_equal(tsne(vectors), pca(vectors))
