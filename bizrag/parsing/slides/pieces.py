"""The texts of a slide as they show, one line or box each, and which of them stand level. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.model.geometry import BoundingBox

# tops or middles of one level differ by less, in sizes of the type
_LEVEL = 0.4
_SENTENCE_END = re.compile(r"[.!?;]$")
#: a slide of more pieces is a drawing or a sheet: each is compared with many others
MAX_PIECES = 400
#: a head has no more
MAX_HEAD_WORDS = 6
# of a badge: one side by the other, a side by the size of the type, and the letters that stand in it
_BADGE_SIDES, _BADGE_SIZE, _BADGE_LETTERS = 1.25, 5.0, 3
# sizes of one style differ less; those measured on an image are what they are by chance
_ALIKE, _ALIKE_MEASURED = 1.05, 1.2


@dataclass(frozen=True, slots=True)
class Piece:
    """A line or box of text as it shows: the extent of its letters, and how they look."""

    text: str
    bbox: BoundingBox
    size_pt: float
    is_bold: bool = False
    is_filled: bool = False
    # whether the size is that of letters on an image, not that of a font
    is_measured: bool = False
    # the number of the box that it stands in, as far as one is known
    box: int | None = None
    # where the box is that is filled behind it, and behind no other piece
    frame: BoundingBox | None = None
    # where the shape is that it was written in, filled or not, as far as one is known
    shape: BoundingBox | None = None
    # whether it was said together of several pieces: it belongs to a head and is none
    is_joined: bool = False

    def is_like(self, other: Piece) -> bool:
        """Whether two pieces are of one style."""
        sizes = sorted((self.size_pt, other.size_pt))
        alike = _ALIKE_MEASURED if self.is_measured else _ALIKE
        return sizes[1] <= alike * sizes[0] and self.is_bold == other.is_bold and self.is_filled == other.is_filled

    @property
    def is_badge(self) -> bool:
        """Whether it is a sign in a round or square box of its own: the number of a step, the initials of a person."""
        text, box = self.text.strip(), self.frame
        if box is None or not any(map(str.isalnum, text)) or len(text) > _BADGE_LETTERS:
            return False
        short, long = sorted((box.width, box.height))
        return long <= min(_BADGE_SIDES * short, _BADGE_SIZE * self.size_pt)

    @property
    def is_short(self) -> bool:
        """Whether it may be a head: some words, no sentence."""
        text = self.text.strip()
        return (
            not self.is_joined
            and "\n" not in text
            and 0 < len(text.split()) <= MAX_HEAD_WORDS
            and _SENTENCE_END.search(text) is None
        )


def levels_of(indices: Sequence[int], pieces: Sequence[Piece]) -> list[list[int]]:
    """Pieces that stand beside each other, from the left; levels from the top."""
    levels: list[list[int]] = []
    for index in sorted(indices, key=lambda index: pieces[index].bbox.t):
        if levels and _is_level(pieces[index], max((pieces[one] for one in levels[-1]), key=lambda one: one.size_pt)):
            levels[-1].append(index)
        else:
            levels.append([index])
    return [sorted(level, key=lambda index: pieces[index].bbox.l) for level in levels]


def _is_level(one: Piece, other: Piece) -> bool:
    """Whether two pieces begin at one height, or have their middles there."""
    tops = abs(one.bbox.t - other.bbox.t)
    middles = abs(one.bbox.middle_y - other.bbox.middle_y)
    return min(tops, middles) <= _LEVEL * max(one.size_pt, other.size_pt)
