"""Bullets that are drawn, as browsers print them, become words of a slide: they say where an item begins. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.text_layers.text_layer import Word, lines_of

_BULLET = "•"
# sides in points, of a box as wide as high; of the height of the line beside it
_MIN_SIDE, _MAX_SIDE, _EVEN_PT, _MAX_SHARE = 2.0, 7.0, 1.0, 0.6
# the line begins nearer than this, in widths of its bullet
_GAP = 4.0
_MIN_BULLETS = 2


def with_drawn_bullets(words: Sequence[Word], frames: Sequence[BoundingBox]) -> list[Word]:
    """Words, with a bullet before each line that a small box of those drawn (``frames``) stands right before.

    Bullets of a list stand below each other: one alone is something else.
    """
    small = [box for box in frames if _MIN_SIDE <= box.width <= _MAX_SIDE and abs(box.width - box.height) <= _EVEN_PT]
    lists: dict[tuple[int, int], list[tuple[BoundingBox, Word]]] = defaultdict(list)
    for box in small:
        first = next((line[0] for line in lines_of(words) if _begins_at(line[0].bbox, box)), None)
        if first is not None:
            lists[round(box.l), round(box.width)].append((box, first))
    bullets = {id(word): box for found in lists.values() if len(found) >= _MIN_BULLETS for box, word in found}
    marked: list[Word] = []
    for word in words:
        if (box := bullets.get(id(word))) is not None:
            marked.append(Word(_BULLET, box, word.font_pt, word.line, em_pt=word.em_pt, is_bold=word.is_bold))
        marked.append(word)
    return marked


def _begins_at(word: BoundingBox, bullet: BoundingBox) -> bool:
    is_level = word.t <= bullet.middle_y <= word.b and bullet.height <= _MAX_SHARE * word.height
    return is_level and 0 <= word.l - bullet.r <= _GAP * bullet.width
