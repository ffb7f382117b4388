"""Reciprocal rank fusion: numbers by hand, and what holds for every input. The store tests the SQL form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.store.rank_fusion import reciprocal_rank_fusion

rankings_of_ids = st.dictionaries(
    st.sampled_from(["dense", "bm25", "keywords"]), st.lists(st.integers(1, 30), unique=True), min_size=1
)


def test_an_item_found_by_both_routes_adds_up_its_shares() -> None:
    fused = reciprocal_rank_fusion({"dense": [10, 20, 30], "bm25": [20, 40]})
    # 20: 1/62 + 1/61; 10: 1/61; 40: 1/62; 30: 1/63
    assert [item for item, _ in fused] == [20, 10, 40, 30]
    assert fused[0][1] == pytest.approx(0.016129032 + 0.016393443, abs=1e-9)
    assert fused[1][1] == pytest.approx(0.016393443, abs=1e-9)


def test_equal_scores_are_ordered_by_id() -> None:
    assert [item for item, _ in reciprocal_rank_fusion({"dense": [9, 4], "bm25": [4, 9]})] == [4, 9]


def test_weights_scale_the_share_of_a_route() -> None:
    fused = dict(reciprocal_rank_fusion({"dense": [1], "bm25": [2]}, k=1, weights={"bm25": 0.25}))
    assert fused == {1: 0.5, 2: 0.125}


def test_k_zero_gives_the_plain_reciprocal_rank() -> None:
    assert reciprocal_rank_fusion({"dense": [5, 6]}, k=0) == [(5, 1.0), (6, 0.5)]


def test_a_repeated_id_counts_at_its_first_place_only() -> None:
    assert reciprocal_rank_fusion({"dense": [5, 5, 6]}, k=1) == [(5, 0.5), (6, pytest.approx(1 / 3))]


def test_a_negative_k_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        reciprocal_rank_fusion({"dense": [1]}, k=-1)


def test_no_rankings_give_no_hits() -> None:
    assert reciprocal_rank_fusion({"dense": [], "bm25": []}) == []


@given(rankings_of_ids)
def test_the_order_of_the_routes_does_not_matter(rankings: dict[str, list[int]]) -> None:
    turned = dict(reversed(rankings.items()))
    assert reciprocal_rank_fusion(rankings) == reciprocal_rank_fusion(turned)


@given(rankings_of_ids)
def test_every_item_appears_once_and_one_route_keeps_its_order(rankings: dict[str, list[int]]) -> None:
    fused = [item for item, _ in reciprocal_rank_fusion(rankings)]
    assert sorted(fused) == sorted({item for ranking in rankings.values() for item in ranking})
    for route, ranking in rankings.items():
        assert [item for item, _ in reciprocal_rank_fusion({route: ranking})] == ranking


@given(st.lists(st.integers(1, 30), unique=True, min_size=2), st.lists(st.integers(31, 60), unique=True))
def test_moving_up_in_one_route_never_lowers_a_score(dense: list[int], bm25: list[int]) -> None:
    before = dict(reciprocal_rank_fusion({"dense": dense, "bm25": bm25}))
    raised = [dense[1], dense[0], *dense[2:]]
    after = dict(reciprocal_rank_fusion({"dense": raised, "bm25": bm25}))
    assert after[dense[1]] > before[dense[1]]
