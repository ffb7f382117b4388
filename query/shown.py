"""Texts of chunks as people read them, on the page and in a terminal: without the marks that only models need. Pure."""

from __future__ import annotations

import re

from bizrag.model.chunks import ChunkKind

# around the tables and pictures of a slide, and before its headings
_SLIDE_MARK = re.compile(r"^(?:\[(?:TABLE|PICTURE) (?:START|END)\]\n?|#{1,6} )", re.MULTILINE)


def shown_text(text: str, kind: ChunkKind) -> str:
    """The text of a chunk, or a piece of it.

    >>> shown_text("# Sales\\n[TABLE START]\\nRegion | 2025\\n[TABLE END]\\nNet", ChunkKind.SLIDE)
    'Sales\\nRegion | 2025\\nNet'
    >>> shown_text("# No. 3", ChunkKind.TEXT)
    '# No. 3'
    """
    return _SLIDE_MARK.sub("", text) if kind is ChunkKind.SLIDE else text


def shortened(text: str, num_chars: int) -> str:
    """The beginning of a text, with an ellipsis where more follows; words stay whole.

    >>> shortened("hiking and kayaking", 12), shortened("hiking", 12), shortened("x" * 20, 5)
    ('hiking and…', 'hiking', 'xxxxx…')
    """
    if len(text) <= num_chars:
        return text
    end = text.rfind(" ", 0, num_chars + 1)
    return f"{text[: end if end > 0 else num_chars].rstrip()}…"
