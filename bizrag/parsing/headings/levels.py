"""Levels of headings: docling puts all headings of a PDF on level 1; outline, numbers and letter sizes tell more.

The outline of the file (``bookmarks``) decides for the headings that it names, the others hang below those. Without one
a number decides depth ("2.1.3" is one below "2.1"); among headings without numbers a larger letter is a higher level,
and of one size parts stand above items, items above notes, capitals above small letters. Numbered headings hang below
the unnumbered ones that are larger than the first numbered level.
"""

from __future__ import annotations

import re
import statistics
from bisect import bisect_left
from collections.abc import Sequence
from enum import IntEnum, auto

from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftText
from bizrag.parsing.text_layers.text_layer import PageLayer

_MAX_LEVEL = 8
_NUMBER = re.compile(r"^(?:(?:section|chapter|kapitel|note)\s+)?(\d{1,2}(?:\.\d{1,2}){0,5})\.?\s+\S", re.IGNORECASE)
# Filings: PART I > Item 1A.
_PART = re.compile(r"^part\s+[ivx]+\b", re.IGNORECASE)
_ITEM = re.compile(r"^item\s+\d{1,2}[a-c]?\b", re.IGNORECASE)
_NOTE = re.compile(r"^notes?\s+\d{1,2}\b", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\([^()]*\)")
# headings in capitals stand above others of their size where there are so many of both
_LEAST_IN_CAPITALS = 3
# "FAQ" is no word in capitals, "OVERVIEW" is
_LONG_WORD = 7
# the first line of a heading of two: "... OF FINANCIAL CONDITION AND RESULTS OF"
_GOES_ON = re.compile(
    r"(?:\b(?:of|and|the|for|in|to|with|on|or|by|from|at|an?|und|oder|der|die|das|des|für|von|zur?|et|ou|la|les?|du|des?|y)"
    r"|[,&–—-])$",
    re.IGNORECASE,
)
# whose next is no further below, as a share of its letters
_LINE_GAP = 0.8
# Two sizes closer than this are one class: anti-aliasing of OCR boxes, rounding in producers.
_SAME_SIZE_PT = 0.8
# An outline that names fewer headings says nothing about the others.
_LEAST_NAMED = 2


class _Kind(IntEnum):
    """What stands above what among headings of one size."""

    PART = auto()
    ITEM = auto()
    NOTE = auto()
    CAPITALS = auto()
    PLAIN = auto()


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


def join_lines(items: list[DraftItem]) -> None:
    """Make one heading of two lines right below each other in letters of one size, of which the first goes on."""
    for at in range(len(items) - 1, 0, -1):
        upper, lower = items[at - 1 : at + 1]
        if isinstance(upper, DraftText) and isinstance(lower, DraftText) and _is_next_line(upper, lower):
            upper.text = f"{upper.text.rstrip()} {lower.text.lstrip()}"
            if upper.bbox is not None and lower.bbox is not None:
                upper.bbox = upper.bbox.union(lower.bbox)
            upper.outline_level = upper.outline_level or lower.outline_level
            del items[at]


def _is_next_line(upper: DraftText, lower: DraftText) -> bool:
    if not (upper.kind is lower.kind is BlockKind.HEADING and upper.page_no == lower.page_no):
        return False
    if upper.bbox is None or lower.bbox is None or not _GOES_ON.search(upper.text.strip()):
        return False
    is_near = -1.0 < lower.bbox.t - upper.bbox.b < _LINE_GAP * upper.letter_pt
    return is_near and abs(upper.letter_pt - lower.letter_pt) < _SAME_SIZE_PT


def set_levels(items: Sequence[DraftItem]) -> None:
    """Write the levels of a PDF's headings, all pages together."""
    headings = _headings(items)
    styles = _styles(headings)
    order = _inner_styles(headings, styles)
    depths = [number_depth(heading.text) for heading in headings]
    levels = [bisect_left(order, style) + 1 for style in styles]
    first = [level for level, depth, heading in zip(levels, depths, headings, strict=True) if _is_first(heading, depth)]
    base = min(first) - 1 if first else 0
    for heading, depth, level in zip(headings, depths, levels, strict=True):
        is_counted = depth is not None and _kind(heading.text) is _Kind.PLAIN
        heading.level = min(_MAX_LEVEL, base + depth if is_counted else level)
    _follow_outline(headings, depths)


def _is_first(heading: DraftText, depth: int | None) -> bool:
    return depth == 1 and _kind(heading.text) is _Kind.PLAIN


def _styles(headings: Sequence[DraftText]) -> list[tuple[int, _Kind]]:
    """How headings look, in an order in which the first stand above the others: the class of their size, and what
    stands above others of one size.

    Parts, items and notes are written in several sizes, in the contents and in the text: the most usual counts, and
    none is smaller than what it holds.
    """
    ranks = _size_ranks([heading.letter_pt for heading in headings])
    kinds = [_kind(heading.text) for heading in headings]
    least, usual = len(ranks), dict[_Kind, int]()
    for kind in (_Kind.NOTE, _Kind.ITEM, _Kind.PART):
        if own := [rank for rank, other in zip(ranks, kinds, strict=True) if other is kind]:
            usual[kind] = least = min(least, statistics.mode(own))
    capitals = [_is_in_capitals(heading.text) for heading in headings]
    both = {
        rank
        for rank in set(ranks)
        if min(
            sum((r, k, c) == (rank, _Kind.PLAIN, wanted) for r, k, c in zip(ranks, kinds, capitals, strict=True))
            for wanted in (True, False)
        )
        >= _LEAST_IN_CAPITALS
    }
    return [
        (usual.get(kind, rank), _Kind.CAPITALS if is_capital and rank in both and kind is _Kind.PLAIN else kind)
        for rank, kind, is_capital in zip(ranks, kinds, capitals, strict=True)
    ]


def _inner_styles(headings: Sequence[DraftText], styles: Sequence[tuple[int, _Kind]]) -> list[tuple[int, _Kind]]:
    """The styles that make levels, in their order: the largest, which is the title's, and those of pages after the
    first. What is on a cover alone is above nothing.
    """
    inner = {style for heading, style in zip(headings, styles, strict=True) if heading.page_no != 1}
    return sorted(inner | {min(styles)} if inner else set(styles))


def _kind(text: str) -> _Kind:
    if _PART.match(text):
        return _Kind.PART
    if _ITEM.match(text):
        return _Kind.ITEM
    return _Kind.NOTE if _NOTE.match(text) else _Kind.PLAIN


def _is_in_capitals(text: str) -> bool:
    """Whether two words, or a long one, are in capitals, and nothing but what is in brackets is not."""
    words = [word for word in _IN_BRACKETS.sub(" ", text).split() if any(map(str.isalpha, word))]
    is_short = len(words) < 2 and len("".join(words)) < _LONG_WORD
    return not is_short and all(word.isupper() for word in words)


def _follow_outline(headings: Sequence[DraftText], depths: Sequence[int | None]) -> None:
    """Levels of the outline for headings that it names; the others go by theirs.

    A number is as deep as the outline has numbers of its depth; a heading in letters of the size of named ones is as
    deep as most of these; any other stands below the named one before it, as much deeper as it looked.
    """
    named = [heading for heading in headings if heading.outline_level is not None]
    if len(named) < _LEAST_NAMED:
        return
    looks = [heading.level or 1 for heading in headings]
    shifts = [h.outline_level - depth for h, depth in zip(headings, depths, strict=True) if h.outline_level and depth]
    shift = statistics.median_low(shifts) if shifts else None
    above, look_above = 0, 0
    for heading, depth, look in zip(headings, depths, looks, strict=True):
        if heading.outline_level is not None:
            heading.level = above = heading.outline_level
            look_above = look
        elif depth is not None and shift is not None:
            heading.level = min(_MAX_LEVEL, max(1, depth + shift))
        else:
            same = [h.outline_level for h in named if abs(h.letter_pt - heading.letter_pt) <= _SAME_SIZE_PT]
            deeper = above + max(1, look - look_above) if above else look
            heading.level = min(_MAX_LEVEL, statistics.mode(same) or 1 if same else deeper)


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
