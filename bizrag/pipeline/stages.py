"""The stage table: what each stage reads and which named hashes it leaves for later ones.

A stage of a document runs only when its fingerprint - what the stage is and what it reads - differs from its last
success. Because later stages read named outputs, a change stops where it has no effect: a new title re-chunks but
parses nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class StageName(StrEnum):
    """The stages in order."""

    DOCUMENTS = "documents"
    CLASSIFICATIONS = "classifications"
    PAGES = "pages"
    DESCRIPTIONS = "descriptions"
    CHUNKS = "chunks"
    EMBEDDINGS = "embeddings"
    SEARCH_INDEX = "search_index"


# The pseudo-stage of what the listing says; see sql/queries/select_stale_documents.sql.
SOURCE = "source"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage of ingestion."""

    name: StageName
    # Dagster group, and the verb of progress messages
    group: str
    # (stage, output) pairs that the fingerprint is made of
    reads: tuple[tuple[str, str], ...]
    # one row of the asset is ...
    grain: str
    # made once for every index
    is_per_index: bool = False

    @property
    def upstream(self) -> tuple[StageName, ...]:
        """The stages read, each once, in order."""
        return tuple(dict.fromkeys(StageName(stage) for stage, _ in self.reads if stage != SOURCE))


STAGES: tuple[Stage, ...] = (
    Stage(
        name=StageName.DOCUMENTS,
        group="ingest",
        reads=((SOURCE, "mark"),),
        grain="one row per source document: content hash, format, pages, a look at the first two pages",
    ),
    Stage(
        name=StageName.CLASSIFICATIONS,
        group="ingest",
        reads=((StageName.DOCUMENTS, "content"), (SOURCE, "name")),
        grain="one row per document: report-like or slide-like with the reason, and the written title",
    ),
    Stage(
        name=StageName.PAGES,
        group="parse",
        reads=((StageName.DOCUMENTS, "content"), (StageName.CLASSIFICATIONS, "layout")),
        grain="one row per page: reading text with placeholders, image, tables, pictures, headings",
    ),
    Stage(
        name=StageName.DESCRIPTIONS,
        group="describe",
        # not what it says: a description belongs to a parse, and goes with it
        reads=((StageName.PAGES, "parse_id"), (StageName.CLASSIFICATIONS, "layout")),
        grain="one row per table, picture or slide: its class and its description",
    ),
    Stage(
        name=StageName.CHUNKS,
        group="chunk",
        reads=(
            (StageName.PAGES, "parse"),
            (StageName.DESCRIPTIONS, "descriptions"),
            (StageName.CLASSIFICATIONS, "layout"),
            (StageName.CLASSIFICATIONS, "title"),
        ),
        grain="one row per chunk: what can be found, its headings and its place",
        is_per_index=True,
    ),
    Stage(
        name=StageName.EMBEDDINGS,
        group="embed",
        reads=((StageName.CHUNKS, "chunks"),),
        grain="one row per embedded text: its vector in the index's space",
        is_per_index=True,
    ),
    Stage(
        name=StageName.SEARCH_INDEX,
        group="publish",
        reads=((StageName.CHUNKS, "chunk_set"), (StageName.EMBEDDINGS, "vectors")),
        grain="one row per document that answers in the index: its vectors and postings are live",
        is_per_index=True,
    ),
)

STAGE_BY_NAME: dict[StageName, Stage] = {stage.name: stage for stage in STAGES}


@dataclass(frozen=True, slots=True, kw_only=True)
class StageVersion:
    """A stage as it runs now: for one index (0 where all share it), with the hash of code, model and parameters."""

    stage: StageName
    index_no: int
    # what the stage is made of, for people: {"parser": "...", "ocr": "..."}
    parts: dict[str, Any]
    # hash of the parts
    static: str

    def to_json(self, position: int) -> dict[str, Any]:
        """A row for the plan's SQL; reads are paths into the document's facts."""
        reads = [[self.facts_key(stage), output] for stage, output in STAGE_BY_NAME[self.stage].reads]
        return {
            "position": position,
            "stage": self.stage.value,
            "index_no": self.index_no,
            "static": self.static,
            "reads": reads,
        }

    def facts_key(self, upstream: str) -> str:
        """Where a document's facts hold the outputs of a stage that this one reads."""
        per_index = upstream != SOURCE and STAGE_BY_NAME[StageName(upstream)].is_per_index
        return f"{upstream}.{self.index_no if per_index else 0}"
