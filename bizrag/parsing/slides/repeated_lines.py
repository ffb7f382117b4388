"""Lines that many slides share: running headers and footers, and the numbers of pages."""

from __future__ import annotations

import re
from collections import Counter

from bizrag.parsing.conservation import margin_kind
from bizrag.parsing.draft import Draft, DraftText

# a line that stands on this share of the slides is a running header or footer
_REPEATED_SHARE = 0.4


def mark_repeated(draft: Draft) -> None:
    """Lines in the margins that many slides share, and bare page numbers there, become furniture."""
    heights = {page.page_no: page.height_pt for page in draft.pages}
    texts = [item for item in draft.items if isinstance(item, DraftText) and item.page_no is not None]
    counts = Counter(_shape(item.text) for item in texts)
    often = max(3.0, _REPEATED_SHARE * len(draft.pages))
    for item in texts:
        kind = margin_kind(item.bbox, heights[item.page_no or 0]) if item.bbox is not None else None
        if kind is not None and (item.text.strip().isdigit() or counts[_shape(item.text)] >= often):
            item.kind, item.level = kind, None


def _shape(text: str) -> str:
    """A text with its numbers made equal, so that page numbers do not tell footers apart: "Results 9", "Results 10"."""
    return re.sub(r"\d+", "0", " ".join(text.split()))
