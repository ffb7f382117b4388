"""The scenarios in which something breaks: files, processes, disks. Each on a database of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import psutil

from benchmarks.incremental_audit import whole_state
from benchmarks.incremental_corpus import ENDINGS, Corpus
from benchmarks.incremental_kills import BIZRAG, Kill, environment, kill_once, kill_points, summarise
from benchmarks.incremental_lab import Lab, count_contents, count_texts, measure, new_corpus
from bizrag.parsing.confined.workers import ParserPool
from bizrag.pipeline.services import Services
from bizrag.settings import ParsingSettings
from bizrag.store.blobs import BlobStore
from orchestration.ingest import ingest

_DISK = "size=96k"
_LARGER_DISK = "remount,size=64m"


def poisoned(lab: Lab, number: int) -> None:
    """A document becomes unreadable and another never was: both are named, the old version and all others answer."""
    with new_corpus(number) as corpus, lab.services() as services:
        measure(services, corpus)
        victim, other = corpus.names(2, seed=5)
        (corpus.folder / victim).write_bytes(b"\x00\x9f\x92\x96" * 64)
        (corpus.folder / "poison.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog")
        corpus.change(other)
        row = measure(services, corpus, failing=frozenset([victim]))
        lab.row("poisoned document", **row, ok=_is_whole(row, failed=2) and row["parse"] == 1)


def timed_out(lab: Lab, number: int) -> None:
    """The parser of a document hangs (its process is stopped): the document fails alone and passes the next time."""
    settings = lab.new_settings()
    limits = ParsingSettings(timeout_seconds=8)
    settings = settings.model_copy(update={"parsing": limits})
    with new_corpus(number) as corpus, lab.services(settings) as services:
        measure(services, corpus)
        victim = next(name for name in sorted(corpus.revisions) if name.endswith(".txt"))
        corpus.change(victim)
        with (
            ParserPool(settings, services.blobs) as parsers,
            Services(services.settings, parsers=parsers, embedders=[lab.embedder]) as own,
            _stopped_parsers(),
        ):
            row = measure(own, corpus, failing=frozenset([victim]))
        lab.row("document times out", **row, ok=_is_whole(row, failed=1))
        row = measure(services, corpus)
        lab.row("the same, next run", **row, ok=_is_whole(row, failed=0) and row["parse"] == 1)


class _stopped_parsers:  # noqa: N801 - used like a function
    """Stops every new parser process of this process as soon as it is there."""

    def __enter__(self) -> None:
        self._known = {process.pid for process in _parser_processes()}
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._done.wait(0.01):
            for process in _parser_processes():
                if process.pid not in self._known:
                    self._known.add(process.pid)
                    process.send_signal(signal.SIGSTOP)


def _parser_processes() -> list[psutil.Process]:
    found: list[psutil.Process] = []
    for process in psutil.Process().children(recursive=True):
        try:
            if "bizrag.parsing.confined.worker_process" in process.cmdline():
                found.append(process)
        except psutil.NoSuchProcess:
            continue
    return found


def two_at_once(lab: Lab, number: int) -> None:
    """Two processes ingest the same folder: every document is parsed and embedded once."""
    settings = lab.new_settings()
    with new_corpus(number) as corpus:
        began = time.perf_counter()
        command = [*BIZRAG, "ingest", str(corpus.folder), "--json", "--collection", "c"]
        both = [
            subprocess.Popen(command, env=environment(settings), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for _ in range(2)
        ]
        reports: list[dict[str, Any]] = []
        for process in both:
            shown, errors = process.communicate()
            if process.returncode:
                raise RuntimeError(f"an ingestion ended with {process.returncode}: {errors.decode()[-2000:]}")
            reports.append(json.loads(shown))
        seconds = time.perf_counter() - began
        with lab.services(settings) as services:
            row = measure(services, corpus)  # an audit: there is nothing left to do
            calls = {name: sum(report["calls"][name] for report in reports) for name in ("parse", "embed_texts")}
            exact = calls["parse"] == count_contents(services) and row["parse"] == row["embed_texts"] == 0
            exact = exact and calls["embed_texts"] == count_texts(services)
        lab.row("two ingestions at once", **row | calls | {"seconds": round(seconds, 2)}, ok=_is_whole(row) and exact)


def disk_full(lab: Lab, number: int, *, num_images: int = 6) -> None:
    """The disk of the images is full for a while: documents fail, and pass by themselves once there is room.

    ``num_images`` documents are images, each larger than the disk is at first.
    """
    if os.geteuid() != 0:
        lab.row("disk full", skipped="mounting a small disk needs root")
        return
    with tempfile.TemporaryDirectory(prefix="bizrag-disk-") as disk, new_corpus(number) as corpus:
        subprocess.run(["mount", "-t", "tmpfs", "-o", _DISK, "tmpfs", disk], check=True)
        try:
            names = [_write_drawn(corpus, record) for record in range(1000, 1000 + num_images)]
            settings = lab.new_settings().model_copy(update={"blob_url": disk})
            with (
                ParserPool(settings, BlobStore(disk)) as parsers,
                Services(settings, parsers=parsers, embedders=[lab.embedder]) as services,
            ):
                report = ingest(services, [str(corpus.folder)], collection="c")
                failed = {item["doc"] for item in report.failed}
                full = bool(failed) and failed <= set(names)
                subprocess.run(["mount", "-o", _LARGER_DISK, disk], check=True)
                row = measure(services, corpus)
                done_once = report.calls["parse"] + row["parse"] == len(corpus.revisions) + len(names)
            lab.row("disk full", **row | {"failed_while_full": len(failed)}, ok=full and _is_whole(row) and done_once)
        finally:
            subprocess.run(["umount", disk], check=True)


def _write_drawn(corpus: Corpus, record: int) -> str:
    """A PNG of noise with the record's name only: its preview and page image take room, its text is short."""
    import numpy as np
    from PIL import Image

    name = f"scans/scan_{record}.png"
    path = corpus.folder / name
    path.parent.mkdir(exist_ok=True)
    pixels = np.random.default_rng(record).integers(0, 255, (300, 220, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(path)
    return name


def killed(lab: Lab, number: int, *, kills: int, seed: int, endings: Sequence[str] = ENDINGS) -> None:
    """``kill -9`` of a cold run at random points; the next run makes the index that an undisturbed one makes."""
    with new_corpus(number, endings) as corpus:
        settings = lab.new_settings()
        with lab.services(settings) as services:
            ingest(services, [str(corpus.folder)], collection="default")
            undisturbed = whole_state(services.engine)
            parses, texts = count_contents(services), count_texts(services)
        found: list[Kill] = []
        for at_states, extra_seconds in kill_points(kills, documents=number, seed=seed):
            found.append(_kill(lab, corpus, at_states, extra_seconds, undisturbed))
            print(json.dumps(asdict(found[-1])), file=sys.stderr, flush=True)
    row = summarise(found, parses=parses, texts=texts)
    clean = not row["children_left"] and not row["runs_left_open"] and not row["parse_calls_repeated"]
    lab.row(
        "kill -9", documents=number, **row, ok=row["survived"] == kills and clean and not row["texts_embedded_twice"]
    )


def _kill(lab: Lab, corpus: Corpus, at_states: int, extra_seconds: float, undisturbed: Counter[str]) -> Kill:
    settings = lab.new_settings().model_copy(update={"blob_url": lab.blob_url})
    with lab.services(settings) as services:

        def resume() -> dict[str, Any]:
            report = ingest(services, [str(corpus.folder)], collection="default")
            return report.to_json() | {"exit_status": 1 if report.failed else 0}

        return kill_once(
            settings,
            services.engine,
            corpus.folder,
            at_states=at_states,
            extra_seconds=extra_seconds,
            undisturbed=undisturbed,
            resume=resume,
        )


def _is_whole(row: dict[str, Any], *, failed: int = 0) -> bool:
    return bool(row["stale"] == row["lost"] == 0 and row["failed"] == failed)
