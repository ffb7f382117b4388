"""MMLongBench-Doc (Ma et al. 2024): questions on long documents, some without an answer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator

from bizrag.evaluation.cases import UNANSWERABLE, EvalCase, Text
from bizrag.evaluation.readers.options import ReadOptions
from bizrag.evaluation.readers.rows import checked, read_rows
from bizrag.evaluation.readers.values import list_in_text, physical_pages

__all__ = ["read_mmlongbench"]

_NO_ANSWER = "not answerable"
_SOURCES = {"pure-text (plain-text)": "text", "generalized-text (layout)": "layout"}


class _Row(BaseModel):
    doc_id: str
    doc_type: str | None = None
    question: str
    answer: Text
    # lists written as strings: "[2, 22]", "['Chart']"
    evidence_pages: Annotated[list[int], BeforeValidator(list_in_text)]
    evidence_sources: Annotated[list[str], BeforeValidator(list_in_text)]
    # Str, Int, Float, List, None
    answer_format: str


def read_mmlongbench(path: Path, options: ReadOptions) -> list[EvalCase]:
    """A JSON list without ids: a case is called by its place in the file. Pages count from 1."""
    return [
        _case(checked(values, _Row, where=where), number, where, options)
        for number, (where, values) in enumerate(read_rows(path), start=1)
    ]


def _case(row: _Row, number: int, where: str, options: ReadOptions) -> EvalCase:
    pages = physical_pages(row.evidence_pages, first=options.page_of(1), where=where)
    values = {
        "id": f"mmlongbench-{number:04}",
        "question": row.question,
        "answer": row.answer,
        "doc": options.doc_of(row.doc_id, ".pdf"),
        "pages": pages,
        "modality": _modality(row),
        "answer_type": row.answer_format.lower(),
        "hops": ("multi" if len(pages) > 1 else "single") if pages else None,
        "scope": options.scope or "doc",
        "set": "mmlongbench-doc",
        "doc_type": row.doc_type,
    }
    return checked(values, EvalCase, where=where)


def _modality(row: _Row) -> str:
    if row.answer.strip().lower() == _NO_ANSWER:
        return UNANSWERABLE
    names = {_SOURCES.get(source.lower(), source.lower()) for source in row.evidence_sources}
    return names.pop() if len(names) == 1 else "mixed" if names else "unknown"
