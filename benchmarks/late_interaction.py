"""Late interaction over 100 pages of 1,000 vectors: a cut by signs and an exact rerank against exact scores of all.

``python -m benchmarks.late_interaction [--pages N] [--cut N] [--rounds N] [--stored] --json``. The pages are made
here: patches around shared topics, and in each round twelve pages that hold a question more and more blurred. Times are
medians of rounds in which both ways take turns; blobs come from memory, as bytes, so that turning them into arrays
counts.

``pooled``: token pooling by some factors, exact scores of pooled pages against exact scores of whole ones. ``--stored``
puts as many pages into the database of BIZRAG_HOME, which has their parses, in a transaction that is rolled back, and
times what a question reads there.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from sqlalchemy import text

from benchmarks.search_load import statement
from bizrag.model.page_vectors import HALF, PagePlace, PageStack, pack_signs, stack_pages, to_halves
from bizrag.providers.token_pooling import pool_vectors
from bizrag.retrieval.late_interaction import rank_exhaustively, rank_pages
from bizrag.settings import Settings
from bizrag.store.engine import open_engine
from bizrag.store.page_signs import PageSigns
from bizrag.store.page_vectors import load_page_signs, load_page_vectors, save_page_vectors

VECTORS, DIMENSIONS, TOKENS, TOPICS, PLANTED, TOP_K = 1000, 128, 20, 200, 12, 10
FACTORS, POOLED_PAGES, POOLED_ROUNDS = (2, 3, 4), 40, 3


def main() -> None:
    """Measure, and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--cut", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--stored", action="store_true", help="time reading from the database too")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    rng = np.random.default_rng(0)
    agreements: list[float] = []
    seconds: dict[str, list[float]] = {"cut_and_rerank": [], "exhaustive": []}
    for _ in range(arguments.rounds):
        question, pages = make_round(rng, arguments.pages)
        halves = [page.tobytes() for page in pages]
        signs = [pack_signs(page).tobytes() for page in pages]
        began = time.perf_counter()
        found = rank_pages(question, _signs(signs), lambda p, h=halves: _halves(h, p), top_k=TOP_K, cut=arguments.cut)
        middle = time.perf_counter()
        exact = rank_exhaustively(question, _halves(halves, range(len(halves))), top_k=TOP_K)
        seconds["cut_and_rerank"].append(middle - began)
        seconds["exhaustive"].append(time.perf_counter() - middle)
        agreements.append(len({page for page, _ in found} & {page for page, _ in exact}) / TOP_K)
    median = {name: statistics.median(values) for name, values in seconds.items()}
    figures = {
        "pages": arguments.pages,
        "top_10_agreement": statistics.mean(agreements),
        "cut_and_rerank_ms": round(1000 * median["cut_and_rerank"], 1),
        "exhaustive_ms": round(1000 * median["exhaustive"], 1),
        "speedup": round(median["exhaustive"] / median["cut_and_rerank"], 2),
        "bytes_read_share": round((1 / 16) + arguments.cut / arguments.pages, 3),
        "pooled": pooled_figures(rng, min(arguments.pages, POOLED_PAGES)),
    }
    if arguments.stored:
        figures["stored"] = stored_figures(rng, arguments.pages, arguments.cut)
    print(json.dumps({"benchmark": "late_interaction", "figures": figures}, indent=2))


def pooled_figures(rng: np.random.Generator, num_pages: int) -> dict[str, Any]:
    """By factor: vectors of a page, share of the ten best pages that are still among the ten best, time of a page."""
    rounds = [make_round(rng, num_pages) for _ in range(POOLED_ROUNDS)]
    figures: dict[str, Any] = {}
    for factor in FACTORS:
        agreements: list[float] = []
        seconds: list[float] = []
        for question, pages in rounds:
            began = time.perf_counter()
            pooled = [pool_vectors(page.astype(np.float32), factor=factor) for page in pages]
            seconds.append((time.perf_counter() - began) / num_pages)
            best, found = (
                {page for page, _ in rank_exhaustively(question, stack_pages(stack), top_k=TOP_K)}
                for stack in (pages, [to_halves(page) for page in pooled])
            )
            agreements.append(len(best & found) / TOP_K)
        figures[f"factor {factor}"] = {
            "vectors": -(-VECTORS // factor),
            "top_10_agreement": round(statistics.mean(agreements), 3),
            "pooling_ms": round(1000 * statistics.median(seconds), 1),
        }
    return figures


def stored_figures(rng: np.random.Generator, num_pages: int, cut: int) -> dict[str, Any]:
    """Milliseconds of a question's reads, medians of five: signs of all pages, the same kept, vectors of the cut."""
    space = "benchmark/late-interaction"
    with open_engine(Settings()).connect() as conn:
        rows = conn.execute(text(statement("select_some_pages")), {"num_pages": num_pages}).all()
        places = [PagePlace(parse_id=row.parse_id, page_no=row.page_no) for row in rows]
        for place in places:
            vectors = rng.standard_normal((VECTORS, DIMENSIONS), dtype=np.float32)
            save_page_vectors(conn, parse_id=place.parse_id, space=space, pages={place.page_no: vectors})
        kept = PageSigns(max_bytes=1_000_000_000)
        kept.read(conn, places, space=space)
        reads = {
            "signs_ms": lambda: load_page_signs(conn, places, space=space),
            "kept_signs_ms": lambda: kept.read(conn, places, space=space),
            "cut_vectors_ms": lambda: load_page_vectors(conn, places[:cut], space=space),
        }
        figures: dict[str, Any] = {"pages": len(places), "signs_bytes": kept.num_bytes}
        for name, read in reads.items():
            seconds: list[float] = []
            for _ in range(5):
                began = time.perf_counter()
                read()
                seconds.append(time.perf_counter() - began)
            figures[name] = round(1000 * statistics.median(seconds), 1)
        conn.rollback()
    return figures


def make_round(rng: np.random.Generator, num_pages: int) -> tuple[np.ndarray, list[np.ndarray]]:
    """A question of shape (TOKENS, DIMENSIONS) and pages of shape (VECTORS, DIMENSIONS) float16."""

    def unit(vectors: np.ndarray) -> np.ndarray:
        return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)

    def near(topics: np.ndarray, size: int) -> np.ndarray:
        noise = 0.08 * rng.standard_normal((size, DIMENSIONS), dtype=np.float32)
        return unit(topics[rng.integers(len(topics), size=size)] + noise)

    topics = unit(rng.standard_normal((TOPICS, DIMENSIONS), dtype=np.float32))
    pages = [near(topics[rng.choice(TOPICS, 10)], VECTORS) for _ in range(num_pages)]
    question = near(topics, TOKENS)
    for strength, page in enumerate(rng.choice(num_pages, min(PLANTED, num_pages), replace=False)):
        blur = (0.06 + 0.002 * strength) * rng.standard_normal((TOKENS, DIMENSIONS), dtype=np.float32)
        pages[page][:TOKENS] = unit(question + blur)
    return question, [to_halves(page) for page in pages]


def _signs(blobs: Sequence[bytes]) -> PageStack:
    return stack_pages([np.frombuffer(blob, dtype=np.uint8).reshape(VECTORS, -1) for blob in blobs])


def _halves(blobs: Sequence[bytes], positions: Sequence[int]) -> PageStack:
    return stack_pages([np.frombuffer(blobs[p], dtype=HALF).reshape(-1, DIMENSIONS) for p in positions])


if __name__ == "__main__":
    main()
