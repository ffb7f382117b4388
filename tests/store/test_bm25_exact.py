"""BM25 equals an independent computation to 1e-9, whatever the languages, the parameters, the filter or the way."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Connection, Engine, text

from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.geometry import Locator
from bizrag.store.indexes import IndexRow, get_index
from bizrag.store.publish import publish
from tests.store.conftest import Library

WORDS = {
    config: words.split()
    for config, words in {
        "english": "revenue revenues cost printing segment toner growth 2022 1,577 10-K café tax",
        "german": "Umsatz Umsätze Kosten Drucker Toner Wachstum 2022 1.577 10-K Café Steuer Größe",
        "french": "chiffre coûts imprimante toner croissance 2022 1577 10-K café impôt dépenses tax",
    }.items()
}
GLUE = {"english": "the and of in", "german": "der und die nicht", "french": "les et dans nous"}
QUESTIONS = [
    "revenue toner 2022 1,577",
    "Umsätze Café Größe 2022 2022",
    "coûts de la croissance 10-K",
    "tax",
    "2022 10-K toner café revenue Kosten chiffre growth printing segment",
    "nothing of this stands there, zzz",
]


Counts = dict[str, dict[int, dict[str, int]]]


def counts(conn: Connection, index: IndexRow) -> Counts:
    """For each language, how often each term stands in each chunk, from the texts of the chunks."""
    rows = conn.execute(
        text(
            "SELECT CAST(d.text_config AS text) AS config, c.chunk_no, l.term, l.tf "
            "FROM index_document d JOIN chunk c USING (chunk_set_id) "
            "CROSS JOIN LATERAL bizrag_lexemes(d.text_config, c.lexical_text) l WHERE d.index_no = :i"
        ),
        {"i": index.index_no},
    )
    found: Counts = {}
    for row in rows:
        found.setdefault(row.config, {}).setdefault(row.chunk_no, {})[row.term] = row.tf
    return found


def reference(conn: Connection, index: IndexRow, texts: Counts, question: str) -> dict[int, float]:
    """Lucene's formula over a matrix of counts for each language."""
    scores: dict[int, float] = {}
    for config, chunks in texts.items():
        wanted = lexemes(conn, config, question)
        if not wanted:
            continue
        tf = np.array([[terms.get(term, 0) for term in wanted] for terms in chunks.values()], dtype=np.float64)
        length = np.array([sum(terms.values()) for terms in chunks.values()], dtype=np.float64)
        df = (tf > 0).sum(axis=0)
        idf = np.log1p((len(chunks) - df + 0.5) / (df + 0.5))
        norm = index.k1 * (1 - index.b + index.b * length / length.mean())
        score = (tf / np.where(tf > 0, tf + norm[:, None], 1)) @ (idf * np.array(list(wanted.values())))
        scores |= {chunk_no: value for chunk_no, value in zip(chunks, score, strict=True) if value > 0}
    return scores


def lexemes(conn: Connection, config: str, value: str) -> dict[str, int]:
    rows = conn.execute(
        text("SELECT term, tf FROM bizrag_lexemes(CAST(:config AS regconfig), :value)"),
        {"config": config, "value": value},
    )
    return {row.term: row.tf for row in rows}


def found(
    conn: Connection, index: IndexRow, question: str, top_k: int = 1000, **filters: Any
) -> list[tuple[int, float]]:
    binds = {"documents": None, "kinds": None, "page_from": None, "page_to": None, **filters}
    rows = conn.execute(
        text(
            "SELECT chunk_no, score FROM bm25_scores(:i, :q, :k, CAST(:documents AS bigint[]), CAST(:kinds AS text[]), "
            "CAST(:page_from AS int), CAST(:page_to AS int))"
        ),
        {"i": index.index_no, "q": question, "k": top_k, **binds},
    )
    return [(row.chunk_no, row.score) for row in rows]


def fill(conn: Connection) -> None:
    """24 documents in three languages with up to 9 chunks of two kinds on up to three pages each."""
    chance, shelf = random.Random(5), Library(conn)
    index = shelf.index(text_config=None)
    for number in range(24):
        config = list(WORDS)[number % 3]
        document = shelf.document(f"{number}.pdf")
        chunks = [
            _chunk(document.source.document_id, config, ordinal, chance) for ordinal in range(chance.randint(1, 9))
        ]
        chunk_set = shelf.save(document, chunks)
        publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)


@pytest.fixture
def engine(filled_engine: Engine) -> Engine:
    return filled_engine


@pytest.fixture
def mixed(conn: Connection) -> tuple[Connection, IndexRow]:
    return conn, get_index(conn, "main")


def _chunk(document_id: str, config: str, ordinal: int, chance: random.Random) -> Chunk:
    return Chunk(
        document_id=document_id,
        ordinal=ordinal,
        kind=chance.choice([ChunkKind.TEXT, ChunkKind.TEXT, ChunkKind.TABLE]),
        text="shown",
        headings=(),
        inputs=(f"{document_id} {ordinal}",),
        lexical_text=" ".join([GLUE[config], *chance.choices(WORDS[config], k=chance.randint(1, 30))]),
        # pages 1, 3 but not 2: a gap is no page of the chunk
        locators=tuple(Locator(page_no=page) for page in (ordinal + 1, ordinal + 1 + chance.choice([0, 1, 2]))),
        num_tokens=1,
    )


@pytest.mark.parametrize(("k1", "b"), [(1.2, 0.75), (0.0, 0.75), (2.0, 0.0), (0.9, 1.0)])
def test_scores_equal_the_reference_in_every_language(mixed: tuple[Connection, IndexRow], k1: float, b: float) -> None:
    conn, index = mixed
    conn.execute(text("UPDATE search_index SET k1 = :k1, b = :b"), {"k1": k1, "b": b})
    index = get_index(conn, index.index_name)
    texts = counts(conn, index)
    for question in QUESTIONS:
        expected, hits = reference(conn, index, texts, question), found(conn, index, question)
        assert dict(hits) == {chunk_no: pytest.approx(score, abs=1e-9) for chunk_no, score in expected.items()}
        assert hits == sorted(hits, key=lambda hit: (-hit[1], hit[0]))
        assert found(conn, index, question, top_k=7) == hits[:7]
        assert found(conn, index, question, top_k=0) == []
    assert len(found(conn, index, QUESTIONS[0])) > 80


@pytest.mark.parametrize(
    "filters",
    [
        {"kinds": ["table"]},
        {"kinds": ["text", "table"]},
        {"kinds": ["slide"]},
        {"kinds": []},
        {"page_from": 3},
        {"page_to": 2},
        {"page_from": 2, "page_to": 3},
        {"page_from": 99},
        {"documents": "few"},
        {"documents": "most"},
        {"documents": []},
        {"documents": [-1]},
        {"documents": "few", "kinds": ["table"], "page_from": 2},
        {"documents": "most", "kinds": ["text"], "page_to": 4},
    ],
    ids=str,
)
def test_a_filter_keeps_exactly_what_it_allows(mixed: tuple[Connection, IndexRow], filters: dict[str, Any]) -> None:
    conn, index = mixed
    numbers = list(conn.scalars(text("SELECT document_no FROM index_document ORDER BY document_no")))
    named = {"few": numbers[4:5], "most": numbers[2:]}
    if isinstance(filters.get("documents"), str):
        filters = {**filters, "documents": named[filters["documents"]]}
    allowed = set(
        conn.scalars(
            text(
                "SELECT c.chunk_no FROM index_document d JOIN chunk c USING (chunk_set_id) "
                "WHERE (CAST(:documents AS bigint[]) IS NULL OR d.document_no = ANY (:documents)) "
                "AND (CAST(:kinds AS text[]) IS NULL OR c.kind = ANY (:kinds)) "
                "AND ((CAST(:page_from AS int) IS NULL AND CAST(:page_to AS int) IS NULL) OR EXISTS ("
                "SELECT FROM unnest(c.page_nos) p WHERE p >= coalesce(:page_from, p) AND p <= coalesce(:page_to, p)))"
            ),
            {"documents": None, "kinds": None, "page_from": None, "page_to": None, **filters},
        )
    )
    for question in QUESTIONS:
        expected = [hit for hit in found(conn, index, question) if hit[0] in allowed]
        assert found(conn, index, question, **filters) == expected
        # never fewer than there are
        assert found(conn, index, question, top_k=3, **filters) == expected[:3]
