"""What an abbreviation stands for, in the sentence that spells it out: "robust variance estimation (RVE)". Pure.

Every other sentence with the abbreviation has as many words of the question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.statements.abbreviations import definition_of
from bizrag.answering.statements.reading import Statement

_SHORT = r"[\"“”„'’]?([^\W\d_][\w&./-]{0,9})[\"“”’']?"
_KIND = r"(?:abbreviation|acronym|initialism|initials|letters|term|short form)"
# each has the abbreviation in its only group
_ASKS = tuple(
    re.compile(rf"^\W*(?:in [^,?]{{1,60}}, )?{pattern}", re.IGNORECASE)
    for pattern in (
        rf"what (?:does|do|did) (?:the )?(?:{_KIND} )?{_SHORT}(?: in [^?]{{1,60}}?)? (?:stand for|abbreviate)\b",
        rf"what (?:does|do) the {_KIND} {_SHORT}[^?]{{0,60}}? (?:mean|refer to)\b",
        rf"what is {_SHORT} (?:short|(?:an|the) {_KIND}) (?:for|of)\b",
        rf"what is the (?:(?:full|long) (?:form|name|term)|meaning|expansion) of (?:the )?(?:{_KIND} )?{_SHORT}\W*$",
    )
)


def find_spelled_out(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The first sentence that spells out the abbreviation that a question asks the meaning of; None without one, or
    where it asks for something else.
    """
    asked = next(filter(None, (pattern.match(question) for pattern in _ASKS)), None)
    short = asked[1] if asked is not None else ""
    # small letters alone are a word
    if not any(letter.isupper() for letter in short):
        return None
    spelled = ((one, definition_of(short, one.text)) for one in statements if not one.is_row)
    return next((one for one, long in spelled if long), None)
