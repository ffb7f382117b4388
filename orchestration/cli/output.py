"""How commands speak: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
import logging
import sys
from typing import TYPE_CHECKING, Any

import structlog
from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from orchestration.report import IngestReport

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


def print_report(report: IngestReport) -> None:
    """What an ingestion did, the failed documents last."""
    found = report.to_json()
    table = Table("added", "changed", "unchanged", "deleted", "failed", "chunks live", "seconds")
    numbers = [found["documents"][name] for name in ("added", "changed", "unchanged", "deleted", "failed")]
    table.add_row(*map(str, numbers), str(report.chunks), f"{report.seconds:.1f}")
    out.print(table)
    if report.kept_out:
        names = ", ".join(report.kept_out[:5]) + (", ..." if len(report.kept_out) > 5 else "")
        out.print(f"passed over because forgotten: {escape(names)} ('bizrag forget --undo' lets them in)")
    for failure in report.failed:
        out.print(f"[red]✗[/red] {escape(failure['doc'])} ({failure['stage']}): {escape(failure['error'])}")
