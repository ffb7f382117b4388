"""Captions that layout took for plain text: "Table 3: Sales" right above or below a table or picture without one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftPicture, DraftTable, DraftText

_TABLE = re.compile(r"^(?:table|tab\.|exhibit|tabelle|tableau)\s*[A-Z]?\d", re.IGNORECASE)
_PICTURE = re.compile(r"^(?:figure|fig\.|chart|graph|exhibit|abbildung|abb\.)\s*[A-Z]?\d", re.IGNORECASE)
_MAX_LETTERS = 300
# A caption stands no further from what it names than about two lines.
_MAX_GAP_PT = 30.0


def link_captions(items: Sequence[DraftItem]) -> None:
    """Give tables and pictures of one page the numbered caption beside them; its block becomes a caption."""
    for index, item in enumerate(items):
        if isinstance(item, DraftText) or item.caption or item.bbox is None:
            continue
        pattern = _TABLE if isinstance(item, DraftTable) else _PICTURE
        for neighbour in (*items[max(0, index - 1) : index], *items[index + 1 : index + 2]):
            if isinstance(neighbour, DraftText) and _is_caption(neighbour, pattern, item):
                item.caption, neighbour.kind, neighbour.level = neighbour.text, BlockKind.CAPTION, None
                break


def _is_caption(candidate: DraftText, pattern: re.Pattern[str], item: DraftTable | DraftPicture) -> bool:
    return (
        candidate.kind in (BlockKind.TEXT, BlockKind.HEADING)
        and candidate.page_no == item.page_no
        and len(candidate.text) <= _MAX_LETTERS
        and pattern.match(candidate.text) is not None
        and candidate.bbox is not None
        and item.bbox is not None
        and _gap(candidate.bbox, item.bbox) <= _MAX_GAP_PT
    )


def _gap(one: BoundingBox, other: BoundingBox) -> float:
    """Vertical distance of two boxes; infinite when they share no column."""
    if one.r <= other.l or other.r <= one.l:
        return float("inf")
    return max(0.0, other.t - one.b, one.t - other.b)
