"""What the service answers with: the keys are those of the command line's ``--json``, and a few that links need."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, Field

from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit
from query.to_json import hits_to_json

_Sha256 = Field(pattern="^[0-9a-f]{64}$")


class Place(BaseModel):
    """A box on a page, or a span of characters where a format has no pages; or both."""

    page: int | None = Field(default=None, description="page, from 1")
    bbox: list[float] | None = Field(
        default=None,
        description="left, top, right, bottom; null: the whole page",
        examples=[[50.0, 100.0, 500.0, 300.0]],
    )
    unit: str | None = Field(default=None, description="of the box: pt, 1/72 inch")
    origin: str | None = Field(default=None, description="of the box: the page's top left corner")
    char_start: int | None = Field(default=None, description="first character in the document's text")
    char_end: int | None = Field(default=None, description="character after the last")


class FoundChunk(BaseModel):
    """A chunk that was found."""

    rank: int = Field(description="from 1", examples=[1])
    score: float = Field(description="comparable inside one search only")
    chunk_id: str = Field(description="stays while text and place stay")
    document_id: str = Field(description="stays when the content changes")
    doc: str = Field(description="path of the document below its source root", examples=["2025/annual report.pdf"])
    pages: list[int] = Field(description="pages on which it stands; empty for formats without pages")
    locators: list[Place]
    kind: ChunkKind
    headings: list[str] = Field(description="the document's title, then the headings above the chunk")
    text: str
    notes: list[str] = Field(description="what to know of the document: an older version answers, pages are missing")
    routes: dict[str, int] = Field(description="rank in each route that found it", examples=[{"dense": 3, "bm25": 1}])


class SearchResponse(BaseModel):
    """The hits, best first."""

    hits: list[FoundChunk]
    seconds: float = Field(description="how long the search took")


def found_chunks(hits: Sequence[Hit]) -> list[FoundChunk]:
    """Hits as they go out."""
    return [
        FoundChunk(**value, document_id=hit.document_id, routes=hit.route_ranks)
        for hit, value in zip(hits, hits_to_json(hits), strict=True)
    ]
