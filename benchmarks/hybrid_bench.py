"""What the parts of the hybrid benchmark share: the index under test, and what its processes are given."""

from __future__ import annotations

from multiprocessing.synchronize import Barrier, Event
from typing import Any

from sqlalchemy import Engine

from benchmarks.search_corpus import Corpus
from benchmarks.search_exact import Asked, timed_search
from bizrag.model.retrieval import Retriever
from bizrag.store.records import IndexRow


class Bench:
    """What all parts share."""

    def __init__(self, *, engine: Engine, index: IndexRow, corpus: Corpus, retriever: Retriever) -> None:
        self.engine = engine
        self.index = index
        self.corpus = corpus
        self.retriever = retriever

    def search(self, asked: Asked) -> tuple[float, list[int]]:
        """Seconds and the numbers of the best 10 chunks."""
        seconds, hits = timed_search(self.engine, self.index, asked, retriever=self.retriever)
        return seconds, [hit.chunk_no for hit in hits]


# a barrier for clients, an event for writers
_shared: Any = None


def keep_shared(shared: Barrier | Event) -> None:
    """Initialise a spawned process: barriers and events reach it only while it starts."""
    global _shared  # noqa: PLW0603 - one a process, set once
    _shared = shared


def shared() -> Any:
    """What ``keep_shared`` was given in this process."""
    return _shared
