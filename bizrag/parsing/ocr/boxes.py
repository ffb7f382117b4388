"""Lines that OCR read, with boxes as their letters fill them: an engine draws them with margins of uneven width.

The rules for slides and charts go by the size of type and by gaps between texts, which a text layer tells exactly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.ocr.engine import OcrLine
from bizrag.parsing.ocr.patches import LEGEND_MARKS
from bizrag.parsing.text_layer import Word

# left and right ends
Gaps = list[tuple[float, float]]

# pixels that differ so much from their ground are ink, as a share of the strongest; weaker ones are noise
_INK_SHARE, _MIN_INK = 0.4, 40.0
# what touches an end of the box and stands so far from the letters, in heights of the box, is a patch or a picture
_APART = 0.15
# heights of letters in sizes of the type: small ones, those with a stroke upwards, and what hangs below the line
_SMALL, _TALL, _BELOW = 0.52, 0.72, 0.2
_HAS_TALL = re.compile(r"[A-Z0-9bdfhkltß!?()%$€£&/\u00c0-\u00de]")
_HAS_BELOW = re.compile(r"[gjpqy,;()$/QJ]")
# engines draw their boxes so much higher than the type is
_BOX_HEIGHT = 1.33
# the patches of a legend are read as letters, and stand close to its names
_PIECES = re.compile(rf"[{LEGEND_MARKS}]|[^\s{LEGEND_MARKS}]+")
# lengths that letters cannot have mean that something else was measured
_MIN_SIZE, _MAX_SIZE = 0.55, 1.1
# letters are unevenly wide: so far at most, in heights of the line, a word begins from where even ones would put it
_MISPLACED = 2.5
# a blank is no wider than this, in heights of the line
_BLANK = 0.6


def words_of_lines(lines: Sequence[OcrLine], image: Image.Image, to_points: float) -> tuple[Word, ...]:
    """The words of an image in the form of a text layer.

    Args:
        lines: as they were read in the image, boxes in its pixels.
        image: in RGB.
        to_points: points a pixel.
    """
    pixels = np.asarray(image.convert("RGB")).astype(np.int16)
    return tuple(word for number, line in enumerate(lines) for word in _words(line, pixels, to_points, number))


def letters_box(box: BoundingBox, pixels: NDArray[np.int16]) -> tuple[BoundingBox, Gaps]:
    """The part of a line's box that its letters fill, and left and right end of each gap between them.

    In pixels of an image [height, width, 3]; all of the box where no letters are seen.
    """
    left, top = max(int(box.l), 0), max(int(box.t), 0)
    part = pixels[top : int(box.b) + 1, left : int(box.r) + 1]
    if min(part.shape[:2]) < 3:
        return box, []
    edge = np.concatenate([part[0], part[-1]])
    away = np.linalg.norm(part - np.median(edge, axis=0), axis=2)
    if float(away.max()) < _MIN_INK:
        return box, []
    ink = away >= max(_MIN_INK, _INK_SHARE * float(np.percentile(away, 99)))
    columns = _without_neighbours(np.flatnonzero(ink.any(axis=0)), part.shape[1], _APART * part.shape[0])
    rows = np.flatnonzero(ink[:, columns[0] : columns[-1] + 1].any(axis=1))
    filled = BoundingBox(
        l=left + int(columns[0]), t=top + int(rows[0]), r=left + int(columns[-1]) + 1, b=top + int(rows[-1]) + 1
    )
    ends = np.flatnonzero(np.diff(columns) > 1)
    return filled, [(left + int(columns[at]) + 1, left + int(columns[at + 1])) for at in ends]


def type_size(text: str, box: BoundingBox, height: float) -> float:
    """The size of a line's type by the height of its letters; by that of its box where it holds more than letters.

    >>> letters, all_of_it = (BoundingBox(l=0, t=0, r=100, b=height) for height in (18.4, 60.0))
    >>> type_size("Sales by quarter", letters, 26.6), type_size("Sales by quarter", all_of_it, 26.6)
    (20.0, 20.0)
    """
    usual = height / _BOX_HEIGHT
    share = (_TALL if _HAS_TALL.search(text) else _SMALL) + (_BELOW if _HAS_BELOW.search(text) else 0.0)
    size = box.height / share
    return round(size if _MIN_SIZE * usual <= size <= _MAX_SIZE * usual else usual, 2)


def _words(line: OcrLine, pixels: NDArray[np.int16], to_points: float, number: int) -> Iterator[Word]:
    box, gaps = letters_box(line.bbox, pixels)
    size = type_size(line.text, box, line.bbox.height) * to_points
    pieces = list(_PIECES.finditer(line.text))
    for piece, (left, right) in zip(pieces, word_spans(line.text, pieces, box, gaps), strict=True):
        own = BoundingBox(l=left * to_points, t=box.t * to_points, r=right * to_points, b=box.b * to_points)
        yield Word(piece[0], own, size, number)


def word_spans(
    text: str, pieces: Sequence[re.Match[str]], box: BoundingBox, gaps: Sequence[tuple[float, float]]
) -> list[tuple[float, float]]:
    """Where each word of a line begins and ends: at the widest gaps between its letters, else by letters.

    Args:
        text: of the line.
        pieces: its words.
        box: that its letters fill.
        gaps: left and right end of each gap between letters.
    """
    step = box.width / len(text)
    # letters of a line are one text: what parts texts is wider than half a blank
    shares = [(box.l + p.start() * step, min(box.l + (p.end() + 0.5) * step, box.r)) for p in pieces]
    widest = sorted(sorted(gaps, key=lambda gap: gap[0] - gap[1])[: len(pieces) - 1])
    spans = list(zip([box.l, *(right for _, right in widest)], [*(left for left, _ in widest), box.r], strict=True))
    is_told = len(spans) == len(pieces) and all(
        abs(left - share) <= _MISPLACED * box.height for (left, _), (share, _) in zip(spans, shares, strict=True)
    )
    if not is_told:
        return shares
    # what the reader took for one line is one text, but for gaps that are wider than any blank
    lefts = [left for left, _ in spans[1:]] + [box.r]
    return [(left, min(right + _BLANK * box.height, end)) for (left, right), end in zip(spans, lefts, strict=True)]


def _without_neighbours(columns: NDArray[np.int64], width: int, gap: float) -> NDArray[np.int64]:
    """Columns with ink, without those of what reaches into the box at its left or right end."""
    pieces = np.split(columns, np.flatnonzero(np.diff(columns) > gap) + 1)
    if len(pieces) > 1 and pieces[0][0] == 0:
        pieces = pieces[1:]
    if len(pieces) > 1 and pieces[-1][-1] == width - 1:
        pieces = pieces[:-1]
    return np.concatenate(pieces)
