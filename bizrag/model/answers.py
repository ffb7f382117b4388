"""Answers and their citations."""

from __future__ import annotations

from dataclasses import dataclass

from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit


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
