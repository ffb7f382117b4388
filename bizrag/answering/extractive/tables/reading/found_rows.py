"""Rows or cells of a table that are all asked for: what is found, its order, and how its number is told. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.tables.reading.row_values import RowValue
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind

#: the values of each item that was found, and how many items were compared
Groups = tuple[list[list[RowValue]], int]
NO_GROUPS: Groups = ([], 0)
#: so many items are compared at least, and so many are told at most
MIN_COMPARED, MOST_TOLD = 2, 12
# begins a question that is answered by yes or no, or by a sentence
_ASKS_OTHERWISE = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|may|should|must|will|would|how|why|if)\b", re.IGNORECASE
)
_KEYWORDS = 8


def is_in_keywords(question: str) -> bool:
    """Whether a question is no sentence.

    >>> is_in_keywords("cheapest venue per head"), is_in_keywords("Is it the cheapest?")
    (True, False)
    """
    return len(question.split()) <= _KEYWORDS and _ASKS_OTHERWISE.match(question) is None


def in_order(rows: Sequence[Statement]) -> list[Statement]:
    """Rows as they stand in their table, those of a part on a later page after the others."""
    return sorted(rows, key=lambda row: (row.hit.chunk_no, row.start))


def told_count(num_found: int, num_compared: int, *, is_asked: bool) -> str:
    """What stands before those that are told, where their number is asked for or not all of them are told.

    >>> told_count(3, 5, is_asked=True), told_count(14, 16, is_asked=False), told_count(3, 5, is_asked=False)
    ('3 of 5: ', '14 of 16, among them: ', '')
    """
    is_cut = num_found > MOST_TOLD
    return f"{num_found} of {num_compared}{', among them' if is_cut else ''}: " if is_asked or is_cut else ""


def said_around(row: Statement) -> str:
    """What stands over a table or chart: its heading or caption, on a slide that of the slide, too."""
    title = row.hit.text.partition("\n")[0] if row.hit.kind is ChunkKind.SLIDE else ""
    return f"{title} {row.with_heading.removesuffix(' '.join(row.said.split()))}"
