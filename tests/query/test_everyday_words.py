"""A search finds what documents call otherwise than the question, in a real database."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from bizrag.model.parses import BlockKind
from bizrag.model.retrieval import Retriever
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.store.indexes import get_index
from query.service import QueryService
from tests.query.conftest import add, block, parsed

NOTICE = "The lessee pays 400 a month."
OTHERS = ("The canteen serves soup.", "The roof was mended in May.")


@pytest.fixture
def reports(service: QueryService, engine: Engine, minilm: LocalEmbedder) -> QueryService:
    with engine.begin() as conn:
        index = get_index(conn, "default")
        for number, text in enumerate((NOTICE, *OTHERS)):
            name = f"note {number}.docx"
            blocks = [block(0, BlockKind.HEADING, "Notes"), block(1, BlockKind.TEXT, text)]
            add(conn, index, minilm, name, "notes", name, parsed(name, blocks, 0))
    return service


@pytest.mark.parametrize("question", ["tenant", "Could you please tell me who the tenant is?"])
def test_words_find_what_the_documents_say_for_them(reports: QueryService, question: str) -> None:
    found = {hit.text.split("\n")[-1]: hit for hit in reports.search(question)}
    assert "bm25" in found[NOTICE].route_ranks


def test_one_route_alone_asks_what_it_is_asked(reports: QueryService) -> None:
    hits = reports.search("tenant", retriever=Retriever.BM25)
    assert not hits


def test_what_introduces_a_question_is_not_searched_for(reports: QueryService) -> None:
    introduced = reports.search("Hello team, do you know what the canteen serves?")
    assert introduced == reports.search("what the canteen serves?")
