"""Letters without a shape in a PDF's text: marks of where a line may break or in which direction it runs.

A number with one of them is none for the search for columns.
"""

from __future__ import annotations

import re
from typing import Any

from bizrag.model.words import INVISIBLE

# what leads to the number of a page, glued to it
_GLUED_LEADER = re.compile("^[.·…]\\s*[\u200b\u2060]+\\s*(?=\\d)")


def drop_invisible_letters(segmented: Any) -> None:
    """Take them out of the text of words and lines, in place; ``segmented`` is docling's ``SegmentedPdfPage``."""
    for cell in (*segmented.word_cells, *segmented.textline_cells):
        if INVISIBLE.search(cell.text):
            cell.text = _without_invisible(cell.text)


def _without_invisible(text: str) -> str:
    """A text without them.

    >>> _without_invisible("co\u2060operation"), _without_invisible(". \u206012")
    ('cooperation', '12')
    """
    return INVISIBLE.sub("", _GLUED_LEADER.sub("", text))
