"""The scenarios of changing folders and settings, in one database: what has to be done, and what was done.

Each adds a row to the lab: calls, stale and lost rows, and ``ok``: no call beyond the necessary, nothing stale, nothing
lost. Texts that must be embedded are counted apart from the ingestion: those that had no vector before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import text

from benchmarks.incremental_corpus import Corpus
from benchmarks.incremental_lab import Lab, count_contents, count_texts, measure
from bizrag.pipeline.services import Services
from bizrag.settings import ChunkSettings, Settings

Change = Callable[[], None]


def run_changes(lab: Lab, corpus: Corpus) -> None:
    """Cold, unchanged, changed, deleted, renamed, the same content twice; then settings."""
    settings = lab.new_settings()
    with lab.services(settings) as services:
        row = measure(services, corpus)
        lab.row("cold", **row, ok=_ok(row, parse=count_contents(services), texts=count_texts(services)))
        _changes_of_files(lab, services, corpus)
    _changes_of_settings(lab, settings, corpus)


def _changes_of_files(lab: Lab, services: Services, corpus: Corpus) -> None:
    row = measure(services, corpus)
    lab.row("unchanged", **row, ok=_ok(row, parse=0, texts=0))

    changed = corpus.names(max(1, len(corpus.revisions) // 100), seed=1)
    old = _inputs(services)
    for name in changed:
        corpus.change(name)
    row = measure(services, corpus)
    lab.row("1 % changed", **row, ok=_ok(row, parse=len(changed), texts=len(_inputs(services) - old)))

    gone = corpus.names(max(1, len(corpus.revisions) // 100), seed=2)
    for name in gone:
        corpus.delete(name)
    row = measure(services, corpus)
    lab.row("deleted", **row, ok=_ok(row, parse=0, texts=0) and _documents(services) == len(corpus.revisions))

    old = _inputs(services)
    for position, name in enumerate(corpus.names(max(1, len(corpus.revisions) // 100), seed=3)):
        corpus.rename(name, f"renamed/{position}_{name.rsplit('/', 1)[-1]}")
    row = measure(services, corpus)
    lab.row("renamed", **row, ok=_ok(row, parse=0, texts=len(_inputs(services) - old)))

    old = _inputs(services)
    for position, name in enumerate(corpus.names(max(1, len(corpus.revisions) // 100), seed=4)):
        corpus.copy(name, f"copies/{position}/{name.rsplit('/', 1)[-1]}")
    row = measure(services, corpus)
    lab.row("same content twice", **row, ok=_ok(row, parse=0, texts=len(_inputs(services) - old)))


def _changes_of_settings(lab: Lab, settings: Settings, corpus: Corpus) -> None:
    smaller = settings.model_copy(update={"chunking": ChunkSettings(max_tokens=64)})
    with lab.services(smaller) as services:
        old = _inputs(services)
        row = measure(services, corpus)
        lab.row("chunk settings changed", **row, ok=_ok(row, parse=0, texts=len(_inputs(services) - old)))

    # No file of the generated corpus is drawn: the option decides about none of them, and no file is parsed.
    sharper = smaller.model_copy(update={"parsing": smaller.parsing.model_copy(update={"page_image_dpi": 90})})
    drawn = _num_drawn(corpus)
    with lab.services(sharper) as services:
        old = _inputs(services)
        row = measure(services, corpus)
        lab.row("parser option changed", **row, ok=_ok(row, parse=drawn, texts=len(_inputs(services) - old)))


def _num_drawn(corpus: Corpus) -> int:
    """Files whose parser reads the resolution of page images."""
    return sum(name.endswith(".pdf") for name in corpus.revisions)


def _ok(row: dict[str, Any], *, parse: int, texts: int) -> bool:
    calls = row["parse"] == parse and row["embed_texts"] == texts
    return bool(calls and row["stale"] == row["lost"] == row["failed"] == 0)


def _inputs(services: Services) -> set[str]:
    """What has a vector."""
    with services.engine.connect() as conn:
        return set(conn.execute(text("SELECT space || input_sha256 FROM embedding")).scalars())


def _documents(services: Services) -> int:
    with services.engine.connect() as conn:
        return int(conn.execute(text("SELECT count(*) FROM document")).scalar_one())
