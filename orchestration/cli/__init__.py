"""The ``bizrag`` command line: a module for the commands of each concern. Nothing is imported before it runs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orchestration.cli.application import app

__all__ = ["INTERRUPTED_STATUS", "app", "main"]

# 128 + SIGINT, as shells have it
INTERRUPTED_STATUS = 130


def main() -> None:
    """Run a command. Ctrl-C is one line, also while commands are imported: on a busy machine that takes a second."""
    try:
        from bizrag.garbage import collect_seldom

        collect_seldom()
        from orchestration.cli.application import run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(INTERRUPTED_STATUS)


def __getattr__(name: str) -> Any:
    if name != "app":
        raise AttributeError(name)
    from orchestration.cli.application import app

    return app
