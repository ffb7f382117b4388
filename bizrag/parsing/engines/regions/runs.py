"""Rows of a page that follow each other: what a table is found in. Pure."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from bizrag.model.labels import is_period
from bizrag.parsing.engines.grid.words import is_date
from bizrag.parsing.engines.regions.rows import EDGE_PT, Row, Segment, are_aligned
from bizrag.parsing.engines.regions.types import Box, union

# rows of one table stand no further apart than this, in font sizes
_ROW_GAP = 2.6
# on slides, where rows of one kind follow each other
_SLIDE_GAP = 4.5
# and the band with the names of three columns or more no further above them
_BAND_GAP = 4.0
# "18–34", "55+", "< 5": of age or size
_CLASS = re.compile(r"\d{1,3}\s?[-\u2013]\s?\d{1,3}|\d{1,3}\s?\+|[<>\u2264\u2265]\s?\d{1,3}")
# pieces of one row have so much of their height in common
_LEVEL = 0.8
# what so many rows reach over has its names above it
_HEADED_ROWS = 6
# the first row of columns follows their names in so many lines: what spans the columns may stand between
_NAMED_ROWS = 3
# lines of one name are no further apart, in font sizes
_LINE_GAP = 0.5
# names in plain type stand so far below what is above, in font sizes
_SET_OFF = 0.8


def find_runs(pieces: Sequence[Row], barriers: Sequence[Box], *, is_slide: bool) -> list[list[Row]]:
    """Pieces that follow each other closely, one above the other, with nothing else between them.

    Where names of columns follow rows of something else, they begin another run.
    """
    runs: list[list[Row]] = []
    barriers = sorted(barriers, key=_level)
    for piece in pieces:
        for run in reversed(runs):
            last = run[-1]
            gap = piece.box[1] - last.box[3]
            size = max(segment.size for segment in (*piece.segments, *last.segments))
            reach = _SLIDE_GAP if is_slide and _are_alike(last, piece) else _ROW_GAP
            # pieces of one row are of two tables; lines of names may overlap in height
            is_near = not _is_beside(last, piece) and gap < reach * size
            follows = is_near and shares_width(piece.box, union(row.box for row in run[-4:]))
            if follows and not _is_parted(last.box, piece.box, barriers):
                run.append(piece)
                break
        else:
            runs.append([piece])
    return [section for run in _with_heads(runs, barriers) for section in _sections(run)]


def _is_beside(one: Row, other: Row) -> bool:
    """Whether two pieces stand side by side on one level."""
    is_apart = one.box[2] <= other.box[0] or other.box[2] <= one.box[0]
    return is_apart and other.box[1] < one.box[3] - _LEVEL * min(one.height, other.height)


def _are_alike(upper: Row, lower: Row) -> bool:
    """Whether two rows have as many segments, three at least, and a figure in the lower one."""
    is_tabular = len(upper.segments) == len(lower.segments) > 2
    return is_tabular and any(segment.is_figure for segment in lower.segments)


def _with_heads(runs: Sequence[list[Row]], barriers: Sequence[Box]) -> list[list[Row]]:
    """Runs with the narrower run right above them: column headings stand over no label, the first label under none."""
    joined: list[list[Row]] = []
    for run in runs:
        box = union(row.box for row in run[:_HEADED_ROWS])
        for index, head in enumerate(joined):
            above = union(row.box for row in head)
            # the name of the labels may stand beside two lines of other names, at half their height
            top = run[1] if len(run) > 1 and _is_halfway(run[0], above) else run[0]
            gap = top.box[1] - above[3]
            inside = min(above[2], box[2]) - max(above[0], box[0]) > 0.9 * (above[2] - above[0])
            reach = _BAND_GAP if len(head) == 1 and names_columns(head[0]) else _ROW_GAP
            if inside and -1 < gap < reach * top.segments[0].size and not _is_parted(head[-1].box, top.box, barriers):
                joined[index] = sorted(head + run, key=lambda row: _level(row.box)) if top is not run[0] else head + run
                break
        else:
            joined.append(run)
    return joined


def _is_halfway(name: Row, above: Box) -> bool:
    """Whether a row is one piece left of names that stand in the lines right above and right below its middle."""
    is_left = len(name.segments) == 1 and name.box[2] <= above[0]
    return is_left and above[1] < name.box[1] and name.box[3] < above[3]


def _sections(run: Sequence[Row]) -> list[list[Row]]:
    """The run cut above each row that names three columns or more of what stands below: in bold type, or set off."""
    starts = [index for index in range(1, len(run) - 1) if _begins_table(run, index)]
    return [list(run[start:end]) for start, end in itertools.pairwise([0, *starts, len(run)])]


def _begins_table(run: Sequence[Row], index: int) -> bool:
    upper, names = run[index - 1 : index + 1]
    below = run[index + 1 : index + 1 + _NAMED_ROWS]
    first = next((row for row in below if row.is_tabular), None)
    # lines of names side by side, in the middle of the height that the tallest takes, overlap
    is_beside = names.box[1] < upper.box[3]
    if len(names.segments) < 3 or first is None or is_beside or not _are_names(names):
        return False
    if _is_bold(names):
        # periods may go on below what stands over them
        is_parted = names_columns(names) or upper.is_tabular
        is_name_above = _is_bold(upper) and (not values_of(upper) or _is_name_line(upper, names, below[0]))
        return is_parted and not any(map(_is_bold, (below[0], first))) and not is_name_above
    gap = names.box[1] - upper.box[3]
    is_set_off = gap >= max(_SET_OFF * names.segments[0].size, below[0].box[1] - names.box[3])
    if upper.is_tabular and not values_of(upper) and _are_groups(upper, names):
        return False
    num_figures = sum(segment.is_figure for segment in first.segments[1:])
    return is_set_off and len(upper.segments) < len(names.segments) - 1 and 2 * num_figures >= len(first.segments) - 1


def _are_groups(upper: Row, names: Row) -> bool:
    """Whether each piece of a row reaches over names of the row below it, and none stands over the labels."""
    begins = names.box[0] - names.segments[0].size
    return all(
        one.box[0] >= begins and any(one.box[0] < name.box[2] and name.box[0] < one.box[2] for name in names.segments)
        for one in upper.segments
    )


def _is_name_line(upper: Row, names: Row, below: Row) -> bool:
    """Whether names go on from the line above them, nearer than rows are: "3" over "years"."""
    is_near = names.box[1] - upper.box[3] < min(below.box[1] - names.box[3], _LINE_GAP * names.segments[0].size)
    return is_near and all(any(_stands_over(one, name) for name in names.segments) for one in upper.segments)


def _stands_over(one: Segment, name: Segment) -> bool:
    """Whether two lines begin, end or have their middle at one place."""
    return are_aligned(one, name) or abs(one.box[0] + one.box[2] - name.box[0] - name.box[2]) < 2 * EDGE_PT


def _are_names(row: Row) -> bool:
    """Whether the pieces of a row may name columns: words, and periods behind them."""
    return not values_of(row) and not all(segment.is_figure for segment in row.segments)


def values_of(row: Row) -> list[str]:
    """The figures of a row but for periods."""
    figures = [segment.text for segment in row.segments if segment.is_figure]
    return [text for text in figures if not (is_period(text) or is_date(text))]


def _is_bold(row: Row) -> bool:
    return all(segment.is_bold for segment in row.segments)


def names_columns(row: Row) -> bool:
    """Whether a row may hold the names of columns: three or more, hardly any of them a figure or a sign ("%") but for
    the limits of classes, no more than the other names.
    """
    figures = [segment for segment in row.segments if segment.is_figure]
    classes = sum(_CLASS.fullmatch(segment.text) is not None for segment in figures)
    is_told = 3 * (len(figures) - classes) < len(row.segments) and 2 * classes <= len(row.segments)
    return len(row.segments) > 2 and is_told


def shares_width(first: Box, second: Box) -> bool:
    """Whether two boxes have more than half of the narrower one's width in common."""
    common = min(first[2], second[2]) - max(first[0], second[0])
    return common > 0.5 * min(first[2] - first[0], second[2] - second[0])


def _is_parted(upper: Box, lower: Box, barriers: Sequence[Box]) -> bool:
    """Whether any of the barriers, sorted by ``_level``, stands between two boxes."""
    left, right = min(upper[0], lower[0]), max(upper[2], lower[2])
    first, end = bisect_right(barriers, upper[1], key=_level), bisect_left(barriers, lower[3], key=_level)
    return any(min(box[2], right) - max(box[0], left) > 0.3 * (right - left) for box in barriers[first:end])


def _level(box: Box) -> float:
    return (box[1] + box[3]) / 2
