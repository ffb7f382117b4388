"""Rows of a page and the segments in them: words that stand together, apart from the next by a wide gap. Pure.

Segments are what may be table cells: ``tables`` looks for columns in those that are no text (``prose``).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from bizrag.model.labels import are_two_values
from bizrag.model.unspaced import count_words
from bizrag.parsing.engines.pages.page_evidence import Boxes, PageEvidence, are_turned
from bizrag.parsing.engines.regions.types import Box, to_box, union

# a gap this wide, in font sizes, parts two segments; a space is about 0.25, a stretched one reaches 0.7
_GAP = 0.9
# type that small beside other, as a share, is of its line
_HEADING_SHARE = 0.7
# lines of one row may have this share of their widths in common, and lines below each other of their heights
_STACKED_SHARE = 0.3
# figures are set closer in narrow columns, and sentences hold few figures side by side
_FIGURE_GAP = 0.42
# values that cannot be one number even by one blank
_TIGHT_GAP = 0.15
_FIGURE = re.compile(
    r"^(?:[A-Z]{1,3}(?=\$))?[(\[+\-−–—$€£¥<>~≈±*]*\d(?:[\d.,:/%)\]\-–+*†‡$€£]|['’](?=\d{3}))*[a-zA-Z*†‡]{0,2}\)?$"
)
# "39,95 A": the rate of tax behind the price on a receipt
_PRICE_WITH_RATE = re.compile(r"(\d[.,]\d\d) [A-Z]$")
# "EUR 1,200", "45 kr": what an amount is in, beside it
_CURRENCY = re.compile(
    r"^(?:(?:US|AU?|CA?|S|HK|NZ|NT|R)?\$|[€£¥₹]|EUR|USD|GBP|CHF|JPY|CNY|INR|Rs\.?|SEK|NOK|DKK|PLN|CZK|HUF|AUD|CAD|SGD"
    r"|HKD|NZD|BRL|kr\.?|zł|Kč|Ft)$"
)
_EMPTY_VALUE = re.compile(r"^([-–—−_.]{1,3}|[nN]/?[aAmM]\.?|%|\$|€|£|x|X|✓|●|☒|☐)$")
# three dots alone are an ellipsis: "0 ... 16 bar"
_LEADER = re.compile(r"^(?:[.·…_]{4,}|[·_]{3}|…{2,})$")
_DOT, _LEADER_DOTS = re.compile(r"^[.·…]{1,3}$"), 4
_MARKER = re.compile(
    r"^(?:[•‣◦⁃∙▪▫●○■□➢➤►▶▸✓✔❖·\uf0b7\uf0a7]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4}|[IVX]{1,4})[.)]|[-–—*o])$"
)
# a line is bold when so much of it is, by letters: many paragraphs begin with some bold words
_BOLD_SHARE = 0.6
# a stretched line has so many gaps that differ by less than this (points)
_STRETCHED_GAPS = 3
# a gap of it is not wider than this, in font sizes
_STRETCHED_GAP = 1.3
# and so many of its words are figures at most
_STRETCHED_FIGURES = 0.34
_EVEN_PT = 0.4
# a line of so many words alone is no row of cells
_STRETCHED_WORDS = 8
# and no more words than a line holds
_LINE_WORDS = 50
# the next line of its paragraph is one of so many rows: those of a column of another pitch stand between
_NEAR_ROWS = 3
#: edges of justified lines differ by less than this (points)
EDGE_PT = 1.5
# "☐ Safe to operate"; a row of so many is a question of a form
_CHOICE = re.compile(r"[☒☐] \S")
_MIN_CHOICES = 2


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

    @property
    def middle(self) -> float:
        return (self.box[1] + self.box[3]) / 2


# asked again and again of the same cells
@lru_cache(maxsize=4096)
def is_figure(text: str) -> bool:
    """Whether a cell's text is a number, an amount, a share, or stands for a missing one.

    >>> [is_figure(text) for text in ("$ 1,234", "(12.5)%", "—", "2021", "Total", "Item 1", "EUR 20", "CHF", "S$5.10")]
    [True, True, True, True, False, False, True, False, True]
    >>> is_figure("39,95 A"), is_figure("Part 3 A")
    (True, False)
    """
    parts = _PRICE_WITH_RATE.sub(r"\1", text).split()
    rest = [part for part in parts if not _CURRENCY.match(part)] if len(parts) > 1 else parts
    return bool(rest) and all(_FIGURE.match(part) or _EMPTY_VALUE.match(part) for part in rest)


def is_marker(text: str) -> bool:
    """Whether the text is a bullet or an enumerator.

    >>> [is_marker(text) for text in ("•", "1.", "(a)", "iv)", "12", "Note")]
    [True, True, True, True, False, False]
    """
    return _MARKER.match(text) is not None


def are_aligned(one: Segment, other: Segment) -> bool:
    """Whether two segments begin or end at one place."""
    return min(abs(one.box[0] - other.box[0]), abs(one.box[2] - other.box[2])) < EDGE_PT


def find_rows(evidence: PageEvidence) -> list[Row]:
    """The rows of a page from top to bottom; upright text and dotted leaders are left out."""
    level = np.flatnonzero(~are_turned(evidence.line_boxes, evidence.line_texts))
    rows = [
        Row(segments) for members in _group_by_height(evidence, level) if (segments := _segments(evidence, members))
    ]
    rows.sort(key=lambda row: row.box[1])
    return [_with_choices_joined(row) for row in _without_stretches(rows)]


def _with_choices_joined(row: Row) -> Row:
    """A row of boxes to tick with a word behind each is one line, however far they stand apart, and of no table."""
    num_choices = sum(_CHOICE.match(segment.text) is not None for segment in row.segments)
    return Row([whole_segment(row.segments)]) if num_choices >= _MIN_CHOICES else row


def _without_stretches(rows: Sequence[Row]) -> list[Row]:
    """Rows in which the words of a line that is stretched to its column's width are one segment again.

    One and the same gap parts all of them, few are figures, and the line above or below, whole, begins and ends where
    they do. So many words of different widths, as in a paragraph of a single line, need no such line.
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
            is_stretched = len(run) > _STRETCHED_GAPS and any(_has_edges(other, run) for other in near)
            if _are_mostly_words(run) and (is_stretched or _is_long(run)):
                segments.append(whole_segment(run))
            else:
                end = start + 1
                segments.append(row.segments[start])
            start = end
        kept.append(Row(segments) if len(segments) < len(row.segments) else row)
    return kept


def _is_long(run: Sequence[Segment]) -> bool:
    """Whether words with one gap between them are too many, and too unlike, to be cells."""
    widths = [segment.width for segment in run]
    return len(run) >= _STRETCHED_WORDS and max(widths) > 2 * min(widths)


def _are_mostly_words(run: Sequence[Segment]) -> bool:
    return sum(segment.is_figure for segment in run) <= _STRETCHED_FIGURES * len(run)


def _is_even(segments: Sequence[Segment]) -> bool:
    """Whether these are single words with gaps of one width between them."""
    gaps = [right.box[0] - left.box[2] for left, right in itertools.pairwise(segments)]
    return all(segment.num_words == 1 for segment in segments) and max(gaps) - min(gaps) < _EVEN_PT


def _has_edges(other: Segment, run: Sequence[Segment]) -> bool:
    """Whether a line of several words right above or below reaches from where the run begins to where it ends."""
    is_near = abs(other.box[1] - run[0].box[1]) < 2 * run[0].size
    offset = max(abs(other.box[0] - run[0].box[0]), abs(other.box[2] - run[-1].box[2]))
    return other.num_words > _STRETCHED_GAPS and is_near and offset < EDGE_PT


def whole_segment(run: Sequence[Segment]) -> Segment:
    """Segments of one row as one."""
    return Segment(
        box=union(segment.box for segment in run),
        text=" ".join(segment.text for segment in run),
        num_words=sum(segment.num_words for segment in run),
        size=run[0].size,
        is_bold=all(segment.is_bold for segment in run),
        starts_bold=run[0].starts_bold,
        ends_bold=run[-1].ends_bold,
        is_mono=all(segment.is_mono for segment in run),
        is_prose=any(segment.is_prose for segment in run),
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
    words = _without_dot_rows(words)
    groups: list[list[_Word]] = []
    for word in words:
        if groups and not _is_gap(evidence, groups[-1], word, before=groups[-2] if len(groups) > 1 else ()):
            groups[-1].append(word)
        else:
            groups.append([word])
    return [_segment(evidence, group) for group in groups]


def _without_dot_rows(words: Sequence[_Word]) -> list[_Word]:
    """The words of a row without leaders whose dots are words of their own: ". . . . ."."""
    kept: list[_Word] = []
    for is_dot, run in itertools.groupby(words, key=lambda word: _DOT.match(word.text) is not None):
        found = list(run)
        kept += [] if is_dot and len(found) >= _LEADER_DOTS else found
    return kept


def _is_gap(evidence: PageEvidence, group: Sequence[_Word], word: _Word, *, before: Sequence[_Word]) -> bool:
    size = _size_between(*sorted(float(evidence.line_sizes[one.line]) for one in (group[-1], word)))
    gap = word.box[0] - max(member.box[2] for member in group)
    # a marker belongs to the text that it introduces; "34." at the end of a stretched line stands nearer to that
    is_behind = bool(before) and group[0].box[0] - before[-1].box[2] < min(gap, _STRETCHED_GAP * size)
    if len(group) == 1 and is_marker(group[0].text) and not is_figure(word.text) and not is_behind:
        return gap > 5 * size
    if are_two_values(group[-1].text, word.text):
        return gap > _TIGHT_GAP * size
    # what ends with a comma goes on, as a day before its year does
    if _FIGURE.match(word.text) and is_figure(group[-1].text) and not group[-1].text.endswith(","):
        return gap > _FIGURE_GAP * size and not _leads(group)
    return gap > _GAP * size


def _size_between(small: float, large: float) -> float:
    """The size of type that a gap is measured by: a heading stands close to the end of a line in the column beside it,
    while what is much smaller, as the mark of a note, is set into a line.
    """
    return small if small > _HEADING_SHARE * large else large


def _leads(group: Sequence[_Word]) -> bool:
    """Whether words end with a currency sign that stands before its amount: "$  5", and not "5 €"."""
    is_sign = _CURRENCY.match(group[-1].text) is not None
    return is_sign and (len(group) == 1 or not any(map(str.isdigit, group[-2].text)))


def _segment(evidence: PageEvidence, group: Sequence[_Word]) -> Segment:
    lines = {word.line for word in group}
    bold = sum(len(word.text) for word in group if word.is_bold)
    return Segment(
        box=union(word.box for word in group),
        text=" ".join(word.text for word in group),
        num_words=sum(count_words(word.text) for word in group),
        size=float(evidence.line_sizes[max(lines, key=lambda line: len(evidence.line_texts[line]))]),
        is_bold=bold > _BOLD_SHARE * sum(len(word.text) for word in group),
        starts_bold=group[0].is_bold,
        ends_bold=group[-1].is_bold,
        is_mono=all(bool(evidence.line_is_mono[line]) for line in lines),
    )
