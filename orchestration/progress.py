"""What a person sees while documents are ingested: a line per stage with its rate, and one for all with the time left.

Failures are counted while the run goes on and listed when it is over, where they are still on the screen.
"""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Column
from rich.text import Text

from bizrag.pipeline.events import EventStatus, StageEvent
from bizrag.pipeline.stages import STAGE_BY_NAME, StageName
from orchestration.report import IngestListener

# What a stage has done with a document, in the order of the lines.
_VERBS = {
    StageName.DOCUMENTS: "read",
    StageName.CLASSIFICATIONS: "classified",
    StageName.PAGES: "parsed",
    StageName.DESCRIPTIONS: "described",
    StageName.CHUNKS: "chunked",
    StageName.EMBEDDINGS: "embedded",
    StageName.SEARCH_INDEX: "live",
}
_NAME_CHARS = 40


class _Rate(ProgressColumn):
    """Documents a second, or a minute where that is less than one."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if not speed:
            return Text("")
        return Text(f"{speed:.1f}/s" if speed >= 1 else f"{60 * speed:.1f}/min", style="cyan", justify="right")


class ProgressListener(IngestListener):
    """Draws on standard error, so that standard output holds results alone. Nothing is drawn when nothing is to do."""

    def __init__(self, console: Console, *, num_indexes: int = 1) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=28),
            MofNCompleteColumn(table_column=Column(justify="right")),
            _Rate(table_column=Column(justify="right", min_width=8)),
            TimeElapsedColumn(),
            TimeRemainingColumn(compact=True, elapsed_when_finished=False),
            TextColumn("[dim]{task.fields[at]}", table_column=Column(no_wrap=True, overflow="ellipsis")),
            console=console,
            transient=True,
        )
        self._num_indexes = num_indexes
        self._whole: TaskID | None = None
        self._stages: dict[StageName, TaskID] = {}
        self._ended: set[int] = set()
        self._failed: set[int] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def planned(self, documents: int) -> None:
        """Draw the lines for so many documents."""
        if not documents:
            return
        self._whole = self._progress.add_task("[bold]documents[/bold]", total=documents, at="")
        for stage, verb in _VERBS.items():
            times = self._num_indexes if STAGE_BY_NAME[stage].is_per_index else 1
            self._stages[stage] = self._progress.add_task(f"  {verb}", total=documents * times, at="")
        self._progress.start()

    def event(self, event: StageEvent) -> None:
        """Advance the stage, and all documents when one is through."""
        if self._whole is None:
            return
        self._progress.update(self._stages[event.stage], advance=1, at="")
        number = event.document.document_no
        if event.status is EventStatus.FAILED:
            self._skip_rest(event)
            self._failed.add(number)
            self._progress.update(self._whole, at=f"[red]{len(self._failed)} failed[/red]")
        is_last = event.stage is StageName.SEARCH_INDEX or event.status is EventStatus.FAILED
        if is_last and number not in self._ended:
            self._ended.add(number)
            self._progress.advance(self._whole)

    def _skip_rest(self, event: StageEvent) -> None:
        """A failed document does not reach the later stages: their lines are shorter by it."""
        is_shared = not STAGE_BY_NAME[event.stage].is_per_index
        for stage, task in self._stages.items():
            if list(_VERBS).index(stage) > list(_VERBS).index(event.stage):
                times = self._num_indexes if is_shared and STAGE_BY_NAME[stage].is_per_index else 1
                total = self._progress.tasks[task].total or 0
                self._progress.update(task, total=max(0, total - times))

    def page(self, document: str, done: int, total: int) -> None:
        """Show how far the document at work is."""
        if self._whole is not None:
            name = document if len(document) <= _NAME_CHARS else f"…{document[1 - _NAME_CHARS :]}"
            self._progress.update(self._stages[StageName.PAGES], at=f"parsing {escape(name)} {done}/{total}")

    def note(self, line: str) -> None:
        """Print a line above the bars."""
        self._progress.console.print(f"[dim]{escape(line)}[/dim]")
