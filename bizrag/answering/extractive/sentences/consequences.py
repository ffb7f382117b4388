"""What follows from something: "What happens if the premium is not paid?" asks for the sentence with that condition.

A contract says "if the Customer fails to pay an amount by its due date" for what is paid late. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

_ASKS = re.compile(
    r"^\W*what (?:happens|are the consequences|is the consequence|follows|will happen|can happen)"
    r" (?:if|when|where|in case(?: of)?|should|of|after) (?P<condition>[^?]+)",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|where|when|should|in case|in the event|as long as)\b(?P<condition>[^,;]*)", re.IGNORECASE
)
_LATE = re.compile(
    r"\b(?:late|too late|overdue|not (?:\w+ )?(?:on|in) time|behind|not (?:been )?(?:pay|paid)"
    r"|unpaid|in arrears|miss(?:es|ed)?)\b",
    re.IGNORECASE,
)
_SAYS_LATE = re.compile(
    r"\b(?:fail(?:s|ed|ure)? to (?:make )?pay|overdue|not (?:been )?(?:paid|received)|remains? unpaid"
    r"|(?:do|does) not pay|late payment|paid late|in arrears|in default)\b",
    re.IGNORECASE,
)
_PAYS = re.compile(
    r"\b(?:pay|paid|pays|payments?|invoices?|bills?|rent|fees?|premiums?|instal?lments?)\b", re.IGNORECASE
)
_COSTS = re.compile(r"\b(?:interest|late fee|fees?|charge|surcharge|penalt(?:y|ies)|damages)\b", re.IGNORECASE)
_NEGATED = re.compile(r"\b(?:not|no|never|without|fail(?:s|ed)?|un\w+)\b", re.IGNORECASE)
_LATE_WORDS = frozenset(terms("late overdue unpaid paid pay pays time due happens not on in is too"))
# where more sentences have the condition, they are told with their section
_MAX_FOUND = 2


def find_consequence(question: str, scored: Sequence[Scored]) -> Statement | None:
    """The sentence that says what follows from the condition of a question; None where none has it, or several do."""
    asks = _ASKS.match(question)
    if asks is None:
        return None
    condition = asks["condition"]
    sentences = [entry.statement for entry in scored if entry.statement.hit.kind is ChunkKind.TEXT]
    if _LATE.search(condition) and _PAYS.search(condition):
        return _of_late_payment(condition, sentences)
    asked = set(terms(without_function_words(condition)))
    is_negated = _NEGATED.search(condition) is not None
    found = [one for one in sentences if _has_condition(one, asked, is_negated=is_negated)]
    return found[0] if asked and 0 < len(found) <= _MAX_FOUND else None


def _of_late_payment(condition: str, sentences: Sequence[Statement]) -> Statement | None:
    """What is due for a payment that is late, else what else follows from it."""
    named = set(terms(without_function_words(condition))) - _LATE_WORDS
    late = [one for one in sentences if _SAYS_LATE.search(one.text)]
    named_too = [one for one in late if named & set(terms(one.text))]
    costly = [one for one in late if _COSTS.search(one.text) and "%" in one.text]
    costly = costly or [one for one in late if _COSTS.search(one.text) and any(map(str.isdigit, one.text))]
    return next(iter([*costly, *named_too, *late]), None)


def _has_condition(statement: Statement, asked: set[str], *, is_negated: bool) -> bool:
    """Whether a clause of a statement is the condition: it has all its words, and says "not" where that does."""
    return any(
        asked <= set(terms(found["condition"])) and (_NEGATED.search(found["condition"]) is not None) == is_negated
        for found in _CONDITION.finditer(" ".join(statement.text.split()))
    )
