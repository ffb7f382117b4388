"""Whole ingestion against raw docling, Dagster's own cost, and the memory of parser processes.

    python -m benchmarks.ingest --data FOLDER --json

``FOLDER`` (or BIZRAG_BENCH_DATA) holds vertical PDFs; slide-like ones are left out by the classifier. In one run, each
warm (models loaded by a document that is not counted):

- raw docling: ``convert_all`` in one process with our engines and options, 2 threads, without and with the page images
  and picture crops that ours always makes;
- ours: listing, Dagster run, parsing, describing, chunking, embedding, publishing; one worker of 2 threads, then two
  workers of 1 thread, each into a new database;
- Dagster's own cost per document: 50 small text files through a Dagster run, less the same through the runner alone;
- memory of one worker while it parses 300 documents.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import psutil
from sqlalchemy import text

from benchmarks.search_load import statement
from bizrag.model.documents import Layout
from bizrag.pipeline.services import Services
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import ParsingSettings, Settings
from bizrag.weights import minilm_dir
from orchestration.cli.output import quiet_logs

_SAMPLE_SECONDS = 0.5
_SMALL_DOCUMENTS = 50


def main() -> None:
    """Run what is asked for and print one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=os.environ.get("BIZRAG_BENCH_DATA"))
    parser.add_argument("--max-documents", type=int, default=0, help="first N by name; 0 takes all")
    parser.add_argument("--repeats", type=int, default=1, help="rounds of raw and ours in turn; medians are printed")
    parser.add_argument("--memory-documents", type=int, default=300)
    parser.add_argument("--parts", default="speed,dagster,memory")
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    quiet_logs()
    parts = arguments.parts.split(",")
    figures: dict[str, Any] = {}
    if "dagster" in parts:
        figures["dagster"] = dagster_cost()
    documents: list[Path] = []
    if "speed" in parts or "memory" in parts:
        if arguments.data is None:
            parser.error("--data or BIZRAG_BENCH_DATA names the folder with PDFs")
        documents = vertical_pdfs(arguments.data, arguments.max_documents)
    if "speed" in parts:
        figures["speed"] = speed(documents, arguments.repeats)
    if "memory" in parts:
        figures["memory"] = memory(documents, arguments.memory_documents)
    print(json.dumps({"benchmark": "ingest", "figures": figures}, indent=2))


def vertical_pdfs(folder: Path, limit: int) -> list[Path]:
    """The PDFs of a folder that the classifier calls report-like, by name."""
    from bizrag.describing.classify import classify
    from bizrag.parsing.preview import preview

    found = [
        path
        for path in sorted(folder.rglob("*.pdf"))
        if classify(preview(path, ParsingSettings()), file_name=path.name).layout is Layout.VERTICAL
    ]
    return found[:limit] if limit else found


# --- speed -----------------------------------------------------------------------------------------------------------


def speed(documents: Sequence[Path], repeats: int) -> dict[str, Any]:
    """Seconds of raw docling and of ours with one and two workers, and the ratios."""
    raw: list[dict[str, Any]] = []
    drawing: list[dict[str, Any]] = []
    one: list[dict[str, Any]] = []
    two: list[dict[str, Any]] = []
    for _ in range(repeats):
        raw.append(raw_docling(documents, draws_images=False))
        drawing.append(raw_docling(documents, draws_images=True))
        one.append(whole_ingestion(documents, workers=1, threads=2))
        two.append(whole_ingestion(documents, workers=2, threads=1))
    single = raw_docling(documents, draws_images=False, threads=1)
    base, base_drawing = _median(raw), _median(drawing)
    processors = os.cpu_count() or 1
    return {
        "documents": len(documents),
        "pages": raw[0]["pages"],
        "raw_docling": raw,
        "raw_docling_with_images": drawing,
        "raw_docling_one_thread": single,
        "one_worker": one,
        "two_workers": two,
        "ratio_one_worker": round(_median(one) / base, 3),
        "ratio_two_workers": round(_median(two) / base, 3),
        "ratio_one_worker_to_raw_with_images": round(_median(one) / base_drawing, 3),
        "ratio_two_workers_to_raw_with_images": round(_median(two) / base_drawing, 3),
        # what remains of ratio_two_workers when no processor is ever idle: docling alone, and all that ours does
        "least_ratio_of_docling_alone": round(single["cpu_seconds"] / processors / base, 3),
        # docling alone and the vectors alone: no code around them can go below this
        "least_ratio_of_docling_and_embedding": round(
            (single["cpu_seconds"] + statistics.median(run["embedding_alone_cpu_seconds"] for run in two))
            / processors
            / base,
            3,
        ),
        "least_ratio_two_workers": round(_median(two, "cpu_seconds") / processors / base, 3),
    }


def _median(runs: Sequence[dict[str, Any]], figure: str = "seconds") -> float:
    return statistics.median(sum(run[figure].values()) if figure == "cpu_seconds" else run[figure] for run in runs)


def raw_docling(documents: Sequence[Path], *, draws_images: bool, threads: int = 2) -> dict[str, Any]:
    """Wall and processor seconds of ``convert_all`` in a process of its own, after a warm-up document."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    arguments = (theirs, [str(path) for path in documents], draws_images, threads)
    process = context.Process(target=_convert_all, args=arguments)
    process.start()
    seconds, cpu_seconds, pages = ours.recv()
    process.join()
    return {"seconds": round(seconds, 2), "cpu_seconds": round(cpu_seconds, 2), "pages": pages}


def _convert_all(result: Connection, documents: Sequence[str], draws_images: bool, threads: int) -> None:
    from bizrag.parsing.converter import plain_converter

    converter = plain_converter(Settings(parsing=ParsingSettings(threads=threads)), draws_images=draws_images)
    list(converter.convert_all([documents[0]], raises_on_error=False))
    began, cpu_began = time.perf_counter(), time.process_time()
    pages = sum(len(item.pages) for item in converter.convert_all(documents, raises_on_error=False))
    result.send((time.perf_counter() - began, time.process_time() - cpu_began, pages))


def whole_ingestion(documents: Sequence[Path], *, workers: int, threads: int) -> dict[str, Any]:
    """A new database, a warm-up document, then everything ``bizrag ingest`` does."""
    from orchestration.ingest import ingest

    with fresh_home() as home, tempfile.TemporaryDirectory() as folder:
        settings = home_settings(home, parsing=ParsingSettings(workers=workers, threads=threads))
        warm_up, corpus = Path(folder) / "warm", Path(folder) / "corpus"
        warm_up.mkdir()
        corpus.mkdir()
        for number in range(workers):
            # Different bytes, so that every worker parses one.
            copy = warm_up / f"{number}.pdf"
            copy.write_bytes(documents[0].read_bytes() + b"\n%" + str(number).encode())
        for path in documents:
            shutil.copy(path, corpus / path.name)
        with Services(settings) as services:
            ingest(services, [str(warm_up)], collection="warm")
            cpu_began = cpu_seconds(home)
            with RssWatch() as watch:
                report = ingest(services, [str(corpus)], collection="bench")
            cpu_ended = cpu_seconds(home)
            embedding_alone = embedding_cpu_seconds(services)
        return {
            "seconds": round(report.seconds, 2),
            "cpu_seconds": {name: round(cpu_ended[name] - cpu_began[name], 2) for name in cpu_ended},
            "failed": len(report.failed),
            "chunks": report.chunks,
            "embedding_alone_cpu_seconds": round(embedding_alone, 2),
            "stage_seconds": {name: round(seconds, 2) for name, seconds in report.stage_seconds.items()},
            "peak_worker_mb": watch.peak_child_mb,
        }


def embedding_cpu_seconds(services: Services) -> float:
    """Processor seconds of nothing but the vectors of all that was embedded, by one thread with nothing beside it."""
    embedder = LocalEmbedder(lambda: minilm_dir(services.settings), threads=1)
    with services.engine.connect() as conn:
        texts = list(conn.execute(text(statement("select_input_texts")), {"collection": "bench"}).scalars())
    embedder.embed(texts[:8])
    began = time.process_time()
    embedder.embed(texts)
    return time.process_time() - began


def cpu_seconds(home: Path) -> dict[str, float]:
    """Processor seconds so far of this process, its parser processes and the database server of the home."""
    workers = sum(_own_cpu(child) for child in psutil.Process().children(recursive=True))
    own = os.getpid()
    servers = [
        one
        for one in psutil.process_iter(["cmdline"])
        if one.pid != own and str(home) in " ".join(one.info["cmdline"] or [])
    ]
    server = sum(_own_cpu(one) for master in servers for one in [master, *master.children(recursive=True)])
    return {"main": sum(os.times()[:2]), "workers": workers, "server": server}


def _own_cpu(process: psutil.Process) -> float:
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    # with the children that have ended: every backend of a server is one
    return times.user + times.system + times.children_user + times.children_system


# --- Dagster ---------------------------------------------------------------------------------------------------------


def dagster_cost() -> dict[str, Any]:
    """Seconds per document that a Dagster run adds to the runner, over batches of 50 small documents."""
    through = [small_documents(through_dagster=True) for _ in range(3)]
    alone = [small_documents(through_dagster=False) for _ in range(3)]
    difference = statistics.median(through) - statistics.median(alone)
    return {
        "documents": _SMALL_DOCUMENTS,
        "seconds_with_dagster": [round(value, 2) for value in through],
        "seconds_runner_alone": [round(value, 2) for value in alone],
        "seconds_per_document": round(difference / _SMALL_DOCUMENTS, 4),
    }


def small_documents(*, through_dagster: bool) -> float:
    """Seconds for 50 text files in a new database; imports and models are warm."""
    from bizrag.pipeline.plan import plan
    from bizrag.pipeline.runner import run_documents
    from bizrag.pipeline.scan import scan
    from bizrag.sources.listing import list_source
    from orchestration.ingest import ingest

    with fresh_home() as home, tempfile.TemporaryDirectory() as folder, Services(home_settings(home)) as services:
        write_small(Path(folder) / "warm", 2, "warm")
        write_small(Path(folder) / "corpus", _SMALL_DOCUMENTS, "corpus")
        ingest(services, [str(Path(folder) / "warm")], collection="warm")
        began = time.perf_counter()
        if through_dagster:
            ingest(services, [str(Path(folder) / "corpus")], collection="bench")
        else:
            with services.engine.begin() as conn:
                scan(conn, list_source(str(Path(folder) / "corpus"), collection="bench"), collection="bench")
            with services.engine.connect() as conn:
                stale = plan(conn, services)
            for _ in run_documents(services, [item.document_no for item in stale]):
                pass
        return time.perf_counter() - began


def write_small(folder: Path, number: int, word: str) -> None:
    """Text files of one paragraph each, all different."""
    folder.mkdir(parents=True)
    for item in range(number):
        text = f"Note {item} of the {word} folder.\n\nItem {item * 7} was moved to shelf {item % 13} on day {item}.\n"
        (folder / f"note_{item:03d}.txt").write_text(text)


# --- memory ----------------------------------------------------------------------------------------------------------


def memory(documents: Sequence[Path], number: int) -> dict[str, Any]:
    """Resident memory of one worker after every tenth of ``number`` documents (small ones, repeated with new bytes)."""
    from bizrag.parsing.confined.workers import ParserPool
    from bizrag.store.blobs import BlobStore

    smallest = sorted(documents, key=lambda path: path.stat().st_size)[:10]
    samples: list[int] = []
    with fresh_home() as home, tempfile.TemporaryDirectory() as folder:
        parsing = ParsingSettings(workers=1, threads=2, recycle_after=number + 1)
        settings = home_settings(home, parsing=parsing)
        with ParserPool(settings, BlobStore(settings.blobs)) as pool:
            for item in range(number):
                copy = Path(folder) / f"{item}.pdf"
                copy.write_bytes(smallest[item % len(smallest)].read_bytes() + b"\n%" + str(item).encode())
                pool.submit(copy, content_sha256=f"{item:064x}", layout=Layout.VERTICAL, on_page=None).result()
                copy.unlink()
                if (item + 1) % max(1, number // 10) == 0:
                    samples.append(children_mb())
                    print(f"{item + 1} documents: {samples[-1]} MB", file=sys.stderr)
    return {"documents": number, "worker_mb": samples, "growth_mb_after_first_tenth": samples[-1] - samples[0]}


def children_mb() -> int:
    """Resident memory of the largest child process, in MB."""
    sizes = [0]
    for child in psutil.Process().children(recursive=True):
        try:
            if "postgres" not in child.name():
                sizes.append(child.memory_info().rss)
        except psutil.NoSuchProcess:
            continue
    return max(sizes) // (1 << 20)


class RssWatch:
    """Samples the largest child while something runs."""

    def __init__(self) -> None:
        self.peak_child_mb = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> RssWatch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _sample(self) -> None:
        while not self._stop.wait(_SAMPLE_SECONDS):
            self.peak_child_mb = max(self.peak_child_mb, children_mb())


# --- homes -----------------------------------------------------------------------------------------------------------


class fresh_home:  # noqa: N801 - used like a function
    """A new home with a database of its own; weights are those of the usual home."""

    def __enter__(self) -> Path:
        self._folder = Path(tempfile.mkdtemp(prefix="bizrag-bench-"))
        self._folder.chmod(0o755)
        return self._folder

    def __exit__(self, *_: object) -> None:
        environment = os.environ | {"BIZRAG_HOME": str(self._folder)}
        command = [sys.executable, "-c", "from orchestration.cli import main; main()", "down"]
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
        shutil.rmtree(self._folder, ignore_errors=True)


def home_settings(home: Path, **groups: Any) -> Settings:
    """Settings for a new home."""
    return Settings(home=home, weights_path=Settings().weights, **groups)


if __name__ == "__main__":
    main()
