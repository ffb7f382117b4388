"""Hybrid search: time, exactness, clients side by side, other engines on the same data, and what writing costs it.

    BIZRAG_HOME=HOME python -m benchmarks.search_load CORPUS --size 100000
    BIZRAG_HOME=HOME python -m benchmarks.hybrid CORPUS --size 100000 --peers PEERS --json

Questions are seven words from the beginning of a random chunk, with the packaged embedder's vector, made before
anything is timed; the chunk they come from is the one to find. Parts, chosen with ``--parts``:

- latency: ``bizrag.store.search.search`` with a connection of the pool, best 10; recall against the exact ranking that
  compares every vector and fuses the same numbers of candidates, made afterwards;
- clients: 8 processes that ask without a pause;
- peers: other frameworks (see search_peers) with the same texts, the same vectors, tables in the same server, the same
  HNSW parameters and ef_search, and as many candidates per route as ours (``--peer-candidates`` sets another number).
  Ours and theirs answer every question in turn; with ``--questions`` natural ones too, for which any chunk of the right
  document counts;
- updates: adding and deleting a document of 40 chunks, whole transactions;
- writers: the same search while two processes add and delete such documents without a pause, in turns with quiet;
- neighbours: results of an index before and after another one is loaded, changed and dropped beside it.

``--routes bm25`` searches by BM25 alone, for an index without vectors' index. ``cpu_ms`` is the server's mean processor
time for a search.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import text

from benchmarks.hybrid_bench import Bench, keep_shared, shared
from benchmarks.hybrid_writes import neighbours, updates, writers
from benchmarks.search_corpus import load_corpus
from benchmarks.search_exact import Asked, embed_questions, exact_ranking, first_chunk, recall, timed_search
from benchmarks.search_load import bench_name
from benchmarks.search_peers import Peer
from benchmarks.search_questions import ServerCpu, document_questions, known_items, milliseconds
from bizrag.model.retrieval import Retriever
from bizrag.settings import SearchSettings, Settings
from bizrag.store.engine import open_engine
from bizrag.store.indexes import HNSW_EF_CONSTRUCTION, HNSW_M, get_index

_PARTS = ("latency", "clients", "peers", "updates", "writers", "neighbours")
_PEERS = ("llamaindex", "haystack", "langchain", "lancedb")
_WARM_UP = 20


def main() -> None:
    """Run the parts that are asked for and print one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--size", type=int, default=100_000, help="chunks of the loaded index")
    parser.add_argument("--routes", choices=["bm25", "hybrid"], default="hybrid")
    parser.add_argument("--parts", default=",".join(_PARTS))
    parser.add_argument("--peers", type=Path, help="folder with a virtual environment for each peer")
    parser.add_argument("--only", default=",".join(_PEERS), help="peers to run")
    parser.add_argument("--peer-candidates", type=int, help="candidates per route of the peers; default: ours")
    parser.add_argument("--questions", type=Path, help="questions.jsonl: natural questions for the peers, too")
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument(
        "--exact", type=int, default=200, help="questions compared with the exact ranking: slow at a million"
    )
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=20, help="how long the clients ask")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    parts = arguments.parts.split(",")
    corpus = load_corpus(arguments.corpus, arguments.size, needs_vectors=arguments.routes == "hybrid")
    engine = open_engine(Settings())
    with engine.connect() as conn:
        bench = Bench(
            engine=engine,
            index=get_index(conn, bench_name(arguments.size)),
            corpus=corpus,
            retriever=Retriever(arguments.routes),
        )
        items = known_items(
            corpus.chunks, number=arguments.queries, seed=arguments.seed, first_words=corpus.embedded_words
        )
        asked = embed_questions(items, first_chunk(conn, bench.index))
    figures: dict[str, Any] = {"chunks": arguments.size, "retriever": arguments.routes}
    if "latency" in parts:
        figures["latency"] = latency(bench, asked, max(arguments.exact, 1))
    if "clients" in parts:
        figures["clients"] = clients(bench, asked, arguments.clients, arguments.seconds)
    if "peers" in parts and arguments.peers:
        if arguments.size > len(corpus.chunks):
            parser.error("peers get the corpus itself: take its size")
        names = [name for name in arguments.only.split(",") if name]
        sorts = {"known_items": asked}
        if arguments.questions:
            natural = document_questions(
                arguments.questions, corpus.chunks, number=arguments.queries, seed=arguments.seed
            )
            with engine.connect() as conn:
                sorts["natural"] = embed_questions(natural, first_chunk(conn, bench.index))
        figures["peers"] = peers(bench, sorts, arguments.peers, names, arguments.peer_candidates)
    if "updates" in parts:
        figures["updates"] = updates(bench)
    if "writers" in parts:
        figures["writers"] = writers(bench, asked)
    if "neighbours" in parts:
        figures["neighbours"] = neighbours(bench, asked[:50])
    engine.dispose()
    print(json.dumps({"benchmark": "hybrid", "figures": figures}, indent=2))


# --- reading ---------------------------------------------------------------------------------------------------------


def latency(bench: Bench, questions: Sequence[Asked], num_exact: int) -> dict[str, Any]:
    """Times of searches one after the other, and what the first of them miss."""
    for asked in questions[:_WARM_UP]:
        bench.search(asked)
    with bench.engine.connect() as conn:
        # the pool gives its only idle connection to the searches as well
        connection = conn.connection.driver_connection
        assert connection is not None
        cpu = ServerCpu(connection.info.backend_pid)
    seconds, hits = [], []
    for asked in questions:
        with cpu.counted():
            taken, found = bench.search(asked)
        seconds.append(taken)
        hits.append(found)
    known = [float(not asked.golds.isdisjoint(found)) for asked, found in zip(questions, hits, strict=True)]
    # afterwards: reading all vectors leaves little of what searches keep in memory
    exact = []
    for asked, found in zip(questions[:num_exact], hits, strict=False):
        with bench.engine.connect() as conn:
            exact.append(recall(found, exact_ranking(conn, bench.index, asked, retriever=bench.retriever)))
    return {
        **milliseconds(seconds),
        **cpu.figures(),
        "recall@10_of_exact": round(float(np.mean(exact)), 4),
        "compared_with_exact": len(exact),
        "known_item_recall@10": round(float(np.mean(known)), 4),
    }


def clients(bench: Bench, questions: Sequence[Asked], number: int, seconds: float) -> dict[str, Any]:
    """Searches in a second, and their times, of processes that ask at once."""
    context = multiprocessing.get_context("spawn")
    everybody_is_ready = context.Barrier(number)
    with ProcessPoolExecutor(
        number, mp_context=context, initializer=keep_shared, initargs=(everybody_is_ready,)
    ) as pool:
        tasks = [
            pool.submit(_client, bench.index.index_name, bench.retriever.value, questions[start::number], seconds)
            for start in range(number)
        ]
        found = [task.result() for task in tasks]
    return {
        "clients": number,
        "searches_per_second": round(sum(len(times) for times in found) / seconds, 1),
        **milliseconds([one for times in found for one in times]),
    }


def _client(index_name: str, retriever: str, questions: Sequence[Asked], seconds: float) -> list[float]:
    engine = open_engine(Settings())
    with engine.connect() as conn:
        index = get_index(conn, index_name)
    times: list[float] = []
    timed_search(engine, index, questions[0], retriever=Retriever(retriever))
    shared().wait()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        asked = questions[len(times) % len(questions)]
        times.append(timed_search(engine, index, asked, retriever=Retriever(retriever))[0])
    engine.dispose()
    return times


# --- peers -----------------------------------------------------------------------------------------------------------


def peers(
    bench: Bench, sorts: Mapping[str, Sequence[Asked]], folder: Path, names: Sequence[str], candidates: int | None
) -> dict[str, Any]:
    """Times and recall of ours and of each peer for each sort of questions."""
    with bench.engine.connect() as conn:
        first = first_chunk(conn, bench.index)
    with ExitStack() as stack:
        engines: dict[str, Peer] = {}
        for name in names:
            exchanged = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            write_exchange(bench, exchanged, database=f"peer_{name}", candidates=candidates)
            engines[name] = stack.enter_context(Peer(name, folder / name / "bin" / "python", exchanged))
        built = {
            name: engine.about | {"build_seconds": round(engine.build_seconds, 1)} for name, engine in engines.items()
        }
        compared = {sort: in_turns(bench, questions, engines, first) for sort, questions in sorts.items()}
    return {"peers": built, **compared}


def in_turns(bench: Bench, questions: Sequence[Asked], engines: Mapping[str, Peer], first: int) -> dict[str, Any]:
    """Every question to ours and to each peer; ``first`` is our number of the chunk that the peers call 0."""
    times: dict[str, list[float]] = {name: [] for name in ("bizrag", *engines)}
    known: dict[str, list[float]] = {name: [] for name in times}
    for number, asked in enumerate([*questions[:_WARM_UP], *questions]):
        answers: dict[str, tuple[float | None, list[int]]] = {"bizrag": bench.search(asked)}
        for name, engine in engines.items():
            answer = engine.ask({"question": asked.question, "vector": asked.vector.tolist()})
            answers[name] = (answer.get("seconds"), [first + place for place in answer.get("ids", [])])
        if number < min(_WARM_UP, len(questions)):
            continue
        for name, (seconds, found) in answers.items():
            known[name].append(float(not asked.golds.isdisjoint(found)))
            if seconds is not None:
                times[name].append(seconds)
    figures: dict[str, Any] = {
        name: {
            **milliseconds(times[name]),
            "recall@10": round(float(np.mean(known[name])), 4),
            "failed": len(known[name]) - len(times[name]),
        }
        for name in times
    }
    ours = float(np.median(times["bizrag"]))
    figures["ratio_of_p50"] = {name: round(ours / float(np.median(times[name])), 3) for name in engines}
    figures["ratio_to_best_peer"] = max(figures["ratio_of_p50"].values(), default=None)
    return figures


def write_exchange(bench: Bench, folder: Path, *, database: str, candidates: int | None) -> None:
    """What a peer reads, and an empty database for it in the same server."""
    settings = SearchSettings()
    with bench.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as conn:
        conn.execute(text(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)"))
        conn.execute(text(f"CREATE DATABASE {database}"))
    address = bench.engine.url.set(drivername="postgresql", database=database)
    meta = {
        "address": address.render_as_string(hide_password=False),
        "dimensions": bench.index.dimensions,
        "dense_top_k": candidates or settings.dense_top_k,
        "keyword_top_k": candidates or settings.bm25_top_k,
        "m": HNSW_M,
        "ef_construction": HNSW_EF_CONSTRUCTION,
        "ef_search": settings.ef_search,
        "top_k": 10,
    }
    (folder / "meta.json").write_text(json.dumps(meta))
    np.save(folder / "vectors.npy", bench.corpus.vectors)
    with (folder / "chunks.jsonl").open("w", encoding="utf-8") as lines:
        lines.writelines(json.dumps({"text": chunk.lexical_text}) + "\n" for chunk in bench.corpus.chunks)


if __name__ == "__main__":
    main()
