"""Concurrent clients on ``/search``: how long they wait, what fails, how much memory the service takes.

    BIZRAG_HOME=HOME python -m benchmarks.serve QUESTIONS --index bench_100000 --clients 50 --minutes 20 --json
    BIZRAG_HOME=HOME python -m benchmarks.serve QUESTIONS --ingest FOLDER --json
    python -m benchmarks.serve QUESTIONS --url http://127.0.0.1:8080 --json

QUESTIONS holds a question a line, or a JSON object with ``question``. Without ``--url`` a ``bizrag serve`` of the home
is started and stopped; its memory is the resident size of its process. Each client asks its next question when it has
the answer to the last one; the first second of each is not counted. ``--ingest`` runs ``bizrag ingest FOLDER``
meanwhile.
"""

from __future__ import annotations

import argparse
import http.client
import json
import math
import re
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil

_COMMAND = (sys.executable, "-c", "from orchestration.cli import main; main()")
_ADDRESS = re.compile(r"http://[^ ]+")
_WARM_SECONDS = 1.0
_TIMEOUT_SECONDS = 60
_NUM_WINDOWS = 5


def main() -> None:
    """Measure and print one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--url", help="a service that runs; default: one of the home is started")
    parser.add_argument("--index", default="default")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("-k", type=int, default=10, help="hits of each search")
    parser.add_argument("--key", help="an API key, where the service asks for one")
    parser.add_argument("--ingest", type=Path, help="a folder to ingest meanwhile")
    parser.add_argument("--collection", default="bench_serve", help="its collection")
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    questions = read_questions(arguments.questions)
    with served(arguments.url) as (url, process), ingesting(arguments.ingest, arguments.collection) as ingestion:
        load = Load(url=url, index=arguments.index, top_k=arguments.k, key=arguments.key, questions=questions)
        load.warm_up()
        memory = Memory(process)
        seconds = run(load, memory, clients=arguments.clients, seconds=60 * arguments.minutes)
        figures: dict[str, Any] = {
            "clients": arguments.clients,
            "seconds": round(seconds, 1),
            **summary(load.answers, seconds),
            "errors_by_kind": load.errors,
            "memory_mb": memory.figures(),
            "ingest": {"was_running": ingestion.poll() is None} if ingestion else None,
        }
    if ingestion:
        figures["ingest"]["status"] = ingestion.returncode
    print(json.dumps({"benchmark": "serve", "figures": figures}, indent=2))


def read_questions(path: Path) -> list[str]:
    """One a line: JSON with ``question``, or the text itself."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [json.loads(line)["question"] if line.startswith("{") else line for line in lines]


@dataclass(slots=True)
class Load:
    """What clients ask, and what came back."""

    url: str
    index: str
    top_k: int
    key: str | None
    questions: Sequence[str]
    # second of the answer, milliseconds it took, whether it was one
    answers: list[tuple[float, float, bool]] = field(default_factory=list)
    errors: dict[str, int] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def warm_up(self) -> None:
        """One question that is not counted: the first loads the model."""
        place = urlsplit(self.url)
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=_TIMEOUT_SECONDS)
        error = self._ask(connection, self.questions[0])
        connection.close()
        if error is not None:
            raise SystemExit(f"the first search failed: {error}; is {self.index} an index of {self.url}?")

    def client(self, number: int, began: float, until: float) -> None:
        """Ask one question after the other over one connection; each client begins elsewhere in the list."""
        place = urlsplit(self.url)
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=_TIMEOUT_SECONDS)
        at = number * 7919
        while time.perf_counter() < until:
            asked = time.perf_counter()
            error = self._ask(connection, self.questions[at % len(self.questions)])
            at += 1
            now = time.perf_counter()
            if error is not None:
                connection.close()
            if asked - began >= _WARM_SECONDS:
                with self.lock:
                    self.answers.append((now - began, 1000 * (now - asked), error is None))
                    if error is not None:
                        self.errors[error] = self.errors.get(error, 0) + 1
        connection.close()

    def _ask(self, connection: http.client.HTTPConnection, question: str) -> str | None:
        """None when hits came."""
        body = json.dumps({"query": question, "index": self.index, "k": self.top_k})
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self.key}"} if self.key else {})
        try:
            connection.request("POST", "/search", body, headers)
            answer = connection.getresponse()
            found = json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            return type(error).__name__
        return None if answer.status == 200 and "hits" in found else f"status {answer.status}"


class Memory:
    """Resident memory of a process, looked at now and then; of none when it is not ours."""

    def __init__(self, process: psutil.Process | None) -> None:
        self._process = process
        self._seen: list[float] = []

    def look(self) -> None:
        """Now."""
        if self._process is not None:
            self._seen.append(self._process.memory_info().rss / 1e6)

    def figures(self) -> dict[str, float] | None:
        """In MB: after the first tenth, at the end, and the most."""
        if not self._seen:
            return None
        seen = [round(value, 1) for value in self._seen]
        return {"start": seen[len(seen) // 10], "end": seen[-1], "highest": max(seen)}


def run(load: Load, memory: Memory, *, clients: int, seconds: float) -> float:
    """All clients at once; the seconds that were counted."""
    began = time.perf_counter()
    until = began + _WARM_SECONDS + seconds
    threads = [threading.Thread(target=load.client, args=(number, began, until)) for number in range(clients)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        memory.look()
        time.sleep(min(1.0, seconds / 20))
    return time.perf_counter() - began - _WARM_SECONDS


def summary(answers: Sequence[tuple[float, float, bool]], seconds: float) -> dict[str, Any]:
    """Counts and waiting times, of all and of each fifth of the time."""
    ordered = sorted(answers)
    width = max(seconds, 1e-9) / _NUM_WINDOWS
    windows: list[list[float]] = [[] for _ in range(_NUM_WINDOWS)]
    for at, milliseconds, _ in ordered:
        windows[min(int((at - _WARM_SECONDS) / width), _NUM_WINDOWS - 1)].append(milliseconds)
    times = [milliseconds for _, milliseconds, _ in ordered]
    return {
        "requests": len(ordered),
        "errors": sum(not was_answered for _, _, was_answered in ordered),
        "per_second": round(len(ordered) / max(seconds, 1e-9), 1),
        **{f"p{share}_ms": percentile(times, share) for share in (50, 95, 99)},
        "max_ms": percentile(times, 100),
        "p95_ms_by_fifth": [percentile(window, 95) for window in windows],
    }


def percentile(values: Sequence[float], share: float) -> float | None:
    """The smallest value that so many percent do not exceed (nearest rank); None of nothing.

    >>> percentile([4, 1, 3, 2], 50), percentile([4, 1, 3, 2], 95), percentile([], 50)
    (2, 4, None)
    """
    if not values:
        return None
    ordered = sorted(values)
    rank = math.ceil(len(ordered) * share / 100)
    return round(ordered[max(rank, 1) - 1], 1)


@contextmanager
def served(url: str | None) -> Generator[tuple[str, psutil.Process | None]]:
    """The address of a service: the given one, or one that is started here, with its process."""
    if url is not None:
        yield url, None
        return
    with subprocess.Popen([*_COMMAND, "serve", "--port", "0"], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            heard = list(islice(process.stderr, 1))
            found = _ADDRESS.search("".join(heard))
            if found is None:
                raise SystemExit(f"the service did not start: {''.join(heard)}{process.stderr.read()}")
            # its log would fill the pipe
            threading.Thread(target=lambda: [None for _ in process.stderr or ()], daemon=True).start()
            yield found[0], psutil.Process(process.pid)
        finally:
            process.terminate()


@contextmanager
def ingesting(folder: Path | None, collection: str) -> Generator[subprocess.Popen[bytes] | None]:
    """``bizrag ingest`` beside the load, waited for at the end."""
    if folder is None:
        yield None
        return
    command = [*_COMMAND, "ingest", str(folder), "--collection", collection, "--json"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        yield process


if __name__ == "__main__":
    main()
