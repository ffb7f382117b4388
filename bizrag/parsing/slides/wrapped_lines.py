"""Lines of a slide that are one sentence: those that only the width of their box broke. Pure."""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from itertools import pairwise

from bizrag.model.geometry import BoundingBox
from bizrag.model.words import OPEN_ENDS
from bizrag.parsing.text_layers.text_layer import Word, box_around

# a line of fewer words is a name or a label, unless it ends where no line would
_MIN_WORDS = 4
# between words, in sizes of the type; a row of a table has wider gaps than any line
_BLANK, _COLUMN_GAP = 0.25, 2.0
# a title's type is so much larger than that of the text below it; a word's own account of it differs by less
_LARGER = 1.6
# middles of centred lines differ by less (points)
_CENTRED_PT = 2.0
_BULLET = re.compile(r"^(?:[-+*–•▪▸►◦‣●○■□➢✓✔→»]|\(?\d{1,2}[.)]|[a-z][.)])$")
# between the lines of a cell, in sizes of the type, from half a size on
_WRAP_GAP = 1.3
_ENDS = re.compile(r"[.!?:;][\"'”’)]*$")


def join_lines(lines: Sequence[Sequence[Word]]) -> str:
    """The text of lines that stand right below each other, with a newline only where the author set one.

    A line goes on in the next one after a bullet and where the next word had no room left; where others of the lines
    had room, they are items of a list, and each goes on only if it ends in the middle of a phrase.
    """
    text = " ".join(word.text for word in lines[0])
    boxes = [box_around(line) for line in lines]
    is_list = any(_had_room(line, below, boxes) for line, below in pairwise(lines))
    counted = _counted(lines)
    in_item = _is_item(lines[0])
    for number, (line, below) in enumerate(pairwise(lines), 1):
        begins = _is_item(below) or number in counted
        in_item = (in_item or _is_item(line) or number - 1 in counted) and not begins
        is_whole = begins or _had_room(line, below, boxes) or not _are_alike(line, below)
        is_long = len(line) >= _MIN_WORDS and not is_list
        goes_on = not is_whole and (in_item or is_long or ends_open(line) or below[0].text[0].islower())
        goes_on &= _ENDS.search(line[-1].text) is None
        text += (" " if goes_on else "\n") + " ".join(word.text for word in below)
    return text


def whole_cells(segments: Sequence[list[Word]]) -> list[list[Word]]:
    """Segments of lines with those that they go on in: right below, from the same edge, where nothing stands beside."""
    whole: list[list[Word]] = []
    for segment in segments:
        box = box_around(segment)
        is_alone = not any(other is not segment and _are_level(box_around(other), box) for other in segments)
        above = next((one for one in whole if is_alone and _is_next_line(one, segment)), None)
        if above is None:
            whole.append(list(segment))
        else:
            above += segment
    return whole


def _are_level(one: BoundingBox, other: BoundingBox) -> bool:
    return min(one.b, other.b) - max(one.t, other.t) > min(one.height, other.height) / 2


def _is_next_line(above: Sequence[Word], segment: Sequence[Word]) -> bool:
    upper, lower = box_around(above), box_around(segment)
    size = max(word.font_pt for word in segment)
    is_near = 0 <= lower.t - upper.b + size / 2 <= _WRAP_GAP * size and abs(upper.l - lower.l) <= size / 2
    return is_near and is_of_size(above, segment) and above[-1].is_bold == segment[0].is_bold


def _is_item(line: Sequence[Word]) -> bool:
    """Whether a line starts with a bullet or a number."""
    return _BULLET.match(line[0].text) is not None or line[0].text[0] in "•▪◦‣●■"


def _counted(lines: Sequence[Sequence[Word]]) -> set[int]:
    """The lines (indices) that begin with 1, 2, 3 and so on, alone or in a sign: items that are counted."""
    found: list[int] = []
    for index, line in enumerate(lines):
        if len(line) > 1 and line[0].text == str(len(found) + 1):
            found.append(index)
    return set(found) if len(found) > 1 else set()


def _had_room(line: Sequence[Word], below: Sequence[Word], boxes: Sequence[BoundingBox]) -> bool:
    """Whether the next word had room in a line as wide as the widest, up to the right edge where it is not centred."""
    box, widest = box_around(line), max(boxes, key=lambda box: box.width)
    is_centred = abs(box.middle_x - widest.middle_x) <= _CENTRED_PT
    room = widest.width if is_centred else min(widest.width, max(box.r for box in boxes) - box.l)
    return box.width + _BLANK * below[0].font_pt + below[0].bbox.width <= room


def _are_alike(line: Sequence[Word], below: Sequence[Word]) -> bool:
    """Whether two lines may be of one text: no title and text, no rows of a table."""
    if any(b.bbox.l - a.bbox.r > _COLUMN_GAP * a.font_pt for words in (line, below) for a, b in pairwise(words)):
        return False
    # single words may be stressed
    weights = [{word.is_bold for word in words} for words in (line, below)]
    return is_of_size(line, below) and bool(weights[0] & weights[1])


def is_of_size(line: Sequence[Word], other: Sequence[Word]) -> bool:
    """Whether two lines are in type of one size, as far as a title's differs from that of the text below it."""
    sizes = [statistics.median(word.font_pt for word in words) for words in (line, other)]
    return max(sizes) <= _LARGER * min(sizes)


def ends_open(line: Sequence[Word]) -> bool:
    """Whether a line ends in the middle of a phrase."""
    return line[-1].text.casefold() in OPEN_ENDS or line[-1].text.endswith(",")
