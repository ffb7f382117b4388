"""What a reader should know of the documents behind hits: an older version answers, or pages are missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from bizrag.model.answers import Answer
from bizrag.model.retrieval import Hit
from sql import statement

_SHOWN_PAGES = 10


def with_notes(conn: Connection, hits: Sequence[Hit], index_no: int) -> list[Hit]:
    """The hits, each with the notes on its document; most have none."""
    documents = sorted({hit.document_id for hit in hits})
    if not documents:
        return list(hits)
    parameters = {"index_no": index_no, "document_ids": documents}
    rows = conn.execute(statement("select_document_notes"), parameters).mappings()
    notes = {str(row["document_id"]): _notes(dict(row)) for row in rows}
    return [replace(hit, notes=notes[hit.document_id]) if hit.document_id in notes else hit for hit in hits]


def notes_of(answer: Answer) -> list[dict[str, str]]:
    """``[{"doc", "note"}]`` of all documents that an answer was made from, each note once."""
    found = {(hit.doc, note): None for passage in answer.passages for hit in passage.hits for note in hit.notes}
    return [{"doc": doc, "note": note} for doc, note in found]


def _notes(row: dict[str, Any]) -> tuple[str, ...]:
    notes: list[str] = []
    if row["failed_stage"] is not None:
        day = row["published_at"].date().isoformat()
        notes.append(
            f"the version of {day} answers: bringing it up to date failed at {row['failed_stage']} ({row['error']})"
        )
    if pages := list(row["failed_pages"]):
        shown = ", ".join(map(str, pages[:_SHOWN_PAGES])) + (", ..." if len(pages) > _SHOWN_PAGES else "")
        notes.append(f"{len(pages)} of {row['num_pages']} pages are missing or incomplete: {shown}")
    return tuple(notes)
