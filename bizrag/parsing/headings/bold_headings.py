"""Bold lines of their own are headings: many write their Word files so, without styles. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftTable, DraftText
from bizrag.parsing.engines.regions.captions import is_named_caption
from bizrag.parsing.headings.levels import number_depth

_MAX_WORDS, _MAX_LEVEL = 12, 6
# a sentence in bold stresses something, and a label names what stands beside it
_NO_HEADING = re.compile(r"[.!:;,][\"'”’)]*$")
# where more of the paragraphs are bold, that says nothing
_MOST_BOLD = 0.5


def set_bold_headings(items: Sequence[DraftItem], bold: Collection[int]) -> None:
    """Make headings of the short bold paragraphs that stand over others, in place; one such may stand over the next.

    ``bold`` has the ``id`` of each paragraph that is bold as a whole. They are one level below the heading before them
    that has a style, those with a number as many as that is deep; those in capitals stand over the others.
    """
    short = [_may_head(item) and id(item) in bold for item in items]
    num_told = sum(isinstance(item, DraftText) and item.kind is BlockKind.TEXT for item in items)
    if sum(short) > _MOST_BOLD * num_told:
        return
    heads = [at for at in range(len(items)) if short[at] and _stands_over(at, items, short)]
    has_capitals = any(_text_of(items[at]).isupper() for at in heads)
    above = 0
    for at, item in enumerate(items):
        if not isinstance(item, DraftText):
            continue
        if item.kind is BlockKind.HEADING and at not in heads:
            above = item.level or 0
        elif at in heads:
            depth = number_depth(item.text) or (2 if has_capitals and not item.text.isupper() else 1)
            item.kind, item.level = BlockKind.HEADING, min(above + depth, _MAX_LEVEL)


def _may_head(item: DraftItem) -> bool:
    if not isinstance(item, DraftText) or item.kind is not BlockKind.TEXT:
        return False
    text = item.text.strip()
    is_short = "\n" not in text and len(text.split()) <= _MAX_WORDS
    is_name = is_short and any(map(str.isalpha, text)) and _NO_HEADING.search(text) is None
    return is_name and not is_named_caption(text)


def _stands_over(at: int, items: Sequence[DraftItem], short: Sequence[bool]) -> bool:
    """Whether text or a table follows, or another such line with text below it."""
    below = next((number for number in range(at + 1, min(at + 3, len(items))) if not short[number]), None)
    if below is None:
        return False
    item = items[below]
    return isinstance(item, DraftTable) or (
        isinstance(item, DraftText) and item.kind in (BlockKind.TEXT, BlockKind.LIST_ITEM)
    )


def _text_of(item: DraftItem) -> str:
    return item.text if isinstance(item, DraftText) else ""
