"""What a section holds in all, one sentence of each of its parts: "Which legal proceedings are disclosed?" Pure.

What is asked for is no sentence but a section; the sentence nearest to the question is the one that says in general
what the section is about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.answering.extractive.best_statements import SAME_SHARE
from bizrag.answering.extractive.sections.sections import num_words_in
from bizrag.answering.statements.headings import without_number
from bizrag.answering.statements.local_headings import headings_above
from bizrag.answering.statements.reading import Statement, overlap
from bizrag.answering.statements.spans import SENTENCE_END
from bizrag.model.chunks import ChunkKind
from bizrag.model.measures import names_measure

_ASKS = re.compile(
    r"^\W*(?:(?:please )?(?:outline|describe|summari[sz]e|list)\b"
    r"|(?:in|from|according to) [^,?]{3,60}, (?:what|which)\b|(?:what|which|(?:are|were) there)\b(?=[^?]*\b"
    r"(?:disclosed|mentioned|reported|described|highlighted|outlined|identified|discussed|listed|noted|presented"
    r"|stated|named|raised|cited)\b))",
    re.IGNORECASE,
)
# what is asked for stands first, as a kind of thing: "risk factors", not "revenue"
_TOPIC_WORDS, _MIN_WORDS = 8, 2
_MIN_PARTS, _MOST_PARTS = 2, 6
_SENTENCE_WORDS = 8


def find_overview(question: str, statements: Sequence[Statement]) -> list[Statement]:
    """The first sentence of each part of the section that a question names and asks for in all, in reading order.

    Empty where it asks for something else, or where no two parts of such a section were read.
    """
    asked = _ASKS.match(question)
    if asked is None:
        return []
    topic = " ".join(question[asked.end() :].split()[:_TOPIC_WORDS])
    first: dict[tuple[str, str, int], Statement] = {}
    for one in sorted(statements, key=lambda one: (one.hit.document_id, one.hit.chunk_no, one.start)):
        part = _part(topic, one)
        if part is not None:
            # parts without a name are as many as the passages
            first.setdefault((one.hit.document_id, part, 0 if part else one.hit.chunk_no), one)
    told: list[Statement] = []
    for (_, part, _), one in first.items():
        if all(overlap(one, other) < SAME_SHARE for other in told):
            told.append(replace(one, label=without_number(part)) if part else one)
    return told[:_MOST_PARTS] if len(told) >= _MIN_PARTS else []


def _is_sentence(statement: Statement) -> bool:
    said = statement.text.strip()
    is_text = statement.hit.kind is ChunkKind.TEXT and not (statement.is_row or statement.is_item)
    is_told = is_text and statement.is_whole
    return is_told and len(said.split()) >= _SENTENCE_WORDS and said[:1].isupper() and bool(SENTENCE_END.search(said))


def _part(topic: str, statement: Statement) -> str | None:
    """The heading right below the one that the topic names, empty where the statement has none; None outside."""
    if not _is_sentence(statement):
        return None
    above = [*statement.hit.headings[1:], *headings_above(statement.hit.text, statement.start)]
    path = list(dict.fromkeys(above))
    at = next((at for at, name in enumerate(path) if num_words_in(name, topic) >= _MIN_WORDS), None)
    # figures are told by rows
    if at is None or names_measure(path[at]):
        return None
    return path[at + 1] if at + 1 < len(path) else ""
