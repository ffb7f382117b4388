"""Rows that a question rules out: its words are theirs, and they are what is not asked for. Pure.

"Which projects are not on track?" shares the most words with the row that is, and "under 2 EUR" with one of 20 EUR.
Where the rows that are asked for are not found, such a row is no answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.extractive.tables.conditions.cell_matches import find_denied
from bizrag.answering.extractive.tables.conditions.conditions import find_unmet
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind


def without_ruled_out(
    question: str, scored: Sequence[Scored], tables: Iterable[Sequence[Statement]]
) -> Sequence[Scored]:
    """Statements without the rows of the tables that have what the question says no to, or are beyond its limit.

    Without them the captions above them say nothing.
    """
    found = [row for rows in tables for find in (find_denied, find_unmet) for row in find(question, rows)]
    rows, chunks = set(map(id, found)), {row.hit.chunk_no for row in found}
    kept = [entry for entry in scored if id(entry.statement) not in rows]
    return [one for one in kept if one.statement.hit.chunk_no not in chunks or _says_more(one.statement)]


def _says_more(statement: Statement) -> bool:
    """Whether it is a row, or a sentence beside the table, and not a caption or the names of columns."""
    return statement.is_row or (statement.is_whole and statement.hit.kind is not ChunkKind.TABLE)
