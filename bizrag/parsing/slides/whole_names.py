"""Names in boxes of one kind that the width of their boxes broke: steps of which others have one line. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.slides.cards import Segment
from bizrag.parsing.slides.pieces import MAX_HEAD_WORDS
from bizrag.parsing.text_layers.text_layer import box_around

# sides of boxes of one kind differ by less, as do their tops (points)
_SAME_PT = 2.0
# so many boxes of a kind are no coincidence
_MIN_BOXES = 3
_MAX_LINES = 3


def whole_names(segments: Sequence[Segment], frames: Sequence[BoundingBox]) -> list[Segment]:
    """Segments of lines; those of one box are one where other boxes of its kind on its level hold one line each."""
    innermost: dict[int, list[int]] = {}
    for number, segment in enumerate(segments):
        around = [at for at, frame in enumerate(frames) if frame.holds_centre(box_around(segment))]
        if around:
            innermost.setdefault(min(around, key=lambda at: frames[at].area), []).append(number)
    joined: dict[int, Segment] = {}
    for at, held in innermost.items():
        kind = [other for other in innermost if _are_of_a_kind(frames[other], frames[at])]
        num_single = sum(len(innermost[other]) == 1 for other in kind)
        words = [word for number in held for word in segments[number]]
        is_name = len(words) <= MAX_HEAD_WORDS and len({(word.em_pt, word.is_bold) for word in words}) == 1
        if len(kind) >= _MIN_BOXES and 1 < len(held) <= _MAX_LINES and 2 * num_single > len(kind) and is_name:
            joined[held[0]] = words
            joined.update((number, []) for number in held[1:])
    return [segment for number, one in enumerate(segments) if (segment := joined.get(number, one))]


def _are_of_a_kind(one: BoundingBox, other: BoundingBox) -> bool:
    sides = ((one.t, other.t), (one.b, other.b), (one.width, other.width))
    return all(abs(a - b) <= _SAME_PT for a, b in sides)
