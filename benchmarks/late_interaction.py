"""Late interaction over pages of 1,000 vectors: cuts by means and an exact rerank against exact scores of all.

``python -m benchmarks.late_interaction [--pages N] [--cut N] [--rounds N] [--stored] --json``. The pages are made
here: patches around shared topics, and in each round twelve pages that hold a question more and more blurred. Times are
medians of rounds in which both ways take turns; pooled vectors and those of pages come from memory, as bytes, so that
turning them into arrays counts; ``pooling_ms`` is what a page takes once, when it is stored.

``--texts FILE --questions FILE`` takes vectors of real passages in place of made ones: those that the packaged embedder
gives the tokens of four texts (JSON lines with ``text``) are a page, brought to 128 dimensions by one random matrix.
What is told then is how many of the ten best pages are left after each cut, and at the end.

``pooled``: token pooling by some factors, exact scores of pooled pages against exact scores of whole ones. ``--stored``
puts as many pages into the database of BIZRAG_HOME, which has their parses, in a transaction that is rolled back, and
times what questions read there.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from sqlalchemy import text
from tokenizers import Tokenizer

from benchmarks.search_load import statement
from bizrag.configuration.search import SearchSettings
from bizrag.model.page_vectors import HALF, PagePlace, PageStack, stack_coarse, stack_pages, to_halves
from bizrag.model.token_pooling import pool_vectors, summarise_page
from bizrag.retrieval.late_interaction import rank_exhaustively, rank_pages
from bizrag.settings import Settings
from bizrag.store.engine import open_engine
from bizrag.store.page_vectors import (
    load_coarse_vectors,
    load_pooled_vectors,
    save_page_vectors,
    stream_page_vectors,
)
from bizrag.weights import minilm_dir

VECTORS, DIMENSIONS, TOKENS, TOPICS, PLANTED, TOP_K = 1000, 128, 20, 200, 12, 10
NUM_QUESTIONS, TEXTS_OF_PAGE = 100, 4
FACTORS, POOLED_PAGES, POOLED_ROUNDS = (2, 3, 4), 40, 3


def main() -> None:
    """Measure, and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=600)
    parser.add_argument("--cut", type=int, default=SearchSettings().maxsim_cut)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--texts", type=Path, help="JSON lines with text")
    parser.add_argument("--questions", type=Path, help="JSON lines with question")
    parser.add_argument("--stored", action="store_true", help="time reading from the database too")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.texts:
        figures = recall_figures(arguments.texts, arguments.questions, arguments.pages, arguments.cut)
    else:
        figures = made_figures(arguments.pages, arguments.cut, arguments.rounds)
        if arguments.stored:
            figures["stored"] = stored_figures(np.random.default_rng(0), arguments.pages, arguments.cut)
    print(json.dumps({"benchmark": "late_interaction", "figures": figures}, indent=2))


def made_figures(num_pages: int, cut: int, rounds: int) -> dict[str, Any]:
    """Times and agreement with exact scores on made vectors."""
    rng = np.random.default_rng(0)
    agreements: list[float] = []
    seconds: dict[str, list[float]] = {"cut_and_rerank": [], "exhaustive": [], "pooling": []}
    for _ in range(rounds):
        question, pages = make_round(rng, num_pages)
        start = time.perf_counter()
        kept = [summarise_page(page) for page in pages]
        seconds["pooling"].append((time.perf_counter() - start) / len(pages))
        halves = [page.vectors.tobytes() for page in kept]
        pooled = [page.pooled.tobytes() for page in kept]
        blocks = [stack_coarse([page.coarse for page in kept])]
        began = time.perf_counter()
        found = rank_pages(
            question,
            np.arange(len(kept)),
            blocks,
            pooled=lambda positions, blobs=pooled: _stack(blobs, positions),
            vectors=lambda positions, blobs=halves: _arrays(blobs, positions),
            top_k=TOP_K,
            cut=cut,
        )
        middle = time.perf_counter()
        exact = rank_exhaustively(question, _arrays(halves, range(len(halves))), top_k=TOP_K)
        seconds["cut_and_rerank"].append(middle - began)
        seconds["exhaustive"].append(time.perf_counter() - middle)
        agreements.append(len({page for page, _ in found} & {page for page, _ in exact}) / TOP_K)
    median = {name: statistics.median(values) for name, values in seconds.items()}
    return {
        "pages": num_pages,
        "top_10_agreement": statistics.mean(agreements),
        **{f"{name}_ms": round(1000 * value, 1) for name, value in median.items()},
        "speedup": round(median["exhaustive"] / median["cut_and_rerank"], 2),
        "pooled": pooled_figures(rng, min(num_pages, POOLED_PAGES)),
    }


def recall_figures(texts: Path, questions: Path, num_pages: int, cut: int) -> dict[str, Any]:
    """Of the ten best pages by exact scores, the share that is left, mean of the questions."""
    embed = _token_embedder()
    lines = list(_lines(questions))
    asked = [embed(line["question"]) for line in lines[:: max(len(lines) // NUM_QUESTIONS, 1)][:NUM_QUESTIONS]]
    with ThreadPoolExecutor() as threads:
        passages = list(threads.map(lambda line: embed(line["text"]), islice(_lines(texts), TEXTS_OF_PAGE * num_pages)))
    pages = [
        summarise_page(np.concatenate(passages[start : start + TEXTS_OF_PAGE]))
        for start in range(0, len(passages), TEXTS_OF_PAGE)
    ]
    blocks = [stack_coarse([page.coarse for page in pages])]
    left: dict[str, list[float]] = {"coarse": [], "pooled": [], "ranked": []}
    for question in asked:
        best = {page for page, _ in rank_exhaustively(question, [page.vectors for page in pages], top_k=TOP_K)}
        seen: dict[str, Sequence[int]] = {}

        def pooled(positions: Sequence[int], seen: dict[str, Sequence[int]] = seen) -> PageStack:
            seen["coarse"] = positions
            return stack_pages([pages[position].pooled for position in positions])

        def vectors(positions: Sequence[int], seen: dict[str, Sequence[int]] = seen) -> list[np.ndarray]:
            seen["pooled"] = positions
            return [pages[position].vectors for position in positions]

        ranked = rank_pages(
            question, np.arange(len(pages)), blocks, pooled=pooled, vectors=vectors, top_k=TOP_K, cut=cut
        )
        seen["ranked"] = [page for page, _ in ranked]
        for name, shares in left.items():
            shares.append(len(best & set(seen[name])) / TOP_K)
    return {
        "pages": len(pages),
        "vectors_per_page": round(statistics.mean(len(page.vectors) for page in pages)),
        "questions": len(asked),
        "cut": cut,
        "recall_at_10": {name: round(statistics.mean(shares), 3) for name, shares in left.items()},
    }


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _token_embedder() -> Callable[[str], np.ndarray]:
    """Vectors of a text's tokens at length 1, shape (tokens, DIMENSIONS) float32."""
    folder = minilm_dir(Settings())
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(256)
    tokenizer.no_padding()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session: Any = onnxruntime.InferenceSession(folder / "model.onnx", options)
    matrix = np.random.default_rng(0).standard_normal((384, DIMENSIONS)).astype(np.float32)

    def embed(content: str) -> np.ndarray:
        ids = np.array([tokenizer.encode(content).ids], dtype=np.int64)
        (hidden,) = session.run(["h"], {"input_ids": ids, "attention_mask": np.ones_like(ids)})
        return _unit(hidden[0] @ matrix)

    return embed


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
                {page for page, _ in rank_exhaustively(question, stack, top_k=TOP_K)}
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
    """Milliseconds of reads, medians of five: coarse vectors of all pages, which the first question reads; pooled ones
    of ten times the cut, and all vectors of the cut."""
    space = "benchmark/late-interaction"
    with open_engine(Settings()).connect() as conn:
        rows = conn.execute(text(statement("select_some_pages")), {"num_pages": num_pages}).all()
        places = [PagePlace(parse_id=row.parse_id, page_no=row.page_no) for row in rows]
        for place in places:
            page = summarise_page(_unit(rng.standard_normal((VECTORS, DIMENSIONS), dtype=np.float32)))
            save_page_vectors(conn, parse_id=place.parse_id, space=space, pages={place.page_no: page})
        reads = {
            "coarse_ms": lambda: load_coarse_vectors(conn, places, space=space),
            "pooled_ms": lambda: load_pooled_vectors(conn, places[: 10 * cut], space=space),
            "cut_vectors_ms": lambda: list(stream_page_vectors(conn, places[:cut], space=space)),
        }
        figures: dict[str, Any] = {"pages": len(places)}
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

    def near(topics: np.ndarray, size: int) -> np.ndarray:
        noise = 0.08 * rng.standard_normal((size, DIMENSIONS), dtype=np.float32)
        return _unit(topics[rng.integers(len(topics), size=size)] + noise)

    topics = _unit(rng.standard_normal((TOPICS, DIMENSIONS), dtype=np.float32))
    pages = [near(topics[rng.choice(TOPICS, 10)], VECTORS) for _ in range(num_pages)]
    question = near(topics, TOKENS)
    for strength, page in enumerate(rng.choice(num_pages, min(PLANTED, num_pages), replace=False)):
        blur = (0.06 + 0.002 * strength) * rng.standard_normal((TOKENS, DIMENSIONS), dtype=np.float32)
        pages[page][:TOKENS] = _unit(question + blur)
    return question, [to_halves(page) for page in pages]


def _unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def _stack(blobs: Sequence[bytes], positions: Sequence[int]) -> PageStack:
    return stack_pages(_arrays(blobs, positions))


def _arrays(blobs: Sequence[bytes], positions: Sequence[int]) -> list[np.ndarray]:
    return [np.frombuffer(blobs[p], dtype=HALF).reshape(-1, DIMENSIONS) for p in positions]


if __name__ == "__main__":
    main()
