"""Bullets of lists that are drawn, as browsers print them, become text: "• Replace the gate readers".

Nothing in the text of such a page says where an item of a list begins. Small discs are points of charts and keys of
legends as well: bullets have one size and one colour, stand below each other, and a line begins right of each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from bizrag.parsing.engines.marks.drawn_marks import (
    Box,
    Point,
    bounds,
    box_of,
    label_at,
    parts_of,
    shapes_of,
    write_marks,
)

BULLET = "•"
# sides in points; a disc is as wide as high within this share, and drawn by so many points
_MIN_SIDE, _MAX_SIDE, _ROUND, _MIN_POINTS = 2.0, 7.0, 0.15, 8
# of one list: sides and left edges differ by less than this (points)
_ALIKE_PT = 0.6
_MIN_BULLETS = 2
# the line begins nearer than this, in widths of its bullet
_LABEL_GAP = 4.0
# a letter has so many bullets' heights: smaller ones are points of a chart beside its labels
_MAX_SHARE = 0.6


def add_bullets(page: Any) -> None:
    """Write the drawn bullets of a docling page into its words and lines, in place."""
    shapes = shapes_of(page)
    if not shapes:
        return
    height = float(page.size.height)
    parts = [(str(list(shape.get_rgb_filling_ops())), part) for shape in shapes for part in parts_of(shape, height)]
    lines = page.parsed_page.textline_cells
    found = find_bullets(parts, [box_of(line, height) for line in lines])
    found = [box for box in found if label_at(box, lines, height, gap=_LABEL_GAP) is not None]
    if found:
        write_marks(page.parsed_page, [(box, BULLET) for box in found], height, gap=_LABEL_GAP)


def find_bullets(parts: Sequence[tuple[str, Sequence[Point]]], lines: Sequence[Box]) -> list[Box]:
    """The bullets among what is drawn (colour, corners from the top left), by the boxes of the lines of text."""
    lists: dict[tuple[str, int, int], list[Box]] = defaultdict(list)
    for colour, part in parts:
        if not _is_disc(part):
            continue
        box = bounds(part)
        if any(_begins_at(line, box) for line in lines):
            lists[colour, round((box[2] - box[0]) / _ALIKE_PT), round(box[0] / _ALIKE_PT)].append(box)
    return [box for found in lists.values() for box in dict.fromkeys(found) if len(set(found)) >= _MIN_BULLETS]


def _is_disc(part: Sequence[Point]) -> bool:
    if len(part) < _MIN_POINTS:
        return False
    left, top, right, bottom = bounds(part)
    wide, tall = right - left, bottom - top
    return _MIN_SIDE <= wide <= _MAX_SIDE and abs(wide - tall) <= _ROUND * wide


def _begins_at(line: Box, bullet: Box) -> bool:
    middle, side = (bullet[1] + bullet[3]) / 2, bullet[2] - bullet[0]
    is_level = line[1] <= middle <= line[3] and side <= _MAX_SHARE * (line[3] - line[1])
    return is_level and 0 <= line[0] - bullet[2] <= _LABEL_GAP * side
