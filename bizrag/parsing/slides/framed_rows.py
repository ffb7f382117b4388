"""Key figures that stand beside their names, row under row: scorecards, facts at a glance. Pure.

Above such a figure stands that of another name, which is no label of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.model.geometry import BoundingBox
from bizrag.parsing.key_figures import is_key_figure
from bizrag.parsing.slides.pieces import MAX_PIECES, Piece, levels_of

# so many rows are no coincidence; in a frame of their own fewer
_MIN_ROWS, _MIN_FRAMED_ROWS = 3, 2
# edges or middles of one column differ by less, in sizes of the type
_ALIGNED = 1.0


def find_named_figures(pieces: Sequence[Piece], frames: Sequence[BoundingBox]) -> list[list[int]]:
    """Indices of pieces that are rows of a name, its figure and what is said of that, each from the left.

    ``frames``: boxes that are drawn around texts or behind them; no row leaves the frame that it begins in.
    """
    if len(pieces) > MAX_PIECES:
        return []
    found: list[list[int]] = []
    free = set(range(len(pieces)))
    for frame in sorted(frames, key=lambda frame: frame.area):
        held = [index for index in sorted(free) if frame.holds_centre(pieces[index].bbox)]
        rows = _rows(held, pieces, _MIN_FRAMED_ROWS)
        if rows:
            found += rows
            free.difference_update(held)
    return [*found, *_rows(sorted(free), pieces, _MIN_ROWS)]


def _rows(indices: Sequence[int], pieces: Sequence[Piece], least: int) -> list[list[int]]:
    """The rows among some pieces whose first column names what the others say: one of these holds figures only."""
    groups: list[list[list[int]]] = []
    for level in levels_of(indices, pieces):
        rows = next((rows for rows in groups if _are_columns(level, rows[0], pieces)), None)
        if rows is not None:
            rows.append(level)
        elif len(level) > 1:
            groups.append([level])
    return [row for rows in groups if len(rows) >= least and _are_named(rows, pieces) for row in rows]


def _are_columns(level: Sequence[int], row: Sequence[int], pieces: Sequence[Piece]) -> bool:
    return len(level) == len(row) and all(
        _shift(pieces[one].bbox, pieces[other].bbox) <= _ALIGNED * pieces[other].size_pt
        for one, other in zip(level, row, strict=True)
    )


def _shift(one: BoundingBox, other: BoundingBox) -> float:
    return min(abs(one.l - other.l), abs(one.r - other.r), abs(one.middle_x - other.middle_x))


def _are_named(rows: Sequence[Sequence[int]], pieces: Sequence[Piece]) -> bool:
    names, *others = ([pieces[index] for index in column] for column in zip(*rows, strict=True))
    are_names = all(name.is_short and not is_key_figure(name.text) for name in names)
    return are_names and any(all(is_key_figure(piece.text) for piece in column) for column in others)
