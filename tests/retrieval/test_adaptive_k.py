"""How many candidates are kept: the higher of two distributions of scores, between K/2 and K."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit, Retriever
from bizrag.retrieval.adaptive_k import adaptive_count, fit_mixture, union_in_order


def draws(seed: int, *groups: tuple[float, float, int]) -> list[float]:
    """Scores of normal distributions (mean, deviation, size), best first."""
    rng = np.random.default_rng(seed)
    return sorted((float(x) for mean, dev, size in groups for x in rng.normal(mean, dev, size)), reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_the_mixture_is_the_one_that_scikit_learn_finds(seed: int) -> None:
    from sklearn.mixture import GaussianMixture

    scores = draws(seed, (0.7, 0.03, 8), (0.4, 0.05, 12))
    ours = fit_mixture(scores)
    theirs = GaussianMixture(n_components=2, n_init=3, random_state=0, tol=1e-6, max_iter=500)
    theirs.fit(np.array(scores)[:, None])
    assert ours is not None
    means = np.asarray(theirs.means_)[:, 0]
    assert sorted(means) == pytest.approx(ours.means, abs=0.01)
    labels = theirs.predict(np.array(scores)[:, None])
    high = int(np.argmax(means))
    assert [ours.is_high(score) for score in scores] == [bool(label == high) for label in labels]


def test_distributions_that_overlap_have_the_parameters_that_scikit_learn_finds() -> None:
    from sklearn.mixture import GaussianMixture

    scores = draws(5, (0.65, 0.1, 300), (0.4, 0.05, 300))
    theirs = GaussianMixture(n_components=2, means_init=[[0.4], [0.65]], random_state=0, tol=1e-9, max_iter=5000)
    theirs.fit(np.array(scores)[:, None])
    ours = fit_mixture(scores)
    assert ours is not None
    assert ours.weights == pytest.approx(np.asarray(theirs.weights_), abs=0.01)
    assert ours.means == pytest.approx(np.asarray(theirs.means_)[:, 0], abs=0.01)
    assert ours.deviations == pytest.approx(np.sqrt(np.asarray(theirs.covariances_)[:, 0, 0]), abs=0.005)


@pytest.mark.parametrize(
    ("scores", "kept"),
    [
        pytest.param(draws(1, (0.8, 0.01, 7), (0.3, 0.02, 13)), 7, id="as many as are better"),
        pytest.param(draws(1, (0.8, 0.01, 2), (0.3, 0.02, 18)), 5, id="at least half"),
        pytest.param(draws(1, (0.8, 0.01, 15), (0.3, 0.02, 5)), 10, id="at most k"),
        pytest.param([0.5] * 20, 10, id="all alike"),
        pytest.param([0.9, 0.1], 2, id="fewer than half"),
        pytest.param([0.9, 0.9, 0.1], 3, id="too few to tell apart"),
        pytest.param([], 0, id="nothing"),
        pytest.param([1 / (60 + rank) for rank in range(1, 21)], 10, id="ranks alone"),
    ],
)
def test_between_half_of_k_and_k_are_kept(scores: list[float], kept: int) -> None:
    assert adaptive_count(scores, k=10) == kept


def test_only_the_first_two_k_count() -> None:
    scores = draws(1, (0.8, 0.01, 7), (0.3, 0.02, 13))
    assert adaptive_count([*scores, *[-5.0] * 100], k=10) == adaptive_count(scores, k=10)


def test_a_score_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        adaptive_count([1.0, math.nan, 0.5, 0.1], k=2)
    with pytest.raises(ValueError, match="from 1"):
        adaptive_count([1.0], k=0)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(
    scores=st.lists(st.floats(-1e6, 1e6), max_size=40).map(lambda values: sorted(values, reverse=True)),
    k=st.integers(1, 15),
    scale=st.sampled_from([1e-4, 1.0, 1000.0]),
)
def test_the_bounds_hold_and_what_is_kept_begins_the_ranking(scores: list[float], k: int, scale: float) -> None:
    kept = adaptive_count(scores, k=k)
    assert min(len(scores), math.ceil(k / 2)) <= kept <= min(len(scores), k)
    mixture = fit_mixture([score * scale for score in scores])
    if mixture is not None:
        flags = [mixture.is_high(score * scale) for score in scores]
        assert flags == sorted(flags, reverse=True)


def hit(chunk_no: int, *, doc: str, page: int, score: float = 1.0) -> Hit:
    return Hit(
        rank=1,
        score=score,
        retriever=Retriever.HYBRID,
        chunk_no=chunk_no,
        chunk_id=str(chunk_no),
        document_id=doc,
        doc=doc,
        title=doc,
        kind=ChunkKind.TEXT,
        text="",
        headings=(),
        locators=(Locator(page_no=page),),
    )


def test_modalities_are_joined_in_the_order_of_the_documents() -> None:
    text = [hit(4, doc="b", page=9), hit(1, doc="b", page=2), hit(7, doc="a", page=3)]
    visual = [hit(9, doc="a", page=1), hit(1, doc="b", page=2), hit(8, doc="c", page=1)]

    joined = union_in_order([text, visual])

    assert [(one.doc, one.page_nos) for one in joined] == [
        ("b", (2,)),
        ("b", (9,)),
        ("a", (1,)),
        ("a", (3,)),
        ("c", (1,)),
    ]
    assert [one.rank for one in joined] == [1, 2, 3, 4, 5]
