"""How commands speak: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import structlog
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bizrag.scrub import scrub, scrub_event, scrub_logging

if TYPE_CHECKING:
    from orchestration.report import IngestReport

# What becomes of a document whose failure would come again.
LEFT_ALONE = "left alone until the file or a setting changes; 'bizrag retry' tries now"


class Results(Console):
    """Wraps lines at a terminal; a file, or a pipe to grep, gets them whole."""

    def print(self, *objects: Any, soft_wrap: bool | None = None, **options: Any) -> None:
        """As Console.print; ``soft_wrap`` None wraps texts at a terminal only."""
        if soft_wrap is None:
            soft_wrap = not self.is_terminal and all(isinstance(one, str) for one in objects)
        super().print(*objects, soft_wrap=soft_wrap, **options)


# Results for people, and results for programs.
out = Results(highlight=False)
# Progress, notes and errors.
err = Console(stderr=True, highlight=False)


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    print(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def print_table(table: Table) -> None:
    """A table in which nothing is cut: as wide as the terminal, elsewhere (a file, a pipe to grep) as its cells are."""
    for column in table.columns:
        column.overflow = "fold"
    if out.is_terminal:
        out.print(table)
        return
    widest = out.measure(table, options=out.options.update(max_width=sys.maxsize)).maximum
    Console(highlight=False, width=widest).print(table)


def print_below(markup: str, *, indent: int) -> None:
    """A paragraph below a line that it belongs to: at a terminal all of its lines are indented."""
    if out.is_terminal:
        out.print(Padding(Text.from_markup(markup), (0, 0, 0, indent), expand=False))
    else:
        out.print(f"{' ' * indent}{markup}")


def fail(line: str) -> None:
    """One line on standard error about what went wrong."""
    err.print(f"[bold red]error:[/bold red] {escape(scrub(line))}", soft_wrap=True)


def warn(line: str) -> None:
    """One line on standard error about what a person may not expect."""
    err.print(f"[bold yellow]warning:[/bold yellow] {escape(scrub(line))}", soft_wrap=True)


def quiet_logs() -> None:
    """Keep library chatter off the terminal: warnings and worse of ours stay."""
    scrub_logging()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.StackInfoRenderer(),
            structlog.processors.format_exc_info,
            scrub_event,
            structlog.dev.ConsoleRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        # asked for at every line: a run of Dagster puts another stream in its place meanwhile
        logger_factory=_standard_error,
    )
    logging.getLogger().setLevel(logging.ERROR)
    logging.getLogger("bizrag").setLevel(logging.WARNING)


def print_report(report: IngestReport) -> None:
    """What an ingestion did, the failed documents last."""
    found = report.to_json()
    table = Table("added", "changed", "unchanged", "deleted", "failed", "chunks live", "seconds")
    numbers = [found["documents"][name] for name in ("added", "changed", "unchanged", "deleted", "failed")]
    table.add_row(*map(str, numbers), str(report.chunks), f"{report.seconds:.1f}")
    print_table(table)
    _print_stages(found)
    for place in report.empty:
        out.print(f"[yellow]![/yellow] no document in {escape(place)}", soft_wrap=True)
    _print_skipped(report.skipped)
    _print_left_out(report.left_out)
    if report.kept_out:
        names = ", ".join(report.kept_out[:5]) + (", ..." if len(report.kept_out) > 5 else "")
        out.print(f"passed over because forgotten: {escape(names)} ('bizrag forget --undo' lets them in)")
    for failure in report.failed:
        error = without_name(failure["error"], failure["doc"])
        when = ", in an earlier run" if failure["is_earlier"] else ""
        out.print(f"[red]✗[/red] {escape(failure['doc'])} ({failure['stage']}{when}): {escape(error)}", soft_wrap=True)
    if any(failure["is_earlier"] for failure in report.failed):
        out.print(f"[dim]what failed in an earlier run is {LEFT_ALONE}[/dim]", soft_wrap=True)


def left_behind(index: Mapping[str, Any], *, is_in_settings: bool = False) -> str:
    """What became of an index that ingestion does not keep.

    >>> left_behind({"index": "old", "documents": 4, "behind": 1}, is_in_settings=True)
    "index old answers, and was not asked for: 1 document in it is old or missing; 'bizrag ingest --index old' mends it"
    """
    name, behind = index["index"], index["behind"]
    number = f"{_counted(str(behind), 'documents')} in it {'is' if behind == 1 else 'are'} old or missing"
    if is_in_settings:
        return f"index {name} answers, and was not asked for: {number}; 'bizrag ingest --index {name}' mends it"
    ways = f"name it in BIZRAG_INDEXES or drop it ('bizrag indexes drop {name}')"
    if not behind:
        number = "all in it is up to date still"
    return f"index {name} answers, but the settings do not name it, so nothing keeps it up to date: {number}; {ways}"


def without_name(error: str, doc: str) -> str:
    """An error that stands beside its document's path: those of files begin with the name.

    >>> without_name("a.pdf: damaged", "old/a.pdf")
    'damaged'
    """
    return error.removeprefix(f"{doc.rsplit('/', 1)[-1]}: ")


def _print_skipped(names: Sequence[str]) -> None:
    """How many files of a folder are of types that are not read."""
    if names:
        from bizrag.pipeline.unread import by_suffix

        out.print(f"[dim]skipped (type not read): {by_suffix(names)}[/dim]")


def _print_left_out(folders: Sequence[str]) -> None:
    """Which folders of a source are our own."""
    if folders:
        out.print(
            f"[dim]left out (bizrag keeps its own files there): {escape(', '.join(folders))}[/dim]", soft_wrap=True
        )


def _print_stages(found: dict[str, Any]) -> None:
    """Where the time went, and what was expected against what was there."""
    spent = {stage: seconds for stage, seconds in found["stage_seconds"].items() if seconds >= 0.05}
    if spent:
        out.print("[dim]seconds of work: " + ", ".join(f"{stage} {s:.1f}" for stage, s in spent.items()) + "[/dim]")
    calls = [f"{number:,} {name.replace('_', ' ')}" for name, number in found["calls"].items() if number]
    if calls:
        cost = "of unknown price" if found["cost_usd"] is None else f"{found['cost_usd']:.2f} USD"
        out.print(f"[dim]calls: {', '.join(calls)}; {cost}[/dim]")
    for name, item in found["estimate"].items():
        out.print(f"[dim]{name}: {item['actual']:,}, expected before parsing {amount(item)}[/dim]")


def print_estimate(found: dict[str, Any]) -> None:
    """What an ingestion would take, ranges where nothing is counted yet."""
    documents = found["documents"]
    to_do = _counted(str(documents["to_do"]), "documents")
    out.print(
        f"{to_do} to work on ({documents['added']} new, {documents['changed']} changed, "
        f"{documents['unchanged']} as they were, {documents['deleted']} deleted), {found['parses']} to parse"
    )
    sizes = [_counted(amount(found[name]), name) for name in ("pages", "tables", "pictures", "slides")]
    out.print(", ".join(sizes))
    table = Table("stage", "call", "model", "calls", "tokens", "USD")
    for stage in found["stages"]:
        if stage["calls"]["high"]:
            price = "unknown" if stage["cost_usd"] is None else amount(stage["cost_usd"], digits=2)
            tokens = amount(stage["tokens"]) if stage["tokens"]["high"] else ""
            calls = amount(stage["calls"]) + ("" if stage["counted"] == "calls" else f" {stage['counted']}")
            table.add_row(stage["stage"], stage["call"], stage["model"], calls, tokens, price)
    if table.row_count:
        print_table(table)
    total = (
        "unknown: a model has no price" if found["cost_usd"] is None else f"{amount(found['cost_usd'], digits=2)} USD"
    )
    out.print(f"cost: {total}")
    for basis in dict.fromkeys(found["ranges_from"].values()):
        kinds = ", ".join(_kind_name(kind) for kind, other in found["ranges_from"].items() if other == basis)
        out.print(f"[dim]ranges come from {basis}: {escape(kinds)}; --parse counts instead[/dim]", soft_wrap=True)
    _print_skipped(found["skipped"])
    _print_left_out(found["left_out"])
    for name in found["unreadable"]:
        out.print(f"[yellow]![/yellow] {escape(name)} cannot be read")
    for line in found["missing"]:
        out.print(f"[red]✗[/red] {escape(line)}", soft_wrap=True)


def _kind_name(kind: str) -> str:
    """A kind of document as people call it: its type by the first suffix that it has, and its layout.

    >>> _kind_name("application/vnd.openxmlformats-officedocument.presentationml.presentation (horizontal)")
    'PPTX (horizontal)'
    """
    from bizrag.parsing.files.formats import SUPPORTED

    mime, blank, layout = kind.partition(" ")
    return next((suffix[1:].upper() for suffix, other in SUPPORTED.items() if other == mime), mime) + blank + layout


def _counted(number: str, things: str) -> str:
    """A number of things; one thing has no plural.

    >>> _counted("1", "pictures"), _counted("0", "pages"), _counted("2 (1 - 4)", "tables")
    ('1 picture', '0 pages', '2 (1 - 4) tables')
    """
    return f"{number} {things.removesuffix('s') if number == '1' else things}"


def amount(value: dict[str, float], *, digits: int = 0) -> str:
    """A number, or a range with what is likely.

    >>> amount({"low": 3, "likely": 3, "high": 3}), amount({"low": 1000, "likely": 2000, "high": 4000})
    ('3', '2,000 (1,000 - 4,000)')
    """
    low, likely, high = (f"{value[name]:,.{digits}f}" for name in ("low", "likely", "high"))
    return likely if low == high else f"{likely} ({low} - {high})"


def _standard_error(*_names: object) -> structlog.PrintLogger:
    return structlog.PrintLogger(sys.stderr)
