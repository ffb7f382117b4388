"""Boxes under each other with a box over them that names them: what was and what will be, now and later. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from bizrag.parsing.slides.pieces import MAX_PIECES, Piece

# edges of boxes of one column differ by less (points), as do those of their heads
_ALIGNED_PT = 3.0
# of the lower one's height: between boxes
_MAX_GAP = 0.6
_MIN_COLUMNS, _MIN_BOXES = 2, 3


def find_box_columns(pieces: Sequence[Piece], taken: Collection[int] = ()) -> list[list[int]]:
    """Indices of pieces that are columns of boxes beside each other, each from the box that names it.

    Three columns of as many boxes may be a table, whose first column names the rows.
    """
    if len(pieces) > MAX_PIECES:
        return []
    num_texts = Counter(piece.box for piece in pieces)
    boxed = [index for index, piece in enumerate(pieces) if piece.frame is not None and num_texts[piece.box] == 1]
    columns: list[list[int]] = []
    for index in sorted((index for index in boxed if index not in taken), key=lambda index: _top(pieces[index])):
        column = next((column for column in columns if _is_next(pieces[index], pieces[column[-1]])), None)
        if column is not None:
            column.append(index)
        else:
            columns.append([index])
    columns = [column for column in columns if len(column) >= _MIN_BOXES and _is_headed(column, pieces)]
    heads = Counter(round(_top(pieces[column[0]]) / _ALIGNED_PT) for column in columns)
    beside = [column for column in columns if heads[round(_top(pieces[column[0]]) / _ALIGNED_PT)] == len(columns)]
    is_table = len(beside) > _MIN_COLUMNS and len(set(map(len, beside))) == 1
    return beside if len(beside) >= _MIN_COLUMNS and not is_table else []


def _top(piece: Piece) -> float:
    return piece.frame.t if piece.frame is not None else piece.bbox.t


def _is_next(piece: Piece, above: Piece) -> bool:
    """Whether a box stands right below another one, from edge to edge."""
    one, other = piece.frame, above.frame
    if one is None or other is None:
        return False
    are_aligned = abs(one.l - other.l) <= _ALIGNED_PT and abs(one.r - other.r) <= _ALIGNED_PT
    return are_aligned and -_ALIGNED_PT <= one.t - other.b <= _MAX_GAP * one.height


def _is_headed(column: Sequence[int], pieces: Sequence[Piece]) -> bool:
    head, *others = (pieces[index] for index in column)
    return head.is_short and not any(other.is_like(head) for other in others)
