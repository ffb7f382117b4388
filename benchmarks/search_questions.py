"""Questions for the search benchmarks, drawn from the chunks of a corpus, and how answers are compared and timed."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from sqlalchemy import Connection, text

from benchmarks.search_corpus import CorpusChunk
from benchmarks.search_load import statement

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]{2,}|\d[\d.]+\d")

_KNOWN_WORDS = 8

Hit = tuple[int, float]


def term_questions(
    conn: Connection, chunks: Sequence[CorpusChunk], *, num_terms: int, number: int, seed: int
) -> list[str]:
    """Questions of so many different terms, all from one random chunk each, in random order."""
    rng = random.Random(seed)
    questions: list[str] = []
    while len(questions) < number:
        words = sorted(set(_WORD.findall(rng.choice(chunks).text.lower())))
        rng.shuffle(words)
        found = conn.execute(text(statement("select_word_terms")), {"words": words}).all()
        terms = {row.word: row.term for row in found if row.num_terms == 1}
        chosen = list({terms[word]: word for word in words if word in terms}.values())[:num_terms]
        if len(chosen) == num_terms:
            questions.append(" ".join(chosen))
    return questions


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownItem:
    """A question and what should be found for it."""

    question: str
    # places of chunks in the corpus: one of them is enough
    golds: frozenset[int]


def known_items(chunks: Sequence[CorpusChunk], *, number: int, seed: int, first_words: int) -> list[KnownItem]:
    """Questions of eight words that follow each other in a random chunk, one of them dropped: what somebody remembers.

    They come from the ``first_words`` of the chunk: what its vector was made from. Words further on would say nothing
    to the dense route.
    """
    rng = random.Random(seed)
    found: list[KnownItem] = []
    for place in rng.sample(range(len(chunks)), number):
        words = chunks[place].text.split()[:first_words]
        start = rng.randrange(max(1, len(words) - _KNOWN_WORDS + 1))
        chosen = words[start : start + _KNOWN_WORDS]
        del chosen[rng.randrange(len(chosen))]
        found.append(KnownItem(question=" ".join(chosen), golds=frozenset([place])))
    return found


def read_questions(path: Path, number: int, seed: int) -> list[str]:
    """Natural questions of a ``questions.jsonl``, drawn without repetition."""
    with path.open(encoding="utf-8") as lines:
        questions = [str(json.loads(line)["question"]) for line in lines]
    return random.Random(seed).sample(questions, min(number, len(questions)))


def document_questions(path: Path, chunks: Sequence[CorpusChunk], *, number: int, seed: int) -> list[KnownItem]:
    """Natural questions of a ``questions.jsonl`` whose document is in the corpus; any chunk of the document will do."""
    places: dict[str, list[int]] = {}
    for place, chunk in enumerate(chunks):
        places.setdefault(chunk.title, []).append(place)
    with path.open(encoding="utf-8") as lines:
        read = [json.loads(line) for line in lines]
    found = [
        KnownItem(question=str(one["question"]), golds=frozenset(places[Path(str(one["doc"])).stem]))
        for one in read
        if Path(str(one["doc"])).stem in places
    ]
    return random.Random(seed).sample(found, min(number, len(found)))


def agreement(ours: Sequence[Hit], theirs: Sequence[Hit], top_k: int, tolerance: float = 1e-5) -> float:
    """Share of our first ``top_k`` hits that are right by the other engine, both given best first.

    A hit is right when the other one has it as well, or gives its last place the same score (a tie), and its own score
    there is the same. 1.0 when neither finds anything.

    >>> agreement([(1, 2.0), (2, 1.0)], [(1, 2.0), (3, 1.0)], top_k=2)
    1.0
    >>> agreement([(1, 2.0), (2, 1.0)], [(1, 2.0), (3, 1.5)], top_k=2)
    0.5
    >>> agreement([], [(3, 1.5)], top_k=2)
    0.0
    """
    mine, other = ours[:top_k], dict(theirs[:top_k])
    expected = min(top_k, max(len(ours), len(theirs)))
    if not expected:
        return 1.0
    last = theirs[min(top_k, len(theirs)) - 1][1] if theirs else float("inf")
    right = sum(abs(score - other.get(chunk, last)) <= tolerance for chunk, score in mine)
    return right / expected


def largest_difference(ours: Sequence[Hit], theirs: Sequence[Hit], top_k: int) -> float:
    """The largest difference of scores at the same rank.

    >>> largest_difference([(1, 2.0), (2, 1.0)], [(1, 2.0), (3, 1.5)], top_k=2)
    0.5
    """
    pairs = zip(ours[:top_k], theirs[:top_k], strict=False)
    return max((abs(a - b) for (_, a), (_, b) in pairs), default=0.0)


def milliseconds(seconds: Sequence[float]) -> dict[str, Any]:
    """Percentiles of a series.

    >>> milliseconds([0.001, 0.002, 0.003])
    {'n': 3, 'p50_ms': 2.0, 'p95_ms': 2.9}
    """
    if not len(seconds):
        return {"n": 0, "p50_ms": None, "p95_ms": None}
    p50, p95 = np.percentile(np.asarray(seconds) * 1000, [50, 95])
    return {"n": len(seconds), "p50_ms": round(float(p50), 3), "p95_ms": round(float(p95), 3)}


class ServerCpu:
    """Processor time of the server process behind a connection; nothing where it runs on another machine."""

    def __init__(self, backend_pid: int) -> None:
        try:
            self._process = psutil.Process(backend_pid)
            self._is_ours = "postgres" in self._process.name()
        except psutil.NoSuchProcess:
            self._is_ours = False
        self._seconds, self._n = 0.0, 0

    @contextmanager
    def counted(self, is_counted: bool = True) -> Generator[None]:
        """Add what a query takes. The kernel counts in hundredths of a second: only sums of many say something."""
        before = self._now()
        yield
        if is_counted:
            self._seconds += self._now() - before
            self._n += 1

    def figures(self) -> dict[str, float]:
        """Mean milliseconds of a query."""
        return {"cpu_ms": round(1000 * self._seconds / self._n, 3)} if self._is_ours and self._n else {}

    def _now(self) -> float:
        if not self._is_ours:
            return 0.0
        times = self._process.cpu_times()
        return times.user + times.system
