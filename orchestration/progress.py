"""What a person sees while documents are ingested: a line per stage with its rate, one for all with the time left, and
below them what is worked on.

Failures are counted while the run goes on and listed when it is over, where they are still on the screen.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Self

from rich.console import Console, RenderableType
from rich.markup import escape
from rich.padding import Padding
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
# what the columns beside the bar take, so that all of them fit a terminal of 80 columns
_BESIDE_BAR = 54
_MAX_BAR = 28
# between two lines of text, where nothing is drawn
_LINE_SECONDS = 30.0


class _Rate(ProgressColumn):
    """Documents a second, or a minute where that is less than one."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if not speed:
            return Text("")
        return Text(f"{speed:.1f}/s" if speed >= 1 else f"{60 * speed:.1f}/min", style="cyan", justify="right")


class _Display(Progress):
    """The lines, and below them what is worked on: beside them a long name would take the width that numbers need."""

    def __init__(self, console: Console) -> None:
        # filled before Progress, which draws once while it is made
        self.at: dict[StageName, str] = {}
        super().__init__(
            TextColumn("{task.description}"),
            BarColumn(bar_width=max(4, min(_MAX_BAR, console.width - _BESIDE_BAR))),
            MofNCompleteColumn(table_column=Column(justify="right", no_wrap=True)),
            _Rate(table_column=Column(justify="right", min_width=8, no_wrap=True)),
            TimeElapsedColumn(table_column=Column(no_wrap=True)),
            TimeRemainingColumn(compact=True, elapsed_when_finished=False, table_column=Column(no_wrap=True)),
            TextColumn("[red]{task.fields[failed]}", table_column=Column(no_wrap=True)),
            console=console,
            transient=True,
        )

    def get_renderables(self) -> Iterable[RenderableType]:
        yield from super().get_renderables()
        yield from (Padding(Text(at, style="dim"), (0, 0, 0, 2)) for _, at in sorted(self.at.items(), key=_place))


def _place(item: tuple[StageName, str]) -> int:
    return list(_VERBS).index(item[0])


class ProgressListener(IngestListener):
    """Draws on standard error, so that standard output holds results alone. Nothing is drawn when nothing is to do."""

    def __init__(self, console: Console, *, num_indexes: int = 1) -> None:
        self._progress = _Display(console)
        self._num_indexes = num_indexes
        self._whole: TaskID | None = None
        self._stages: dict[StageName, TaskID] = {}
        self._ended: set[int] = set()
        self._failed: set[int] = set()
        # when the last line of each sort was written: how far the run is, what takes long
        self._told_progress = self._told_wait = float("-inf")

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
        self._told_progress = time.monotonic()
        self._whole = self._progress.add_task("[bold]documents[/bold]", total=documents, failed="")
        for stage, verb in _VERBS.items():
            times = self._num_indexes if STAGE_BY_NAME[stage].is_per_index else 1
            self._stages[stage] = self._progress.add_task(f"  {verb}", total=documents * times, failed="")
        self._progress.start()

    def event(self, event: StageEvent) -> None:
        """Advance the stage, and all documents when one is through."""
        if self._whole is None:
            return
        self._progress.at.pop(event.stage, None)
        self._progress.advance(self._stages[event.stage])
        number = event.document.document_no
        if event.status is EventStatus.FAILED:
            self._skip_rest(event)
            self._failed.add(number)
            self._progress.update(self._whole, failed=f"{len(self._failed)} failed")
        is_last = event.stage is StageName.SEARCH_INDEX or event.status is EventStatus.FAILED
        if is_last and number not in self._ended:
            self._ended.add(number)
            self._progress.advance(self._whole)
        self._write_progress()

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
            self._progress.at[StageName.PAGES] = f"parsing {_short(document)}, page {done} of {total}"
            self._write_progress()

    def _write_progress(self) -> None:
        """Where nothing can be drawn (a log, a pipe) a line now and then says how far the run is."""
        now = time.monotonic()
        if self._whole is None or self._progress.console.is_terminal or now - self._told_progress < _LINE_SECONDS:
            return
        self._told_progress = now
        failed = f", {len(self._failed)} of them failed" if self._failed else ""
        at = "".join(f"; {doing}" for doing in self._progress.at.values())
        total = self._progress.tasks[self._whole].total or 0
        line = f"{len(self._ended)} of {total:.0f} documents done{failed}{at}"
        self._progress.console.print(escape(line), soft_wrap=True)

    def waiting(self, waits: Sequence[Wait]) -> None:
        """Say what takes long: beside its stage, or, where nothing can be drawn, on a line of its own."""
        if self._whole is None:
            return
        for wait in reversed(waits):
            self._progress.at[wait.stage] = told(wait)
        now = time.monotonic()
        if not self._progress.console.is_terminal and now - self._told_wait >= _LINE_SECONDS:
            self._told_wait = now
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
