"""The ``bizrag`` command line: a module for the commands of each concern. Nothing heavy is imported before it runs."""

from __future__ import annotations

import sys
from importlib.metadata import version as installed_version
from typing import Annotated

import typer
from pydantic import ValidationError

from bizrag.errors import BizragError
from bizrag.unknown_settings import unknown_in_environment
from orchestration.cli import (
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

__all__ = ["app", "main"]

# 128 + SIGINT, as shells have it
_INTERRUPTED = 130


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


def main() -> None:
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
    except Exception as error:
        # no import before the command: this one opens the database's library
        from bizrag.store.lost import is_lost_database

        if not is_lost_database(error):
            raise
        fail("the database went away during the run; run the same command to go on")
        sys.exit(1)
    except SystemExit as ending:
        # Typer turns Ctrl-C into this status and says nothing.
        if ending.code == _INTERRUPTED:
            fail("interrupted; what was finished is kept, run the same command to go on")
        raise
