"""Indexes: which there are, which one an alias means, and the end of one that nobody needs any more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from bizrag.errors import ConfigurationError
from bizrag.settings import Settings
from orchestration.cli.output import err, out, print_json, print_table
from orchestration.cli.rights import check_owner

if TYPE_CHECKING:
    from bizrag.store.records import IndexSummary

AsJson = Annotated[bool, typer.Option("--json", help="print one JSON document")]

indexes = typer.Typer(help="List indexes, point aliases at them, drop them.", no_args_is_help=True)


@indexes.command(name="list")
def list_(as_json: AsJson = False) -> None:
    """All indexes with their aliases, variant, embedding and size."""
    from bizrag.store.engine import open_engine
    from bizrag.store.indexes import list_indexes

    check_owner(settings := Settings(), "indexes list")
    engine = open_engine(settings)
    try:
        with engine.connect() as conn:
            found = list_indexes(conn)
    finally:
        engine.dispose()
    if as_json:
        print_json([_to_json(summary) for summary in found])
    elif found:
        _print(found)
    else:
        out.print("no indexes: 'bizrag ingest FOLDER' makes the first")


@indexes.command()
def alias(
    name: Annotated[str, typer.Argument(help="what questions name: --index NAME")],
    index: Annotated[str, typer.Argument(help="the index that answers from now on")],
    as_json: AsJson = False,
) -> None:
    """Let an alias mean an index. Questions under way end with the index they began with."""
    from bizrag.store.engine import open_engine
    from bizrag.store.indexes import set_alias

    check_owner(settings := Settings(), "indexes alias")
    engine = open_engine(settings)
    try:
        with engine.begin() as conn:
            set_alias(conn, name, index)
    finally:
        engine.dispose()
    if as_json:
        print_json({"alias": name, "index": index})
    else:
        out.print(f"{escape(name)} answers from {escape(index)}")


@indexes.command()
def unalias(
    name: Annotated[str, typer.Argument(help="the alias; questions that name it find no index any more")],
    as_json: AsJson = False,
) -> None:
    """Take an alias away. The index that it meant stays, under its own name."""
    from bizrag.store.engine import open_engine
    from bizrag.store.indexes import remove_alias

    check_owner(settings := Settings(), "indexes unalias")
    engine = open_engine(settings)
    try:
        with engine.begin() as conn:
            remove_alias(conn, name)
    finally:
        engine.dispose()
    if as_json:
        print_json({"alias": name, "removed": True})
    else:
        out.print(f"alias {escape(name)} is gone")


@indexes.command()
def drop(
    name: Annotated[str, typer.Argument(help="the index; its own name, not an alias")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="do not ask")] = False,
    as_json: AsJson = False,
) -> None:
    """Drop an index. Parses, descriptions and what other indexes use stay, so that building it again costs little."""
    from bizrag.store.engine import open_engine
    from bizrag.store.indexes import drop_index, get_index, list_indexes

    check_owner(settings := Settings(), "indexes drop")
    engine = open_engine(settings)
    try:
        if not yes:
            with engine.connect() as conn:
                found = list_indexes(conn)
                _refuse_alias(name, found)
                get_index(conn, name)
            _ask(next(summary for summary in found if summary.index.index_name == name))
        with engine.begin() as conn:
            _refuse_alias(name, list_indexes(conn))
            drop_index(conn, name)
    finally:
        engine.dispose()
    if as_json:
        print_json({"index": name, "dropped": True})
        return
    out.print(f"index {escape(name)} is gone")
    if name in settings.indexes:
        err.print(
            "the settings still name it: the next 'bizrag ingest' makes it again; BIZRAG_INDEXES as one JSON, "
            """such as '{"other": {}}', says which are kept"""
        )


def _ask(summary: IndexSummary) -> None:
    """Go on when a person says so; without a terminal to ask at, the command ends."""
    size = f"{summary.num_documents:,} documents, {summary.num_chunks:,} chunks, {summary.num_vectors:,} vectors"
    err.print(f"{escape(summary.index.index_name)} [dim]({size})[/dim]")
    typer.confirm("Drop this index? It can be built again from what is parsed and described", abort=True, err=True)


def _refuse_alias(name: str, found: list[IndexSummary]) -> None:
    """Raises ConfigurationError where questions would lose what answers them."""
    for summary in found:
        if name in summary.aliases:
            raise ConfigurationError(f"{name} is an alias of {summary.index.index_name}: give the name of the index")
        if name == summary.index.index_name and summary.aliases:
            first = summary.aliases[0]
            # an alias points elsewhere only where there is another index
            elsewhere = f"point that elsewhere first ('bizrag indexes alias {first} OTHER'), or " if found[1:] else ""
            raise ConfigurationError(
                f"index {name} answers as {', '.join(summary.aliases)}: "
                f"{elsewhere}take the name away ('bizrag indexes unalias {first}')"
            )


def _to_json(summary: IndexSummary) -> dict[str, Any]:
    index = summary.index
    return {
        "index": index.index_name,
        "aliases": list(summary.aliases),
        "variant": index.variant,
        "space": index.space,
        "dimensions": index.dimensions,
        "documents": summary.num_documents,
        "chunks": summary.num_chunks,
        "vectors": summary.num_vectors,
    }


def _print(found: list[IndexSummary]) -> None:
    table = Table("index", "aliases", "variant", "embedding", "documents", "chunks", "vectors")
    for summary in found:
        index = summary.index
        numbers = (summary.num_documents, summary.num_chunks, summary.num_vectors)
        aliases = ", ".join(summary.aliases)
        table.add_row(*map(escape, (index.index_name, aliases, index.variant, index.space)), *map(str, numbers))
    print_table(table)


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.add_typer(indexes, name="indexes")
