"""BM25 in Postgres against bm25s on the same tokens: the same hits and scores, and the time of a query.

    BIZRAG_HOME=HOME python -m benchmarks.search_load CORPUS --size 100000
    BIZRAG_HOME=HOME python -m benchmarks.bm25 CORPUS --size 100000 --peer-python PEERS/bm25s/bin/python \
        --questions QUESTIONS.jsonl --json

Questions have 2, 6 or 10 terms from one random chunk each, or are natural ones. Both engines answer each in turn with
their best 100. The index's postings go to bm25s as they are, so tokens are the same; it knows nothing of text-search
configurations, so it gets one index for each (see search_peers for its set-up). Without ``--peer-python`` only ours is
timed. ``round_trip`` is ``SELECT 1`` on the same connection: what any query costs here. ``cpu_ms`` is the server's mean
processor time for a query: on a busy machine it says more than the clock.

Agreement: share of the first 10 and 100 hits that bm25s has too or scores like its last one (ties), scores within 1e-5.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
from sqlalchemy import Connection, text

from benchmarks.search_corpus import load_corpus
from benchmarks.search_load import bench_name, export_postings, statement
from benchmarks.search_peers import Peer
from benchmarks.search_questions import (
    Hit,
    ServerCpu,
    agreement,
    largest_difference,
    milliseconds,
    read_questions,
    term_questions,
)
from bizrag.settings import Settings
from bizrag.store.engine import open_engine
from bizrag.store.indexes import IndexRow, get_index

_TOP_K = 100
_WARM_UP = 20


def main() -> None:
    """Compare and time, and print one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--size", type=int, default=100_000, help="chunks of the loaded index")
    parser.add_argument("--source", help="the index that holds this source of the corpus only")
    parser.add_argument("--peer-python", type=Path, help="Python that has bm25s")
    parser.add_argument("--peer-backend", choices=["numpy", "numba"], default="numba")
    parser.add_argument("--questions", type=Path, help="questions.jsonl with natural questions")
    parser.add_argument("--queries", type=int, default=200, help="questions of each sort")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    corpus = load_corpus(arguments.corpus, arguments.size, source=arguments.source, needs_vectors=False)
    engine = open_engine(Settings())
    with engine.connect() as conn, ExitStack() as stack:
        index = get_index(conn, bench_name(arguments.size, arguments.source))
        questions = {
            f"{num_terms}_terms": term_questions(
                conn, corpus.chunks, num_terms=num_terms, number=arguments.queries, seed=arguments.seed + num_terms
            )
            for num_terms in (2, 6, 10)
        }
        if arguments.questions:
            questions["natural"] = read_questions(arguments.questions, arguments.queries, arguments.seed)
        peer = None
        if arguments.peer_python:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            write_tokens(conn, index, folder, arguments.peer_backend)
            peer = stack.enter_context(Peer("bm25s", arguments.peer_python, folder))
        asked = {name: [(one, terms_of(conn, index, one)) for one in some] for name, some in questions.items()}
        conn.rollback()
        figures: dict[str, Any] = {"chunks": num_chunks(conn, index)}
        if peer:
            figures["peer"] = {**peer.about, "backend": arguments.peer_backend, "seconds": round(peer.build_seconds, 1)}
        address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(address, autocommit=True, prepare_threshold=None) as ours:
            for name, some in asked.items():
                figures[name] = compare(ours, index, some, peer)
    engine.dispose()
    print(json.dumps({"benchmark": "bm25", "figures": figures}, indent=2))


def num_chunks(conn: Connection, index: IndexRow) -> int:
    """Live chunks of an index."""
    found = text("SELECT num_chunks FROM index_stat WHERE index_no = :index_no")
    return int(conn.execute(found, {"index_no": index.index_no}).scalar_one())


def write_tokens(conn: Connection, index: IndexRow, folder: Path, backend: str) -> None:
    """What the peer reads: the postings and the settings of the index."""
    rows = export_postings(conn, index)
    np.savez(
        folder / "postings.npz",
        chunks=rows["v0"].astype("i8"),
        terms=rows["v1"].astype("i8"),
        tf=rows["v2"].astype("i4"),
        configs=rows["v3"].astype("i4"),
    )
    (folder / "meta.json").write_text(json.dumps({"k1": index.k1, "b": index.b, "backend": backend}))


def terms_of(conn: Connection, index: IndexRow, question: str) -> dict[int, list[int]]:
    """The term ids of a question by text-search configuration, each as often as it stands there."""
    found = conn.execute(
        text(statement("select_question_terms")), {"index_no": index.index_no, "question": question}
    ).all()
    terms: dict[int, list[int]] = {}
    for row in found:
        terms.setdefault(row.text_config, []).extend([row.term_id] * row.tf)
    return terms


def compare(
    conn: psycopg.Connection[Any],
    index: IndexRow,
    questions: Sequence[tuple[str, dict[int, list[int]]]],
    peer: Peer | None,
) -> dict[str, Any]:
    """Times of both engines, in turns, and how far they agree."""
    ours, theirs, trips = [], [], []
    cpu = ServerCpu(conn.info.backend_pid)
    at_10, at_100, differences = [], [], []
    for number, (question, terms) in enumerate([*questions[:_WARM_UP], *questions]):
        is_counted = number >= min(_WARM_UP, len(questions))
        with cpu.counted(is_counted):
            seconds, hits = search(conn, index, question)
        trip = round_trip(conn)
        if is_counted:
            ours.append(seconds)
            trips.append(trip)
        if peer is None:
            continue
        answer = peer.ask({"terms": terms, "top_k": _TOP_K})
        if is_counted:
            theirs.append(answer["seconds"])
            other = list(zip(answer["ids"], answer["scores"], strict=True))
            at_10.append(agreement(hits, other, 10))
            at_100.append(agreement(hits, other, 100))
            differences.append(largest_difference(hits, other, 100))
    figures: dict[str, Any] = {"ours": milliseconds(ours) | cpu.figures(), "round_trip": milliseconds(trips)}
    if peer is not None:
        figures |= {
            "bm25s": milliseconds(theirs),
            "ratio_to_bm25s": round(float(np.median(ours) / np.median(theirs)), 3),
            "agreement@10": round(float(np.mean(at_10)), 5),
            "agreement@100": round(float(np.mean(at_100)), 5),
            "largest_score_difference": float(f"{max(differences):.2e}"),
        }
    return figures


def search(conn: psycopg.Connection[Any], index: IndexRow, question: str) -> tuple[float, list[Hit]]:
    """Seconds and the best 100 chunks of the BM25 route."""
    parameters = {"index_no": index.index_no, "question": question, "top_k": _TOP_K}
    sql = statement("select_bm25").encode()
    began = time.perf_counter()
    hits = conn.execute(sql, parameters).fetchall()
    return time.perf_counter() - began, [(chunk_no, score) for chunk_no, score in hits]


def round_trip(conn: psycopg.Connection[Any]) -> float:
    """Seconds of the smallest query."""
    began = time.perf_counter()
    conn.execute("SELECT 1").fetchall()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
