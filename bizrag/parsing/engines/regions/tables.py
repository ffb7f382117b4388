"""Finds tables in the rows of a page: runs of rows with shared columns, bounded by rules, captions and prose. Pure.

The detector's boxes are hints: they admit rows that stand at the edge of a run, never more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bizrag.model.labels import is_period
from bizrag.parsing.engines.regions.captions import is_named_caption
from bizrag.parsing.engines.regions.gutters import facts_apart, gutters, level_blocks, shifted_blocks
from bizrag.parsing.engines.regions.no_columns import are_no_cells
from bizrag.parsing.engines.regions.panels import by_panel
from bizrag.parsing.engines.regions.rows import Row, Segment
from bizrag.parsing.engines.regions.runs import find_runs, names_columns
from bizrag.parsing.engines.regions.table_bounds import with_bounds, with_header
from bizrag.parsing.engines.regions.table_boxes import joined, merge_overlapping, overlap_share
from bizrag.parsing.engines.regions.table_hints import TableHints
from bizrag.parsing.engines.regions.table_parts import table_parts
from bizrag.parsing.engines.regions.types import Box, union

# "1.3", "12.4.1": what a clause begins with, and how many words it has on average in a line
_CLAUSE_NO = re.compile(r"\d{1,2}(?:\.\d{1,2})+\.?")
_CLAUSE_WORDS = 6.0
# lines of text: so many words each on average, and so many of them begin with a small letter
_TEXT_WORDS, _GOING_ON = 3.0, 0.3
# a grid and rows of text this near (points; font sizes of large type) are one table
_ADJOINING_PT = 8.0
_ADJOINING = 1.2


def find_tables(rows: Sequence[Row], hints: TableHints) -> list[Box]:
    """The boxes of a page's tables; ``rows`` come from ``find_rows`` and are marked by ``mark_prose``."""
    hints = replace(hints, grids=tuple(_with_names(grid, rows, hints.drawn) for grid in hints.grids))
    tables: list[Box] = list(hints.drawn)
    barriers = [segment.box for row in rows for segment in row.segments if segment.is_prose] + tables
    # numbers on a drawing are no rows of the table below its caption
    barriers += [row.box for row in rows if len(row.segments) == 1 and is_named_caption(row.segments[0].text)]
    pieces = [piece for row in rows for piece in _free_pieces(row, hints)]
    apart = by_panel(pieces, hints.columns.panels)
    runs = [run for pieces in apart for run in find_runs(pieces, barriers, is_slide=hints.is_slide)]
    parts = [part for run in runs for part in facts_apart(run)]
    blocks = [part for run in parts for block in level_blocks(run) for part in shifted_blocks(block)]
    for block in blocks:
        for part in table_parts(block, hints):
            found = _table_in(part, hints)
            if found is not None:
                tables.append(with_bounds(found, part, hints))
    size = float(np.median([segment.size for row in rows for segment in row.segments])) if rows else 0.0
    reach = max(_ADJOINING_PT, _ADJOINING * size)
    return joined(merge_overlapping(tables), grids=hints.grids, ladders=hints.ladders, reach=reach)


def _with_names(grid: Box, rows: Sequence[Row], drawn: Sequence[Box]) -> Box:
    """A grid with the row right above it that names its columns: often only the rows below are ruled."""
    above = next((row for row in reversed(rows) if row.box[3] <= grid[1] + _ADJOINING_PT / 4), None)
    if above is None or not names_columns(above) or any(overlap_share(above.box, box) > 0.5 for box in drawn):
        return grid
    size = above.segments[0].size
    is_over = above.box[0] > grid[0] - size and above.box[2] < grid[2] + size
    is_wide = above.box[2] - above.box[0] > 0.5 * (grid[2] - grid[0])
    return union([grid, above.box]) if is_over and is_wide and grid[1] - above.box[3] < size else grid


def _free_pieces(row: Row, hints: TableHints) -> list[Row]:
    """The row's pieces beside running text, grids, charts and the edges of panels and text columns."""
    pieces: list[list[Segment]] = [[]]
    for segment in row.segments:
        if segment.is_prose or any(overlap_share(segment.box, box) > 0.5 for box in (*hints.drawn, *hints.charts)):
            pieces.append([])
            continue
        if pieces[-1] and _are_apart(pieces[-1][-1], segment, hints):
            pieces.append([])
        pieces[-1].append(segment)
    return [Row(piece) for piece in pieces if piece]


def _are_apart(left: Segment, right: Segment, hints: TableHints) -> bool:
    """Whether a column of text ends between two segments; not where the detector sees both in a table across it."""
    if not hints.columns.end_between(left, right):
        return False
    is_seen = any(min(overlap_share(one.box, box) for one in (left, right)) > 0.5 for box in hints.detected)
    return not (is_seen and hints.columns.are_inside(left, right))


def _table_in(part: Sequence[Row], hints: TableHints) -> list[Row] | None:
    """The rows of a table in a part of a run, or None."""
    tabular = [index for index, row in enumerate(part) if row.is_tabular]
    core = list(part[tabular[0] : tabular[-1] + 1])
    with_columns = [row for row in core if row.is_tabular]
    gaps = gutters(with_columns)
    aligned = [row for row in with_columns if _num_crossed(row, gaps) >= 1]
    if not gaps or len(aligned) < 0.6 * len(with_columns) or are_no_cells(core, gaps):
        return None
    is_seen = any(overlap_share(union(row.box for row in core), box) > 0.5 for box in hints.detected)
    if not _is_table(aligned, len(gaps) + 1, is_seen=is_seen):
        return None
    return with_header(part, tabular[0], core, gaps)


def _num_crossed(row: Row, gaps: Sequence[tuple[float, float]]) -> int:
    """How many gaps lie between two segments of the row."""
    spaces = [(a.box[2], b.box[0]) for a, b in zip(row.segments[:-1], row.segments[1:], strict=True)]
    return sum(any(start < (low + high) / 2 < end for start, end in spaces) for low, high in gaps)


def _is_table(rows: Sequence[Row], num_columns: int, *, is_seen: bool) -> bool:
    values = [segment for row in rows for segment in row.segments[1:]]
    figures = sum(segment.is_figure for segment in values) / len(values)
    words = sum(segment.num_words for row in rows for segment in row.segments) / (len(values) + len(rows))
    if _is_row_below_periods(rows):
        return True
    if figures >= 0.5:
        return len(rows) >= (2 if num_columns > 2 or is_seen else 3)
    # listings of code are set in columns too
    if all(segment.is_mono for segment in values):
        return False
    if is_seen:
        return len(rows) >= 2 and not _are_clauses(rows)
    if _is_text_column([row.segments[0] for row in rows]):
        return False
    if num_columns > 2:
        return len(rows) >= 3 and words <= 6
    return len(rows) >= 4 and words <= 5


def _is_row_below_periods(rows: Sequence[Row]) -> bool:
    """Whether the last row is a label with two values or more, and the row above it has a period over each of them."""
    if len(rows) < 2 or len(rows[-1].segments) < 3:
        return False
    (label, *values), names = rows[-1].segments, rows[-2].segments[-(len(rows[-1].segments) - 1) :]
    are_values = not label.is_figure and all(value.is_figure for value in values)
    return are_values and len(names) == len(values) and all(is_period(name.text) for name in names)


def _are_clauses(rows: Sequence[Row]) -> bool:
    """Whether rows are lines of text behind the numbers of clauses."""
    words = sum(row.segments[1].num_words for row in rows)
    is_text = all(len(row.segments) == 2 for row in rows) and words >= _CLAUSE_WORDS * len(rows)
    return is_text and all(_CLAUSE_NO.fullmatch(row.segments[0].text) for row in rows)


def _is_text_column(lines: Sequence[Segment]) -> bool:
    """Whether the lines of a first column are sentences that go on from one to the next: labels seldom do."""
    num_going_on = sum(line.text[0].islower() for line in lines[1:])
    num_words = sum(line.num_words for line in lines)
    return num_words >= _TEXT_WORDS * len(lines) and num_going_on >= _GOING_ON * (len(lines) - 1)
