"""Charts with two values in each row, one on each side of what is drawn: pyramids, tornados, ranges, pairs of marks.

What the sides are called stands over them, or a legend of full and empty marks says it; else one is the low and one the
high end. Pure.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from itertools import groupby

import numpy as np

from bizrag.parsing.charts.colours import (
    ALIKE,
    Colour,
    Inks,
    Pixels,
    are_same,
    common_colour,
    distance,
    ground_of,
    paper_of,
)
from bizrag.parsing.charts.labels import MIN_NAMES, Label, Table, number_of, pitch_of

LOW, HIGH = "low", "high"

# of the distance between two names: how far a value stands from its name
_CENTRED = 0.25
# of the rows so many have two values
_MIN_PAIRED = 0.75
# of what lies between two values so much is drawn
_MIN_DRAWN = 0.6
# in sizes of the type: values of a row are level; marks are no larger, and stand so near their value or name
_LEVEL, _MARK, _NEAR = 0.4, 1.2, 2.5
# in sizes of the type: a name of a side stands no further above the first row than so many
_HEAD_REACH = 3.0
_RING_PX = 5
# what differs so much from the paper is no blended edge; so many pixels of a mark tell its colour
_INK, _MARK_PX = 80.0, 5

_Pair = tuple[Label, Label, Label]


def by_sides(
    names: Sequence[Label], values: Sequence[Label], others: Sequence[Label], inks: Inks, pixels: Pixels
) -> Table:
    """The two values of each name of a column; nothing where most rows have more or fewer, or nothing is drawn there.

    ``others`` are all texts that are no values: names of the sides are among them. ``inks`` are the values that are
    written in the colour of a name.
    """
    paper = paper_of(names, pixels)
    pairs = _pairs(names, values)
    if paper is None or len(pairs) < max(MIN_NAMES, _MIN_PAIRED * len(names)):
        return {}
    around = [label for label in others if label not in names]
    if written := _by_ink(pairs, inks):
        return written
    if heads := _heads(pairs, around):
        return _by_heads(heads, pairs, paper, pixels)
    pairs = [pair for pair in pairs if number_of(pair[1].text) <= number_of(pair[2].text)]
    drawn = [pair for pair in pairs if _is_drawn_between(pair, paper, pixels)]
    if len(drawn) < max(MIN_NAMES, _MIN_PAIRED * len(names)):
        return {}
    if marked := _by_marks(drawn, around, paper, pixels):
        return marked
    return {name.text: {LOW: left, HIGH: right} for name, left, right in drawn}


def _pairs(names: Sequence[Label], values: Sequence[Label]) -> list[_Pair]:
    """Names with their two values, left and right, where they have two."""
    reach = _CENTRED * pitch_of([name.y for name in names])
    found: list[_Pair] = []
    for name in names:
        level = [value for value in values if abs(value.y - name.y) <= reach]
        left, right = (min(level, key=lambda v: v.x), max(level, key=lambda v: v.x)) if level else (name, name)
        if len(level) == 2 and abs(left.y - right.y) <= _LEVEL * left.size and left.bbox.r < right.bbox.l:
            found.append((name, left, right))
    return found


def _heads(pairs: Sequence[_Pair], around: Sequence[Label]) -> tuple[str, str] | None:
    """The names of the two sides: the only two texts of a line over the rows, one over each side of all or of the first
    row.
    """
    highest = min(pairs, key=lambda pair: pair[1].bbox.t)
    top = highest[1].bbox.t
    first, last = min(left.bbox.l for _, left, _ in pairs), max(right.bbox.r for _, _, right in pairs)
    middles = (statistics.median(map(_middle, pairs)), _middle(highest))
    size = pairs[0][1].size
    over = [one for one in around if top - _HEAD_REACH * size <= one.bbox.b <= top and first <= one.x <= last]
    for _, line in groupby(sorted(over, key=lambda one: one.y), key=lambda one: round(one.y / size)):
        heads = sorted(line, key=lambda one: one.x)
        if len(heads) != len(middles) or heads[0].text == heads[1].text:
            continue
        if any(heads[0].bbox.r <= middle <= heads[1].bbox.l for middle in middles):
            return heads[0].text, heads[1].text
    return None


def _middle(pair: _Pair) -> float:
    return (pair[1].bbox.r + pair[2].bbox.l) / 2


def _by_heads(heads: tuple[str, str], pairs: Sequence[_Pair], paper: Colour, pixels: Pixels) -> Table:
    """Values by the names over the first row; where marks have two colours, those of other rows may have changed sides
    ("fallen from 15 to 9").
    """
    first = min(pairs, key=lambda pair: pair[1].bbox.t)
    known = _marks_of(first, paper, pixels)
    are_two = None not in known and not are_same(*known)
    table: Table = {}
    for pair in pairs:
        name, left, right = pair
        marks = _marks_of(pair, paper, pixels)
        is_turned = are_two and are_same(marks[0], known[1]) and are_same(marks[1], known[0])
        table[name.text] = dict(zip(heads, (right, left) if is_turned else (left, right), strict=True))
    return table


def _marks_of(pair: _Pair, paper: Colour, pixels: Pixels) -> tuple[Colour | None, Colour | None]:
    """The colours of what is drawn right of the left value and left of the right one, nearest to them."""
    _, left, right = pair
    return (
        _nearest_ink(left.bbox.r + 1, left.bbox.r + _NEAR * left.size, left.y, paper, pixels),
        _nearest_ink(right.bbox.l - 1, right.bbox.l - _NEAR * right.size, right.y, paper, pixels),
    )


def _nearest_ink(start: float, end: float, y: float, paper: Colour, pixels: Pixels) -> Colour | None:
    row = pixels[min(max(int(y), 0), pixels.shape[0] - 1)]
    part = row[int(start) : int(end)] if end > start else row[max(int(end), 0) : int(start)][::-1]
    inked = part[np.linalg.norm(part.astype(np.int32) - paper, axis=1) > _INK][:_MARK_PX]
    return common_colour(inked) if len(inked) == _MARK_PX else None


def _by_ink(pairs: Sequence[_Pair], inks: Inks) -> Table:
    """Values by the colour that they are written in, which is that of one of two names: of a pair one is enough."""
    series = {inks[value].text for _, *pair in pairs for value in pair if value in inks}
    if len(series) != len(("left", "right")):
        return {}
    table: Table = {}
    for name, left, right in pairs:
        one, other = (inks[value].text if value in inks else "" for value in (left, right))
        if one == other:
            return {}
        (rest,) = series - {one or other}
        table[name.text] = {one or rest: left, other or rest: right}
    return table


def _is_drawn_between(pair: _Pair, paper: Colour, pixels: Pixels) -> bool:
    """Whether both values stand on the paper, and a bar or line leads from one to the other."""
    _, left, right = pair
    if any((ground := ground_of(value, pixels)) is None or distance(ground, paper) > ALIKE for value in (left, right)):
        return False
    line = _inked(left.bbox.r, right.bbox.l, left.y, left.size, paper, pixels)
    return len(line) > 0 and float(line.mean()) >= _MIN_DRAWN


def _inked(
    start: float, end: float, y: float, size: float, paper: Colour, pixels: Pixels
) -> np.typing.NDArray[np.bool_]:
    """Which places between two have anything but paper around a height, within a fifth of a line."""
    reach = max(int(size / 5), 1)
    part = pixels[max(int(y) - reach, 0) : int(y) + reach + 1, max(int(start), 0) : max(int(end), 0)]
    return np.asarray((np.linalg.norm(part.astype(np.int32) - paper, axis=2) > ALIKE).any(axis=0))


def _by_marks(pairs: Sequence[_Pair], around: Sequence[Label], paper: Colour, pixels: Pixels) -> Table:
    """Values by the marks beside them, one full and one empty, as the two names of a legend have them; nothing where
    more than two texts next to each other have such marks.
    """
    marked = [(one, is_full) for one in around if (is_full := _is_full(one.bbox.l, -1, one, paper, pixels)) is not None]
    empty = [one for one, is_full in marked if not is_full]
    full = [one for one, is_full in marked if is_full and any(_is_beside(one, other) for other in empty)]
    if len(empty) != 1 or len(full) != 1:
        return {}
    legend = {True: full[0], False: empty[0]}
    table: Table = {}
    for name, left, right in pairs:
        sides = (_is_full(left.bbox.r, 1, left, paper, pixels), _is_full(right.bbox.l, -1, right, paper, pixels))
        if None in sides or sides[0] == sides[1]:
            return {}
        table[name.text] = {
            legend[is_full].text: value
            for is_full, value in zip(sides, (left, right), strict=True)
            if is_full is not None
        }
    return table


def _is_beside(one: Label, other: Label) -> bool:
    """Whether two entries of a legend stand next to each other: on one line, or at one edge of lines that follow."""
    away = abs(one.y - other.y)
    return away <= _LEVEL * one.size or (away <= _NEAR * one.size and abs(one.bbox.l - other.bbox.l) <= one.size)


def _is_full(edge: float, way: int, label: Label, paper: Colour, pixels: Pixels) -> bool | None:
    """Whether the mark next to a label is full; False where it is a ring, None without any.

    Args:
        edge: of the label, in pixels across.
        way: 1 where the mark stands right of it, -1 left.
    """
    reach = int(_NEAR * label.size)
    start, end = (edge + 1, edge + reach) if way > 0 else (edge - reach, edge - 1)
    part = pixels[min(max(int(label.y), 0), pixels.shape[0] - 1), max(int(start), 0) : max(int(end), 0)]
    is_ink = np.linalg.norm(part.astype(np.int32) - paper, axis=1) > ALIKE
    runs = [(is_on, len(list(run))) for is_on, run in groupby((is_ink if way > 0 else is_ink[::-1]).tolist())]
    if runs and not runs[0][0]:
        runs = runs[1:]
    if not runs:
        return None
    if runs[0][1] > _RING_PX:
        return True
    # through a ring its far side is seen
    is_ring = len(runs) > 2 and _RING_PX <= runs[1][1] <= _MARK * label.size
    return False if is_ring else None
