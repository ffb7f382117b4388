"""Bars that are drawn as boxes: names along a base line, and over each the figure at the end of its bar. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bizrag.model.labels import is_period
from bizrag.parsing.key_figures import is_key_figure
from bizrag.parsing.slides.pieces import MAX_PIECES, Piece, levels_of

# so many bars are no coincidence
_MIN_BARS = 4
# of the distance of names: a figure is so near to the middle of its bar
_OFF_CENTRE = 0.3


def find_bar_values(pieces: Sequence[Piece]) -> list[list[int]]:
    """Indices of each name and its figure; figures on one level are those of cards or of a table."""
    if len(pieces) > MAX_PIECES:
        return []
    figures = [index for index, piece in enumerate(pieces) if is_key_figure(piece.text) and not is_period(piece.text)]
    names = [index for index, piece in enumerate(pieces) if piece.is_short and index not in figures]
    for row in reversed(levels_of(names, pieces)):
        if len(row) < _MIN_BARS:
            continue
        reach = _OFF_CENTRE * min(
            pieces[other].bbox.middle_x - pieces[one].bbox.middle_x for one, other in pairwise(row)
        )
        over = [[figure for figure in figures if _is_over(pieces[figure], pieces[name], reach)] for name in row]
        held = [figure for own in over for figure in own]
        if len(held) == len(row) == len(set(held)) and all(over) and len(levels_of(held, pieces)) > 1:
            return [[name, *own] for name, own in zip(row, over, strict=True)]
    return []


def _is_over(figure: Piece, name: Piece, reach: float) -> bool:
    is_centred = abs(figure.bbox.middle_x - name.bbox.middle_x) <= reach
    return is_centred and figure.bbox.middle_y < name.bbox.t
