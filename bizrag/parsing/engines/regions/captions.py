"""What begins like the caption of a table or figure. Pure."""

from __future__ import annotations

import re

CAPTION = re.compile(
    r"^(table|figure|fig\.?|exhibit|chart|graph|box|abb\.?|tabelle|tableau|tabla|diagram|map)"
    r"(\s*(no\.?\s*)?[A-Z]{0,3}[-.–]?\d+([.\-–]\d+)*[a-z]?|\s+(no\.?\s*)?(?-i:[IVXL]+|[A-Z]))\b",
    re.IGNORECASE,
)
# a verb behind the number: "Table 3 shows"
_GOES_ON = re.compile(r"\s+(?!cont)[a-zß-öø-ÿ]{2,}")


def is_named_caption(text: str) -> bool:
    """Whether a text begins with a number as captions do, and not with a sentence about what has that number.

    >>> [is_named_caption(text) for text in ("Table 2-1. Net sales", "Figure 3 Plants", "Figure 2-1 extends this")]
    [True, True, False]
    """
    found = CAPTION.match(text)
    return found is not None and not _GOES_ON.match(text[found.end() :])
