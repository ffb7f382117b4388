"""Columns that stand so close that their cells were read as one (pure): figures end where the texts beside them begin.

"Qty" over "24" and, a little to the right, "UoM" over "EA": each gap is hardly wider than a blank, and all are at one
place, with the figures set to the right of them or the texts to the left.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

from bizrag.parsing.engines.grid.types import Word
from bizrag.parsing.engines.grid.words import Segment

# a gap between columns, in usual blanks; words begin or end as near to each other (points)
_WIDE, _EDGE_PT = 1.6, 2.0
# so many lines, the names of the columns among them, have the gap, and this share of all lines
_MIN_LINES, _SHARE = 4, 0.5


def with_even_gaps(segments: Sequence[Segment], borders: Sequence[float], space: float) -> list[float]:
    """The borders between columns, with those in gaps that all pieces of a column have at one place, its name, too.

    Args:
        segments: pieces of text that stand together on a line.
        borders: x of the borders that are known, in points, from left to right.
        space: the width of a usual blank, in points.
    """
    num_pieces = Counter(segment.line for segment in segments)
    # lines that only go on have few pieces
    num_full = sum(2 * number >= max(num_pieces.values()) for number in num_pieces.values())
    found = list(borders)
    for x in sorted({(left.r + right.l) / 2 for s in segments for left, right in _wide_gaps(s, space)}):
        # a border is one of two columns: another beside it would cut nothing
        if any(abs(x - border) < space for border in found):
            continue
        over = sorted((segment for segment in segments if segment.l < x < segment.r), key=lambda segment: segment.line)
        gaps = [gap for segment in over if (gap := _gap_at(segment, x, space)) is not None]
        is_named = gaps and not any(map(_is_figure, gaps[0]))
        if len(gaps) < max(_MIN_LINES, _SHARE * num_full) or len(gaps) < len(over) or not is_named:
            continue
        if _are_level([left.r for left, _ in gaps]) or _are_level([right.l for _, right in gaps]):
            found.append(x)
    return sorted(found)


def _wide_gaps(segment: Segment, space: float) -> list[tuple[Word, Word]]:
    pairs = itertools.pairwise(segment.words)
    return [(left, right) for left, right in pairs if right.l - left.r >= _WIDE * space]


def _gap_at(segment: Segment, x: float, space: float) -> tuple[Word, Word] | None:
    """The words around the gap of a piece at a place; None where it has none there."""
    return next(((left, right) for left, right in _wide_gaps(segment, space) if left.r < x < right.l), None)


def _is_figure(word: Word) -> bool:
    return any(map(str.isdigit, word.text))


def _are_level(edges: Sequence[float]) -> bool:
    return max(edges) - min(edges) < _EDGE_PT
