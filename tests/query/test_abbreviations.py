"""A search finds what documents spell out by its common abbreviation, and the other way round, in a real database."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from bizrag.model.parses import BlockKind
from bizrag.model.retrieval import Retriever
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.store.indexes import get_index
from query.service import QueryService
from tests.query.conftest import add, block, parsed

SPELLED = "We put $29.7 million into research and development."
SHORT = "The HQ moved to Brackwater."


@pytest.fixture
def reports(service: QueryService, engine: Engine, minilm: LocalEmbedder) -> QueryService:
    with engine.begin() as conn:
        index = get_index(conn, "default")
        for number, text in enumerate((SPELLED, SHORT, "The canteen serves soup.")):
            name = f"note {number}.docx"
            blocks = [block(0, BlockKind.HEADING, "Notes"), block(1, BlockKind.TEXT, text)]
            add(conn, index, minilm, name, "notes", name, parsed(name, blocks, 0))
    return service


@pytest.mark.parametrize(("question", "text"), [("How much went into R&D?", SPELLED), ("headquarters", SHORT)])
def test_words_find_what_abbreviations_stand_for(reports: QueryService, question: str, text: str) -> None:
    found = {hit.text.split("\n")[-1]: hit for hit in reports.search(question)}
    assert "bm25" in found[text].route_ranks


def test_one_route_alone_asks_what_it_is_asked(reports: QueryService) -> None:
    hits = reports.search("How much went into R&D?", retriever=Retriever.BM25)
    assert SPELLED not in {hit.text.split("\n")[-1] for hit in hits}
