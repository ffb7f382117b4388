"""One statement that reads: run on the server as it is, its rows shown to people or written for programs."""

from __future__ import annotations

import difflib
import math
import sys
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from rich.markup import escape
from rich.table import Table

from bizrag.errors import ConfigurationError
from orchestration.cli.output import err, out, print_json

if TYPE_CHECKING:
    from psycopg import Connection as Driver
    from psycopg import Cursor
    from psycopg.abc import Buffer
    from sqlalchemy import Connection, Engine

#: rows that a person is shown when nothing else is said: a table of a million takes minutes to lay out
ROWS_SHOWN = 1000


@dataclass(frozen=True, slots=True)
class Rows:
    """What a statement gave: at most as many rows as were asked for."""

    names: list[str]
    rows: list[tuple[Any, ...]]
    # whether the statement has more rows than were asked for
    has_more: bool


def show(engine: Engine, statement: str, *, limit: int | None) -> None:
    """Print the rows of a statement for a person: ``ROWS_SHOWN`` of them where no limit is given.

    Raises ConfigurationError, one line, for what is no statement that reads.
    """
    limit = limit or ROWS_SHOWN
    found = run_statement(engine, statement, limit=limit)
    _print_rows(found.names, [[value or "" for value in row] for row in found.rows])
    if found.has_more:
        rows = "row" if limit == 1 else "rows"
        err.print(f"the first {limit:,} {rows}; there are more: --limit shows so many, --json prints all")


def write_json(engine: Engine, statement: str, *, limit: int | None) -> None:
    """Print a list with an object for each row, all of them where no limit is given.

    Raises ConfigurationError, one line, for what is no statement that reads, and for two columns of one name.
    """
    found = run_statement(engine, statement, limit=limit, is_typed=True)
    twice = [name for name, number in Counter(found.names).items() if number > 1]
    if twice:
        raise ConfigurationError(
            f"several columns are named {', '.join(twice)}, and an object holds one of each name: "
            "give them others with AS"
        )
    print_json([dict(zip(found.names, map(_json_value, row), strict=True)) for row in found.rows])


def run_statement(engine: Engine, statement: str, *, limit: int | None = None, is_typed: bool = False) -> Rows:
    """The rows of a statement, in a transaction that only reads.

    Values are what the server writes, None where there is none, and yes or no for booleans; with ``is_typed`` they are
    Python's. Raises ConfigurationError for what is no statement that reads, and with what the server says of it.
    """
    import psycopg
    from sqlalchemy import text
    from sqlalchemy.exc import DBAPIError

    try:
        with engine.connect() as conn:
            conn.execute(text("SET TRANSACTION READ ONLY"))
            names = _check_statement(conn, statement)
            with _driver(conn).cursor() as cursor:
                if not is_typed:
                    _keep_words_of_server(cursor)
                return Rows(names, *_read(cursor, statement, limit))
    except DBAPIError as error:
        raise _refusal(error.orig) from error
    except psycopg.Error as error:
        raise _refusal(error) from error


def _driver(conn: Connection) -> Driver:
    from psycopg import Connection as Driver

    driver = conn.connection.driver_connection
    assert isinstance(driver, Driver), "the engine speaks through psycopg"
    return driver


def _check_statement(conn: Connection, statement: str) -> list[str]:
    """The names of a statement's columns.

    Raises ConfigurationError for what the server does not understand, for several statements, and for no rows.

    One of several could end the read-only transaction. The server counts them, by parsing: nothing is run, and quotes
    and comments are its own.
    """
    from psycopg.errors import UndefinedTable, error_from_result
    from psycopg.pq import ExecStatus

    server = _driver(conn).pgconn
    parsed = server.prepare(b"", statement.encode())
    if parsed.status == ExecStatus.COMMAND_OK:
        # COPY would take the connection over, and what else has no rows can only set, lock or write
        described = server.describe_prepared(b"")
        names = [described.fname(number) or b"" for number in range(described.nfields)]
        if not names:
            raise ConfigurationError(
                "the statement has no rows to show: give one that reads (SELECT, VALUES, TABLE, SHOW, EXPLAIN), and "
                "others to psql, at the address that 'bizrag sql </dev/null' prints"
            )
        return [name.decode() for name in names]
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


def _keep_words_of_server(cursor: Cursor) -> None:
    """Let values be what the server writes, but for booleans, which are yes or no."""
    from psycopg.types.string import TextLoader

    class YesOrNo(TextLoader):
        """A boolean as people say it."""

        def load(self, data: Buffer) -> str:
            return "yes" if bytes(data) == b"t" else "no"

    for known in cursor.adapters.types:
        for oid in filter(None, (known.oid, known.array_oid)):
            cursor.adapters.register_loader(oid, TextLoader)
    cursor.adapters.register_loader("bool", YesOrNo)


def _read(cursor: Cursor, statement: str, limit: int | None) -> tuple[list[tuple[Any, ...]], bool]:
    """At most so many rows, and whether there are more."""
    # row by row: a million that nobody asked for are never fetched
    stream = cast("Generator[tuple[Any, ...]]", cursor.stream(statement.encode()))
    with closing(stream):
        return list(islice(stream, limit)), next(stream, None) is not None


def _refusal(error: object) -> ConfigurationError:
    # the lines after the message and its place are about the inside of functions
    said = str(error).partition("\nCONTEXT:")[0]
    return ConfigurationError(" ".join(said.split()))


def _json_value(value: Any) -> Any:
    r"""A value that JSON has no form for as Postgres writes it.

    >>> _json_value(float("nan")), _json_value([b"\x00", float("-inf"), 1.5, None])
    ('NaN', ['\\x00', '-Infinity', 1.5, None])
    """
    match value:
        case float() if not math.isfinite(value):
            return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        case bytes():
            return f"\\x{value.hex()}"
        case list():
            return [_json_value(part) for part in value]
        case _:
            return value


def _print_rows(names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    table = Table(*map(escape, names))
    for row in rows:
        table.add_row(*map(escape, row))
    # measured as if there were room for all of it
    if out.measure(table, options=out.options.update(max_width=sys.maxsize)).maximum <= out.width:
        out.print(table)
    elif rows:
        _print_records(names, rows)
    else:
        out.print(f"no rows of {escape(', '.join(names))}")


def _print_records(names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A block for each row and a line for each column, as psql's \\x: a table that is too narrow cuts its cells off."""
    width = max(map(len, names))
    for number, row in enumerate(rows, start=1):
        out.print(f"[dim]-[ {number} ]{'-' * width}[/dim]")
        for name, value in zip(names, row, strict=True):
            # the lines of a value stand below each other
            shown = value.replace("\n", "\n" + " " * (width + 3))
            out.print(f"[bold]{escape(name.ljust(width))}[/bold] | {escape(shown)}", soft_wrap=True)
