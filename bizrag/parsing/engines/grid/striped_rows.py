"""Forms of which every second row is shaded cell by cell: the rows between have the same cells. Pure.

Browsers and spreadsheets draw such a form as boxes of color and nothing else. The boxes tell where its columns are and
where each row begins and ends, also where a name goes on in a second line. The cells of the rows that are left white
are added to the drawn ones, so that all cells of the form are closed. Names end with a colon: tables of figures, which
are shaded so as well, have sections and sums between their rows, and words that stand in columns tell more of these.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bizrag.parsing.engines.pages.page_evidence import Boxes, PageEvidence, as_boxes

Span = tuple[float, float]

# heights of a row, in points
_LEAST_HIGH, _MOST_HIGH = 7.0, 90.0
# sides nearer than this are one
_SAME_PT = 2.0
# a row that is left white is as high as those around it by these factors: its cells may hold more lines, or fewer
_LEAST_SCALE, _MOST_SCALE = 0.3, 4.0
# the text of a row keeps nearer to the rows around it and to its own other lines than this, in heights of a line
_TIGHT = 0.75
_MOST_LINES = 5
# and is no higher than theirs by more than this
_SAME_TYPE = 1.15
# words nearer than this, in heights of a line, are of one text
_WORD_GAP = 0.6
# this share of the shaded rows have names with a colon
_NAME_SHARE = 0.6
# drawings have more boxes than any table
_MOST_BOXES = 2000


@dataclass(frozen=True, slots=True)
class _Band:
    """A shaded row: boxes side by side."""

    top: float
    bottom: float
    # where its cells begin, and where the last one ends
    edges: tuple[float, ...]

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def is_over(self, other: _Band) -> bool:
        """Whether both are as wide, from the same place."""
        ends = (abs(self.edges[0] - other.edges[0]), abs(self.edges[-1] - other.edges[-1]))
        return max(ends) < _SAME_PT


def with_striped_rows(evidence: PageEvidence) -> PageEvidence:
    """The page with the cells of the rows that are left white between, above and below shaded ones."""
    boxes = evidence.filled_boxes
    if not 2 <= len(boxes) <= _MOST_BOXES or not len(evidence.word_boxes):
        return evidence
    added = [
        box
        for chain in _chains(_bands(boxes))
        if _has_names(chain, evidence)
        for box in _white_cells(chain, evidence.word_boxes)
    ]
    return replace(evidence, filled_boxes=np.concatenate([boxes, as_boxes(added)])) if added else evidence


def _bands(boxes: Boxes) -> list[_Band]:
    """Rows of boxes of one height that touch, from top to bottom."""
    heights = boxes[:, 3] - boxes[:, 1]
    rows: list[list[float]] = np.unique(
        np.round(boxes[(heights > _LEAST_HIGH) & (heights < _MOST_HIGH)], 1), axis=0
    ).tolist()
    rows.sort(key=lambda box: (round(box[1]), round(box[3]), box[0]))
    bands: list[_Band] = []
    for _, group in itertools.groupby(rows, key=lambda box: (round(box[1]), round(box[3]))):
        cells: list[list[float]] = []
        for box in group:
            if cells and abs(box[0] - cells[-1][2]) > _SAME_PT:
                bands.append(_band(cells))
                cells = []
            cells.append(box)
        bands.append(_band(cells))
    return bands


def _band(cells: Sequence[Sequence[float]]) -> _Band:
    return _Band(cells[0][1], cells[0][3], (*(cell[0] for cell in cells), cells[-1][2]))


def _chains(bands: Sequence[_Band]) -> Iterator[list[_Band]]:
    """Bands below each other, as wide as each other: at least two, most of them parted into cells."""
    left = list(bands)
    while left:
        chain = [left.pop(0)]
        for band in list(left):
            if chain[-1].is_over(band) and band.top > chain[-1].bottom - _SAME_PT:
                chain.append(band)
                left.remove(band)
        are_parted = sum(len(band.edges) > 2 for band in chain)
        if len(chain) > 1 and 2 * are_parted > len(chain):
            yield chain


def _has_names(chain: Sequence[_Band], evidence: PageEvidence) -> bool:
    """Whether the first cells of most bands are names with a colon."""
    words = evidence.word_boxes
    ends: list[str] = []
    for band in chain:
        is_in = (words[:, 0] > band.edges[0] - _SAME_PT) & (words[:, 2] < band.edges[1] + _SAME_PT)
        middle = (words[:, 1] + words[:, 3]) / 2
        held = np.flatnonzero(is_in & (middle > band.top) & (middle < band.bottom)).tolist()
        ends += [evidence.word_texts[max(held, key=lambda at: (round(words[at, 1]), words[at, 0]))]] if held else []
    return len(ends) > 1 and sum(end.endswith(":") for end in ends) >= _NAME_SHARE * len(ends)


def _white_cells(chain: Sequence[_Band], words: Boxes) -> Iterator[list[float]]:
    """The cells of rows between the bands of a chain, and of one row right above and right below them."""
    inside = words[(words[:, 2] > chain[0].edges[0]) & (words[:, 0] < chain[0].edges[-1])]
    striped: list[_Band] = [chain[0]]
    for upper, lower in itertools.pairwise(chain):
        if _is_row(upper, lower, inside):
            edges = max(upper.edges, lower.edges, key=len)
            yield from _cells(_between(inside, upper.bottom, lower.top), edges, upper.bottom, lower.top)
        else:
            yield from _outer_cells(striped, inside)
            striped.clear()
        striped.append(lower)
    yield from _outer_cells(striped, inside)


def _is_row(upper: _Band, lower: _Band, words: Boxes) -> bool:
    """Whether what stands between two bands is one row of the same table, and no heading or text."""
    gap, heights = lower.top - upper.bottom, (upper.height, lower.height)
    if not _LEAST_SCALE * min(heights) < gap < _MOST_SCALE * max(heights):
        return False
    within, shaded = _between(words, upper.bottom, lower.top), _between(words, upper.top, upper.bottom)
    if not len(within) or not len(shaded) or _high(within) > _SAME_TYPE * _high(shaded):
        return False
    lines = _lines(within)
    spans = [(upper.top, upper.bottom), *lines, (lower.top, lower.bottom)]
    is_tight = all(below[0] - above[1] < _TIGHT * _high(shaded) for above, below in itertools.pairwise(spans))
    return is_tight and len(lines) <= _MOST_LINES


def _high(words: Boxes) -> float:
    return float((words[:, 3] - words[:, 1]).max())


def _outer_cells(chain: Sequence[_Band], words: Boxes) -> Iterator[list[float]]:
    """The cells of a row right above the first band and right below the last one, with text in two columns."""
    if len(chain) < 2:
        return
    edges = max((band.edges for band in chain), key=len)
    pad = _pad(chain, words)
    for band, is_below in ((chain[-1], True), (chain[0], False)):
        edge = band.bottom if is_below else band.top
        reach = _MOST_LINES * band.height
        ends = (edge, edge + reach) if is_below else (edge - reach, edge)
        near = _near(_lines(_between(words, *ends)), edge, is_below=is_below)
        if not near:
            continue
        top, bottom = (edge, near[-1][1] + pad) if is_below else (near[-1][0] - pad, edge)
        within = _between(words, top, bottom)
        cells = list(_cells(within, edges, top, bottom))
        held = [cell for cell in cells if _between_sides(within, cell[0], cell[2])]
        if len(held) > 1 and _begins_alike(within, edges, chain, words):
            yield from cells


def _near(lines: Sequence[Span], edge: float, *, is_below: bool) -> list[Span]:
    """The lines that follow an edge as those of one cell do, the nearest first; none where there are many."""
    near: list[Span] = []
    for line in lines if is_below else reversed(lines):
        reach = near[-1][is_below] if near else edge
        away = line[0] - reach if is_below else reach - line[1]
        if away > _TIGHT * (line[1] - line[0]):
            break
        near.append(line)
    return near if len(near) <= _MOST_LINES else []


def _pad(chain: Sequence[_Band], words: Boxes) -> float:
    """How far the text of a shaded row keeps from the end of its shade."""
    rooms = [band.bottom - lines[-1][1] for band in chain if (lines := _lines(_between(words, band.top, band.bottom)))]
    return max(float(np.median(rooms)), 0.0) if rooms else 0.0


def _begins_alike(within: Boxes, edges: Sequence[float], chain: Sequence[_Band], words: Boxes) -> bool:
    """Whether the text of the first column begins where that of a shaded row does, and is as high."""
    first = [word for word in within.tolist() if word[0] < edges[1]]
    shaded = [word for band in chain for word in _between(words, band.top, band.bottom).tolist() if word[0] < edges[1]]
    if not first or not shaded:
        return False
    lefts = (min(word[0] for word in first), min(word[0] for word in shaded))
    heights = (max(word[3] - word[1] for word in first), max(word[3] - word[1] for word in shaded))
    return abs(lefts[0] - lefts[1]) < _SAME_PT and max(heights) < _SAME_TYPE * min(heights)


def _between(words: Boxes, top: float, bottom: float) -> Boxes:
    """The words whose middle is between two heights."""
    middle = (words[:, 1] + words[:, 3]) / 2
    return words[(middle > top) & (middle < bottom)]


def _between_sides(words: Boxes, left: float, right: float) -> bool:
    middle = (words[:, 0] + words[:, 2]) / 2
    return bool(((middle > left) & (middle < right)).any())


def _lines(words: Boxes) -> list[Span]:
    """Top and bottom of the lines that words stand in; those of columns that overlap are one."""
    lines: list[Span] = []
    for word in words[np.argsort(words[:, 1], kind="stable")].tolist():
        middle = (word[1] + word[3]) / 2
        if lines and middle < lines[-1][1]:
            lines[-1] = (min(lines[-1][0], word[1]), max(lines[-1][1], word[3]))
        else:
            lines.append((word[1], word[3]))
    return lines


def _cells(words: Boxes, edges: Sequence[float], top: float, bottom: float) -> Iterator[list[float]]:
    """The cells of a white row: those of the rows around it, those that a text runs across as one."""
    kept = [edges[0], *(edge for edge in edges[1:-1] if not _is_crossed(words, edge)), edges[-1]]
    for left, right in itertools.pairwise(kept):
        yield [left, top, right, bottom]


def _is_crossed(words: Boxes, edge: float) -> bool:
    """Whether a word or the space between two words of one line stands across an edge."""
    for word in words.tolist():
        if word[0] < edge - 1 and word[2] > edge + 1:
            return True
        if word[2] <= edge + 1:
            height = word[3] - word[1]
            near = (words[:, 0] >= edge - 1) & (words[:, 0] - word[2] < _WORD_GAP * height)
            if (near & (np.abs(words[:, 1] - word[1]) < 0.5 * height)).any():
                return True
    return False
