"""Names of narrow columns that are set closer than words of one name, told apart by the figures below (pure)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median_high

from bizrag.parsing.engines.grid.types import Word
from bizrag.parsing.engines.grid.words import Segment, segment_of

# a name ends, begins or has its middle where figures of its column do, within this share of the line height
_ALIGNED = 0.3
# figures of a column that tell so
_MIN_FIGURES = 2
# of so many names one may stand over nothing: two that touch are one word
_MIN_SURE = 4


def cut_over_figures(segments: Sequence[Segment], borders: Sequence[float], height: float) -> list[Segment]:
    """Pieces above the first figures of a table, cut at the borders of columns between words where each part stands
    over the figures of a column of its own.

    Args:
        segments: of all lines.
        borders: between columns, from left to right.
        height: of a line.
    """
    first = min((one.line for one in segments if one.is_data), default=0)
    columns: dict[int, list[Segment]] = {}
    for one in segments:
        if one.line >= first and one.is_data:
            columns.setdefault(bisect_right(borders, one.middle_x), []).append(one)
    told = {at: figures for at, figures in columns.items() if len(figures) >= _MIN_FIGURES}
    parts: list[Segment] = []
    for segment in segments:
        pieces = [segment_of(words, segment.line) for words in _at_borders(segment.words, borders)]
        over = [one.middle_x < borders[0] or _is_over(one, borders, told, height) for one in pieces] if borders else []
        is_over = bool(over) and (all(over) or sum(over) >= max(_MIN_SURE, len(over) - 1))
        # with a small letter a name goes on
        is_cut = segment.line < first and is_over and not any(one.words[0].text[:1].islower() for one in pieces[1:])
        parts.extend(pieces if is_cut and len(pieces) > 1 else [segment])
    return parts


def _at_borders(words: Sequence[Word], borders: Sequence[float]) -> Iterator[Sequence[Word]]:
    """The words of each column; a word is of the column that its middle stands in."""
    at = [bisect_right(borders, (word.l + word.r) / 2) for word in words]
    cuts = [0, *(number for number, (one, other) in enumerate(pairwise(at), start=1) if one != other), len(words)]
    return (words[start:end] for start, end in pairwise(cuts))


def _is_over(piece: Segment, borders: Sequence[float], columns: dict[int, list[Segment]], height: float) -> bool:
    figures = columns.get(bisect_right(borders, piece.middle_x), [])
    near = _ALIGNED * height
    return bool(figures) and any(
        abs(edge - usual) <= near
        for edge, usual in (
            (piece.r, median_high([one.r for one in figures])),
            (piece.l, median_high([one.l for one in figures])),
            (piece.middle_x, median_high([one.middle_x for one in figures])),
        )
    )
