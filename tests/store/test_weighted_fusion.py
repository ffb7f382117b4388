"""The multi-route score: similarity and BM25 on one scale, and the logarithm of the keywords that match."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Connection

from bizrag.configuration.search import Fusion, SearchSettings
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.store.indexes import IndexRow
from bizrag.store.publish import publish
from bizrag.store.search import search

MakeLibrary = Callable[[Connection], Any]

SENTENCES = [
    "Net sales rose against the prior quarter.",
    "Gross margin was affected by costs.",
    "Sales fell in Norway.",
]


@pytest.fixture
def shelf(conn: Connection, library: MakeLibrary) -> tuple[Connection, IndexRow]:
    """Four reports that say the same; one of them has a sentence with a part number."""
    made = library(conn)
    index = made.index()
    for name in ("alpha.pdf", "beta.pdf", "gamma.pdf", "delta.pdf"):
        document = made.document(name)
        own = ["The pump is GK-220 from Marden."] if name == "gamma.pdf" else ["The pump is of another make."]
        publish(
            conn,
            index=index,
            document_no=document.document_no,
            chunk_set_id=made.chunk_set(document, [*SENTENCES, *own]),
        )
    conn.commit()
    return conn, index


def ask(
    shelf: tuple[Connection, IndexRow], question: str, retriever: Retriever, entities: str = "", **settings: Any
) -> list[Hit]:
    conn, index = shelf
    vector = np.random.default_rng(1).standard_normal(index.dimensions).astype(np.float32)
    return search(
        conn,
        index=index,
        text=question,
        embedding=vector / np.linalg.norm(vector),
        retriever=retriever,
        filters=SearchFilter(),
        settings=SearchSettings(fusion=Fusion.WEIGHTED, **settings),
        top_k=30,
        entities=entities,
    )


def scaled(hits: list[Hit]) -> dict[int, float]:
    low, high = min(hit.score for hit in hits), max(hit.score for hit in hits)
    return {hit.chunk_no: (hit.score - low) / (high - low) for hit in hits}


@pytest.mark.parametrize("alpha", [0.0, 0.3, 1.0])
def test_the_score_is_a_weighted_sum_of_both_routes_on_one_scale(
    shelf: tuple[Connection, IndexRow], alpha: float
) -> None:
    question = "net sales in Norway"
    dense = scaled(ask(shelf, question, Retriever.DENSE))
    words = scaled(ask(shelf, question, Retriever.BM25))

    found = ask(shelf, question, Retriever.HYBRID, alpha=alpha, beta=0.0)

    expected = {number: alpha * dense[number] + (1 - alpha) * words.get(number, 0.0) for number in dense}
    assert {hit.chunk_no: hit.score for hit in found} == pytest.approx(expected)
    assert [hit.score for hit in found] == sorted(expected.values(), reverse=True)


def test_keywords_of_document_and_chunk_add_their_logarithm(shelf: tuple[Connection, IndexRow]) -> None:
    question = "sales of gamma, part GK-220"
    without = {hit.chunk_no: hit for hit in ask(shelf, question, Retriever.HYBRID, beta=0.0)}
    gains = {
        number: hit.score - without[number].score
        for number, hit in ((hit.chunk_no, hit) for hit in ask(shelf, question, Retriever.HYBRID, beta=2.0))
    }
    by_text = {(without[number].doc, without[number].text[:8]): gain for number, gain in gains.items()}

    # one keyword that one document of four has; the code stands in one chunk
    assert by_text["gamma.pdf", SENTENCES[0][:8]] == pytest.approx(2 * math.log(2))
    assert by_text["gamma.pdf", "The pump"] == pytest.approx(2 * math.log(3))
    assert all(gain == 0 for (doc, _), gain in by_text.items() if doc != "gamma.pdf")


def test_a_named_entity_of_the_question_is_a_keyword_of_the_chunks_that_say_it(
    shelf: tuple[Connection, IndexRow],
) -> None:
    def gain(entities: str) -> dict[str, float]:
        low, high = (ask(shelf, "sales in norway", Retriever.HYBRID, entities, beta=beta) for beta in (0.0, 2.0))
        before = {hit.chunk_no: hit.score for hit in low}
        return {hit.text: hit.score - before[hit.chunk_no] for hit in high if hit.doc == "alpha.pdf"}

    # a quarter of the chunks say it, so its spelling and its rarity make it no keyword
    assert set(gain("").values()) == {0}
    rarity = 1 - math.log(4) / math.log(16)
    assert gain("Norway") == {
        text: pytest.approx(2 * math.log1p(rarity) if "Norway" in text else 0) for text in gain("")
    }


def test_a_route_alone_has_nothing_to_fuse(shelf: tuple[Connection, IndexRow]) -> None:
    for retriever in (Retriever.DENSE, Retriever.BM25):
        hits = ask(shelf, "net sales", retriever, alpha=1.0 if retriever is Retriever.BM25 else 0.0)
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert {route for hit in hits for route in hit.route_ranks} == {retriever.value}


def test_a_question_without_words_is_ranked_by_vectors(shelf: tuple[Connection, IndexRow]) -> None:
    dense = ask(shelf, "the of and", Retriever.DENSE)
    found = ask(shelf, "the of and", Retriever.HYBRID)
    assert [hit.chunk_no for hit in found] == [hit.chunk_no for hit in dense]
