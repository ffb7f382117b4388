"""Footnotes stand right behind what they are a note to: who reads a chunk does not look at the foot of the page. Pure.

Marks are raised. The text layer joins such a mark with the word before it ("days.2") and with the first word of the
note ("2From"), or has it in smaller type; docling writes both apart. So a mark is told from a number of the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftPicture, DraftTable, DraftText
from bizrag.parsing.text_layers.text_layer import Word, box_around

_MARK = r"(?:\d{1,2}|[a-z]|[*†‡§]{1,3})"
_NOTE = re.compile(rf"(?:^|(?<=\s))(?P<mark>{_MARK}) (?=(?P<next>[^\W\d_]\S*))")
_RAISED = re.compile(rf"(?P<word>\S+) (?P<mark>{_MARK})(?!\w)")
# type of marks beside that of the words they stand at
_SMALLER = 0.92
# a mark stands so close to its word, in sizes of the type
_BESIDE = 0.5
_TEXTS = (BlockKind.TEXT, BlockKind.LIST_ITEM, BlockKind.FOOTNOTE)


def place_footnotes(items: Sequence[DraftItem], words: Sequence[Word]) -> list[DraftItem]:
    """The items of a page in reading order, each note at its foot right behind the text or table that has its mark.

    ``words`` are those of the page's text layer. A note whose mark is found nowhere stays where it stands.
    """
    raised = _raised(words)
    behind: dict[int, list[DraftItem]] = {}
    for at, item in enumerate(items):
        notes = _notes_of(item, words, raised)
        homes = [next((to for to in range(at) if _has_mark(items[to], mark, raised)), None) for mark, _ in notes]
        if not any(home is not None for home in homes):
            behind.setdefault(at, []).append(item)
            continue
        for (_, note), home in zip(notes, homes, strict=True):
            behind.setdefault(at if home is None else home, []).append(note)
    return [item for at in range(len(items)) for item in behind.get(at, [])]


def _raised(words: Sequence[Word]) -> frozenset[tuple[str, str]]:
    """Two texts that meet where a mark is raised, as they are written apart: ("days.", "2"), ("2", "From")."""
    found = {pair for word in words for pair in _parted(word.text)}
    for one, other in pairwise(words):
        size = max(one.em_pt, other.em_pt)
        is_beside = one.bbox.t < other.bbox.b and other.bbox.t < one.bbox.b
        if is_beside and min(one.em_pt, other.em_pt) < _SMALLER * size and other.bbox.l - one.bbox.r < _BESIDE * size:
            found.add((one.text, other.text))
    return frozenset(found)


def _parted(text: str) -> list[tuple[str, str]]:
    """How a word with a mark at its end or its beginning is written apart; a number holds none."""
    behind = re.fullmatch(rf"(?P<word>\S*[^\d\s(])(?P<mark>{_MARK})", text)
    before = re.fullmatch(rf"(?P<mark>{_MARK})(?P<word>[^\W\d_]\S+)", text)
    return [
        *([(behind["word"], behind["mark"])] if behind else []),
        *([(before["mark"], before["word"])] if before else []),
    ]


def _notes_of(
    item: DraftItem, words: Sequence[Word], raised: frozenset[tuple[str, str]]
) -> list[tuple[str, DraftText]]:
    """The notes that a block consists of, each with its mark; none where it does not begin with one."""
    if not isinstance(item, DraftText) or item.kind not in _TEXTS:
        return []
    begins = [found for found in _NOTE.finditer(item.text) if (found["mark"], found["next"]) in raised]
    if not begins or begins[0].start() > 0:
        return []
    ends = [*(found.start() for found in begins[1:]), len(item.text)]
    texts = [item.text[found.start() : end].strip() for found, end in zip(begins, ends, strict=True)]
    boxes = _boxes(item, [(found["mark"], found["next"]) for found in begins], words)
    return [
        (found["mark"], replace(item, kind=BlockKind.FOOTNOTE, text=text, bbox=box))
        for found, text, box in zip(begins, texts, boxes, strict=True)
    ]


def _boxes(item: DraftText, begins: Sequence[tuple[str, str]], words: Sequence[Word]) -> list[BoundingBox | None]:
    """Where each note of a block stands; the whole block where its words are not told apart."""
    own = [word for word in words if item.bbox is not None and item.bbox.holds_centre(word.bbox)]
    joined = {f"{mark}{following}" for mark, following in begins}
    starts = [
        at
        for at, word in enumerate(own)
        if word.text in joined or (at + 1 < len(own) and (word.text, own[at + 1].text) in begins)
    ]
    if len(starts) != len(begins):
        return [item.bbox] * len(begins)
    return [box_around(own[start:end]) for start, end in pairwise([*starts, len(own)])]


def _has_mark(item: DraftItem, mark: str, raised: frozenset[tuple[str, str]]) -> bool:
    """Whether a text, or a cell of a table, has a raised mark behind a word."""
    return any(
        found["mark"] == mark and (found["word"], mark) in raised
        for text in _texts_of(item)
        for found in _RAISED.finditer(text)
    )


def _texts_of(item: DraftItem) -> Sequence[str]:
    match item:
        case DraftText():
            return [item.text]
        case DraftTable():
            return [cell.text for cell in item.cells]
        case DraftPicture():
            return []
