"""How commands speak: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

import structlog
from rich.console import Console
from rich.markup import escape

# Results for people, and results for programs.
out = Console(highlight=False)
# Progress, notes and errors.
err = Console(stderr=True, highlight=False)


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    print(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def fail(line: str) -> None:
    """One line on standard error about what went wrong."""
    err.print(f"[bold red]error:[/bold red] {escape(line)}", soft_wrap=True)


def quiet_logs() -> None:
    """Keep library chatter off the terminal: warnings and worse of ours stay."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.getLogger().setLevel(logging.ERROR)
    logging.getLogger("bizrag").setLevel(logging.WARNING)
