"""Terms that a text defines in brackets: 'Tarn Valley Leasing plc (the "Lessor")'. Pure.

Every sentence of a contract speaks of the lessor; the one that says who it is does so once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import asks_meaning
from bizrag.answering.statements.legends import is_legend_entry
from bizrag.answering.statements.reading import Statement
from bizrag.model.words import tokens

_QUOTE = "[\"“”„'’]"
_ASKS = re.compile(
    r"^\W*(?:who|what|which \w+) (?:is|are|was|were) (?:the |an? )?"
    rf"{_QUOTE}?(?P<term>[^\W\d][^\"“”„?]{{1,40}}?){_QUOTE}?\s*\?*$",
    re.IGNORECASE,
)


def find_definition(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The first statement that defines what a question asks for; None where none does, or it asks for more."""
    if asks_meaning(question) and (entry := _entry_of_legend(question, statements)) is not None:
        return entry
    asked = _ASKS.match(question)
    if asked is None:
        return None
    words = r"\s+".join(map(re.escape, asked["term"].split()))
    defined = re.compile(rf"\([^()]{{0,40}}{_QUOTE}{words}{_QUOTE}[^()]{{0,40}}\)", re.IGNORECASE)
    return next((one for one in statements if not one.is_row and defined.search(one.text)), None)


def _entry_of_legend(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The entry of a legend that says what a short name in the question stands for."""
    words = set(tokens(question))
    entries = (one for one in statements if not one.is_row and is_legend_entry(one.text, one.hit.text))
    return next((one for one in entries if tokens(one.text)[0] in words), None)
