"""Why something is late: what is told beside its dates, where a question asks for that. Pure.

"Why is the delivery late?" shares its words with the dates of the delivery, and not with "maker waits for sensors".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored, asks_reason
from bizrag.answering.statements.reading import Statement

_LATE = r"late|later|delay(?:s|ed)?|behind|overdue|postponed|held up|slipp(?:ed|ing)|on hold|stalled|stuck"
_ASKS = re.compile(
    rf"\b(?:{_LATE}|not (?:yet )?(?:ready|finished|done|complete[d]?|delivered|open(?:ed)?|started|in use))\b",
    re.IGNORECASE,
)
_TELLS = re.compile(
    rf"\b(?:{_LATE}|wait(?:s|ed|ing)?|await(?:s|ed|ing)?|pending|missing|shortages?|lack(?:s|ing)?|blocked|strike"
    r"|because|due to|owing to)\b",
    re.IGNORECASE,
)
# so much of the score of the best statement has what stands beside it
_BESIDE_SHARE = 0.6


def find_delay(question: str, scored: Sequence[Scored]) -> Statement | None:
    """The best sentence beside the best statement that speaks of a delay; None where the best one does itself, or where
    the question asks for none.
    """
    if not asks_reason(question) or not _ASKS.search(question) or _TELLS.search(scored[0].statement.said):
        return None
    best = scored[0]
    return next(
        (
            entry.statement
            for entry in scored
            if entry.score >= _BESIDE_SHARE * best.score
            and entry.statement.hit.chunk_no == best.statement.hit.chunk_no
            and not entry.statement.is_row
            and _TELLS.search(entry.statement.said)
        ),
        None,
    )
