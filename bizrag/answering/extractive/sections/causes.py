"""What caused something, told from the section of that name: "What caused the outage?" below "Root cause". Pure.

Reports of incidents say it in sentences that call nothing a cause.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.sections.whole_sections import section_below
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_EVENT = (
    r"(?:outage|incident|failure|fault|accident|breakdown|crash|disruption|downtime|error|problem|breach|fire|leak"
    r"|delay|defect|deviation|alarm|trip|loss|interruption|event|complaint|recall)s?"
)
_ASKS = re.compile(
    r"^\W*(?:what (?:has |had )?(?:caused|led to|triggered)\b"
    r"|what (?:is|was|were|are) (?:the )?(?:root |main )?causes?\b"
    rf"|what (?:is|was) the reason (?:for|of) (?:the |this )?[^?]*\b{_EVENT}\b"
    rf"|why (?:did|was|were) [^?]*\b{_EVENT}\b|how did (?:the |this )?[^?]*\b{_EVENT}\b (?:happen|occur|come about))",
    re.IGNORECASE,
)
_CAUSE = re.compile(
    r"\W*(?:\d+(?:\.\d+)*\.?\s+)?(?:(?:probable |direct |immediate )?(?:root[ -])?causes?(?: analysis)?"
    r"(?: of (?:the |this )?\w+(?: \w+)?)?|what caused (?:it|this|the \w+)|why (?:it|this|the \w+) happened)\W*$",
    re.IGNORECASE,
)
_ASKED_WORDS = frozenset(terms("cause caused root main reason happen happened occur trigger triggered lead led"))


def find_cause(question: str, statements: Sequence[Statement]) -> Statement | None:
    """What stands below the heading "Root cause" of the document that a question is about, of several the one whose
    name has most of it; None where it asks for no cause, or none has such a section, or tells of what is asked.
    """
    if not _ASKS.search(question):
        return None
    asked = set(terms(without_function_words(question))) - _ASKED_WORDS
    is_of_one = len({one.hit.document_id for one in statements}) == 1
    found = [(len(asked & _named(one)), one) for _, one in section_below(_CAUSE, statements)]
    found = [(share, one) for share, one in found if share or is_of_one]
    return max(found, key=lambda one: one[0])[1] if found else None


def _named(statement: Statement) -> set[str]:
    hit = statement.hit
    return set(terms(" ".join((hit.doc.replace("_", " "), hit.title, *hit.headings, hit.text))))
