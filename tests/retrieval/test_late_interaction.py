"""MaxSim: hand-worked scores, the cuts by pooled vectors against exhaustive scoring, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from bizrag.model.page_vectors import NUM_COARSE, NUM_POOLED, PageStack, stack_coarse, stack_pages, to_halves
from bizrag.model.token_pooling import pool_vectors, summarise_page
from bizrag.retrieval.late_interaction import (
    Ranking,
    coarse_scores,
    maxsim,
    maxsim_scores,
    rank_exhaustively,
    rank_pages,
)

QUESTION = np.array([[1.0, 0.0, 0.0], [0.0, 0.5, -0.5]])
PAGES = [
    np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 1.0]]),
    np.array([[0.5, 0.5, -1.0]]),
    np.array([[-1.0, -1.0, 1.0], [-0.5, -2.0, 2.0], [-0.25, 0.0, 0.0]]),
]


class Library:
    """Pages as the store keeps them; what was asked of it."""

    def __init__(self, pages: Sequence[np.ndarray]) -> None:
        self.kept = [summarise_page(page) for page in pages]
        self.asked: list[tuple[str, int]] = []

    def rank(self, question: np.ndarray, *, top_k: int, cut: int) -> Ranking:
        blocks = [stack_coarse([page.coarse for page in self.kept])] if self.kept else []
        everything = np.arange(len(self.kept))
        return rank_pages(
            question, everything, blocks, pooled=self._pooled, vectors=self._vectors, top_k=top_k, cut=cut
        )

    def exact(self, question: np.ndarray, *, top_k: int) -> Ranking:
        return rank_exhaustively(question, [page.vectors for page in self.kept], top_k=top_k)

    def _pooled(self, positions: Sequence[int]) -> PageStack:
        self.asked.append(("pooled", len(positions)))
        return stack_pages([self.kept[position].pooled for position in positions])

    def _vectors(self, positions: Sequence[int]) -> list[np.ndarray]:
        self.asked.append(("vectors", len(positions)))
        return [self.kept[position].vectors for position in positions]


def test_maxsim_is_the_sum_of_the_best_products() -> None:
    # page 1: 1 + max(0, 0); page 2: 0.5 + (0.25 + 0.5); page 3: -0.25 + max(-0.5 - 0.5, -1 - 1, 0)
    assert maxsim_scores(QUESTION, stack_pages(PAGES)).tolist() == [1.0, 1.25, -0.25]
    assert [maxsim(QUESTION, page) for page in PAGES] == [1.0, 1.25, -0.25]


def test_every_finite_float16_is_the_number_that_it_is() -> None:
    halves = np.arange(2**16, dtype=np.uint16).view(np.float16)
    halves = halves[np.isfinite(halves)]
    page = np.zeros((len(halves), 3), dtype=np.float16)
    page[:, 1] = halves
    question = np.array([[0.0, 1.0, 0.0]])
    stack = PageStack(vectors=page, starts=np.arange(len(page)))
    assert np.array_equal(maxsim_scores(question, stack), halves.astype(np.float32))
    assert maxsim(question, page) == 65504.0
    assert maxsim(-question, page) == 65504.0


def test_coarse_scores_are_maxsim_of_every_page_of_every_block() -> None:
    # blocks as the store makes them: pages of one, two and three vectors
    blocks = [stack_coarse(PAGES[:2]), stack_coarse(PAGES[2:])]
    assert [block.shape for block in blocks] == [(3, NUM_COARSE, 2), (3, NUM_COARSE, 1)]
    assert coarse_scores(QUESTION, blocks).tolist() == [1.0, 1.25, -0.25]
    assert coarse_scores(QUESTION, []).tolist() == []


def test_the_blocks_of_a_large_stack_give_what_one_product_gives() -> None:
    rng = np.random.default_rng(1)
    pages = [rng.standard_normal((length, 16)).astype(np.float16) for length in (1, 9000, 3, 4095, 20)]
    question = rng.standard_normal((4, 16))
    expected = [(question @ page.astype(np.float64).T).max(axis=1).sum() for page in pages]
    assert maxsim_scores(question, stack_pages(pages)) == pytest.approx(expected, abs=1e-4)


def library_of_pages(seed: int) -> tuple[np.ndarray, list[np.ndarray]]:
    """A question of 20 vectors and 200 pages of 150 patches around 60 topics; 12 pages hold the question, more and more
    blurred, so that the last of them differ from each other by less than their means do."""
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


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_two_cuts_and_an_exact_rerank_find_what_exhaustive_scoring_finds(seed: int) -> None:
    question, pages = library_of_pages(seed)
    library = Library(pages)
    found = library.rank(question, top_k=10, cut=15)
    exact = library.exact(question, top_k=10)
    assert [position for position, _ in found] == [position for position, _ in exact]
    assert [score for _, score in found] == pytest.approx([score for _, score in exact])
    assert library.asked == [("pooled", 150), ("vectors", 15)]


@pytest.mark.slow
def test_means_alone_lose_the_order_that_the_rerank_restores() -> None:
    question, pages = library_of_pages(0)
    library = Library(pages)
    exact = [position for position, _ in library.exact(question, top_k=12)]
    by_means = maxsim_scores(question, stack_pages([page.coarse for page in library.kept]))
    assert np.argsort(-by_means, kind="stable")[:12].tolist() != exact


@pytest.mark.slow
def test_few_pages_are_not_cut() -> None:
    question, pages = library_of_pages(0)
    library = Library(pages[:40])
    assert library.rank(question, top_k=10, cut=40) == library.exact(question, top_k=10)
    assert library.asked == [("vectors", 40)]
    # more than are scored exactly, no more than ten times as many
    library.rank(question, top_k=3, cut=4)
    assert library.asked[1:] == [("pooled", 40), ("vectors", 4)]


def test_equal_pages_stand_in_the_order_of_the_stack_and_a_cut_never_shortens_the_answer() -> None:
    question, pages = library_of_pages(0)
    library = Library([pages[0]] * 40)
    found = library.rank(question, top_k=3, cut=1)
    assert [position for position, _ in found] == [0, 1, 2]
    assert library.asked == [("pooled", 30), ("vectors", 3)]
    assert len({score for _, score in found}) == 1


@pytest.mark.slow
def test_only_the_pages_that_are_named_are_ranked() -> None:
    question, pages = library_of_pages(1)
    library = Library(pages)
    best = [position for position, _ in library.exact(question, top_k=5)]
    others = np.setdiff1d(np.arange(200), best)
    blocks = [stack_coarse([page.coarse for page in library.kept])]
    found = rank_pages(question, others, blocks, pooled=library._pooled, vectors=library._vectors, top_k=7, cut=15)
    assert [position for position, _ in found] == [position for position, _ in library.exact(question, top_k=12)][5:]


def test_no_pages_are_no_ranking_and_nothing_is_loaded() -> None:
    library = Library([])
    assert library.rank(QUESTION, top_k=3, cut=20) == []
    assert library.asked == []
    assert rank_exhaustively(QUESTION, [], top_k=3) == []


@pytest.mark.parametrize(
    "question", [np.zeros((2, 4)), np.zeros((0, 3)), np.zeros(3)], ids=["other width", "no vectors", "one vector"]
)
def test_a_question_that_does_not_fit_is_refused(question: np.ndarray) -> None:
    with pytest.raises(ValueError, match="a question of shape"):
        maxsim_scores(question, stack_pages(PAGES))
    with pytest.raises(ValueError, match="a question of shape"):
        maxsim(question, PAGES[0])
    with pytest.raises(ValueError, match="a question of shape"):
        coarse_scores(question, [stack_coarse(PAGES)])


def test_what_float16_cannot_hold_is_refused() -> None:
    for number in (np.nan, np.inf, 70_000.0):
        with pytest.raises(ValueError, match="float16"):
            to_halves(np.array([[0.5, number]]))
    with pytest.raises(ValueError, match="shape"):
        to_halves(np.zeros((0, 4)))
    with pytest.raises(ValueError, match="every page"):
        stack_pages([np.zeros((1, 4)), np.zeros((0, 4))])
    for pages in ([], [np.zeros((1, 4)), np.zeros((0, 4))]):
        with pytest.raises(ValueError, match="every page of a block"):
            stack_coarse(pages)


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
    assert [rank_exhaustively(question, pooled, top_k=1)[0][0] for question in questions] == list(range(40))


def test_pooling_keeps_what_it_cannot_make_less() -> None:
    page = np.eye(3, dtype=np.float32)
    assert pool_vectors(page, factor=1) is page
    assert pool_vectors(page[:1], factor=4).tolist() == page[:1].tolist()
    # opposite vectors have no mean; nothing becomes undefined
    opposite = np.array([[1, 0], [-1, 0]], dtype=np.float32)
    assert np.isfinite(pool_vectors(opposite, factor=2)).all()


def test_a_page_is_kept_with_sixty_four_and_twelve_vectors_that_stand_for_it() -> None:
    (page, *_), _ = pages_with_much_paper(0)
    kept = summarise_page(page)
    assert kept.vectors.tolist() == to_halves(page).tolist()
    assert (len(kept.pooled), len(kept.coarse)) == (NUM_POOLED, NUM_COARSE)
    for means in (kept.pooled, kept.coarse):
        assert np.linalg.norm(means.astype(np.float32), axis=1) == pytest.approx(1.0, abs=1e-3)
    # the paper and each of the page's eight topics are near a mean
    assert (page @ kept.pooled.astype(np.float32).T).max(axis=1).min() > 0.95
    small = summarise_page(page[:20])
    assert (len(small.pooled), len(small.coarse)) == (20, NUM_COARSE)
    one = summarise_page(page[:1])
    assert one.pooled.tolist() == one.coarse.tolist() == one.vectors.tolist()
