"""Listings of a page line by line: docling joins their lines with blanks, and what programs print in them is tables.

In typewriter type each letter has a place, so a listing is written as plain text, and read as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftText
from bizrag.parsing.engines.pages.page_evidence import Floats
from bizrag.parsing.plain_text.printed_tables import find_printed_tables
from bizrag.parsing.text_layers.text_layer import Word, box_around

# widths of a letter that are tried, as shares of a first guess
_GUESSES: Floats = np.arange(0.92, 1.1201, 0.0005)
# so far do letters have their places (1: all of them): in other type they have not
_MIN_PLACED = 0.85
# words of one line have this share of the lower one's height in common
_LEVEL = 0.5
# words of so many letters tell how wide one is
_MIN_LETTERS = 3


def read_listings(items: Sequence[DraftItem], words: Sequence[Word]) -> list[DraftItem]:
    """The items of a page with its listings line by line, and the tables in them as such.

    ``words`` are of its text layer.
    """
    found: list[DraftItem] = []
    for item in items:
        if isinstance(item, DraftText) and item.kind is BlockKind.CODE:
            found += _read(item, words)
        else:
            found.append(item)
    return found


def _read(item: DraftText, words: Sequence[Word]) -> list[DraftItem]:
    box = item.bbox
    own = [word for word in words if box is not None and box.holds_centre(word.bbox) and not word.is_turned]
    # what docling has and the layer has not stays as it is
    if sorted("".join(word.text for word in own)) != sorted("".join(item.text.split())):
        return [item]
    rows = _rows(own)
    lines = _written(rows)
    return [item] if lines is None else list(_with_tables(item, lines, rows))


def _rows(words: Sequence[Word]) -> list[list[Word]]:
    """Words by their lines, from top to bottom and from left to right."""
    lines: dict[int, list[Word]] = {}
    for word in words:
        lines.setdefault(word.line, []).append(word)
    rows: list[list[Word]] = []
    for line in sorted(lines.values(), key=lambda line: box_around(line).t + box_around(line).b):
        if rows and _are_level(box_around(rows[-1]), box_around(line)):
            rows[-1] += line
        else:
            rows.append(line)
    return [sorted(row, key=lambda word: word.bbox.l) for row in rows]


def _are_level(one: BoundingBox, other: BoundingBox) -> bool:
    return min(one.b, other.b) - max(one.t, other.t) > _LEVEL * min(one.height, other.height)


def _written(rows: Sequence[Sequence[Word]]) -> list[str] | None:
    """The lines with each letter at its place, None where letters have none."""
    words = [word for row in rows for word in row]
    long = [word.bbox.width / len(word.text) for word in words if len(word.text) >= _MIN_LETTERS]
    if not long:
        return None
    lengths: Floats = np.array([len(word.text) for word in words], dtype=np.float64)
    middles: Floats = np.array([(word.bbox.l + word.bbox.r) / 2 for word in words], dtype=np.float64)
    widths = float(np.median(long)) * _GUESSES
    # where words begin, as turns around a circle as wide as a letter
    turns = np.exp(2j * np.pi * (middles[None, :] / widths[:, None] - lengths[None, :] / 2))
    means = turns.mean(axis=1)
    best = int(np.abs(means).argmax())
    if abs(means[best]) < _MIN_PLACED:
        return None
    width, offset = float(widths[best]), float(np.angle(means[best])) / (2 * np.pi)
    starts = np.rint(middles / width - lengths / 2 - offset).astype(np.int64)
    places = dict(zip(map(id, words), (starts - starts.min()).tolist(), strict=True))
    return [_line(row, [places[id(word)] for word in row]) for row in rows]


def _line(row: Sequence[Word], places: Sequence[int]) -> str:
    line = ""
    for word, place in zip(row, places, strict=True):
        line = line.ljust(place) if place > len(line) or not line else f"{line} "
        line += word.text
    return line


def _with_tables(item: DraftText, lines: Sequence[str], rows: Sequence[Sequence[Word]]) -> Iterator[DraftItem]:
    def text(start: int, end: int, kind: BlockKind = BlockKind.CODE) -> Iterator[DraftText]:
        if start < end:
            yield replace(item, kind=kind, text="\n".join(lines[start:end]), bbox=_box(rows[start:end]))

    at = 0
    for found in find_printed_tables(lines):
        start = found.start + bool(found.table.caption)
        yield from text(at, found.start)
        # a text of its own too, as all captions are
        yield from text(found.start, start, BlockKind.CAPTION)
        yield replace(found.table, page_no=item.page_no, bbox=_box(rows[start : found.end]))
        at = found.end
    yield from text(at, len(lines))


def _box(rows: Sequence[Sequence[Word]]) -> BoundingBox:
    return box_around([word for row in rows for word in row])
