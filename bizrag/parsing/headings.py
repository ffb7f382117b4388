"""Levels of headings: docling puts all headings of a PDF on level 1; numbers and letter sizes tell more.

A number decides depth ("2.1.3" is one below "2.1"); among headings without numbers a larger letter is a higher level.
Numbered headings hang below the unnumbered ones that are larger than the first numbered level.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence

from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftText
from bizrag.parsing.text_layer import PageLayer

_MAX_LEVEL = 6
_NUMBER = re.compile(r"^(?:(?:section|chapter|kapitel|note)\s+)?(\d{1,2}(?:\.\d{1,2}){0,5})\.?\s+\S", re.IGNORECASE)
# Filings: PART I > Item 1A.
_PART = re.compile(r"^part\s+[ivx]+\b", re.IGNORECASE)
_ITEM = re.compile(r"^item\s+\d{1,2}[a-c]?\b", re.IGNORECASE)
# Two sizes closer than this are one class: anti-aliasing of OCR boxes, rounding in producers.
_SAME_SIZE_PT = 0.8


def number_depth(text: str) -> int | None:
    """Depth that a heading's number states, from 1; None without a number.

    >>> number_depth("2.1 Scope"), number_depth("Item 7. Results"), number_depth("2021 in review")
    (2, 2, None)
    """
    if _PART.match(text):
        return 1
    if _ITEM.match(text):
        return 2
    found = _NUMBER.match(text)
    return found.group(1).count(".") + 1 if found else None


def measure_headings(items: Sequence[DraftItem], layers: Sequence[PageLayer]) -> None:
    """Write the letter sizes of headings, which only their own pages tell."""
    by_page = {layer.page_no: layer for layer in layers}
    for heading in _headings(items):
        heading.letter_pt = _letter_size(heading, by_page)


def set_levels(items: Sequence[DraftItem]) -> None:
    """Write the levels of a PDF's headings, all pages together."""
    headings = _headings(items)
    sizes = [heading.letter_pt for heading in headings]
    depths = [number_depth(heading.text) for heading in headings]
    ranks = _size_ranks(sizes)
    numbered = [rank for rank, depth in zip(ranks, depths, strict=True) if depth == 1]
    base = min(numbered) - 1 if numbered else 0
    for heading, depth, rank in zip(headings, depths, ranks, strict=True):
        heading.level = min(_MAX_LEVEL, rank if depth is None else base + depth)


def _headings(items: Sequence[DraftItem]) -> list[DraftText]:
    return [item for item in items if isinstance(item, DraftText) and item.kind is BlockKind.HEADING]


def _letter_size(heading: DraftText, layers: dict[int, PageLayer]) -> float:
    box = heading.bbox
    if box is None or heading.page_no is None:
        return 0.0
    layer = layers.get(heading.page_no)
    words = layer.words if layer is not None else ()
    inside = [
        word.font_pt
        for word in words
        if box.l <= (word.bbox.l + word.bbox.r) / 2 <= box.r and box.t <= (word.bbox.t + word.bbox.b) / 2 <= box.b
    ]
    # Without a text layer the box of a one-line heading is as high as its letters.
    return statistics.median(inside) if inside else min(box.height, 40.0)


def _size_ranks(sizes: Sequence[float]) -> list[int]:
    """The class of each size, 1 for the largest."""
    classes: list[float] = []
    for size in sorted(set(sizes), reverse=True):
        if not classes or classes[-1] - size > _SAME_SIZE_PT:
            classes.append(size)
    return [next(rank for rank, top in enumerate(classes, 1) if top - size <= _SAME_SIZE_PT) for size in sizes]
