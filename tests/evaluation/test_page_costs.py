"""Seconds of a page by step."""

from __future__ import annotations

from bizrag.evaluation.page_costs import page_cost_row
from bizrag.model.variants import Variant
from bizrag.store.inspect import StageCost

COSTS = [
    StageCost(stage="pages", num_documents=2, num_pages=10, seconds=5.0, calls={"parse": 2}),
    StageCost(stage="embeddings", num_documents=2, num_pages=10, seconds=2.0, calls={"embed_texts": 30}),
]


def test_encoding_is_of_texts_or_multimodal_by_the_variant() -> None:
    text, image = (page_cost_row("i", variant, COSTS) for variant in (Variant.TCTE, Variant.COLPALI))
    assert (text["n_pages"], text["seconds_per_page"]["text extraction"]) == (10, 0.5)
    assert (text["seconds_per_page"]["text encoding"], text["seconds_per_page"]["multimodal encoding"]) == (0.2, None)
    assert (image["seconds_per_page"]["text encoding"], image["seconds_per_page"]["multimodal encoding"]) == (None, 0.2)
    assert text["calls_per_page"] == {"text extraction": {"parse": 0.2}, "text encoding": {"embed_texts": 3.0}}


def test_a_stage_without_a_run_is_unknown_and_not_free() -> None:
    found = page_cost_row("i", Variant.TCTE, [])
    assert found["n_pages"] == 0
    assert set(found["seconds_per_page"].values()) == {None}
