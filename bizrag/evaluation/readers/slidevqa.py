"""SlideVQA (Tanaka et al. 2023): questions on decks of 20 slides."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel

from bizrag.errors import BadInputError
from bizrag.evaluation.cases import EvalCase, Text
from bizrag.evaluation.readers.options import ReadOptions
from bizrag.evaluation.readers.rows import checked, read_rows
from bizrag.evaluation.readers.values import hops_of, physical_pages

__all__ = ["read_slidevqa"]


class _Row(BaseModel):
    qa_id: Text
    question: str
    answer: Text
    deck_name: str
    # one address for each slide
    image_urls: list[str] = []
    # 1 to 20
    evidence_pages: list[int]
    # Single-Span, Multi-Span, Non-Span
    answer_type: str | None = None
    # Single-Hop, Multi-Hop, Numerical
    reasoning_type: str | None = None


def read_slidevqa(path: Path, options: ReadOptions) -> list[EvalCase]:
    """JSON lines; a document is the deck's name with ".pdf", as its slides are put together for ingestion."""
    return [_case(checked(values, _Row, where=where), where, options) for where, values in read_rows(path)]


def _case(row: _Row, where: str, options: ReadOptions) -> EvalCase:
    pages = physical_pages(row.evidence_pages, first=options.page_of(1), where=where)
    if pages and row.image_urls and pages[-1] > len(row.image_urls):
        raise BadInputError(f"{where}: evidence_pages: {pages[-1]} is behind the last of {len(row.image_urls)} slides")
    values = {
        "id": row.qa_id,
        "question": row.question,
        "answer": row.answer,
        "doc": options.doc_of(row.deck_name, ".pdf"),
        "pages": pages,
        "modality": "slide",
        "answer_type": row.answer_type.lower() if row.answer_type else None,
        "hops": hops_of(row.reasoning_type),
        "scope": options.scope or "doc",
        "set": "slidevqa",
        "reasoning_type": row.reasoning_type,
    }
    return checked(values, EvalCase, where=where)
