"""Metrics: every number is worked by hand; undefined is None."""

from __future__ import annotations

import pytest

from bizrag.evaluation.evidence import evidence_pieces
from bizrag.evaluation.metrics import (
    evidence_recall_at_k,
    hit_at_k,
    mean,
    num_fitting,
    precision,
    recall,
    recall_at_k,
    reciprocal_rank_at_k,
    token_recall,
)

# Five hits: two chunks of page 4 of a, page 2 of b, page 5 of a, page 9 of c.
PAGES = [("a", 4), ("a", 4), ("b", 2), ("a", 5), ("c", 9)]


@pytest.mark.parametrize(
    ("k", "expected"),
    [
        pytest.param(1, 0.0, id="page 4 of a only"),
        pytest.param(2, 0.5, id="b2 is the second distinct page although the third hit"),
        pytest.param(3, 0.5, id="a5 is no gold page"),
        pytest.param(4, 1.0, id="c9 is the fourth distinct page"),
    ],
)
def test_recall_is_the_share_of_gold_pages_among_the_first_k_distinct_pages(k: int, expected: float) -> None:
    assert recall_at_k(PAGES, {("b", 2), ("c", 9)}, k=k) == expected


def test_the_same_page_number_of_another_document_is_no_hit() -> None:
    assert recall_at_k(PAGES, {("b", 4)}, k=10) == 0.0


def test_a_hit_needs_one_of_several_gold_pages() -> None:
    assert hit_at_k(PAGES, {("b", 2), ("z", 1)}, k=2) == 1.0
    assert hit_at_k(PAGES, {("b", 2), ("z", 1)}, k=1) == 0.0


def test_the_reciprocal_rank_counts_distinct_pages() -> None:
    # distinct: a4, b2, a5, c9: a5 stands third
    assert reciprocal_rank_at_k(PAGES, {("a", 5), ("c", 9)}, k=10) == pytest.approx(1 / 3)
    assert reciprocal_rank_at_k(PAGES, {("a", 5)}, k=2) == 0.0


def test_without_gold_nothing_is_defined() -> None:
    assert recall_at_k(PAGES, set(), k=5) is None
    assert hit_at_k(PAGES, set(), k=5) is None
    assert reciprocal_rank_at_k(PAGES, set(), k=5) is None
    assert evidence_recall_at_k(["text"], [], k=5) is None
    assert precision({1}, set()) is None
    assert precision(set(), {1}) is None
    assert recall({1}, set()) is None
    assert token_recall("answer", "") is None


def test_no_hits_are_zero_not_undefined() -> None:
    assert recall_at_k([], {("a", 1)}, k=5) == 0.0
    assert evidence_recall_at_k([], evidence_pieces("some text"), k=5) == 0.0


def test_evidence_is_found_whatever_the_spelling_of_its_numbers() -> None:
    pieces = evidence_pieces("Satisfaction was 3.88. The loss was $1,234 million.")
    assert evidence_recall_at_k(["satisfaction was 3 .88", "The loss was $(1,234) million"], pieces, k=2) == 1.0
    assert evidence_recall_at_k(["satisfaction was 3 .88", "The loss was $(1,234) million"], pieces, k=1) == 0.5


def test_a_row_of_numbers_is_found_when_labels_stand_between_them() -> None:
    pieces = evidence_pieces("72.7% 100% 90.9%")
    assert evidence_recall_at_k(["FY 2018: 72.7%; FY 2019: 100%; FY 2020: 90.9%"], pieces, k=1) == 1.0
    # in two chunks it is not one row
    assert evidence_recall_at_k(["72.7% 100%", "90.9%"], pieces, k=2) == 0.0


@pytest.mark.parametrize(
    ("max_words", "expected"),
    [
        pytest.param(1, 0, id="the first text alone is too much"),
        pytest.param(2, 1, id="a price is one word, its sign and separators none"),
        pytest.param(4, 1, id="a shorter text behind the one that is too much is not read in its place"),
        pytest.param(5, 2, id="exactly as many"),
        pytest.param(6, 3, id="all"),
    ],
)
def test_texts_are_read_best_first_and_whole_within_the_words(max_words: int, expected: int) -> None:
    assert num_fitting(["Sales $1,234.50", "rose in May", "again"], max_words=max_words) == expected


def test_precision_and_recall_of_citations_are_over_sets() -> None:
    assert precision([1, 1, 2], {1}) == 0.5
    assert recall([1, 1, 2], {1, 3}) == 0.5


def test_token_recall_counts_repeats() -> None:
    # reference: 5, and, 5 -> the answer holds one 5 and one "and"
    assert token_recall("5 and more", "5 and 5") == pytest.approx(2 / 3)


def test_the_mean_is_over_defined_values() -> None:
    assert mean([0.5, None, 1.0]) == 0.75
    assert mean([]) is None
