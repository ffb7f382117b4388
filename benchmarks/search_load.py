"""Put a corpus of ``search_corpus`` into an index in bulk; size of the index and time to build it.

    BIZRAG_HOME=HOME python -m benchmarks.search_load CORPUS --size 100000 --json
    BIZRAG_HOME=HOME python -m benchmarks.search_load CORPUS --size 1000000 --routes bm25 --json

The rows are those that publishing each document would write (a test compares them), but statements run over the whole
corpus, and database indexes are built afterwards: an hour becomes minutes. What is larger than the corpus is filled
with perturbed copies: words dropped and exchanged, vectors with noise. The index is named ``bench_SIZE``; nothing
happens when it is there. ``--routes bm25`` leaves the HNSW index out.

Collections hold 1 % (``INDEX-c01``), 10 % (``INDEX-c10``), 50 % (``INDEX-c50``) and the other 39 % (``INDEX-rest``) of
the documents.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import Connection, Engine, text

from benchmarks.search_corpus import Corpus, CorpusChunk, load_corpus, perturbed
from bizrag.errors import NotFoundError
from bizrag.model.documents import SourceFile
from bizrag.settings import SearchSettings, Settings
from bizrag.store import catalog
from bizrag.store.engine import open_engine
from bizrag.store.indexes import IndexRow, IndexSpec, build_vector_index, ensure_index, get_index, maintain_index
from bizrag.store.publish import publisher
from sql import query

_SQL = Path(__file__).parent / "sql"


def main() -> None:
    """Load what is not there yet and print one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--size", type=int, default=100_000, help="chunks")
    parser.add_argument("--source", help="only what the corpus has of this source, as index bench_SOURCE")
    parser.add_argument("--routes", choices=["bm25", "hybrid"], default="hybrid")
    parser.add_argument("--text-config", help="one for all documents; default: a language per document")
    parser.add_argument("--seed", type=int, default=11, help="of the perturbed copies")
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    engine = open_engine(Settings())
    has_vectors = arguments.routes == "hybrid"
    corpus = load_corpus(arguments.corpus, arguments.size, source=arguments.source, needs_vectors=has_vectors)
    figures = load(
        engine,
        corpus,
        name=bench_name(arguments.size, arguments.source),
        size=len(corpus.chunks) if arguments.source else arguments.size,
        text_config=arguments.text_config,
        seed=arguments.seed,
        search=SearchSettings() if has_vectors else None,
    )
    engine.dispose()
    print(json.dumps({"benchmark": "search_load", "figures": figures}, indent=2))


def statement(name: str) -> str:
    """The statement in ``benchmarks/sql/<name>.sql``."""
    return (_SQL / f"{name}.sql").read_text(encoding="utf-8")


def bench_name(size: int, source: str | None = None) -> str:
    """The name of the index with so many chunks, or with those of one source."""
    return f"bench_{source}" if source else f"bench_{size}"


def load(
    engine: Engine,
    corpus: Corpus,
    *,
    name: str,
    size: int,
    text_config: str | None,
    seed: int,
    search: SearchSettings | None,
) -> dict[str, Any]:
    """Fill a new index with ``size`` chunks; seconds of every step, and bytes per relation.

    The vector index is built when the settings say that there are enough vectors; never without settings.
    """
    try:
        with engine.connect() as conn:
            index = get_index(conn, name)
        return {"was_there": True, **sizes(engine, index)}
    except NotFoundError:
        pass
    spec = IndexSpec(
        index_name=name,
        variant="tcte",
        chunk_params={},
        space=corpus.metadata["space"],
        dimensions=corpus.vectors.shape[1],
        text_config=text_config,
    )
    timer = Timer()
    chunks = perturbed(corpus, size, seed)
    with engine.begin() as conn:
        index = ensure_index(conn, spec)
        load_rows(conn, index, chunks, prefix=name, timer=timer)
    with timer.step("vacuum"):
        maintain_index(engine, index, SearchSettings(hnsw_min_rows=2**31))
    if search is not None:
        with timer.step("vector_index"):
            build_vector_index(engine, index, search)
    return {"was_there": False, "seconds": timer.seconds, **sizes(engine, index)}


class Timer:
    """Seconds of named steps."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def step(self, name: str) -> Generator[None]:
        """Measure one step."""
        began = time.perf_counter()
        yield
        self.seconds[name] = round(time.perf_counter() - began, 2)


def load_rows(
    conn: Connection,
    index: IndexRow,
    chunks: Iterable[tuple[CorpusChunk, np.ndarray]],
    *,
    prefix: str,
    timer: Timer,
    is_live: bool = True,
) -> None:
    """Documents, chunks and embeddings, and unless ``is_live`` is false their search rows.

    Chunks of a document follow each other. ``prefix`` begins the names of the collections.
    """
    conn.execute(text(statement("drop_stage")))
    conn.execute(text(statement("create_stage")))
    with timer.step("copy"):
        copy_chunks(conn, chunks, prefix)
    with timer.step("chunks"):
        conn.execute(text(statement("create_stage_documents").format(index_no=index.index_no)))
        for name in ("insert_parses", "update_documents", "insert_chunk_sets", "insert_chunks", "insert_chunk_inputs"):
            conn.execute(text(statement(name)))
        conn.execute(text(statement("insert_embeddings")), {"space": index.space})
        # nobody else sees these rows yet, and each document is looked up among them
        conn.execute(text("ANALYZE document, parse, chunk_set, chunk, chunk_input, embedding"))
    if is_live:
        publish_stage(conn, index, timer)
    conn.execute(text(statement("drop_stage")))


def publish_stage(conn: Connection, index: IndexRow, timer: Timer) -> None:
    """Make the chunks of the stage live in an empty index."""
    parameters = {"index_no": index.index_no, "publisher": publisher()}
    definitions = conn.execute(text(statement("select_index_definitions")), parameters).all()
    for row in definitions:
        conn.execute(text(f"DROP INDEX {row.indexname}"))
    with timer.step("vector_rows"):
        conn.execute(text(statement("insert_vector_rows")), parameters)
    with timer.step("languages"):
        if index.text_config is None:
            tell_languages(conn, index)
    with timer.step("lexemes"):
        conn.execute(text(statement("create_lexemes")), parameters)
        conn.execute(text("ANALYZE benchmark_lexeme"))
    with timer.step("postings"):
        conn.execute(text(statement("insert_terms")), parameters)
        conn.execute(text(statement("insert_postings")), parameters)
    for name in ("insert_index_documents", "insert_lexical_stats", "update_index_stat"):
        conn.execute(text(statement(name)), parameters)
    with timer.step("database_indexes"):
        for row in definitions:
            conn.execute(text(row.indexdef.replace(":", r"\:")))


def tell_languages(conn: Connection, index: IndexRow) -> None:
    """Give every document of the stage the text-search configuration that publishing would give it."""
    key = {"index_no": index.index_no, "space": index.space, "dimensions": index.dimensions}
    for row in conn.execute(text("SELECT document_no, key FROM benchmark_document")).all():
        document = {"document_no": row.document_no, "chunk_set_id": row.key}
        found = conn.execute(text(query("select_publishable")), {**key, **document}).mappings().one()
        conn.execute(text(statement("update_stage_documents")), {**document, "text_config": found["text_config"]})


def copy_chunks(conn: Connection, chunks: Iterable[tuple[CorpusChunk, np.ndarray]], prefix: str) -> None:
    """Documents into the catalog, chunks into the stage; chunk numbers are drawn as one range."""
    (first_no,) = conn.execute(text("SELECT nextval(pg_get_serial_sequence('chunk', 'chunk_no'))")).one()
    waiting: list[SourceFile] = []
    name, source, ordinal, chunk_no = "", None, 0, first_no
    driver: Any = conn.connection.driver_connection
    with driver.cursor().copy("COPY benchmark_chunk FROM STDIN (FORMAT BINARY)") as copy:
        copy.set_types(["int8", "text", "int4", "text", "text", "vector"])
        for chunk, vector in chunks:
            if source is None or chunk.document != name:
                name, ordinal = chunk.document, 0
                source = source_file(len(waiting), name, prefix)
                waiting.append(source)
            row = (chunk_no, source.document_id, ordinal, chunk.title, chunk.text.replace("\0", " "), vector)
            copy.write_row(row)
            ordinal, chunk_no = ordinal + 1, chunk_no + 1
    for start in range(0, len(waiting), 1000):
        catalog.upsert_documents(
            conn, [(file, f"{file.collection}/{file.source_uri}") for file in waiting[start : start + 1000]]
        )
    conn.execute(text("SELECT setval(pg_get_serial_sequence('chunk', 'chunk_no'), :last)"), {"last": chunk_no})
    conn.execute(text("ANALYZE benchmark_chunk"))


def source_file(number: int, name: str, prefix: str) -> SourceFile:
    """The file that the n-th document would be: of every hundred, 1, 10, 50 and 39 share a collection."""
    place = (number * 37) % 100
    collection = "c01" if place < 1 else "c10" if place < 11 else "c50" if place < 61 else "rest"
    return SourceFile(
        collection=f"{prefix}-{collection}",
        source_root="benchmark://",
        source_uri=f"{name}.pdf",
        size_bytes=1,
        modified_at=datetime(2020, 1, 1, tzinfo=UTC) + timedelta(hours=number % 40_000),
    )


def sizes(engine: Engine, index: IndexRow) -> dict[str, Any]:
    """Bytes of the index's search tables and of the shared tables, and per million chunks."""
    with engine.connect() as conn:
        found = conn.execute(text(statement("select_sizes")), {"index_no": index.index_no})
        own = {row.name: row.bytes for row in found}
        shared = {row.name: row.bytes for row in conn.execute(text(statement("select_shared_sizes")))}
        num_chunks: int = conn.execute(
            text("SELECT num_chunks FROM index_stat WHERE index_no = :index_no"), {"index_no": index.index_no}
        ).scalar_one()
    per_million = 1e6 / max(num_chunks, 1) / 1e9
    return {
        "chunks": num_chunks,
        "index_mb": {name: round(size / 1e6, 1) for name, size in own.items()},
        "index_gb_per_million_chunks": round(sum(own.values()) * per_million, 2),
        "shared_mb": {name: round(size / 1e6, 1) for name, size in shared.items()},
    }


def export_postings(conn: Connection, index: IndexRow) -> np.ndarray:
    """Chunk number (``v0``), term id, frequency and configuration of every posting, by chunk."""
    return copy_out(conn, statement("select_postings").format(index_no=index.index_no), [">i8", ">i8", ">i2", ">i4"])


def copy_out(conn: Connection, copy_statement: str, formats: Sequence[str]) -> np.ndarray:
    """Rows of fixed-width columns from a binary COPY; fields ``v0``, ``v1`` ... of the result are the columns."""
    columns = [part for i, one in enumerate(formats) for part in ((f"l{i}", ">i4"), (f"v{i}", one))]
    row = np.dtype([("n", ">i2"), *columns])
    driver: Any = conn.connection.driver_connection
    with driver.cursor().copy(copy_statement) as copy:
        data = b"".join(bytes(part) for part in copy)
    # 19 bytes before the first row, 2 after the last
    return np.frombuffer(data, dtype=row, offset=19, count=(len(data) - 21) // row.itemsize)


if __name__ == "__main__":
    main()
