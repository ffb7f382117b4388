"""The cells of a table's head (pure): names over several lines, names over several columns, levels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from bizrag.model.labels import tells_scale
from bizrag.parsing.engines.grid.centred_groups import centred_groups
from bizrag.parsing.engines.grid.period_names import columns_of_periods
from bizrag.parsing.engines.grid.rows import Barriers, Line
from bizrag.parsing.engines.grid.rule_pieces import with_pieces
from bizrag.parsing.engines.grid.shared_rules import ALIGNED_PT, are_aligned, shared_columns
from bizrag.parsing.engines.grid.types import Rule
from bizrag.parsing.engines.grid.words import Segment

# words of one name are stretched over two columns, and seldom over more
_MIN_GROUP = 3
# the name of a group stands further off the name below it (line heights)
_OFF = 0.6
_UNAUDITED = re.compile(r"\((?:un)?audited\)", re.IGNORECASE)
# a name over a rule has no more lines (line heights) above it
_NAME_REACH = 2.5


@dataclass(slots=True)
class HeadCell:
    """A name in the head: its columns (end exclusive), its lines (last inclusive), then its rows (end exclusive)."""

    col_start: int
    col_end: int
    first_line: int
    last_line: int
    segments: list[Segment] = field(default_factory=list[Segment])
    row_start: int = 0
    row_end: int = 1

    @property
    def text(self) -> str:
        return " ".join(segment.text for segment in self.segments)

    @property
    def is_of_one_column(self) -> bool:
        return self.col_end == self.col_start + 1

    def is_over(self, num_cols: int) -> bool:
        """Whether it stands over all columns but that of the labels."""
        return self.col_start <= 1 and self.col_end == num_cols

    def overlaps(self, other: HeadCell) -> bool:
        return self.col_start < other.col_end and other.col_start < self.col_end


def head_cells(
    lines: Sequence[Line],
    head: int,
    spans: Sequence[tuple[float, float]],
    horizontals: Sequence[Rule],
    verticals: Sequence[Rule],
    barriers: Barriers,
    height: float,
) -> tuple[list[HeadCell], int]:
    """The cells of the first ``head`` lines and the number of rows they take."""
    reach = _Reach(lines[:head], spans, horizontals, verticals, height)
    cells: list[HeadCell] = []
    for number in range(head):
        placed = [
            HeadCell(*_columns(lines[number], number, segment, reach, len(spans)), number, number, [segment])
            for segment in lines[number].segments
        ]
        for cell in placed:
            _place(cells, cell, barriers, placed)
    _widen_over_groups(cells, len(spans))
    breaks = sorted(
        {
            cell.last_line
            for cell in cells
            for other in cells
            if other is not cell and cell.overlaps(other) and other.first_line > cell.last_line
        }
    )
    for cell in cells:
        above = [c for c in cells if c is not cell and c.overlaps(cell) and c.last_line < cell.first_line]
        below = [c for c in cells if c is not cell and c.overlaps(cell) and c.first_line > cell.last_line]
        cell.row_start = 1 + max((_level(breaks, c.last_line) for c in above), default=-1)
        cell.row_end = 1 + _level(breaks, cell.last_line) if below else len(breaks) + 1
        cell.row_end = max(cell.row_end, cell.row_start + 1)
    if _collide(cells):
        return _line_by_line(lines[:head]), head
    return cells, len(breaks) + 1


def _columns(line: Line, number: int, segment: Segment, reach: _Reach, num_cols: int) -> tuple[int, int]:
    """Over which columns a piece of the head stands; what all figures are in stands over the labels of the rows."""
    if len(line.segments) == 1 and reach.is_of_all(segment):
        return 0, 1
    return (0, num_cols) if line.is_title and not reach.goes_on(number, segment) else reach.columns(number, segment)


def _widen_over_groups(cells: Sequence[HeadCell], num_cols: int) -> None:
    """Widens names that stand at one end of the columns that they are of, where these have the same names again and
    again: "Assets | Liabilities | Assets | Liabilities" and a day beside each second one, above or below.
    """
    stacks = [[cell for cell in cells if cell.col_start <= col < cell.col_end] for col in range(1, num_cols)]
    if not all(stacks):
        return
    for at in (-1, 0):
        names = [sorted(stack, key=lambda cell: cell.first_line)[at] for stack in stacks]
        groups = _groups_of([cell.text if cell.is_of_one_column else "" for cell in names])
        over = [
            [c for c in cells if c not in names and start < c.col_start and c.col_end <= end + 1]
            for start, end in groups
        ]
        num_others = sum(cell.col_end > 1 and cell not in names and not cell.is_over(num_cols) for cell in cells)
        if groups and num_others == len(groups) and all(len(found) == 1 for found in over):
            for (start, end), (cell,) in zip(groups, over, strict=True):
                # a name beside the day is of its own column alone
                free = [name.col_start for name in names[start:end] if not _are_level(name, cell)]
                cell.col_start, cell.col_end = min(cell.col_start, *free), max(cell.col_end, *(col + 1 for col in free))
            return


def _are_level(one: HeadCell, other: HeadCell) -> bool:
    """Whether two names have a line in common."""
    return one.first_line <= other.last_line and other.first_line <= one.last_line


def _groups_of(names: Sequence[str]) -> list[tuple[int, int]]:
    """Start and end of each group of names that are the same ones again and again, two or more; empty without such."""
    size = next((at for at in range(2, len(names)) if names[at] == names[0]), 0)
    starts = range(0, len(names), size) if size else ()
    groups = [(start, start + size) for start in starts]
    is_regular = all(list(names[start:end]) == list(names[:size]) for start, end in groups)
    return groups if is_regular and len(set(names[:size])) == size and all(names[:size]) else []


def _collide(cells: Sequence[HeadCell]) -> bool:
    """Whether two names claim the same place, as in heads without any order."""
    places = [
        (row, col)
        for cell in cells
        for row in range(cell.row_start, cell.row_end)
        for col in range(cell.col_start, cell.col_end)
    ]
    return len(set(places)) < len(places)


def _line_by_line(lines: Sequence[Line]) -> list[HeadCell]:
    """Every line a row, every piece in the column it stands in."""
    return [
        HeadCell(column, column + 1, row, row, line.in_column(column), row, row + 1)
        for row, line in enumerate(lines)
        for column in sorted(line.occupied)
    ]


def _level(breaks: Sequence[int], line: int) -> int:
    return sum(b < line for b in breaks)


def _place(cells: list[HeadCell], cell: HeadCell, barriers: Barriers, line: Sequence[HeadCell]) -> None:
    """Adds a piece of a line to the name above it when both stand over the same columns, else as a name of its own."""
    for other in reversed(cells):
        if not other.overlaps(cell):
            continue
        same = (other.col_start, other.col_end) == (cell.col_start, cell.col_end)
        ruled = any(cell.col_start in barriers.columns[line] for line in range(other.last_line, cell.first_line))
        if (same or other.last_line == cell.first_line or _is_second_line(other, cell, line)) and not ruled:
            other.col_start, other.col_end = min(other.col_start, cell.col_start), max(other.col_end, cell.col_end)
            other.last_line = cell.last_line
            other.segments.extend(cell.segments)
            return
        break
    cells.append(cell)


def _is_second_line(name: HeadCell, cell: HeadCell, line: Sequence[HeadCell]) -> bool:
    """Whether a piece that begins or ends where a wider name does is its second line: it is alone below that."""
    is_wider = name.col_start <= cell.col_start and cell.col_end <= name.col_end
    are_near = cell.segments[0].t - name.segments[-1].b < 0.5 * (cell.segments[0].b - cell.segments[0].t)
    is_aligned = are_aligned(name.segments[-1], cell.segments[0])
    return is_wider and are_near and is_aligned and [one for one in line if name.overlaps(one)] == [cell]


class _Reach:
    """Over which columns a piece of the head stands."""

    def __init__(
        self,
        lines: Sequence[Line],
        spans: Sequence[tuple[float, float]],
        horizontals: Sequence[Rule],
        verticals: Sequence[Rule],
        height: float,
    ) -> None:
        self._lines, self._spans, self._height = lines, spans, height
        self._horizontals, self._verticals = horizontals, verticals
        self._width = spans[-1][1] - spans[0][0]

    def is_of_all(self, segment: Segment) -> bool:
        """Whether a piece alone on its line tells what all figures are: in millions, or not audited."""
        if not segment.text.startswith("("):
            return False
        is_in_middle = abs(segment.middle_x - self._middle(0, len(self._spans))) <= 1.5 * self._height
        return tells_scale(segment.text) or (is_in_middle and _UNAUDITED.fullmatch(segment.text) is not None)

    def goes_on(self, number: int, segment: Segment) -> bool:
        """Whether a piece in the middle is but the first line of a name, beside which others stand on the next line."""
        below = [s for line in self._lines[number + 1 : number + 2] for s in line.segments]
        near = [s for s in below if abs(s.middle_x - segment.middle_x) < ALIGNED_PT]
        return len(below) > 1 and any(s.t - segment.b < 0.5 * self._height for s in near)

    def columns(self, number: int, segment: Segment) -> tuple[int, int]:
        start, end = self._crossed(segment)
        boxed = self._boxed(segment)
        if boxed is not None and boxed[0] <= start and boxed[1] >= end:
            return boxed
        names = [s for line in self._lines[number + 1 : number + 2] for s in line.segments if self._crossed(s)[0]]
        periods = columns_of_periods(self._lines[number], names, [self._crossed(s) for s in names], self._height)
        if periods is not None:
            return periods
        ruled = self._underlined(number, segment) or self._underlined_below(number, segment)
        if ruled is not None:
            return self._with_bare(segment, min(start, ruled[0]), max(end, ruled[1]))
        shared = self._share(number, segment) or self._grouped(number, segment)
        if shared is not None and shared[0] <= start and shared[1] >= end:
            return shared
        return self._with_bare(segment, *self._centred(number, segment, start, end))

    def _with_bare(self, segment: Segment, start: int, end: int) -> tuple[int, int]:
        """The column of a name, and those beside it whose piece of the rule under the name has nothing above it, and a
        name below: "Three months ended" over the second of two years.

        The name and that below it begin or end at one place, and the first or the last of all columns is such a one.
        """
        rules = [r for r in self._horizontals if segment.b - 1 <= r.y <= segment.b + _NAME_REACH * self._height]
        level = min((r.y for r in rules if r.l - 1 <= segment.middle_x <= r.r + 1), default=None)
        pieces = [r for r in rules if level is not None and abs(r.y - level) <= ALIGNED_PT]
        if level is None or len(pieces) < 2 or end > start + 1:
            return start, end
        placed = [(s, self._crossed(s)) for line in self._lines if not line.is_title for s in line.segments]
        above, below = (
            {c for s, columns in placed if (s.middle_y < level) == is_above for c in range(*columns)}
            for is_above in (True, False)
        )
        own = [s for s, columns in placed if s.middle_y > level and columns == (start, end)]
        others = [s for s, columns in placed if s.middle_y < level and columns != (start, end)]
        free = [r for r in pieces if not any(r.l <= s.middle_x <= r.r for s in others)]
        bare = {c for c in below - above - {0} if self._has_piece(c, free)}
        if start == 0 or not bare:
            return start, end
        if any(abs(s.r - segment.r) < ALIGNED_PT for s in own) and min(bare | above - {0}) in bare:
            while start - 1 in bare:
                start -= 1
        elif any(abs(s.l - segment.l) < ALIGNED_PT for s in own) and max(bare | above) in bare:
            while end in bare:
                end += 1
        return start, end

    def _has_piece(self, column: int, pieces: Sequence[Rule]) -> bool:
        """Whether one of the pieces of a rule is under a column."""
        under = [self._between(piece.l, piece.r) for piece in pieces]
        return any(columns is not None and columns[0] <= column < columns[1] for columns in under)

    def _crossed(self, segment: Segment) -> tuple[int, int]:
        slack = 0.3 * self._height
        hit = [
            i
            for i, (left, right) in enumerate(self._spans)
            if min(segment.r, right) - max(segment.l, left) > min(slack, 0.5 * (right - left))
        ]
        if hit:
            return hit[0], hit[-1] + 1
        middle = (segment.l + segment.r) / 2
        nearest = min(range(len(self._spans)), key=lambda i: abs(sum(self._spans[i]) / 2 - middle))
        return nearest, nearest + 1

    def _boxed(self, segment: Segment) -> tuple[int, int] | None:
        """The columns between the vertical rules beside the piece, unless other names stand there on its line: often
        only groups of columns are ruled.
        """
        beside = [r for r in self._verticals if r.t - 1 <= segment.middle_y <= r.b + 1]
        left = max((r.x for r in beside if r.x <= segment.l + 2), default=None)
        right = min((r.x for r in beside if r.x >= segment.r - 2), default=None)
        if left is None or right is None:
            return None
        columns = self._between(left, right)
        if columns is None or columns[1] - columns[0] < _MIN_GROUP:
            return columns
        beside_it = next(line.segments for line in self._lines if segment in line.segments)
        return columns if sum(left <= s.middle_x <= right for s in beside_it) == 1 else None

    def _underlined(self, number: int, segment: Segment) -> tuple[int, int] | None:
        """The columns over the short rule right under the piece; its share of them where the rule is under several."""
        middle = (segment.l + segment.r) / 2
        rules = [
            r for r in self._horizontals if segment.b - 0.3 * self._height <= r.y <= segment.b + 1.0 * self._height
        ]
        around = [r for r in rules if r.l - 1 <= middle <= r.r + 1 and r.r - r.l >= 0.8 * segment.width]
        if not around:
            return None
        nearest = min(r.y for r in around)
        around = [r for r in around if r.y <= nearest + 1.5]
        left, right = min(r.l for r in around), max(r.r for r in around)
        columns = self._between(left, right)
        level = [r for r in rules if abs(r.y - nearest) <= 1.5]
        if columns is not None and columns[1] - columns[0] == 1 and not self._have_one_each(number, level):
            left, right = with_pieces(left, right, level)
            columns = self._between(left, right)
        if right - left >= 0.85 * self._width:
            return None
        over = [s for s in self._lines[number].segments if left <= s.middle_x <= right]
        if columns is None or len(over) < 2:
            return columns
        return shared_columns(columns, over, [self._crossed(s) for s in over], self._spans)[over.index(segment)]

    def _underlined_below(self, number: int, segment: Segment) -> tuple[int, int] | None:
        """The columns over the rule right under the second line of a name, for its first."""
        lines = self._lines[number + 1 : number + 2]
        near = [s for line in lines for s in line.segments if s.t - segment.b < 0.5 * self._height]
        second = next((s for s in near if are_aligned(segment, s)), None)
        return self._underlined(number + 1, second) if second is not None else None

    def _have_one_each(self, number: int, level: Sequence[Rule]) -> bool:
        """Whether the names of a line have a piece of the rule each: one over a column, the next over three."""
        pieces = sorted(level, key=lambda r: r.l)
        over = [s for s in self._lines[number].segments if any(r.l - 1 <= s.middle_x <= r.r + 1 for r in pieces)]
        return len(over) == len(pieces) and all(
            r.l - 1 <= s.middle_x <= r.r + 1 for r, s in zip(pieces, over, strict=True)
        )

    def _between(self, left: float, right: float) -> tuple[int, int] | None:
        hit = [i for i, (a, b) in enumerate(self._spans) if left - 1 <= (a + b) / 2 <= right + 1]
        return (hit[0], hit[-1] + 1) if hit else None

    def _share(self, number: int, segment: Segment) -> tuple[int, int] | None:
        """The columns of a name where all names of its line stand over as many columns, each of which has its own name
        below: "2025" and "2024" over two quarters each.
        """
        names = self._lines[number].segments
        below = [s for line in self._lines[number + 1 : number + 2] for s in line.segments]
        columns = [self._crossed(s)[0] for s in below]
        first = min(columns, default=0)
        share, rest = divmod(len(self._spans) - first, len(names))
        if rest or share < 2 or len(names) < 2 or columns != list(range(first, len(self._spans))):
            return None
        # the first line of a name of one column stands over its second
        if any(are_aligned(name, other) for name in names for other in below):
            return None
        spans = [(first + share * at, first + share * (at + 1)) for at in range(len(names))]
        if any(
            not self._spans[start][0] < name.middle_x < self._spans[end - 1][1]
            for name, (start, end) in zip(names, spans, strict=True)
        ):
            return None
        return spans[names.index(segment)]

    def _grouped(self, number: int, segment: Segment) -> tuple[int, int] | None:
        """The columns in whose middle a name stands, where all names of its line do so and share the last columns."""
        names = self._lines[number].segments
        below = [self._crossed(s)[0] for line in self._lines[number + 1 : number + 2] for s in line.segments]
        groups = centred_groups(names, self._spans, below, self._height)
        return groups[names.index(segment)] if groups else None

    def _centred(self, number: int, segment: Segment, start: int, end: int) -> tuple[int, int]:
        """The columns whose middle the piece stands over: wider than itself when names below fill them."""
        others = [self._crossed(s) for s in self._lines[number].segments if s is not segment]
        taken = {c for a, b in others for c in range(a, b)}
        below = {c for line in self._lines[number + 1 :] for s in line.segments for c in range(*self._crossed(s))}
        middle, tolerance = segment.middle_x, self._height * (0.5 if end - start == 1 else 1.5)
        off = abs(self._middle(start, end) - middle)
        own = [
            s for line in self._lines[number + 1 : number + 2] for s in line.segments if self._crossed(s)[0] == start
        ]
        # lines of one name begin, end or have their middle at one place; else it may be that of a group
        is_of_one = not own or any(are_aligned(segment, s, _OFF * self._height) for s in own)
        if end - start == 1 and off <= tolerance and is_of_one:
            return start, end
        best, reach = (start, end), min(tolerance, off / 2) if end - start == 1 and off <= tolerance else tolerance
        for first in range(start, -1, -1):
            if first in taken or (first == 0 and start > 0):
                break
            for last in range(end, len(self._spans) + 1):
                if last - 1 in taken:
                    break
                if not all(c in below for c in range(first, last)):
                    continue
                if abs(self._middle(first, last) - middle) <= reach and last - first > best[1] - best[0]:
                    best = (first, last)
        return best

    def _middle(self, start: int, end: int) -> float:
        return (self._spans[start][0] + self._spans[end - 1][1]) / 2
