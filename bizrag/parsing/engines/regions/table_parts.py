"""Where one table ends and the next begins in rows that follow each other: captions, titles, sentences, sources."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

import numpy as np

from bizrag.model.labels import tells_scale
from bizrag.parsing.engines.regions.captions import CAPTION, SOURCE_UNSPACED
from bizrag.parsing.engines.regions.period_heads import begins_at_periods
from bizrag.parsing.engines.regions.rows import EDGE_PT, Row
from bizrag.parsing.engines.regions.ruled_headings import is_heading
from bizrag.parsing.engines.regions.runs import shares_width, values_of
from bizrag.parsing.engines.regions.table_hints import TableHints
from bizrag.parsing.engines.regions.types import Box, union

_SOURCE = re.compile(rf"^(?:sources?|{SOURCE_UNSPACED})\s*[:：]", re.IGNORECASE)
# a single line in type so much larger than the table's is a title
TITLE_SCALE = 1.3
# of bold type so much
_BOLD_TITLE_SCALE = 1.12
# and so much where no room is left above it
_BOLD_SECTION_SCALE = 1.2
# a heading with a rule below it stands so much further below a row than the next does
_RULED_GAP = 1.5
# a label does not end as a sentence does, and its next line is so near (font sizes)
_SENTENCE_ENDS, _NEAR = ".:;?!", 0.5
# or, as a share of the room between rows, this close
_CLOSE = 0.5
# what heads rows within a table stands as near to both as they stand to each other, or a little further
_AS_NEAR = 1.3
# values of one column end within this of each other, in font sizes: a bracket stands behind some
_END_SLACK = 0.6
# a rule across a table is as wide as this share of it, and the lines of a double one are no further apart (points)
_WHOLE_WIDTH, _DOUBLE_PT = 0.9, 4.0
# "Note 13", "§ 5", "2.1": the number of a section, before its name
_NUMBERED = re.compile(
    r"(?:(?:note|item|part|section|chapter|annex|appendix) [\dA-Z]{1,4}|§ ?\d{1,3}|\d{1,2}(?:\.\d{1,2})*)\s?[:.]?",
    re.IGNORECASE,
)


def table_parts(run: Sequence[Row], hints: TableHints) -> list[list[Row]]:
    """The run cut at captions, at sentences that reach across it and where another table begins."""
    left, _, right, _ = union(row.box for row in run)
    pitch, usual = row_pitch(run), usual_size(run)
    parts: list[list[Row]] = [[]]
    in_caption = False
    for index, row in enumerate(run):
        gap = row.box[1] - run[index - 1].box[3] if index else 0.0
        in_caption = is_caption(row) or (in_caption and _continues_caption(run[index - 1], row))
        is_label = _goes_on_below(run, index, pitch) or _heads_rows(run, index, pitch)
        if in_caption or (is_sentence(row, right - left) and not is_label):
            parts.append([])
            continue
        is_after = index > 0 and (
            _ends_part(run[index - 1])
            or _is_numbered(run[index - 1], usual)
            or _is_headed(run, index)
            or begins_at_periods(run, index)
        )
        if parts[-1] and (
            is_after
            or (_starts_anew(parts[-1], row, left, gap, pitch, usual) and not _is_within(parts[-1], run, index, usual))
            or _changes_hint(parts[-1], row, hints)
            or _is_under_new_rules(run, index, hints.rules)
            or (gap > _RULED_GAP * pitch and _is_ruled_heading(parts[-1], row, left, hints.rules))
        ):
            parts.append([])
        parts[-1].append(row)
    _move_heads(parts)
    return [part for part in parts if sum(row.is_tabular for row in part) > 1]


def _move_heads(parts: Sequence[list[Row]]) -> None:
    """Names of columns at the end of a part go to the part below, where they stand nearer to that; so does a part that
    is but a head, right above values.
    """
    for part, lower in itertools.pairwise(parts):
        if part and lower and _is_head_of(part, lower):
            lower[:0] = part
            part.clear()
        while len(part) > 1 and lower and _is_nearer(part[-2], part[-1], lower[0]) and _names_below(part[-1]):
            lower.insert(0, part.pop())


def _is_head_of(part: Sequence[Row], lower: Sequence[Row]) -> bool:
    """Whether a part has names and periods alone, and the first row right below it has values."""
    is_near = lower[0].box[1] - part[-1].box[3] <= lower[0].segments[0].size
    has_periods = any(segment.is_figure for row in part for segment in row.segments)
    return is_near and has_periods and bool(values_of(lower[0])) and not any(values_of(row) for row in part)


def _names_below(row: Row) -> bool:
    """Whether a row holds several pieces, none of them a figure: names of what stands below."""
    return row.is_tabular and not any(segment.is_figure for segment in row.segments)


def _is_nearer(upper: Row, row: Row, lower: Row) -> bool:
    """Whether a row is nearer to the one below than to the one above."""
    return lower.box[1] - row.box[3] < row.box[1] - upper.box[3]


def _goes_on_below(run: Sequence[Row], index: int, pitch: float) -> bool:
    """Whether a line between rows with values is the first of a long label whose last stands beside its values."""
    row, lower = run[index].segments[0], run[index + 1] if index + 1 < len(run) else None
    if lower is None or not index or not values_of(lower) or not lower.is_tabular or row.text[-1] in _SENTENCE_ENDS:
        return False
    rest = lower.segments[0]
    gap = rest.box[1] - row.box[3]
    goes_on = rest.text[0].islower() or (row.text.count("(") > row.text.count(")") and ")" in rest.text)
    # lines of one label are set closer than rows, with one edge
    is_set_close = gap <= _CLOSE * pitch and abs(rest.box[0] - row.box[0]) < EDGE_PT
    is_near = gap <= max(pitch, _NEAR * row.size)
    return (goes_on or is_set_close) and is_near and row.box[2] < lower.segments[1].box[0]


def _heads_rows(run: Sequence[Row], index: int, pitch: float) -> bool:
    """Whether a long line between rows with values heads those below it: it ends left of their values, as near to both
    as rows are, and these end at one place.
    """
    if not 0 < index < len(run) - 1:
        return False
    upper, row, lower = run[index - 1 : index + 2]
    if not (upper.is_tabular and lower.is_tabular and values_of(upper) and values_of(lower)):
        return False
    reach = max(_AS_NEAR * pitch, _NEAR * row.segments[0].size)
    is_near = row.box[1] - upper.box[3] <= reach and lower.box[1] - row.box[3] <= reach
    slack = _END_SLACK * row.segments[0].size
    return is_near and row.box[2] < lower.segments[1].box[0] and abs(upper.box[2] - lower.box[2]) <= slack


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
    # the name of the labels, in the middle beside two lines of the other names
    is_between = index > 1 and run[index - 2].box[3] > heading.box[1] and heading.box[3] > names.box[1]
    is_heading = (
        not is_between and not heading.is_tabular and heading.segments[0].is_bold and not heading.segments[0].is_figure
    )
    return (
        is_heading
        and names.is_tabular
        # what stands over another column is the first line of its name
        and heading.box[0] < names.segments[1].box[0]
        and all(segment.is_bold and not segment.is_figure for segment in names.segments)
        and first.is_tabular
        and not all(segment.is_bold for segment in first.segments)
    )


def _is_under_new_rules(run: Sequence[Row], index: int, rules: Sequence[Box]) -> bool:
    """Whether a row names columns between two rules, below the rule that ends what stands above: one table is set right
    below another. A double rule below a sum stands closer, and has no names below it.
    """
    if index + 1 >= len(run) or not run[index].is_tabular or any(seg.is_figure for seg in run[index].segments[1:]):
        return False
    upper, row, lower = run[index - 1 : index + 2]
    left, _, right, _ = union(one.box for one in run)
    wide = [rule for rule in rules if min(rule[2], right) - max(rule[0], left) > _WHOLE_WIDTH * (right - left)]
    above = [rule[1] for rule in wide if upper.box[3] - 1 <= rule[1] <= row.box[1] + 1]
    below = [rule for rule in wide if row.box[3] - 1 <= rule[1] <= lower.box[1] + 1]
    return len(above) > 1 and max(above) - min(above) > _DOUBLE_PT and bool(below) and bool(values_of(upper))


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


def row_pitch(run: Sequence[Row]) -> float:
    """The usual empty height between two rows."""
    gaps = [lower.box[1] - upper.box[3] for upper, lower in itertools.pairwise(run)]
    return float(np.median(gaps)) if gaps else 0.0


def _starts_anew(above: Sequence[Row], row: Row, left: float, gap: float, pitch: float, usual: float) -> bool:
    """Whether a row is a title in larger type, or a heading over columns that is set off from rows with values."""
    first = row.segments[0]
    scale = _BOLD_SECTION_SCALE if first.is_bold else TITLE_SCALE
    if _is_title(row, usual) and (first.size > scale * usual or gap > pitch):
        return True
    is_set_off = gap > 1.6 * pitch + 0.5 * first.size and not values_of(row)
    is_heading = is_set_off and first.box[0] - left > 4 * first.size and not first.is_figure
    return is_heading and any(values_of(other) for other in above)


def _is_within(above: Sequence[Row], run: Sequence[Row], index: int, usual: float) -> bool:
    """Whether a line of the table's own type heads rows further down in it: "LIABILITIES AND EQUITY", between values
    that end at the same places, with names of columns above the first alone.
    """
    row, below = run[index], next((row for row in run[index + 1 :] if row.is_tabular), None)
    if row.is_tabular or below is None or not values_of(below) or _is_title(row, usual):
        return False
    return _has_columns_of(above, below)


def _has_columns_of(above: Sequence[Row], row: Row) -> bool:
    """Whether two values or more of a row end where those of a row above do, which has names of columns over it."""
    valued = [one for one in above if one.is_tabular and values_of(one)]
    is_headed = bool(valued) and any(one.is_tabular for one in above[: above.index(valued[0])])
    return is_headed and len(row.segments) > 2 and any(_end_alike(one, row) for one in valued)


def _end_alike(one: Row, other: Row) -> bool:
    """Whether two rows have as many values behind their labels, which end at the same places."""
    ends = [[segment.box[2] for segment in row.segments[1:]] for row in (one, other)]
    slack = _END_SLACK * one.segments[0].size
    return len(ends[0]) == len(ends[1]) and all(abs(a - b) <= slack for a, b in zip(*ends, strict=True))


def _is_title(row: Row, usual: float) -> bool:
    """Whether a row is one line in larger type than is usual beside it, or a heading that is a number with its name."""
    first = row.segments[0]
    if row.is_tabular:
        return _is_numbered(row, usual)
    scale = _BOLD_TITLE_SCALE if first.is_bold else TITLE_SCALE
    # marks of an axis are large beside the labels of a small chart; what figures are in is told in the type of names
    is_text = not first.is_figure and not tells_scale(first.text)
    return is_text and first.size > scale * usual


def _is_numbered(row: Row, usual: float) -> bool:
    """Whether a row is the number of a section and its name, in larger type than is usual beside it."""
    is_number = row.is_tabular and _NUMBERED.fullmatch(row.segments[0].text) is not None
    return is_number and all(one.size > TITLE_SCALE * usual for one in row.segments)


def _is_ruled_heading(above: Sequence[Row], row: Row, left: float, rules: Sequence[Box]) -> bool:
    """Whether a row is a heading with a rule below it, under rows that have none but for their own head."""
    inside = [rule for rule in rules if above[0].box[3] < rule[1] < row.box[1] and shares_width(rule, row.box)]
    return len(inside) <= 1 and is_heading(row, rules, left)


def is_large(row: Row, usual: float) -> bool:
    """Whether a row below a table is in larger type: a title, or the price below what a card tells."""
    return _is_title(row, usual) or (not row.is_tabular and row.segments[0].size > TITLE_SCALE * usual)


def _changes_hint(part: Sequence[Row], row: Row, hints: TableHints) -> bool:
    """Whether the row begins another detected table than the one that holds the part's last rows."""
    if not row.is_tabular and len(part) > 1:
        return False
    seen = (*hints.detected, *hints.figures)
    here = [box for box in seen if _holds(box, row)]
    before = [box for box in seen if sum(_holds(box, other) for other in part) > 1]
    # values below others and no names above them: the detector lost the thread at a heading
    if values_of(row) and not _names_below(part[-1]) and _has_columns_of(part, row):
        return False
    return bool(here) and bool(before) and not any(box in before for box in here)


def _holds(box: Box, row: Row) -> bool:
    return box[1] <= row.middle <= box[3] and shares_width(box, row.box)


def is_caption(row: Row) -> bool:
    """Whether a row starts like a caption ("Table 3: ...")."""
    return CAPTION.match(row.segments[0].text) is not None and len(row.segments) <= 2


def is_sentence(row: Row, run_width: float) -> bool:
    """Whether a row is one line of text that reaches across most of the run."""
    segment = row.segments[0]
    return not row.is_tabular and segment.num_words >= 8 and segment.width > 0.6 * run_width


def usual_size(rows: Sequence[Row]) -> float:
    """The middle font size of what stands in rows, in points."""
    return float(np.median([segment.size for row in rows for segment in row.segments]))
