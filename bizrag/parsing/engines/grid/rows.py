"""Which lines of text make one row of a table (pure)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from bizrag.parsing.engines.grid.types import Rule
from bizrag.parsing.engines.grid.words import Segment, is_amount, is_data, is_date

# lines of several numbers tell how far apart rows are where there are so many
_MIN_NUMBERS = 3
# a label that reaches so many line heights into the columns beside it is a heading over them
_SPANNING = 4.0
_DASHES = frozenset("-–—")
# between the first and the last day of a range
_UNTIL = frozenset(("to", "until", "till", "bis", "au"))
# labels that begin with one are of a group
_BULLETS = ("•", "·", "◦", "▪", "‣", "–\xa0", "- ")
# a text that goes on in the next line has so many words in this one
_TEXT_WORDS = 3
# lines between two rules are a row each where so many have something in so many columns
_MIN_LINES, _MIN_COLUMNS = 3, 3
# columns of a name and its value
_PAIR = 2
# a figure with its unit and nothing else; "%", "£m"
_OF_UNIT = re.compile(r"[\d.,]*\d\s?[^\W\d_°%]{1,3}\b\S?|[\d.,]*\d\s?[°%][CFK]?")
_UNIT_SIGN = re.compile(r"%|[$€£¥₹](?:m|bn|k)?")
# lines of a paragraph follow each other in so many line heights
_LINE_PITCH = 1.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The pieces of one line of text and the column each starts in."""

    segments: tuple[Segment, ...]
    columns: tuple[int, ...]
    # one piece in the middle of the table that heads all columns; it counts as standing in the first
    is_title: bool = False

    @property
    def occupied(self) -> frozenset[int]:
        return frozenset(self.columns)

    @property
    def data_columns(self) -> frozenset[int]:
        """Columns right of the first that hold a number."""
        return frozenset(c for s, c in zip(self.segments, self.columns, strict=True) if s.is_data)

    @property
    def is_label_only(self) -> bool:
        return self.occupied == frozenset((0,))

    @property
    def is_bold(self) -> bool:
        return all(word.is_bold for s in self.segments for word in s.words)

    @property
    def y(self) -> float:
        return median(s.middle_y for s in self.segments)

    @property
    def t(self) -> float:
        return min(s.t for s in self.segments)

    @property
    def b(self) -> float:
        return max(s.b for s in self.segments)

    def in_column(self, column: int) -> list[Segment]:
        return [s for s, c in zip(self.segments, self.columns, strict=True) if c == column]


@dataclass(frozen=True, slots=True, kw_only=True)
class Barriers:
    """Horizontal rules between lines: for each pair of neighbouring lines the columns that a rule runs over."""

    columns: tuple[frozenset[int], ...]
    num_cols: int

    def is_full(self, index: int) -> bool:
        """Whether the rule under line ``index`` runs over most columns."""
        return len(self.columns[index]) >= max(1, 0.6 * self.num_cols)

    def parts_rows(self, index: int) -> bool:
        """Whether the rule runs over the labels too: a line between rows, not one over a total."""
        return 0 in self.columns[index] and self.is_full(index)

    def count_row_rules(self, start: int) -> int:
        return sum(self.parts_rows(i) for i in range(start, len(self.columns)))


def find_barriers(
    lines: Sequence[Line], horizontals: Sequence[Rule], spans: Sequence[tuple[float, float]], height: float
) -> Barriers:
    """The columns (given by their left and right x) under which a rule lies, for each gap between lines."""
    found: list[frozenset[int]] = []
    for upper, lower in itertools.pairwise(lines):
        rules = [r for r in horizontals if upper.y + 0.15 * height < r.y < lower.y - 0.15 * height]
        covered: set[int] = set()
        for column, (left, right) in enumerate(spans):
            length = sum(max(0.0, min(r.r, right) - max(r.l, left)) for r in rules)
            if length >= 0.5 * max(right - left, 1.0):
                covered.add(column)
        found.append(frozenset(covered))
    return Barriers(columns=tuple(found), num_cols=len(spans))


def group_rows(lines: Sequence[Line], barriers: Barriers, head: int, height: float) -> list[list[int]]:
    """The lines of each row below the head, by index."""
    if head >= len(lines):
        return []
    grouper = _Grouper(lines, barriers, head, height)
    return grouper.rows()


def _pitch_of_figures(lines: Sequence[Line]) -> float | None:
    """The usual step between lines of several numbers, where none stand right below each other: all cells wrap."""
    ys = [line.y for line in lines if len(line.data_columns) > 1]
    return median(lower - upper for upper, lower in itertools.pairwise(ys)) if len(ys) >= _MIN_NUMBERS else None


def _ends_sentence_above(last: Line, line: Line) -> bool:
    """Whether a line that begins with a number is but the rest of a text in its column: "more than" over "90 days"."""
    above = last.in_column(line.columns[0])
    return (
        len(line.segments) == len(above) == 1
        and not above[0].is_data
        and len(above[0].words) >= _TEXT_WORDS
        and not all(is_data(word.text) for word in line.segments[0].words)
    )


def _are_signs(line: Line) -> bool:
    """Whether a line says in what the columns are, and ends no cell above: "%" in each of them."""
    texts = {segment.text for segment in line.segments}
    return len(line.segments) >= _MIN_COLUMNS and len(texts) == 1 and _UNIT_SIGN.fullmatch(texts.pop()) is not None


def _are_of_units(line: Line) -> bool:
    """Whether a line is a label and figures with their units alone: "Voltage 12 V", "Torque 30 Nm"."""
    values = [s.text for s, c in zip(line.segments, line.columns, strict=True) if c > 0]
    return bool(values) and 0 in line.occupied and all(_OF_UNIT.fullmatch(text) for text in values)


def _is_small(line: Line) -> bool:
    """Whether a line begins with a small letter."""
    return line.segments[0].text[:1].islower()


def _ends_label_above(last: Line, line: Line) -> bool:
    """Whether a line with a small letter, or behind a hyphen, begins with the rest of a label that stands above it."""
    upper, lower = last.in_column(0)[-1].text, line.in_column(0)[0].text
    return lower[:1].islower() or upper.endswith("-")


def _closes(above: Sequence[Segment], below: Sequence[Segment]) -> bool:
    """Whether a bracket of the one piece above is closed in the one below."""
    if len(above) != 1 or len(below) != 1:
        return False
    return above[0].text.count("(") > above[0].text.count(")") and ")" in below[0].text


class _Grouper:
    """Decides line by line whether it continues the row above."""

    def __init__(self, lines: Sequence[Line], barriers: Barriers, head: int, height: float) -> None:
        self._lines, self._barriers, self._head, self._height = lines, barriers, head, height
        body = range(head, len(lines) - 1)
        pitches = {i: lines[i + 1].y - lines[i].y for i in body}
        certain = [p for i, p in pitches.items() if lines[i].data_columns & lines[i + 1].data_columns]
        # the step between two rows of numbers, where the table has such
        self._row_pitch = median(certain) if certain else _pitch_of_figures(lines[head:])
        wide = [p for p in pitches.values() if p > 0.8 * height]
        self._tight = min(wide) if wide else height
        self._has_wide_steps = sum(p > 1.25 * self._tight for p in wide) >= max(2, 0.15 * len(wide))
        # labels have room up to the next column
        self._label_limit = min((s.l for line in lines for s in line.segments if s not in line.in_column(0)), default=0)
        num_bands = barriers.count_row_rules(head) + 1
        self._is_ruled = num_bands >= 3 and (len(lines) - head) / num_bands <= 6

    def rows(self) -> list[list[int]]:
        rows = [[self._head]]
        for index in range(self._head + 1, len(self._lines)):
            if self._continues(rows[-1], index):
                rows[-1].append(index)
            else:
                rows.append([index])
        return rows

    def _continues(self, group: list[int], index: int) -> bool:
        line, last = self._lines[index], self._lines[group[-1]]
        if line.is_title or last.is_title:
            return line.is_title and last.is_title and line.y - last.y <= 1.15 * self._tight
        told = self._told_by_place(index)
        if told is not None:
            return told
        occupied = {c for i in group for c in self._lines[i].occupied}
        data = {c for i in group for c in self._lines[i].data_columns}
        if data & line.data_columns:
            return False
        if self._is_ruled:
            band = self._band(index)
            if line in (named := self._named_rows(band)):
                return occupied == {0} and _ends_label_above(last, line)
            if not named and self._is_one_row(band):
                return True
        pitch = line.y - last.y
        if pitch > 2.2 * self._height:
            return False
        is_close = self._is_close(pitch)
        if line.is_label_only:
            return (occupied != {0} and self._label_continues(group, line, is_close)) or (
                occupied == {0}
                and not last.segments[-1].text.endswith(":")
                and self._label_is_full(last, line)
                and (pitch <= 1.1 * self._tight or (_is_small(line) and pitch <= _LINE_PITCH * self._height))
            )
        if occupied == {0}:
            return 0 in line.occupied and self._number_line_ends_label(last, index, is_close)
        if 0 not in line.occupied:
            is_text = not line.data_columns or _ends_sentence_above(last, line)
            return is_text and line.occupied <= occupied and pitch <= 1.35 * self._tight
        if not data and not line.data_columns:
            return self._has_wide_steps and pitch <= 1.12 * self._tight
        return is_close and not line.data_columns

    def _begins_fact(self, last: Line, line: Line) -> bool:
        """Whether a label with a figure and its unit begins a row: below another such, or with room above it."""
        if (
            not _are_of_units(line)
            or 0 not in last.occupied
            or _is_small(line)
            or last.in_column(0)[-1].text.endswith("-")
        ):
            return False
        return _are_of_units(last) or (last.is_label_only and line.y - last.y > 1.2 * self._tight)

    def _is_close(self, pitch: float) -> bool:
        """Whether two lines stand closer than rows of numbers do: as close as any lines of the table."""
        return self._row_pitch is not None and pitch < min(0.93 * self._row_pitch, 1.15 * self._tight)

    def _interlock(self, upper: Line, lower: Line) -> bool:
        """Lines that overlap in height with pieces in different columns: cells centred beside wrapped ones."""
        if upper.b - lower.t < 0.25 * self._height:
            return False
        return not any(
            min(a.r, b.r) - max(a.l, b.l) > 1 and a.b - b.t < 0.5 * self._height
            for a in upper.segments
            for b in lower.segments
        ) and not (upper.data_columns & lower.data_columns)

    def _told_by_place(self, index: int) -> bool | None:
        """Whether a line continues the one above, where their type, their heights, a rule or a dash at its end tell."""
        last, line = self._lines[index - 1 : index + 1]
        if _are_signs(line):
            return False
        if last.is_label_only and last.is_bold and 0 in line.occupied and not line.is_bold:
            # the heading of a group
            return False
        if self._interlock(self._lines[index - 1], self._lines[index]):
            return True
        if self._begins_centred(index) or self._begins_fact(last, line):
            return False
        if self._ends_open(index - 1, self._lines[index]) or self._has_brackets_below(index):
            return True
        return False if self._barriers.columns[index - 1] else None

    def _ends_open(self, last: int, line: Line) -> bool:
        """Whether a line is but the second half of a value above it: "01.11.2023 -" over "30.11.2023", "2 May to" over
        "9 May", "Form 10-K, May 2," over "2019", "(m. 2006; div." over "2013)", of several columns a bracket in each.
        """
        if 0 in line.occupied or self._barriers.columns[last]:
            return False
        if len(line.segments) > 1:
            return all(_closes(self._lines[last].in_column(c), line.in_column(c)) for c in line.occupied)
        above = self._lines[last].in_column(line.columns[0])
        if len(above) != 1 or len(above[0].words) < 2:
            return False
        end, is_day = above[0].words[-1].text.casefold(), is_date(line.segments[0].text)
        return end in _DASHES or end.endswith(",") or (is_day and end in _UNTIL) or _closes(above, line.segments)

    def _has_brackets_below(self, index: int) -> bool:
        """Whether values of a line without a label have brackets below, beside the label: "-0.69" over "(-1.03 to"."""
        last, line = self._lines[index - 1 : index + 1]
        if 0 in last.occupied or 0 not in line.occupied or self._barriers.columns[index - 1]:
            return False
        is_apart = index == self._head + 1 or last.y - self._lines[index - 2].y > 1.1 * (line.y - last.y)
        pairs = [(upper, line.in_column(c)) for upper, c in zip(last.segments, last.columns, strict=True)]
        return is_apart and all(
            len(lower) == 1 and lower[0].text.startswith("(") and "(" not in upper.text for upper, lower in pairs
        )

    def _begins_centred(self, index: int) -> bool:
        """Whether a line without a label is the first of a cell that the label below stands in the middle of."""
        following = self._lines[index + 1 : index + 2]
        line = self._lines[index]
        return (
            0 not in line.occupied
            and any(0 in below.occupied and self._interlock(line, below) for below in following)
            and not line.data_columns
        )

    def _band(self, index: int) -> range:
        """The lines between the rules around one."""
        rules = self._barriers.columns
        start, end = index, index + 1
        while start > self._head and not rules[start - 1]:
            start -= 1
        while end < len(self._lines) and not rules[end - 1]:
            end += 1
        return range(start, end)

    def _is_one_row(self, band: range) -> bool:
        """Whether the lines between two rules are a row: no other rule, no column with two numbers."""
        for edge in (band.start - 1, band.stop - 1):
            if self._head <= edge < len(self._barriers.columns) and not self._barriers.parts_rows(edge):
                return False
        seen: set[int] = set()
        for at in band:
            if seen & self._lines[at].data_columns:
                return False
            seen |= self._lines[at].data_columns
        return True

    def _named_rows(self, band: range) -> Sequence[Line]:
        """The lines between two rules that are a row each: all of them have a label and something in the same columns,
        several of them, and in one of these it ends before its column does. Those with a label alone are headings.
        None otherwise.
        """
        named = [self._lines[at] for at in band if not self._lines[at].is_label_only]
        is_told = (
            len(named) >= _MIN_LINES
            and len({line.occupied for line in named}) == 1
            and 0 in named[0].occupied
            and len(named[0].occupied) >= _MIN_COLUMNS
            and not any(self._goes_on(*pair) for pair in itertools.pairwise(named))
        )
        return named if is_told or self._are_facts(named) else ()

    def _are_facts(self, named: Sequence[Line]) -> bool:
        """Whether lines of two columns are amounts beside their names: "Refill 18.5 gal" over "In total 31.7 gal"."""
        return (
            self._barriers.num_cols == _PAIR
            and len(named) >= _PAIR
            and all(line.columns == (0, 1) and is_amount(line.segments[1].text) for line in named)
        )

    def _goes_on(self, last: Line, line: Line) -> bool:
        """Whether all cells of a line may be the rest of those above: none of these had room for another word."""
        lefts = {c: min(s.l for one in self._lines for s in one.in_column(c)) for c in line.occupied}
        pairs = [(last.in_column(c)[-1].r, line.in_column(c)[0].words[0]) for c in sorted(lefts)]
        ends = [right + 0.25 * self._height + first.r - first.l for right, first in pairs]
        # how far the last column may reach, nothing tells
        return all(end > after for end, after in zip(ends, sorted(lefts.values())[1:], strict=False))

    def _label_continues(self, group: list[int], line: Line, is_close: bool) -> bool:
        first = next((s for i in group for s in self._lines[i].in_column(0)), None)
        if first is None:
            return False
        text = line.segments[0].text
        if text[:1].islower():
            return True
        if text.endswith(":"):
            return False
        if is_close:
            return True
        indented = line.segments[0].l > first.l + 0.4 * self._height
        return indented and self._label_is_full(self._lines[group[-1]], line)

    def _number_line_ends_label(self, last: Line, index: int, is_close: bool) -> bool:
        """Whether the line above is the start of this line's label rather than the heading of a group of rows."""
        line = self._lines[index]
        upper, lower = last.in_column(0)[-1], line.in_column(0)[0]
        if upper.text.endswith(":") or lower.text.startswith(_BULLETS):
            return False
        # rows under a heading share their indent; a wrapped label is followed by a row that goes back
        slack = 0.3 * self._height
        following = next((below.in_column(0)[0] for below in self._lines[index + 1 :] if below.in_column(0)), None)
        is_indented = lower.l > upper.l + slack
        is_heading = is_indented and following is not None and following.l >= lower.l - slack
        if lower.text[:1].islower() or (is_close and not is_heading):
            return True
        if upper.r > self._label_limit + _SPANNING * self._height:
            return False
        if not self._label_is_full(last, line) or lower.l < upper.l - 1:
            return False
        return not is_heading

    def _label_is_full(self, last: Line, line: Line) -> bool:
        """Whether the first word of the line would not have fitted on the line above."""
        upper, lower = last.in_column(0), line.in_column(0)
        if not upper or not lower:
            return False
        word = lower[0].words[0]
        return upper[-1].r + 0.25 * self._height + (word.r - word.l) > self._label_limit - self._height
