"""What a person sees while documents are ingested: a line per stage with its rate, and one for all with the time left.

Failures are counted while the run goes on and listed when it is over, where they are still on the screen.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
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

from bizrag.pipeline.events import EventStatus, StageEvent, Wait
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
# and while they are at it
_AT_WORK = {
    StageName.DOCUMENTS: "looking at",
    StageName.CLASSIFICATIONS: "classifying",
    StageName.PAGES: "parsing",
    StageName.DESCRIPTIONS: "describing",
    StageName.CHUNKS: "chunking",
    StageName.EMBEDDINGS: "embedding",
    StageName.SEARCH_INDEX: "publishing",
}
_NAME_CHARS = 40
# between two lines that say what takes long, where nothing is drawn
_LINE_SECONDS = 30.0


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
        self._told_at = float("-inf")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Progress.stop() would end with an empty line where nothing is drawn
        self._progress.live.stop()

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
            at = f"parsing {escape(_short(document))} {done}/{total}"
            self._progress.update(self._stages[StageName.PAGES], at=at)

    def waiting(self, waits: Sequence[Wait]) -> None:
        """Say what takes long: beside its stage, or, where nothing can be drawn, on a line of its own."""
        if self._whole is None:
            return
        for wait in reversed(waits):
            self._progress.update(self._stages[wait.stage], at=escape(told(wait)))
        now = time.monotonic()
        if not self._progress.console.is_terminal and now - self._told_at >= _LINE_SECONDS:
            self._told_at = now
            others = f" (and {len(waits) - 1} more)" if len(waits) > 1 else ""
            self._progress.console.print(f"still {escape(told(waits[0]) + others)}", soft_wrap=True)

    def note(self, line: str) -> None:
        """Print a line above the bars."""
        self._progress.console.print(f"[dim]{escape(line)}[/dim]")


def told(wait: Wait) -> str:
    """What takes long, and for how long.

    >>> told(Wait(document="a/report.pdf", stage=StageName.PAGES, pages=(3, 20), seconds=75.4))
    'parsing a/report.pdf, 3 of 20 pages done, nothing new for 75 s'
    >>> told(Wait(document="report.pdf", stage=StageName.DESCRIPTIONS, pages=None, seconds=12.0))
    'describing report.pdf for 12 s'
    >>> told(Wait(document="report.pdf", stage=StageName.DOCUMENTS, pages=None, seconds=12.0, is_elsewhere=True))
    'waiting for report.pdf, which another run is working on, for 12 s'
    """
    if wait.is_elsewhere:
        return f"waiting for {_short(wait.document)}, which another run is working on, for {wait.seconds:.0f} s"
    at = f"{_AT_WORK[wait.stage]} {_short(wait.document)}"
    if wait.stage is not StageName.PAGES:
        return f"{at} for {wait.seconds:.0f} s"
    done = f"{wait.pages[0]} of {wait.pages[1]} pages done" if wait.pages else "no page done yet"
    return f"{at}, {done}, nothing new for {wait.seconds:.0f} s"


def _short(document: str) -> str:
    return document if len(document) <= _NAME_CHARS else f"…{document[1 - _NAME_CHARS :]}"
