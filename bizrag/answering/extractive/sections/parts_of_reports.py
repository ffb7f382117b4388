"""What caused something, or was decided, told from the section of that name: "What caused the outage?" below "Root
cause". Pure.

Reports of incidents and records of decisions say it in sentences that call nothing a cause or a decision.
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
_ASKS_CAUSE = re.compile(
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
_ASKS_DECISION = re.compile(
    r"^\W*what (?:was|is|were|has been|did (?:we|they|you|the \w+)) (?:the )?(?:decided|decision|decide)\b",
    re.IGNORECASE,
)
_DECISION = re.compile(r"\W*(?:\d+(?:\.\d+)*\.?\s+)?(?:the )?decision(?: outcome| taken| made)?\W*$", re.IGNORECASE)
_PARTS = ((_ASKS_CAUSE, _CAUSE), (_ASKS_DECISION, _DECISION))
_ASKED_WORDS = frozenset(
    terms("cause caused root main reason happen happened occur trigger triggered lead led decide decided decision")
)
# so much of what is asked is said by the name, the headings and the text of what tells it
_LEAST_SHARE = 0.5


def find_part_of_report(question: str, statements: Sequence[Statement]) -> Statement | None:
    """What stands below "Root cause" or "Decision" in the document that a question is about, of several the one that
    has most of it; None where it asks for neither, or none has such a section, or tells of what is asked.
    """
    heading = next((heading for asks, heading in _PARTS if asks.search(question)), None)
    if heading is None:
        return None
    asked = set(terms(without_function_words(question))) - _ASKED_WORDS
    is_of_one = len({one.hit.document_id for one in statements}) == 1
    found = [(len(asked & _named(one)), one) for _, one in section_below(heading, statements)]
    found = [(share, one) for share, one in found if is_of_one or (share and share >= _LEAST_SHARE * len(asked))]
    return max(found, key=lambda one: one[0])[1] if found else None


def _named(statement: Statement) -> set[str]:
    hit = statement.hit
    return set(terms(" ".join((hit.doc.replace("_", " "), hit.title, *hit.headings, hit.text))))
