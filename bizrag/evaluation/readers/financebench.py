"""FinanceBench (Islam et al. 2023): questions on company filings, with the text and page of their evidence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel

from bizrag.evaluation.cases import EvalCase, Text
from bizrag.evaluation.readers.options import ReadOptions
from bizrag.evaluation.readers.rows import checked, read_rows
from bizrag.evaluation.readers.values import physical_pages

__all__ = ["read_financebench"]


class _Evidence(BaseModel):
    evidence_text: str
    # the first page is 0
    evidence_page_num: int
    # where it is not the question's document
    doc_name: str | None = None


class _Row(BaseModel):
    financebench_id: Text
    doc_name: str
    question: str
    answer: Text
    evidence: list[_Evidence]
    question_type: str | None = None
    question_reasoning: str | None = None


def read_financebench(path: Path, options: ReadOptions) -> list[EvalCase]:
    """JSON lines; documents are named without ".pdf"."""
    return [_case(checked(values, _Row, where=where), where, options) for where, values in read_rows(path)]


def _case(row: _Row, where: str, options: ReadOptions) -> EvalCase:
    docs = [row.doc_name, *(item.doc_name for item in row.evidence if item.doc_name)]
    own = [item.evidence_page_num for item in row.evidence if item.doc_name in (None, row.doc_name)]
    values: dict[str, Any] = {
        "id": row.financebench_id,
        "question": row.question,
        "answer": row.answer,
        "doc": options.doc_of(row.doc_name, ".pdf"),
        "docs": [options.doc_of(name, ".pdf") for name in dict.fromkeys(docs)],
        "pages": physical_pages(own, first=options.page_of(0), where=where),
        "evidence": [item.evidence_text for item in row.evidence],
        "modality": "unknown",
        "hops": ("multi" if len({*own}) > 1 or len({*docs}) > 1 else "single") if row.evidence else None,
        "scope": options.scope or "corpus",
        "set": "financebench",
        "question_type": row.question_type,
        "question_reasoning": row.question_reasoning,
    }
    return checked(values, EvalCase, where=where)
