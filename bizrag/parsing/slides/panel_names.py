"""Names over panels beside each other: the wave or phase over its dates and what happens in it. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from bizrag.parsing.slides.dates import is_date
from bizrag.parsing.slides.pieces import Piece, levels_of

# so many names of one kind are no coincidence; each is so near to its panel, in sizes of its type
_MIN_NAMES = 3
_REACH = 3.5


def with_names(panels: Sequence[list[int]], pieces: Sequence[Piece], taken: Collection[int]) -> list[list[int]]:
    """Panels (indices of pieces), those whose heads are dates on one level with the names of one style right above
    that are not ``taken``.
    """
    found = {panel[0]: panel for panel in panels}
    for row in levels_of([head for head in found if is_date(pieces[head].text)], pieces):
        names = [_over(head, pieces, taken) for head in row]
        known = [name for name in names if name is not None]
        if not _MIN_NAMES <= len(known) == len(set(known)) == len(row):
            continue
        are_level = len(levels_of(known, pieces)) == 1
        if are_level and all(pieces[one].is_like(pieces[other]) for one, other in pairwise(known)):
            for head, name in zip(row, known, strict=True):
                found[head] = [name, *found[head]]
    return list(found.values())


def _over(head: int, pieces: Sequence[Piece], taken: Collection[int]) -> int | None:
    """The short text right above a head, in its column."""
    box = pieces[head].bbox
    # a name may be centred in a box over the column
    places = [piece.frame or piece.bbox for piece in pieces]
    over = [index for index, place in enumerate(places) if place.b <= box.t and place.l < box.r and box.l < place.r]
    name = max(over, key=lambda index: pieces[index].bbox.b, default=None)
    if name is None or name in taken or not pieces[name].is_short:
        return None
    return name if box.t - pieces[name].bbox.b <= _REACH * pieces[name].size_pt else None
