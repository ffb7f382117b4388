"""Running text among the rows of a page: lists with bullets and paragraphs, which are no tables. Pure.

``rows`` finds the rows; what is marked here no search for columns looks at.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

import numpy as np

from bizrag.model.unspaced import is_without_blanks
from bizrag.parsing.engines.regions.rows import EDGE_PT, Row, Segment, is_marker
from bizrag.parsing.engines.regions.types import Box, union

# signs that stand for nothing but a bullet: a dash may be an empty cell
_BULLET = re.compile(r"^[•‣◦⁃∙▪▫●○■□➢➤►▶▸❖·\uf0b7\uf0a7]")
# text goes on below its bullet, at most so far to the right and so far below, in font sizes
_INDENT, _LINE_GAP = 2.5, 0.9
# so many bullets on one edge are of a list; lists side by side are so far from each other, in font sizes
_MIN_BULLETS, _COLUMN = 3, 10.0
# running text: at least so many lines of at least so many words on average, most as wide as the widest
_PROSE_LINES = 3
_PROSE_WORDS = 4.5
_PROSE_FULL_SHARE = 0.6
_PROSE_RAGGED = 0.82
# lines that begin with a small letter: at least so many, and so many of those behind the first
_MIN_GOING_ON, _GOING_ON = 2, 0.4
_SAME_SIZE = 0.05
# no further apart than this, in font sizes, or than other lines of the page that surely go on and so much
_PROSE_GAP = 1.2
LEADING_SLACK = 0.3
_LEADING_WORDS = 6
# one of Chinese or Japanese that fills a column has so many; the next one may be wider, below what stands beside it;
# lines of kana are as much lower
_FILLED_WORDS, _FILLED_SHARE, _ALIKE_UNSPACED = 8, 0.6, 0.3
# a sentence ends with these, or announces what follows
_ENDS = ".:;!?。：；！？"
# lower edges of letters on one line are so near, in font sizes; in type of one size nearer
_LEVEL, _ALIKE_LEVEL = 0.25, 0.22


def usual_leading(rows: Sequence[Row]) -> float:
    """The empty height between lines of one paragraph, in font sizes; 0 where too few lines tell.

    Lines surely go on where the next begins with a small letter, or fills the column without blanks: right below, in
    the same column, in the same type.
    """
    gaps: list[float] = []
    for upper, lower in itertools.pairwise(rows):
        for last, new in itertools.product(upper.segments, lower.segments):
            is_below = abs(new.box[0] - last.box[0]) < 2 * last.size and 0.85 * last.size < new.size < 1.18 * last.size
            is_begun = last.num_words >= _LEADING_WORDS and last.text[-1] not in _ENDS
            if is_below and is_begun and (new.text[0].islower() or goes_on_unspaced(last, new)):
                gaps.append((new.box[1] - last.box[3]) / last.size)
    return float(np.median(gaps)) if len(gaps) >= _PROSE_LINES else 0.0


def goes_on_unspaced(last: Segment, new: Segment) -> bool:
    """Whether a line of Chinese or Japanese, which have no small letters, goes on in one of its type: it is filled, and
    no sentence ends with it.
    """
    are_unspaced = last.num_words > len(last.text.split()) and is_without_blanks(new.text[0])
    is_filled = last.num_words >= _FILLED_WORDS and last.width > _FILLED_SHARE * new.width
    is_alike = abs(new.size / last.size - 1) < _ALIKE_UNSPACED and new.is_bold == last.is_bold
    return are_unspaced and is_filled and is_alike and last.text[-1] not in _ENDS


def is_bullet(text: str) -> bool:
    """Whether a text begins with a bullet.

    >>> is_bullet("• Two engineers leave"), is_bullet("- 12")
    (True, False)
    """
    return _BULLET.match(text) is not None


def mark_bullets(rows: Sequence[Row]) -> None:
    """Mark the segments that begin with a bullet, with the lines that go on below them, as running text."""
    for number, row in enumerate(rows):
        for place, segment in enumerate(row.segments):
            if not is_bullet(segment.text):
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


def mark_bulleted_columns(rows: Sequence[Row]) -> None:
    """Mark lists with bullets that stand side by side, as ``mark_bullets`` does: level items are no rows of a table.

    Bullets in a table stand right of the names of its rows.
    """
    bullets = [segment for row in rows for segment in row.segments if _BULLET.match(segment.text)]
    edges = [
        edge
        for edge in sorted({round(bullet.box[0]) for bullet in bullets})
        if sum(abs(bullet.box[0] - edge) < EDGE_PT for bullet in bullets) >= _MIN_BULLETS
    ]
    if not edges or edges[-1] - edges[0] < _COLUMN * bullets[0].size:
        return
    top, bottom = min(bullet.box[1] for bullet in bullets), max(bullet.box[3] for bullet in bullets)
    names = [
        segment
        for row in rows
        for segment in row.segments
        if segment.box[2] < edges[0] and top <= segment.box[1] and segment.box[3] <= bottom
    ]
    if not names:
        mark_bullets(rows)


def _mark_below(bullet: Segment, rows: Sequence[Row]) -> None:
    bottom = bullet.box[3]
    for row in rows:
        if row.box[1] - bottom > _LINE_GAP * bullet.size:
            return
        for segment in row.segments:
            indent = segment.box[0] - bullet.box[0]
            is_near = -0.3 * bullet.size < indent < _INDENT * bullet.size
            if is_near and segment.box[1] - bottom < _LINE_GAP * bullet.size:
                if is_bullet(segment.text):
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
    """Whether a stack is running text: long labels look like it, but stand beside figures, right before several."""
    figures = [[other for other in row.segments if other.is_figure and _is_level(other, one)] for one, row in stack]
    lines = [segment for segment, _ in stack]
    is_long = len(stack) >= 2 * _PROSE_LINES or 3 * sum(map(bool, figures)) < len(stack)
    before = [(_next_of(segment, row) in beside, beside) for (segment, row), beside in zip(stack, figures, strict=True)]
    # the rows right of text have names of their own
    is_left = all(
        other.box[0] > line.box[0] for line, (_, beside) in zip(lines, before, strict=True) for other in beside
    )
    is_long = is_long or (_go_on(lines) and is_left and not any(is_before for is_before, _ in before))
    are_labels = 2 * sum(is_before and len(beside) > 1 for is_before, beside in before) > len(stack)
    return is_long and not are_labels and _is_running_text(lines)


def _go_on(lines: Sequence[Segment]) -> bool:
    """Whether many lines begin within a sentence: each row of a table, with figures of its own, has its own name."""
    num_going_on = sum(line.text[0].islower() for line in lines[1:])
    return num_going_on >= max(_MIN_GOING_ON, _GOING_ON * (len(lines) - 1))


def _next_of(segment: Segment, row: Row) -> Segment | None:
    """What stands right of a segment in its row."""
    return next((other for other in row.segments if other.box[0] > segment.box[0]), None)


def _has_sides(box: Box, other: Box) -> bool:
    """Whether two paragraphs stand in one column of text: table labels do not reach to its right side."""
    return abs(box[0] - other[0]) < EDGE_PT and abs(box[2] - other[2]) < EDGE_PT


def _num_rows_beside(box: Box, rows: Sequence[Row]) -> int:
    """How many rows have something left or right of a column of text: the lines of two columns need not be level."""
    return sum(
        any(segment.box[2] < box[0] or segment.box[0] > box[2] for segment in row.segments)
        for row in rows
        if box[1] < row.middle < box[3]
    )


def _is_level(first: Segment, second: Segment) -> bool:
    """Whether two segments stand on one line; those of columns that have nothing to do with each other seldom do."""
    share = _ALIKE_LEVEL if abs(first.size / second.size - 1) < _SAME_SIZE else _LEVEL
    return abs(first.box[3] - second.box[3]) < share * max(first.size, second.size)


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
