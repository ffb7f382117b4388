"""The gaps between columns of rows, and blocks side by side that are no columns of each other. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bizrag.parsing.engines.regions.rows import EDGE_PT, Row, Segment
from bizrag.parsing.engines.regions.types import union

# share of the rows that may cross a gap between columns (spanned headers, long labels)
_CROSSING_SHARE = 0.2
# Pieces of one row, in type of one size, are off each other as those of other rows within this (font sizes). Where so
# many are not, they are lines of blocks side by side.
_MIN_LEVEL_ROWS, _LEVEL, _UNEVEN_SHARE, _ALIKE = 4, 0.1, 0.5, 0.85
# beside a gap between columns of text: so many lines begin behind it, that far to the right at most (font sizes), and
# lines have so many words on average on both sides
_MIN_BEGUN, _INDENT, _TEXT_WORDS = 4, 3.0, 4.5
# pairs above and below the row from which on they stand elsewhere
_PAIR, _MIN_PAIRS = 2, 2
# sizes of type that differ so much are not of one table; blocks stand so far apart (font sizes)
_OTHER_SIZE, _FAR = 1.05, 3.0
# of the pieces of a block of values
_VALUES_SHARE = 0.7
# of two blocks so many lines stand between those of the other, some of each
_MIN_BETWEEN = 3


def gutters(rows: Sequence[Row]) -> list[tuple[float, float]]:
    """The upright gaps between columns, left to right: where nearly no row has ink and both sides have some.

    Runs over whole points, which is finer than any gap between columns.
    """
    left, _, right, _ = union(row.box for row in rows)
    width = max(int(right - left) + 2, 2)
    ink = np.zeros(width, dtype=np.int64)
    for row in rows:
        for segment in row.segments:
            ink[max(int(segment.box[0] - left), 0) : int(segment.box[2] - left) + 1] += 1
    free = ink <= (_CROSSING_SHARE * len(rows) if len(rows) > 2 else 0)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], free, [False])).astype(np.int8)))
    size = float(np.median([segment.size for row in rows for segment in row.segments]))
    return [
        (left + float(start), left + float(end))
        for start, end in zip(edges[::2], edges[1::2], strict=True)
        if end - start >= 0.35 * size and start > 0 and end < width - 1
    ]


def is_between_columns(left: Segment, right: Segment, near: Sequence[Row]) -> bool:
    """Whether the gap between two pieces of a row goes on through the rows near it, with text on both sides."""
    size, lines = right.size, [segment for row in near for segment in row.segments]
    # the piece may be indented in its column
    edge = min(line.box[0] for line in (right, *lines) if left.box[2] < line.box[0] <= right.box[0])
    begun = [line for line in lines if -EDGE_PT <= line.box[0] - edge <= _INDENT * size]
    before = [line for line in lines if line.box[2] <= edge]
    num_crossing = sum(line.box[0] < edge - EDGE_PT and line.box[2] > edge for line in lines)
    are_columns = min(len(begun), len(before)) >= _MIN_BEGUN and num_crossing <= _CROSSING_SHARE * len(near)
    return are_columns and all(
        sum(line.num_words for line in side) >= _TEXT_WORDS * len(side) for side in (begun, before)
    )


def level_blocks(run: Sequence[Row]) -> list[list[Row]]:
    """A run, or the blocks side by side in it whose lines do not stand level: an address and the data of a letter."""
    tabular = [row for row in run if row.is_tabular]
    for low, high in gutters(tabular) if len(tabular) >= _MIN_LEVEL_ROWS else ():
        middle = (low + high) / 2
        left = [[segment for segment in row.segments if segment.box[2] < middle] for row in run]
        right = [[segment for segment in row.segments if segment.box[2] >= middle] for row in run]
        if _are_apart(left, right):
            return [block for side in (left, right) for block in level_blocks([Row(found) for found in side if found])]
    return [list(run)]


def shifted_blocks(run: Sequence[Row]) -> list[list[Row]]:
    """A run of pairs, or what stands above and below the row from which on the second of each pair stands at another
    place: a letterhead with what is at the right edge of the page, over facts with their names.
    """
    pairs = [at for at, row in enumerate(run) if row.is_tabular]
    if any(len(run[at].segments) > _PAIR for at in pairs):
        return [list(run)]
    for number in range(_MIN_PAIRS, len(pairs) - _MIN_PAIRS + 1):
        upper, lower = ([run[at].segments[1] for at in part] for part in (pairs[:number], pairs[number:]))
        if any(segment.is_figure for segment in upper) or not _stand_apart(upper, lower):
            continue
        # a line alone belongs to what it stands below
        start = pairs[number - 1] + 1
        while start < pairs[number] and _overlap(run[start].segments[0], upper):
            start += 1
        return [list(run[:start]), list(run[start:])]
    return [list(run)]


def _stand_apart(upper: Sequence[Segment], lower: Sequence[Segment]) -> bool:
    return not any(_overlap(segment, lower) for segment in upper)


def _overlap(segment: Segment, others: Sequence[Segment]) -> bool:
    return any(min(segment.box[2], other.box[2]) > max(segment.box[0], other.box[0]) for other in others)


def _are_apart(left: Sequence[Sequence[Segment]], right: Sequence[Sequence[Segment]]) -> bool:
    """Whether the lines of two blocks have nothing to do with each other, by the segments of each row in them.

    Lines that stand between those of the other block, on both sides, count as well as those that are off them.
    """
    both = [(one[-1], other[0]) for one, other in zip(left, right, strict=True) if one and other]
    alike = [(one, other) for one, other in both if _ALIKE < one.size / other.size < 1 / _ALIKE]
    between = (_num_between(left, right), _num_between(right, left))
    is_enough = len(alike) >= _MIN_LEVEL_ROWS or (len(alike) > 1 and min(between) > 0 and sum(between) >= _MIN_BETWEEN)
    return (is_enough and _are_uneven(alike) and not _are_values(left, right)) or _is_beside_pairs(left, right)


def _are_values(left: Sequence[Sequence[Segment]], right: Sequence[Sequence[Segment]]) -> bool:
    """Whether hardly anything but figures stands right of lines: they are those lines' own, however both are set."""
    pieces = [segment for one, other in zip(left, right, strict=True) if one for segment in other]
    return sum(segment.is_figure for segment in pieces) >= _VALUES_SHARE * len(pieces)


def _is_beside_pairs(left: Sequence[Sequence[Segment]], right: Sequence[Sequence[Segment]]) -> bool:
    """Whether lines stand far to the left of names and their values that are in another size: an address, and the data
    of an account. All columns of a table are in one.
    """
    both = [(one, other) for one, other in zip(left, right, strict=True) if one and other]
    if len(both) < _MIN_LEVEL_ROWS or any(len(one) != 1 or len(other) != _PAIR for one, other in both):
        return False
    return all(
        max(one.size, name.size) > _OTHER_SIZE * min(one.size, name.size)
        and name.box[0] - one.box[2] > _FAR * name.size
        and not (one.is_figure or name.is_figure)
        for (one,), (name, _) in both
    )


def _num_between(lines: Sequence[Sequence[Segment]], others: Sequence[Sequence[Segment]]) -> int:
    """How many rows have only lines of one block, between the first and the last of the other."""
    filled = [number for number, other in enumerate(others) if other]
    if not filled:
        return 0
    return sum(bool(line) and not others[at] for at, line in enumerate(lines) if filled[0] < at < filled[-1])


def _are_uneven(pairs: Sequence[tuple[Segment, Segment]]) -> bool:
    """Whether pieces side by side surely stand on different lines: their distances in height change from row to row.

    Letters with descenders reach lower, and seldom higher too.
    """
    size = float(np.median([segment.size for pair in pairs for segment in pair]))
    tops, bottoms = (np.array([left.box[side] - right.box[side] for left, right in pairs]) for side in (1, 3))
    off = np.minimum(np.abs(tops - np.median(tops)), np.abs(bottoms - np.median(bottoms)))
    return bool((off > _LEVEL * size).mean() >= _UNEVEN_SHARE)
