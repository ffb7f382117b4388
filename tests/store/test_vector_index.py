"""Vectors: how they are kept, and the vector index: built beside writers, over half precision or signs, never mixed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
import pytest
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import IntegrityError

from bizrag.errors import ConfigurationError
from bizrag.model.retrieval import Retriever, SearchFilter
from bizrag.settings import SearchSettings
from bizrag.store import catalog
from bizrag.store.engine import connect, parse_url, prepare
from bizrag.store.indexes import (
    IndexRow,
    IndexSpec,
    build_memory_mb,
    build_vector_index,
    ensure_index,
    get_index,
    maintain_index,
)
from bizrag.store.publish import publish
from bizrag.store.search import rank_all, search
from bizrag.store.vectors import from_driver, to_half

MakeLibrary = Callable[[Connection], Any]
EAGER = SearchSettings(hnsw_min_rows=1)


def spec(name: str, space: str, dimensions: int) -> IndexSpec:
    return IndexSpec(
        index_name=name, variant="tcte", chunk_params={}, space=space, dimensions=dimensions, text_config="english"
    )


def publish_with(
    conn: Connection, library: MakeLibrary, index: IndexRow, vectors: np.ndarray, *, name: str = "a.pdf"
) -> None:
    """One document with a chunk for each vector."""
    shelf = library(conn)
    document = shelf.document(name)
    texts = [f"{name} revenue {number}" for number in range(len(vectors))]
    chunk_set = shelf.chunk_set(document, texts, embed=False)
    missing = catalog.missing_embeddings(conn, chunk_set_id=chunk_set, space=index.space)
    catalog.save_embeddings(conn, space=index.space, hashes=[sha256 for sha256, _ in missing], vectors=vectors)
    publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)


def topics(num_rows: int, dimensions: int) -> np.ndarray:
    """Unit vectors around a few centres, as texts on a few topics have."""
    chance = np.random.default_rng(5)
    centres = chance.standard_normal((20, dimensions))
    rows = centres[chance.integers(0, 20, num_rows)] + 0.8 * chance.standard_normal((num_rows, dimensions))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def dense(conn: Connection, index: IndexRow, vector: np.ndarray, settings: SearchSettings, top_k: int) -> list[int]:
    hits = search(
        conn,
        index=index,
        text="x",
        embedding=vector,
        retriever=Retriever.DENSE,
        filters=SearchFilter(),
        settings=settings,
        top_k=top_k,
    )
    return [hit.chunk_no for hit in hits]


def indexes_of(conn: Connection, index: IndexRow) -> set[str]:
    names = text(
        "SELECT indexrelid::regclass::text FROM pg_index WHERE indrelid = CAST(:name AS regclass) AND indisvalid"
    )
    prefix = f"vector_row_{index.index_no}"
    return {name.removeprefix(prefix + "_") for name in conn.scalars(names, {"name": prefix})}


# --- keeping -------------------------------------------------------------------------------------------------------


def test_vectors_are_kept_as_they_are_and_the_first_one_stays(conn: Connection) -> None:
    vectors = np.random.default_rng(1).standard_normal((3, 5)).astype(np.float32)
    catalog.save_embeddings(conn, space="s", hashes=["a", "b", "a"], vectors=vectors)
    catalog.save_embeddings(conn, space="s", hashes=["b", "c"], vectors=vectors[:2] * 9)
    catalog.save_embeddings(conn, space="s", hashes=[], vectors=np.zeros((0, 5), dtype=np.float32))
    stored = {row[0]: row[1] for row in conn.execute(text("SELECT input_sha256, vector FROM embedding"))}
    assert stored.keys() == {"a", "b", "c"}
    for name, expected in (("a", vectors[0]), ("b", vectors[1]), ("c", vectors[1] * 9)):
        np.testing.assert_array_equal(from_driver(stored[name]), expected)


def test_several_documents_are_saved_in_one_transaction(conn: Connection) -> None:
    for number in range(3):
        catalog.save_embeddings(conn, space="s", hashes=[f"{number}"], vectors=np.ones((1, 4), dtype=np.float32))
    conn.commit()
    catalog.save_embeddings(conn, space="s", hashes=["3"], vectors=np.ones((1, 4), dtype=np.float32))
    assert conn.scalar(text("SELECT count(*) FROM embedding")) == 4


def test_no_text_is_embedded_twice(conn: Connection, library: MakeLibrary) -> None:
    shelf = library(conn)
    inputs = ("the same", "the same", "another", "the same")
    sets = [save_inputs(shelf, shelf.document(name), inputs) for name in ("a.pdf", "b.pdf")]
    missing = catalog.missing_embeddings(conn, chunk_set_id=sets[0], space="s")
    assert sorted(value for _, value in missing) == ["another", "the same"]
    catalog.save_embeddings(
        conn, space="s", hashes=[sha256 for sha256, _ in missing], vectors=np.ones((2, 4), dtype=np.float32)
    )
    # the other document says the same: nothing is left to do, but another space has none of it
    assert catalog.missing_embeddings(conn, chunk_set_id=sets[1], space="s") == []
    assert len(catalog.missing_embeddings(conn, chunk_set_id=sets[1], space="t")) == 2


def save_inputs(shelf: Any, document: Any, inputs: tuple[str, ...]) -> str:
    from bizrag.model.chunks import Chunk, ChunkKind
    from bizrag.model.geometry import Locator

    chunks = [
        Chunk(
            document_id=document.source.document_id,
            ordinal=ordinal,
            kind=ChunkKind.TEXT,
            text=item,
            headings=("Title",),
            inputs=(item,),
            lexical_text=item,
            locators=(Locator(page_no=1),),
            num_tokens=2,
        )
        for ordinal, item in enumerate(inputs)
    ]
    return shelf.save(document, chunks, embed=False)


# --- never mixed ---------------------------------------------------------------------------------------------------


def test_an_index_takes_vectors_of_its_own_space_only(conn: Connection, library: MakeLibrary) -> None:
    shelf = library(conn)
    document = shelf.document("a.pdf")
    chunk_set = shelf.chunk_set(document, ["revenue", "cost"], embed=False)
    first, second = ensure_index(conn, spec("first", "s", 4)), ensure_index(conn, spec("second", "t", 6))
    for index in (first, second):
        missing = catalog.missing_embeddings(conn, chunk_set_id=chunk_set, space=index.space)
        vectors = np.full((2, index.dimensions), index.index_no, dtype=np.float32)
        catalog.save_embeddings(conn, space=index.space, hashes=[key for key, _ in missing], vectors=vectors)
        publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)
    rows = conn.execute(text("SELECT index_no, CAST(embedding AS text) FROM vector_row ORDER BY index_no")).all()
    assert [(row[0], set(from_driver(row[1]).tolist())) for row in rows] == [
        (index.index_no, {float(index.index_no)}) for index in (first, first, second, second)
    ]


def test_vectors_of_another_space_do_not_make_an_index_complete(conn: Connection, library: MakeLibrary) -> None:
    shelf = library(conn)
    document = shelf.document("a.pdf")
    index = ensure_index(conn, spec("main", "model/int8", 8))
    chunk_set = shelf.chunk_set(document, ["revenue"])
    with pytest.raises(ConfigurationError, match="no model/int8 vector"):
        publish(conn, index=index, document_no=document.document_no, chunk_set_id=chunk_set)


def test_a_partition_refuses_vectors_of_other_dimensions(conn: Connection) -> None:
    index = ensure_index(conn, spec("main", "s", 4))
    row = text(
        "INSERT INTO vector_row (index_no, document_no, chunk_no, part, kind, pages, embedding) "
        "VALUES (:index_no, 1, 1, 0, 'text', '{}', CAST(:vector AS halfvec))"
    )
    conn.execute(row, {"index_no": index.index_no, "vector": to_half(np.ones(4))})
    with pytest.raises(IntegrityError, match="dimensions"):
        conn.execute(row, {"index_no": index.index_no, "vector": to_half(np.ones(5))})


# --- earlier databases --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimensions", [384, 1536, 4000])
def test_vectors_lie_in_their_rows(conn: Connection, dimensions: int) -> None:
    """Outside of them each comparison begins with a lookup. The longest that an index takes fits a page."""
    index = ensure_index(conn, spec("main", "s", dimensions))
    row = text(
        "INSERT INTO vector_row (index_no, document_no, chunk_no, part, kind, pages, embedding) "
        "VALUES (:index_no, 1, 1, 0, 'text', '{[1,2),[4,7)}', CAST(:vector AS halfvec))"
    )
    vector = np.random.default_rng(1).standard_normal(dimensions)
    conn.execute(row, {"index_no": index.index_no, "vector": to_half(vector)})
    outside = conn.execute(
        text(
            "SELECT pg_relation_size(nullif(reltoastrelid, 0)) FROM pg_class WHERE oid = CAST(:partition AS regclass)"
        ),
        {"partition": f"vector_row_{index.index_no}"},
    ).scalar_one()
    assert outside in (0, None)


def test_vectors_of_an_earlier_version_get_kind_and_pages_of_their_chunks(empty_database_url: str) -> None:
    address = parse_url(empty_database_url)
    plain = address.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute((Path(__file__).parent / "states" / "0002.sql").read_bytes())
        # a dump leaves it empty
        connection.execute("SET search_path = public")
        connection.execute("UPDATE chunk SET page_nos = '{2,3,7}' WHERE chunk_no = (SELECT min(chunk_no) FROM chunk)")
        built = connection.execute("SELECT create_vector_index(1, 8)").fetchone()
        assert built == (True,)
    engine = connect(address)
    prepare(engine)
    with engine.connect() as conn:
        rows = conn.execute(
            text(
                "SELECT v.kind, c.kind, c.page_nos, ARRAY(SELECT p FROM generate_series(1, 20) p WHERE v.pages @> p) "
                "FROM vector_row v LEFT JOIN chunk c USING (chunk_no) ORDER BY chunk_no"
            )
        ).all()
        assert rows
        assert all(row[0] == row[1] and row[2] == row[3] for row in rows)
        assert rows[0][3] == [2, 3, 7]
        assert {"hnsw", "kind", "pages"} <= indexes_of(conn, get_index(conn, "main"))
    engine.dispose()


# --- building ------------------------------------------------------------------------------------------------------


def test_long_vectors_are_found_by_their_signs_and_ranked_by_their_numbers(
    engine: Engine, library: MakeLibrary, explain: Callable[..., str]
) -> None:
    vectors = topics(600, 3072)
    with engine.begin() as conn:
        index = ensure_index(conn, spec("long", "s", 3072))
        publish_with(conn, library, index, vectors)
    settings = SearchSettings(hnsw_min_rows=400, dense_top_k=20)
    maintain_index(engine, index, settings)
    with engine.connect() as conn:
        assert "bits_16_400" in indexes_of(conn, index)
        assert "hnsw_16_400" not in indexes_of(conn, index)
        asked = topics(620, 3072)[600:]
        recall = []
        for vector in asked:
            options = {"index": index, "text": "x", "embedding": vector, "retriever": Retriever.DENSE}
            exact = rank_all(conn, **options, filters=SearchFilter(), settings=settings)[:20]
            found = dense(conn, index, vector, settings, 20)
            assert len(found) == 20
            recall.append(len(set(exact) & set(found)) / 20)
            # the ranks of what was found are exact: by cosine of the stored vectors
            assert found == [chunk_no for chunk_no in exact_order(conn, index, vector) if chunk_no in set(found)]
        plan = explain(conn, lambda: dense(conn, index, asked[0], settings, 20))
    assert np.mean(recall) >= 0.97, recall
    assert f"Index Scan using vector_row_{index.index_no}_bits" in plan
    # 4 for each that is wanted, as far as ef_search goes
    assert "actual rows=80" in plan


def exact_order(conn: Connection, index: IndexRow, vector: np.ndarray) -> list[int]:
    rows = text(
        "SELECT chunk_no FROM vector_row WHERE index_no = :i ORDER BY embedding <=> CAST(:v AS halfvec), chunk_no"
    )
    return list(conn.scalars(rows, {"i": index.index_no, "v": to_half(vector)}))


def test_writers_go_on_while_the_index_is_built(engine: Engine, library: MakeLibrary) -> None:
    with engine.begin() as conn:
        index = ensure_index(conn, spec("main", "s", 8))
        publish_with(conn, library, index, topics(200, 8))
    built: list[bool] = []
    with engine.begin() as open_writer:
        publish_with(open_writer, library, index, topics(5, 8), name="b.pdf")
        builder = threading.Thread(target=lambda: built.append(build_vector_index(engine, index, EAGER)))
        builder.start()
        # the build waits for the open transaction, and others still write
        with engine.begin() as other:
            while not other.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")):
                assert builder.is_alive()
            other.execute(text("SET LOCAL lock_timeout = '5s'"))
            other.execute(
                text(
                    "INSERT INTO vector_row (index_no, document_no, chunk_no, part, kind, pages, embedding) "
                    "SELECT index_no, document_no, -chunk_no, part, kind, pages, embedding FROM vector_row LIMIT 1"
                )
            )
        assert builder.is_alive()
    builder.join(timeout=60)
    assert built == [True]
    with engine.connect() as conn:
        assert "hnsw_16_400" in indexes_of(conn, index)


def test_an_interrupted_build_is_not_used_and_is_done_again(
    engine: Engine, library: MakeLibrary, explain: Callable[..., str]
) -> None:
    with engine.begin() as conn:
        index = ensure_index(conn, spec("main", "s", 8))
        publish_with(conn, library, index, topics(3000, 8))
    assert build_vector_index(engine, index, EAGER)
    name = {"name": f"vector_row_{index.index_no}_hnsw_16_400"}
    with engine.begin() as conn:
        # what a killed CREATE INDEX CONCURRENTLY leaves
        conn.execute(text("UPDATE pg_index SET indisvalid = false WHERE indexrelid = CAST(:name AS regclass)"), name)
    with engine.connect() as conn:
        plan = explain(conn, lambda: dense(conn, index, topics(1, 8)[0], EAGER, 10))
        assert "hnsw" not in plan
    assert build_vector_index(engine, index, EAGER)
    maintain_index(engine, index, EAGER)
    with engine.connect() as conn:
        plan = explain(conn, lambda: dense(conn, index, topics(1, 8)[0], EAGER, 10))
        assert f"Index Scan using {name['name']}" in plan


def test_one_process_builds_at_a_time(engine: Engine, library: MakeLibrary) -> None:
    with engine.begin() as conn:
        index = ensure_index(conn, spec("main", "s", 8))
        publish_with(conn, library, index, topics(20, 8))
    with engine.connect() as conn:
        conn.execute(text("SELECT pg_advisory_lock(1651077731, :index_no)"), {"index_no": index.index_no})
        assert not build_vector_index(engine, index, EAGER)
        conn.execute(text("SELECT pg_advisory_unlock_all()"))
    assert build_vector_index(engine, index, EAGER)


def test_the_lock_of_a_build_is_free_as_soon_as_it_ends(engine: Engine, library: MakeLibrary) -> None:
    with engine.begin() as conn:
        index = ensure_index(conn, spec("main", "s", 8))
        publish_with(conn, library, index, topics(20, 8))
    with engine.connect() as conn:
        for _ in range(20):
            build_vector_index(engine, index, EAGER)
            assert conn.scalar(text("SELECT pg_try_advisory_lock(1651077731, :index_no)"), {"index_no": index.index_no})
            conn.execute(text("SELECT pg_advisory_unlock_all()"))


def test_an_index_of_the_other_sort_gives_way(engine: Engine, library: MakeLibrary) -> None:
    with engine.begin() as conn:
        index = ensure_index(conn, spec("main", "s", 8))
        publish_with(conn, library, index, topics(50, 8))
    for settings, sort, other in (
        (EAGER, "hnsw_16_400", "bits_16_400"),
        (SearchSettings(hnsw_min_rows=1, binary_above_dimensions=4), "bits_16_400", "hnsw_16_400"),
    ):
        assert build_vector_index(engine, index, settings)
        with engine.connect() as conn:
            assert sort in indexes_of(conn, index)
            assert other not in indexes_of(conn, index)


def test_an_index_of_another_graph_answers_until_the_new_one_stands(
    engine: Engine, library: MakeLibrary, explain: Callable[..., str]
) -> None:
    with engine.begin() as conn:
        index = ensure_index(conn, spec("main", "s", 8))
        publish_with(conn, library, index, topics(3000, 8))
        table = f"vector_row_{index.index_no}"
        conn.execute(
            text(
                f"CREATE INDEX {table}_hnsw ON {table} "
                "USING hnsw ((CAST(embedding AS halfvec(8))) halfvec_cosine_ops) WITH (m = 16, ef_construction = 200)"
            )
        )
    with engine.connect() as conn:
        assert f"Index Scan using {table}_hnsw on" in explain(
            conn, lambda: dense(conn, index, topics(1, 8)[0], EAGER, 10)
        )
    assert build_vector_index(engine, index, EAGER)
    assert not build_vector_index(engine, index, EAGER)
    with engine.connect() as conn:
        assert {name for name in indexes_of(conn, index) if "hnsw" in name} == {"hnsw_16_400"}
        plan = explain(conn, lambda: dense(conn, index, topics(1, 8)[0], EAGER, 10))
    assert f"Index Scan using {table}_hnsw_16_400 on" in plan


def test_the_settings_of_a_build_end_with_it(engine: Engine, library: MakeLibrary) -> None:
    with engine.begin() as conn:
        index = ensure_index(conn, spec("main", "s", 8))
        publish_with(conn, library, index, topics(20, 8))
    shown = "SELECT current_setting('maintenance_work_mem'), current_setting('max_parallel_maintenance_workers')"
    with engine.connect() as conn:
        before = conn.execute(text(shown)).one()
    assert build_vector_index(engine, index, SearchSettings(hnsw_min_rows=1, build_memory_mb=97, build_workers=3))
    with engine.connect() as conn:
        assert conn.execute(text(shown)).one() == before
        assert conn.scalar(text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")) == 0


def test_a_build_takes_the_memory_that_its_graph_needs() -> None:
    def memory(dimensions: int, num_vectors: int, sort: str) -> int:
        return build_memory_mb(dimensions, num_vectors=num_vectors, sort=sort, settings=SearchSettings())

    # (2 * 384 + 500) bytes * 1.25 a vector
    assert memory(384, 100_000, "hnsw") == 151
    assert memory(384, 1_000_000, "hnsw") == 1024
    assert memory(3072, 1_000_000, "bits") == 1024
    assert memory(3072, 100_000, "bits") == 105
    assert memory(384, 10, "hnsw") == 64
