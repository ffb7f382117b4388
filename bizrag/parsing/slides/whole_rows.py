"""Rows on a slide as a whole: with those that lack a cell, and with the remark below each. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from bizrag.parsing.slides.pieces import Piece, levels_of

# edges or middles of one column differ by less, as do left edges of a text and of the remark below it; a remark stands
# so near (sizes of the type)
_ALIGNED, _EDGE, _NEAR = 1.0, 0.4, 1.0
# a row is so far from the next, in the longest way from one to the next
_PITCH = 1.25


def whole_rows(rows: Sequence[Sequence[int]], pieces: Sequence[Piece], taken: Collection[int] = ()) -> list[list[int]]:
    """Rows (indices of pieces, each from the left) from the top, with those between or next to them that lack a cell,
    and with the remark that stands below each of them; ``taken`` pieces are of none.
    """
    whole = sorted(map(list, rows), key=lambda row: pieces[row[0]].bbox.t)
    if not whole or any(len(row) != len(whole[0]) for row in whole):
        return whole
    held = {*taken, *(index for row in whole for index in row)}
    free = [index for index in range(len(pieces)) if index not in held]
    lacking = [level for level in levels_of(free, pieces) if _lacks_cells(level, whole, pieces)]
    whole = sorted([*whole, *lacking], key=lambda row: pieces[row[0]].bbox.t)
    free = [index for index in free if all(index not in level for level in lacking)]
    remarks = [_remark(row, free, pieces) for row in whole]
    if all(remarks) and len(set(map(tuple, remarks))) == len(whole):
        return [[*row, *remark] for row, remark in zip(whole, remarks, strict=True)]
    return whole


def _lacks_cells(level: Sequence[int], rows: Sequence[Sequence[int]], pieces: Sequence[Piece]) -> bool:
    """Whether pieces stand in some columns of rows, in the first one and in its style among them."""
    columns = [[pieces[index] for index in column] for column in zip(*rows, strict=True)]
    tops = [piece.bbox.t for piece in columns[0]]
    reach = _PITCH * max((below - above for above, below in pairwise(tops)), default=0.0)
    first, *others = (pieces[index] for index in level)
    if not 1 < len(level) < len(columns) or not tops[0] - reach <= first.bbox.t <= tops[-1] + reach:
        return False
    if not (_is_in(first, columns[0]) and first.is_like(columns[0][0])):
        return False
    return all(any(_is_in(other, column) for column in columns[1:]) for other in others)


def _is_in(piece: Piece, column: Sequence[Piece]) -> bool:
    shifts = (
        min(abs(piece.bbox.l - other.bbox.l), abs(piece.bbox.middle_x - other.bbox.middle_x)) / other.size_pt
        for other in column
    )
    return min(shifts) <= _ALIGNED


def _remark(row: Sequence[int], free: Sequence[int], pieces: Sequence[Piece]) -> list[int]:
    """The text in a style of its own right below a text of a row."""
    return [index for index in free if any(_is_remark(pieces[index], pieces[one]) for one in row[1:])][:1]


def _is_remark(piece: Piece, above: Piece) -> bool:
    is_aligned = abs(piece.bbox.l - above.bbox.l) <= _EDGE * above.size_pt
    is_near = abs(piece.bbox.t - above.bbox.b) <= _NEAR * piece.size_pt
    return is_aligned and is_near and not piece.is_like(above)
