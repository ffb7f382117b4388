"""Hybrid search and writers: what adding and deleting costs, searches beside writers, indexes side by side."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, text

from benchmarks.hybrid_bench import Bench, keep_shared, shared
from benchmarks.search_corpus import Corpus, CorpusChunk, perturbed
from benchmarks.search_exact import Asked
from benchmarks.search_load import Timer, load, load_rows, statement
from benchmarks.search_questions import milliseconds
from bizrag.model.retrieval import Retriever
from bizrag.settings import SearchSettings, Settings
from bizrag.store.engine import open_engine
from bizrag.store.indexes import drop_index, get_index, maintain_index
from bizrag.store.publish import publish, unpublish
from bizrag.store.records import IndexRow

_DOCUMENT_CHUNKS = 40
_NEIGHBOUR_CHUNKS = 5000


def updates(bench: Bench, number: int = 20) -> dict[str, Any]:
    """Milliseconds to add and to delete a document of 40 chunks, commits included; its chunks are embedded before."""
    adding, deleting = [], []
    with spare_documents(bench, number, name="updates") as documents:
        for document_no, chunk_set_id in documents:
            adding.append(_timed_write(bench.engine, bench.index, document_no, chunk_set_id))
        for document_no, _ in documents:
            deleting.append(_timed_write(bench.engine, bench.index, document_no, None))
    return {"add": milliseconds(adding), "delete": milliseconds(deleting)}


def _timed_write(engine: Engine, index: IndexRow, document_no: int, chunk_set_id: str | None) -> float:
    began = time.perf_counter()
    with engine.begin() as conn:
        if chunk_set_id is None:
            unpublish(conn, index_no=index.index_no, document_no=document_no)
        else:
            publish(conn, index=index, document_no=document_no, chunk_set_id=chunk_set_id)
    return time.perf_counter() - began


@contextmanager
def spare_documents(bench: Bench, number: int, *, name: str) -> Generator[list[tuple[int, str]]]:
    """Chunked and embedded documents that no index answers from: (document_no, chunk_set_id). They go afterwards."""
    size = number * _DOCUMENT_CHUNKS
    corpus = Corpus(chunks=bench.corpus.chunks[:size], vectors=bench.corpus.vectors[:size], metadata={})
    copies = list(perturbed(corpus, 2 * len(corpus.chunks), seed=23))[len(corpus.chunks) :]
    chunks = [
        (CorpusChunk(document=f"{name}/{place // _DOCUMENT_CHUNKS}", title=chunk.title, text=chunk.text), vector)
        for place, (chunk, vector) in enumerate(copies)
    ]
    delete_spare(bench.engine, name)
    with bench.engine.begin() as conn:
        load_rows(conn, bench.index, chunks, prefix=f"spare-{name}", timer=Timer(), is_live=False)
        found = conn.execute(text(statement("select_spare")), {"collection": f"spare-{name}-%"}).all()
    try:
        yield [(row.document_no, row.chunk_set_id) for row in found]
    finally:
        delete_spare(bench.engine, name)


def delete_spare(engine: Engine, name: str) -> None:
    """Take spare documents out of every index and forget them."""
    with engine.begin() as conn:
        for row in conn.execute(text(statement("select_spare_published")), {"collection": f"spare-{name}-%"}).all():
            unpublish(conn, index_no=row.index_no, document_no=row.document_no)
        for query in ("delete_spare_parses", "delete_spare"):
            conn.execute(text(statement(query)), {"collection": f"spare-{name}-%"})


def writers(bench: Bench, questions: Sequence[Asked], number: int = 2, rounds: int = 3) -> dict[str, Any]:
    """Times of searches without and with processes that write to the same index, in turns; and what those wrote."""
    context = multiprocessing.get_context("spawn")
    quiet, busy, written = [], [], 0
    with spare_documents(bench, 8 * number, name="writers") as documents:
        for _ in range(rounds):
            quiet += [bench.search(asked)[0] for asked in questions]
            stop = context.Event()
            with ProcessPoolExecutor(number, mp_context=context, initializer=keep_shared, initargs=(stop,)) as pool:
                tasks = [
                    pool.submit(_write, bench.index.index_name, documents[place::number]) for place in range(number)
                ]
                # they import and connect first
                time.sleep(5)
                busy += [bench.search(asked)[0] for asked in questions]
                stop.set()
                written += sum(task.result() for task in tasks)
    figures = {"quiet": milliseconds(quiet), "busy": milliseconds(busy), "transactions": written}
    return figures | {"ratio_of_p95": round(figures["busy"]["p95_ms"] / figures["quiet"]["p95_ms"], 2)}


def _write(index_name: str, documents: Sequence[tuple[int, str]]) -> int:
    """Add and delete documents until told to stop; how many transactions that were."""
    engine = open_engine(Settings())
    with engine.connect() as conn:
        index = get_index(conn, index_name)
    written = 0
    while not shared().is_set():
        for document_no, chunk_set_id in documents:
            _timed_write(engine, index, document_no, chunk_set_id)
        for document_no, _ in documents:
            _timed_write(engine, index, document_no, None)
        written += 2 * len(documents)
    engine.dispose()
    return written


def neighbours(bench: Bench, questions: Sequence[Asked]) -> dict[str, Any]:
    """Share of questions whose hits stay the same while another index comes, changes and goes, and the reverse."""
    small = Corpus(
        chunks=bench.corpus.chunks[-_NEIGHBOUR_CHUNKS:],
        vectors=bench.corpus.vectors[-_NEIGHBOUR_CHUNKS:],
        metadata=bench.corpus.metadata,
    )
    # vacuum mends the graph where vectors went: what earlier parts deleted must not change results in between
    maintain_index(bench.engine, bench.index, SearchSettings())
    before = _results(bench, questions)
    load(
        bench.engine,
        small,
        name="bench_neighbour",
        size=len(small.chunks),
        text_config=bench.index.text_config,
        seed=1,
        search=SearchSettings() if bench.retriever is Retriever.HYBRID else None,
    )
    with bench.engine.connect() as conn:
        other = Bench(
            engine=bench.engine,
            index=get_index(conn, "bench_neighbour"),
            corpus=small,
            retriever=bench.retriever,
        )
    beside = _results(bench, questions)
    # what a graph of vectors finds may differ by the way it grew: each index is looked at while only the other changes
    with spare_documents(bench, 4, name="neighbours") as documents:
        for document_no, chunk_set_id in documents:
            _timed_write(bench.engine, other.index, document_no, chunk_set_id)
        changed = _results(bench, questions)
        others = _results(other, questions)
        for document_no, chunk_set_id in documents:
            _timed_write(bench.engine, bench.index, document_no, chunk_set_id)
        others_after = _results(other, questions)
    last = _results(bench, questions)
    with bench.engine.begin() as conn:
        drop_index(conn, "bench_neighbour")
        for query in ("delete_spare_parses", "delete_spare"):
            conn.execute(text(statement(query)), {"collection": "bench_neighbour-%"})
    after = _results(bench, questions)
    return {
        "questions": len(questions),
        "same_with_neighbour": _share(before, beside),
        "same_while_neighbour_changes": _share(before, changed),
        "same_after_neighbour_went": _share(last, after),
        "neighbour_same_while_first_changes": _share(others, others_after),
    }


def _results(bench: Bench, questions: Sequence[Asked]) -> list[list[int]]:
    return [bench.search(asked)[1] for asked in questions]


def _share(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> float:
    return sum(a == b for a, b in zip(before, after, strict=True)) / len(before)
