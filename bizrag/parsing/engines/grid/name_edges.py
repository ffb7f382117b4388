"""Columns by where their names begin, as spreadsheets are printed (pure): names and texts stand at the left of their
cells, figures at the right, so that a figure and the text of the next cell nearly touch.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence

from bizrag.parsing.engines.grid.types import Word
from bizrag.parsing.engines.grid.words import Segment, segment_of, segments_of

_MIN_NAMES = 3
# words begin no further left of their column (points)
_SLACK_PT = 1.0
# and as near to where its name begins
_EDGE_PT = 1.5
# so many rows have something in each column
_FILLED = 0.5


def name_borders(lines: Sequence[Sequence[Word]], height: float) -> list[float]:
    """Where columns end whose names, in heavy type, stand in the first line: left of the next name.

    Empty where a word stands over such a place, where a column is mostly empty, where blanks part all cells anyway, or
    where what nearly touches the cell before does not begin where its name does.
    """
    names = segments_of(lines[:1], height, [])
    body = lines[1:]
    are_bold = all(word.is_bold for word in lines[0]) and bool(body) and not all(word.is_bold for word in body[0])
    if not are_bold or len(names) < _MIN_NAMES:
        return []
    borders = [name.l - _SLACK_PT for name in names[1:]]
    words = [word for line in body for word in line]
    if any(word.l < border < word.r - _SLACK_PT for word in words for border in borders):
        return []
    filled = [{_column(word, borders) for word in line} for line in body]
    if any(sum(at in row for row in filled) < _FILLED * len(body) for at in range(len(names))):
        return []
    met = [edge for piece in segments_of(body, height, []) for edge in _met(piece, borders)]
    # what is centred below names, or has a currency at the left of its column, begins elsewhere
    return borders if met and all(abs(begun - border - _SLACK_PT) < _EDGE_PT for begun, border in met) else []


def cut_at(segments: Sequence[Segment], borders: Sequence[float]) -> list[Segment]:
    """The pieces, those over a border cut there."""
    return [
        segment_of(list(words), segment.line)
        for segment in segments
        for _, words in itertools.groupby(segment.words, key=lambda word: _column(word, borders))
    ]


def _column(word: Word, borders: Sequence[float]) -> int:
    return bisect_right(borders, word.l)


def _met(piece: Segment, borders: Sequence[float]) -> list[tuple[float, float]]:
    """Where words of a piece begin behind a border that the word before them stands left of; and the border."""
    places = [_column(word, borders) for word in piece.words]
    return [
        (word.l, borders[at - 1])
        for word, before, at in zip(piece.words[1:], places, places[1:], strict=False)
        if at > before
    ]
