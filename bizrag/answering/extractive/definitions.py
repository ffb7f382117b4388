"""Terms that a text defines in brackets: 'Tarn Valley Leasing plc (the "Lessor")'. Pure.

Every sentence of a contract speaks of the lessor; the one that says who it is does so once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.statements.reading import Statement

_QUOTE = "[\"“”„'’]"
_ASKS = re.compile(
    r"^\W*(?:who|what|which \w+) (?:is|are|was|were) (?:the |an? )?"
    rf"{_QUOTE}?(?P<term>[^\W\d][^\"“”„?]{{1,40}}?){_QUOTE}?\s*\?*$",
    re.IGNORECASE,
)


def find_definition(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The first statement that defines what a question asks for; None where none does, or it asks for more."""
    asked = _ASKS.match(question)
    if asked is None:
        return None
    words = r"\s+".join(map(re.escape, asked["term"].split()))
    defined = re.compile(rf"\([^()]{{0,40}}{_QUOTE}{words}{_QUOTE}[^()]{{0,40}}\)", re.IGNORECASE)
    return next((one for one in statements if not one.is_row and defined.search(one.text)), None)
