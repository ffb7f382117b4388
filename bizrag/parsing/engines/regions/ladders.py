"""Tables whose rows are ruled off one by one: rules between the same two edges, with a row between any two. Pure.

Where such tables stand below and beside each other, as on data sheets, nothing but their rules parts them.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bizrag.parsing.engines.grid.words import is_year
from bizrag.parsing.engines.pages.page_evidence import PageEvidence
from bizrag.parsing.engines.regions.captions import is_named_caption
from bizrag.parsing.engines.regions.rows import Row, Segment, are_aligned
from bizrag.parsing.engines.regions.types import MAX_RULES, TOUCH_PT, Box, to_box, union

# rules of one table begin and end at one place within this; cells draw a piece each, with gaps up to this (points)
_EDGE_PT = 3.0
_PIECE_GAP_PT = 4.0
# narrower ones are sums below a column
_MIN_WIDTH_PT = 80.0
_MIN_ROWS = 3
# lines of one row, at most; more is text between two rules
_MAX_LINES = 8
# rows that are parted into cells, and segments that no rule strikes through, at least
_MIN_TABULAR, _MIN_CLEAR = 0.6, 0.9
# rows whose labels stand outside the rules, at most
_MAX_LABELLED = 0.5
# lines with a figure at their end between two rules, at most on average: further lines of a row seldom end in one
_MAX_VALUE_ROWS = 1.5
# the name of a table is larger than its rows, or bold and further off; in font sizes
_TITLE_SCALE, _TITLE_GAP = 1.12, 0.6
# and further off where it stands alone between two rules
_NAME_GAP = 1.2
# lines of one row stand no further apart
_LINE_GAP = 0.8
# the row that names the columns stands no further above its rule, and its lines no further apart
_HEAD_GAP, _HEAD_LEADING = 1.2, 0.5
# where no rule lies below it, it stands one row above the first, whose heights differ by this much
_PITCH_SCALE = 1.3
# cells are narrower than this share of their table
_TEXT_WIDTH = 0.6
# the last rows of a table, whose columns tell whether what follows is one more
_LAST_ROWS = 3


def find_ladders(evidence: PageEvidence, rows: Sequence[Row]) -> list[Box]:
    """The boxes of tables with a rule below each row; ``rows`` from top to bottom."""
    if not 0 < len(evidence.horizontal_rules) <= MAX_RULES:
        return []
    found: list[Box] = []
    filled = _whole_bands(evidence)
    for rules in alike_rules(evidence):
        left, right = rules[0][0], rules[0][2]
        between = [row for row in (_inside(row, left, right) for row in rows) if row is not None]
        bands = [band for band in filled if abs(band[0] - left) < _EDGE_PT and abs(band[2] - right) < _EDGE_PT]
        found += [
            box
            for box in _tables(rules, between, bands)
            if not any(_overlap(box, other) for other in found) and not _has_labels_beside(box, rows)
        ]
    return found


def without_heads(evidence: PageEvidence, grids: Sequence[Box], ladders: Sequence[Box]) -> list[Box]:
    """Grids but for those that are the coloured cells at the head of a table with a rule below each row."""
    bands = _whole_bands(evidence)
    return [grid for grid in grids if not any(_is_head(grid, ladder, bands) for ladder in ladders)]


def _is_head(grid: Box, ladder: Box, bands: Sequence[Box]) -> bool:
    """Whether a grid is a band of colour at the top of a ladder, less than half as high."""
    is_top = max(abs(grid[side] - ladder[side]) for side in range(3)) < _EDGE_PT
    is_low = 2 * (grid[3] - grid[1]) < ladder[3] - ladder[1]
    return (
        is_top and is_low and any(max(abs(grid[side] - band[side]) for side in range(4)) < _EDGE_PT for band in bands)
    )


def _has_labels_beside(box: Box, rows: Sequence[Row]) -> bool:
    """Whether rules run below figures only, whose labels stand left of them: they part sums, not rows."""
    inside = [row for row in rows if box[1] < row.middle < box[3]]
    parts = [(row, part) for row in inside if (part := _inside(row, box[0], box[2])) is not None]
    labelled = [row.segments[0] is not part.segments[0] and part.segments[0].is_figure for row, part in parts]
    return sum(labelled) > _MAX_LABELLED * len(labelled)


def _whole_rules(evidence: PageEvidence) -> list[Box]:
    """Rules with their pieces of one height joined where they nearly touch, from top to bottom."""
    rules = evidence.horizontal_rules
    levels: list[list[Box]] = []
    for index in np.argsort(rules[:, 1], kind="stable"):
        box = to_box(rules[index])
        if levels and box[1] - levels[-1][0][1] < TOUCH_PT:
            levels[-1].append(box)
        else:
            levels.append([box])
    whole: list[Box] = []
    for level in levels:
        pieces: list[Box] = []
        for box in sorted(level):
            if pieces and box[0] - pieces[-1][2] < _PIECE_GAP_PT:
                pieces[-1] = union([pieces[-1], box])
            else:
                pieces.append(box)
        whole += pieces
    return whole


def _whole_bands(evidence: PageEvidence) -> list[Box]:
    """Filled boxes, those of cells beside each other joined."""
    whole: list[Box] = []
    for box in sorted(map(to_box, evidence.filled_boxes), key=lambda box: (round(box[1]), round(box[3]), box[0])):
        last = whole[-1] if whole else None
        is_level = last is not None and abs(last[1] - box[1]) < TOUCH_PT and abs(last[3] - box[3]) < TOUCH_PT
        if last is not None and is_level and abs(box[0] - last[2]) < TOUCH_PT:
            whole[-1] = union([last, box])
        else:
            whole.append(box)
    return whole


def alike_rules(evidence: PageEvidence) -> list[list[Box]]:
    """Whole rules that begin and end at the same places, from top to bottom; widest first."""
    return _alike(_whole_rules(evidence))


def _alike(rules: Sequence[Box]) -> list[list[Box]]:
    """Rules that begin and end at the same places, from top to bottom; widest first."""
    groups: list[list[Box]] = []
    for rule in rules:
        if rule[2] - rule[0] < _MIN_WIDTH_PT:
            continue
        for group in groups:
            if abs(group[0][0] - rule[0]) < _EDGE_PT and abs(group[0][2] - rule[2]) < _EDGE_PT:
                group.append(rule)
                break
        else:
            groups.append([rule])
    return sorted(groups, key=lambda group: group[0][0] - group[0][2])


def _inside(row: Row, left: float, right: float) -> Row | None:
    """The part of a row between two places, or None."""
    segments = [seg for seg in row.segments if left - 1 < (seg.box[0] + seg.box[2]) / 2 < right + 1]
    return Row(segments) if segments else None


@dataclass(frozen=True, slots=True)
class _Step:
    """The rows between two rules, and the heights of these."""

    upper: float
    lower: float
    rows: list[Row]

    @property
    def is_tabular(self) -> bool:
        return any(row.is_tabular for row in self.rows)


def _tables(rules: Sequence[Box], rows: Sequence[Row], bands: Sequence[Box]) -> list[Box]:
    """The tables between rules of one width: chains of rules with a row between any two."""
    above = [row for row in rows if row.middle < rules[0][1]]
    usual = float(np.median([segment.size for row in rows for segment in row.segments])) if rows else 0.0
    chains: list[list[_Step]] = [[_Step(0.0, rules[0][1], above)] if above else []]
    for upper, lower in itertools.pairwise(rules):
        step = [row for row in rows if upper[1] < row.middle < lower[1]]
        if not step:
            continue
        if _is_name(step, upper, usual):
            chains.append([])
            continue
        start = _new_table(step, upper, lower, bands) or _new_head(step, chains[-1], upper[1])
        if start is not None:
            chains.append([_Step(start, lower[1], [row for row in step if row.middle > start])])
        elif _is_row(step):
            chains[-1].append(_Step(upper[1], lower[1], step))
        else:
            # its last row may name the columns of a table whose first rule this is
            chains.append([_Step(upper[1], lower[1], step)])
    levels = [rule[1] for rule in rules]
    left, right = rules[0][0], rules[0][2]
    found = [span for chain in chains if (span := _table(chain, levels, bands)) is not None]
    below = [row for row in rows if row.middle > rules[-1][1]]
    return [
        (left, top, right, _with_last_row(bottom, chains[-1], below) if bottom == rules[-1][1] else bottom)
        for top, bottom in found
    ]


def _with_last_row(bottom: float, steps: Sequence[_Step], below: Sequence[Row]) -> float:
    """Where a table ends whose rules lie above its rows: below the row that follows the last one, in its columns."""
    ruled = [segment for step in steps[-_LAST_ROWS:] for row in step.rows for segment in row.segments]
    pitch = max(step.lower - step.upper for step in steps[-_LAST_ROWS:])
    first = next(iter(below), None)
    if first is None or not first.is_tabular or first.box[3] - bottom > pitch + TOUCH_PT:
        return bottom
    are_columns = all(any(are_aligned(one, other) for other in ruled) for one in first.segments)
    return first.box[3] + TOUCH_PT / 2 if are_columns else bottom


def _new_table(step: Sequence[Row], upper: Box, lower: Box, bands: Sequence[Box]) -> float | None:
    """Where another table begins between two rules: at the band that colours its head, or below its name."""
    size = step[0].segments[0].size
    for band in bands:
        is_head = upper[1] + size < band[1] < lower[1] - size / 2 and abs(band[3] - lower[1]) < 2 * TOUCH_PT
        if is_head and any(row.middle < band[1] for row in step):
            return band[1]
    usual = float(np.median([segment.size for segment in step[-1].segments]))
    in_caption = False
    for name, head in itertools.pairwise(step):
        title = name.segments[0]
        # further lines of a caption say of when or in what the table is
        in_caption = not name.is_tabular and (in_caption or is_named_caption(title.text))
        # the first line of a cell is as large as those beside it, however small the last one is
        is_larger = title.size > _TITLE_SCALE * max(usual, head.segments[0].size)
        gap = (head.box[1] - name.box[3]) / title.size
        is_set_off = gap > _LINE_GAP or (title.is_bold and gap > _TITLE_GAP)
        is_caption = head.is_tabular and in_caption
        if not name.is_tabular and (is_set_off or is_caption or (head.is_tabular and is_larger)):
            return (name.box[3] + head.box[1]) / 2
    return None


def _new_head(step: Sequence[Row], above: Sequence[_Step], top: float) -> float | None:
    """Where another table begins between two rules: above names of columns in heavy type, below rows that are not."""
    if not above or not above[-1].is_tabular or _are_bold(above[-1].rows[-1]):
        return None
    rows = [above[-1].rows[-1], *step]
    for before, head in itertools.pairwise(rows):
        if len(head.segments) > 2 and _are_bold(head) and _names_columns(head) and not _are_bold(before):
            return max(top, (before.box[3] + head.box[1]) / 2)
    return None


def _are_bold(row: Row) -> bool:
    return all(segment.is_bold for segment in row.segments)


def _is_name(step: Sequence[Row], upper: Box, usual: float) -> bool:
    """Whether what stands between two rules is but the name of the table that the lower one begins."""
    title = step[0].segments[0]
    gap = (step[0].box[1] - upper[1]) / title.size
    is_larger = title.size > _TITLE_SCALE * usual and gap > _TITLE_GAP
    is_titled = is_larger or is_named_caption(title.text) or (title.is_bold and gap > _NAME_GAP)
    return is_titled and not any(row.is_tabular for row in step)


def _is_row(step: Sequence[Row]) -> bool:
    """Whether what stands between two rules may be one row: few lines, none of them running text on its own."""
    return len(step) <= _MAX_LINES and (len(step) < 3 or any(row.is_tabular for row in step))


def _head_top(step: _Step, bands: Sequence[Box], *, pitch: float, is_ruled: bool) -> float:
    """Where a table begins whose first row stands in a step: at the band that colours it, or at the lines of that row.

    ``pitch`` is the usual height of a row: names of columns stand so far above the first one where no rule lies between
    them. ``is_ruled``: a rule stands above, too. Then any close line is the row's; else only what stands over columns.
    """
    for band in bands:
        # the rule lies below the band, or below the first row under it
        is_head = abs(band[3] - step.lower) < 2 * TOUCH_PT or (
            step.lower - band[3] > 0 and (step.lower - band[3] < _PITCH_SCALE * pitch or _holds_one_row(step, band))
        )
        if is_head and band[1] > step.upper - TOUCH_PT and any(band[1] < row.middle < band[3] for row in step.rows):
            return band[1]
    top, left = step.lower, min(row.box[0] for row in step.rows)
    for row in reversed(step.rows):
        size = row.segments[0].size
        # names over several columns leave that of the labels empty
        is_over_columns = row.segments[0].box[0] > left + 3 * size
        lower = next((other for other in step.rows if other.box[1] >= top), None)
        leading = _LINE_GAP if is_ruled or (lower and _ends_names(row, lower)) else _HEAD_LEADING
        reach = _HEAD_GAP if top == step.lower or is_over_columns else leading
        is_name = row.is_tabular or (top < step.lower and is_over_columns)
        if is_first_above := lower is not None and not is_ruled and _names_columns(row):
            is_first_above = lower.middle - row.middle < _PITCH_SCALE * pitch and not _names_columns(lower)
        if not is_first_above and (top - row.box[3] > reach * size or not (is_name or is_ruled)):
            break
        top = row.box[1]
    return top


def _holds_one_row(step: _Step, band: Box) -> bool:
    """Whether what stands in a step below a band is one row, however high: one line with cells, or lines beside it.

    Running text of the band's width stands between a table and what is framed above it.
    """
    below = [row for row in step.rows if row.middle > band[3]]
    wide = _TEXT_WIDTH * (band[2] - band[0])
    is_text = any(
        segment.is_prose and segment.box[2] - segment.box[0] > wide for row in below for segment in row.segments
    )
    return not is_text and sum(row.is_tabular for row in below) == 1 and len(below) <= _MAX_LINES


def _ends_names(row: Row, lower: Row) -> bool:
    """Whether a row is but the second line of some of the names above it."""
    return len(lower.segments) < len(row.segments) and lower.box[0] > row.segments[0].box[2] and _names_columns(row)


def _names_columns(row: Row) -> bool:
    """Whether a row may hold the names of columns: two or more, hardly any of them a figure but a year."""
    num_figures = sum(segment.is_figure and not is_year(segment.text) for segment in row.segments)
    return row.is_tabular and 3 * num_figures < len(row.segments)


def _table(chain: Sequence[_Step], levels: Sequence[float], bands: Sequence[Box]) -> tuple[float, float] | None:
    """The top and bottom of the table that a chain holds, or None. What is one text at its ends stands around it."""
    tabular = [number for number, step in enumerate(chain) if step.is_tabular]
    if not tabular:
        return None
    steps = chain[tabular[0] : tabular[-1] + 1]
    is_ruled = steps[0].upper in levels and _is_row(steps[0].rows)
    pitch = float(np.median([step.lower - step.upper for step in steps[1:]])) if len(steps) > 1 else 0.0
    top, bottom = _head_top(steps[0], bands, pitch=pitch, is_ruled=is_ruled), steps[-1].lower
    if top == steps[0].lower:
        steps = steps[1:]
    if len(steps) < _MIN_ROWS or len(tabular) < _MIN_TABULAR * len(steps):
        return None
    # where rules part groups of rows, these are told by their words
    num_values = sum(row.is_tabular and row.segments[-1].is_figure for step in steps for row in step.rows)
    if num_values > _MAX_VALUE_ROWS * len(steps):
        return None
    segments = [segment for step in steps for row in step.rows if row.box[1] >= top - 1 for segment in row.segments]
    num_clear = sum(not any(_strikes(level, segment) for level in levels) for segment in segments)
    return (top, bottom) if num_clear >= _MIN_CLEAR * len(segments) else None


def _strikes(level: float, segment: Segment) -> bool:
    fifth = (segment.box[3] - segment.box[1]) / 5
    return segment.box[1] + fifth < level < segment.box[3] - fifth


def _overlap(first: Box, second: Box) -> bool:
    return min(first[2], second[2]) > max(first[0], second[0]) and min(first[3], second[3]) > max(first[1], second[1])
