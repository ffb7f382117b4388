"""Charts: bars and curves that are drawn close together, and the axes and labels around them. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import Boxes, Flags, PageEvidence
from bizrag.parsing.engines.regions.rows import Row, is_figure
from bizrag.parsing.engines.regions.types import (
    LABEL_WORDS,
    MAX_RULES,
    MIN_TEXT_WORDS,
    TOUCH_PT,
    Box,
    area,
    areas,
    centres_inside,
    connected,
    intersection,
    to_box,
    union,
)

# bars and curves from which on a region is a chart
_MIN_CHART_SHAPES = 4
_MIN_AXIS_SHAPES = 3
_CHART_SHAPES_PER_WORD = 0.12
_MIN_CURVE_PT = 12.0
# parts of one chart stand no further apart; a chart is no smaller; its ground is not much larger
DRAWING_GAP_PT = 40.0
MIN_DRAWING_PT = 40.0
_MAX_GROUND = 4.0
_MAX_GROUND_SHARE = 0.25
_SPANNING_SHARE = 0.4
# a pie is so large, and nearly as high as wide
_MIN_PIE_PT, _ROUND = 80.0, 0.9
# of its width: how far beside it its names stand
_RING_REACH = 0.3
# lines of a grid are so much longer than what is drawn on it
_MAX_GRID = 2.5
_THICK_RULE_PT = 8.0
# a frame is often drawn twice, filled and as a line; a table in it holds so many of its words
_SAME_PT, _FRAMED_WORDS = 4.0, 0.8
# a key figure and its name
_MIN_TILE_WORDS = 2
# rules of a table as wide as a band of it
_MIN_BAND_RULES = 3
# of the parts of stacked bars so many have the edges of parts beside them
_MAX_LEVEL, _LEVEL_PT = 0.5, 0.25
# a title stands no further above, in its font sizes
_TITLE_REACH = 4.0
# and begins above the marks of its axis, so far left of the bars
_TITLE_OUTDENT = 3.0
# names of bars stand right below them, values right above
_LABEL_REACH_PT = 14.0
# and a legend below those of an axis
LEGEND_REACH_PT = 24.0
# marks of an axis stand so near beside a drawing, a title above and a legend below
_MARKS_REACH_PT, _TITLE_REACH_PT = 30.0, 45.0
# between axes stand names of curves, values and a legend, and no more words than these
_MAX_WORDS_IN_AXES = 40


def is_chart(evidence: PageEvidence, box: Box) -> bool:
    """Whether drawing rather than text fills the box: curves and bars, and not many more words than those."""
    shapes = int(centres_inside(chart_shapes(evidence), box).sum())
    words = int(centres_inside(evidence.word_boxes, box).sum())
    return shapes >= _MIN_CHART_SHAPES and shapes > _CHART_SHAPES_PER_WORD * words


def is_bar_chart(evidence: PageEvidence, box: Box) -> bool:
    """Whether bars stand in a box: as wide as each other, on one line, and not as high."""
    shapes = chart_shapes(evidence)
    return _are_bars(shapes[centres_inside(shapes, box)])


def is_plot(evidence: PageEvidence, box: Box) -> bool:
    """Whether a drawing is a chart along an axis: bars that stand or lie, or what lines of a grid run through."""
    shapes = chart_shapes(evidence)
    lying = shapes[centres_inside(shapes, box)][:, [1, 2, 3, 0]]
    return is_bar_chart(evidence, box) or _are_bars(lying) or with_frame(evidence, box) != box


def is_pie(evidence: PageEvidence, box: Box) -> bool:
    """Whether a drawing is round and drawn in curves: a pie or a ring."""
    shapes = long_curves(evidence)
    own = shapes[centres_inside(shapes, box)]
    if len(own) < _MIN_AXIS_SHAPES:
        return False
    left, top, right, bottom = union(map(to_box, own))
    sides = sorted((right - left, bottom - top))
    return sides[0] >= _MIN_PIE_PT and sides[0] >= _ROUND * sides[1]


def with_ring_labels(box: Box) -> Box:
    """A pie with what stands around it: names on its rays."""
    left, top, right, bottom = box
    beside = _RING_REACH * (right - left)
    return (left - beside, top - _TITLE_REACH_PT, right + beside, bottom + _MARKS_REACH_PT)


def _are_bars(shapes: Boxes) -> bool:
    """Whether some shapes are as wide as each other, end on one line and begin at several."""
    for shape in shapes:
        wide = shapes[:, 2] - shapes[:, 0]
        stand = (np.abs(wide - (shape[2] - shape[0])) <= TOUCH_PT) & (np.abs(shapes[:, 3] - shape[3]) <= TOUCH_PT)
        tops = shapes[stand, 1]
        if stand.sum() >= _MIN_AXIS_SHAPES and float(np.ptp(tops)) > TOUCH_PT:
            return True
    return False


def is_frame(evidence: PageEvidence, drawing: Box, table: Box) -> bool:
    """Whether what is drawn is a frame around a table, with round corners, or one around each of its key figures: the
    curves are of one size, and the words in them are the table's.
    """
    shapes = chart_shapes(evidence)
    shapes = shapes[centres_inside(shapes, drawing)]
    sides = shapes[:, 2:] - shapes[:, :2]
    if not len(shapes) or float(np.abs(sides - sides[0]).max()) > _SAME_PT:
        return False
    is_one = float(np.abs(shapes - shapes[0]).max()) <= _SAME_PT
    framed = [evidence.word_boxes[centres_inside(evidence.word_boxes, to_box(shape))] for shape in shapes]
    if min(map(len, framed)) < (MIN_TEXT_WORDS if is_one else _MIN_TILE_WORDS):
        return False
    words = np.concatenate(framed)
    return bool(centres_inside(words, table).sum() >= _FRAMED_WORDS * len(words))


def find_drawings(evidence: PageEvidence) -> list[Box]:
    """Boxes of charts: curves and bars that stand close together, with the filled area that they stand on."""
    shapes = chart_shapes(evidence)
    if not 0 < len(shapes) <= MAX_RULES:
        return []
    drawings: list[Box] = []
    groups = [part for group in connected(shapes, touch=DRAWING_GAP_PT) for part in _pies_apart(shapes, group)]
    for members, num_groups in _joined_by_axes(evidence, shapes, groups):
        box = union(to_box(shape) for shape in shapes[members])
        # a single curve that spans the chart counts, small shapes have to be several; an axis tells earlier
        is_on_axis = num_groups > 1 and (members.sum() >= _MIN_AXIS_SHAPES or _is_bars(shapes[members]))
        sides = (box[2] - box[0], box[3] - box[1])
        if (max(sides) if is_on_axis else min(sides)) < MIN_DRAWING_PT:
            continue
        if (
            members.sum() < _MIN_CHART_SHAPES
            and not is_on_axis
            and float(areas(shapes[members]).max()) < _SPANNING_SHARE * area(box)
        ):
            continue
        drawings.append(with_ground(evidence, box))
    return drawings


def with_ground(evidence: PageEvidence, box: Box) -> Box:
    """A drawing with the filled area that it stands on."""
    grounds = map(to_box, evidence.filled_boxes)
    return union([box, *(ground for ground in grounds if _is_ground(evidence, ground, box))])


def _pies_apart(shapes: Boxes, group: Flags) -> list[Flags]:
    """A group of shapes (mask [n]) as one for each of several pies in it: round parts that do not touch."""
    parts: list[Flags] = []
    for members in connected(shapes[group]):
        part = np.zeros(len(shapes), dtype=np.bool_)
        part[np.flatnonzero(group)[members]] = True
        parts.append(part)
    boxes = np.array([union(to_box(shape) for shape in shapes[part]) for part in parts])
    sides = boxes[:, 2:] - boxes[:, :2]
    pies = np.flatnonzero((sides.min(axis=1) >= _MIN_PIE_PT) & (sides.min(axis=1) >= _ROUND * sides.max(axis=1)))
    if len(pies) < 2:
        return [group]
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    nearest = pies[np.linalg.norm(middles[:, None] - middles[None, pies], axis=2).argmin(axis=1)]
    return [np.logical_or.reduce([parts[at] for at in np.flatnonzero(nearest == pie)]) for pie in pies]


def with_frame(evidence: PageEvidence, box: Box) -> Box:
    """A drawing with its axes and with the grid that it is drawn on: names of an axis stand below those."""
    level, upright = evidence.horizontal_rules, evidence.vertical_rules
    lines: list[Box] = []
    met = [to_box(rule) for rule in level if _crosses(rule, box, 0)]
    ends = {(round(left), round(right)) for left, _, right, _ in met}
    grid = [to_box(rule) for rule in level if (round(rule[0]), round(rule[2])) in ends]
    lines += [rule for rule in grid if not _is_text_between(evidence, box, rule)]
    lines += [to_box(rule) for rule in upright if _crosses(rule, box, 1)]
    return union([box, *lines, *_axes_around(evidence, box), *_axes_below(evidence, box)])


def _axes_below(evidence: PageEvidence, box: Box) -> list[Box]:
    """The level axis of curves that do not come down to it: as wide as they are, right below them, no text between."""
    left, _, right, bottom = box
    below = (
        to_box(rule)
        for rule in evidence.horizontal_rules
        if 0 <= rule[1] - bottom <= DRAWING_GAP_PT
        and max(abs(float(rule[0]) - left), abs(float(rule[2]) - right)) <= TOUCH_PT
    )
    return [rule for rule in below if not _is_text_between(evidence, box, rule)]


def _is_text_between(evidence: PageEvidence, box: Box, rule: Box) -> bool:
    """Whether a level rule is parted from a drawing by a text: axes and grids have few words between."""
    between = (box[0], min(box[3], rule[1]), box[2], max(box[1], rule[3]))
    return int(centres_inside(evidence.word_boxes, between).sum()) > _MAX_WORDS_IN_AXES


def _axes_around(evidence: PageEvidence, box: Box) -> list[Box]:
    """The axes of a drawing: a level rule and an upright one that meet at their lower left ends, it between them."""
    level, upright = evidence.horizontal_rules, evidence.vertical_rules
    if len(level) * len(upright) > MAX_RULES**2:
        return []
    meets = (np.abs(upright[:, None, [0, 3]] - level[None, :, [0, 3]]) <= TOUCH_PT).all(axis=2)
    holds = (upright[:, None, 0] <= box[0]) & (box[2] <= level[None, :, 2] + TOUCH_PT)
    holds &= (upright[:, None, 1] <= box[1] + TOUCH_PT) & (box[3] <= level[None, :, 3] + TOUCH_PT)
    pairs = [(to_box(upright[ups]), to_box(level[levels])) for ups, levels in np.argwhere(meets & holds)]
    return [rule for pair in pairs if not _frames_text(evidence, union(pair), box) for rule in pair]


def _frames_text(evidence: PageEvidence, frame: Box, drawing: Box) -> bool:
    """Whether two rules are sides of a frame around text that a drawing stands in too: axes have few words between."""
    left, top, right, bottom = with_surroundings(drawing)
    x, y = (evidence.word_boxes[:, :2] + evidence.word_boxes[:, 2:]).T / 2
    is_in = (frame[0] <= x) & (x <= frame[2]) & (frame[1] <= y) & (y <= frame[3])
    is_near = (left <= x) & (x <= right) & (top <= y) & (y <= bottom)
    return int((is_in & ~is_near).sum()) > _MAX_WORDS_IN_AXES


def _crosses(rule: Boxes, box: Box, along: int) -> bool:
    """Whether a rule lies on a drawing and is about as long: longer ones part the page, shorter ones are its own."""
    start, end, place = float(rule[along]), float(rule[along + 2]), float(rule[1 - along])
    length, side = end - start, box[along + 2] - box[along]
    is_on = box[1 - along] - TOUCH_PT <= place <= box[3 - along] + TOUCH_PT
    overlap = min(end, box[along + 2]) - max(start, box[along])
    return is_on and overlap >= _SPANNING_SHARE * side and length <= _MAX_GRID * side


def with_surroundings(box: Box) -> Box:
    """A drawing with what stands close around it: the marks of its axes, its title and its legend."""
    left, top, right, bottom = box
    return (left - _MARKS_REACH_PT, top - _TITLE_REACH_PT, right + _MARKS_REACH_PT, bottom + _TITLE_REACH_PT)


def with_labels(box: Box, rows: Sequence[Row], reach: float = _LABEL_REACH_PT) -> Box:
    """A drawing with the labels right above and below it: several short ones in a row, or figures."""
    labels: list[Box] = []
    for row in rows:
        gap = max(row.box[1] - box[3], box[1] - row.box[3])
        inside = [seg for seg in row.segments if box[0] <= (seg.box[0] + seg.box[2]) / 2 <= box[2]]
        is_short = all(seg.num_words <= LABEL_WORDS and not seg.is_prose for seg in inside)
        if gap <= reach and is_short and (len(inside) > 1 or all(seg.is_figure for seg in inside)):
            labels += [seg.box for seg in inside]
    return union([box, *labels])


def with_marks(box: Box, rows: Sequence[Row]) -> Box:
    """A drawing with the labels right beside it, on its level: marks of an axis, names of bars that lie, and of curves
    with their last values.
    """
    left, top, right, bottom = box
    beside = [
        segment.box
        for row in rows
        for segment in row.segments
        if top <= (segment.box[1] + segment.box[3]) / 2 <= bottom
        and (segment.num_words <= LABEL_WORDS or is_figure(segment.text.split()[0]))
        and not segment.is_prose
        and min(abs(left - segment.box[2]), abs(segment.box[0] - right)) <= _LABEL_REACH_PT
    ]
    return union([box, *beside])


def with_title(box: Box, rows: Sequence[Row]) -> Box:
    """A drawing with the line right above it that reaches over nothing else: its title, beside that of other things."""
    above = [
        segment
        for row in rows
        for segment in row.segments
        if 0 <= box[1] - segment.box[3] < _TITLE_REACH * segment.size
        and box[0] - _TITLE_OUTDENT * segment.size < segment.box[0] < box[2]
    ]
    nearest = max(above, key=lambda segment: segment.box[3], default=None)
    return box if nearest is None or nearest.box[2] > box[2] else union([box, nearest.box])


def _joined_by_axes(evidence: PageEvidence, shapes: Boxes, groups: Sequence[Flags]) -> list[tuple[Flags, int]]:
    """Groups of shapes (masks [n]), each with how many it is made of: bars further apart are one on a common axis."""
    rules = np.concatenate([evidence.horizontal_rules, evidence.vertical_rules])
    if len(groups) < 2 or not 0 < len(rules) <= MAX_RULES:
        return [(members, 1) for members in groups]
    boxes = np.array([union(to_box(shape) for shape in shapes[members]) for members in groups])
    reach = boxes + np.array([-TOUCH_PT, -TOUCH_PT, TOUCH_PT, TOUCH_PT])
    joined = list(range(len(groups)))
    for rule in rules:
        met = (rule[0] <= reach[:, 2]) & (reach[:, 0] <= rule[2]) & (rule[1] <= reach[:, 3]) & (reach[:, 1] <= rule[3])
        names = {joined[int(group)] for group in np.flatnonzero(met)}
        joined = [min(names) if name in names else name for name in joined]
    parts = [[group for group, other in zip(groups, joined, strict=True) if other == name] for name in set(joined)]
    return [(np.logical_or.reduce(part), len(part)) for part in parts]


def _is_ground(evidence: PageEvidence, filled: Box, box: Box) -> bool:
    """Whether a filled box is what a drawing stands on: not much larger, or with labels and nothing else on it."""
    if area(intersection(filled, box)) <= 0.9 * area(box):
        return False
    is_bare = int(centres_inside(evidence.word_boxes, filled).sum()) < MIN_TEXT_WORDS
    share = area(filled) / (evidence.width * evidence.height)
    return area(filled) < _MAX_GROUND * area(box) or (is_bare and share < _MAX_GROUND_SHARE)


def _is_bars(shapes: Boxes) -> bool:
    """Whether shapes on one axis are bars of a chart: as wide as each other, not as high."""
    sides = shapes[:, 2:] - shapes[:, :2]
    widths, heights = np.ptp(sides[:, 0]), np.ptp(sides[:, 1])
    return len(shapes) > 1 and float(sides.min()) > TOUCH_PT and bool(widths <= TOUCH_PT < heights)


def chart_shapes(evidence: PageEvidence) -> Boxes:
    """Curves, and bars: filled boxes with one figure at most whose edges do not line up with others as cells do."""
    return np.concatenate([long_curves(evidence), _bars(evidence)])


def long_curves(evidence: PageEvidence) -> Boxes:
    """Curves and slanted lines; bullets and rounded corners are too small to count."""
    sides = evidence.curve_boxes[:, 2:] - evidence.curve_boxes[:, :2]
    return evidence.curve_boxes[sides.max(axis=1) > _MIN_CURVE_PT] if len(sides) else evidence.curve_boxes


def _bars(evidence: PageEvidence) -> Boxes:
    # one bar is often drawn twice, filled and framed
    filled, places = np.unique(np.round(evidence.filled_boxes), axis=0, return_index=True)
    # a thick rule across the page is none
    is_rule = (filled[:, 3] - filled[:, 1] < _THICK_RULE_PT) & (filled[:, 2] - filled[:, 0] > evidence.width / 2)
    filled, exact = filled[~is_rule], evidence.filled_boxes[places[~is_rule]]
    if not 0 < len(filled) <= MAX_RULES:
        return np.zeros((0, 4))
    words = evidence.word_boxes
    x, y = (words[:, 0] + words[:, 2]) / 2, (words[:, 1] + words[:, 3]) / 2
    holds = (
        (x[None, :] > filled[:, None, 0])
        & (x[None, :] < filled[:, None, 2])
        & (y[None, :] > filled[:, None, 1])
        & (y[None, :] < filled[:, None, 3])
    )
    is_label = np.array([not is_figure(text) for text in evidence.word_texts])
    # a cell's edge is the edge of another cell, on the same side or on the other
    opposite = filled[:, [2, 3, 0, 1]]
    recurs = (np.abs(filled[:, None, :] - filled[None, :, :]) <= 1.0).sum(axis=1) > 1
    recurs |= (np.abs(filled[:, None, :] - opposite[None, :, :]) <= 1.0).any(axis=1)
    is_named: Flags = np.any(holds & is_label, axis=1)
    is_bare = (holds.sum(axis=1) <= 1) & ~is_named & ~_is_in_named_row(filled, is_named) & ~_is_band(evidence, filled)
    is_stacked = _is_stacked(exact, is_bare) | _is_stacked(exact[:, [1, 0, 3, 2]], is_bare)
    return filled[is_bare & (~recurs.all(axis=1) | is_stacked)]


def _is_in_named_row(filled: Boxes, is_named: Flags) -> Flags:
    """Which filled boxes [n] are of a shaded row of a table: of those that begin and end at its heights the first one
    holds the name of the row. Bars have their names beside them.
    """
    same = np.abs(filled[:, None, [1, 3]] - filled[None, :, [1, 3]]).max(axis=2) <= 1.0
    first = np.where(same, filled[None, :, 0], np.inf).argmin(axis=1)
    found: Flags = is_named[first]
    return found


def _is_band(evidence: PageEvidence, filled: Boxes) -> Flags:
    """Which filled boxes [n] are empty rows of a ruled table: as wide as rules at other heights, with uprights through
    them. Lines of a grid reach beyond the bars on it.
    """
    level, upright = evidence.horizontal_rules, evidence.vertical_rules
    if not len(level) or not len(upright) or len(filled) * (len(level) + len(upright)) > MAX_RULES**2:
        return np.zeros(len(filled), dtype=np.bool_)
    is_free = (np.abs(level[:, None, None, 1] - filled[None][:, :, [1, 3]]) > TOUCH_PT).all(axis=(1, 2))
    ends = np.abs(filled[:, None, [0, 2]] - level[is_free][None, :, [0, 2]]).max(axis=2, initial=0.0) <= TOUCH_PT
    inside = (upright[None, :, 0] > filled[:, None, 0] + TOUCH_PT) & (
        upright[None, :, 0] < filled[:, None, 2] - TOUCH_PT
    )
    inside &= (upright[None, :, 1] <= filled[:, None, 1] + 1.0) & (upright[None, :, 3] >= filled[:, None, 3] - 1.0)
    found: Flags = (ends.sum(axis=1) >= _MIN_BAND_RULES) & inside.any(axis=1)
    return found


def _is_stacked(filled: Boxes, is_bare: Flags) -> Flags:
    """Which filled boxes [n] are parts of bars that stand as stacks beside each other: a table's cells have the heights
    of those beside them, parts of bars have not.
    """
    same = np.abs(filled[:, None, :] - filled[None, :, :]) <= 1.0
    is_same_bar = same[:, :, 0] & same[:, :, 2] & is_bare[None, :]
    touches = np.abs(filled[:, None, 1] - filled[None, :, 3]) <= 1.0
    in_stack = is_bare & (is_same_bar & (touches | touches.T)).any(axis=1)
    beside = (filled[:, None, 0] > filled[None, :, 2] - 1.0) | (filled[None, :, 0] > filled[:, None, 2] - 1.0)
    beside &= in_stack[None, :] & (np.abs(np.subtract.outer(*2 * [filled[:, 2] - filled[:, 0]])) <= 1.0)
    top, bottom = (np.abs(np.subtract.outer(*2 * [filled[:, side]])) <= _LEVEL_PT for side in (1, 3))
    level = (beside & top).any(axis=1) & (beside & bottom).any(axis=1)
    in_stack &= beside.any(axis=1)
    found: Flags = np.zeros(len(filled), dtype=np.bool_)
    if in_stack.any() and float((level & in_stack).sum()) < _MAX_LEVEL * float(in_stack.sum()):
        found = in_stack
    return found
