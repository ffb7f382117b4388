"""Late interaction over 100 pages of 1,000 vectors: a cut by signs and an exact rerank against exact scores of all.

``python -m benchmarks.late_interaction [--pages N] [--cut N] [--rounds N] --json``. The pages are made here: patches
around shared topics, and in each round twelve pages that hold a question more and more blurred. Times are medians of
rounds in which both ways take turns; blobs come from memory, as bytes, so that turning them into arrays counts.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Sequence

import numpy as np

from bizrag.model.page_vectors import HALF, PageStack, pack_signs, stack_pages, to_halves
from bizrag.retrieval.late_interaction import rank_exhaustively, rank_pages

VECTORS, DIMENSIONS, TOKENS, TOPICS, PLANTED, TOP_K = 1000, 128, 20, 200, 12, 10


def main() -> None:
    """Measure, and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--cut", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=15)
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
    }
    print(json.dumps({"benchmark": "late_interaction", "figures": figures}, indent=2))


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
