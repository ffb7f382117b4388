"""Which way to the nearest vectors is taken: all compared, or a walk, and how far it goes."""

from __future__ import annotations

from typing import Any

from bizrag.settings import SearchSettings
from bizrag.store.filters import Allowed
from bizrag.store.nearest import choose_way


def way(dimensions: int, settings: SearchSettings, *, allowed: int, of: int, **state: Any) -> Any:
    return choose_way(
        dimensions,
        vector_index=state.get("vector_index", "hnsw"),
        num_vectors=of,
        allowed=Allowed(
            binds={},
            num_vectors=allowed,
            num_further_parts=state.get("num_further_parts", 0),
            is_filtered=state.get("is_filtered", True),
        ),
        dense_top_k=state.get("dense_top_k", 70),
        settings=settings,
    )


def test_few_allowed_vectors_are_compared_and_many_are_walked() -> None:
    index, long = 384, 3072
    usual = SearchSettings()
    assert way(index, usual, allowed=50_000, of=10**6).walk == "nothing"
    assert way(index, usual, allowed=50_001, of=100_000).walk == "hnsw"
    assert way(index, usual, allowed=10**6, of=10**6, vector_index=None).walk == "nothing"
    assert way(index, usual, allowed=1000, of=1000, is_filtered=False).walk == "hnsw"
    # eight times as long: an eighth as many
    assert way(long, usual, allowed=6250, of=10**6).walk == "nothing"
    assert way(long, usual, allowed=6251, of=12_000, vector_index="bits").walk == "bits"


def test_a_walk_under_a_filter_keeps_as_many_allowed_candidates_as_without() -> None:
    index = 384
    usual = SearchSettings()
    assert way(index, usual, allowed=100_000, of=100_000).ef_search == 200
    assert way(index, usual, allowed=60_000, of=100_000).ef_search == 334
    assert way(index, usual, allowed=200_000, of=10**6).ef_search == 1000
    # more candidates than pgvector can keep: compared, although they are many
    assert way(index, usual, allowed=199_000, of=10**6).walk == "nothing"
    bits = way(index, usual, allowed=28_000, of=28_000, vector_index="bits", is_filtered=False)
    assert (bits.reranked_rows, bits.ef_search, bits.walked_rows) == (280, 280, 70)
    # further parts take places: at most 4 times as many rows are walked, and then again times 4 by signs
    parts = way(
        index, usual, allowed=28_000, of=28_000, vector_index="bits", num_further_parts=10_000, is_filtered=False
    )
    assert (parts.walked_rows, parts.reranked_rows, parts.compared_rows) == (350, 1000, 10_070)


def test_a_walk_keeps_more_candidates_in_a_large_index() -> None:
    usual = SearchSettings()
    kept = [way(384, usual, allowed=n, of=n, is_filtered=False).ef_search for n in (1000, 100_000, 10**6, 10**8)]
    assert kept == [200, 200, 633, 1000]
    # a filter asks for more, or for no fewer
    assert way(384, usual, allowed=500_000, of=10**6).ef_search == 633
    assert way(384, usual, allowed=250_000, of=10**6).ef_search == 800


def test_a_walk_under_a_filter_goes_on_in_a_large_index() -> None:
    usual = SearchSettings()
    rows = [way(384, usual, allowed=allowed, of=2 * allowed).walked_rows for allowed in (28_000, 50_001, 500_000)]
    assert rows == [70, 126, 1250]
    # by signs as many are met, and then as many compared
    bits = way(3072, usual, allowed=500_000, of=10**6, vector_index="bits")
    assert (bits.reranked_rows, bits.walked_rows) == (1250, 1250)
    # without a filter the settings say how far
    assert way(384, usual, allowed=10**6, of=10**6, is_filtered=False).walked_rows == 70
