"""Answers, what they were written from, and their citations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bizrag.model.agents import AgentTrace
from bizrag.model.geometry import BoundingBox, Locator
from bizrag.model.retrieval import Hit
from bizrag.model.spending import NOTHING_SPENT, Spending


class FigureKind(StrEnum):
    """What a figure is."""

    TABLE = "table"
    PICTURE = "picture"
    # a whole page or slide
    PAGE = "page"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A table, picture or page that stands in a passage."""

    kind: FigureKind
    # place in the passage's text: of a table or picture with its tags, empty where a page image stands
    start: int
    end: int
    # the chunk that describes it, found or not; None when descriptions are no chunks
    chunk: Hit | None = None
    # the blob of a picture's crop or a page's image; None for tables and for pictures that could not be rendered
    image_sha256: str | None = None
    # False when the answerer reads the description only: there is no image, or no budget for it
    is_shown: bool = False
    # cells of a table, values of a native chart; else empty
    markdown: str = ""
    caption: str = ""
    # None for formats without pages
    page_no: int | None = None
    # None means the whole page
    bbox: BoundingBox | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A source as the answerer sees it: one or several hits of one document, assembled."""

    # small integer shown to the answerer, from 1; afterwards the number of its citation, where it has one
    passage_id: int
    document_id: str
    doc: str
    title: str
    # text with tables and pictures back in their places
    text: str
    # the hits inside, in document order
    hits: tuple[Hit, ...]
    # the tables, pictures and pages inside, in the order of the text
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Where a statement of an answer comes from. The quote occurs in the chunk's text."""

    # the number in the answer's text: [1](#1)
    citation_id: int
    chunk_id: str
    document_id: str
    doc: str
    locators: tuple[Locator, ...]
    quote: str

    @property
    def page_nos(self) -> tuple[int, ...]:
        return tuple(sorted({place.page_no for place in self.locators if place.page_no is not None}))


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedFigure:
    """A table, picture or page that an answer rests on."""

    # the citation whose source it stands in
    citation_id: int
    doc: str
    figure: Figure


class DropReason(StrEnum):
    """Why a hit is in no passage, or an image is not shown."""

    BUDGET = "budget"
    # the same text of the same document, or the same image, is there already
    DUPLICATE = "duplicate"
    # no room among the images; its description is there
    IMAGE_BUDGET = "image_budget"
    # the image is gone or damaged; its description is there
    IMAGE_UNUSABLE = "image_unusable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A hit that is in no passage, or an image that is not shown."""

    chunk_id: str
    doc: str
    reason: DropReason
    # the image, where only that is left out
    image_sha256: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """What happened on the way to an answer."""

    # the question as it was searched for
    searched_for: str = ""
    # wall seconds of the steps rewrite, retrieve, rerank, assemble, generate and cite, where they took place;
    # first_token: from the question to the first piece of a streamed answer
    seconds: Mapping[str, float] = field(default_factory=dict[str, float])
    # what did not go as it should, a line each, for a person
    notes: tuple[str, ...] = ()
    # markers of the written answer that named no source and were taken out
    num_invalid_citations: int = 0
    # numbers of a ranking that named no candidate, candidates that it left out, candidates that it named again
    num_unknown_ranks: int = 0
    num_missing_ranks: int = 0
    num_repeated_ranks: int = 0
    # what was found and not given to the answerer
    dropped: tuple[Dropped, ...] = ()
    # images that the answerer saw
    num_images: int = 0
    spending: Spending = NOTHING_SPENT


NOTHING_TRACED = Trace()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer from the sources, or an abstention."""

    text: str
    citations: tuple[Citation, ...]
    # True when the sources do not suffice; the text is then "No answer found"
    is_abstention: bool
    passages: tuple[Passage, ...]
    # who wrote it: "local/extractive-1", "openai/gpt-4.1-..."
    provider: str
    seconds: float
    figures: tuple[CitedFigure, ...] = ()
    trace: Trace = NOTHING_TRACED
    # what agents did for it; None where none were asked
    agents: AgentTrace | None = None
