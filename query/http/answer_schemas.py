"""Answers as they go out: the keys of ``bizrag ask --json``, and the ids that links to pages and images need."""

from __future__ import annotations

from pydantic import BaseModel, Field

from bizrag.model.answers import Answer, CitedFigure
from query.http.schemas import Place
from query.to_json import answer_to_json


class CitationInfo(BaseModel):
    """Where a statement comes from; the quote occurs in the chunk's text."""

    id: int = Field(description="the number in the answer's text: [1](#1)")
    chunk_id: str
    document_id: str
    doc: str
    pages: list[int]
    locators: list[Place]
    quote: str


class PassageInfo(BaseModel):
    """A source as the answerer saw it."""

    id: int
    document_id: str
    doc: str
    title: str
    pages: list[int]
    chunk_ids: list[str]
    text: str


class FigureInfo(BaseModel):
    """A table, picture or page that the answer rests on."""

    citation: int = Field(description="the citation in whose source it stands")
    kind: str = Field(examples=["table"])
    document_id: str | None
    doc: str
    page: int | None
    bbox: list[float] | None
    image_sha256: str | None
    image: str | None = Field(description="where its image is; null where there is none")
    caption: str
    markdown: str = Field(description="cells of a table, values of a chart")
    shown: bool = Field(description="whether the answerer saw the image, and not only its description")


class NoteInfo(BaseModel):
    """What to know of a document behind the answer."""

    doc: str
    note: str


class DroppedInfo(BaseModel):
    """What was found and not given to the answerer."""

    chunk_id: str
    doc: str
    reason: str
    image_sha256: str | None


class UsageInfo(BaseModel):
    """Model calls of the answer; null where a provider does not say."""

    calls: int
    cached: int
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None


class AnswerInfo(BaseModel):
    """An answer with its citations, or an abstention."""

    answer: str = Field(description="Markdown; citations are links: [1](#1)")
    citations: list[CitationInfo]
    abstained: bool = Field(description="the sources do not suffice")
    passages: list[PassageInfo]
    provider: str = Field(description="who wrote it", examples=["local/extractive-1"])
    notes: list[NoteInfo]
    seconds: float
    figures: list[FigureInfo]
    searched_for: str
    steps: dict[str, float] = Field(description="seconds of each step")
    warnings: list[str]
    dropped: list[DroppedInfo]
    counts: dict[str, int]
    usage: UsageInfo


def answer_info(answer: Answer) -> AnswerInfo:
    """An answer as it goes out."""
    value = answer_to_json(answer)
    documents = {citation.citation_id: citation.document_id for citation in answer.citations}
    for citation, shown in zip(answer.citations, value["citations"], strict=True):
        shown["document_id"] = citation.document_id
    for passage, shown in zip(answer.passages, value["passages"], strict=True):
        shown["document_id"] = passage.document_id
    for cited, shown in zip(answer.figures, value["figures"], strict=True):
        document_id = documents.get(cited.citation_id)
        shown |= {"document_id": document_id, "image": _image(cited, document_id)}
    return AnswerInfo.model_validate(value)


def _image(cited: CitedFigure, document_id: str | None) -> str | None:
    sha256 = cited.figure.image_sha256
    return f"/documents/{document_id}/images/{sha256}" if sha256 and document_id else None
