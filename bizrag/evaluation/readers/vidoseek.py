"""ViDoSeek (ViDoRAG, section 4): questions that have one answer in a corpus of slide decks, with their pages."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel

from bizrag.evaluation.cases import EvalCase, Text
from bizrag.evaluation.readers.options import ReadOptions
from bizrag.evaluation.readers.rows import checked, read_rows
from bizrag.evaluation.readers.values import hops_of, physical_pages

__all__ = ["read_vidoseek"]


class _Meta(BaseModel):
    file_name: str
    reference_page: list[int]
    # Text, Table, Chart, 2D_Layout
    source_type: str
    # Single-Hop, Multi-Hop
    query_type: str


class _Row(BaseModel):
    uid: Text
    query: str
    reference_answer: Text
    meta_info: _Meta


def read_vidoseek(path: Path, options: ReadOptions) -> list[EvalCase]:
    """A JSON list, or the object ``{"examples": [...]}`` of the published files; pages count from 1."""
    return [
        _case(checked(values, _Row, where=where), where, options)
        for where, values in read_rows(path, inside="examples")
    ]


def _case(row: _Row, where: str, options: ReadOptions) -> EvalCase:
    meta = row.meta_info
    values = {
        "id": row.uid,
        "question": row.query,
        "answer": row.reference_answer,
        "doc": options.doc_of(meta.file_name, ".pdf"),
        "pages": physical_pages(meta.reference_page, first=options.page_of(1), where=where),
        "modality": meta.source_type.lower().removeprefix("2d_"),
        "hops": hops_of(meta.query_type),
        "scope": options.scope or "corpus",
        "set": "vidoseek",
    }
    return checked(values, EvalCase, where=where)
