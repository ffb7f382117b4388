"""Finds tables in the rows of a page: runs of rows with shared columns, bounded by rules, captions and prose. Pure.

The detector's boxes are hints: they admit rows that stand at the edge of a run, never more.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bizrag.model.labels import tells_scale
from bizrag.parsing.engines.regions.captions import CAPTION
from bizrag.parsing.engines.regions.gutters import gutters, level_blocks, shifted_blocks
from bizrag.parsing.engines.regions.no_columns import are_no_cells
from bizrag.parsing.engines.regions.panels import by_panel
from bizrag.parsing.engines.regions.rows import Row, Segment
from bizrag.parsing.engines.regions.ruled_headings import is_heading
from bizrag.parsing.engines.regions.runs import find_runs, names_columns, shares_width, values_of
from bizrag.parsing.engines.regions.table_boxes import joined, merge_overlapping, overlap_share
from bizrag.parsing.engines.regions.text_columns import NO_COLUMNS, TextColumns
from bizrag.parsing.engines.regions.types import Box, union

_NOTE = re.compile(r"^(notes?|sources?|legend|\*|†|‡|\(?[\da-z]\)|\[\d\])\b|^[*†‡]|^[¹²³⁴]", re.IGNORECASE)
_SOURCE = re.compile(r"^sources?\s*:", re.IGNORECASE)
# a single line further above the next row (font sizes) is a title
_TITLE_GAP = 1.1
# and so is one in type so much larger than the table's
_TITLE_SCALE = 1.3
# of bold type so much
_BOLD_TITLE_SCALE = 1.12
# and so much where no room is left above it
_BOLD_SECTION_SCALE = 1.2
# even where it stands over columns of values only
_LARGE_TITLE_SCALE = 2.0
# a heading with a rule below it stands so much further below a row than the next does
_RULED_GAP = 1.5
_MAX_HEADER_ROWS = 6
_NUMBERED = re.compile(r"(?:note|item|part|section|chapter|annex|appendix) [\dA-Z]{1,4}\s?[:.]?", re.IGNORECASE)
_IN_BRACKETS, _NAME_WORDS = re.compile(r"\([^()]*\)"), 3
# "1.3", "12.4.1": what a clause begins with, and how many words it has on average in a line
_CLAUSE_NO = re.compile(r"\d{1,2}(?:\.\d{1,2})+\.?")
_CLAUSE_WORDS = 6.0
# names over columns of values stand no further above, in font sizes and in steps of the rows
_HEAD_REACH, _HEAD_PITCHES = 1.5, 1.8
_MAX_FOOT_ROWS = 2
# lines of text: so many words each on average, and so many of them begin with a small letter
_TEXT_WORDS, _GOING_ON = 3.0, 0.3
# a grid and rows of text this near (points; font sizes of large type) are one table
_ADJOINING_PT = 8.0
_ADJOINING = 1.2


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHints:
    """What else says where tables are, as boxes on the page."""

    # tables of the detector
    detected: tuple[Box, ...] = ()
    # its figures without any drawing: often tables, sometimes forms
    figures: tuple[Box, ...] = ()
    # levels of horizontal rules: joined pieces of one height
    rules: tuple[Box, ...] = ()
    # grids of crossing rules with text in several of their cells
    grids: tuple[Box, ...] = ()
    # tables with a rule below each row
    ladders: tuple[Box, ...] = ()
    # charts beside which rows stand
    charts: tuple[Box, ...] = ()
    # columns of running text with something beside them, and boxes with lines of their own
    columns: TextColumns = NO_COLUMNS
    # the page is a slide: rows of its tables have room
    is_slide: bool = False

    @property
    def drawn(self) -> tuple[Box, ...]:
        """What is drawn as a table."""
        return (*self.grids, *self.ladders)


def find_tables(rows: Sequence[Row], hints: TableHints) -> list[Box]:
    """The boxes of a page's tables; ``rows`` come from ``find_rows`` and are marked by ``mark_prose``."""
    hints = replace(hints, grids=tuple(_with_names(grid, rows, hints.drawn) for grid in hints.grids))
    tables: list[Box] = list(hints.drawn)
    barriers = [segment.box for row in rows for segment in row.segments if segment.is_prose] + tables
    pieces = [piece for row in rows for piece in _free_pieces(row, hints)]
    apart = by_panel(pieces, hints.columns.panels)
    runs = [run for pieces in apart for run in find_runs(pieces, barriers, is_slide=hints.is_slide)]
    blocks = [part for run in runs for block in level_blocks(run) for part in shifted_blocks(block)]
    for block in blocks:
        for part in _parts(block, hints):
            found = _table_in(part, hints)
            if found is not None:
                tables.append(_with_bounds(found, part, hints))
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
        if pieces[-1] and hints.columns.end_between(pieces[-1][-1], segment):
            pieces.append([])
        pieces[-1].append(segment)
    return [Row(piece) for piece in pieces if piece]


def _parts(run: Sequence[Row], hints: TableHints) -> list[list[Row]]:
    """The run cut at captions, at sentences that reach across it and where another table begins."""
    left, _, right, _ = union(row.box for row in run)
    pitch, usual = _pitch(run), _usual_size(run)
    parts: list[list[Row]] = [[]]
    in_caption = False
    for index, row in enumerate(run):
        gap = row.box[1] - run[index - 1].box[3] if index else 0.0
        in_caption = is_caption(row) or (in_caption and _continues_caption(run[index - 1], row))
        if in_caption or _is_sentence(row, right - left):
            parts.append([])
            continue
        is_after = index > 0 and (_ends_part(run[index - 1]) or _is_headed(run, index))
        if parts[-1] and (
            is_after
            or _starts_anew(parts[-1], row, left, gap, pitch, usual)
            or _changes_hint(parts[-1], row, hints)
            or (gap > _RULED_GAP * pitch and _is_ruled_heading(parts[-1], row, left, hints.rules))
        ):
            parts.append([])
        parts[-1].append(row)
    return [part for part in parts if sum(row.is_tabular for row in part) > 1]


def _ends_part(row: Row) -> bool:
    """Whether a row is the line that names the source of what stands above."""
    return not row.is_tabular and _SOURCE.match(row.segments[0].text) is not None


def _is_headed(run: Sequence[Row], index: int) -> bool:
    """Whether a row in bold type names the columns of what follows, below a line in bold type that is its heading: what
    stands above, facts about the whole or rows under a heading of their own, is another table.
    """
    if index + 1 >= len(run):
        return False
    heading, names, first = run[index - 1 : index + 2]
    is_heading = not heading.is_tabular and heading.segments[0].is_bold and not heading.segments[0].is_figure
    return (
        is_heading
        and names.is_tabular
        # what stands over another column is the first line of its name
        and heading.box[0] < names.segments[1].box[0]
        and all(segment.is_bold and not segment.is_figure for segment in names.segments)
        and first.is_tabular
        and not all(segment.is_bold for segment in first.segments)
    )


def _continues_caption(upper: Row, row: Row) -> bool:
    """Whether a row is a further line of the caption that ends with ``upper``: as close, as bold, as far left."""
    first, last = row.segments[0], upper.segments[0]
    return (
        not row.is_tabular
        and row.box[1] - upper.box[3] < 0.6 * first.size
        and first.is_bold == last.is_bold
        and 0.85 < first.size / last.size < 1.15
        and first.num_words > 1
    )


def _pitch(run: Sequence[Row]) -> float:
    """The usual empty height between two rows."""
    gaps = [lower.box[1] - upper.box[3] for upper, lower in itertools.pairwise(run)]
    return float(np.median(gaps)) if gaps else 0.0


def _starts_anew(above: Sequence[Row], row: Row, left: float, gap: float, pitch: float, usual: float) -> bool:
    """Whether a row is a title in larger type, or a heading over columns that is set off from rows with values."""
    first = row.segments[0]
    scale = _BOLD_SECTION_SCALE if first.is_bold else _TITLE_SCALE
    if _is_title(row, usual) and (first.size > scale * usual or gap > pitch):
        return True
    is_set_off = gap > 1.6 * pitch + 0.5 * first.size
    is_heading = is_set_off and first.box[0] - left > 4 * first.size and not first.is_figure
    return is_heading and any(values_of(other) for other in above)


def _is_title(row: Row, usual: float) -> bool:
    """Whether a row is one line in larger type than is usual beside it, or a heading that is a number with its name."""
    first = row.segments[0]
    if row.is_tabular:
        return _NUMBERED.fullmatch(first.text) is not None and all(
            one.size > _TITLE_SCALE * usual for one in row.segments
        )
    scale = _BOLD_TITLE_SCALE if first.is_bold else _TITLE_SCALE
    # marks of an axis are large beside the labels of a small chart; what figures are in is told in the type of names
    is_text = not first.is_figure and not tells_scale(first.text)
    return is_text and first.size > scale * usual


def _is_ruled_heading(above: Sequence[Row], row: Row, left: float, rules: Sequence[Box]) -> bool:
    """Whether a row is a heading with a rule below it, under rows that have none but for their own head."""
    inside = [rule for rule in rules if above[0].box[3] < rule[1] < row.box[1] and shares_width(rule, row.box)]
    return len(inside) <= 1 and is_heading(row, rules, left)


def _is_large(row: Row, usual: float) -> bool:
    """Whether a row below a table is in larger type: a title, or the price below what a card tells."""
    return _is_title(row, usual) or (not row.is_tabular and row.segments[0].size > _TITLE_SCALE * usual)


def _changes_hint(part: Sequence[Row], row: Row, hints: TableHints) -> bool:
    """Whether the row begins another detected table than the one that holds the part's last rows."""
    if not row.is_tabular and len(part) > 1:
        return False
    seen = (*hints.detected, *hints.figures)
    here = [box for box in seen if _holds(box, row)]
    before = [box for box in seen if sum(_holds(box, other) for other in part) > 1]
    return bool(here) and bool(before) and not any(box in before for box in here)


def _holds(box: Box, row: Row) -> bool:
    return box[1] <= (row.box[1] + row.box[3]) / 2 <= box[3] and shares_width(box, row.box)


def is_caption(row: Row) -> bool:
    """Whether a row starts like a caption ("Table 3: ...")."""
    return CAPTION.match(row.segments[0].text) is not None and len(row.segments) <= 2


def _is_sentence(row: Row, run_width: float) -> bool:
    segment = row.segments[0]
    return not row.is_tabular and segment.num_words >= 8 and segment.width > 0.6 * run_width


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
    return _with_header(part, tabular[0], core, gaps)


def _num_crossed(row: Row, gaps: Sequence[tuple[float, float]]) -> int:
    """How many gaps lie between two segments of the row."""
    spaces = [(a.box[2], b.box[0]) for a, b in zip(row.segments[:-1], row.segments[1:], strict=True)]
    return sum(any(start < (low + high) / 2 < end for start, end in spaces) for low, high in gaps)


def _is_table(rows: Sequence[Row], num_columns: int, *, is_seen: bool) -> bool:
    values = [segment for row in rows for segment in row.segments[1:]]
    figures = sum(segment.is_figure for segment in values) / len(values)
    words = sum(segment.num_words for row in rows for segment in row.segments) / (len(values) + len(rows))
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


def _with_header(part: Sequence[Row], first: int, core: list[Row], gaps: Sequence[tuple[float, float]]) -> list[Row]:
    """Adds the rows above that stand over the columns of values only ("Three months ended")."""
    rows = list(core)
    usual = _usual_size(core)
    reach = max(_HEAD_REACH * usual, _HEAD_PITCHES * _pitch(core))
    for index in range(first - 1, max(0, first - _MAX_HEADER_ROWS) - 1, -1):
        row = part[index]
        left = row.segments[0]
        if left.box[0] < (gaps[0][0] + gaps[0][1]) / 2 or left.size > _LARGE_TITLE_SCALE * usual:
            break
        if rows[0].box[1] - row.box[3] > reach or (index and _goes_on(part[index - 1], row, gaps)):
            break
        rows.insert(0, row)
    return rows


def _goes_on(upper: Row, row: Row, gaps: Sequence[tuple[float, float]]) -> bool:
    """Whether a row is the end of the sentence above it, which runs across columns from that of the labels on."""
    is_end = not row.is_tabular and row.segments[0].text[0].islower()
    return is_end and _runs_across(upper, gaps) and upper.segments[0].box[0] < gaps[0][0]


def _with_bounds(rows: list[Row], run: Sequence[Row], hints: TableHints) -> Box:
    """The table's box, grown over neighbouring rows that rules or the detector count to it."""
    box = union(row.box for row in rows)
    start, end = run.index(rows[0]), run.index(rows[-1])
    upper = list(reversed(run[max(0, start - _MAX_HEADER_ROWS) : start]))
    lower = list(run[end + 1 : end + 1 + _MAX_FOOT_ROWS])
    tops = [limit[1] for limit in _limits(box, hints) if limit[1] < box[1]]
    bottoms = [limit[3] for limit in _limits(box, hints) if limit[3] > box[3]]
    size = rows[-1].segments[0].size
    lower = [row for row in lower if row.is_tabular or row.box[1] - box[3] < 0.8 * size]
    gaps = gutters([row for row in rows if row.is_tabular])
    usual = _usual_size(rows)
    upper = list(
        itertools.takewhile(lambda row: not (is_heading(row, hints.rules, box[0]) or _names_line_above(row)), upper)
    )
    upper = upper[: _first_title(upper, box[1], gaps, usual)]
    lower = list(itertools.takewhile(lambda row: not (_is_large(row, usual) or _runs_across(row, gaps)), lower))
    box = _grown(box, upper, lambda row: any(top - 1 <= row.box[1] for top in tops))
    return _grown(
        box,
        lower,
        lambda row: any(row.box[3] <= bottom + 1 for bottom in bottoms) and not _NOTE.match(row.segments[0].text),
    )


def _names_line_above(row: Row) -> bool:
    """Whether a row is but the name of what stands above it, in brackets: "(Exact name as in the charter)"."""
    segment = row.segments[0]
    is_name = _IN_BRACKETS.fullmatch(segment.text) is not None and segment.num_words >= _NAME_WORDS
    return is_name and not row.is_tabular and not tells_scale(segment.text)


def _usual_size(rows: Sequence[Row]) -> float:
    return float(np.median([segment.size for row in rows for segment in row.segments]))


def _first_title(upper: Sequence[Row], top: float, gaps: Sequence[tuple[float, float]], usual: float) -> int:
    """Index of the first of the rows above a table, counted upwards, that is its title: across columns, set off or
    in larger type than is ``usual`` in the table.
    """
    for index, row in enumerate(upper):
        segment = row.segments[0]
        is_set_off = top - row.box[3] > _TITLE_GAP * segment.size or segment.size > _TITLE_SCALE * usual
        if not row.is_tabular and (_crosses(segment, gaps) or is_set_off):
            return index - 1 if index and _goes_on(row, upper[index - 1], gaps) else index
        top = row.box[1]
    return len(upper)


def _runs_across(row: Row, gaps: Sequence[tuple[float, float]]) -> bool:
    """Whether a row is one line of text over the border of columns: a remark, and no row."""
    return not row.is_tabular and _crosses(row.segments[0], gaps)


def _crosses(segment: Segment, gaps: Sequence[tuple[float, float]]) -> bool:
    return any(segment.box[0] < low and high < segment.box[2] for low, high in gaps)


def _limits(box: Box, hints: TableHints) -> list[Box]:
    """Rules and detected tables that belong to the table by their width."""
    width = box[2] - box[0]
    rules = [rule for rule in hints.rules if min(rule[2], box[2]) - max(rule[0], box[0]) > 0.7 * width]
    tables = [table for table in (*hints.detected, *hints.figures) if overlap_share(box, table) > 0.5]
    return rules + tables


def _grown(box: Box, rows: Sequence[Row], belongs: Callable[[Row], bool]) -> Box:
    taken: list[Row] = []
    for index, row in enumerate(rows):
        if is_caption(row) or _is_sentence(row, box[2] - box[0]):
            break
        if belongs(row):
            taken = list(rows[: index + 1])
    return union([box, *(row.box for row in taken)])
