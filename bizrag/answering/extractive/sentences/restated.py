"""A sentence that says nothing but the words of a question, and so answers it with yes or no. Pure.

"Is a dividend proposed?" is answered by "No dividend is proposed.": as statements that add no word to the question are
mostly its headings, they are not scored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_ASKS_WHETHER = re.compile(
    r"\W*(?:is|are|was|were|do|does|did|has|have|had|can|could|may|must|will|would|should)\b(?!.*\bor\b)", re.IGNORECASE
)
# a sentence has a verb: "Dividend policy." has none
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|do|does|did|has|have|had|can|cannot|could|may|must|will|would|should|\w+ed|\w+n['’]t)\b",
    re.IGNORECASE,
)
_MIN_TERMS = 2


def find_restated(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The first sentence of the words of a question that is answered by yes or no; None where there is none."""
    if not _ASKS_WHETHER.match(question):
        return None
    asked = set(terms(question))
    return next((one for one in statements if _is_restated(one, asked)), None)


def _is_restated(statement: Statement, asked: set[str]) -> bool:
    own = set(terms(statement.said))
    hit = statement.hit
    # what the sentence does not say, its document or heading does: "in 2031"
    around = set(terms(" ".join((hit.doc, hit.title, *hit.headings))))
    is_of_it = len(own) >= _MIN_TERMS and own <= asked <= own | around
    is_sentence = statement.is_whole and not statement.is_row and statement.text.rstrip().endswith(".")
    return is_of_it and is_sentence and _VERB.search(statement.said) is not None
