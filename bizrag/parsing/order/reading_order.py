"""The order in which the items of a page are read: docling's, but never upwards, and columns of text from the left.

docling's rules put a centred title behind text that begins further left, the lower half of a column before the
upper one where a table parts them, and the right one of two columns first where it begins higher.
"""

from __future__ import annotations

import functools
import heapq
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import DraftItem, DraftText
from bizrag.parsing.order.choice_lists import is_choice
from bizrag.parsing.order.floats import beside_headings

# boxes of neighbouring lines may overlap so far, in points
_SLACK_PT = 2.0
# two items are above each other when they have so much of the narrower one's width in common
_SHARED_WIDTH = 0.5
# columns of text: two paragraphs at least of so many words each, of one width within this share, that begin at one
# place (points), and stand beside each other for so much of the shorter one
_COLUMN_PARAGRAPHS, _PARAGRAPH_WORDS = 2, 12
_COLUMN_WIDTH, _COLUMN_EDGE_PT, _COLUMN_BESIDE = 0.15, 4.0, 0.3
# what stands below two columns begins at one level in both, within this (points)
_LEVEL_PT = 4.0
# so many headings at one level head columns
_MIN_HEADED = 2
# a heading stands no further above what it heads, in its heights
_HEADED_GAP = 2.0
# a page of more pieces is no text that anybody reads in order; all pairs are compared
_MAX_UNITS = 3000
_FURNITURE = (BlockKind.PAGE_HEADER, BlockKind.PAGE_FOOTER)


@dataclass(slots=True)
class _Unit:
    """Items that are read together: a caption with what it belongs to, what stands in a panel, or an item alone."""

    items: list[DraftItem]
    # None: may stand anywhere
    box: BoundingBox | None
    is_panel: bool = False

    @property
    def is_text(self) -> bool:
        """Whether it is one text alone."""
        return len(self.items) == 1 and isinstance(self.items[0], DraftText)

    @property
    def is_heading(self) -> bool:
        """Whether it is a heading alone."""
        return len(self.items) == 1 and self.begins_with_heading

    @property
    def begins_with_heading(self) -> bool:
        """Whether it is a heading, or what stands in a panel under one."""
        item = self.items[0]
        return isinstance(item, DraftText) and item.kind is BlockKind.HEADING


def mend_order(items: Sequence[DraftItem], panels: Sequence[BoundingBox] = ()) -> list[DraftItem]:
    """The items of a page in the order given, where each comes after all that stand above it, and of columns of text
    the left one comes first, down to the next item that spans them, and so of what stands below headings side by side.
    Choices to tick come before all that stands below them: those of one question stand in a column of their own beside
    it.

    What stands in one of the ``panels`` is read together. Captions stay before their table or picture; furniture and
    what has no place stay where they are.
    """
    units = _units(items)
    if len(units) > _MAX_UNITS:
        return list(items)
    units = _with_panels(units, panels)
    is_above = _above([unit.box for unit in units])
    is_above |= _above_headings(units, is_above) | _choices_above(units) | _around_rows(units)
    is_above |= beside_headings([(unit.box, unit.begins_with_heading, unit.is_text) for unit in units])
    columns = _columns(units)
    above_feet = _above_feet(units, columns)
    is_above |= above_feet
    is_left = _left_of(units, [*columns, *_headed_columns(units)], above_feet) | _panels_left(units)
    ordered = _sorted(units, is_above | is_left)
    # boxes that overlap may stand left of and above each other
    return ordered if len(ordered) == len(items) else _sorted(units, is_above)


def _sorted(units: Sequence[_Unit], is_before: NDArray[np.bool_]) -> list[DraftItem]:
    """The items of units, each after those that come before it; less than all where they come before each other."""
    num_before = is_before.sum(axis=0).tolist()
    ready = [index for index, number in enumerate(num_before) if number == 0]
    ordered: list[DraftItem] = []
    while ready:
        index = heapq.heappop(ready)
        ordered += units[index].items
        for following in np.flatnonzero(is_before[index]).tolist():
            num_before[following] -= 1
            if num_before[following] == 0:
                heapq.heappush(ready, following)
    return ordered


def _units(items: Sequence[DraftItem]) -> list[_Unit]:
    units: list[_Unit] = []
    for item in items:
        box = None if isinstance(item, DraftText) and item.kind in _FURNITURE else item.bbox
        if units and not isinstance(item, DraftText) and _is_caption(units[-1].items[-1]):
            units[-1].items.append(item)
            units[-1].box = _union(units[-1].box, box)
        else:
            units.append(_Unit([item], box))
    return units


def _with_panels(units: Sequence[_Unit], panels: Sequence[BoundingBox]) -> list[_Unit]:
    """Units, those in one panel as one at the place of the first of them; a panel in another is read inside that."""
    homes = [
        max(
            (panel for panel in panels if unit.box is not None and panel.holds_centre(unit.box)),
            key=lambda panel: panel.area,
            default=None,
        )
        for unit in units
    ]
    # the ground of a picture is none
    shown = {home for home in homes if not any(_has_text(unit) for unit in _at(units, homes, home))}
    homes = [None if home in shown else home for home in homes]
    found: list[_Unit] = []
    for at, (unit, panel) in enumerate(zip(units, homes, strict=True)):
        if panel is None:
            found.append(unit)
        elif panel not in homes[:at]:
            inside = [item for other in _at(units, homes, panel) for item in other.items]
            within = [other for other in panels if other != panel and panel.holds_centre(other)]
            inner = [other for other in within if other.area < panel.area]
            found.append(_Unit(mend_order(inside, inner), panel, is_panel=True))
    return found


def _at(units: Sequence[_Unit], homes: Sequence[BoundingBox | None], panel: BoundingBox | None) -> Iterator[_Unit]:
    return (unit for unit, home in zip(units, homes, strict=True) if home == panel)


def _has_text(unit: _Unit) -> bool:
    return any(isinstance(item, DraftText) and not _is_caption(item) for item in unit.items)


def _beside(units: Sequence[_Unit]) -> Iterator[tuple[tuple[int, BoundingBox], tuple[int, BoundingBox]]]:
    """Panels that stand side by side, by number, each pair both ways."""
    in_panels = [(at, unit.box) for at, unit in enumerate(units) if unit.box is not None and unit.is_panel]
    for one, other in itertools.permutations(in_panels, 2):
        box, beside = one[1], other[1]
        common = min(box.b, beside.b) - max(box.t, beside.t)
        is_beside = box.r <= beside.l + _SLACK_PT or beside.r <= box.l + _SLACK_PT
        if is_beside and common >= _COLUMN_BESIDE * max(box.b - box.t, beside.b - beside.t):
            yield one, other


def _panels_left(units: Sequence[_Unit]) -> NDArray[np.bool_]:
    """Which units are panels left of which others beside them, of shape (n, n)."""
    found = np.zeros((len(units), len(units)), dtype=bool)
    for (one, box), (other, beside) in _beside(units):
        found[one, other] = box.l < beside.l
    return found


def _around_rows(units: Sequence[_Unit]) -> NDArray[np.bool_]:
    """Which units stand above or below panels side by side, in the width of both, of shape (n, n)."""
    found = np.zeros((len(units), len(units)), dtype=bool)
    for (one, box), (_, beside) in _beside(units):
        both = box.union(beside)
        for at, unit in enumerate(units):
            if unit.box is not None and unit.box.l < both.r and both.l < unit.box.r:
                found[one, at] |= unit.box.t >= max(box.b, beside.b) - _SLACK_PT
                found[at, one] |= unit.box.b <= min(box.t, beside.t) + _SLACK_PT
    return found


def _is_caption(item: DraftItem) -> bool:
    return isinstance(item, DraftText) and item.kind is BlockKind.CAPTION


def _union(one: BoundingBox | None, other: BoundingBox | None) -> BoundingBox | None:
    return one.union(other) if one is not None and other is not None else one or other


def _above(boxes: Sequence[BoundingBox | None]) -> NDArray[np.bool_]:
    """Which boxes stand above which, of shape (n, n); one that is missing stands above and below none."""
    nowhere = (math.nan,) * 4
    sides = np.array([(box.l, box.t, box.r, box.b) if box is not None else nowhere for box in boxes]).reshape(-1, 4)
    left, top, right, bottom = sides.T
    middle, width = top + bottom, right - left
    shared = np.minimum(right[:, None], right) - np.maximum(left[:, None], left)
    return (
        (bottom[:, None] <= top + _SLACK_PT)
        & (middle[:, None] < middle)
        & (shared > _SHARED_WIDTH * np.minimum(width[:, None], width))
    )


def _above_headings(units: Sequence[_Unit], is_above: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which units stand above the heading of something that spans them, of shape (n, n): it is read with that, though
    it stands over the left one of the columns above only.
    """
    found = np.zeros_like(is_above)
    for at, unit in enumerate(units):
        box = unit.box
        if box is None or not unit.is_heading:
            continue
        below = [
            (other.t, number)
            for number in np.flatnonzero(is_above[at]).tolist()
            if (other := units[number].box) is not None and other.t - box.b < _HEADED_GAP * box.height
        ]
        if not below:
            continue
        headed = min(below)[1]
        for number in np.flatnonzero(is_above[:, headed]).tolist():
            other = units[number].box
            found[number, at] = number != at and other is not None and other.b <= box.t + _SLACK_PT
    return found


def _choices_above(units: Sequence[_Unit]) -> NDArray[np.bool_]:
    """Which units are choices to tick above which others, wherever these stand, of shape (n, n)."""
    nowhere = (math.nan, math.nan)
    sides = np.array([(unit.box.t, unit.box.b) if unit.box is not None else nowhere for unit in units]).reshape(-1, 2)
    top, bottom = sides.T
    first = [unit.items[0] for unit in units]
    are_choices = np.array([isinstance(item, DraftText) and is_choice(item.text) for item in first], dtype=bool)
    return are_choices[:, None] & (bottom[:, None] <= top + _SLACK_PT) & (top[:, None] < top)


def _above_feet(units: Sequence[_Unit], columns: Sequence[BoundingBox]) -> NDArray[np.bool_]:
    """Which units of two columns of text stand above which of the feet below both, of shape (n, n): signatures, or
    addresses, that begin at one level below the last paragraphs.
    """
    found = np.zeros((len(units), len(units)), dtype=bool)
    boxes = [(index, unit.box) for index, unit in enumerate(units) if unit.box is not None]
    for left, right in _beside_each_other(columns):
        in_left, in_right = ([(at, box) for at, box in boxes if _is_in(box, column)] for column in (left, right))
        last = max(left.b, right.b) - _SLACK_PT
        tops = [
            [
                box.t
                for at, box in part
                if box.t >= last and all(isinstance(item, DraftText) for item in units[at].items)
            ]
            for part in (in_left, in_right)
        ]
        levels = (min(pair) for pair in itertools.product(*tops) if abs(pair[0] - pair[1]) <= _LEVEL_PT)
        level = min(levels, default=math.inf)
        if math.isinf(level):
            continue
        for (one, box), (other, foot) in itertools.permutations([*in_left, *in_right], 2):
            found[one, other] |= foot.t >= level >= box.b - _SLACK_PT
    return found


def _beside_each_other(columns: Sequence[BoundingBox]) -> Iterator[tuple[BoundingBox, BoundingBox]]:
    for left, right in itertools.permutations(columns, 2):
        common = min(left.b, right.b) - max(left.t, right.t)
        if left.r <= right.l + _SLACK_PT and common >= _COLUMN_BESIDE * min(left.b - left.t, right.b - right.t):
            yield left, right


def _left_of(
    units: Sequence[_Unit], columns: Sequence[BoundingBox], above_feet: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which units stand in a column of text left of which others in another one, but for feet left of what they stand
    below, of shape (n, n) as ``above_feet``.
    """
    is_left = np.zeros((len(units), len(units)), dtype=bool)
    boxes = [(index, unit.box) for index, unit in enumerate(units) if unit.box is not None]
    for left, right in _beside_each_other(columns):
        spanning = [box for _, box in boxes if box.l < left.r - _SLACK_PT and box.r > right.l + _SLACK_PT]
        in_left, in_right = ([(at, box) for at, box in boxes if _is_in(box, column)] for column in (left, right))
        for (one, box), (other, beside_it) in itertools.product(in_left, in_right):
            is_left[one, other] |= not (_is_parted(box, beside_it, spanning) or above_feet[other, one])
    return is_left


def _columns(units: Sequence[_Unit]) -> list[BoundingBox]:
    """The boxes of columns of running text."""
    columns: list[list[BoundingBox]] = []
    for unit in units:
        item = unit.items[0]
        if unit.box is None or not isinstance(item, DraftText) or item.kind is not BlockKind.TEXT:
            continue
        if len(item.text.split()) < _PARAGRAPH_WORDS:
            continue
        for column in columns:
            width = column[0].r - column[0].l
            is_as_wide = abs(unit.box.r - unit.box.l - width) < _COLUMN_WIDTH * width
            if is_as_wide and abs(column[0].l - unit.box.l) < _COLUMN_EDGE_PT:
                column.append(unit.box)
                break
        else:
            columns.append([unit.box])
    found = [functools.reduce(BoundingBox.union, column) for column in columns if len(column) >= _COLUMN_PARAGRAPHS]
    return sorted(found, key=lambda box: box.l)


def _headed_columns(units: Sequence[_Unit]) -> list[BoundingBox]:
    """The boxes of what stands below headings side by side, as on cards: each as wide as up to the next heading."""
    boxes = [unit.box for unit in units if unit.box is not None]
    headings = sorted((unit.box for unit in units if unit.box is not None and unit.is_heading), key=lambda box: box.l)
    right = max((box.r for box in boxes), default=0.0)
    found: list[BoundingBox] = []
    for heading in headings:
        level = [other for other in headings if abs(other.t - heading.t) <= _LEVEL_PT]
        following = next((other for other in level if other.l >= heading.r), None)
        if len(level) < _MIN_HEADED or (following is None and level[-1] is not heading):
            continue
        end = right if following is None else following.l - _COLUMN_EDGE_PT
        column = BoundingBox(l=heading.l, t=heading.t, r=end, b=heading.b)
        inside = [box for box in boxes if box.t >= heading.b - _SLACK_PT and _is_in(box, column)]
        if inside:
            found.append(replace(column, b=min(inside, key=lambda box: box.t).b))
    return found


def _is_in(box: BoundingBox, column: BoundingBox) -> bool:
    """Whether a box stands in a column, or above or below its text."""
    return box.l > column.l - _COLUMN_EDGE_PT and box.r < column.r + _COLUMN_EDGE_PT


def _is_parted(one: BoundingBox, other: BoundingBox, spanning: Sequence[BoundingBox]) -> bool:
    """Whether something that spans both columns stands below one of the boxes and above the other."""
    return any((_middle(box) > _middle(one)) != (_middle(box) > _middle(other)) for box in spanning)


def _middle(box: BoundingBox) -> float:
    return (box.t + box.b) / 2
