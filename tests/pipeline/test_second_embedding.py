"""A second embedding model beside the first: only vectors are made, and an alias moves questions over.

The endpoint is the scripted server over HTTP; folders, database, parser processes and the local model are real.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from bizrag.model.retrieval import Retriever
from bizrag.pipeline.services import Services
from bizrag.settings import Settings
from bizrag.store.indexes import set_alias
from orchestration.ingest import ingest
from query import QueryService
from tests.scripted_server import ScriptedServer, fail

QUESTION = "How many tons of apples grew at Linden Hill?"


def with_endpoint(scripted: ScriptedServer, settings: Settings) -> Settings:
    """The settings with an index ``second`` whose embedding is at the scripted server, counted as the local one is."""
    values = scripted.configure(settings).model_dump()
    values["providers"]["embeddings"]["small"] = {
        "provider": "openai",
        "model": "text-embedding-3-small",
        "dimensions": 64,
        "tokenizer": "minilm",
    }
    values["providers"]["chat"] = "local"
    values["providers"]["calls"] |= {"max_attempts": 1, "breaker_failures": 100}
    values["indexes"] = {"default": {}, "second": {"embedding": "small"}}
    return Settings.model_validate(values)


def first_doc(service: QueryService, index: str) -> str:
    return service.search(QUESTION, index=index, retriever=Retriever.DENSE)[0].doc


@pytest.mark.slow
def test_another_model_costs_vectors_only_and_an_alias_moves_questions_to_it(
    services: Services, corpus: Path, scripted: ScriptedServer
) -> None:
    num_inputs = ingest(services, [str(corpus)], collection="c").calls["embed_texts"]
    settings = with_endpoint(scripted, services.settings)
    local = services.embedders.packaged()
    with Services(settings, parsers=services.parsers, embedders=[local]) as both, QueryService(settings) as service:
        with both.engine.begin() as conn:
            set_alias(conn, "answers", "default")
        assert first_doc(service, "answers") == "apples.txt"

        scripted.reply(fail(503), stays=True)
        broken = ingest(both, [str(corpus)], collection="c")
        assert {item["stage"] for item in broken.failed} == {"embeddings"}
        # the index before answers as it did, and has asked no server
        assert first_doc(service, "answers") == "apples.txt"

        scripted.reset()
        report = ingest(both, [str(corpus)], collection="c")
        assert report.failed == []
        assert report.calls == {"embed_texts": num_inputs}
        with both.engine.connect() as conn:
            spent = conn.execute(text("SELECT input_tokens, cost_usd, num_unpriced FROM model_spend")).one()
            by_stage = "SELECT sum(cost_usd) FROM stage_spend WHERE stage = 'embeddings' AND num_model_calls > 0"
            assert conn.execute(text(by_stage)).scalar_one() == spent.cost_usd > 0
        assert float(spent.cost_usd) == pytest.approx(spent.input_tokens * 0.02 / 1e6)
        assert (spent.num_unpriced, report.has_unpriced) == (0, False)
        assert report.cost_usd == pytest.approx(float(spent.cost_usd))
        assert {item.model for item in scripted.received} == {"text-embedding-3-small"}
        with both.engine.connect() as conn:
            spaces = conn.execute(text("SELECT space, count(*) FROM embedding GROUP BY space ORDER BY space")).all()
            sets = conn.execute(text("SELECT count(*) FROM chunk_set")).scalar()
        endpoint_space = "openai/text-embedding-3-small/float32/64"
        assert [tuple(row) for row in spaces] == [(local.space, num_inputs), (endpoint_space, num_inputs)]
        # both indexes answer from the same chunks
        assert sets == 4

        num_before = len(scripted.embeddings)
        assert first_doc(service, "answers") == "apples.txt"
        assert len(scripted.embeddings) == num_before
        with both.engine.begin() as conn:
            set_alias(conn, "answers", "second")
        assert first_doc(service, "answers") == "apples.txt"
        assert [item.texts for item in scripted.embeddings[num_before:]] == [[QUESTION]]
        # the old one stays for whoever names it
        assert first_doc(service, "default") == "apples.txt"
        assert len(scripted.embeddings) == num_before + 1
