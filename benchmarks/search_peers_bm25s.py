"""bm25s with the tokens of a bizrag index: one bm25s index for each text-search configuration (see search_peers).

Reads ``postings.npz``: ``chunks``, ``terms``, ``tf`` and ``configs`` in the order of chunks.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import bm25s
import numpy as np
from bm25s.tokenization import Tokenized

from benchmarks.search_peers import Answer, serve


def build(folder: Path) -> tuple[dict[str, Any], Answer]:
    """One index per configuration, Lucene's formula, 64-bit scores."""
    settings = json.loads((folder / "meta.json").read_text())
    stored = np.load(folder / "postings.npz")
    engines = {
        int(config): _Engine(stored, stored["configs"] == config, settings) for config in np.unique(stored["configs"])
    }

    def answer(question: dict[str, Any]) -> dict[str, Any]:
        """``terms``: {configuration: term ids, as often as they are asked for}; ``top_k``."""
        found: list[tuple[float, int]] = []
        seconds = 0.0
        for config, terms in question["terms"].items():
            taken, hits = engines[int(config)].search(terms, question["top_k"])
            seconds += taken
            found += hits
        found.sort(key=lambda hit: (-hit[0], hit[1]))
        found = found[: question["top_k"]]
        return {"seconds": seconds, "ids": [chunk for _, chunk in found], "scores": [score for score, _ in found]}

    return {"version": bm25s.__version__}, answer


class _Engine:
    """The chunks of one configuration."""

    def __init__(self, stored: Any, rows: np.ndarray, settings: dict[str, Any]) -> None:
        terms, tokens = np.unique(stored["terms"][rows], return_inverse=True)
        self.chunks, starts = np.unique(stored["chunks"][rows], return_index=True)
        self.places = {int(term): place for place, term in enumerate(terms)}
        tf = stored["tf"][rows]
        ends = np.append(starts[1:], len(tokens))
        ids = [np.repeat(tokens[a:b], tf[a:b]).tolist() for a, b in zip(starts, ends, strict=True)]
        vocabulary = {str(term): place for place, term in enumerate(terms)}
        self.engine = bm25s.BM25(
            method="lucene", k1=settings["k1"], b=settings["b"], dtype="float64", backend=settings["backend"]
        )
        self.engine.index(Tokenized(ids=ids, vocab=vocabulary), show_progress=False)

    def search(self, terms: list[int], top_k: int) -> tuple[float, list[tuple[float, int]]]:
        """Seconds, and (score, chunk) of every hit."""
        query = [[self.places[term] for term in terms if term in self.places]]
        if not query[0]:
            return 0.0, []
        began = time.perf_counter()
        found = self.engine.retrieve(query, k=min(top_k, len(self.chunks)), show_progress=False, n_threads=0)
        seconds = time.perf_counter() - began
        hits = zip(found.scores[0].tolist(), found.documents[0].tolist(), strict=True)
        return seconds, [(score, int(self.chunks[place])) for score, place in hits if score > 0]


if __name__ == "__main__":
    serve(build)
