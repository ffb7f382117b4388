"""What hostile files do: a folder of them and the bombs of ``hostile_files``, one after the other, the real way.

    python -m benchmarks.hostile --data FOLDER --json

For each file: how it ended and why, seconds, the longest time without a page or stage done, the longest without a word
to who looks on, and the most memory that the processes which read it held together. What is indexed already is not
read again: give it a BIZRAG_HOME of its own. A file ends well when it is in the index, or refused or failed with one
line.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from benchmarks.hostile_files import MADE
from bizrag.pipeline.events import EventStatus
from bizrag.pipeline.runner import run_documents
from bizrag.pipeline.scan import scan
from bizrag.pipeline.services import Services
from bizrag.settings import Settings
from bizrag.sources.listing import list_source
from orchestration.cli.output import quiet_logs

_COLLECTION = "hostile"
_LOOK_SECONDS = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """How one file ended."""

    file: str
    # indexed, or the stage that failed
    outcome: str
    reason: str
    seconds: float
    # without a page or a stage that was done
    longest_step_seconds: float
    # without anything that a person is shown: what takes long is told too
    longest_silence_seconds: float
    peak_mb: float


class _Watch:
    """Silence and memory, from another thread; a sign of progress is told by ``hear``."""

    def __init__(self) -> None:
        self.longest_step, self.longest_silence, self.peak_mb = 0.0, 0.0, 0.0
        self._last_done = self._last_told = time.monotonic()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def hear(self, *_: object) -> None:
        now = time.monotonic()
        self.longest_step, self._last_done = max(self.longest_step, now - self._last_done), now
        self.told()

    def told(self, *_: object) -> None:
        now = time.monotonic()
        self.longest_silence, self._last_told = max(self.longest_silence, now - self._last_told), now

    def __enter__(self) -> _Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.hear()
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._ended.wait(_LOOK_SECONDS):
            self.peak_mb = max(self.peak_mb, sum(_resident_mb(process) for process in _readers()))


def _readers() -> Iterator[psutil.Process]:
    """The processes that read files, and what they started."""
    for child in psutil.Process().children():
        try:
            if any(word.startswith("bizrag.parsing.") for word in child.cmdline()):
                yield child
                yield from child.children(recursive=True)
        except psutil.Error:
            continue


def _resident_mb(process: psutil.Process) -> float:
    try:
        return float(process.memory_info().rss) / 1e6
    except psutil.Error:
        return 0.0


def read_file(services: Services, path: Path) -> Found:
    """Ingest one file and say how it ended."""
    listing = list_source(str(path), collection=_COLLECTION)
    with services.engine.begin() as conn:
        found = scan(conn, listing, collection=_COLLECTION)
    outcome, reason, began = "indexed", "", time.perf_counter()
    with _Watch() as watch:
        for event in run_documents(services, found.listed, on_page=watch.hear, on_wait=watch.told):
            watch.hear()
            if event.status is EventStatus.FAILED:
                outcome, reason = f"failed at {event.stage}", event.error or ""
    return Found(
        file=path.name,
        outcome=outcome,
        reason=reason,
        seconds=round(time.perf_counter() - began, 1),
        longest_step_seconds=round(watch.longest_step, 1),
        longest_silence_seconds=round(watch.longest_silence, 1),
        peak_mb=round(watch.peak_mb),
    )


def read_all(services: Services, data: Path | None, folder: Path) -> Iterator[Found]:
    """The files of the folder, then the bombs; each is removed once it was read."""
    if data is not None:
        for path in sorted(path for path in data.rglob("*") if path.is_file()):
            yield read_file(services, path)
    for name, (make, _) in MADE.items():
        path = folder / name
        path.write_bytes(make())
        yield read_file(services, path)
        path.unlink()


def main() -> None:
    """Print one line a file, and one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="a folder of hostile files, in addition to those that are made")
    parser.add_argument("--json", action="store_true", help="print the JSON object only")
    arguments = parser.parse_args()
    quiet_logs()
    found: list[Found] = []
    with tempfile.TemporaryDirectory() as folder, Services(Settings()) as services:
        for item in read_all(services, arguments.data, Path(folder)):
            found.append(item)
            if not arguments.json:
                print(
                    f"{item.file:48} {item.outcome:24} {item.seconds:6.1f} s  "
                    f"step {item.longest_step_seconds:5.1f} s  silent {item.longest_silence_seconds:5.1f} s  "
                    f"{item.peak_mb:5.0f} MB  {item.reason}",
                    flush=True,
                )
    figures = {
        "files": len(found),
        "indexed": sum(item.outcome == "indexed" for item in found),
        "without_reason": [item.file for item in found if item.outcome != "indexed" and not item.reason],
        "longest_step_seconds": max(item.longest_step_seconds for item in found),
        "longest_silence_seconds": max(item.longest_silence_seconds for item in found),
        "peak_mb": max(item.peak_mb for item in found),
        "each": [asdict(item) for item in found],
    }
    print(json.dumps({"benchmark": "hostile", "figures": figures}))


if __name__ == "__main__":
    main()
