"""Boxes drawn around texts of a slide in PDF: steps of a process, members of a team, tiles. Pure.

Lines of a page run through all boxes that stand on one level; what stands in a box is a text of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.diagrams.said import JOINT
from bizrag.parsing.slides.text import TYPED_BULLET
from bizrag.parsing.text_layers.text_layer import Word, lines_of

# boxes that touch, within so many points, are cells or parts of one
_APART_PT = 2.0
# so many short lines of a box are a name and what is said of it
_MAX_NAMES, _MAX_NAME_WORDS = 3, 6
# boxes come in numbers: one alone marks something
_MIN_BOXES = 2
# a word, and no number or sign
_MIN_LETTERS = 2
# words of one line stand closer, in sizes of the type
_WORD_GAP = 0.8
# between words, in sizes of the type; at each side of a box (points)
_BLANK, _MARGIN_PT = 0.25, 5.0


def find_text_boxes(words: Sequence[Word], frames: Sequence[BoundingBox]) -> list[BoundingBox]:
    """The innermost boxes that hold texts and stand apart from each other; none where there is but one.

    A box that cuts a line marks words in it, and one around a number marks an item.
    """
    named = [word.bbox for word in words if sum(map(str.isalpha, word.text)) >= _MIN_LETTERS]
    holding = [frame for frame in frames if any(map(frame.holds_centre, named))]
    found: list[BoundingBox] = []
    for frame in sorted(holding, key=lambda frame: frame.area):
        # what holds a smaller box frames several, or is that box's shadow or edge
        if not any(_holds(frame, other) for other in found):
            found.append(frame)
    lines = lines_of(words)
    apart = [
        box
        for box in found
        if not any(_touch(box, other) for other in found if other is not box)
        and not any(_is_cut(line, box) for line in lines)
    ]
    return apart if len(apart) >= _MIN_BOXES else []


def by_box(words: Sequence[Word], boxes: Sequence[BoundingBox]) -> tuple[list[list[Word]], list[Word]]:
    """The words in each box, and those in none."""
    held: list[list[Word]] = [[] for _ in boxes]
    rest: list[Word] = []
    for word in words:
        at = next((number for number, box in enumerate(boxes) if box.holds_centre(word.bbox)), None)
        (rest if at is None else held[at]).append(word)
    return [part for part in held if part], rest


def _holds(frame: BoundingBox, other: BoundingBox) -> bool:
    return frame.intersection_area(other) > 0.9 * other.area


def _touch(one: BoundingBox, other: BoundingBox) -> bool:
    across = max(one.l, other.l) - min(one.r, other.r)
    down = max(one.t, other.t) - min(one.b, other.b)
    return max(across, down) < _APART_PT


def _is_cut(line: Sequence[Word], box: BoundingBox) -> bool:
    """Whether one of two words that follow each other closely is in a box and the other is not."""
    return any(
        box.holds_centre(before.bbox) != box.holds_centre(word.bbox)
        and abs(word.bbox.l - before.bbox.r) <= _WORD_GAP * max(before.font_pt, word.font_pt)
        for before, word in pairwise(line)
    )


def box_text(text: str) -> str:
    """The text of a box, where it is a name and what is said of it, on one line.

    >>> box_text("Sponsor\\nMoira Kettle, COO"), box_text("We sell tea.\\nAnd cups.")
    ('Sponsor – Moira Kettle, COO', 'We sell tea.\\nAnd cups.')
    """
    lines = text.split("\n")
    are_names = all(len(line.split()) <= _MAX_NAME_WORDS and line[-1:] not in ".:;!?" for line in lines)
    is_list = any(TYPED_BULLET.match(line) for line in lines)
    return JOINT.join(lines) if 1 < len(lines) <= _MAX_NAMES and are_names and not is_list else text


def box_label(lines: Sequence[Sequence[Word]], box: BoundingBox) -> str:
    """The lines of a box on one line, parted but where one went on in the next for want of room."""
    label = " ".join(word.text for word in lines[0]) if lines else ""
    for above, line in pairwise(lines):
        left, right = above[0].bbox.l, above[-1].bbox.r
        blank = _BLANK * line[0].font_pt
        is_full = right - left + blank + line[0].bbox.width > box.width - 2 * _MARGIN_PT
        is_alike = abs(above[-1].font_pt - line[0].font_pt) < 1 and above[-1].is_bold == line[0].is_bold
        label += (" " if is_full and is_alike else JOINT) + " ".join(word.text for word in line)
    return label
