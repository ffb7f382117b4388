"""What a reader should know of the documents behind hits, an older version answers or pages are missing; and of an
answer: which wishes for it nobody was there to follow, and that there is nothing to answer from.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from bizrag.model.answers import Answer
from bizrag.model.conversation import Conversation
from bizrag.model.retrieval import Hit
from sql import statement

if TYPE_CHECKING:
    from bizrag.answering.inference import Inference

#: in place of an answer, or of hits, before the first document is through
NOTHING_ANSWERS = (
    "no document answers here yet: 'bizrag ingest FOLDER' brings some in, 'bizrag status' says what became of those "
    "that are there"
)
_SHOWN_PAGES = 10
# "And the year before?", "What about Spain?", "Und im Jahr davor?"
_LEANS = re.compile(
    r"(?:and|und|et|y|what about|how about|what of|was ist mit|wie ist es (?:mit|bei)|et pour)\b", re.IGNORECASE
)


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


def with_unused_wishes(answer: Answer, question: str, conversation: Conversation, inference: Inference) -> Answer:
    """The answer, with a note where only a chat model could have followed what came with the question, or what the
    question leans on.
    """
    from bizrag.providers.chat import Job

    if inference.chat(Job.ANSWER) is not None:
        return answer
    given = {"language": conversation.language, "instructions": conversation.instructions.strip()}
    # rewriting makes the question whole with these
    if inference.chat(Job.REWRITE) is None:
        given |= {"background": conversation.background.strip(), "history": conversation.history}
    notes: list[str] = []
    if unused := [name for name, value in given.items() if value]:
        effect = "has no effect" if len(unused) == 1 else "have no effect"
        notes.append(f"no chat model: {', '.join(unused)} {effect}")
    if leans_on_another(question):
        notes.append("no chat model: the question was asked as it stands, without an earlier one that it may lean on")
    return with_trace_notes(answer, notes)


def with_trace_notes(answer: Answer, notes: Sequence[str]) -> Answer:
    """The answer, with further notes on how it was made."""
    return replace(answer, trace=replace(answer.trace, notes=(*answer.trace.notes, *notes))) if notes else answer


def leans_on_another(question: str) -> bool:
    """Whether a question begins as one that goes on from another does.

    >>> [leans_on_another(text) for text in ("And the year before?", "What about Spain?", "What was revenue?")]
    [True, True, False]
    """
    return _LEANS.match(question.strip()) is not None


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
