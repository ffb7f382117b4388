"""What an ingestion says while it runs and when it is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from bizrag.pipeline.events import EventStatus, StageEvent, Wait
from bizrag.pipeline.stages import StageName
from bizrag.store.state import LeftIndex


class IngestListener:
    """Hears what happens; the default hears nothing."""

    def planned(self, documents: int) -> None:
        """So many documents have work to do."""

    def event(self, event: StageEvent) -> None:
        """A stage of a document ended."""

    def page(self, document: str, done: int, total: int) -> None:
        """A page of a document was parsed."""

    def waiting(self, waits: Sequence[Wait]) -> None:
        """These take long, the longest first; told every ten seconds."""

    def note(self, line: str) -> None:
        """Something a person may want to know while waiting."""


@dataclass(slots=True, kw_only=True)
class IngestReport:
    """What an ingestion did."""

    listed: int = 0
    added: int = 0
    changed: int = 0
    deleted: int = 0
    # files at the places of forgotten documents: passed over
    kept_out: list[str] = field(default_factory=list[str])
    # places that hold no document
    empty: list[str] = field(default_factory=list[str])
    # files of folders whose types are not read
    skipped: list[str] = field(default_factory=list[str])
    # folders inside the sources in which bizrag keeps its own files
    left_out: list[str] = field(default_factory=list[str])
    # one entry per document or place that failed: doc, stage, error, and is_earlier: not tried in this run
    failed: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    calls: Counter[str] = field(default_factory=Counter[str])
    # seconds of work by stage, parallel parsing counted in full
    stage_seconds: dict[str, float] = field(default_factory=dict[str, float])
    chunks: int = 0
    stale: int = 0
    orphaned: int = 0
    # what was expected before parsing, and what was there
    forecast: dict[str, Any] = field(default_factory=dict[str, Any])
    # indexes that answer from older versions of documents, or lack some, and that this run did not keep
    left_indexes: list[LeftIndex] = field(default_factory=list[LeftIndex])
    # some calls have no known price
    has_unpriced: bool = False
    seconds: float = 0.0
    # of the model calls, where their prices are known; local models cost nothing
    cost_usd: float = 0.0

    @property
    def unchanged(self) -> int:
        return max(0, self.listed - self.added - self.changed - len(self.failed))

    def to_json(self) -> dict[str, Any]:
        """The public form of ``bizrag ingest --json``."""
        return {
            "documents": {
                "added": self.added,
                "changed": self.changed,
                "unchanged": self.unchanged,
                "deleted": self.deleted,
                "failed": len(self.failed),
            },
            "calls": {name: self.calls[name] for name in ("parse", "chat", "embed_texts", "embed_images")},
            "rows": {"chunks": self.chunks, "stale": self.stale, "orphaned": self.orphaned},
            "failed": self.failed,
            "passed_over": self.kept_out,
            "empty": self.empty,
            "skipped": self.skipped,
            "left_out": self.left_out,
            "left_indexes": [asdict(index) for index in self.left_indexes],
            "stage_seconds": {name: round(seconds, 3) for name, seconds in self.stage_seconds.items()},
            "seconds": round(self.seconds, 3),
            "estimate": self.forecast,
            # None where a price is not known; local models cost nothing
            "cost_usd": None if self.has_unpriced else round(self.cost_usd, 6),
        }


class Tally:
    """Counts what the runner reports.

    A document is added by the run in which it answers for the first time, and changed by the run in which its new bytes
    do: an earlier run may have read them, and been interrupted.
    """

    def __init__(self, report: IngestReport, *, live: Mapping[int, Collection[str]]) -> None:
        self._report = report
        # the bytes that documents answered from before the run
        self._live = live
        self._contents: dict[int, str] = {}
        self._added: set[int] = set()
        self._changed: set[int] = set()
        self._failed: set[int] = set()

    def count(self, event: StageEvent) -> None:
        """Take in one event."""
        number = event.document.document_no
        self._report.calls.update(event.calls)
        self._report.cost_usd += event.cost_usd
        seconds = self._report.stage_seconds
        seconds[event.stage.value] = seconds.get(event.stage.value, 0.0) + event.seconds
        if event.status is EventStatus.FAILED:
            self._failed.add(number)
        elif event.stage is StageName.DOCUMENTS:
            self._hear_content(number, event.document.content_sha256, event.outputs["content"])
        elif event.stage is StageName.SEARCH_INDEX and event.status is EventStatus.DONE:
            self._hear_published(number)
        self._report.added = len(self._added - self._failed)
        self._report.changed = len(self._changed - self._failed)

    def _hear_content(self, number: int, before: str | None, content: str) -> None:
        self._contents[number] = content
        # other bytes that say the same are not published again
        if number in self._live and before != content:
            self._changed.add(number)

    def _hear_published(self, number: int) -> None:
        if number not in self._live:
            self._added.add(number)
        elif self._contents.get(number) not in self._live[number]:
            self._changed.add(number)
