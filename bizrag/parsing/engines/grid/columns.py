"""Where the columns of a table stand (pure), from the pieces of text and the vertical rules.

Two stacks of text are different columns when they stand side by side on more lines than there are pieces that reach
over both: a wide gap inside one line of a text column makes no column, and a heading over two columns joins none.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from bizrag.parsing.engines.grid.types import Rule
from bizrag.parsing.engines.grid.words import Segment, is_year

# with so many letters a number has a unit
_UNIT_LETTERS = 2
# a vertical rule along this share of the table's height parts columns everywhere
_STRONG_RULE = 0.6
# wider gaps of words part pieces; in line heights
_WIDEST_GAP = 0.6


@dataclass(slots=True)
class Stack:
    """Pieces of text above each other: a column in the making."""

    l: float  # noqa: E741
    r: float
    segments: list[Segment] = field(default_factory=list[Segment])
    num_data: int = 0

    def add(self, segment: Segment) -> None:
        """Takes the piece in; a name over numbers does not widen their column."""
        if segment.is_data or not self.is_numeric:
            self.l, self.r = min(self.l, segment.l), max(self.r, segment.r)
        self.segments.append(segment)
        self.num_data += segment.is_data

    @property
    def is_numeric(self) -> bool:
        return 2 * self.num_data > len(self.segments)


def find_columns(segments: Sequence[Segment], height: float, verticals: Sequence[Rule]) -> list[float]:
    """The borders between columns: x in points, from left to right; n - 1 of them for n columns."""
    strong = strong_verticals(segments, verticals, height)
    sided = _side_by_side(segments)
    stacks = _with_names_in_order(_stack(sided, height, strong), segments, height)
    stacks = _merge(stacks, segments, sided, height, strong)
    stacks.sort(key=lambda stack: stack.l + stack.r)
    return [_border(left, right, segments, strong) for left, right in itertools.pairwise(stacks)]


def strong_verticals(segments: Sequence[Segment], verticals: Sequence[Rule], height: float) -> list[float]:
    """The x of vertical rules along most of the table, text on both sides."""
    if not segments:
        return []
    top, bottom = min(s.t for s in segments), max(s.b for s in segments)
    left, right = min(s.l for s in segments), max(s.r for s in segments)
    found: list[float] = []
    groups: list[list[Rule]] = []
    for rule in sorted(verticals, key=lambda r: r.x):
        if groups and rule.x - groups[-1][-1].x <= 2.5:
            groups[-1].append(rule)
        else:
            groups.append([rule])
    for group in groups:
        x = sum(rule.x for rule in group) / len(group)
        if left < x < right and covered_length([(rule.t, rule.b) for rule in group], top, bottom) >= _STRONG_RULE * (
            bottom - top
        ):
            found.append(x)
    return found


def covered_length(stretches: Sequence[tuple[float, float]], start: float, end: float) -> float:
    """How much of ``start``..``end`` the stretches cover together.

    >>> covered_length([(0, 4), (3, 6), (9, 20)], 2, 10)
    5.0
    """
    total, reached = 0.0, start
    for low, high in sorted(stretches):
        length = min(high, end) - max(low, reached)
        if length > 0:
            total += length
            reached = min(high, end)
    return total


def _side_by_side(segments: Sequence[Segment]) -> list[Segment]:
    """The pieces that have another one beside them; neighbours in height are at most two lines away."""
    by_line: dict[int, list[Segment]] = {}
    for segment in segments:
        by_line.setdefault(segment.line, []).append(segment)
    return [
        segment
        for segment in segments
        if any(
            beside(segment, other)
            for line in range(segment.line - 2, segment.line + 3)
            for other in by_line.get(line, ())
            if other is not segment
        )
    ]


def beside(one: Segment, other: Segment) -> bool:
    """Whether two pieces stand side by side: a third of the lower one's height in common, none of their widths."""
    common = min(one.b, other.b) - max(one.t, other.t)
    return common >= 0.34 * min(one.b - one.t, other.b - other.t) and (one.r <= other.l + 1 or other.r <= one.l + 1)


def _overlaps(stack: Stack, segment: Segment, slack: float) -> bool:
    return min(stack.r, segment.r) - max(stack.l, segment.l) > slack


def _stack(segments: Sequence[Segment], height: float, strong: Sequence[float]) -> list[Stack]:
    """Stacks, grown from numbers to text and from narrow to wide; a piece over two or more stacks joins none."""
    stacks: list[Stack] = []
    slack = 0.1 * height
    # years may be names over several columns
    for segment in sorted(segments, key=lambda s: (not s.is_data or is_year(s.text), s.width)):
        over = [s for s in stacks if _overlaps(s, segment, slack) and not _parted(s, segment, strong)]
        if not over:
            stacks.append(Stack(segment.l, segment.r, [segment], int(segment.is_data)))
        elif len(over) == 1:
            over[0].add(segment)
    return stacks


def _parted(stack: Stack, segment: Segment, strong: Sequence[float]) -> bool:
    middle, other = (stack.l + stack.r) / 2, (segment.l + segment.r) / 2
    return any(min(middle, other) < x < max(middle, other) for x in strong)


def _with_names_in_order(stacks: list[Stack], segments: Sequence[Segment], height: float) -> list[Stack]:
    """Stacks whose names stand beside them: names at the left of a column, its figures at the right.

    A line of the head that has a piece for each column of the body names them in order, unless a piece stands over the
    column of another one. What else stands under a name is of its column: a dash at the left of figures.
    """
    first_data = min((s.line for s in segments if _is_figure(s)), default=0)
    columns = [stack for stack in stacks if len({s.line for s in stack.segments if s.line >= first_data}) > 1]
    columns.sort(key=lambda stack: stack.l + stack.r)
    slack = 0.1 * height
    for line in range(first_data):
        names = sorted((s for s in segments if s.line == line), key=lambda s: s.l)
        pairs = _in_order(names, columns, slack)
        for name, column in pairs:
            for stack in stacks:
                if stack in columns or not _overlaps(stack, name, slack):
                    continue
                if {s.line for s in stack.segments if s is not name}.isdisjoint(s.line for s in column.segments):
                    for segment in stack.segments:
                        column.add(segment)
                    stack.segments = []
            # a name that begins left of its figures is no name of the column before, too
            column.l, column.r = min(column.l, name.l), max(column.r, name.r)
    return [stack for stack in stacks if stack.segments]


def _in_order(names: Sequence[Segment], columns: Sequence[Stack], slack: float) -> list[tuple[Segment, Stack]]:
    """Each name with its column, the first of which may have none; nothing where one stands over another's."""
    named = columns[1:] if len(names) == len(columns) - 1 else columns
    if len(names) != len(named) or len(named) < 2:
        return []
    pairs = list(zip(names, named, strict=True))
    for name, column in pairs:
        at = columns.index(column)
        before, after = columns[:at], columns[at + 1 :]
        if any(name.l < other.r - slack for other in before) or any(name.r > other.l + slack for other in after):
            return []
    return pairs


def _is_figure(segment: Segment) -> bool:
    """Whether a piece is a number that names no column, as "2024" and "0.5 mm" may."""
    return segment.is_data and not is_year(segment.text) and sum(map(str.isalpha, segment.text)) < _UNIT_LETTERS


def _merge(
    stacks: list[Stack],
    segments: Sequence[Segment],
    sided: Sequence[Segment],
    height: float,
    strong: Sequence[float],
) -> list[Stack]:
    """Joins neighbouring stacks that are bridged more often than they stand side by side."""
    # a line that stands alone may be a heading over everything: half a witness
    beside_others = set(sided)
    weights = [(s, 1.0 if s in beside_others else 0.5) for s in segments]
    while len(stacks) > 1:
        stacks.sort(key=lambda stack: stack.l + stack.r)
        best: tuple[float, int] | None = None
        for index, (left, right) in enumerate(itertools.pairwise(stacks)):
            pull = _pull(left, right, weights, height, strong)
            if pull > 0 and (best is None or pull > best[0]):
                best = (pull, index)
        if best is None:
            break
        index = best[1]
        right = stacks.pop(index + 1)
        for segment in right.segments:
            stacks[index].add(segment)
    return stacks


def _pull(
    left: Stack, right: Stack, weights: Sequence[tuple[Segment, float]], height: float, strong: Sequence[float]
) -> float:
    """How much speaks for one column, from pieces and their weights; positive joins."""
    if any(left.l + left.r < 2 * x < right.l + right.r for x in strong):
        return -1.0
    shared = len({s.line for s in left.segments} & {s.line for s in right.segments})
    if shared == 0:
        shared = sum(any(beside(s, o) for o in right.segments) for s in left.segments)
    slack = 0.1 * height
    over = [(s, w) for s, w in weights if _overlaps(left, s, slack) and _overlaps(right, s, slack)]
    gap = right.l - left.r
    if shared == 0:
        # never side by side: one column with ragged text, the nearest pair first
        return 1000.0 - gap
    first_data = min((s.line for s in left.segments if _is_figure(s)), default=0)
    if any(_is_figure(s) and s.line == first_data for s in right.segments):
        # figures side by side, and a name over both of them: its lines are one witness
        lines = {s.line for s, _ in over}
        over = [(s, w) for s, w in over if s.line > first_data or s.line - 1 not in lines]
    return sum(w for _, w in over) - shared


def _border(left: Stack, right: Stack, segments: Sequence[Segment], strong: Sequence[float]) -> float:
    """The x between two columns that the fewest words of pieces cross; in the middle of the widest such place.

    Between their own pieces, where these stand apart: a name over both crosses that gap, and a year that stands left of
    its numbers leaves a gap to them.
    """
    for x in strong:
        if left.l + left.r < 2 * x < right.l + right.r:
            return x
    start, end = (left.l + left.r) / 2, (right.l + right.r) / 2
    if start < left.r < right.l < end:
        start, end = left.r, right.l
    between = [s for s in segments if s.r > start and s.l < end]
    inside = sorted({start, end} | {x for s in between for x in (s.l, s.r) if start < x < end})
    # cells that stand too close to be parted yet have a wider gap where the others have theirs
    gaps = {x for s in between for left, right in itertools.pairwise(s.words) for x in (left.r, right.l)}
    inside = sorted({*inside, *(x for x in gaps if start < x < end)})
    best: tuple[float, float, float] | None = None
    for a, b in itertools.pairwise(inside):
        middle = (a + b) / 2
        crossing = sum(_crossing(s, middle) for s in between)
        if best is None or (crossing, a - b) < best[:2]:
            best = (crossing, a - b, middle)
    return best[2] if best else (left.r + right.l) / 2


def _crossing(segment: Segment, x: float) -> float:
    """How much of a piece stands at a place: 1 for a word, less for a gap in it, the less the wider it is."""
    if not segment.l < x < segment.r:
        return 0.0
    gap = next((right.l - left.r for left, right in itertools.pairwise(segment.words) if left.r < x < right.l), 0.0)
    return 1.0 - min(gap / (segment.b - segment.t), _WIDEST_GAP)
