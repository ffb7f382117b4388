"""Commands that make the index: ingest, dev."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import asdict
from typing import Annotated

import typer

from bizrag.errors import NotFoundError
from bizrag.settings import Settings
from orchestration.cli.listening import listen
from orchestration.cli.output import err, fail, left_behind, print_estimate, print_json, print_report, quiet_logs, warn
from orchestration.cli.rights import check_ingestion, check_owner


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(ingest)
    app.command()(estimate)
    app.command()(dev)


def ingest(
    places: Annotated[list[str], typer.Argument(metavar="PATH...", help="folders, files or fsspec URLs")],
    collection: Annotated[str, typer.Option(help="name that the documents are grouped under")] = "default",
    index: Annotated[
        list[str] | None, typer.Option(help="index to keep up to date (default: all of the settings)")
    ] = None,
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="delete all documents of a folder that holds no file any more")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON document at the end")] = False,
) -> None:
    """Bring the index to the state of folders: new, changed and deleted documents. Exit status 0 if nothing failed."""
    from bizrag.pipeline.services import Services
    from orchestration.ingest import ingest as run
    from orchestration.progress import ProgressListener

    quiet_logs()
    every = Settings()
    settings = _only_indexes(every, index)
    check_ingestion(settings, "ingest", collection)
    with Services(settings) as services, ProgressListener(err, num_indexes=len(settings.indexes)) as listener:
        report = run(services, places, collection=collection, allow_empty=allow_empty, listener=listener)
    if as_json:
        print_json(report.to_json())
    else:
        print_report(report)
        for left in report.left_indexes:
            warn(left_behind(asdict(left), is_in_settings=left.index in every.indexes))
    raise typer.Exit(1 if report.failed else 0)


def estimate(
    places: Annotated[list[str], typer.Argument(metavar="PATH...", help="folders, files or fsspec URLs")],
    collection: Annotated[str, typer.Option(help="name that the documents are grouped under")] = "default",
    index: Annotated[list[str] | None, typer.Option(help="index to count (default: all of the settings)")] = None,
    parse: Annotated[bool, typer.Option("--parse", help="parse first (free), and count instead of guessing")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON document")] = False,
) -> None:
    """What an ingestion would do and cost: documents, pages, calls, tokens, price by stage. Nothing is ingested."""
    from bizrag.pipeline.services import Services
    from orchestration.estimating import estimate as run

    quiet_logs()
    settings = _only_indexes(Settings(), index)
    check_ingestion(settings, "estimate", collection)
    with Services(settings) as services:
        found = run(services, places, collection=collection, parse=parse)
    if as_json:
        print_json(found.to_json())
    elif len(found.missing) < len(places):
        print_estimate(found.to_json())
    else:
        # where no place is there, sums of nothing would read as if it cost nothing
        for line in found.missing:
            fail(line)
    raise typer.Exit(1 if found.missing else 0)


def _only_indexes(settings: Settings, names: list[str] | None) -> Settings:
    for name in names or []:
        if name not in settings.indexes:
            raise NotFoundError(f"no index {name} in the settings; there are: {', '.join(sorted(settings.indexes))}")
    if not names:
        return settings
    return settings.model_copy(update={"indexes": {name: settings.indexes[name] for name in names}})


def dev(
    host: Annotated[str, typer.Option(help="address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="port of the web page")] = 3000,
) -> None:
    """Open the Dagster UI with its daemon; Ctrl-C stops both. The database keeps running."""
    from bizrag.store.engine import open_engine
    from orchestration.instance import write_dagster_home

    settings = Settings()
    check_owner(settings, "dev")
    # Dagster takes the port itself, and where it cannot its daemon runs on without a web page
    listen(host, port).close()
    open_engine(settings, holds_locks=True).dispose()
    home = write_dagster_home(settings)
    environment = os.environ | {
        "DAGSTER_HOME": str(home),
        "DAGSTER_DISABLE_TELEMETRY": "1",
        # 'dagster dev' is superseded by 'dg dev', which asks for a project folder that an installed package lacks.
        "PYTHONWARNINGS": "ignore:Function `dev_command` is superseded",
    }
    # A script's shell starts background commands with Ctrl-C ignored, and Dagster takes SIGTERM as it takes Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    err.print(f"Dagster UI: http://{host}:{port}  (Ctrl-C stops it)")
    command = [sys.executable, "-m", "dagster", "dev", "-m", "orchestration.definitions", "-h", host, "-p", str(port)]
    os.execve(sys.executable, command, environment)  # noqa: S606 - Dagster takes this process's place and its signals
