"""The peer's side of ``incremental_peers``: one ingestion in a process of its own, and an embedder that counts.

Runs in the peer's Python: it sees this package but nothing of bizrag.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

DIMENSIONS = 384
POISON = "poison"


class PoisonError(Exception):
    """A text that the embedding model does not take."""


@dataclass(slots=True)
class Counts:
    """What a run called."""

    # files read or parsed
    parse: int = 0
    # documents given to the splitter
    split: int = 0
    embed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One ingestion."""

    # libpq address of the peer's own database
    address: str
    # the documents, and where the peer keeps what it keeps outside of the database
    folder: Path
    state: Path
    # the second size of chunks, the second embedding model
    is_smaller: bool
    is_other_model: bool
    # the process kills itself once it has embedded so many texts; 0: never
    die_after: int
    # what the peer itself can be set to
    option: str
    counts: Counts = field(default_factory=Counts)

    @property
    def files(self) -> list[Path]:
        """The documents, sorted."""
        return sorted(path for path in self.folder.rglob("*") if path.is_file())

    def read(self, path: Path) -> str:
        """A document's text; counted."""
        self.counts.parse += 1
        return path.read_text(encoding="utf-8")

    def name(self, path: Path) -> str:
        """A document's path below the folder."""
        return path.relative_to(self.folder).as_posix()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Deterministic vectors of length 1; the sign of their first number tells the model. Counted.

        Raises PoisonError for a text that says so.
        """
        for text in texts:
            if POISON in text:
                raise PoisonError("the embedding model refuses this text")
        self.counts.embed += len(texts)
        if self.die_after and self.counts.embed >= self.die_after:
            os.kill(os.getpid(), signal.SIGKILL)
        return [vector(text, is_other_model=self.is_other_model) for text in texts]


def vector(text: str, *, is_other_model: bool) -> list[float]:
    """The vector of a text."""
    numbers = random.Random(hashlib.sha256(text.encode()).digest())
    values = [numbers.uniform(-1, 1) for _ in range(DIMENSIONS)]
    values[0] = -2.0 if is_other_model else 2.0
    length = math.sqrt(sum(value * value for value in values))
    return [value / length for value in values]


def serve(run: Callable[[Job], None], split: Callable[[Job, str], list[str]], version: str) -> None:
    """Run the job on the command line; print what it called, how long it took and the rows that should answer now."""
    answers = os.fdopen(os.dup(1), "w")
    # what libraries print goes to the messages
    os.dup2(2, 1)
    given: dict[str, Any] = json.loads(sys.argv[1])
    given["folder"], given["state"] = Path(given["folder"]), Path(given["state"])
    job = Job(**given)
    job.state.mkdir(parents=True, exist_ok=True)
    error = None
    began = time.perf_counter()
    try:
        run(job)
    except Exception as problem:  # how a peer ends is a finding, not the end of the comparison
        error = f"{type(problem).__name__}: {problem}"[:300]
    seconds = time.perf_counter() - began
    found = {"seconds": seconds, "error": error, "version": version, **asdict(job.counts)}
    expected = [[job.name(path), piece] for path in job.files for piece in split(job, path.read_text(encoding="utf-8"))]
    print(json.dumps(found | {"expected": expected}), file=answers, flush=True)
    answers.flush()
    # some libraries wait for threads that never end
    os._exit(0)
