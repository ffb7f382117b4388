"""Choices to tick below each other beside their question are one line with it, as those in a row are. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftText
from bizrag.parsing.engines.marks.tick_boxes import EMPTY, TICKED

# a longer text is no question of a form; boxes are on one level that share so much of the lower one's height
_NAME_WORDS, _LEVEL = 8, 0.5


def join_choices(items: Sequence[DraftItem]) -> list[DraftItem]:
    """The items of a page in reading order, choices with the short text that stands left of the first of them."""
    joined: list[DraftItem] = []
    for item in items:
        last = joined[-1] if joined else None
        if isinstance(item, DraftText) and isinstance(last, DraftText) and _goes_on(last, item):
            box = last.bbox.union(item.bbox) if last.bbox and item.bbox else last.bbox
            joined[-1] = replace(last, text=f"{last.text} {item.text}", bbox=box)
        else:
            joined.append(item)
    return joined


def is_choice(text: str) -> bool:
    """Whether a text begins with a box to tick."""
    return text[:1] in (TICKED, EMPTY)


def _goes_on(question: DraftText, choice: DraftText) -> bool:
    """Whether a choice is the first one beside its question, or a further one of a question that has some."""
    if not is_choice(choice.text) or question.kind not in (BlockKind.TEXT, BlockKind.LIST_ITEM):
        return False
    if question.bbox is None or choice.bbox is None or is_choice(question.text):
        return False
    if any(mark in question.text for mark in (TICKED, EMPTY)):
        return choice.bbox.l > question.bbox.l
    common = min(question.bbox.b, choice.bbox.b) - max(question.bbox.t, choice.bbox.t)
    is_level = common > _LEVEL * min(question.bbox.height, choice.bbox.height)
    return is_level and choice.bbox.l > question.bbox.l and len(question.text.split()) <= _NAME_WORDS
