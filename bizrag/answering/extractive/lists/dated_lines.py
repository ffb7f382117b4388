"""Which lines of a time line lie in, before or after the time that a question names: "What happens in March?" Pure.

On slides an event stands behind its date on one line, which shares few words with the question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.extractive.tables.conditions.dated_rows import time_asked
from bizrag.answering.extractive.tables.reading.found_rows import MOST_TOLD
from bizrag.answering.statements.reading import Statement
from bizrag.model.dates import Days, find_days, only_date
from bizrag.parsing.diagrams.said import JOINT

_COUNT = re.compile(r"\bhow many\b", re.IGNORECASE)
_EVENTS = re.compile(
    r"^\W*(?:what|which)\b.*\b(?:happen|take|occur|plan|schedul|due\b|start|begin|open|launch|end|milestone|event|step)",
    re.IGNORECASE,
)
# so many dates make a time line
_MIN_LINES = 3


def find_dated_lines(question: str, scored: Sequence[Scored]) -> tuple[list[Statement], str] | None:
    """The lines of the best time line whose dates the question asks for, and their number where it asks how many.

    ``scored`` is best first. None where it names no time, or no line lies in it.
    """
    is_count = _COUNT.search(question) is not None
    if not is_count and not _EVENTS.match(question):
        return None
    condition = time_asked(question)
    if condition is None:
        named = [days for _, days in find_days(question)]
        if len(named) != 1:
            return None
        condition = _lies_in, named[0]
    holds, limit = condition
    lines = _time_line([entry.statement for entry in scored])
    if len(lines) < _MIN_LINES or any(days.has_year != limit.has_year for _, days in lines):
        return None
    found = [line for line, days in lines if holds(days, limit)][:MOST_TOLD]
    return (found, f"{len(found)} of {len(lines)}: " if is_count else "") if found else None


def _lies_in(own: Days, limit: Days) -> bool:
    return limit.first <= own.first and own.last <= limit.last


def _time_line(ranked: Sequence[Statement]) -> list[tuple[Statement, Days]]:
    """The lines with dates of the chunk that has the best of them, in their order."""
    dated = [(one, days) for one in ranked if (days := _date_of(one)) is not None]
    own = [line for line in dated if line[0].hit.chunk_no == dated[0][0].hit.chunk_no] if dated else []
    return sorted(own, key=lambda line: line[0].start)


def _date_of(line: Statement) -> Days | None:
    """The date that a line begins with, before what happens then."""
    date, joint, event = line.said.partition(JOINT)
    return only_date(date) if joint and event and not line.is_row else None
