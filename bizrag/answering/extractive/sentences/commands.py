"""The sentence that leads to a command, where a question asks how to do something or for a command. Pure.

Of sentences that are near it says the same words as others, and the line of code below it is the answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.list_items import is_code
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_ASKS = re.compile(
    r"^\W*(?:how (?:do|can|should|to|does one)\b|(?:with )?(?:what|which) (?:\w+ )?commands?\b"
    r"|what (?:do|should) I (?:type|run))",
    re.IGNORECASE,
)
_LEADS = re.compile(r":[\"'”’)*]*(?:\s*\n|\s+(?=[$#>%] \S))")
# it is among so many of the best, and scores so much of what the best one does
_NUM_NEAR, _NEAR_SHARE = 8, 0.6
_MIN_TERMS = 2


def find_command(question: str, scored: Sequence[Scored]) -> Statement | None:
    """The near sentence with a line of code below it that says most of what is asked, as much as any other near one;
    None where a question asks for no command, or none is near.
    """
    if not _ASKS.match(question) or not scored:
        return None
    asked = set(terms(without_function_words(question)))
    near = [one for one in scored[:_NUM_NEAR] if one.score >= _NEAR_SHARE * scored[0].score]
    said = [(len(asked & set(terms(_without_code(one.statement)))), one.statement) for one in near]
    most = max(count for count, _ in said)
    leading = [one for count, one in said if count == most and _leads_to_code(one)]
    return leading[0] if most >= _MIN_TERMS and leading else None


def _leads_to_code(statement: Statement) -> bool:
    lead = _LEADS.search(statement.text)
    if statement.is_row or lead is None:
        return False
    lines = [line for line in statement.text[lead.end() :].split("\n") if line.strip()]
    return bool(lines) and is_code(lines[0])


def _without_code(statement: Statement) -> str:
    lead = _LEADS.search(statement.text)
    return statement.text[: lead.start()] if lead else statement.said
