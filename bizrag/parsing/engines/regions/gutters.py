"""The gaps between columns of rows, and blocks side by side that are no columns of each other. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from bizrag.parsing.engines.regions.no_columns import is_address
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
# lines that stand each between two facts, and how many of these are a name and a value
_MIN_TURNS, _FACTS_SHARE = 3, 0.8
# so many rows of facts follow each other, with lines between that go on with a value
_MIN_FACT_ROWS, _FACT_REACH = 2, 3
# so many lines of an address stand level with facts
_MIN_ADDRESS_LINES = 3


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
    if len(tabular) < _MIN_LEVEL_ROWS:
        return [list(run)]
    # lines that stand between those of the other block are no rows of two pieces
    for low, high in (*gutters(tabular), *gutters(run)):
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


def facts_apart(run: Sequence[Row]) -> list[list[Row]]:
    """A run, or what stands above facts whose names end with a colon, in pairs beside each other, and these: the head
    of a letter or report is no row of them.
    """
    for at in range(1, len(run) - _MIN_FACT_ROWS + 1):
        below = [
            row
            for row in run[at + 1 : at + 1 + _FACT_REACH]
            if row.is_tabular or row.box[0] <= run[at].box[0] + EDGE_PT
        ]
        if _is_facts(run[at]) and len(below) >= _MIN_FACT_ROWS - 1 and all(map(_is_facts, below[: _MIN_FACT_ROWS - 1])):
            # a name may begin in the line above its colon
            goes_on = at > 1 and all(piece.text.endswith(":") for piece in run[at - 1].segments)
            start = at - 2 if goes_on and run[at - 2].is_tabular else at
            are_free = not any(_has_name(row) for row in run[:start])
            return [list(run[:start]), list(run[start:])] if start and are_free else [list(run)]
    return [list(run)]


def _is_facts(row: Row) -> bool:
    """Whether a row is names with a colon, each before its value."""
    pieces = row.segments
    return len(pieces) >= 2 * _PAIR and len(pieces) % 2 == 0 and all(piece.text.endswith(":") for piece in pieces[::2])


def _has_name(row: Row) -> bool:
    return any(piece.text.endswith(":") for piece in row.segments)


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
    is_apart = (is_enough and _are_uneven(alike) and not _are_values(left, right)) or _is_beside_pairs(left, right)
    return is_apart or _take_turns(left, right)


def _take_turns(left: Sequence[Sequence[Segment]], right: Sequence[Sequence[Segment]]) -> bool:
    """Whether lines of one piece stand each between two lines of facts at their right, as far apart as these: an
    address, and the data of an invoice that begins a little higher or lower.

    A name that is centred beside the lines of its row has as many of them above as below it, and two before the next.
    """
    sides = [bool(one) for one, other in zip(left, right, strict=True) if bool(one) != bool(other)]
    first, last = (sides.index(True), len(sides) - sides[::-1].index(True)) if any(sides) else (0, 0)
    between = sides[first:last]
    is_turn_by_turn = all(one != other for one, other in itertools.pairwise(between))
    facts = [other for one, other in zip(left, right, strict=True) if other and not one]
    are_pairs = sum(len(other) == _PAIR for other in facts) >= _FACTS_SHARE * len(facts)
    is_single = all(len(one) <= 1 for one in left)
    return sum(between) >= _MIN_TURNS and is_turn_by_turn and is_single and are_pairs


def _are_values(left: Sequence[Sequence[Segment]], right: Sequence[Sequence[Segment]]) -> bool:
    """Whether hardly anything but figures stands right of lines: they are those lines' own, however both are set."""
    pieces = [segment for one, other in zip(left, right, strict=True) if one for segment in other]
    return sum(segment.is_figure for segment in pieces) >= _VALUES_SHARE * len(pieces)


def _is_beside_pairs(left: Sequence[Sequence[Segment]], right: Sequence[Sequence[Segment]]) -> bool:
    """Whether lines stand far to the left of names and their values: an address, or anything in another size, and the
    data of an account. All columns of a table are in one size.
    """
    both = [(one, other) for one, other in zip(left, right, strict=True) if one and other]
    if len(both) < _MIN_ADDRESS_LINES or any(len(one) != 1 or len(other) != _PAIR for one, other in both):
        return False
    is_far = all(
        name.box[0] - one.box[2] > _FAR * name.size and not (one.is_figure or name.is_figure)
        for (one,), (name, _) in both
    )
    is_other = len(both) >= _MIN_LEVEL_ROWS and all(
        max(one.size, name.size) > _OTHER_SIZE * min(one.size, name.size) for (one,), (name, _) in both
    )
    return is_far and (is_other or is_address([segment.text for one in left for segment in one]))


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
