"""Names in the middle of the columns that they are over, with no rule below them, as spreadsheets are printed (pure):
"Sex" over "Men" and "Women", beside it "Age" over four columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bizrag.parsing.engines.grid.words import Segment

# a name is off the middle by no more, in line heights
_OFF = 0.5
_MIN_NAMES, _MIN_RUN = 2, 2

Spans = Sequence[tuple[float, float]]


def centred_groups(
    names: Sequence[Segment], spans: Spans, below: Sequence[int], height: float
) -> list[tuple[int, int]]:
    """The columns of each name (end exclusive), one run beside the other up to the last column; empty where they are
    not told.

    Every column from the first of ``below`` on has a name of its own there. A cell is wider than what stands in it: its
    middle is told by where texts end, by where they begin or by their middles, one way for all names. A run of an even
    number of columns shows that a name is over several: else each could be the first line of the one below it.
    """
    first = min(below, default=0)
    if first == 0 or len(names) < _MIN_NAMES or list(below) != list(range(first, len(spans))):
        return []
    for middle in (_by_ends, _by_starts, _by_middles):
        found = list(_runs(names, spans, first, height, middle))
        if len(found) == 1 and any((end - start) % 2 == 0 for start, end in found[0]):
            return found[0]
    return []


def _runs(
    names: Sequence[Segment],
    spans: Spans,
    first: int,
    height: float,
    middle: Callable[[Spans, int, int], float],
) -> Iterator[list[tuple[int, int]]]:
    """All ways to give each name a run of columns in whose middle it stands, the last one up to the last column."""
    name, *others = names
    for start in range(first, len(spans)):
        for end in range(start + _MIN_RUN, len(spans) + 1):
            if abs(middle(spans, start, end) - name.middle_x) > _OFF * height:
                continue
            if not others and end == len(spans):
                yield [(start, end)]
            elif others:
                rest = _runs(others, spans, end, height, middle)
                yield from ([(start, end), *runs] for runs in rest if runs[0][0] == end)


def _by_ends(spans: Spans, start: int, end: int) -> float:
    # labels end anywhere in the first column: the next one is as wide as the one after it
    before = spans[start - 1][1] if start > 1 else 2 * spans[1][1] - spans[2][1]
    return (before + spans[end - 1][1]) / 2


def _by_starts(spans: Spans, start: int, end: int) -> float:
    # the last column is as wide as the one before it
    after = spans[end][0] if end < len(spans) else 2 * spans[end - 1][0] - spans[end - 2][0]
    return (spans[start][0] + after) / 2


def _by_middles(spans: Spans, start: int, end: int) -> float:
    return (sum(spans[start]) + sum(spans[end - 1])) / 4
