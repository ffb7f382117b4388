"""How large a deployment must be: the table of docs/deploy.md, from figures measured per page.

    python -m benchmarks.sizing            the table in Markdown
    python -m benchmarks.sizing --json

The model: everything grows with the number of pages. ``MEASURED`` are means over 65 public documents (PDF reports and
filings, DOCX, PPTX, HTML, TXT) that came to 1,916 pages and 7,261 chunks of one index (variant tcte, chunks of 256
tokens, vectors of 384 dimensions), local models, page images at 110 dpi; seconds are those of one parser process with
two threads on two shared virtual processors of 2025. ``ASSUMED`` are choices: change them and run it again. Model calls
(descriptions, answers) are not in it: ``bizrag estimate`` counts those of a folder.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Means per page."""

    parse_seconds: float = 0.54
    chunk_seconds: float = 0.015
    embed_seconds: float = 0.21
    publish_seconds: float = 0.009
    chunks: float = 3.8
    # rows and their indexes, in kilobytes: postings, terms and impacts; vectors; everything else (pages, blocks,
    # chunks, inputs, embeddings, tables, descriptions)
    keyword_kb: float = 43.0
    vector_kb: float = 3.8
    other_kb: float = 31.9
    # page images and picture crops
    image_kb: float = 146.0

    @property
    def work_seconds(self) -> float:
        return self.parse_seconds + self.chunk_seconds + self.embed_seconds + self.publish_seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """Choices and prices (list prices of a large cloud, rounded, in US dollars)."""

    # the first ingestion ends within so many hours
    first_load_hours: float = 7 * 24.0
    # processors and memory of a worker as it was measured
    worker_cpus: int = 2
    worker_gb: float = 4.0
    # an HNSW graph (m = 16) beside a vector of half precision: vector again and some 300 bytes of neighbours
    graph_bytes_per_chunk: float = 384 * 2 + 300
    # share of keyword rows and vectors that questions touch: it should fit in the database's memory
    hot_share: float = 0.25
    # a database's disk is kept half empty: dumps, vacuum, a second index side by side
    disk_factor: float = 2.0
    cpu_hour_usd: float = 0.05
    database_gb_ram_month_usd: float = 7.0
    disk_gb_month_usd: float = 0.12
    image_gb_month_usd: float = 0.023


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """What so many pages need."""

    pages: int
    chunks: int
    worker_hours: float
    workers: int
    workers_gb: float
    database_gb: float
    database_memory_gb: int
    images_gb: float
    first_load_usd: float
    month_usd: float


def size_of(pages: int, measured: Measured, assumed: Assumed) -> Size:
    """The deployment for a number of pages; gigabytes are 10^9 bytes."""
    hours = pages * measured.work_seconds / 3600
    workers = max(1, math.ceil(hours / assumed.first_load_hours))
    vectors_kb = measured.vector_kb + measured.chunks * assumed.graph_bytes_per_chunk / 1000
    database_gb = pages * (measured.keyword_kb + vectors_kb + measured.other_kb) / 1e6
    hot_gb = pages * (measured.keyword_kb + vectors_kb) / 1e6 * assumed.hot_share
    memory_gb = max(4, 2 ** math.ceil(math.log2(max(1.0, hot_gb))))
    images_gb = pages * measured.image_kb / 1e6
    month = (
        memory_gb * assumed.database_gb_ram_month_usd
        + database_gb * assumed.disk_factor * assumed.disk_gb_month_usd
        + images_gb * assumed.image_gb_month_usd
    )
    return Size(
        pages=pages,
        chunks=round(pages * measured.chunks),
        worker_hours=hours,
        workers=workers,
        workers_gb=workers * assumed.worker_gb,
        database_gb=database_gb,
        database_memory_gb=memory_gb,
        images_gb=images_gb,
        first_load_usd=hours * assumed.worker_cpus * assumed.cpu_hour_usd,
        month_usd=month,
    )


def table(sizes: Sequence[Size]) -> str:
    """The sizes as Markdown."""
    head = (
        "| pages | chunks | worker hours | workers for 7 days | their memory | database | its memory | images "
        "| first load | a month |"
    )
    rows = [
        f"| {size.pages:,} | {size.chunks:,} | {size.worker_hours:,.0f} | {size.workers} | {size.workers_gb:,.0f} GB "
        f"| {_gb(size.database_gb)} | {size.database_memory_gb} GB | {_gb(size.images_gb)} "
        f"| {size.first_load_usd:,.0f} USD | {size.month_usd:,.0f} USD |"
        for size in sizes
    ]
    return "\n".join([head, "|" + "---:|" * 10, *rows])


def _gb(value: float) -> str:
    return f"{value:,.1f} GB" if value < 100 else f"{value:,.0f} GB"


def main() -> None:
    """Print the table, or one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    sizes = [size_of(pages, Measured(), Assumed()) for pages in SIZES]
    if arguments.json:
        print(json.dumps({"benchmark": "sizing", "figures": {str(size.pages): asdict(size) for size in sizes}}))
    else:
        print(table(sizes))


if __name__ == "__main__":
    main()
