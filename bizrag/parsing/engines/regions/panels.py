"""Panels: boxes with lines of their own beside what stands around them, as side columns of reports and cards. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import Boxes, PageEvidence, as_boxes
from bizrag.parsing.engines.regions.rows import Row, Segment
from bizrag.parsing.engines.regions.types import MAX_RULES, Box, centres_inside, to_box, union

# shares of the page's width; lines at least
_MIN_WIDTH, _MAX_WIDTH = 0.12, 0.75
_MIN_LINES = 3
# of so many cards of one width side by side
_IN_A_ROW, _MIN_CARD_LINES = 3, 2
# a column of a table may be coloured: most of its rows have cells beside it, which are no running text
_MAX_LEVEL = 0.5
# of the page's height: a box as high is the background of a column, whatever is level in it
_PAGE_HIGH = 0.9
# lower edges of letters on one line are so near, in font sizes
_LEVEL = 0.12
# all pairs are compared; more boxes are cells of a table, or a drawing
_MAX_PANELS = 40
# cards stand so far apart (points), as columns of a table do not; a bar and the box that it names touch
_APART_PT, _TOUCH_PT = 4.0, 3.0
# so many rows that are coloured are those of a table
_MIN_STRIPES = 3
# a bar at the edge of a frame is no thicker
_BAR_PT = 8.0


def find_panels(evidence: PageEvidence, rows: Sequence[Row]) -> list[Box]:
    """The boxes of panels; ``rows`` from top to bottom."""
    # corners of cards may be round
    drawn = np.concatenate([evidence.filled_boxes, evidence.curve_boxes, _frames(evidence)])
    if len(drawn) > MAX_RULES:
        return []
    wide = drawn[:, 2] - drawn[:, 0]
    are_wide = (wide > _MIN_WIDTH * evidence.width) & (wide < _MAX_WIDTH * evidence.width)
    boxes = list(dict.fromkeys(map(to_box, drawn[are_wide])))
    held = [box for box in boxes if centres_inside(evidence.word_boxes, box).sum() >= _MIN_LINES]
    if len(held) > _MAX_PANELS:
        return []
    folds = _folds(evidence, [box for box in held if box[3] - box[1] >= _PAGE_HIGH * evidence.height])
    others = [box for box in held if not any(is_inside(box, fold) for fold in folds)]
    others = [box for box in others if not _is_stripe(box, boxes, rows)]
    panels = [box for box in others if _is_panel(box, rows, [other for other in held if _are_apart(box, other)])]
    return [*(_with_bar(panel, [box for box in boxes if box not in panels]) for panel in panels), *folds]


def _frames(evidence: PageEvidence) -> Boxes:
    """Boxes [n, 4] that are drawn as four lines, as browsers do where these differ: cells have lines in common."""
    level, upright = evidence.horizontal_rules, evidence.vertical_rules
    if not (len(level) and len(upright) > 1) or len(level) * len(upright) > MAX_RULES**2:
        return np.zeros((0, 4))
    bars = evidence.filled_boxes[evidence.filled_boxes[:, 3] - evidence.filled_boxes[:, 1] <= _BAR_PT]
    level = np.concatenate([level, bars])
    found: list[Box] = []
    for left, right in permutations(map(to_box, upright), 2):
        if right[0] <= left[0] or max(abs(left[1] - right[1]), abs(left[3] - right[3])) > _TOUCH_PT:
            continue
        box = (left[0], min(left[1], right[1]), right[2], max(left[3], right[3]))
        own = level[np.abs(level[:, [0, 2]] - np.array([box[0], box[2]])).max(axis=1) <= _TOUCH_PT]
        ends = [np.abs(own[:, side] - box[side]).min(initial=np.inf) for side in (1, 3)]
        if max(ends) <= _TOUCH_PT:
            found.append(box)
    return as_boxes(found)


def _with_bar(panel: Box, boxes: Sequence[Box]) -> Box:
    """A panel with the bar on top of it that names it."""
    bars = [
        box
        for box in boxes
        if all(abs(box[side] - panel[side]) <= _TOUCH_PT for side in (0, 2)) and abs(box[3] - panel[1]) <= _TOUCH_PT
    ]
    return union([bars[0], panel]) if len(bars) == 1 else panel


def _folds(evidence: PageEvidence, backgrounds: Sequence[Box]) -> list[Box]:
    """The columns of a leaflet: backgrounds as high as the page, and what stands beside and between these."""
    if not backgrounds:
        return []
    edges = sorted({0.0, evidence.width, *(side for box in backgrounds for side in (box[0], box[2]))})
    strips = [(left, 0.0, right, evidence.height) for left, right in pairwise(edges)]
    return [strip for strip in strips if centres_inside(evidence.word_boxes, strip).sum() >= _MIN_LINES]


def by_panel(rows: Sequence[Row], panels: Sequence[Box]) -> list[list[Row]]:
    """The rows outside of all panels, then those in each of them."""
    homes = [next((at for at, panel in enumerate(panels, start=1) if is_inside(row.box, panel)), 0) for row in rows]
    return [[row for row, home in zip(rows, homes, strict=True) if home == at] for at in range(len(panels) + 1)]


def is_inside(box: Box, panel: Box) -> bool:
    """Whether the middle of a box lies in a panel."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return panel[0] <= x <= panel[2] and panel[1] <= y <= panel[3]


def _is_stripe(box: Box, boxes: Sequence[Box], rows: Sequence[Row]) -> bool:
    """Whether a box colours a row of a table, as others of its width above and below it do: most of them hold one line,
    and this one the lines of a cell that has several.
    """
    alike = [other for other in boxes if other != box and all(abs(other[at] - box[at]) <= _TOUCH_PT for at in (0, 2))]
    held = [num for other in alike if (num := sum(_is_on(row, other) for row in rows))]
    return len(held) >= _MIN_STRIPES and 2 * held.count(1) > len(held)


def _is_on(row: Row, box: Box) -> bool:
    return any(is_inside(one.box, box) for one in row.segments)


def _are_apart(box: Box, other: Box) -> bool:
    """Whether two boxes stand beside each other with a gap between them."""
    gap = max(other[0] - box[2], box[0] - other[2])
    return gap >= _APART_PT and min(box[3], other[3]) > max(box[1], other[1])


def _is_panel(box: Box, rows: Sequence[Row], cards: Sequence[Box]) -> bool:
    """Whether a box has lines of its own; what stands in other ``cards`` is not beside them, nor what is off them."""
    free = [[one for one in row.segments if not any(is_inside(one.box, card) for card in cards)] for row in rows]
    held = [segments for segments in free if any(is_inside(one.box, box) for one in segments)]
    alike = [card for card in cards if abs((card[2] - card[0]) - (box[2] - box[0])) <= _TOUCH_PT]
    least = _MIN_CARD_LINES if len({round(card[0]) for card in alike}) + 1 >= _IN_A_ROW else _MIN_LINES
    return len(held) >= least and sum(_has_level(segments, box) for segments in held) <= _MAX_LEVEL * len(held)


def _has_level(segments: Sequence[Segment], box: Box) -> bool:
    """Whether a segment outside a box stands on the line of one inside."""
    inside = [one for one in segments if is_inside(one.box, box)]
    return any(
        abs(one.box[3] - other.box[3]) < _LEVEL * max(one.size, other.size)
        for one in inside
        for other in segments
        if not (other.is_prose or is_inside(other.box, box))
    )
