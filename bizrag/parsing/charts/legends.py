"""Legends of charts: names of series beside patches of their colours. Pure.

Pixels are RGB, [height, width, 3].
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from colorsys import rgb_to_hsv
from dataclasses import replace
from typing import Any

import numpy as np

from bizrag.model.labels import is_period
from bizrag.parsing.charts.colours import (
    ALIKE,
    GREY,
    SAME_COLOUR,
    Colour,
    Legend,
    Pixels,
    common_colour,
    distance,
    ground_of,
    ink_of,
    is_of_colour,
    paper_of,
    share_rows,
    without_alike,
)
from bizrag.parsing.charts.labels import ALIGNED, Label, name_rows

# in sizes of the type: a patch stands so near before its text; it is so wide at least, and its own pieces stand so near
# to each other
PATCH_REACH = 3.6
_MIN_PATCH, _PATCH_GAP = 0.3, 0.25
# behind its name it is wider than the tick of an axis, in that
_MIN_BEHIND = 0.5
# of a broken line its dashes stand so near to each other, it is so long, and so much of that is on one height
_DASH_GAP, _MIN_DASHED, _ON_ONE_HEIGHT = 0.7, 1.0, 0.8
# of the square of the type's size, and at least
_MIN_PATCH_AREA, _MIN_PATCH_PX = 0.05, 8
# a patch that was read with its name is so near to where their box begins, and fills its own
_INSIDE_BOX, _FILLED = 0.8, 0.8
# and makes the box begin so far before those of others
_WITH_PATCH = 1.0
# in sizes of the type: a patch with the gaps before and behind it is wider
_PATCH_ROOM = 0.9
# what is blended of two colours is so near to the line between them
_BLENDED = 12.0
# lines of a grid are so thick at most
_GRID_PX = 3
# of colours: what is less saturated has no hue; how far hues of one colour differ, of the whole circle
_PALE, _SAME_HUE = 0.15, 0.1
# in sizes of the type: no patch reaches so far above and below the middle of its name, and fills so much of that
_FAR, _MOSTLY = 1.4, 0.45
# than the usual type of a chart, no name of a series is larger
_MUCH_LARGER = 3.0
# lines of a legend are further apart, in sizes of the type
_CROWDED = 0.6
# colours before a name that are looked at
_MAX_COLOURS = 8


def find_legends(names: Sequence[Label], labels: Sequence[Label], pixels: Pixels) -> list[Legend]:
    """Names of series with their colours, those on one line or edge together: a patch stands before each, or behind.

    Behind them patches are as far from all names: bars beside names are as long as their values, and one alone may be
    of another colour to be seen.
    """
    before = [_of_own_ink(_without_crowded(one), pixels) for one in _legends_before(names, labels, pixels)]
    if legends := _without_axis(before, names):
        return legends
    width = pixels.shape[1]
    back = {_mirrored(name, width): name for name in names}
    found = _legends_before(list(back), [_mirrored(label, width) for label in labels], pixels[:, ::-1])
    return [
        [(back[name], colour) for name, colour in legend]
        for legend in found
        if len(legend) > 1 and _are_alike(legend, pixels[:, ::-1])
    ]


def _without_crowded(legend: Legend) -> Legend:
    """A legend without names that stand partly over each other, as those behind lines that end close together do: what
    lies before them may be of either.
    """
    return [
        (name, colour)
        for name, colour in legend
        if not any(
            other is not name
            and other.bbox.l < name.bbox.r
            and name.bbox.l < other.bbox.r
            # of two that stand below each other
            and abs(other.y - name.y) < _CROWDED * name.size
            for other, _ in legend
        )
    ]


def _of_own_ink(legend: Legend, pixels: Pixels) -> Legend:
    """A legend without names in a colour that is another than that of the thin line before them, one of the grid."""
    inks = [ink_of(name, pixels) for name, _ in legend]
    return [
        (name, colour)
        for (name, colour), ink in zip(legend, inks, strict=True)
        if ink is None or _are_near(ink, colour) or _thickness(name, colour, pixels) > _GRID_PX
    ]


def _thickness(name: Label, colour: Colour, pixels: Pixels) -> float:
    """How many pixels what is drawn in a colour before a name is high."""
    left, box = max(int(name.bbox.l - PATCH_REACH * name.size), 0), name.bbox
    area = pixels[int(box.t) : int(box.b) + 1, left : int(box.l)]
    heights = is_of_colour(area, colour).sum(axis=0)
    return float(np.median(heights[heights > 0])) if heights.any() else 0.0


def _are_near(one: Colour, other: Colour) -> bool:
    """Whether two colours are alike, or of one hue."""
    (first, strong, _), (second, weak, _) = (rgb_to_hsv(*(part / 255 for part in colour)) for colour in (one, other))
    is_of_hue = min(strong, weak) >= _PALE and min(abs(first - second), 1 - abs(first - second)) <= _SAME_HUE
    return is_of_hue or distance(one, other) <= SAME_COLOUR


def _without_axis(legends: Sequence[Legend], names: Sequence[Label]) -> list[Legend]:
    """Legends without years of an axis that happen to stand behind an edge of what is drawn: of a row of years that are
    series each has a patch.
    """
    rows = name_rows([name for name in names if is_period(name.text)]) if legends else []
    kept: list[Legend] = []
    for legend in legends:
        own = [name for name, _ in legend]
        of_axis = [name for row in rows if not all(one in own for one in row) for name in row]
        kept.append([entry for entry in legend if entry[0] not in of_axis])
    return [legend for legend in kept if len(legend) > 1]


def _are_alike(legend: Legend, pixels: Pixels) -> bool:
    """Whether the patches before names begin and end under each other, and are no ticks of an axis."""
    sides: list[tuple[int, int]] = []
    for name, colour in legend:
        left, box = max(int(name.bbox.l - PATCH_REACH * name.size), 0), name.bbox
        area = pixels[int(box.t) : int(box.b) + 1, left : int(box.l)]
        columns = np.flatnonzero(is_of_colour(area, colour).any(axis=0))
        sides.append((left + int(columns[0]), left + int(columns[-1])))
    size = legend[0][0].size
    are_level = all(max(places) - min(places) <= _PATCH_GAP * size for places in zip(*sides, strict=True))
    return are_level and min(right - left for left, right in sides) >= _MIN_BEHIND * size


def _mirrored(label: Label, width: int) -> Label:
    return replace(label, bbox=replace(label.bbox, l=width - label.bbox.r, r=width - label.bbox.l))


def _legends_before(names: Sequence[Label], labels: Sequence[Label], pixels: Pixels) -> list[Legend]:
    """As ``find_legends``, patches before their names."""
    paper = paper_of(names, pixels)
    if paper is None:
        return []
    legends: list[Legend] = []
    # those whose box begins with their patch
    inside: set[Label] = set()
    # a letter of the title of an axis, alone, is as large as that is high
    largest = _MUCH_LARGER * float(np.median([name.size for name in names]))
    for name in (one for one in names if one.size <= largest and any(map(str.isalnum, one.text))):
        colour = None if _is_in_text(name, labels) else _patch(name, labels, pixels)
        if colour is None and (colour := _patch_inside(name, pixels)) is not None:
            inside.add(name)
        colour = colour and _as_written(name, colour, pixels)
        if colour is None or distance(colour, paper) <= SAME_COLOUR:
            continue
        met = [legend for legend in legends if any(_is_beside(name, other, inside) for other, _ in legend)]
        legends = [legend for legend in legends if legend not in met]
        legends.append([*(entry for legend in met for entry in legend), (name, colour)])
    parts = [part for legend in legends for part in _each_colour_once(legend)]
    return [told for part in parts if len(part) > 1 and (told := without_alike(part))]


def _as_written(name: Label, colour: Colour, pixels: Pixels) -> Colour:
    """The colour of a patch, or that in which its name is written where it only is that one, blended with the ground:
    a name at the end of its line stands behind the edge of the last point.
    """
    ink, ground = ink_of(name, pixels), ground_of(name, pixels)
    if ink is None or ground is None or distance(ink, colour) <= SAME_COLOUR:
        return colour
    way, part = np.subtract(ink, ground), np.subtract(colour, ground)
    share = float(part @ way) / float(way @ way)
    return ink if 0 < share < 1 and np.linalg.norm(part - share * way) <= _BLENDED else colour


def _is_in_text(name: Label, labels: Sequence[Label]) -> bool:
    """Whether a text stands so close before a name that no patch has room between them."""
    return any(
        share_rows(other, name) and 0 <= name.bbox.l - other.bbox.r < _PATCH_ROOM * name.size
        for other in labels
        if other is not name
    )


def has_patch(name: Label, labels: Sequence[Label], pixels: Pixels) -> bool:
    """Whether a patch of a colour or a piece of a line stands right before a name, as in a legend."""
    return (_patch(name, labels, pixels) or _patch_inside(name, pixels)) is not None


def _each_colour_once(legend: Legend) -> list[Legend]:
    """A legend, parted before each colour that was in it already: those of charts side by side stand on one line."""
    parts: list[Legend] = []
    for name, colour in sorted(legend, key=lambda entry: entry[0].x):
        if not parts or any(distance(colour, other) <= ALIKE for _, other in parts[-1]):
            parts.append([])
        parts[-1].append((name, colour))
    return parts if len(parts) > 1 and all(len(part) > 1 for part in parts) else [legend]


def _is_beside(one: Label, other: Label, inside: Set[Label]) -> bool:
    """Whether two names begin at one edge or height; the box of one of them may begin with its patch (``inside``)."""
    reach = ALIGNED * one.size
    aside = _WITH_PATCH * one.size if (one in inside) != (other in inside) else reach
    return abs(one.bbox.l - other.bbox.l) <= aside or abs(one.bbox.t - other.bbox.t) <= reach


def _patch(name: Label, labels: Sequence[Label], pixels: Pixels) -> Colour | None:
    """The colour of the patch right before a name's first line."""
    box, size = name.bbox, name.size
    before = [other.bbox.r + 1 for other in labels if other.bbox.r < box.l and share_rows(other, name)]
    reach = box.l - PATCH_REACH * size
    left, right = int(max(reach, *before, 0)), max(int(box.l), 0)
    # what is read ends where the patch behind it may begin
    is_after_label = left > max(reach, 0)
    area = pixels[int(box.t) : int(min(box.b, box.t + size)) + 1, left:right]
    ground = ground_of(name, pixels)
    if ground is None or not area.size:
        return None
    drawn = ~is_of_colour(area, ground)
    found: list[tuple[int, float, Colour]] = []
    # a legend may lie over bars and lines: its patch is a colour of its own
    for _ in range(_MAX_COLOURS):
        colour = common_colour(area[drawn], least=0.0) if drawn.any() else None
        if colour is None:
            break
        is_it = drawn & is_of_colour(area, colour)
        # a rule in nearly its colour may run through a box
        is_box = is_it & (is_it.sum(axis=0) >= _MIN_PATCH * size)
        if (end := _end_of_patch(is_it, size, is_after_label=is_after_label)) is None and _ends_with_box(is_box, size):
            end = _end_of_patch(is_box, size, is_after_label=is_after_label)
        if end is not None:
            part = is_it[:, max(end - int(2 * _MIN_PATCH * size), 0) : end + 1]
            found.append((end, part.sum() * distance(colour, ground), colour))
        drawn &= ~is_it
    last = max((end for end, _, _ in found), default=0)
    # edges are thin, and what shines through a legend is pale
    _, end, colour = max(
        ((weight, end, colour) for end, weight, colour in found if last - end <= size), default=(0.0, 0, None)
    )
    return None if colour is None or _goes_on(name, left + end, colour, pixels) else colour


def _goes_on(name: Label, right: int, colour: Colour, pixels: Pixels) -> bool:
    """Whether what ends at a column before a name goes on far above and below it: a part of a ring, and no patch."""
    middle, reach, width = int(name.bbox.t + name.size / 2), int(_FAR * name.size), int(2 * _MIN_PATCH * name.size)
    top, bottom, left = middle - reach, middle + reach, max(right - width, 0)
    if top < 0 or bottom >= len(pixels):
        return False
    return bool(is_of_colour(pixels[top : bottom + 1, left : right + 1], colour).mean() >= _MOSTLY)


def _patch_inside(name: Label, pixels: Pixels) -> Colour | None:
    """The colour of a patch that the box of a name, or of the one before, was read over: a filled box of one colour."""
    box, size, ground = name.bbox, name.size, ground_of(name, pixels)
    left, right = int(box.l - _INSIDE_BOX * size), int(box.l + _INSIDE_BOX * size)
    part = pixels[int(box.t) : int(box.b) + 1, max(left, 0) : right + 1]
    if ground is None or not part.size:
        return None
    # letters are mostly grey; of a grey or pale patch all that is drawn is looked at
    drawn = ~is_of_colour(part, ground)
    for coloured in (drawn & (part.max(axis=2) - part.min(axis=2) > GREY), drawn):
        colour = common_colour(part[coloured], least=0.0) if coloured.sum() >= _MIN_PATCH_PX else None
        if colour is not None and _fills_box(is_of_colour(part, colour), size):
            return colour
    return None


def _fills_box(is_it: np.ndarray[Any, np.dtype[np.bool_]], size: float) -> bool:
    """Whether what is of one colour fills the box around it, and that is as large as a patch: no letter does."""
    columns = np.flatnonzero(is_it.any(axis=0))
    if not len(columns):
        return False
    # edges of letters behind it may be of its colour
    first, ends = columns[0], np.flatnonzero(np.diff(columns) > 1)
    patch = is_it[:, first : (columns[ends[0]] if len(ends) else columns[-1]) + 1]
    rows = np.flatnonzero(patch.any(axis=1))
    sides = rows[-1] - rows[0] + 1, patch.shape[1]
    return bool(min(sides) >= _MIN_PATCH * size and patch.sum() >= _FILLED * sides[0] * sides[1])


def _ends_with_box(is_it: np.ndarray[Any, np.dtype[np.bool_]], size: float) -> bool:
    """Whether the last thing of one colour is a filled box, whatever crosses it."""
    columns = np.flatnonzero(is_it.any(axis=0))
    if not len(columns):
        return False
    gaps = np.flatnonzero(np.diff(columns) > 1)
    part = is_it[:, (columns[gaps[-1] + 1] if len(gaps) else columns[0]) : columns[-1] + 1]
    return _fills_box(part[2 * part.sum(axis=1) > part.shape[1]], size)


def _end_of_patch(is_it: np.ndarray[Any, np.dtype[np.bool_]], size: float, *, is_after_label: bool) -> int | None:
    """Where the last piece of a colour ends, if that is wide enough for a patch, or of the dashes of a broken line."""
    across = np.flatnonzero(is_it.any(axis=0))
    # the edge of the first letter is as grey as a grey patch
    if len(across) > 1 and across[-1] >= is_it.shape[1] - 2 and across[-1] - across[-2] > _PATCH_GAP * size:
        across = across[:-1]
    if not len(across):
        return None
    # what stands further left is not its own
    for gap, is_dashed in ((_PATCH_GAP, False), (_DASH_GAP, True)):
        gaps = np.flatnonzero(np.diff(across) > gap * size)
        first = across[gaps[-1] + 1] if len(gaps) else across[0]
        part = is_it[:, first : across[-1] + 1]
        # a rule or an area that goes on to the left is none
        is_patch = (
            (first > 0 or is_after_label)
            and part.shape[1] >= _MIN_PATCH * size
            and part.sum() >= max(_MIN_PATCH_PX, _MIN_PATCH_AREA * size * size)
        )
        if is_patch and (not is_dashed or _is_dashed(part, size)):
            return int(across[-1])
    return None


def _is_dashed(part: np.ndarray[Any, np.dtype[np.bool_]], size: float) -> bool:
    """Whether something is a piece of a broken line, perhaps with its point: on one height, unlike letters."""
    along_one = part.sum(axis=1).max() / part.any(axis=0).sum()
    return part.shape[1] >= _MIN_DASHED * size and bool(along_one >= _ON_ONE_HEIGHT)
