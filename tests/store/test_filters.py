"""Filters never lose a hit, whatever the way to the vectors; the plans use the indexes they are meant for."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Connection, Engine, text

from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.documents import Layout
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.settings import SearchSettings
from bizrag.store.engine import connect
from bizrag.store.filters import resolve
from bizrag.store.indexes import IndexRow, build_vector_index, get_index, maintain_index
from bizrag.store.nearest import prepare
from bizrag.store.publish import publish
from bizrag.store.search import rank_all, search
from tests.store.conftest import Library

MakeLibrary = Callable[[Connection], Any]
Explain = Callable[[Connection, Callable[[], object]], str]

QUESTION = "cost1 cost1 asset3 revenue0 tokyo5 printer2 unknown"
WORDS = [f"{stem}{number}" for stem in ("revenue", "cost", "asset", "tokyo", "printer") for number in range(8)]
MIME_TYPES = ("application/pdf", "image/png", "text/html")
ENDINGS = ("PDF", "png", "htm")
NUM_DOCUMENTS = 36
# every allowed vector is compared; a walk of the HNSW index; a walk that gives up early
COMPARING = SearchSettings(exact_max_rows=10**6)
WALKING = SearchSettings(exact_max_rows=0, ef_search=100)
GIVING_UP = SearchSettings(exact_max_rows=0, ef_search=10, max_scan_tuples=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the tests know of a chunk."""

    collection: str
    document_id: str
    mime_type: str
    ending: str
    layout: Layout
    modified_on: date | None
    kind: ChunkKind
    page_nos: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """An index with documents of all sorts."""

    engine: Engine
    index: IndexRow
    # by chunk number
    facts: dict[int, Facts]


def fill(conn: Connection) -> None:
    """36 documents with 6 chunks each, some in several parts."""
    chance, shelf = random.Random(3), Library(conn)
    index = shelf.index()
    for number in range(NUM_DOCUMENTS):
        add_document(conn, shelf, index, number, chance)


@pytest.fixture
def corpus(filled_engine: Engine) -> Corpus:
    """What ``fill`` made, with an HNSW index."""
    with filled_engine.connect() as conn:
        index = get_index(conn, "main")
        stored = conn.execute(
            text(
                "SELECT chunk_no, ordinal, d.document_no, document_id FROM chunk JOIN chunk_set USING (chunk_set_id) "
                "JOIN document d USING (document_no)"
            )
        ).all()
    first = min(document_no for _, _, document_no, _ in stored)
    facts = {
        chunk_no: facts_of(document_no - first, ordinal, document_id)
        for chunk_no, ordinal, document_no, document_id in stored
    }
    assert build_vector_index(filled_engine, index, SearchSettings(hnsw_min_rows=1))
    maintain_index(filled_engine, index, SearchSettings())
    return Corpus(engine=filled_engine, index=index, facts=facts)


def facts_of(number: int, place: int, document_id: str) -> Facts:
    """Of a chunk at its place in a document, by the number of that."""
    sort = number % 3
    modified_at = modification(number)
    return Facts(
        collection="even" if number % 2 == 0 else "odd",
        document_id=document_id,
        mime_type=MIME_TYPES[sort],
        ending=ENDINGS[sort].lower(),
        layout=Layout.HORIZONTAL if number % 4 == 1 else Layout.VERTICAL,
        modified_on=modified_at.date() if modified_at else None,
        kind=ChunkKind.TABLE if place == 5 else ChunkKind.PICTURE if place == 4 else ChunkKind.TEXT,
        # every third document has no pages; a chunk may leave a page out
        page_nos=() if sort == 2 else (place + 1,) if place != 3 else (4, 7),
    )


def modification(number: int) -> datetime | None:
    """When a document was changed; of every seventh nobody knows."""
    return datetime(2025, 1, 1, 23, 30, tzinfo=UTC) + timedelta(days=number) if number % 7 else None


def add_document(conn: Connection, shelf: Library, index: IndexRow, number: int, chance: random.Random) -> None:
    known = [facts_of(number, place, "") for place in range(6)]
    document = shelf.document(f"folder.d/{number}.{ENDINGS[number % 3]}", collection=known[0].collection)
    describe_document(conn, document.document_no, known[0].mime_type, known[0].layout, modification(number))
    chunks = [
        Chunk(
            document_id=document.source.document_id,
            ordinal=place,
            kind=facts.kind,
            text=" ".join(chance.choices(WORDS, k=chance.randint(3, 40))),
            headings=(f"Title {number}",),
            inputs=tuple(f"{number}.{place}.{part}" for part in range(1 + number % 3)),
            lexical_text=" ".join(chance.choices(WORDS, k=chance.randint(3, 40))),
            locators=tuple(Locator(page_no=page) for page in facts.page_nos) or (Locator(char_start=0, char_end=9),),
            num_tokens=9,
        )
        for place, facts in enumerate(known)
    ]
    chunk_set = shelf.save(document, chunks)
    publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)


def describe_document(
    conn: Connection, document_no: int, mime_type: str, layout: Layout, modified_at: datetime | None
) -> None:
    """What scanning and classifying write."""
    values = {"n": document_no, "key": str(document_no), "mime": mime_type, "layout": layout.value, "at": modified_at}
    for statement in (
        "INSERT INTO content (content_sha256, mime_type, preview) VALUES ('content ' || :key, :mime, '{}')",
        "UPDATE document SET content_sha256 = 'content ' || :key, modified_at = :at WHERE document_no = :n",
        "INSERT INTO classification (classification_id, layout, reasoning, title, provider) "
        "VALUES ('class ' || :key, :layout, '-', 'T', 'test')",
        "INSERT INTO stage_state (document_no, stage, status, fingerprint, done_fingerprint, outputs) "
        "VALUES (:n, 'classifications', 'done', 'f', 'f', jsonb_build_object('classification', 'class ' || :key))",
    ):
        conn.execute(text(statement), values)


def passes(filters: SearchFilter, facts: Facts) -> bool:
    """The meaning of a filter, in Python."""
    first, last = filters.page_from or 1, filters.page_to or 10**9
    types = {facts.ending, facts.mime_type, facts.mime_type.split("/")[0] + "/*"}
    dated = filters.modified_from or filters.modified_to
    return (
        (not filters.collections or facts.collection in filters.collections)
        and (not filters.documents or facts.document_id in filters.documents)
        and (not filters.file_types or bool(types & {name.lower().lstrip(".") for name in filters.file_types}))
        and (not filters.layouts or facts.layout in filters.layouts)
        and (
            not dated
            or (
                facts.modified_on is not None
                and (filters.modified_from or date.min) <= facts.modified_on <= (filters.modified_to or date.max)
            )
        )
        and (not filters.kinds or facts.kind in filters.kinds)
        and (
            (filters.page_from is None and filters.page_to is None)
            or any(first <= page_no <= last for page_no in facts.page_nos)
        )
    )


FILTERS = [
    SearchFilter(),
    SearchFilter(collections=("odd",)),
    SearchFilter(collections=("odd", "even")),
    SearchFilter(collections=("none",)),
    SearchFilter(file_types=("pdf",)),
    SearchFilter(file_types=(".PNG", "text/html")),
    SearchFilter(file_types=("image/*",)),
    SearchFilter(file_types=("d/0",)),
    SearchFilter(layouts=(Layout.HORIZONTAL,)),
    SearchFilter(layouts=(Layout.HORIZONTAL, Layout.VERTICAL)),
    SearchFilter(modified_from=date(2025, 1, 20)),
    SearchFilter(modified_to=date(2025, 1, 3)),
    SearchFilter(modified_from=date(2025, 1, 10), modified_to=date(2025, 1, 10)),
    SearchFilter(page_from=6),
    SearchFilter(page_to=2),
    SearchFilter(page_from=3, page_to=4),
    # between two pages of a chunk is not on them
    SearchFilter(page_from=5, page_to=5, kinds=(ChunkKind.TEXT,)),
    SearchFilter(page_from=10**12),
    SearchFilter(kinds=(ChunkKind.TABLE,)),
    SearchFilter(kinds=(ChunkKind.TABLE, ChunkKind.PICTURE)),
    SearchFilter(kinds=(ChunkKind.SLIDE,)),
    SearchFilter(
        collections=("odd",),
        file_types=("pdf", "image/png"),
        layouts=(Layout.HORIZONTAL,),
        modified_from=date(2025, 1, 5),
        page_from=2,
        kinds=(ChunkKind.TEXT,),
    ),
]


def question_vector() -> np.ndarray:
    vector = np.random.default_rng(11).standard_normal(8).astype(np.float32)
    return vector / np.linalg.norm(vector)


def find(
    conn: Connection,
    corpus: Corpus,
    filters: SearchFilter,
    *,
    retriever: Retriever = Retriever.DENSE,
    settings: SearchSettings = COMPARING,
    top_k: int = 300,
) -> list[Hit]:
    return search(
        conn,
        index=corpus.index,
        text=QUESTION,
        embedding=question_vector(),
        retriever=retriever,
        filters=filters,
        settings=settings,
        top_k=top_k,
    )


def order(conn: Connection, corpus: Corpus, filters: SearchFilter, retriever: Retriever, **weights: Any) -> list[int]:
    return rank_all(
        conn,
        index=corpus.index,
        text=QUESTION,
        embedding=question_vector(),
        retriever=retriever,
        filters=filters,
        settings=SearchSettings(**weights),
    )


def test_every_filter_finds_all_that_it_allows_and_nothing_else(corpus: Corpus) -> None:
    with corpus.engine.connect() as conn:
        matching = {hit.chunk_no for hit in find(conn, corpus, SearchFilter(), retriever=Retriever.BM25)}
        for filters in FILTERS:
            allowed = {chunk_no for chunk_no, facts in corpus.facts.items() if passes(filters, facts)}
            for retriever, expected in (
                (Retriever.DENSE, allowed),
                (Retriever.BM25, allowed & matching),
                (Retriever.HYBRID, allowed),
            ):
                hits = find(conn, corpus, filters, retriever=retriever)
                assert {hit.chunk_no for hit in hits} == expected, (filters, retriever)
                assert len(hits) == len(expected)


@pytest.mark.parametrize("walk", [WALKING, GIVING_UP], ids=["walking", "giving up"])
def test_walking_finds_what_comparing_finds(corpus: Corpus, walk: SearchSettings) -> None:
    with corpus.engine.connect() as conn:
        for filters in FILTERS:
            for top_k in (5, 300):
                exact = find(conn, corpus, filters, top_k=top_k)
                found = find(conn, corpus, filters, top_k=top_k, settings=walk)
                assert [hit.chunk_no for hit in found] == [hit.chunk_no for hit in exact], filters


def test_all_parts_of_a_chunk_take_one_place(corpus: Corpus) -> None:
    """With many parts near the question, the next chunks still come."""
    with corpus.engine.begin() as conn:
        (chunk_no,) = [hit.chunk_no for hit in find(conn, corpus, SearchFilter(), top_k=1)]
        number = conn.execute(
            text(
                "INSERT INTO vector_row (index_no, document_no, chunk_no, part, kind, pages, embedding) "
                "SELECT index_no, document_no, chunk_no, CAST(part + n AS smallint), kind, pages, embedding "
                "FROM vector_row, generate_series(10, 509) n WHERE chunk_no = :c AND part = 0"
            ),
            {"c": chunk_no},
        ).rowcount
        more = {"n": number, "c": chunk_no}
        conn.execute(text("UPDATE index_stat SET num_vectors = num_vectors + :n"), more)
        conn.execute(
            text(
                "UPDATE index_document SET num_vectors = num_vectors + :n "
                "WHERE document_no = (SELECT document_no FROM vector_row WHERE chunk_no = :c LIMIT 1)"
            ),
            more,
        )
        for settings in (COMPARING, WALKING):
            found = find(conn, corpus, SearchFilter(), settings=settings, top_k=70)
            assert len({hit.chunk_no for hit in found}) == 70
            assert found[0].chunk_no == chunk_no


def test_a_filter_that_leaves_everything_costs_nothing_and_still_holds(corpus: Corpus, library: MakeLibrary) -> None:
    filters = SearchFilter(collections=("odd", "even"))
    with corpus.engine.begin() as conn:
        size = prepare(conn, index_no=corpus.index.index_no, settings=COMPARING)
        allowed = resolve(conn, filters, index_no=corpus.index.index_no, size=size)
        assert (allowed.is_filtered, allowed.binds["documents"]) == (False, None)
        # a document that comes between two statements of a search
        late = library(conn).document("late.pdf", collection="other")
        known = conn.scalar(text("SELECT min(document_no) FROM index_document"))
    assert known is not None
    assert allowed.holds(known)
    assert not allowed.holds(late.document_no)


# --- the full ranking ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("retriever", list(Retriever))
def test_the_full_ranking_begins_as_a_search_does_and_leaves_nothing_out(corpus: Corpus, retriever: Retriever) -> None:
    wide: dict[str, Any] = {"dense_top_k": 1000, "bm25_top_k": 1000}
    with corpus.engine.connect() as conn:
        for filters in (SearchFilter(), FILTERS[1], FILTERS[4], FILTERS[15], FILTERS[-1]):
            ranked = order(conn, corpus, filters, retriever, **wide)
            allowed = [chunk_no for chunk_no, facts in corpus.facts.items() if passes(filters, facts)]
            assert sorted(ranked) == sorted(allowed)
            hits = find(
                conn, corpus, filters, retriever=retriever, settings=SearchSettings(**wide, exact_max_rows=10**6)
            )
            assert ranked[: len(hits)] == [hit.chunk_no for hit in hits]
            # those without a word of the question come last, by number
            assert ranked[len(hits) :] == sorted(ranked[len(hits) :])


def test_the_full_ranking_follows_the_weights(corpus: Corpus) -> None:
    with corpus.engine.connect() as conn:
        dense = order(conn, corpus, SearchFilter(), Retriever.DENSE)
        assert order(conn, corpus, SearchFilter(), Retriever.HYBRID, bm25_weight=0) == dense
        assert order(conn, corpus, SearchFilter(), Retriever.HYBRID) != dense


# --- plans ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def large(engine: Engine, library: MakeLibrary) -> tuple[Engine, IndexRow]:
    """3,000 vectors: enough that plans are those of large indexes. One chunk in 100 is a table or on page 900."""
    with engine.begin() as conn:
        shelf = library(conn)
        index = shelf.index()
        shelf.index("other")
        for number in range(30):
            document = shelf.document(f"{number}.pdf", collection=f"c{number}")
            chunk_set = shelf.chunk_set(document, ["revenue"] * 100)
            conn.execute(text("UPDATE chunk SET kind = 'table', page_nos = '{900}' WHERE ordinal = 50"))
            publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)
    maintain_index(engine, index, SearchSettings(hnsw_min_rows=1000))
    return engine, index


def test_the_plans_use_the_indexes_that_are_meant_for_them(large: tuple[Engine, IndexRow], explain: Explain) -> None:
    engine, index = large
    corpus = Corpus(engine=engine, index=index, facts={})
    document = SearchFilter(collections=("c3",))
    most = SearchFilter(collections=tuple(f"c{number}" for number in range(15)))
    walking = SearchSettings(exact_max_rows=1)
    table = f"vector_row_{index.index_no}"

    def plan(filters: SearchFilter, settings: SearchSettings = SearchSettings()) -> str:  # noqa: B008
        with engine.connect() as conn:
            return explain(conn, lambda: find(conn, corpus, filters, settings=settings, top_k=10))

    free = plan(SearchFilter())
    assert f"Index Scan using {table}_hnsw" in free
    # what walking found is enough
    assert f"Seq Scan on {table} v_1 (never executed)" in free
    narrow = plan(document)
    assert f"{table}_document" in narrow
    assert "hnsw" not in narrow
    for filters, name in (
        (SearchFilter(kinds=(ChunkKind.TABLE,)), f"{table}_kind"),
        (SearchFilter(page_from=800), f"{table}_pages"),
    ):
        found = plan(filters)
        assert name in found
        assert "hnsw" not in found
    for filters in (most, SearchFilter(kinds=(ChunkKind.TEXT,)), SearchFilter(page_to=60)):
        wide = plan(filters, walking)
        assert f"Index Scan using {table}_hnsw" in wide
        assert all("never executed" in line for line in wide.splitlines() if f"{table} v_1" in line)
    for found in (free, narrow):
        # partitions of other indexes are not even looked at
        assert f"_{index.index_no + 1}_" not in found
    assert f"Seq Scan on {table}" not in narrow


@pytest.mark.parametrize("retriever", list(Retriever))
def test_questions_without_a_filter_are_planned_once(large: tuple[Engine, IndexRow], retriever: Retriever) -> None:
    engine, index = large
    corpus = Corpus(engine=engine, index=index, facts={})
    preparing = connect(engine.url, prepares=True)
    for _ in range(20):
        with preparing.begin() as conn:
            find(conn, corpus, SearchFilter(), retriever=retriever, settings=SearchSettings(), top_k=10)
    with preparing.connect() as conn:
        plans = conn.execute(
            text("SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE 'WITH walked%'")
        ).all()
    preparing.dispose()
    # the first five are planned for their values, to compare
    assert [(generic > custom, custom) for generic, custom in plans] == [(True, 5)]
