"""Rows of a page and the segments in them: words that stand together, apart from the next by a wide gap. Pure.

Segments are what may be table cells; ``region_tables`` looks for columns in them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from bizrag.parsing.engines.page_evidence import Boxes, PageEvidence
from bizrag.parsing.engines.region_types import Box, to_box, union

# a gap this wide, in font sizes, parts two segments; a space is about 0.25, a stretched one reaches 0.7
_GAP = 0.9
# lines of one row may have this share of their widths in common, and lines below each other of their heights
_STACKED_SHARE = 0.3
# figures are set closer in narrow columns, and sentences hold few figures side by side
_FIGURE_GAP = 0.42
_FIGURE = re.compile(r"^[(\[+\-−–—$€£¥<>~≈±*]*\d[\d.,:/%)\]\-–+*†‡$€£]*[a-zA-Z*†‡]{0,2}\)?$")
_EMPTY_VALUE = re.compile(r"^([-–—−_.]{1,3}|[nN]/?[aAmM]\.?|%|\$|€|£|x|X|✓|●|☒|☐)$")
# three dots alone are an ellipsis: "0 ... 16 bar"
_LEADER = re.compile(r"^(?:[.·…_]{4,}|[·_]{3}|…{2,})$")
_MARKER = re.compile(
    r"^(?:[•‣◦⁃∙▪▫●○■□➢➤►▶▸✓✔❖·\uf0b7\uf0a7]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4}|[IVX]{1,4})[.)]|[-–—*o])$"
)
# signs that stand for nothing but a bullet: a dash may be an empty cell
_BULLET = re.compile(r"^[•‣◦⁃∙▪▫●○■□➢➤►▶▸❖·\uf0b7\uf0a7]")
# text goes on below its bullet, at most so far to the right and so far below, in font sizes
_INDENT, _LINE_GAP = 2.5, 0.9
# a line is bold when so much of it is, by letters: many paragraphs begin with some bold words
_BOLD_SHARE = 0.6
# a stretched line has so many gaps that differ by less than this (points)
_STRETCHED_GAPS = 3
_EVEN_PT = 0.4
# and no more words than a line holds
_LINE_WORDS = 50
# the next line of its paragraph is one of so many rows: those of a column of another pitch stand between
_NEAR_ROWS = 3
# edges of justified lines differ by less than this (points)
_EDGE_PT = 1.5
# running text: at least so many lines of at least so many words on average, most as wide as the widest
_PROSE_LINES = 3
_PROSE_WORDS = 4.5
_PROSE_FULL_SHARE = 0.6
_PROSE_RAGGED = 0.82
_SAME_SIZE = 0.05
# no further apart than this, in font sizes, or than other lines of the page that surely go on and so much
_PROSE_GAP = 1.2
LEADING_SLACK = 0.3
_LEADING_WORDS = 6
# "☐ Safe to operate"; a row of so many is a question of a form
_CHOICE = re.compile(r"[☒☐] \S")
_MIN_CHOICES = 2
# lower edges of letters on one line are so near, in font sizes
_LEVEL = 0.25


class _Word(NamedTuple):
    box: Box
    text: str
    line: int
    is_bold: bool


@dataclass(slots=True)
class Segment:
    """Words of one row that stand together."""

    box: Box
    text: str
    num_words: int
    size: float
    # most of its letters; its first and its last word
    is_bold: bool
    starts_bold: bool
    ends_bold: bool
    is_mono: bool
    # set by mark_prose: part of running text
    is_prose: bool = False

    @property
    def width(self) -> float:
        return self.box[2] - self.box[0]

    @property
    def is_figure(self) -> bool:
        return is_figure(self.text)


@dataclass(slots=True)
class Row:
    """Segments at the same height, from left to right."""

    segments: list[Segment]
    box: Box = field(init=False)

    def __post_init__(self) -> None:
        self.box = union(segment.box for segment in self.segments)

    @property
    def is_tabular(self) -> bool:
        return len(self.segments) > 1

    @property
    def height(self) -> float:
        return self.box[3] - self.box[1]


def is_figure(text: str) -> bool:
    """Whether a cell's text is a number, an amount, a share, or stands for a missing one.

    >>> [is_figure(text) for text in ("$ 1,234", "(12.5)%", "—", "2021", "Total", "Item 1")]
    [True, True, True, True, False, False]
    """
    parts = text.split()
    return all(_FIGURE.match(part) or _EMPTY_VALUE.match(part) for part in parts)


def is_marker(text: str) -> bool:
    """Whether the text is a bullet or an enumerator.

    >>> [is_marker(text) for text in ("•", "1.", "(a)", "iv)", "12", "Note")]
    [True, True, True, True, False, False]
    """
    return _MARKER.match(text) is not None


def find_rows(evidence: PageEvidence) -> list[Row]:
    """The rows of a page from top to bottom; upright text and dotted leaders are left out."""
    boxes = evidence.line_boxes
    heights, widths = boxes[:, 3] - boxes[:, 1], boxes[:, 2] - boxes[:, 0]
    lengths = np.array([len(text) for text in evidence.line_texts])
    level = np.flatnonzero(~((heights > 2.5 * widths) & (lengths > 2)))
    rows = [
        Row(segments) for members in _group_by_height(evidence, level) if (segments := _segments(evidence, members))
    ]
    rows.sort(key=lambda row: row.box[1])
    return [_with_choices_joined(row) for row in _without_stretches(rows)]


def _with_choices_joined(row: Row) -> Row:
    """A row of boxes to tick with a word behind each is one line, however far they stand apart, and of no table."""
    num_choices = sum(_CHOICE.match(segment.text) is not None for segment in row.segments)
    return Row([_whole(row.segments)]) if num_choices >= _MIN_CHOICES else row


def _without_stretches(rows: Sequence[Row]) -> list[Row]:
    """Rows in which the words of a line that is stretched to its column's width are one segment again.

    One and the same gap parts all of them, and the line above or below, whole, begins and ends where they do.
    """
    kept: list[Row] = []
    for index, row in enumerate(rows):
        near = [
            segment for other in rows[max(index - _NEAR_ROWS, 0) : index + _NEAR_ROWS + 1] for segment in other.segments
        ]
        segments: list[Segment] = []
        start = 0
        while start < len(row.segments):
            end = start + 1
            while end < min(len(row.segments), start + _LINE_WORDS) and _is_even(row.segments[start : end + 1]):
                end += 1
            run = row.segments[start:end]
            if len(run) > _STRETCHED_GAPS and any(_has_edges(other, run) for other in near):
                segments.append(_whole(run))
            else:
                end = start + 1
                segments.append(row.segments[start])
            start = end
        kept.append(Row(segments) if len(segments) < len(row.segments) else row)
    return kept


def _is_even(segments: Sequence[Segment]) -> bool:
    """Whether these are single words, none of them a figure, with gaps of one width between them."""
    gaps = [right.box[0] - left.box[2] for left, right in itertools.pairwise(segments)]
    are_words = all(segment.num_words == 1 and not segment.is_figure for segment in segments)
    return are_words and max(gaps) - min(gaps) < _EVEN_PT


def _has_edges(other: Segment, run: Sequence[Segment]) -> bool:
    """Whether a line of several words right above or below reaches from where the run begins to where it ends."""
    is_near = abs(other.box[1] - run[0].box[1]) < 2 * run[0].size
    offset = max(abs(other.box[0] - run[0].box[0]), abs(other.box[2] - run[-1].box[2]))
    return other.num_words > _STRETCHED_GAPS and is_near and offset < _EDGE_PT


def _whole(run: Sequence[Segment]) -> Segment:
    return Segment(
        box=union(segment.box for segment in run),
        text=" ".join(segment.text for segment in run),
        num_words=len(run),
        size=run[0].size,
        is_bold=all(segment.is_bold for segment in run),
        starts_bold=run[0].starts_bold,
        ends_bold=run[-1].ends_bold,
        is_mono=all(segment.is_mono for segment in run),
    )


def _group_by_height(evidence: PageEvidence, lines: np.ndarray) -> list[list[int]]:
    """Lines that overlap vertically by half of the lower one's height, as lists of their indices.

    What is tall may stand beside two lines, which are two rows all the same.
    """
    boxes = evidence.line_boxes
    centres = (boxes[:, 1] + boxes[:, 3]) / 2
    groups: list[list[int]] = []
    spans: list[tuple[float, float]] = []
    for line in sorted(lines.tolist(), key=lambda index: centres[index]):
        top, bottom = float(boxes[line, 1]), float(boxes[line, 3])
        best, best_overlap = -1, 0.0
        for index in range(len(groups) - 1, max(-1, len(groups) - 5), -1):
            low, high = spans[index]
            overlap = (min(bottom, high) - max(top, low)) / max(min(bottom - top, high - low), 0.1)
            if overlap > max(0.5, best_overlap) and not any(_is_below(boxes, line, other) for other in groups[index]):
                best, best_overlap = index, overlap
        if best < 0:
            groups.append([line])
            spans.append((top, bottom))
            continue
        groups[best].append(line)
        # dashes and dots are lower than the row that they stand in
        if bottom - top > spans[best][1] - spans[best][0]:
            spans[best] = (top, bottom)
    return groups


def _is_below(boxes: Boxes, line: int, other: int) -> bool:
    """Whether a line stands below or above another one, and not beside it."""
    common = np.minimum(boxes[line, 2:], boxes[other, 2:]) - np.maximum(boxes[line, :2], boxes[other, :2])
    sizes = np.minimum(boxes[line, 2:] - boxes[line, :2], boxes[other, 2:] - boxes[other, :2])
    return bool(common[0] > _STACKED_SHARE * sizes[0] and common[1] < _STACKED_SHARE * sizes[1])


def _segments(evidence: PageEvidence, lines: Sequence[int]) -> list[Segment]:
    words: list[_Word] = []
    for line in lines:
        words.extend(
            _Word(to_box(evidence.word_boxes[word]), evidence.word_texts[word], line, bool(evidence.word_is_bold[word]))
            for word in evidence.words_of_line(line)
            if not _LEADER.match(evidence.word_texts[word])
        )
    words.sort(key=lambda word: word.box[0])
    groups: list[list[_Word]] = []
    for word in words:
        if groups and not _is_gap(evidence, groups[-1], word):
            groups[-1].append(word)
        else:
            groups.append([word])
    return [_segment(evidence, group) for group in groups]


def _is_gap(evidence: PageEvidence, group: Sequence[_Word], word: _Word) -> bool:
    size = max(float(evidence.line_sizes[word.line]), float(evidence.line_sizes[group[-1].line]))
    gap = word.box[0] - max(member.box[2] for member in group)
    # a marker belongs to the text that it introduces
    if len(group) == 1 and is_marker(group[0].text) and not is_figure(word.text):
        return gap > 5 * size
    if _FIGURE.match(word.text) and is_figure(group[-1].text):
        return gap > _FIGURE_GAP * size and group[-1].text not in "$€£"
    return gap > _GAP * size


def _segment(evidence: PageEvidence, group: Sequence[_Word]) -> Segment:
    lines = {word.line for word in group}
    bold = sum(len(word.text) for word in group if word.is_bold)
    return Segment(
        box=union(word.box for word in group),
        text=" ".join(word.text for word in group),
        num_words=len(group),
        size=float(evidence.line_sizes[max(lines, key=lambda line: len(evidence.line_texts[line]))]),
        is_bold=bold > _BOLD_SHARE * sum(len(word.text) for word in group),
        starts_bold=group[0].is_bold,
        ends_bold=group[-1].is_bold,
        is_mono=all(bool(evidence.line_is_mono[line]) for line in lines),
    )


def usual_leading(rows: Sequence[Row]) -> float:
    """The empty height between lines of one paragraph, in font sizes; 0 where too few lines tell.

    Lines surely go on where the next begins with a small letter: right below, in the same column, in the same type.
    """
    gaps: list[float] = []
    for upper, lower in itertools.pairwise(rows):
        for last, new in itertools.product(upper.segments, lower.segments):
            is_below = abs(new.box[0] - last.box[0]) < 2 * last.size and 0.85 * last.size < new.size < 1.18 * last.size
            if is_below and last.num_words >= _LEADING_WORDS and new.text[0].islower() and last.text[-1] not in ".:;!?":
                gaps.append((new.box[1] - last.box[3]) / last.size)
    return float(np.median(gaps)) if len(gaps) >= _PROSE_LINES else 0.0


def mark_bullets(rows: Sequence[Row]) -> None:
    """Mark the segments that begin with a bullet, with the lines that go on below them, as running text."""
    for number, row in enumerate(rows):
        for place, segment in enumerate(row.segments):
            if not _BULLET.match(segment.text):
                continue
            parts = [segment]
            if is_marker(segment.text):
                parts += row.segments[place + 1 : place + 2]
                # alone in its cell a sign is a value
                if len(parts) < 2 or parts[1].box[0] - segment.box[2] > _INDENT * segment.size:
                    continue
            for part in parts:
                part.is_prose = True
            _mark_below(segment, rows[number + 1 :])


def _mark_below(bullet: Segment, rows: Sequence[Row]) -> None:
    bottom = bullet.box[3]
    for row in rows:
        if row.box[1] - bottom > _LINE_GAP * bullet.size:
            return
        for segment in row.segments:
            indent = segment.box[0] - bullet.box[0]
            is_near = -0.3 * bullet.size < indent < _INDENT * bullet.size
            if is_near and segment.box[1] - bottom < _LINE_GAP * bullet.size:
                if _BULLET.match(segment.text):
                    return
                segment.is_prose = True
                bottom = segment.box[3]


def mark_prose(rows: Sequence[Row]) -> list[Box]:
    """Mark the segments that are lines of running text, so that two text columns are not taken for a table.

    Running text is a stack of lines with one left edge, of which most reach as far to the right as the longest;
    labels of a table are of different lengths. Returns the boxes of stacks with something beside them: text columns.
    """
    stacks: list[list[tuple[Segment, Row]]] = []
    # those that a row may still go on
    growing: list[list[tuple[Segment, Row]]] = []
    max_gap = max(_PROSE_GAP, usual_leading(rows) + LEADING_SLACK)
    for row in rows:
        growing = [stack for stack in growing if row.box[1] - stack[-1][0].box[3] < max_gap * stack[-1][0].size]
        for segment in row.segments:
            for stack in reversed(growing):
                if _continues(stack[-1][0], segment, max_gap, is_second=len(stack) == 1):
                    stack.append((segment, row))
                    break
            else:
                stacks.append([(segment, row)])
                growing.append(stacks[-1])
    columns: list[Box] = []
    sure = [union(segment.box for segment, _ in stack) for stack in stacks if _is_prose(stack)]
    for stack in stacks:
        lines = [segment for segment, _ in stack]
        box = union(segment.box for segment in lines)
        if not _is_prose(stack) and not (_is_running_text(lines) and any(_has_sides(box, other) for other in sure)):
            continue
        for segment in lines:
            segment.is_prose = True
        if 3 * _num_rows_beside(box, rows) >= len(stack):
            columns.append(box)
    return columns


def _is_prose(stack: Sequence[tuple[Segment, Row]]) -> bool:
    """Whether a stack is running text: long labels look like it, but stand beside figures."""
    beside_figures = sum(
        any(other.is_figure and _is_level(other, segment) for other in row.segments) for segment, row in stack
    )
    lines = [segment for segment, _ in stack]
    is_long = len(stack) >= 2 * _PROSE_LINES or 3 * beside_figures < len(stack)
    return is_long and _is_running_text(lines)


def _has_sides(box: Box, other: Box) -> bool:
    """Whether two paragraphs stand in one column of text: table labels do not reach to its right side."""
    return abs(box[0] - other[0]) < _EDGE_PT and abs(box[2] - other[2]) < _EDGE_PT


def _num_rows_beside(box: Box, rows: Sequence[Row]) -> int:
    """How many rows have something left or right of a column of text: the lines of two columns need not be level."""
    return sum(
        any(segment.box[2] < box[0] or segment.box[0] > box[2] for segment in row.segments)
        for row in rows
        if box[1] < (row.box[1] + row.box[3]) / 2 < box[3]
    )


def _is_level(first: Segment, second: Segment) -> bool:
    """Whether two segments stand on one line; those of columns that have nothing to do with each other seldom do."""
    return abs(first.box[3] - second.box[3]) < _LEVEL * max(first.size, second.size)


def _continues(last: Segment, segment: Segment, max_gap: float, *, is_second: bool) -> bool:
    gap = segment.box[1] - last.box[3]
    same_edge = abs(segment.box[0] - last.box[0]) < 0.5 * last.size or (
        is_second and 0 < last.box[0] - segment.box[0] < 3 * last.size
    )
    scale = segment.size / last.size
    # a heading is no first line of the text below it, though nearly as large
    is_alike = 0.85 < scale < 1.18 and (segment.is_bold == last.is_bold or abs(scale - 1) < _SAME_SIZE)
    return same_edge and -0.5 * last.size < gap < max_gap * last.size and is_alike


def _is_running_text(stack: Sequence[Segment]) -> bool:
    if len(stack) < _PROSE_LINES:
        return False
    words = sum(segment.num_words for segment in stack) / len(stack)
    figures = sum(segment.is_figure for segment in stack)
    reach = max(segment.box[2] for segment in stack)
    left = min(segment.box[0] for segment in stack)
    full = sum(segment.box[2] - left > _PROSE_RAGGED * (reach - left) for segment in stack)
    return words >= _PROSE_WORDS and figures * 5 < len(stack) and full >= _PROSE_FULL_SHARE * len(stack)
