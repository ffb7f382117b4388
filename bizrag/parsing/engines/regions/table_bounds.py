"""How far a table reaches beyond its rows: names over its columns, and what rules or boxes count to it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence

from bizrag.model.labels import tells_scale
from bizrag.parsing.engines.regions.captions import SOURCE_UNSPACED
from bizrag.parsing.engines.regions.gutters import gutters
from bizrag.parsing.engines.regions.rows import Row, Segment
from bizrag.parsing.engines.regions.ruled_headings import is_heading
from bizrag.parsing.engines.regions.table_boxes import overlap_share
from bizrag.parsing.engines.regions.table_hints import TableHints
from bizrag.parsing.engines.regions.table_parts import (
    TITLE_SCALE,
    is_caption,
    is_large,
    is_sentence,
    row_pitch,
    usual_size,
)
from bizrag.parsing.engines.regions.types import Box, union

_NOTE = re.compile(
    rf"^(notes?|sources?|legend|\*|†|‡|\(?[\da-z]\)|\[\d\])\b|^[*†‡]|^[¹²³⁴]|^(?:{SOURCE_UNSPACED}|注)\s?[:：]",
    re.IGNORECASE,
)
# a single line further above the next row (font sizes) is a title
_TITLE_GAP = 1.1
# even where it stands over columns of values only
_LARGE_TITLE_SCALE = 2.0
_MAX_HEADER_ROWS = 6
_SECTION = re.compile(r"(?:note|item|part|section|chapter|annex|appendix|schedule) [\dA-Z]{1,3}\b\W+\w", re.IGNORECASE)
_IN_BRACKETS, _NAME_WORDS = re.compile(r"\([^()]*\)"), 3
# names over columns of values stand no further above, in font sizes and in steps of the rows
_HEAD_REACH, _HEAD_PITCHES = 1.5, 1.8
_MAX_FOOT_ROWS = 2
# what is set in the middle of a table is off it by no more (font sizes)
_OFF_MIDDLE = 1.0
# the first line of a paragraph begins so far to the right at most (font sizes)
_INDENT = 3.0


def with_header(part: Sequence[Row], first: int, core: list[Row], gaps: Sequence[tuple[float, float]]) -> list[Row]:
    """Adds the rows above that stand over the columns of values only ("Three months ended")."""
    rows = list(core)
    usual = usual_size(core)
    reach = max(_HEAD_REACH * usual, _HEAD_PITCHES * row_pitch(core))
    is_title = _titles_of(core)
    for index in range(first - 1, max(0, first - _MAX_HEADER_ROWS) - 1, -1):
        row = part[index]
        left = row.segments[0]
        if left.box[0] < (gaps[0][0] + gaps[0][1]) / 2 or left.size > _LARGE_TITLE_SCALE * usual or is_title(row):
            break
        if rows[0].box[1] - row.box[3] > reach or (index and _goes_on(part[index - 1], row, gaps)):
            break
        rows.insert(0, row)
    return rows


def _titles_of(rows: Sequence[Row]) -> Callable[[Row], bool]:
    """Tells which lines above rows are titles of the whole: in the middle of it, where no values stand below."""
    box = union(row.box for row in rows)
    lefts = [segment.box[0] for row in rows for segment in row.segments[1:] if segment.is_figure]
    first, middle = min(lefts, default=box[0]), (box[0] + box[2]) / 2

    def is_title(row: Row) -> bool:
        centre = (row.box[0] + row.box[2]) / 2
        return not row.is_tabular and abs(centre - middle) <= _OFF_MIDDLE * row.segments[0].size and centre < first

    return is_title


def _goes_on(upper: Row, row: Row, gaps: Sequence[tuple[float, float]]) -> bool:
    """Whether a row is the end of the sentence above it, which runs across columns from that of the labels on."""
    is_end = not row.is_tabular and row.segments[0].text[0].islower()
    return is_end and _runs_across(upper, gaps) and upper.segments[0].box[0] < gaps[0][0]


def with_bounds(rows: list[Row], run: Sequence[Row], hints: TableHints) -> Box:
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
    usual = usual_size(rows)
    is_title = _titles_of(rows)
    upper = list(
        itertools.takewhile(
            lambda row: (
                not (
                    is_heading(row, hints.rules, box[0])
                    or _names_line_above(row)
                    or _names_section(row)
                    or _leads_in(row, box[0])
                    or is_title(row)
                )
            ),
            upper,
        )
    )
    upper = upper[: _first_title(upper, box[1], gaps, usual)]
    lower = list(itertools.takewhile(lambda row: not (is_large(row, usual) or _runs_across(row, gaps)), lower))
    box = _grown(box, upper, lambda row: any(top - 1 <= row.box[1] for top in tops))
    return _grown(
        box,
        lower,
        lambda row: any(row.box[3] <= bottom + 1 for bottom in bottoms) and not _NOTE.match(row.segments[0].text),
    )


def _names_section(row: Row) -> bool:
    """Whether a row is a section's number and name: "Note 9 - Product warranty"."""
    return not row.is_tabular and _SECTION.match(row.segments[0].text) is not None


def _names_line_above(row: Row) -> bool:
    """Whether a row is but the name of what stands above it, in brackets: "(Exact name as in the charter)"."""
    segment = row.segments[0]
    is_name = _IN_BRACKETS.fullmatch(segment.text) is not None and segment.num_words >= _NAME_WORDS
    return is_name and not row.is_tabular and not tells_scale(segment.text)


def _leads_in(row: Row, left: float) -> bool:
    """Whether a row is the end of the sentence that introduces the table: "Grades are as follows:"."""
    segment = row.segments[0]
    is_left = segment.box[0] < left + _INDENT * segment.size
    is_sentence_end = segment.text.endswith(":") and segment.num_words >= _NAME_WORDS and not tells_scale(segment.text)
    return is_left and is_sentence_end and not row.is_tabular


def _first_title(upper: Sequence[Row], top: float, gaps: Sequence[tuple[float, float]], usual: float) -> int:
    """Index of the first of the rows above a table, counted upwards, that is its title: across columns, set off or
    in larger type than is ``usual`` in the table.
    """
    for index, row in enumerate(upper):
        segment = row.segments[0]
        is_set_off = top - row.box[3] > _TITLE_GAP * segment.size or segment.size > TITLE_SCALE * usual
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
        if is_caption(row) or is_sentence(row, box[2] - box[0]):
            break
        if belongs(row):
            taken = list(rows[: index + 1])
    return union([box, *(row.box for row in taken)])
