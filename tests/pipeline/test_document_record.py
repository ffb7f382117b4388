"""The record of a document in the log."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs

from bizrag.pipeline.document_record import DocumentRecord
from bizrag.pipeline.events import EventStatus, StageEvent
from bizrag.pipeline.stages import StageName
from bizrag.store.catalog import DocumentRow

VALUES: dict[str, Any] = {"document_no": 7, "document_id": "d" * 32, "collection": "docs", "source_uri": "a/report.pdf"}
ALL_VALUES: dict[str, Any] = {field.name: VALUES.get(field.name) for field in dataclasses.fields(DocumentRow)}
DOCUMENT = DocumentRow(**ALL_VALUES)


@pytest.fixture(autouse=True)
def _every_level() -> None:
    """A command that ran in this process before may have left its own level of the log."""
    structlog.reset_defaults()


def event(stage: StageName, status: EventStatus, *, index: str | None = None, error: str | None = None) -> StageEvent:
    return StageEvent(
        document=DOCUMENT,
        stage=stage,
        index_name=index,
        status=status,
        fingerprint="f",
        inputs={},
        outputs={},
        metadata={"text": "a secret sentence"},
        calls={"chat": 2},
        seconds=1.25,
        cost_usd=0.5,
        error=error,
    )


def test_a_document_is_one_record_with_what_its_stages_took() -> None:
    record = DocumentRecord(DOCUMENT)
    record.add(event(StageName.PAGES, EventStatus.UNCHANGED))
    record.add(event(StageName.DESCRIPTIONS, EventStatus.DONE))
    record.add(event(StageName.CHUNKS, EventStatus.FAILED, index="default", error="no such model"))
    with capture_logs() as lines:
        record.write()
    assert lines == [
        {
            "event": "document",
            "log_level": "info",
            "document_id": "d" * 32,
            "collection": "docs",
            "doc": "a/report.pdf",
            "status": "failed",
            "stages": {"descriptions": 1.25, "default/chunks": 1.25},
            "seconds": 2.5,
            "calls": {"chat": 4},
            "cost_usd": 1.0,
            "failed_stage": "chunks",
            "error": "no such model",
        }
    ]


def test_nothing_is_said_of_a_document_without_work() -> None:
    record = DocumentRecord(DOCUMENT)
    record.add(event(StageName.PAGES, EventStatus.UNCHANGED))
    with capture_logs() as lines:
        record.write()
    assert lines == []
