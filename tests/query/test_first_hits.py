"""A hybrid search puts its first hits in order by what they say of the question, in a real database."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from bizrag.model.parses import BlockKind
from bizrag.model.retrieval import Retriever
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.store.indexes import get_index
from query.service import QueryService
from tests.query.conftest import add, block, parsed

QUESTION = "What is the notice period for fixed term contracts?"
# all of its words, again and again, in other places
OTHERS = (
    "Notice: contracts, fixed or not, are kept for a period of ten years. A term that is not fixed is fixed by notice.",
    "Contracts: the term is fixed by law. Fixed costs of a period, by notice of the accounts, are no contracts.",
    "A fixed notice board tells the period of all contracts, their term and whether a term was fixed for a period.",
)
ANSWER = "The notice period for fixed term contracts is six weeks."


@pytest.fixture
def contracts(service: QueryService, engine: Engine, minilm: LocalEmbedder) -> QueryService:
    with engine.begin() as conn:
        index = get_index(conn, "default")
        for number, text in enumerate((*OTHERS, ANSWER)):
            name = f"rules {number}.docx"
            blocks = [block(0, BlockKind.HEADING, "Rules"), block(1, BlockKind.TEXT, text)]
            add(conn, index, minilm, name, "hr", name, parsed(name, blocks, 0))
    return service


def places(service: QueryService, retriever: Retriever = Retriever.HYBRID, top_k: int = 10) -> list[str]:
    hits = service.search(QUESTION, retriever=retriever, top_k=top_k)
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    return [hit.doc for hit in hits]


def test_the_passage_that_says_the_words_together_comes_first(contracts: QueryService) -> None:
    contracts.settings.search.bm25_weight = 3.0
    contracts.settings.search.ordered_top_k = 0
    fused = places(contracts)
    assert fused[0] != "rules 3.docx", "without it another one is first"

    contracts.settings.search.ordered_top_k = 30
    ordered = places(contracts)

    assert ordered[0] == "rules 3.docx"
    assert sorted(ordered) == sorted(fused)
    # also where one hit is asked for
    assert places(contracts, top_k=1) == ["rules 3.docx"]


def test_one_route_alone_is_ranked_by_nothing_else(contracts: QueryService) -> None:
    for retriever in (Retriever.BM25, Retriever.DENSE):
        contracts.settings.search.ordered_top_k = 30
        ordered = places(contracts, retriever)
        contracts.settings.search.ordered_top_k = 0
        assert places(contracts, retriever) == ordered
