"""Where a row leaves a column of running text: what stands in the next column is no cell of it. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.parsing.engines.pages.page_evidence import Boxes
from bizrag.parsing.engines.regions.page_gutters import whole_gutters
from bizrag.parsing.engines.regions.panels import is_inside
from bizrag.parsing.engines.regions.rows import EDGE_PT, Row, Segment
from bizrag.parsing.engines.regions.ruled_headings import heading_gutters
from bizrag.parsing.engines.regions.types import Box

# a text column goes on so far (font sizes) above and below its running text
_COLUMN_REACH = 8.0
# and one of two beside each other so far
_PAGE_COLUMN_REACH = 14.0
# so many paragraphs of one width on either side, or so many lines of text that fill it, and nothing between them wider
# than this (font sizes), are two columns of the page; what begins no further right (font sizes) than the second one is
# in it
_MIN_PARAGRAPHS, _MIN_LINES, _MAX_GUTTER, _INDENT = 2, 6, 4.0, 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TextColumns:
    """The columns of running text on a page."""

    # paragraphs with something beside them
    boxes: tuple[Box, ...] = ()
    # the gaps between columns of the page, each as high as nothing crosses it
    gutters: tuple[Box, ...] = ()
    # those between what stands below headings with rules
    headed: tuple[Box, ...] = ()
    # boxes with lines of their own
    panels: tuple[Box, ...] = ()

    @classmethod
    def of(cls, boxes: Sequence[Box], rows: Sequence[Row], rules: Boxes, panels: Sequence[Box] = ()) -> TextColumns:
        """The columns of rows that are marked by ``mark_prose``, with the boxes that it gives; ``rules`` are the level
        ones of the page.
        """
        return cls(
            boxes=tuple(boxes),
            gutters=tuple(_page_gutters(rows, boxes) or whole_gutters(rows, boxes)),
            headed=tuple(heading_gutters(rows, rules)),
            panels=tuple(panels),
        )

    def end_between(self, left: Segment, right: Segment) -> bool:
        """Whether a text column that stands here or near ends between two segments of a row.

        Where one column ends and another begins between them, as on pages of two columns, they may stand further away.
        """
        ends = [column for column in self.boxes if _ends_between(left, right, column)]
        begins = [column for column in self.boxes if _begins_between(left, right, column)]
        reach = _COLUMN_REACH * left.size
        if any(_is_near(left, column, reach) for column in (*ends, *begins)):
            return True
        far = _PAGE_COLUMN_REACH * left.size
        are_near = all(any(_is_near(left, column, far) for column in side) for side in (ends, begins))
        return are_near or self.are_parted(left, right)

    def are_inside(self, left: Segment, right: Segment) -> bool:
        """Whether of two segments between which a column ends the one in the next column, or else the first, begins
        further right than the lines of its column and beside none of them: a value of a table above or below may.
        """
        begins = [column for column in self.boxes if _begins_between(left, right, column)]
        ends = [column for column in self.boxes if _ends_between(left, right, column)]
        inner, at = (right, begins) if begins else (left, ends)
        return bool(at) and all(
            inner.box[0] - column[0] > _INDENT * inner.size and not _is_near(inner, column, 0.0) for column in at
        )

    def are_parted(self, left: Segment, right: Segment) -> bool:
        """Whether two segments of a row stand in two columns of the page, or in two panels."""
        return (
            self.change_panel(left, right)
            or any(_is_parted(left, right, gutter) for gutter in self.gutters)
            or any(
                left.box[2] < gutter[2] and right.box[0] > gutter[0] and _is_level(left, right, gutter)
                for gutter in self.headed
            )
        )

    def change_panel(self, one: Segment, other: Segment) -> bool:
        """Whether one of two segments stands in a panel that the other does not stand in."""
        return any(is_inside(one.box, panel) != is_inside(other.box, panel) for panel in self.panels)


NO_COLUMNS = TextColumns()


def _page_gutters(rows: Sequence[Row], columns: Sequence[Box]) -> list[Box]:
    """The gaps between the columns of a page, each as high as nothing crosses it.

    ``columns`` are paragraphs with something beside them.
    """
    sides = _of_one_width(columns, rows)
    found: list[Box] = []
    for left, right in itertools.permutations(sides, 2):
        size = _usual_size(rows)
        if not 0 < right[0][0] - left[0][2] < _MAX_GUTTER * size:
            continue
        start, end = max(box[2] for box in left), min(box[0] for box in right)
        crossing = [segment.box for row in rows for segment in row.segments if _crosses(segment.box, start, end)]
        found += dict.fromkeys(_uncrossed((start, box[1], end, box[3]), crossing) for box in (*left, *right))
    return found


def _usual_size(rows: Sequence[Row]) -> float:
    sizes = sorted(segment.size for row in rows for segment in row.segments if segment.is_prose)
    return sizes[len(sizes) // 2]


def _of_one_width(columns: Sequence[Box], rows: Sequence[Row]) -> list[list[Box]]:
    """Paragraphs below each other with the same edges, enough to be a column of the page with lines that fill it."""
    groups: list[list[Box]] = []
    for column in columns:
        for group in groups:
            if max(abs(column[0] - group[0][0]), abs(column[2] - group[0][2])) < 2 * EDGE_PT:
                group.append(column)
                break
        else:
            groups.append([column])
    lines = [segment.box for row in rows for segment in row.segments if segment.is_prose]
    return [
        group
        for group in groups
        if len(group) >= _MIN_PARAGRAPHS or sum(_fills(line, group[0]) for line in lines) >= _MIN_LINES
    ]


def _fills(line: Box, column: Box) -> bool:
    return max(abs(line[0] - column[0]), abs(line[2] - column[2])) < EDGE_PT


def _uncrossed(gutter: Box, crossing: Sequence[Box]) -> Box:
    """A gap grown upwards and downwards to the first line that crosses it."""
    left, top, right, bottom = gutter
    above = max((box[3] for box in crossing if box[3] <= top + EDGE_PT), default=float("-inf"))
    below = min((box[1] for box in crossing if box[1] >= bottom - EDGE_PT), default=float("inf"))
    return left, above, right, below


def _crosses(box: Box, left: float, right: float) -> bool:
    return box[0] < left - EDGE_PT and box[2] > right + EDGE_PT


def _is_parted(left: Segment, right: Segment, gutter: Box) -> bool:
    is_beside = left.box[2] < gutter[2] and -EDGE_PT < right.box[0] - gutter[2] < _INDENT * right.size
    return is_beside and _is_level(left, right, gutter)


def _is_level(left: Segment, right: Segment, gutter: Box) -> bool:
    """Whether two segments stand beside a gap, not above or below it."""
    return all(gutter[1] - EDGE_PT < one.box[1] and one.box[3] < gutter[3] + EDGE_PT for one in (left, right))


def _ends_between(left: Segment, right: Segment, column: Box) -> bool:
    slack = 0.5 * left.size
    return left.box[0] > column[0] - slack and left.box[2] < column[2] + slack < right.box[0] + 2 * slack


def _begins_between(left: Segment, right: Segment, column: Box) -> bool:
    slack = 0.5 * left.size
    return right.box[0] > column[0] - slack > left.box[2] - 2 * slack and right.box[2] < column[2] + slack


def _is_near(segment: Segment, column: Box, reach: float) -> bool:
    return column[1] - reach < segment.box[1] < column[3] + reach
