"""MaxSim: hand-worked scores, the cut by signs against exhaustive scoring, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from bizrag.model.page_vectors import PageStack, pack_signs, stack_pages, to_halves
from bizrag.providers.token_pooling import pool_vectors
from bizrag.retrieval.late_interaction import maxsim_scores, rank_exhaustively, rank_pages, rerank, sign_scores

QUESTION = np.array([[1.0, 0.0, 0.0], [0.0, 0.5, -0.5]])
PAGES = [
    np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 1.0]]),
    np.array([[0.5, 0.5, -1.0]]),
    np.array([[-1.0, -1.0, 1.0], [-0.5, -2.0, 2.0], [-0.25, 0.0, 0.0]]),
]


def signs_of(pages: Sequence[np.ndarray]) -> PageStack:
    return stack_pages([pack_signs(page) for page in pages])


def test_maxsim_is_the_sum_of_the_best_products() -> None:
    # page 1: 1 + max(0, 0); page 2: 0.5 + (0.25 + 0.5); page 3: -0.25 + max(-0.5 - 0.5, -1 - 1, 0)
    assert maxsim_scores(QUESTION, stack_pages(PAGES)).tolist() == [1.0, 1.25, -0.25]


def test_sign_scores_take_one_for_every_number_above_zero_and_minus_one_for_the_others() -> None:
    # signs: + - -, - + +; + + -; - - +, - - +, - - -; products with 1 0 0: 1, -1; 1; -1, -1, -1
    # products with 0 0.5 -0.5: 0, 0; 1; -1, -1, 0
    assert sign_scores(QUESTION, signs_of(PAGES)).tolist() == [1.0, 2.0, -1.0]


def test_the_blocks_of_a_large_stack_give_what_one_product_gives() -> None:
    rng = np.random.default_rng(1)
    pages = [rng.standard_normal((length, 16)).astype(np.float16) for length in (1, 9000, 3, 4095, 20)]
    question = rng.standard_normal((4, 16))
    expected = [(question @ page.astype(np.float64).T).max(axis=1).sum() for page in pages]
    assert maxsim_scores(question, stack_pages(pages)) == pytest.approx(expected, abs=1e-4)
    expected = [(question @ np.where(page > 0, 1.0, -1.0).T).max(axis=1).sum() for page in pages]
    assert sign_scores(question, signs_of(pages)) == pytest.approx(expected, abs=1e-4)


def library_of_pages(seed: int) -> tuple[np.ndarray, list[np.ndarray]]:
    """A question of 20 vectors and 200 pages of 150 patches around 60 topics; 12 pages hold the question, more and more
    blurred, so that the last of them differ from each other by less than the noise of their signs."""
    rng = np.random.default_rng(seed)

    def unit(vectors: np.ndarray) -> np.ndarray:
        return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)

    topics = unit(rng.standard_normal((60, 128)))
    pages = [
        unit(topics[rng.choice(60, 6)][rng.integers(6, size=150)] + 0.08 * rng.standard_normal((150, 128)))
        for _ in range(200)
    ]
    question = unit(topics[rng.choice(60, 20)] + 0.08 * rng.standard_normal((20, 128)))
    for strength, page_no in enumerate(rng.choice(200, 12, replace=False)):
        blur = 0.06 + 0.002 * strength
        pages[page_no][:20] = unit(question + blur * rng.standard_normal((20, 128)))
    return question, [to_halves(page) for page in pages]


@pytest.mark.parametrize("seed", range(5))
def test_a_cut_by_signs_and_an_exact_rerank_find_what_exhaustive_scoring_finds(seed: int) -> None:
    question, pages = library_of_pages(seed)
    asked: list[list[int]] = []

    def load(positions: Sequence[int]) -> PageStack:
        asked.append(list(positions))
        return stack_pages([pages[position] for position in positions])

    found = rank_pages(question, signs_of(pages), load, top_k=10, cut=20)
    exact = rank_exhaustively(question, stack_pages(pages), top_k=10)
    assert [position for position, _ in found] == [position for position, _ in exact]
    assert [score for _, score in found] == pytest.approx([score for _, score in exact])
    assert [len(positions) for positions in asked] == [20]


def test_signs_alone_lose_the_order_that_the_rerank_restores() -> None:
    question, pages = library_of_pages(0)
    exact = [position for position, _ in rank_exhaustively(question, stack_pages(pages), top_k=12)]
    by_signs = np.argsort(-sign_scores(question, signs_of(pages)), kind="stable")[:12].tolist()
    assert by_signs != exact


def test_equal_pages_stand_in_the_order_of_the_stack_and_a_cut_never_shortens_the_answer() -> None:
    pages = [PAGES[1]] * 4
    found = rank_pages(
        QUESTION, signs_of(pages), lambda positions: stack_pages([pages[p] for p in positions]), top_k=3, cut=1
    )
    assert found == [(0, 1.25), (1, 1.25), (2, 1.25)]


def test_no_pages_are_no_ranking_and_nothing_is_loaded() -> None:
    def load(positions: Sequence[int]) -> PageStack:
        raise AssertionError(positions)

    assert rank_pages(QUESTION, stack_pages([]), load, top_k=3, cut=20) == []
    assert rank_exhaustively(QUESTION, stack_pages([]), top_k=3) == []


@pytest.mark.parametrize(
    "question", [np.zeros((2, 4)), np.zeros((0, 3)), np.zeros(3)], ids=["other width", "no vectors", "one vector"]
)
def test_a_question_that_does_not_fit_is_refused(question: np.ndarray) -> None:
    with pytest.raises(ValueError, match="a question of shape"):
        maxsim_scores(question, stack_pages(PAGES))


def test_what_float16_cannot_hold_is_refused() -> None:
    for number in (np.nan, np.inf, 70_000.0):
        with pytest.raises(ValueError, match="float16"):
            to_halves(np.array([[0.5, number]]))
    with pytest.raises(ValueError, match="shape"):
        to_halves(np.zeros((0, 4)))
    with pytest.raises(ValueError, match="every page"):
        stack_pages([np.zeros((1, 4)), np.zeros((0, 4))])
    with pytest.raises(ValueError, match="2 positions for 3 pages"):
        rerank(QUESTION, [0, 1], stack_pages(PAGES), top_k=1)


def pages_with_much_paper(seed: int) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """40 pages of 120 patches, half of them blank paper, the rest around eight topics of the page's own; for each page
    a question about three of its topics."""
    rng = np.random.default_rng(seed)

    def near(vectors: np.ndarray, noise: float) -> np.ndarray:
        moved = vectors + noise * rng.standard_normal(vectors.shape)
        return (moved / np.linalg.norm(moved, axis=-1, keepdims=True)).astype(np.float32)

    paper = near(np.zeros((1, 64)), 1.0)
    topics = [near(np.zeros((8, 64)), 1.0) for _ in range(40)]
    pages = [near(np.concatenate([np.repeat(paper, 60, axis=0), own[np.arange(60) % 8]]), 0.03) for own in topics]
    return pages, [near(own[:3], 0.03) for own in topics]


@pytest.mark.parametrize("factor", [2, 4])
def test_pooled_pages_are_smaller_and_found_as_well(factor: int) -> None:
    pages, questions = pages_with_much_paper(0)
    pooled = [pool_vectors(page, factor=factor) for page in pages]
    assert {len(page) for page in pooled} == {120 // factor}
    assert np.linalg.norm(np.concatenate(pooled), axis=1) == pytest.approx(1.0, abs=1e-5)
    stack = stack_pages(pooled)
    assert [rank_exhaustively(question, stack, top_k=1)[0][0] for question in questions] == list(range(40))


def test_pooling_keeps_what_it_cannot_make_less() -> None:
    page = np.eye(3, dtype=np.float32)
    assert pool_vectors(page, factor=1) is page
    assert pool_vectors(page[:1], factor=4).tolist() == page[:1].tolist()
    # opposite vectors have no mean; nothing becomes undefined
    opposite = np.array([[1, 0], [-1, 0]], dtype=np.float32)
    assert np.isfinite(pool_vectors(opposite, factor=2)).all()
