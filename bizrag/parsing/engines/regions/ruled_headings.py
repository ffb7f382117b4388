"""Headings with a rule below each, side by side: what stands below one is no cell of what stands below the next. Pure.

Names of columns have rules below them as well. But what stands below one of those is a column, and what stands below a
heading has labels at the left edge of the rule and values further right.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from operator import or_

from bizrag.model.labels import is_period, tells_scale
from bizrag.model.words import MONTH
from bizrag.parsing.engines.pages.page_evidence import Boxes
from bizrag.parsing.engines.regions.rows import EDGE_PT, Row, Segment
from bizrag.parsing.engines.regions.types import TOUCH_PT, Box, to_box

# "October 30, 2022", "Nine months ended"
_DAY = re.compile(rf"\b{MONTH} \d|\d\.? {MONTH}|\b(?:months|weeks|quarter|year) ended\b", re.IGNORECASE)
# a heading stands no further above its rule, in font sizes
_REACH = 1.0
# rules side by side are so far apart, in font sizes
_MIN_GAP = 1.0
# so many rows below tell what a rule stands over; that many of them have labels and values
_ROWS_BELOW, _MIN_ROWS = 6, 2
# labels begin no further right than their rule, in font sizes
_INDENT = 1.0
# a line of text has so many words, and one that goes on fills so much of the width
_TEXT_WORDS, _TEXT_WIDTH = 5, 0.8


def heading_gutters(rows: Sequence[Row], rules: Boxes) -> list[Box]:
    """The gaps between what stands below such headings, each as far down as nothing crosses it."""
    headed = [(rule, heading) for rule in map(to_box, rules) if (heading := _heading_of(rule, rows)) is not None]
    headed.sort(key=lambda pair: (round(pair[0][1] / TOUCH_PT), pair[0][0]))
    found = []
    for (left, heading), (right, _) in itertools.pairwise(headed):
        is_beside = abs(left[1] - right[1]) < TOUCH_PT and right[0] - left[2] > _MIN_GAP * heading.size
        over = [_is_over_rows(rule, rows, heading.size) for rule in (left, right)]
        over_text = [_is_over_text(rule, rows, heading.size) for rule in (left, right)]
        if is_beside and any(over) and all(map(or_, over, over_text)):
            gutter = (left[2], heading.box[1], right[0], left[3])
            found.append((*gutter[:3], _first_crossing(gutter, rows, rules)))
    return found


def is_heading(row: Row, rules: Sequence[Box], left: float) -> bool:
    """Whether a row is a heading at the ``left`` of a table with a rule below it, longer than its text; pieces of
    ``rules`` may be joined. A period, or what figures are in, is said of the table below it.
    """
    first = row.segments[0]
    if first.box[0] > left + first.size or is_period(first.text) or _DAY.search(first.text) or tells_scale(first.text):
        return False
    return (
        not row.is_tabular
        and _is_name(first)
        and any(_is_below(rule, first) and rule[0] < first.box[0] + first.size for rule in rules)
    )


def _heading_of(rule: Box, rows: Sequence[Row]) -> Segment | None:
    return next(
        (
            one
            for row in rows
            for one in row.segments
            if _is_name(one) and _is_below(rule, one) and abs(rule[0] - one.box[0]) < _INDENT * one.size
        ),
        None,
    )


def _is_name(segment: Segment) -> bool:
    return segment.is_bold and not segment.is_figure


def _is_below(rule: Box, segment: Segment) -> bool:
    gap = rule[1] - segment.box[3]
    return -TOUCH_PT < gap < _REACH * segment.size and rule[2] > segment.box[2] + segment.size


def _is_over_rows(rule: Box, rows: Sequence[Row], size: float) -> bool:
    """Whether the rows below a rule have labels at its left and something else at their right, within its width."""
    labelled = [
        row
        for row in _below(rule, rows, size)
        if len(row) > 1 and not row[0].is_figure and row[0].box[0] - rule[0] < _INDENT * size
    ]
    return len(labelled) >= _MIN_ROWS


def _is_over_text(rule: Box, rows: Sequence[Row], size: float) -> bool:
    """Whether lines of text begin below a rule at its left, the first of them about as wide as the rule."""
    lines = [
        row[0]
        for row in _below(rule, rows, size)
        if len(row) == 1 and row[0].num_words >= _TEXT_WORDS and row[0].box[0] - rule[0] < _INDENT * size
    ]
    return any(line.box[2] - line.box[0] > _TEXT_WIDTH * (rule[2] - rule[0]) for line in lines)


def _below(rule: Box, rows: Sequence[Row], size: float) -> list[list[Segment]]:
    """The first rows below a rule, as far as they stand within its width."""
    below: list[list[Segment]] = []
    for row in rows:
        inside = [one for one in row.segments if rule[0] - EDGE_PT < one.box[0] and one.box[2] < rule[2] + size]
        if row.box[1] > rule[1] - TOUCH_PT and inside:
            below.append(inside)
    return below[:_ROWS_BELOW]


def _first_crossing(gutter: Box, rows: Sequence[Row], rules: Boxes) -> float:
    left, _, right, bottom = gutter
    boxes = [segment.box for row in rows for segment in row.segments] + [to_box(rule) for rule in rules]
    crossing = [box for box in boxes if box[0] < left - EDGE_PT and box[2] > right + EDGE_PT]
    return min((box[1] for box in crossing if box[1] > bottom), default=float("inf"))
