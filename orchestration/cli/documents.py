"""Commands on documents: status, retry, forget."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from bizrag.errors import ConfigurationError, NotFoundError
from bizrag.settings import Settings
from orchestration.cli.output import (
    LEFT_ALONE,
    err,
    left_behind,
    out,
    print_below,
    print_json,
    print_report,
    print_table,
    quiet_logs,
    warn,
    without_name,
)
from orchestration.cli.rights import check_ingestion

AsJson = Annotated[bool, typer.Option("--json", help="print one JSON document")]
Collection = Annotated[str | None, typer.Option(help="only documents of this collection")]

# Colours of document states, best first.
_COLOURS = {"live": "green", "stale": "cyan", "outdated": "yellow", "waiting": "cyan", "failed": "red", "empty": "dim"}
_MEANINGS = {
    "live": "up to date",
    "stale": "answer, and have work to do",
    "outdated": "failed; the version before answers",
    "waiting": "not there yet",
    "failed": "failed; nothing of them answers",
    "empty": "nothing in them to index",
}


# of live documents, where an index that is not kept answers otherwise
_KEPT = "up to date, but not in every index that answers (below)"


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(status)
    app.command()(retry)
    app.command()(forget)


def status(
    documents: Annotated[bool, typer.Option("--documents", help="list every document with its state")] = False,
    failed: Annotated[bool, typer.Option("--failed", help="list the failed documents and nothing else")] = False,
    as_json: AsJson = False,
) -> None:
    """What is live, what has failed, what is stale and why."""
    from orchestration.status import read_status

    found = read_status(Settings(), with_documents=documents)
    if failed and not found["database"]["running"]:
        # an empty list would say that all is well
        raise ConfigurationError("the database is not running, so that nothing is known; start it with 'bizrag up'")
    if as_json:
        print_json(found["failed"] if failed else found)
    elif not found["database"]["running"]:
        out.print("database is not running; start it with 'bizrag up'")
    elif failed:
        _print_failed(found["failed"])
    else:
        _print_status(found)
        if documents:
            _print_documents(found["document_states"])
        _print_failed(found["failed"])


def _print_status(found: dict[str, Any]) -> None:
    out.print(f"database  {escape(found['database']['url'])}", soft_wrap=True)
    out.print(f"documents {found['documents']}")
    left = [index for index in found["left_indexes"] if index["behind"]]
    for state, colour in _COLOURS.items():
        meaning = _KEPT if state == "live" and left else _MEANINGS[state]
        if number := found["states"].get(state, 0):
            out.print(f"  [{colour}]{number:>7} {state:<9}[/{colour}] {meaning}")
    for item in found["stale"]:
        verb = "has" if item["documents"] == 1 else "have"
        print_below(f"{item['documents']:>7} {verb} work to do: {escape(item['reason'])}", indent=2)
    if number := found["forgotten_documents"]:
        places = "forgotten place is" if number == 1 else "forgotten places are"
        print_below(f"{number:>7} {places} passed over ('bizrag forget --undo')", indent=2)
    table = Table("index", "documents", "chunks", "embedding space")
    for index in found["indexes"]:
        chunks = "" if index["chunks"] is None else str(index["chunks"])
        table.add_row(index["index"], str(index["documents"]), chunks, index["space"])
    print_table(table)
    for index in found["left_indexes"]:
        warn(left_behind(index))


def _print_documents(states: list[dict[str, Any]]) -> None:
    table = Table("collection", "document", "state", "what next")
    for item in states:
        colour = _COLOURS[item["state"]]
        word = f"[{colour}]{item['state']}[/{colour}]"
        if item["failed_pages"]:
            word += f", {len(item['failed_pages'])} pages missing"
        table.add_row(escape(item["collection"]), escape(item["doc"]), word, escape(item["work"] or ""))
    print_table(table)


def _print_failed(failed: list[dict[str, Any]]) -> None:
    for item in failed:
        old = "; the version before answers" if item["answers_with_old_version"] else ""
        times = "once" if item["attempts"] == 1 else f"{item['attempts']} times"
        out.print(f"[red]✗[/red] [bold]{escape(item['doc'])}[/bold] failed {times} at {item['stage']}{old}")
        print_below(escape(without_name(item["error"], item["doc"])), indent=4)
        what_next = "tried again with the next ingestion" if item["tried_again"] else LEFT_ALONE
        print_below(f"[dim]{what_next}[/dim]", indent=4)


def retry(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[DOC]...", help="documents (default: all failed)")
    ] = None,
    collection: Collection = None,
    as_json: AsJson = False,
) -> None:
    """Try failed documents again. Exit status 0 if none fails any more."""
    from bizrag.pipeline.services import Services
    from orchestration.ingest import retry as run
    from orchestration.progress import ProgressListener

    quiet_logs()
    settings = Settings()
    check_ingestion(settings, "retry", collection)
    with Services(settings) as services, ProgressListener(err, num_indexes=len(settings.indexes)) as listener:
        report = run(services, names or (), collection=collection, listener=listener)
    if as_json:
        print_json(report.to_json())
    elif not report.listed:
        out.print("nothing has failed")
    else:
        print_report(report)
    raise typer.Exit(1 if report.failed else 0)


def forget(
    names: Annotated[list[str], typer.Argument(metavar="DOC...", help="documents: path, file name or a unique part")],
    collection: Collection = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="do not ask")] = False,
    undo: Annotated[
        bool, typer.Option("--undo", help="let forgotten documents in again with the next ingestion")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Forget documents: their rows, images and cached model calls. A file that is still there is passed over later."""
    from bizrag.pipeline.services import Services
    from orchestration import forgetting

    quiet_logs()
    settings = Settings()
    check_ingestion(settings, "forget", collection)
    with Services(settings) as services:
        if undo:
            _let_in_again(services, names, collection, as_json)
            return
        documents = forgetting.find(services, names, collection=collection)
        if not yes:
            for row in documents:
                err.print(f"{escape(row.source_uri)} [dim]({escape(row.collection)})[/dim]")
            typer.confirm(
                "Forget what was derived from these documents? Files stay where they are", abort=True, err=True
            )
        found = forgetting.forget(services, documents)
    if as_json:
        print_json(found.to_json())
        return
    counts = ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in found.deleted.items() if number)
    out.print(f"forgotten: {len(found.documents)} ({counts or 'a running ingestion cleans up when it ends'})")
    for name in found.still_there:
        out.print(
            f"  {escape(name)} is still in its folder: ingestion passes it over; 'bizrag forget --undo' lets it in"
        )


def _let_in_again(services: Any, names: list[str], collection: str | None, as_json: bool) -> None:
    from bizrag.store.forget import let_in_again

    with services.engine.begin() as conn:
        lifted = [path for name in names for path in let_in_again(conn, name, collection=collection)]
    if not lifted:
        raise NotFoundError(f"no forgotten document {', '.join(names)}")
    if as_json:
        print_json({"let_in_again": lifted})
    else:
        out.print(f"the next ingestion takes {escape(', '.join(lifted))} again")
