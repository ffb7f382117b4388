"""Indexes of several variants beside each other over one parse: what is made again and what is not.

Folders, database, parser processes and models are real.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from bizrag.errors import BadInputError, ConfigurationError
from bizrag.model.retrieval import Retriever
from bizrag.model.variants import Variant
from bizrag.pipeline.services import Services
from bizrag.pipeline.versions import chunk_params
from bizrag.retrieval.retriever import HybridRetriever
from bizrag.settings import IndexSettings, Settings
from orchestration.ingest import ingest
from query import QueryService
from query.evaluating import Place, evaluate_index


def with_index(settings: Settings, name: str, index: IndexSettings) -> Settings:
    return settings.model_copy(update={"indexes": {name: index}})


@pytest.mark.slow
def test_the_text_baseline_is_built_beside_tcte_without_a_second_parse(services: Services, corpus: Path) -> None:
    ingest(services, [str(corpus)], collection="c")
    baseline = with_index(services.settings, "plain", IndexSettings(variant=Variant.TEXT_ONLY))
    with Services(baseline, parsers=services.parsers, embedders=[services.embedders.packaged()]) as beside:
        report = ingest(beside, [str(corpus)], collection="c")
        retriever = HybridRetriever(beside.engine, beside.embedders, beside.settings)
        hits = {hit.doc: hit for hit in retriever.retrieve("plums year tons 2023 2024", index="plain")}
        with beside.engine.connect() as conn:
            select = "SELECT index_name, variant, count(*) FROM live_chunk JOIN search_index USING (index_name)"
            rows = conn.execute(text(f"{select} GROUP BY index_name, variant"))
            live = {row.index_name: (row.variant, row.count) for row in rows}
    # four documents, one chunk each, and none had this text with a title in front of it before
    assert {name: number for name, number in report.calls.items() if number} == {"embed_texts": 4}
    assert report.to_json()["documents"]["unchanged"] == 4
    assert live["plain"] == ("text_only", 4)
    assert live["default"][0] == "tcte"
    assert hits["plums.md"].text == "Plums\nyear tons\n2023 51\n2024 64"
    assert set(hits["plums.md"].route_ranks) == {"dense", "bm25", "keyword"}


def test_an_embedding_that_does_not_fit_the_variant_is_named(settings: Settings) -> None:
    for variant, embedding, reason in (
        (Variant.PCMHE, "local", "it reads no images"),
        (Variant.TCTE, "colpali", "many vectors"),
        (Variant.COLPALI, "cohere", "late interaction"),
    ):
        wanted = with_index(settings, "other", IndexSettings(variant=variant, embedding=embedding))
        with Services(wanted) as services, pytest.raises(ConfigurationError, match=reason):
            _ = services.indexes


def test_every_variant_has_a_default_embedding(settings: Settings) -> None:
    wanted = {variant.value: IndexSettings(variant=variant) for variant in Variant}
    with Services(settings.model_copy(update={"indexes": wanted})) as services:
        spaces = {name: row.space.split("/")[0] for name, row in services.indexes.items()}
    assert spaces == {
        "tcte": "minilm-l6-v2",
        "text_only": "minilm-l6-v2",
        "pcmhe": "cohere",
        "tcmie": "cohere",
        "colpali": "colpali",
        "visrag": "visrag",
    }


def test_page_images_are_not_searched_for_words(settings: Settings) -> None:
    wanted = with_index(settings, "pages", IndexSettings(variant=Variant.COLPALI))
    with Services(wanted) as services:
        assert services.indexes["pages"].dimensions == 128
        retriever = HybridRetriever(services.engine, services.embedders, wanted)
        with pytest.raises(BadInputError, match="no words"):
            retriever.retrieve("anything", index="pages", retriever=Retriever.BM25)
    with QueryService(wanted) as service:
        # an evaluation asks only what the index can answer
        report = evaluate_index(Place(service=service, index="pages"), [], with_answers=False)
    assert set(report.retrieval) == {Retriever.DENSE, Retriever.HYBRID}


def test_no_input_is_made_longer_than_its_model_reads() -> None:
    small = {"provider": "cohere", "model": "small", "dimensions": 8, "max_tokens": 128, "image_max_px": 84}
    settings = Settings.model_validate(
        {
            "indexes": {"pages": {"variant": "pcmhe", "embedding": "small"}, "text": {"embedding": "small"}},
            "providers": {"embeddings": {"small": small}},
        }
    )
    pages, text_chunks = chunk_params(settings, "pages"), chunk_params(settings, "text")
    # an image of 84 pixels is 3 by 3 patches
    assert (pages.max_tokens, pages.window_tokens, pages.image_tokens) == (128, 128, 9)
    assert (text_chunks.max_tokens, text_chunks.window_tokens) == (128, None)
