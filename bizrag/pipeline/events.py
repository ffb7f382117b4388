"""What the runner reports: one event per document and stage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection

from bizrag.pipeline.stages import StageName
from bizrag.store.catalog import DocumentRow

# Outputs of earlier stages by "<stage>.<index_no>".
Facts = dict[str, dict[str, Any]]


class EventStatus(StrEnum):
    """How a stage of a document ended."""

    DONE = "done"
    # what it reads and what it is have not changed since its last success
    UNCHANGED = "unchanged"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a stage worked out, before anything is stored."""

    # named hashes for later stages
    outputs: dict[str, Any]
    # numbers and texts for people
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])
    # parser and embedder calls made: {"parse": 1}, {"embed_texts": 37}; the runner counts those of chat models
    calls: dict[str, int] = field(default_factory=dict[str, int])
    # seconds of work, where another process did it; else the runner's clock counts
    seconds: float | None = None
    # stores the output, in the transaction that records the success
    save: Callable[[Connection], None] = lambda conn: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """A document that nothing was heard of for a while."""

    # path below its source root
    document: str
    stage: StageName
    # parsed so far and in all; None before the first page, and in stages that know none
    pages: tuple[int, int] | None
    # since the stage began, or since its last page
    seconds: float
    # another process works on the document, or parses the same bytes
    is_elsewhere: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StageEvent:
    """A stage of a document ended."""

    document: DocumentRow
    stage: StageName
    # None for stages that all indexes share
    index_name: str | None
    status: EventStatus
    fingerprint: str
    # outputs of the stages that it reads
    inputs: dict[StageName, dict[str, Any]]
    outputs: dict[str, Any]
    metadata: dict[str, Any]
    calls: dict[str, int]
    seconds: float
    # of the model calls, where their prices are known
    cost_usd: float = 0.0
    # one line for a person when the stage failed
    error: str | None = None


#: hears of documents that take long, those that take longest first
OnWait = Callable[[Sequence[Wait]], None]
