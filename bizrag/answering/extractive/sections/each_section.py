"""Which of several sections say something: "Which districts have loneliness as a priority?" Pure.

Where documents have a part for each district, product or year, the same heading stands in each, and what is asked for
is the name of the part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.extractive.tables.conditions.conditions import sets_limit
from bizrag.answering.extractive.tables.reckoned.extremes import asks_extreme
from bizrag.answering.statements.headings import without_number
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind

_ASKS = re.compile(r"^\W*which (?:of the )?(?:\w+ )?\w+s\b", re.IGNORECASE)
# so much of the words of the one that says it best have the others
_ALIKE = 0.9
_MIN_SECTIONS, _MOST_TOLD = 2, 12


def find_each_section(question: str, scored: Sequence[Scored]) -> list[tuple[str, Statement]]:
    """What says the same below one heading in several parts of a document, each with the name of its part, in order.

    ``scored`` is best first. Empty where the question asks for one or compares figures, or where the best stands in no
    such part.
    """
    if not scored or not _ASKS.match(question) or sets_limit(question) or asks_extreme(question):
        return []
    best = scored[0]
    if not best.signs.words or not _is_in_part(best.statement):
        return []
    alike = [entry.statement for entry in scored if entry.signs.words >= _ALIKE * best.signs.words]
    named = {
        _part_of(one): one
        for one in reversed(alike)
        if _is_in_part(one) and one.section == best.statement.section and _part_of(one)
    }
    if len(named) < _MIN_SECTIONS:
        return []
    return sorted(named.items(), key=lambda entry: entry[1].hit.chunk_no)[:_MOST_TOLD]


def _is_in_part(statement: Statement) -> bool:
    is_told = statement.is_whole and not statement.is_row and statement.hit.kind is ChunkKind.TEXT
    return is_told and bool(statement.section) and len(statement.hit.headings) > 1


def _part_of(statement: Statement) -> str:
    """The heading above the one that a statement stands below; that of a document is none."""
    above = [heading for heading in statement.hit.headings[1:] if heading != statement.section]
    return without_number(above[-1]) if above else ""
