"""Two columns of text that nothing on their page reaches across, where few paragraphs tell their edges. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from statistics import median_high

from bizrag.parsing.engines.regions.rows import EDGE_PT, Row, Segment
from bizrag.parsing.engines.regions.types import Box, grouped

# so many lines of text on either side, of so many words each on average; where they are ragged one side has so many
_MIN_LINES, _MIN_WORDS, _MOST_LINES = 4, 3.0, 10
# lines that end or begin at one edge, of so many words, to be a column that is set full
_MIN_FULL, _FULL_WORDS = 5, 4
# what is wider is no gap between columns, in font sizes of the text
_MAX_GUTTER = 4.0
# places that are tried
_MAX_TRIED = 12


def whole_gutters(rows: Sequence[Row], columns: Sequence[Box]) -> list[Box]:
    """The gap between the two columns of a page, each part of it as high as nothing stands in it.

    Args:
        rows: without what stands in the margins.
        columns: paragraphs with something beside them.
    """
    segments = [segment for row in rows for segment in row.segments]
    if not segments:
        return []
    least_height = _MIN_LINES * median_high(segment.size for segment in segments)
    ragged = ((start, end, _MOST_LINES) for start, end in _between_paragraphs(columns))
    full = ((start, end, _MIN_FULL) for start, end in _between_full_lines(segments))
    for start, end, least in islice(chain(ragged, full), _MAX_TRIED):
        bands = _bands(segments, start, end)
        gaps = [(start, top, end, bottom) for top, bottom in bands if bottom - top >= least_height]
        if found := [gap for gap in gaps if _parts_text(segments, gap, least)]:
            return found
    return []


def _bands(segments: Sequence[Segment], start: float, end: float) -> Iterator[tuple[float, float]]:
    """From where to where nothing stands between two places across a page."""
    crossing = [one.box for one in segments if one.box[0] < end - EDGE_PT and one.box[2] > start + EDGE_PT]
    top = float("-inf")
    for box in sorted(crossing, key=lambda box: box[1]):
        yield top, box[1]
        top = max(top, box[3])
    yield top, float("inf")


def _parts_text(segments: Sequence[Segment], gap: Box, least: int) -> bool:
    beside = [one for one in segments if gap[1] <= one.box[1] and one.box[3] <= gap[3] and one.num_words > 1]
    sides = [[one for one in beside if (one.box[2] <= gap[0] + EDGE_PT) is is_left] for is_left in (True, False)]
    return _are_text(sides, least) and gap[2] - gap[0] < _MAX_GUTTER * median_high(line.size for line in sides[0])


def _between_paragraphs(columns: Sequence[Box]) -> Iterator[tuple[float, float]]:
    """Gaps between paragraphs side by side."""
    for left in columns:
        for right in columns:
            if left[2] < right[0] and min(left[3], right[3]) > max(left[1], right[1]):
                yield left[2], right[0]


def _between_full_lines(segments: Sequence[Segment]) -> Iterator[tuple[float, float]]:
    """Gaps right of lines that are set full: many end at one place, right before others begin at one."""
    lines = [one for one in segments if one.num_words >= _FULL_WORDS]
    ends = _frequent([one.box[2] for one in lines])
    starts = _frequent([one.box[0] for one in segments])
    for end in ends:
        following = [start for start in starts if start > end + EDGE_PT]
        if following:
            yield end, min(following)


def _frequent(places: Iterable[float]) -> list[float]:
    """Places that many others are at, from left to right."""
    return [sum(group) / len(group) for group in grouped(places, EDGE_PT) if len(group) >= _MIN_FULL]


def _are_text(sides: Sequence[Sequence[Segment]], least: int) -> bool:
    counts = [len(side) for side in sides]
    are_words = all(sum(one.num_words for one in side) >= _MIN_WORDS * len(side) for side in sides)
    return min(counts) >= _MIN_LINES and max(counts) >= least and are_words
