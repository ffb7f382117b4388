"""What an ingestion does when folders, settings or the world change: the scenario table.

    python -m benchmarks.incremental --documents 500 --json

Documents are small and generated, so that every chunk names its revision and stale rows can be counted from outside.
For each scenario: calls of parser, chat and embedding model, stale rows, lost rows, seconds, and whether no call went
beyond the necessary. ``--parts`` picks: changes, poisoned, timeout, two, disk, kill.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import uuid
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, make_url, text

from benchmarks.incremental_corpus import ENDINGS
from benchmarks.incremental_lab import Lab, new_corpus
from benchmarks.incremental_scenarios import run_changes
from benchmarks.incremental_troubles import disk_full, killed, poisoned, timed_out, two_at_once
from bizrag.parsing.confined.workers import ParserPool
from bizrag.providers.local_embedding import local_embedder
from bizrag.settings import Settings
from bizrag.store.blobs import BlobStore
from bizrag.store.engine import connect, prepare
from bizrag.store.server import EmbeddedServer
from orchestration.cli.output import quiet_logs

_PARTS = ("changes", "poisoned", "timeout", "two", "disk", "kill")
_TEMPLATE = "incremental"


def main() -> None:
    """Run the scenarios and print one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=500)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--kill-documents", type=int, default=12, help="documents of the runs that are killed")
    parser.add_argument("--kill-endings", default=",".join(ENDINGS), help="formats of these documents")
    parser.add_argument("--trouble-documents", type=int, default=12, help="documents of the other troubles")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--parts", default=",".join(_PARTS))
    parser.add_argument("--weights", type=Path, default=Settings().weights, help="folder of model weights")
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    quiet_logs()
    rows = run(arguments)
    print(json.dumps({"benchmark": "incremental", "figures": {"scenarios": rows}}, indent=2))


def run(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """The rows of the table, in an own server that is stopped and deleted afterwards."""
    parts, few = arguments.parts.split(","), arguments.trouble_documents
    folder = Path(tempfile.mkdtemp(prefix="bizrag-incremental-"))
    folder.chmod(0o755)
    server = EmbeddedServer(folder / "server")
    server.start()
    try:
        settings = Settings(home=folder / "home", weights_path=arguments.weights)
        blobs = BlobStore(str(folder / "blobs"))
        with ParserPool(settings, blobs) as parsers:
            lab = Lab(
                new_settings=lambda: _new_settings(server, settings),
                parsers=parsers,
                embedder=local_embedder(settings),
                blob_url=blobs.url,
            )
            if "changes" in parts:
                with new_corpus(arguments.documents) as corpus:
                    run_changes(lab, corpus)
            for part, trouble in (
                ("poisoned", poisoned),
                ("timeout", timed_out),
                ("two", two_at_once),
                ("disk", disk_full),
            ):
                if part in parts:
                    trouble(lab, few)
            if "kill" in parts:
                killed(
                    lab,
                    arguments.kill_documents,
                    kills=arguments.kills,
                    seed=arguments.seed,
                    endings=arguments.kill_endings.split(","),
                )
        return lab.rows
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _new_settings(server: EmbeddedServer, settings: Settings) -> Settings:
    """Settings with a new migrated database of the server."""
    name = f"{_TEMPLATE}_{uuid.uuid4().hex[:12]}"
    maintenance = create_engine(make_url(server.url).set(database="postgres"), isolation_level="AUTOCOMMIT")
    with maintenance.connect() as conn:
        if not conn.execute(text("SELECT 1 FROM pg_database WHERE datname = :name"), {"name": _TEMPLATE}).scalar():
            conn.execute(text(f"CREATE DATABASE {_TEMPLATE}"))
            engine = connect(make_url(server.url).set(database=_TEMPLATE))
            prepare(engine)
            engine.dispose()
        conn.execute(text(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE} STRATEGY file_copy"))
    maintenance.dispose()
    url = make_url(server.url).set(database=name).render_as_string(hide_password=False)
    return settings.model_copy(update={"database_url": url, "home": Path(settings.home_path) / name})


if __name__ == "__main__":
    main()
