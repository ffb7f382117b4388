"""A table's grid from the words and rules inside its region (pure, deterministic, no model).

Steps: words become pieces of text (``words``), pieces stack into columns (``columns``), lines become rows and
head (``rows``, ``head``); then every piece goes into its cell. All sizes are shares of the line height, so a
table in six-point type and one in twelve are read alike.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence

import numpy as np

from bizrag.model.geometry import BoundingBox
from bizrag.model.words import OPEN_ENDS
from bizrag.parsing.engines.grid.colon_names import rows_of_names
from bizrag.parsing.engines.grid.colon_pairs import colon_pairs
from bizrag.parsing.engines.grid.columns import find_columns
from bizrag.parsing.engines.grid.even_gaps import with_even_gaps
from bizrag.parsing.engines.grid.form import form_grid
from bizrag.parsing.engines.grid.head import HeadCell, head_cells
from bizrag.parsing.engines.grid.head_lines import count_head_lines, is_list_of_facts
from bizrag.parsing.engines.grid.lattice import lattice_grid
from bizrag.parsing.engines.grid.name_edges import cut_at, name_borders
from bizrag.parsing.engines.grid.names_below import names_below_grid
from bizrag.parsing.engines.grid.pairs import facts_in_lines, with_facts
from bizrag.parsing.engines.grid.rows import Line, find_barriers, group_rows
from bizrag.parsing.engines.grid.terms import term_grid
from bizrag.parsing.engines.grid.tight_heads import cut_over_figures
from bizrag.parsing.engines.grid.tiles import card_grid, figures_by_turns, tile_grid
from bizrag.parsing.engines.grid.types import GridCell, Rule, TableGrid, Word, box_of
from bizrag.parsing.engines.grid.weight import judge_head
from bizrag.parsing.engines.grid.words import (
    Segment,
    clean_words,
    is_currency,
    is_data,
    line_height,
    segment_of,
    segments_of,
    text_lines,
    text_of,
    text_rules,
    without_underlines,
    word_space,
)

_EMPTY = TableGrid(num_rows=0, num_cols=0, cells=(), confidence=0.0)
# a piece over a column border is cut there when its words leave this multiple of the usual space: numbers, text
_NUMBER_CUT = 1.05
_TEXT_CUT = 1.4
# or where it begins in one place with so many pieces of the column (line heights)
_SAME_LEFT, _NUM_LEFTS = 0.25, 2
# names of sums begin so far right of the labels, in line heights
_SUM_INDENT = 8.0


def build_grid(words: Sequence[Word], rules: Sequence[Rule], boxes: Sequence[BoundingBox] = ()) -> TableGrid:
    """The grid of a table from its words and the rules and shaded boxes drawn in or around it.

    Every word lands in one cell. Where rules and boxes close all cells they decide, else the words do.
    """
    words = clean_words(words)
    if not words:
        return _EMPTY
    drawn = text_rules(words)
    if len(drawn) < len(words):
        rules = [*rules, *drawn.values()]
        words = [word for word in words if word not in drawn]
    rules = without_underlines(rules, words)
    readers = (tile_grid, card_grid, figures_by_turns, facts_in_lines, colon_pairs, term_grid, names_below_grid)
    form = form_grid(words, boxes) or next((found for reads in readers if (found := reads(words)) is not None), None)
    if form is not None:
        return form
    grid = lattice_grid(words, rules, boxes) or _grid_of_words(words, rules, boxes)
    return judge_head(with_facts(grid, words, rules, boxes), words)


def _grid_of_words(words: Sequence[Word], rules: Sequence[Rule], boxes: Sequence[BoundingBox]) -> TableGrid:
    """The grid where lines do not close all cells: columns by how words stack."""
    height = line_height(words)
    verticals = [r for r in rules if not r.is_horizontal]
    horizontals = [r for r in rules if r.is_horizontal]
    word_lines = text_lines(words)
    segments = segments_of(word_lines, height, verticals)
    borders = name_borders(word_lines, height)
    if borders:
        segments = cut_at(segments, borders)
    else:
        space, inner = word_space(word_lines, height), _without_sums(segments, height)
        borders = with_even_gaps(inner, find_columns(inner, height, verticals), space)
        segments = _cut(_cut_at_lefts(segments, borders, height), borders, space)
        segments = cut_over_figures(segments, borders, height)
    lines = _lines(segments, borders, height)
    spans = _column_spans(segments, borders, height)
    barriers = find_barriers(lines, horizontals, spans, height)
    named = rows_of_names(lines, height)
    has_names = named is None and (_is_head_shaded(lines, boxes) or not is_list_of_facts(lines, barriers))
    head = min(count_head_lines(lines, barriers), _end_of_shade(lines, boxes, len(spans))) if has_names else 0
    cells, num_head_rows = head_cells(lines, head, spans, horizontals, verticals, barriers, height) if head else ([], 0)
    rows = named or group_rows(lines, barriers, head, height)
    found = [_head_grid_cell(cell) for cell in cells]
    for number, row in enumerate(rows):
        found.extend(_body_cells([lines[i] for i in row], num_head_rows + number, len(spans)))
    return TableGrid(
        num_rows=num_head_rows + len(rows),
        num_cols=len(spans),
        cells=tuple(found),
        confidence=_confidence(lines[head:], borders),
    )


def _without_sums(segments: Sequence[Segment], height: float) -> list[Segment]:
    """The pieces without the names of the sums at the foot of a table, which stand across its columns: "Subtotal"."""
    left = min(segment.l for segment in segments)
    lines: dict[int, list[Segment]] = {}
    for segment in segments:
        lines.setdefault(segment.line, []).append(segment)
    names: list[Segment] = []
    for _, pieces in sorted(lines.items(), reverse=True):
        name, *values = sorted(pieces, key=lambda piece: piece.l)
        is_sum = len(values) == 1 and values[0].is_data and not name.is_data and name.l > left + _SUM_INDENT * height
        # a long name goes on in a line of its own
        if not is_sum and (values or not names or name.l < names[-1].l - height):
            break
        names.append(name)
    return [segment for segment in segments if segment not in names]


def _is_head_shaded(lines: Sequence[Line], boxes: Sequence[BoundingBox]) -> bool:
    """Whether a box lies behind the first line and not behind the second."""
    middles = [line.y for line in lines[:2]]
    return len(middles) > 1 and any(box.t <= middles[0] <= box.b < middles[1] for box in boxes)


def _end_of_shade(lines: Sequence[Line], boxes: Sequence[BoundingBox], num_cols: int) -> int:
    """Where a head ends at the latest: with the shade behind its first line, if names of most columns stand on that."""
    # a table may have a ground, and each line of its head a shade of its own
    behind = [box for box in boxes if box.t <= lines[0].y <= box.b < lines[-1].y]
    on_shade = [line for line in lines if behind and line.y <= max(box.b for box in behind)]
    named = {column for line in on_shade for column in line.columns}
    return len(on_shade) if len(named) >= max(num_cols - 1, 2) else len(lines)


def _cut_at_lefts(segments: Sequence[Segment], borders: Sequence[float], height: float) -> list[Segment]:
    """Pieces over several borders, each with a word behind it that begins where others of that column do, cut there;
    over one border where a number stands on one side of it. Lines that were read from an image hide their gaps.
    """
    slack = _SAME_LEFT * height
    lefts = np.array([segment.l for segment in segments])
    parts: list[Segment] = []
    for segment in segments:
        words = segment.words
        begins = [word.l for word in words]
        inside = [x for x in borders if begins[0] + slack < x < begins[-1] + slack]
        if not inside:
            parts.append(segment)
            continue
        # "10 % of labels" goes on wherever "of" stands
        is_left = [
            word.text not in OPEN_ENDS and np.count_nonzero(np.abs(lefts - word.l) <= slack) >= _NUM_LEFTS
            for word in words
        ]
        columns = itertools.pairwise([*inside, float("inf")])
        behind = ([at for at, begin in enumerate(begins) if x - slack <= begin < end] for x, end in columns)
        places = [next((at for at in some if is_left[at]), 0) for some in behind]
        cuts = [0, *(places if 0 not in places else []), len(words)]
        pieces = [segment_of(words[first:end], segment.line) for first, end in itertools.pairwise(cuts)]
        is_told = len(inside) > 1 or any(piece.is_data for piece in pieces)
        parts.extend(pieces if is_told else [segment])
    return parts


def _cut(segments: Sequence[Segment], borders: Sequence[float], space: float) -> list[Segment]:
    """Pieces that stood too close to be parted before the columns were known."""
    parts: list[Segment] = []
    for segment in segments:
        start = 0
        words = segment.words
        for index in range(1, len(words)):
            before, word = words[index - 1], words[index]
            gap = word.l - before.r
            if gap < _NUMBER_CUT * space or not any(before.r - 1 <= x <= word.l + 1 for x in borders):
                continue
            if is_currency(before.text):
                continue
            left = segment_of(words[start:index], segment.line)
            if gap >= _TEXT_CUT * space or left.is_data or is_data(word.text):
                parts.append(left)
                start = index
        parts.append(segment_of(words[start:], segment.line) if start else segment)
    return parts


def _lines(segments: Sequence[Segment], borders: Sequence[float], height: float) -> list[Line]:
    left, right = min(s.l for s in segments), max(s.r for s in segments)
    by_line: dict[int, list[Segment]] = {}
    for segment in segments:
        by_line.setdefault(segment.line, []).append(segment)
    lines: list[Line] = []
    for _, pieces in sorted(by_line.items()):
        pieces.sort(key=lambda s: s.l)
        columns = tuple(column_of(s, borders) for s in pieces)
        is_alone = len(pieces) == 1
        is_title = is_alone and (
            _is_title(pieces[0], borders, (left + right) / 2, height)
            or (not lines and _stands_over(pieces[0], segments, borders, (left + right) / 2, height))
        )
        # what starts at the left edge is a label, though the first column may hold but numbers of items
        is_label = is_alone and not pieces[0].is_data and pieces[0].l < left + 0.5 * height
        lines.append(Line(segments=tuple(pieces), columns=(0,) if is_title or is_label else columns, is_title=is_title))
    return lines


def _is_title(segment: Segment, borders: Sequence[float], middle: float, height: float) -> bool:
    """Whether a piece alone on its line heads all columns: in the middle, over a border or plainly a heading."""
    if not borders or segment.is_data or abs(segment.middle_x - middle) > 1.5 * height:
        return False
    return any(segment.l < x < segment.r for x in borders) or segment.text.isupper() or segment.text.endswith(":")


def _stands_over(
    segment: Segment, segments: Sequence[Segment], borders: Sequence[float], middle: float, height: float
) -> bool:
    """Whether a piece in the middle of the first line of two columns begins before all others of its column: it is not
    of it.
    """
    if len(borders) != 1 or segment.is_data or abs(segment.middle_x - middle) > 1.5 * height:
        return False
    column = column_of(segment, borders)
    below = [one.l for one in segments if one is not segment and column_of(one, borders) == column]
    return column > 0 and bool(below) and segment.l < min(below) - height


def column_of(segment: Segment, borders: Sequence[float]) -> int:
    """The column that holds most of the piece; a piece that runs over several belongs to the first one it fills."""
    edges = [float("-inf"), *borders, float("inf")]
    first, last = bisect_right(borders, segment.l), bisect_right(borders, segment.r)
    if last - first >= 2:
        return first
    shares = [min(segment.r, edges[c + 1]) - max(segment.l, edges[c]) for c in range(first, last + 1)]
    if segment.is_data:
        return first + shares.index(max(shares))
    # text that starts well inside a column belongs there, however far it runs
    return first if shares[0] >= 0.3 * segment.width else last


def _column_spans(segments: Sequence[Segment], borders: Sequence[float], height: float) -> list[tuple[float, float]]:
    """Left and right x of each column's own pieces, those that cross no border."""
    edges = [min(s.l for s in segments) - 1, *borders, max(s.r for s in segments) + 1]
    spans: list[tuple[float, float]] = []
    for left, right in itertools.pairwise(edges):
        own = [s for s in segments if s.l >= left - 0.3 * height and s.r <= right + 0.3 * height]
        spans.append((min(s.l for s in own), max(s.r for s in own)) if own else (left, right))
    return spans


def _head_grid_cell(cell: HeadCell) -> GridCell:
    words = [w for s in cell.segments for w in s.words]
    return GridCell(
        text=text_of(words),
        row_start=cell.row_start,
        row_end=cell.row_end,
        col_start=cell.col_start,
        col_end=cell.col_end,
        is_header=True,
        bbox=box_of(words),
    )


def _body_cells(lines: Sequence[Line], row: int, num_cols: int) -> list[GridCell]:
    held: dict[int, list[Word]] = {}
    for line in lines:
        for segment, column in zip(line.segments, line.columns, strict=True):
            held.setdefault(column, []).extend(segment.words)
    return [
        GridCell(
            text=text_of(words),
            row_start=row,
            row_end=row + 1,
            col_start=col,
            col_end=num_cols if lines[0].is_title else col + 1,
            bbox=box_of(words),
        )
        for col, words in sorted(held.items())
    ]


def _confidence(lines: Sequence[Line], borders: Sequence[float]) -> float:
    """1 when no piece of a row runs over a column border, 0 when half of them do."""
    pieces = [s for line in lines if not line.is_title for s in line.segments]
    crossing = sum(any(s.l < x < s.r for x in borders) for s in pieces)
    return max(0.0, 1.0 - 2.0 * crossing / len(pieces)) if pieces else 1.0
