"""Publishing replaces a document's live rows in one transaction and keeps the statistics exact.

Several languages and several writers: test_bm25_statistics.py.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, text

from bizrag.errors import ConfigurationError, NotFoundError
from bizrag.store.indexes import IndexRow
from bizrag.store.publish import publish, unpublish

MakeLibrary = Callable[[Connection], Any]
WORDS = ["revenue", "cost", "margin", "asset", "printer", "toner", "2021", "2022", "berlin", "tokyo"]


def statistics(conn: Connection, index: IndexRow) -> dict[str, Any]:
    """What the database keeps."""
    key = {"i": index.index_no}
    stat = conn.execute(text("SELECT * FROM index_stat WHERE index_no = :i"), key).mappings().one()
    return {
        "df": {row.term: row.df for row in conn.execute(text("SELECT term, df FROM term WHERE index_no = :i"), key)},
        **{name: stat[name] for name in ("num_documents", "num_chunks", "num_lexical", "total_length", "num_vectors")},
    }


def recomputed(conn: Connection, index: IndexRow) -> dict[str, Any]:
    """The same from the chunks that answer, without any search table."""
    rows = conn.execute(
        text(
            "SELECT d.document_no, c.chunk_no, l.term, l.tf "
            "FROM index_document d LEFT JOIN chunk c USING (chunk_set_id) "
            "LEFT JOIN LATERAL bizrag_lexemes('english', c.lexical_text) l ON true WHERE d.index_no = :i"
        ),
        {"i": index.index_no},
    ).all()
    df = Counter(row.term for row in rows if row.term is not None)
    return {
        "df": dict(df),
        "num_documents": len({row.document_no for row in rows}),
        "num_chunks": len({row.chunk_no for row in rows if row.chunk_no is not None}),
        "num_lexical": len({row.chunk_no for row in rows if row.term is not None}),
        "total_length": sum(row.tf for row in rows if row.term is not None),
        "num_vectors": conn.scalar(text("SELECT count(*) FROM vector_row WHERE index_no = :i"), {"i": index.index_no}),
    }


def test_a_document_answers_with_its_new_chunks_only(conn: Connection, library: MakeLibrary) -> None:
    shelf = library(conn)
    index, document = shelf.index(), shelf.document("a.pdf")
    first = shelf.chunk_set(document, ["net revenue", "gross margin"], version=1)
    second = shelf.chunk_set(document, ["net revenue 2022"], version=2, parts=3)
    report = publish(conn, index=index, document_no=document.document_no, chunk_set_id=first)
    assert (report.is_unchanged, report.replaced, report.num_chunks, report.num_vectors) == (False, None, 2, 2)
    report = publish(conn, index=index, document_no=document.document_no, chunk_set_id=second)
    assert (report.replaced, report.num_chunks, report.num_vectors, report.num_postings) == (first, 1, 3, 3)
    assert statistics(conn, index) == {
        "df": {"net": 1, "revenu": 1, "2022": 1},
        "num_documents": 1,
        "num_chunks": 1,
        "num_lexical": 1,
        "total_length": 3,
        "num_vectors": 3,
    }


def test_the_same_chunk_set_again_writes_nothing(conn: Connection, library: MakeLibrary) -> None:
    shelf = library(conn)
    index, document = shelf.index(), shelf.document("a.pdf")
    chunk_set = shelf.chunk_set(document, ["net revenue", "gross margin"])
    first = publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)
    before = conn.execute(text("SELECT xmin, published_at FROM index_document")).all()
    again = publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)
    assert again.is_unchanged
    assert (again.num_chunks, again.num_postings) == (first.num_chunks, first.num_postings)
    assert conn.execute(text("SELECT xmin, published_at FROM index_document")).all() == before


def test_a_new_text_normalisation_publishes_again(
    conn: Connection, library: MakeLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = library(conn)
    index, document = shelf.index(), shelf.document("a.pdf")
    chunk_set = shelf.chunk_set(document, ["net revenue"])
    publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)
    monkeypatch.setattr("bizrag.store.publish.publisher", lambda _finder: "publish-0/other")
    assert not publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set).is_unchanged


def test_terms_of_a_removed_document_are_gone(conn: Connection, library: MakeLibrary) -> None:
    shelf = library(conn)
    index = shelf.index()
    for name, chunks in (("a.pdf", ["revenue of Alice Example"]), ("b.pdf", ["revenue"])):
        document = shelf.document(name)
        publish(conn, index=index, document_no=document.document_no, chunk_set_id=shelf.chunk_set(document, chunks))
    unpublish(conn, index_no=index.index_no, document_no=shelf.document("a.pdf").document_no)
    assert statistics(conn, index)["df"] == {"revenu": 1}
    unpublish(conn, index_no=index.index_no, document_no=shelf.document("a.pdf").document_no)
    assert statistics(conn, index) == recomputed(conn, index)


def test_missing_vectors_are_counted_and_the_old_rows_stay(conn: Connection, library: MakeLibrary) -> None:
    shelf = library(conn)
    index, document = shelf.index(), shelf.document("a.pdf")
    first = shelf.chunk_set(document, ["net revenue"], version=1)
    publish(conn, index=index, document_no=document.document_no, chunk_set_id=first)
    second = shelf.chunk_set(document, ["one", "two"], version=2, parts=2, embed=False)
    with pytest.raises(ConfigurationError, match="4 parts of chunk set"):
        publish(conn, index=index, document_no=document.document_no, chunk_set_id=second)
    assert statistics(conn, index)["df"] == {"net": 1, "revenu": 1}


def test_a_chunk_set_of_another_document_is_refused(conn: Connection, library: MakeLibrary) -> None:
    shelf = library(conn)
    index, document, other = shelf.index(), shelf.document("a.pdf"), shelf.document("b.pdf")
    chunk_set = shelf.chunk_set(document, ["net revenue"])
    for document_no, chunk_set_id in ((other.document_no, chunk_set), (document.document_no, "missing")):
        with pytest.raises(NotFoundError, match="has no chunk set"):
            publish(conn, index=index, document_no=document_no, chunk_set_id=chunk_set_id)


def test_a_document_without_chunks_and_chunks_without_terms_are_published(
    conn: Connection, library: MakeLibrary
) -> None:
    shelf = library(conn)
    index = shelf.index()
    empty, silent = shelf.document("empty.pdf"), shelf.document("silent.pdf")
    publish(conn, index=index, document_no=empty.document_no, chunk_set_id=shelf.chunk_set(empty, []))
    publish(conn, index=index, document_no=silent.document_no, chunk_set_id=shelf.chunk_set(silent, ["the and of"]))
    found = statistics(conn, index)
    assert (found["num_documents"], found["num_chunks"], found["num_lexical"], found["total_length"]) == (2, 1, 0, 0)


def test_a_term_draws_a_number_once(conn: Connection, library: MakeLibrary) -> None:
    shelf = library(conn)
    index = shelf.index()
    for number in range(3):
        document = shelf.document(f"{number}.pdf")
        chunk_set = shelf.chunk_set(document, ["alpha beta gamma"])
        publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)
    assert conn.scalar(text("SELECT max(term_id) - min(term_id) FROM term")) == 2


@pytest.mark.parametrize("seed", range(3))
def test_statistics_are_exact_after_any_sequence(conn: Connection, library: MakeLibrary, seed: int) -> None:
    shelf = library(conn)
    index = shelf.index()
    chance = random.Random(seed)
    for step in range(25):
        document = shelf.document(f"{chance.randrange(5)}.pdf")
        if chance.random() < 0.25:
            unpublish(conn, index_no=index.index_no, document_no=document.document_no)
        else:
            chunks = [" ".join(chance.choices(WORDS, k=chance.randint(1, 9))) for _ in range(chance.randint(0, 4))]
            chunk_set = shelf.chunk_set(document, chunks, version=step, parts=chance.randint(1, 2))
            publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)
        assert statistics(conn, index) == recomputed(conn, index), f"after step {step}"


def test_readers_see_the_old_rows_until_the_commit(engine: Engine, library: MakeLibrary) -> None:
    with engine.begin() as conn:
        shelf = library(conn)
        index, document = shelf.index(), shelf.document("a.pdf")
        first = shelf.chunk_set(document, ["old words"], version=1)
        second = shelf.chunk_set(document, ["new words"], version=2)
        publish(conn, index=index, document_no=document.document_no, chunk_set_id=first)
    with engine.connect() as reader, engine.connect() as writer:
        publish(writer, index=index, document_no=document.document_no, chunk_set_id=second)
        assert set(statistics(reader, index)["df"]) == {"old", "word"}
        writer.rollback()
    with engine.connect() as reader:
        assert set(statistics(reader, index)["df"]) == {"old", "word"}
