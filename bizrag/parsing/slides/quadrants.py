"""Names in frames that stand anywhere below the head of their frame: quadrants of a matrix, boxes of a map. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.key_figures import is_key_figure
from bizrag.parsing.slides.pieces import MAX_PIECES, Piece, levels_of

_MIN_FRAMES = 2
# a name has no more words
_MAX_WORDS = 4


def find_quadrants(
    pieces: Sequence[Piece], frames: Sequence[BoundingBox], taken: Collection[int] = ()
) -> list[list[int]]:
    """Indices of pieces in each of several frames that do not hold each other: its head, then the names below it."""
    if max(len(pieces), len(frames)) > MAX_PIECES:
        return []
    found: dict[tuple[int, ...], list[int]] = {}
    for frame in sorted(frames, key=lambda frame: frame.area):
        held = [index for index, piece in enumerate(pieces) if frame.holds_centre(piece.bbox)]
        is_new = not any(set(held) & set(other) for other in found)
        if is_new and not set(held) & set(taken) and (panel := _by_levels(held, pieces)):
            found[tuple(held)] = panel
    return list(found.values()) if len(found) >= _MIN_FRAMES else []


def _by_levels(held: Sequence[int], pieces: Sequence[Piece]) -> list[int]:
    """A head alone on top and names in one style of their own below it; empty where a frame holds anything else."""
    levels = levels_of(held, pieces)
    if len(levels) < 2 or len(levels[0]) > 1:
        return []
    panel = [index for level in levels for index in level]
    head, *names = (pieces[index] for index in panel)
    are_names = all(len(name.text.split()) <= _MAX_WORDS and not is_key_figure(name.text) for name in names)
    # capitals set a head off in any type
    is_set_off = not names[0].is_like(head) or (head.text.isupper() and not any(name.text.isupper() for name in names))
    are_alike = all(name.is_like(names[0]) for name in names) and is_set_off
    return panel if head.is_short and are_names and are_alike else []
