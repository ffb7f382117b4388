"""Numbers of lines in the margin, as bills, judgments, pleadings and manuscripts have them: every line, every fifth.

They are no text: read with the lines that they stand beside they break sentences, and beside the second of two columns
they make a table of both. Pure.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import PageEvidence
from bizrag.parsing.engines.regions.types import Box

_NUMBER = re.compile(r"\d{1,4}$")
# the step from one number to the next; every fifth line of a page, every line, every tenth
_STEPS = (1, 2, 3, 5, 10)
# so many of them show that lines are counted; a numbered column of a table has one in each row
_MIN_NUMBERS, _MIN_OF_EACH_LINE = 4, 12
# numbers of one column end or begin at one place, within this, in points
_ALIGNED_PT = 2.0
# the text begins no further from its numbers, in points
_REACH_PT = 40.0
# so many of the counts of lines between two numbers are right: a heading of two lines may count as one
_COUNTED_SHARE = 0.7
# lines of running text have so many words, and so many of those beside numbers are such lines
_PROSE_WORDS, _PROSE_SHARE = 6, 0.5


@dataclass(frozen=True, slots=True)
class _Number:
    line: int
    value: int
    box: Box

    @property
    def middle(self) -> float:
        return (self.box[1] + self.box[3]) / 2


def without_line_numbers(evidence: PageEvidence) -> tuple[PageEvidence, list[Box]]:
    """The page without the numbers of its lines, and where these stand."""
    found = [number for column in _columns(evidence) if _counts_lines(column, evidence) for number in column]
    if not found:
        return evidence, []
    lines = np.ones(len(evidence.line_texts), dtype=np.bool_)
    lines[[number.line for number in found]] = False
    held = evidence.word_lines >= 0
    words = ~held | lines[np.where(held, evidence.word_lines, 0)]
    # words name their line by its place
    places = np.append(np.cumsum(lines) - 1, -1)
    left = replace(
        evidence,
        line_boxes=evidence.line_boxes[lines],
        line_texts=tuple(itertools.compress(evidence.line_texts, lines)),
        line_is_mono=evidence.line_is_mono[lines],
        line_sizes=evidence.line_sizes[lines],
        word_boxes=evidence.word_boxes[words],
        word_texts=tuple(itertools.compress(evidence.word_texts, words)),
        word_is_bold=evidence.word_is_bold[words],
        word_lines=places[evidence.word_lines[words]],
    )
    return left, [number.box for number in found]


def _columns(evidence: PageEvidence) -> Iterator[list[_Number]]:
    """Numbers that stand below each other and rise by one step, from above."""
    numbers = [
        _Number(line, int(text), _box(evidence, line))
        for line, text in enumerate(evidence.line_texts)
        if _NUMBER.match(text.strip())
    ]
    left = sorted(numbers, key=lambda one: one.box[2])
    while left:
        own = [one for one in left if _are_aligned(one.box, left[0].box)]
        left = [one for one in left if one not in own]
        yield from _runs(sorted(own, key=lambda one: one.middle))


def _runs(numbers: Sequence[_Number]) -> Iterator[list[_Number]]:
    """The parts of a column in which each number is one step more than the one above."""
    run: list[_Number] = []
    for number in numbers:
        step = number.value - run[-1].value if run else 0
        if run and (step not in _STEPS or (len(run) > 1 and step != run[1].value - run[0].value)):
            yield run
            run = []
        run.append(number)
    if run:
        yield run


def _are_aligned(one: Box, other: Box) -> bool:
    return abs(one[2] - other[2]) <= _ALIGNED_PT or abs(one[0] - other[0]) <= _ALIGNED_PT


def _counts_lines(column: Sequence[_Number], evidence: PageEvidence) -> bool:
    """Whether the numbers of a column count the lines of running text at their right."""
    if len(column) < _MIN_NUMBERS:
        return False
    step = column[1].value - column[0].value
    if (step == 1 and len(column) < _MIN_OF_EACH_LINE) or (step > 1 and column[0].value % step not in (0, 1)):
        return False
    beside = _lines_beside(column, evidence)
    level = [place for number in column for place in beside if _is_level(number, _box(evidence, place))]
    prose = sum(len(evidence.line_texts[place].split()) >= _PROSE_WORDS for place in beside)
    if not level or prose < _PROSE_SHARE * len(beside):
        return False
    if step == 1:
        # rows of a table have several cells
        return len(level) <= len(column)
    tops = sorted(_box(evidence, place)[1] for place in beside)
    counts = [sum(one.middle <= top < other.middle for top in tops) for one, other in itertools.pairwise(column)]
    return sum(count == step for count in counts) >= _COUNTED_SHARE * len(counts)


def _lines_beside(column: Sequence[_Number], evidence: PageEvidence) -> list[int]:
    """The lines of the column of text that begins right of some numbers, between the first and the last of these."""
    right = max(number.box[2] for number in column)
    boxes = evidence.line_boxes
    are_text = np.array([_NUMBER.match(text.strip()) is None for text in evidence.line_texts])
    within = are_text & (boxes[:, 0] >= right) & (boxes[:, 3] > column[0].box[1]) & (boxes[:, 1] < column[-1].box[3])
    words = np.array([len(text.split()) for text in evidence.line_texts])
    near = within & (boxes[:, 0] <= right + _REACH_PT) & (words >= _PROSE_WORDS)
    if not near.any():
        return []
    # headings in the middle of the column begin further right
    edge = float(np.median(boxes[near, 2])) + _REACH_PT / 2
    return np.flatnonzero(within & (boxes[:, 2] <= edge)).tolist()


def _is_level(number: _Number, box: Box) -> bool:
    return box[1] - 1 <= number.middle <= box[3] + 1


def _box(evidence: PageEvidence, line: int) -> Box:
    left, top, right, bottom = evidence.line_boxes[line].tolist()
    return left, top, right, bottom
