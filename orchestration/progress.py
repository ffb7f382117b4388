"""What a person sees while documents are ingested: one bar, the document at work, and failures as they happen."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from bizrag.pipeline.events import EventStatus, StageEvent
from bizrag.pipeline.stages import StageName
from orchestration.report import IngestListener


class ProgressListener(IngestListener):
    """Draws on standard error, so that standard output holds results alone."""

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            TextColumn("[bold]{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("documents"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("[dim]{task.fields[at]}"),
            console=console,
        )
        self._task = self._progress.add_task("Ingesting", total=None, at="")
        self._closed: set[int] = set()

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.update(self._task, at="")
        self._progress.stop()

    def planned(self, documents: int) -> None:
        """Set the length of the bar."""
        self._progress.update(self._task, total=documents)

    def event(self, event: StageEvent) -> None:
        """Advance when a document is through, or failed."""
        name = escape(event.document.source_uri)
        if event.status is EventStatus.FAILED:
            self._progress.console.print(f"[red]✗[/red] {name}: {escape(event.error or '')}")
        self._progress.update(self._task, at=f"{event.stage.value} {name}")
        is_last = event.stage is StageName.SEARCH_INDEX or event.status is EventStatus.FAILED
        if is_last and event.document.document_no not in self._closed:
            self._closed.add(event.document.document_no)
            self._progress.advance(self._task)

    def page(self, document: str, done: int, total: int) -> None:
        """Show how far the document at work is."""
        self._progress.update(self._task, at=f"parsing {escape(document)} {done}/{total}")

    def note(self, line: str) -> None:
        """Print a line above the bar."""
        self._progress.console.print(f"[dim]{escape(line)}[/dim]")
