"""One record in the log for each document that was worked on: which stages ran, what they took, what failed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import structlog

from bizrag.pipeline.events import EventStatus, StageEvent
from bizrag.store.catalog import DocumentRow

log = structlog.get_logger("bizrag.documents")


@dataclass(slots=True)
class DocumentRecord:
    """What happened to a document in a run."""

    document: DocumentRow
    _events: list[StageEvent] = field(default_factory=list[StageEvent])

    def add(self, event: StageEvent) -> None:
        """A stage ended."""
        self._events.append(event)

    def write(self) -> None:
        """Into the log; nothing where no stage had anything to do. Texts of the document are never in it."""
        worked = [event for event in self._events if event.status is not EventStatus.UNCHANGED]
        if not worked:
            return
        calls: Counter[str] = Counter()
        for event in worked:
            calls.update(event.calls)
        failed = next((event for event in worked if event.status is EventStatus.FAILED), None)
        log.info(
            "document",
            document_id=self.document.document_id,
            collection=self.document.collection,
            doc=self.document.source_uri,
            status="failed" if failed else "done",
            stages={_name(event): round(event.seconds, 3) for event in worked},
            seconds=round(sum(event.seconds for event in worked), 3),
            calls=dict(calls),
            cost_usd=sum(event.cost_usd for event in worked),
            failed_stage=failed.stage.value if failed else None,
            error=failed.error if failed else None,
        )


def _name(event: StageEvent) -> str:
    return f"{event.index_name}/{event.stage}" if event.index_name else event.stage.value
