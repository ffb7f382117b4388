"""How a question asks for a sum, and which columns hold nothing that adds up. Pure."""

from __future__ import annotations

import re

ASKS_SUM = re.compile(
    r"\b(?:total|sum of|in total|altogether|together|in all|combined)\b(?! (?:number|count)\b)", re.IGNORECASE
)
# what is told of each and adds up to nothing
NO_AMOUNT = re.compile(
    r"%|\b(?:prices?|rates?|per|averages?|mean|median|shares?|margins?|ages?|years?|dates?|probabilit\w+|scores?"
    r"|ratings?|ranks?|positions?|pos|numbers?|no|lead time|duration|limits?|changes?|growth|min|max|minimum|maximum"
    r"|cumulative)\b",
    re.IGNORECASE,
)
