"""What the scenarios work with: a server for many databases, folders, shared parser processes and a shared embedder."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import text

from benchmarks.incremental_audit import audit
from benchmarks.incremental_corpus import ENDINGS, Corpus
from bizrag.parsing.confined.workers import ParserPool
from bizrag.pipeline.services import Services
from bizrag.providers.embedding import TextEmbedder
from bizrag.settings import Settings
from orchestration.ingest import ingest
from orchestration.report import IngestReport


@dataclass(slots=True, kw_only=True)
class Lab:
    """``new_settings`` gives settings with an empty migrated database and a home of their own."""

    new_settings: Callable[[], Settings]
    parsers: ParserPool
    embedder: TextEmbedder
    # where images of the shared parser processes go
    blob_url: str
    rows: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    @contextmanager
    def services(self, settings: Settings | None = None) -> Generator[Services]:
        """Services with the shared processes; on a new database unless settings are given."""
        settings = (settings or self.new_settings()).model_copy(update={"blob_url": self.blob_url})
        with Services(settings, parsers=self.parsers, embedders=[self.embedder]) as services:
            yield services

    def row(self, name: str, **figures: Any) -> dict[str, Any]:
        """Keep a row of the table."""
        self.rows.append({"scenario": name, **figures})
        return self.rows[-1]


@contextmanager
def new_corpus(number: int, endings: Sequence[str] = ENDINGS) -> Generator[Corpus]:
    """A folder with so many documents of some formats; it is deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix="bizrag-corpus-") as folder:
        corpus = Corpus(Path(folder))
        corpus.fill(number, endings)
        yield corpus


def measure(
    services: Services, corpus: Corpus, *, failing: frozenset[str] = frozenset(), index: str = "default"
) -> dict[str, Any]:
    """One ingestion of the folder: its calls, what they were needed for, and what an audit finds afterwards."""
    before = _count(services, "embedding")
    began = time.perf_counter()
    report: IngestReport = ingest(services, [str(corpus.folder)], collection="c")
    seconds = time.perf_counter() - began
    gone = max(0, before - _count(services, "embedding"))
    found = audit(services.engine, corpus, index_no=services.indexes[index].index_no, failing=failing)
    return {
        "documents": len(corpus.revisions),
        "parse": report.calls["parse"],
        "chat": report.calls["chat"],
        "embed_texts": report.calls["embed_texts"],
        "vectors_deleted": gone,
        "failed": len(report.failed),
        "stale": found.stale + report.stale + report.orphaned,
        "lost": found.lost,
        "seconds": round(seconds, 2),
    }


def count_contents(services: Services) -> int:
    """Different contents that were read."""
    return _count(services, "content")


def count_texts(services: Services) -> int:
    """Different texts that are embedded."""
    return _count(services, "embedding")


def _count(services: Services, table: str) -> int:
    with services.engine.connect() as conn:
        return int(conn.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())
