"""PCMHE: page texts and page images ranked apart and fused over (document, page) in the database."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from sqlalchemy import Connection, Engine, text

from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.retrieval.rankings import PAGE_IMAGES, PAGE_TEXTS
from bizrag.settings import SearchSettings
from bizrag.store.indexes import IndexRow, build_vector_index, get_index
from bizrag.store.page_fusion import search_pages
from tests.store.conftest import Library
from tests.store.near_chunks import DIMENSIONS, QUESTION, MakeLibrary, near_index, piece, store
from tests.store.rank_fusion import reciprocal_rank_fusion

EAGER = SearchSettings(hnsw_min_rows=1)
TEXT, PAGE, SLIDE = ChunkKind.TEXT, ChunkKind.PAGE, ChunkKind.SLIDE


def page_index(conn: Connection) -> IndexRow:
    return near_index(conn, "pcmhe")


def find(
    conn: Connection,
    index: IndexRow,
    *,
    top_k: int = 10,
    filters: SearchFilter | None = None,
    settings: SearchSettings | None = None,
) -> list[Hit]:
    return search_pages(
        conn,
        index=index,
        embedding=QUESTION,
        texts=PAGE_TEXTS,
        images=PAGE_IMAGES,
        filters=filters or SearchFilter(),
        settings=settings or SearchSettings(rrf_k=1),
        top_k=top_k,
    )


# --- worked by hand ------------------------------------------------------------------------------------------------


def test_a_page_that_both_routes_find_adds_up(conn: Connection, library: MakeLibrary) -> None:
    """k = 1. Texts: a1, a2, b1. Images: b1, a3.

    b1: 1 / (1 + 3) + 1 / (1 + 1) = 3/4; a1: 1 / 2; a2 and a3: 1 / 3 each, the chunk that came first before the other.
    """
    index = page_index(conn)
    a = store(conn, library, index, "a.pdf", [piece(TEXT, 1, 0.9), piece(TEXT, 2, 0.8), piece(PAGE, 3, 0.4)])
    b = store(conn, library, index, "b.pdf", [piece(SLIDE, 1, 0.7), piece(PAGE, 1, 0.5)])

    found = find(conn, index)

    assert [(one.rank, one.chunk_no, one.route_ranks) for one in found] == [
        (1, b[0], {"text": 3, "image": 1}),
        (2, a[0], {"text": 1}),
        (3, a[1], {"text": 2}),
        (4, a[2], {"image": 2}),
    ]
    assert [one.score for one in found] == pytest.approx([3 / 4, 1 / 2, 1 / 3, 1 / 3])
    assert {one.retriever for one in found} == {Retriever.HYBRID}
    assert (found[0].doc, found[0].title, found[0].page_nos, found[0].kind) == ("b.pdf", "b.pdf", (1,), SLIDE)


def test_a_page_counts_once_on_a_route_at_its_best_place(conn: Connection, library: MakeLibrary) -> None:
    """Two texts of page 1 and a third of page 2, which is second among pages, not third."""
    index = page_index(conn)
    a = store(conn, library, index, "a.pdf", [piece(TEXT, 1, 0.8), piece(TEXT, 1, 0.9), piece(TEXT, 2, 0.1, 0.7)])

    found = find(conn, index)

    assert [(one.chunk_no, one.route_ranks, one.score) for one in found] == [
        (a[1], {"text": 1}, pytest.approx(1 / 2)),
        (a[2], {"text": 2}, pytest.approx(1 / 3)),
    ]


def test_pages_of_the_same_number_in_other_documents_stay_apart(conn: Connection, library: MakeLibrary) -> None:
    index = page_index(conn)
    (a,) = store(conn, library, index, "a.pdf", [piece(TEXT, 1, 0.9)])
    (b,) = store(conn, library, index, "b.pdf", [piece(PAGE, 1, 0.9)])
    assert [(one.chunk_no, one.score) for one in find(conn, index)] == [(a, 0.5), (b, 0.5)]


def test_sections_of_a_document_without_pages_are_no_page(conn: Connection, library: MakeLibrary) -> None:
    index = page_index(conn)
    a = store(conn, library, index, "a.html", [piece(TEXT, None, 0.9), piece(TEXT, None, 0.8)])
    assert [(one.chunk_no, one.page_nos) for one in find(conn, index)] == [(a[0], ()), (a[1], ())]


def test_the_list_is_cut_after_the_fusion(conn: Connection, library: MakeLibrary) -> None:
    """k = 60. A page at the second place of both routes beats the first of each: 2 / 62 > 1 / 61."""
    index = page_index(conn)
    pieces = [piece(TEXT, 1, 0.9), piece(TEXT, 2, 0.8), piece(PAGE, 3, 0.6), piece(PAGE, 2, 0.5)]
    a = store(conn, library, index, "a.pdf", pieces)
    (only,) = find(conn, index, top_k=1, settings=SearchSettings(rrf_k=60))
    assert (only.chunk_no, only.score) == (a[1], pytest.approx(2 / 62))


# --- filters -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_indexed", [False, True])
def test_filters_hold_on_both_routes(engine: Engine, library: MakeLibrary, is_indexed: bool) -> None:
    pieces = [one for page in (1, 2, 3) for one in (piece(TEXT, page, 0.9 - page / 10), piece(PAGE, page, page / 10))]
    with engine.begin() as conn:
        index = page_index(conn)
        a = store(conn, library, index, "a.pdf", pieces)
        b = store(conn, library, index, "b.pdf", pieces)
    assert build_vector_index(engine, index, EAGER) if is_indexed else True
    with engine.connect() as conn:
        ids = dict(tuple(row) for row in conn.execute(text("SELECT source_uri, document_id FROM document")))
        for filters, expected in (
            (SearchFilter(kinds=(PAGE,)), [{a[5], b[5]}, {a[5], b[5]}, {a[3], b[3]}, {a[3], b[3]}]),
            (SearchFilter(kinds=(TEXT,), documents=(ids["b.pdf"],)), [{b[0]}, {b[2]}, {b[4]}]),
            (SearchFilter(page_from=2, page_to=2, documents=(ids["a.pdf"],)), [{a[2]}]),
            (SearchFilter(kinds=(ChunkKind.TABLE,)), []),
            (SearchFilter(collections=("other",)), []),
        ):
            found = [one.chunk_no for one in find(conn, index, filters=filters, top_k=4)]
            assert len(found) == len(expected), filters
            assert all(one in allowed for one, allowed in zip(found, expected, strict=True)), filters


# --- many pages ----------------------------------------------------------------------------------------------------


def fill(conn: Connection) -> None:
    """2,000 pages whose every text is nearer to the question than any image: modalities lie apart."""
    chance = np.random.default_rng(11)
    index = page_index(conn)
    for number in range(40):
        cosines = zip(chance.uniform(0.5, 0.99, 50), chance.uniform(0.01, 0.45, 50), strict=True)
        pieces = [
            one
            for page, (text_cosine, image_cosine) in enumerate(cosines, start=1)
            for one in (piece(TEXT, page, float(text_cosine)), piece(PAGE, page, float(image_cosine)))
        ]
        store(conn, Library, index, f"{number}.pdf", pieces)


@pytest.fixture
def many(filled_engine: Engine) -> tuple[Engine, IndexRow]:
    with filled_engine.connect() as conn:
        return filled_engine, get_index(conn, "pages")


def test_it_equals_the_fusion_in_python(many: tuple[Engine, IndexRow]) -> None:
    engine, index = many
    settings = SearchSettings(rrf_k=60, dense_top_k=70)
    with engine.connect() as conn:
        routes = {}
        for route, kinds in (("text", PAGE_TEXTS), ("image", PAGE_IMAGES)):
            ranked = text(
                "SELECT v.document_no, (c.page_nos)[1] FROM vector_row v JOIN chunk c USING (chunk_no) "
                "WHERE v.kind = ANY (:kinds) ORDER BY v.embedding <=> CAST(:question AS halfvec), v.chunk_no LIMIT 70"
            )
            binds = {"kinds": [kind.value for kind in kinds], "question": str(QUESTION.tolist())}
            routes[route] = [(number, page, 0) for number, page in conn.execute(ranked, binds)]
        expected = reciprocal_rank_fusion(routes, k=60)[:30]
        found = find(conn, index, settings=settings, top_k=30)
        numbers = text("SELECT document_no FROM document WHERE document_id = :id")
        places = [(conn.scalar(numbers, {"id": one.document_id}), one.page_nos[0], 0) for one in found]
    assert [one.score for one in found] == pytest.approx([score for _, score in expected])
    scores = dict(expected)
    assert all(
        scores.get(place, one.score) == pytest.approx(one.score) for place, one in zip(places, found, strict=True)
    )
    # ties may be cut at another place
    assert len(set(places) & scores.keys()) >= 25


@pytest.mark.parametrize("sort", ["hnsw", "bits"])
def test_each_route_walks_an_index_of_its_own(
    many: tuple[Engine, IndexRow], explain: Callable[..., str], sort: str
) -> None:
    """One graph of both would be walked through a thousand texts before it came to the first image."""
    engine, index = many
    settings = SearchSettings(hnsw_min_rows=1, binary_above_dimensions=4 if sort == "bits" else 1000, dense_top_k=20)
    assert build_vector_index(engine, index, settings)
    assert not build_vector_index(engine, index, settings)
    with engine.connect() as conn:
        plan = explain(conn, lambda: find(conn, index, settings=settings))
        found = [one.route_ranks for one in find(conn, index, settings=settings, top_k=20)]
    assert f"Index Scan using vector_row_{index.index_no}_{sort}_16_400_texts" in plan
    assert f"Index Scan using vector_row_{index.index_no}_{sort}_16_400_images" in plan
    assert "Rows Removed by Filter: 1000" not in plan
    # half each, but that a page may be found by both
    assert len(found) == 20
    assert all(10 <= sum(route in ranks for ranks in found) <= 12 for route in ("image", "text"))


def test_half_of_an_index_alone_is_not_walked(many: tuple[Engine, IndexRow], explain: Callable[..., str]) -> None:
    """A build that was interrupted between the two: all are compared, and the next build makes the other."""
    engine, index = many
    exact = SearchSettings(ef_search=1000)
    assert build_vector_index(engine, index, EAGER)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as conn:
        conn.execute(text(f"DROP INDEX vector_row_{index.index_no}_hnsw_16_400_images"))
    with engine.connect() as conn:
        plan = explain(conn, lambda: find(conn, index))
        compared = [one.chunk_no for one in find(conn, index, settings=exact, top_k=30)]
    assert "hnsw" not in plan
    assert build_vector_index(engine, index, EAGER)
    with engine.connect() as conn:
        walked = [one.chunk_no for one in find(conn, index, settings=exact, top_k=30)]
    assert len(set(walked) & set(compared)) >= 29


def test_where_few_have_images_texts_are_still_walked(
    many: tuple[Engine, IndexRow], explain: Callable[..., str]
) -> None:
    """Documents without pages have no images: the route that finds too few is compared, not the other."""
    engine, index = many
    settings = SearchSettings(hnsw_min_rows=1, dense_top_k=20)
    assert build_vector_index(engine, index, settings)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as conn:
        few = "DELETE FROM vector_row WHERE kind = 'page' AND chunk_no > (SELECT min(chunk_no) + 10 FROM vector_row)"
        conn.execute(text(few))
        conn.execute(text(f"VACUUM vector_row_{index.index_no}"))
    with engine.connect() as conn:
        plan = explain(conn, lambda: find(conn, index, settings=settings))
        found = [one.route_ranks for one in find(conn, index, settings=settings, top_k=20)]
    assert f"Index Scan using vector_row_{index.index_no}_hnsw_16_400_texts" in plan
    assert max(float(rows) for rows in re.findall(r"actual rows=([0-9.]+)", plan)) < 1000
    assert sum("image" in ranks for ranks in found) == 5


def test_one_index_of_all_gives_way_to_those_of_the_routes(engine: Engine, library: MakeLibrary) -> None:
    """As an older version left it."""
    with engine.begin() as conn:
        index = page_index(conn)
        store(conn, library, index, "a.pdf", [piece(TEXT, 1, 0.9), piece(PAGE, 1, 0.8)])
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as conn:
        conn.execute(
            text(
                f"CREATE INDEX vector_row_{index.index_no}_hnsw ON vector_row_{index.index_no} "
                f"USING hnsw ((CAST(embedding AS halfvec({DIMENSIONS}))) halfvec_cosine_ops)"
            )
        )
        assert len(find(conn, index)) == 1
    assert build_vector_index(engine, index, EAGER)
    with engine.connect() as conn:
        names = text("SELECT indexname FROM pg_indexes WHERE indexdef LIKE '%USING hnsw%'")
        left = {name.removeprefix(f"vector_row_{index.index_no}_") for name in conn.scalars(names)}
    assert left == {"hnsw_16_400_texts", "hnsw_16_400_images"}
