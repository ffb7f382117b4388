"""Many documents through Dagster: who is materialised, who fails, and what a document costs as the corpus grows.

    python -m benchmarks.dagster_scale --sizes 198 --bad 2 --json
    python -m benchmarks.dagster_scale --sizes 1000,2000,5000,10000 --ui --json

Small text files are added up to each size, with ``--bad`` damaged PDFs among the first, and ingested as ``bizrag
ingest`` does it, into a new home. For each step: seconds and processor seconds (this process, the parsers and the
database server) for each document that was added, memory of the process afterwards, and seconds of an ingestion that
finds nothing to do. At the end partitions are counted asset by asset as Dagster knows them. ``--ui`` starts the web
server and asks it what the asset pages ask, five times each. ``--home`` keeps all of it, to look at in the browser.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from benchmarks.ingest import cpu_seconds, fresh_home, home_settings
from bizrag.pipeline.services import Services
from bizrag.settings import Settings
from orchestration.cli.output import quiet_logs

if TYPE_CHECKING:
    from collections.abc import Generator

_ASKED = 5
_START_SECONDS = 120
# what the catalog, the page of an asset and its partitions tab ask for
_QUERIES = {
    "catalog": "{ assetNodes { assetKey { path } groupName isPartitioned } }",
    "counts": "{ assetNodes { assetKey { path } partitionStats { numMaterialized numFailed numPartitions } } }",
    "partitions": """{ assetNodes(assetKeys: [{path: ["pages"]}]) { assetPartitionStatuses {
        ... on DefaultPartitionStatuses { materializedPartitions failedPartitions } } } }""",
    "latest": "{ assetNodes { assetKey { path } assetMaterializations(limit: 1) { runId timestamp } } }",
}


def main() -> None:
    """Grow a corpus and print one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="200", help="good documents after each step")
    parser.add_argument("--bad", type=int, default=0, help="damaged files in the first step")
    parser.add_argument("--ui", action="store_true", help="time the web server's answers too")
    parser.add_argument("--home", type=Path, help="a new folder for documents and index, which stays; else none stays")
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    quiet_logs()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    with nullcontext(arguments.home) if arguments.home else fresh_home() as home:
        settings = home_settings(home)
        with Services(settings) as services:
            steps = grow(services, home / "notes", sizes, arguments.bad)
            partitions = count_partitions(settings)
        figures: dict[str, Any] = {"steps": steps, "partitions": partitions}
        if arguments.ui:
            figures["ui_ms"] = ask_web_server(settings)
    print(json.dumps({"benchmark": "dagster_scale", "figures": figures}, indent=2))


def grow(services: Services, folder: Path, sizes: list[int], num_bad: int) -> list[dict[str, Any]]:
    """Add documents up to each size and ingest them."""
    from orchestration.ingest import ingest

    folder.mkdir(parents=True)
    for number in range(num_bad):
        (folder / f"damaged_{number}.pdf").write_bytes(b"%PDF-1.7\nnothing follows\n")
    steps: list[dict[str, Any]] = []
    there = 0
    for size in sizes:
        write_notes(folder, there, size)
        cpu_began = sum(cpu_seconds(services.settings.home_path).values())
        report = ingest(services, [str(folder)], collection="bench")
        cpu = sum(cpu_seconds(services.settings.home_path).values()) - cpu_began
        unchanged = ingest(services, [str(folder)], collection="bench")
        steps.append(
            {
                "documents": size,
                "seconds": round(report.seconds, 1),
                "seconds_per_document": round(report.seconds / (size - there), 4),
                "cpu_seconds_per_document": round(cpu / (size - there), 4),
                "seconds_unchanged": round(unchanged.seconds, 2),
                "failed": len(report.failed),
                "rss_mb": round(psutil.Process().memory_info().rss / 2**20),
            }
        )
        there = size
        print(json.dumps(steps[-1]), file=sys.stderr, flush=True)
    return steps


def write_notes(folder: Path, first: int, last: int) -> None:
    """Text files of one paragraph, all different, a hundred to a folder."""
    for item in range(first, last):
        place = folder / f"shelf_{item // 100:04d}"
        place.mkdir(exist_ok=True)
        text = f"Note {item} of the archive.\n\nItem {item * 7} was moved to shelf {item % 13} on day {item}.\n"
        (place / f"note_{item:06d}.txt").write_text(text, encoding="utf-8")


def count_partitions(settings: Settings) -> dict[str, dict[str, int]]:
    """Materialised and failed partitions of every asset, as the instance knows them."""
    from dagster import AssetKey

    from orchestration.definitions import defs
    from orchestration.instance import open_instance

    found: dict[str, dict[str, int]] = {}
    with open_instance(settings, keep_output=False) as instance:
        for key in sorted(defs.resolve_all_asset_keys(), key=AssetKey.to_user_string):
            node = defs.resolve_asset_graph().get(key)
            if node.partitions_def is None:
                continue
            status = instance.get_status_by_partition(
                key, instance.get_dynamic_partitions("documents"), node.partitions_def
            )
            values = [value.value for value in (status or {}).values() if value is not None]
            found[key.to_user_string()] = {name: values.count(name) for name in sorted(set(values))}
    return found


def ask_web_server(settings: Settings) -> dict[str, float]:
    """Median milliseconds of what the pages ask for."""
    with web_server(settings) as address:
        return {
            name: round(1000 * statistics.median(timed(address, query) for _ in range(_ASKED)), 1)
            for name, query in _QUERIES.items()
        }


@contextmanager
def web_server(settings: Settings) -> Generator[str]:
    """``bizrag dev`` on a free port until the block ends."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {"BIZRAG_HOME": str(settings.home), "BIZRAG_WEIGHTS_PATH": str(settings.weights)}
    command = [sys.executable, "-c", "from orchestration.cli import main; main()", "dev", "--port", str(port)]
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    address = f"http://127.0.0.1:{port}/graphql"
    try:
        deadline = time.monotonic() + _START_SECONDS
        while True:
            try:
                if "assetNodes" in json.dumps(ask(address, _QUERIES["catalog"])):
                    break
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > deadline:
                    raise
            time.sleep(1)
        yield address
    finally:
        started = psutil.Process(process.pid).children(recursive=True)
        process.terminate()
        process.wait(60)
        for child in psutil.wait_procs(started, timeout=20)[1]:
            child.kill()


def timed(address: str, query: str) -> float:
    """Seconds of one answer."""
    began = time.perf_counter()
    ask(address, query)
    return time.perf_counter() - began


def ask(address: str, query: str) -> dict[str, Any]:
    """One GraphQL request. Raises RuntimeError where the answer is an error."""
    request = urllib.request.Request(
        address, data=json.dumps({"query": query}).encode(), headers={"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=120) as reply:
        answer = json.load(reply)
    if "errors" in answer:
        raise RuntimeError(f"the web server refused {query}: {answer['errors'][0]['message']}")
    return dict(answer["data"])


if __name__ == "__main__":
    main()
