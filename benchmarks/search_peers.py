"""Other search engines as processes that answer one question at a time, so that ours and theirs take turns in one run.

Every engine has a Python of its own and a module here that runs in it: it sees this package (run from the root of the
repository) but nothing of bizrag. Set up once, anywhere:

    for peer in bm25s llamaindex haystack langchain lancedb; do python -m venv PEERS/$peer; done
    PEERS/bm25s/bin/pip install bm25s numba
    PEERS/llamaindex/bin/pip install llama-index-core llama-index-vector-stores-postgres llama-index-retrievers-bm25
    PEERS/haystack/bin/pip install haystack-ai pgvector-haystack
    PEERS/langchain/bin/pip install langchain-classic langchain-community langchain-postgres rank-bm25 'psycopg[binary]'
    PEERS/lancedb/bin/pip install lancedb pandas

A peer reads a folder (``chunks.jsonl``, ``vectors.npy``, ``meta.json``), builds its index, prints ``{"ready": true}``
and from then on one line for each line that it reads. It times its retrieval itself: what crosses between the processes
is not counted. Telemetry is off.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

Answer = Callable[[dict[str, Any]], dict[str, Any]]

QUIET = {
    "ANONYMIZED_TELEMETRY": "False",
    "DO_NOT_TRACK": "1",
    "HAYSTACK_TELEMETRY_ENABLED": "False",
    "HF_HUB_OFFLINE": "1",
    "LANCEDB_LOG": "error",
    "LANCEDB_TELEMETRY": "0",
    "LANGCHAIN_TRACING_V2": "false",
    "LANGSMITH_TRACING": "false",
    "TOKENIZERS_PARALLELISM": "false",
}


class Peer:
    """An engine in a process of its own."""

    def __init__(self, name: str, python: Path, folder: Path) -> None:
        """Start ``benchmarks.search_peers_<name>`` and wait until its index is built."""
        self.name = name
        began = time.perf_counter()
        # the link to a virtual environment's Python is what selects it: not resolved
        self._process = subprocess.Popen(
            [str(python.absolute()), "-m", f"benchmarks.search_peers_{name}", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parent.parent,
            env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | QUIET,
        )
        self.about = self._read()
        self.build_seconds = time.perf_counter() - began

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The engine's answer; only ``error`` where it could not take the question."""
        if self._process.stdin is None:
            raise RuntimeError(f"{self.name} has no input")
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return self._read()

    def _read(self) -> dict[str, Any]:
        line = self._process.stdout.readline() if self._process.stdout else ""
        if not line:
            raise RuntimeError(f"{self.name} ended with status {self._process.wait()}: see its messages above")
        return json.loads(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.stdin:
            self._process.stdin.close()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def serve(build: Callable[[Path], tuple[dict[str, Any], Answer]]) -> None:
    """The peer's side: build from the folder on the command line, then answer line by line until the input ends."""
    # what libraries print goes to the messages
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    about, answer = build(Path(sys.argv[1]))
    print(json.dumps({"ready": True, **about}), file=answers, flush=True)
    for line in sys.stdin:
        try:
            found = answer(json.loads(line))
        except Exception as error:
            # one question that an engine cannot take is a miss of that engine, not the end of the comparison
            traceback.print_exc()
            found = {"error": repr(error)}
        print(json.dumps(found), file=answers, flush=True)


def read_folder(folder: Path) -> tuple[dict[str, Any], list[str], Any]:
    """Settings, texts and vectors (float32 [len(texts), dimensions]) of a folder; a chunk's id is its place."""
    import numpy as np

    with (folder / "chunks.jsonl").open(encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    return json.loads((folder / "meta.json").read_text()), texts, np.load(folder / "vectors.npy")


def timed(retrieve: Callable[[], list[int]]) -> dict[str, Any]:
    """Seconds and ids of one retrieval."""
    began = time.perf_counter()
    ids = retrieve()
    return {"seconds": time.perf_counter() - began, "ids": ids}
