"""Lines that OCR read, with boxes as their letters fill them: an engine draws them with margins of uneven width.

The rules for slides and charts go by the size of type and by gaps between texts, which a text layer tells exactly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.ocr.engine import OcrLine
from bizrag.parsing.ocr.patches import LEGEND_MARKS
from bizrag.parsing.text_layers.text_layer import Word

# left and right ends
Gaps = list[tuple[float, float]]

# pixels that differ so much from their ground are ink, as a share of the strongest; weaker ones are noise
_INK_SHARE, _MIN_INK = 0.4, 40.0
# what touches an end of the box and stands so far from the letters, in heights of the box, is a patch or a picture
# where so much of it is ink: letters have less
_APART, _SOLID = 0.15, 0.8
# heights of letters in sizes of the type: small ones, those with a stroke upwards, and what hangs below the line
_SMALL, _TALL, _BELOW = 0.52, 0.72, 0.2
_HAS_TALL = re.compile(r"[A-Z0-9bdfhijkltß!?()%$€£&/\u00c0-\u00ff]")
_HAS_BELOW = re.compile(r"[gjpqy,;()$/QJ]")
# engines draw their boxes so much higher than the type is
_BOX_HEIGHT = 1.33
# the patches of a legend are read as letters, and stand close to its names
_PIECES = re.compile(rf"[{LEGEND_MARKS}]|[^\s{LEGEND_MARKS}]+")
# lengths that letters cannot have mean that something else was measured
_MIN_SIZE, _MAX_SIZE = 0.55, 1.4
# letters are unevenly wide: so far at most, in heights of the line, a word begins from where even ones would put it
_MISPLACED = 2.5
# a blank is no wider than this, in heights of the line
_BLANK = 0.6
# heavy strokes are so much wider than the others, and none is in between; a line or two, or a sign, tell nothing
_HEAVY, _APART_WIDTHS, _MIN_LINES, _MIN_LETTERS = 1.25, 1.12, 3, 3
# pieces of one line have so much of their height in common and differ so little in size
_LEVEL, _ONE_SIZE = 0.6, 1.3
# small letters run together, which looks like heavy ones
_MIN_HEAVY_SIZE = 0.85


def words_of_lines(lines: Sequence[OcrLine], image: Image.Image, to_points: float) -> tuple[Word, ...]:
    """The words of an image in the form of a text layer.

    Args:
        lines: as they were read in the image, boxes in its pixels.
        image: in RGB.
        to_points: points a pixel.
    """
    pixels = np.asarray(image.convert("RGB")).astype(np.int16)
    filled = [letters_box(line.bbox, pixels) for line in lines]
    sizes = [
        type_size(line.text, box, line.bbox.height) if not line.is_upright else line.bbox.width / _BOX_HEIGHT
        for line, (box, _) in zip(lines, filled, strict=True)
    ]
    strokes = [
        _stroke(line.bbox, box, pixels) / size for line, (box, _), size in zip(lines, filled, sizes, strict=True)
    ]
    are_heavy = _are_heavy(lines, sizes, strokes)
    return tuple(
        word
        for number, line in enumerate(lines)
        for word in _words(line, *filled[number], sizes[number], to_points, number, is_bold=are_heavy[number])
    )


def join_torn(lines: Sequence[OcrLine], image: Image.Image) -> list[OcrLine]:
    """Lines, with those joined that an engine tore at the blanks of one line: large type has wide ones.

    Figures side by side are rather the values or marks of a chart, and what stands between two of a legend is a patch.
    """
    pixels = np.asarray(image.convert("RGB")).astype(np.int16)
    joined: list[tuple[OcrLine, BoundingBox]] = []
    for line in lines:
        box, _ = letters_box(line.bbox, pixels)
        if joined and not line.is_upright and _go_on(*joined[-1], line, box, pixels):
            last, around = joined[-1]
            text, bbox = f"{last.text} {line.text}", last.bbox.union(line.bbox)
            belief = min(last.confidence, line.confidence)
            joined[-1] = replace(last, text=text, bbox=bbox, confidence=belief), around.union(box)
        else:
            joined.append((line, box))
    return [line for line, _ in joined]


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
    columns = _without_neighbours(ink, _APART * part.shape[0])
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


def _go_on(line: OcrLine, box: BoundingBox, other: OcrLine, next_box: BoundingBox, pixels: NDArray[np.int16]) -> bool:
    """Whether a line goes on in the other: as high, level, a blank away, with nothing between them."""
    if line.text[-1:].isdigit() and other.text[:1].isdigit():
        return False
    sizes = sorted((type_size(line.text, box, line.bbox.height), type_size(other.text, next_box, other.bbox.height)))
    gap = next_box.l - box.r
    common = min(box.b, next_box.b) - max(box.t, next_box.t)
    is_level = common >= _LEVEL * min(box.height, next_box.height)
    if not is_level or sizes[1] > _ONE_SIZE * sizes[0] or not 0 < gap <= _BLANK * sizes[1]:
        return False
    between = pixels[int(max(box.t, next_box.t)) : int(min(box.b, next_box.b)), int(box.r) + 1 : int(next_box.l) - 1]
    if not between.size:
        return True
    away = np.linalg.norm(between - np.median(between, axis=(0, 1)), axis=2)
    # edges of letters reach in, patches and rules fill most of their columns
    return bool(np.median(away, axis=0).max() < _MIN_INK)


def _stroke(drawn: BoundingBox, box: BoundingBox, pixels: NDArray[np.int16]) -> float:
    """How wide the strokes of a line are, in pixels: its ink over half the length of its outline."""
    part = pixels[int(box.t) : int(box.b), int(box.l) : int(box.r)]
    around = pixels[int(max(drawn.t, 0)) : int(drawn.b) + 1, int(max(drawn.l, 0)) : int(drawn.r) + 1]
    if not part.size:
        return 0.0
    away = np.linalg.norm(part - np.median(np.concatenate([around[0], around[-1]]), axis=0), axis=2)
    ink = np.clip(away / max(float(np.percentile(away, 98)), 1.0), 0.0, 1.0)
    is_ink = np.pad(ink > 0.5, ((1, 0), (1, 0)))
    begins = (is_ink[1:, 1:] & ~is_ink[1:, :-1]).sum() + (is_ink[1:, 1:] & ~is_ink[:-1, 1:]).sum()
    return float(ink.sum()) / max(int(begins), 1)


def _are_heavy(lines: Sequence[OcrLine], sizes: Sequence[float], strokes: Sequence[float]) -> list[bool]:
    """Which lines are of heavy type: strokes, in sizes of the type, are of two widths with a wide gap between them."""
    named = [index for index, line in enumerate(lines) if sum(map(str.isalpha, line.text)) >= _MIN_LETTERS]
    if len(named) < _MIN_LINES:
        return [False] * len(lines)
    least_size = _MIN_HEAVY_SIZE * float(np.median([sizes[index] for index in named]))
    widths = np.sort([strokes[index] for index in named if sizes[index] >= least_size])
    if len(widths) < _MIN_LINES:
        return [False] * len(lines)
    at = int((widths[1:] / widths[:-1]).argmax()) + 1
    are_two = widths[at] >= _APART_WIDTHS * widths[at - 1]
    are_two &= float(np.median(widths[at:])) >= _HEAVY * float(np.median(widths[:at]))
    return [
        bool(are_two and stroke >= widths[at] and size >= least_size)
        for stroke, size in zip(strokes, sizes, strict=True)
    ]


def _words(
    line: OcrLine, box: BoundingBox, gaps: Gaps, size: float, to_points: float, number: int, *, is_bold: bool
) -> Iterator[Word]:
    pieces = list(_PIECES.finditer(line.text))
    for piece, (left, right) in zip(pieces, word_spans(line.text, pieces, box, gaps), strict=True):
        own = BoundingBox(l=left * to_points, t=box.t * to_points, r=right * to_points, b=box.b * to_points)
        yield Word(piece[0], own, round(size * to_points, 2), number, is_bold=is_bold)


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


def _without_neighbours(ink: NDArray[np.bool_], gap: float) -> NDArray[np.int64]:
    """The columns with ink [height, width], without those of what reaches into the box at its left or right end."""
    columns = np.flatnonzero(ink.any(axis=0))
    pieces = np.split(columns, np.flatnonzero(np.diff(columns) > gap) + 1)
    if len(pieces) > 1 and pieces[0][0] == 0 and _is_solid(ink[:, pieces[0]]):
        pieces = pieces[1:]
    if len(pieces) > 1 and pieces[-1][-1] == ink.shape[1] - 1 and _is_solid(ink[:, pieces[-1]]):
        pieces = pieces[:-1]
    return np.concatenate(pieces)


def _is_solid(ink: NDArray[np.bool_]) -> bool:
    """Whether ink [height, width] fills the rows that it stands in."""
    rows = ink.any(axis=1)
    return float(ink[rows].mean()) >= _SOLID
