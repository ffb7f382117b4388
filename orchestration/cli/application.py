"""The commands of ``bizrag`` put together, and what is told of an error that ends one."""

from __future__ import annotations

import errno
import os
import sys
from importlib.metadata import version as installed_version
from inspect import cleandoc
from typing import Annotated

import typer
from pydantic import ValidationError

from bizrag.errors import BizragError
from bizrag.unknown_settings import unknown_in_environment
from orchestration.cli import (
    INTERRUPTED_STATUS,
    asking,
    database,
    documents,
    evaluating,
    indexes,
    ingestion,
    judging,
    keys,
    mapping,
    providers,
    questions,
    serving,
    settings,
    tuning,
)
from orchestration.cli.output import fail, out, warn
from orchestration.cli.wrong_settings import wrong_lines

__all__ = ["app", "run"]

_INTERRUPTED = "interrupted; what was finished is kept, run the same command to go on"


def _print_version(is_asked: bool) -> None:
    if is_asked:
        out.print(f"bizrag {installed_version('bizrag')}")
        raise typer.Exit


app = typer.Typer(
    name="bizrag",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _every_command(
    version: Annotated[
        bool, typer.Option("--version", help="print the version and end", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """From a folder of documents to answers with citations to page and box."""


database.register(app)
ingestion.register(app)
documents.register(app)
asking.register(app)
questions.register(app)
keys.register(app)
indexes.register(app)
evaluating.register(app)
judging.register(app)
serving.register(app)
settings.register(app)
tuning.register(app)
mapping.register(app)
providers.register(app)


def _paragraphs(docstring: str) -> str:
    """A docstring whose paragraphs are lines: a terminal breaks them at its own width, not where the source does.

    >>> _paragraphs("Run it.\\n\\n    It reads all\\n    tables.")
    'Run it.\\n\\nIt reads all tables.'
    """
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in cleandoc(docstring).split("\n\n"))


for command in app.registered_commands:
    if command.callback is not None and command.help is None:
        command.help = _paragraphs(command.callback.__doc__ or "")


def _told_of_file(error: OSError) -> str | None:
    """What is told of a file that cannot be read or written; None where the error names none and the disk is not full.

    >>> _told_of_file(FileNotFoundError(errno.ENOENT, "No such file or directory", "/data/report.json"))
    '/data/report.json: No such file or directory'
    >>> _told_of_file(OSError(errno.ENOSPC, "No space left on device"))
    'the output cannot be written, the disk is full: make room there'
    """
    name = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else None
    if error.errno == errno.ENOSPC:
        # standard output, or a file that is open already, has no name
        return f"{name or 'the output'} cannot be written, the disk is full: make room there"
    return f"{name}: {error.strerror}" if name else None


def run() -> None:
    """Run a command; an error that a person can act on is one line and exit status 1."""
    for line in unknown_in_environment():
        warn(line)
    try:
        app()
    except BizragError as error:
        fail(str(error))
        sys.exit(1)
    except ValidationError as error:
        # only settings are validated this far out
        for line in wrong_lines(error):
            fail(line)
        sys.exit(1)
    except OSError as error:
        # of a file that was named: its folder is not there, the disk is full. Others are ours to look into.
        line = _told_of_file(error)
        if line is None:
            raise
        fail(line)
        sys.exit(1)
    except Exception as error:
        # no import before the command: this one opens the database's library
        from bizrag.store.lost import ended_database

        line = ended_database(error)
        if line is None:
            raise
        fail(line)
        sys.exit(1)
    except SystemExit as ending:
        # Typer turns Ctrl-C into this status and says nothing.
        if ending.code == INTERRUPTED_STATUS:
            fail(_INTERRUPTED)
        raise
    except KeyboardInterrupt:
        # before Typer has taken over, or out of a callback of a library
        fail(_INTERRUPTED)
        sys.exit(INTERRUPTED_STATUS)
