"""Search under filters against full comparison: nothing is lost, however few documents a filter leaves.

    BIZRAG_HOME=HOME python -m benchmarks.search_load CORPUS --size 100000
    BIZRAG_HOME=HOME python -m benchmarks.filters CORPUS --size 100000 --json

Filters leave 1 %, 10 % and 50 % of the documents (collections), one page number of all documents (about 10 % of the
chunks), or that page within 1 % of the documents. For each, dense and hybrid: recall@10 against the exact ranking that
compares every allowed vector and narrows the whole BM25 ranking; whether ever fewer hits came than exist; and the time.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import Engine

from benchmarks.search_corpus import load_corpus
from benchmarks.search_exact import (
    EVERYTHING,
    Asked,
    Narrowed,
    count_allowed,
    embed_questions,
    exact_ranking,
    first_chunk,
    recall,
    timed_search,
)
from benchmarks.search_load import bench_name
from benchmarks.search_questions import known_items, milliseconds
from bizrag.model.retrieval import Retriever
from bizrag.settings import Settings
from bizrag.store.engine import open_engine
from bizrag.store.indexes import IndexRow, get_index

_PAGE = 2
# more than ten, so that a route's own number of candidates does not hide a short list
_MANY = 100


def main() -> None:
    """Search under each filter and print one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--size", type=int, default=100_000, help="chunks of the loaded index")
    parser.add_argument("--queries", type=int, default=200, help="questions for each filter and retriever")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    corpus = load_corpus(arguments.corpus, arguments.size)
    engine = open_engine(Settings())
    name = bench_name(arguments.size)
    with engine.connect() as conn:
        index = get_index(conn, name)
        asked = embed_questions(
            known_items(
                corpus.chunks, number=arguments.queries, seed=arguments.seed, first_words=corpus.embedded_words
            ),
            first_chunk(conn, index),
        )
    filters = {
        "none": EVERYTHING,
        "1%": Narrowed(collection=f"{name}-c01"),
        "10%": Narrowed(collection=f"{name}-c10"),
        "50%": Narrowed(collection=f"{name}-c50"),
        "page": Narrowed(page_no=_PAGE),
        "page_of_1%": Narrowed(collection=f"{name}-c01", page_no=_PAGE),
    }
    figures: dict[str, Any] = {}
    for label, narrowed in filters.items():
        with engine.connect() as conn:
            allowed = count_allowed(conn, index, narrowed)
        figures[label] = {"chunks_allowed": allowed} | {
            retriever.value: under_filter(engine, index, asked, narrowed, retriever, allowed)
            for retriever in (Retriever.DENSE, Retriever.HYBRID)
        }
    engine.dispose()
    print(json.dumps({"benchmark": "filters", "figures": figures}, indent=2))


def under_filter(
    engine: Engine, index: IndexRow, questions: Sequence[Asked], narrowed: Narrowed, retriever: Retriever, allowed: int
) -> dict[str, Any]:
    """Recall, lists that came out too short, and times."""
    seconds, recalls, short = [], [], 0
    for asked in questions:
        taken, hits = timed_search(engine, index, asked, retriever=retriever, narrowed=narrowed)
        with engine.connect() as conn:
            wanted = exact_ranking(conn, index, asked, retriever=retriever, narrowed=narrowed)
        seconds.append(taken)
        recalls.append(recall([hit.chunk_no for hit in hits], wanted))
        many = timed_search(engine, index, asked, retriever=retriever, narrowed=narrowed, top_k=_MANY)[1]
        short += len(hits) < min(10, allowed) or len(many) < min(_MANY, allowed)
    return {"recall@10": round(float(np.mean(recalls)), 4), "too_few_hits": short, **milliseconds(seconds)}


if __name__ == "__main__":
    main()
