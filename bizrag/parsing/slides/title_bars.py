"""Boxes with a bar on top that names them: blocks of lecture slides, cards with a coloured head. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.slides.pieces import MAX_PIECES, Piece

# a bar and the box below it have sides that differ by less, and touch (points)
_SIDES_PT, _TOUCH_PT = 2.0, 3.0


def find_titled_boxes(
    pieces: Sequence[Piece], frames: Sequence[BoundingBox], taken: Collection[int] = ()
) -> list[list[int]]:
    """Indices of pieces that belong together: the one in a bar, then those in the box right below it, from the top.

    Three boxes on each other are rows, and a bar with several texts is the head of a table.
    """
    if max(len(pieces), len(frames)) > MAX_PIECES:
        return []
    found: list[list[int]] = []
    taken = set(taken)
    for bar in frames:
        below = [box for box in frames if _is_on(bar, box)]
        if len(below) != 1 or any(_is_on(other, bar) or _is_on(below[0], other) for other in frames):
            continue
        head, held = (_inside(box, pieces) for box in (bar, below[0]))
        is_titled = len(head) == 1 and bool(held) and pieces[head[0]].is_short
        if is_titled and taken.isdisjoint([*head, *held]):
            found.append([*head, *held])
            taken.update(found[-1])
    return found


def _inside(box: BoundingBox, pieces: Sequence[Piece]) -> list[int]:
    held = [index for index, piece in enumerate(pieces) if box.holds_centre(piece.bbox)]
    return sorted(held, key=lambda index: pieces[index].bbox.t)


def _is_on(bar: BoundingBox, box: BoundingBox) -> bool:
    are_aligned = abs(bar.l - box.l) <= _SIDES_PT and abs(bar.r - box.r) <= _SIDES_PT
    return are_aligned and abs(box.t - bar.b) <= _TOUCH_PT
